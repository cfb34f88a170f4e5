"""Ledgers as pages."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from app.games import ledger
from app.games.catalog import GAMES
from app.web.rules_pages import game_rules, rules_of_the_house, rules_page

PACKAGES = {
    path.parent.name: re.search(r"^\*\*([A-Z0-9]+)-\d", path.read_text(), re.MULTILINE)
    for path in Path("app/games").glob("*/rules.md")
}


@pytest.mark.parametrize("package", PACKAGES)
def test_every_rule_has_an_address(package: str):
    found = PACKAGES[package]
    assert found
    book = ledger.read(f"app.games.{package}", found[1])
    page = rules_page(package, found[1], book)
    ids = re.findall(r'\sid="([^"]+)"', page.html)
    assert set(book.rules) <= set(ids)
    assert len(ids) == len(set(ids))
    assert all(anchor in ids for anchor, _, _ in page.contents)
    assert set(re.findall(r'href="#([^"]+)"', page.html)) <= set(ids)


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
