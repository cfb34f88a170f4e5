"""The rules as pages: a ledger in, HTML out, every rule at an address of its own."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from markdown_it import MarkdownIt
from markupsafe import Markup, escape

from app.games import ledger
from app.games.contract import GameMeta, Rules
from app.rooms import house_rules
from app.web.pages import RulesPage

_MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")
_NOT_WORD = re.compile(r"[^a-z0-9]+")


WORKSHOP = (
    "Abilities named in the content",
    "Content tables",
    "Decisions",
    "Heuristics for a decent computer player",
    "Invariants",
)
"""Sections of a ledger that speak to those who build and check a game, not to its players."""


def rules_page(
    title: str, prefix: str, rulebook: ledger.Ledger, game: GameMeta | None = None
) -> RulesPage:
    """A ledger as a page, of a game or of the house. A rule has its ID as its anchor; mentions
    of rules are links. What is for those who build a game stands apart."""
    contents: list[tuple[str, str, int]] = []
    read: list[str] = []
    workshop: list[str] = []
    anchors: set[str] = set()
    apart = False
    for section in rulebook.sections:
        anchor = _anchor(section.title, anchors)
        if section.level <= 2:
            # what stands before the first section of a game tells of the ledger itself
            preface = section.level == 1 and game is not None
            apart = preface or section.title in WORKSHOP
        if not apart:
            contents.append((anchor, section.title, section.level))
        (workshop if apart else read).extend(_section(section, anchor, 2 if apart else 1))
    html, beside = (
        Markup(_link_mentions("\n".join(parts), prefix, set(rulebook.rules)))  # noqa: S704  escaped
        for parts in (read, workshop)
    )
    return RulesPage(title, html, beside, tuple(contents), game)


@cache
def game_rules(rules: Rules[Any]) -> RulesPage:
    """The rules page of a game, from the ledger in its package."""
    meta = rules.meta
    return rules_page(f"{meta.title}: rules", meta.prefix, ledger.of(meta), meta)


@cache
def rules_of_the_house() -> RulesPage:
    """The page of the rules that hold at every table."""
    return rules_page("House rules", house_rules.PREFIX, house_rules.rulebook())


def _section(section: ledger.Section, anchor: str, highest: int) -> list[str]:
    level = min(max(section.level, highest), 6)
    heading = f'<h{level} id="{anchor}">{escape(section.title)}</h{level}>'
    parts = (
        _rule(part) if isinstance(part, ledger.LedgerRule) else _text(part)
        for part in section.parts
    )
    return [heading, *parts]


def _text(markdown: str) -> str:
    return f'<div class="rulebook__text">{_MARKDOWN.render(markdown)}</div>'


def _rule(rule: ledger.LedgerRule) -> str:
    return (
        f'<section class="rule-item" id="{rule.id}"><h3 class="rule-item__h">'
        f'<a class="rule-item__id" href="#{rule.id}">{rule.id}</a> {escape(rule.title)}</h3>'
        f"{_MARKDOWN.render(rule.text)}</section>"
    )


def _anchor(title: str, taken: set[str]) -> str:
    base = _NOT_WORD.sub("-", title.lower()).strip("-") or "section"
    anchor, number = base, 2
    while anchor in taken:
        anchor, number = f"{base}-{number}", number + 1
    taken.add(anchor)
    return anchor


def _link_mentions(html: str, prefix: str, known: set[str]) -> str:
    """Rule IDs in running text become links; those in tags and in links stay as they are."""
    mention = re.compile(rf"(<a\b.*?</a>|<[^>]+>)|\b({re.escape(prefix)}-\d+)\b", re.DOTALL)

    def link(found: re.Match[str]) -> str:
        rule = found[2]
        return f'<a href="#{rule}">{rule}</a>' if rule in known else found[0]

    return mention.sub(link, html)
