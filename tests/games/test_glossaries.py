"""Every game explains itself: all of its cards and places, in words of the house."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterator
from importlib.resources import files
from typing import Any

import pytest

from app.games import ledger
from app.games.catalog import CATALOG, GAMES
from app.games.contract import Chapter, Entry, Rules

GAME = pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.meta.slug)
CHOSEN_BY_THE_HOST = "setting"


def package(rules: Rules[Any]) -> str:
    return f"app.games.{rules.meta.slug.replace('-', '_')}"


def content(rules: Rules[Any]) -> dict[str, Any]:
    return tomllib.loads((files(package(rules)) / "content.toml").read_text("utf-8"))


def entries(chapters: tuple[Chapter, ...]) -> Iterator[Entry]:
    for chapter in chapters:
        yield from chapter.entries


def tables(rules: Rules[Any]) -> dict[str, list[dict[str, Any]]]:
    """The tables of the content with rows: the cards, boards and pieces."""
    return {
        name: rows
        for name, rows in content(rules).items()
        if isinstance(rows, list) and name != CHOSEN_BY_THE_HOST
    }


def printed(value: Any) -> Iterator[str]:
    """Every name that the content keeps for the record only."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from [inner] if key == "printed" else printed(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from printed(inner)


def said(entry: Entry) -> str:
    parts = (entry.name, entry.text, entry.flavor, entry.family, *map(" ".join, entry.lines))
    return " ".join(parts).casefold()


@GAME
def test_every_card_stands_in_it_once_and_nothing_else_does(rules: Rules[Any]):
    rows = {row["id"]: row for table in tables(rules).values() for row in table}
    shown = Counter(entry.id for entry in entries(rules.glossary()))
    assert shown == Counter(rows.keys())
    for entry in entries(rules.glossary()):
        row = rows[entry.id]
        assert entry.name == row["name"]
        assert entry.copies in (0, row.get("copies", 1))


def test_an_entry_tells_the_parts_of_its_card_too():
    (places,) = [c for c in CATALOG["thrash-n-roll"].glossary() if c.kind == "location"]
    rows = content(CATALOG["thrash-n-roll"])["location"]
    for entry, row in zip(places.entries, rows, strict=True):
        assert [text for _, text in entry.lines] == [action["text"] for action in row["action"]]


@GAME
def test_every_chapter_and_every_entry_says_something(rules: Rules[Any]):
    for chapter in rules.glossary():
        assert all((chapter.title, chapter.text, chapter.entries))
        for entry in chapter.entries:
            assert entry.text.strip(), entry.id
            assert "{" not in said(entry)
            families = [entry.family for entry in chapter.entries]
            assert len(set(families)) == sum(  # a family stands together
                one != before for one, before in zip(families, (None, *families), strict=False)
            ), chapter.kind


@GAME
def test_no_printed_name_is_shown(rules: Rules[Any]):
    hidden = {name.casefold() for name in printed(content(rules))}
    for entry in entries(rules.glossary()):
        assert not [name for name in hidden if name in said(entry)], entry.id


@GAME
def test_every_rule_exists_and_stands_once(rules: Rules[Any]):
    known = ledger.read(package(rules), rules.meta.prefix).rules
    for entry in entries(rules.glossary()):
        assert entry.rules, entry.id
        assert set(entry.rules) <= known.keys(), entry.id
        assert len(set(entry.rules)) == len(entry.rules), entry.id


def test_a_card_cites_the_rule_about_it():
    found = {entry.id: entry.rules for rules in GAMES for entry in entries(rules.glossary())}
    assert found["thunderbolt-solo"][0] == "LOR-124"
    assert found["lots-of-beer"][0] == "RTR-075"
    assert found["shere-darling"][0] == "RH-320"
    assert found["bouncer"][0] == "TNR-133"
    assert found["session"][0] == "RNR-106"
