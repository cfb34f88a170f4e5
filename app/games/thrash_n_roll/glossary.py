"""The places, cards, tracks and markers in words."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from app.games.contract import Chapter
from app.games.kit.glossary import Lines, Pages
from app.games.kit.wording import listed
from app.games.thrash_n_roll.content import CHARACTERS, LOCATIONS, SKILL_NAMES


def _skill(row: Mapping[str, Any]) -> str:
    return SKILL_NAMES[row["skill"]]


def _actions(row: Mapping[str, Any]) -> Lines:
    return [(f"Cost {action['cost']}", action["text"]) for action in row["action"]]


def _where(row: Mapping[str, Any]) -> Lines:
    return [("At", listed([LOCATIONS[place].name for place in row["bonus_locations"]], "or"))]


@cache
def glossary() -> tuple[Chapter, ...]:
    pages = Pages(__package__ or "", "TNR")
    return (
        pages.chapter(
            "location",
            "Locations",
            "Where dice are placed. The action first, then the bonus of the place.",
            ("TNR-006", "TNR-044", "TNR-101"),
            lines=_actions,
            counted=False,
        ),
        pages.chapter(
            "character",
            "Characters",
            "Who helps, and where. Each of them stands on five support cards.",
            ("TNR-022", "TNR-052"),
            lines=_where,
            counted=False,
        ),
        pages.chapter(
            "support",
            "Support cards",
            "A die that you hold in hand: a value, a skill, and somebody who knows a place.",
            ("TNR-048", "TNR-049", "TNR-051"),
            family=lambda row: CHARACTERS[row["character"]].name,
            lines=lambda row: [("Known as", row["nickname"])],
        ),
        pages.chapter(
            "fan",
            "Fans",
            "They lift your popularity, throw dice again and sing along. Some bring the Assassin.",
            ("TNR-055", "TNR-062", "TNR-064"),
            family=_skill,
        ),
        pages.chapter(
            "scandal",
            "Scandals",
            "Help when you need it, and a bill that comes later.",
            ("TNR-072", "TNR-075", "TNR-161", "TNR-165"),
            family=_skill,
        ),
        pages.chapter(
            "popularity",
            "Popularity markers",
            "They cover the popularity track. Every fan takes one off, and you get what it shows.",
            ("TNR-057", "TNR-059", "TNR-060"),
            family=lambda row: f"On spaces of {row['group']}",
        ),
        pages.chapter(
            "skill",
            "Skills",
            "Five, one for each in the band.",
            ("TNR-003", "TNR-004"),
        ),
        pages.chapter(
            "award",
            "Awards",
            "The ceremony after the last round.",
            ("TNR-166", "TNR-167"),
            family=_skill,
        ),
        pages.chapter("track", "Tracks", "How far you are.", ("TNR-007",), counted=False),
        pages.chapter("band", "Bands", "One for each seat.", ("TNR-001", "TNR-186")),
        pages.chapter("token", "Tokens and dice", "What else lies about.", ("TNR-002",)),
    )
