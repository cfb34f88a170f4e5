"""Ledgers as pages."""

from __future__ import annotations

import re
from typing import Any

import pytest

from app.games import ledger
from app.games.catalog import GAMES
from app.games.contract import Rules
from app.web.rules_pages import WORKSHOP, game_rules, rules_of_the_house, rules_page


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.meta.slug)
def test_every_rule_has_an_address(rules: Rules[Any]):
    page = game_rules(rules)
    html = page.html + page.workshop
    ids = [*re.findall(r'\sid="([^"]+)"', html), "workshop"]
    assert set(ledger.of(rules.meta).rules) <= set(ids)
    assert len(ids) == len(set(ids))
    assert all(anchor in ids for anchor, _, _ in page.contents)
    assert set(re.findall(r'href="#([^"]+)"', html)) <= set(ids)


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.meta.slug)
def test_players_read_of_the_game_and_builders_of_its_workings(rules: Rules[Any]):
    page = game_rules(rules)
    titles = [title for _, title, _ in page.contents]
    assert "What each player may see" in titles
    assert not set(titles) & set(WORKSHOP)
    for anchor in ("decisions", "invariants"):
        assert f'id="{anchor}"' in page.workshop
    assert "Content file" not in page.html
    assert "rules ledger" not in page.html
    assert "<h1" not in page.html + page.workshop, "the page has a heading of its own"


def test_a_game_has_its_page():
    for rules in GAMES:
        assert game_rules(rules).title == f"{rules.meta.title}: rules"


def test_the_house_has_its_page():
    assert 'id="GR-001"' in rules_of_the_house().html


BOOK = ledger.parse(
    "# Tiny & small\n\nSee TNY-002.\n\n**TNY-001 Go.** After TNY-002, not TNY-999. <b>x</b>\n"
    "> rulebook L1\n\n**TNY-002 Stop.** `TNY-001`\n\n## Tiny & small\n\n"
    "| a | b |\n|---|---|\n| 1 | 2 |",
    "TNY",
)


def test_mentions_are_links_to_rules_that_exist():
    html = rules_page("Tiny", "TNY", BOOK).html
    assert 'See <a href="#TNY-002">TNY-002</a>' in html
    assert 'After <a href="#TNY-002">TNY-002</a>, not TNY-999' in html
    assert html.count('id="TNY-001"') == 1


def test_markdown_is_drawn_and_its_html_is_not():
    page = rules_page("Tiny", "TNY", BOOK)
    assert "<table>" in page.html
    assert "&lt;b&gt;x&lt;/b&gt;" in page.html
    assert "rulebook L1" not in page.html
    assert page.contents == (("tiny-small", "Tiny & small", 1), ("tiny-small-2", "Tiny & small", 2))
