"""A game's ``rules.md`` as data: sections and numbered rules, each with an address.

The ledger is what players read, what refusals cite, and what tests are held against.
"""

from __future__ import annotations

import re
from functools import lru_cache
from importlib.resources import files

import msgspec

from app.games.contract import GameMeta

_HEADING = re.compile(r"^(#{1,6}) (.+)$")


class LedgerRule(msgspec.Struct, frozen=True):
    """A numbered rule: "RNR-044", "Sets.", and its text as Markdown (sources left out)."""

    id: str
    title: str
    text: str


class Section(msgspec.Struct, frozen=True):
    """A heading (``level`` 1 to 6), the Markdown before its first rule, and its rules.

    ``parts`` keeps the reading order: Markdown text and rules as they stand in the file.
    """

    level: int
    title: str
    parts: tuple[str | LedgerRule, ...]

    @property
    def rules(self) -> tuple[LedgerRule, ...]:
        return tuple(part for part in self.parts if isinstance(part, LedgerRule))


class Ledger(msgspec.Struct, frozen=True):
    sections: tuple[Section, ...]

    @property
    def rules(self) -> dict[str, LedgerRule]:
        """Every numbered rule by its ID, in reading order."""
        return {rule.id: rule for section in self.sections for rule in section.rules}


def parse(text: str, prefix: str) -> Ledger:
    """Parse a ledger. A rule starts with a bold "PREFIX-123 Title." at the head of a line and
    runs to the next rule or heading; its quoted source lines are left out.

    Raises ``ValueError`` when an ID stands twice.
    """
    rule_start = re.compile(rf"^\*\*({re.escape(prefix)}-\d+)\.? ?(.*?)\*\* ?(.*)$")
    sections: list[Section] = []
    level, title = 1, ""
    parts: list[str | LedgerRule] = []
    lines: list[str] = []
    rule: tuple[str, str] | None = None
    seen: set[str] = set()

    def end_part() -> None:
        nonlocal rule
        body = "\n".join(line for line in lines if not (rule and line.startswith("> "))).strip()
        if rule:
            parts.append(LedgerRule(rule[0], rule[1].rstrip("."), body))
        elif body:
            parts.append(body)
        lines.clear()
        rule = None

    def end_section() -> None:
        end_part()
        if title or parts:
            sections.append(Section(level, title, tuple(parts)))
        parts.clear()

    for line in text.splitlines():
        if heading := _HEADING.match(line):
            end_section()
            level, title = len(heading[1]), heading[2]
        elif found := rule_start.match(line):
            end_part()
            if found[1] in seen:
                raise ValueError(f"{found[1]} stands twice in the ledger")
            seen.add(found[1])
            rule = (found[1], found[2])
            lines.append(found[3])
        else:
            lines.append(line)
            if rule and line.startswith("> "):
                end_part()
    end_section()
    return Ledger(tuple(sections))


def of(meta: GameMeta) -> Ledger:
    """The ledger of a game of the house."""
    return read(f"app.games.{meta.slug.replace('-', '_')}", meta.prefix)


@lru_cache
def read(package: str, prefix: str) -> Ledger:
    """The ledger of a game's package: ``rules.md``, and ``rules_*.md`` after it in order."""
    folder = files(package)
    names = sorted(
        (item.name for item in folder.iterdir() if re.fullmatch(r"rules(_\w+)?\.md", item.name)),
        key=lambda name: (name != "rules.md", name),
    )
    return parse("\n\n".join((folder / name).read_text("utf-8") for name in names), prefix)
