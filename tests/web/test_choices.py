"""Menus in words, sorted to their places."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

from app.games.contract import Blocked, Option, Rules
from app.web.choices import Choice, choices, spots_by_region, spots_of


class Words:
    def option(self, state: object, seat: int, option: Option, names: list[str]) -> str:
        return f"{names[seat]} does {option.move}"

    def reason(self, blocked: Blocked, names: list[str]) -> str:
        return f"Because of {blocked.why}."

    def confirm(self, key: str) -> str:
        return f"{key}?"


RULES = cast("Rules[Any]", SimpleNamespace(words=Words(), meta=SimpleNamespace(slug="tiny")))
MENU = [
    Option("keep", "hand/left", confirm="sure"),
    Option("drop", "hand/left"),
    Option("jump", "band-2/pit", Blocked("TNY-007", "crew", {"road_crew": 2}, {"road_crew": 1})),
    Option("pass"),
]


def test_options_become_words():
    keep, _, jump, passing = choices(RULES, None, 0, MENU, ["Ines"])
    assert keep == Choice("keep", "hand/left", "Ines does keep", None, "sure?")
    assert passing == Choice("pass", "", "Ines does pass")
    assert jump.blocked is not None
    assert jump.blocked.reason == "Because of crew."
    assert jump.blocked.rule_url == "/games/tiny/rules#TNY-007"
    assert jump.blocked.lacking == "road crew: 1 of 2"


def test_choices_find_their_place():
    listed = choices(RULES, None, 0, MENU, ["Ines"])
    hand = spots_of(listed, "hand")
    assert [choice.move for choice in hand["left"]] == ["keep", "drop"]
    assert hand["right"] == []
    assert hand["right"].where == "hand/right"
    assert "right" not in hand
    assert spots_of(listed, "band-2")["pit"].open == []
    assert spots_by_region(listed) == {"hand": hand, "band-2": spots_of(listed, "band-2")}


def test_a_region_is_not_taken_for_one_with_a_longer_name():
    assert spots_of([Choice("a", "band-21/x", "a")], "band-2") == {}


def test_the_element_of_a_place_keeps_its_id():
    spots = spots_of([Choice("a", "map/x:3 4", "a")], "map")
    assert spots["x:3 4"].dom_id == "spot-map-x-3-4"
    assert spots["x:3 4"].dom_id == spots_of([], "map")["x:3 4"].dom_id
