"""The gods, cards, venues and stones in words, for those who leaf through them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from app.games.contract import Chapter
from app.games.kit.glossary import Lines, Pages
from app.games.kit.wording import counted
from app.games.lords_of_rock.content import PANTHEONS

_SIZES = {"S": "Small", "M": "Medium", "L": "Large", "XL": "Extra Large"}
_RIDERS = {"draw_four": "LOR-121", "no_hand_limit": "LOR-122"}


def _pantheon(row: Mapping[str, Any]) -> str:
    return PANTHEONS[row["pantheon"]].name


def _from(row: Mapping[str, Any]) -> Lines:
    return [("Pantheon", _pantheon(row))]


def _members(row: Mapping[str, Any]) -> str:
    return f"{row['text']} Two leaders, ten gods and two powers."


@cache
def glossary() -> tuple[Chapter, ...]:
    pages = Pages(__package__ or "", "LOR")
    return (
        pages.chapter(
            "leader",
            "Band leaders",
            "Two in each pantheon. You choose one, and the other stays at home.",
            ("LOR-007", "LOR-029", "LOR-046", "LOR-047"),
            lines=_from,
        ),
        pages.chapter(
            "god",
            "Gods",
            "Three of them join the leader, so that each of the four skills is somebody’s first.",
            ("LOR-007", "LOR-031", "LOR-046", "LOR-047"),
            family=_pantheon,
        ),
        pages.chapter(
            "power",
            "Pantheon powers",
            "Two for each pantheon, open in front of their player. Each works once a game.",
            ("LOR-074", "LOR-076", "LOR-077"),
            lines=_from,
        ),
        pages.chapter(
            "set_list",
            "Set List cards",
            "What a concert is fought with: positive cards face down on your own band, negative "
            "ones face up on a rival’s.",
            ("LOR-010", "LOR-087"),
            family=lambda row: {
                "positive": "Positive, for your own band",
                "negative": "Negative, for a rival’s band",
            }[row["kind"]],
        ),
        pages.chapter(
            "venue",
            "Venues",
            "Each asks for some skills and pays souls for the places. Big ones pay best.",
            ("LOR-008", "LOR-009", "LOR-100"),
            family=lambda row: _SIZES[row["size"]],
            cites=lambda row: [_RIDERS[rider] for rider in row["riders"]],
        ),
        pages.chapter(
            "pantheon",
            "Pantheons",
            "Six families of gods, all of equal strength. Nobody plays one that is taken.",
            ("LOR-005", "LOR-027"),
            words=_members,
            counted=False,
        ),
        pages.chapter(
            "skill",
            "Skills",
            "What gods play and venues ask for.",
            ("LOR-006", "LOR-045"),
            words=lambda row: f"A venue that requires {row['name']} counts the gods who play it.",
            counted=False,
        ),
        pages.chapter(
            "size",
            "Sizes",
            "How many skills a venue requires.",
            ("LOR-009",),
            words=lambda row: f"{counted(row['required_skills'], 'required skill')}.",
            counted=False,
        ),
        pages.chapter(
            "soul_stone",
            "Soul stones",
            "The points. The bank never runs out of them.",
            ("LOR-003", "LOR-004"),
        ),
    )
