"""The tables of the ledger (RH-106 to RH-109), written down from the ledger for the tests."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from app.games.rock_hard_1977.content import SPACES
from tests.games.rock_hard_1977.table import Table


class Space(NamedTuple):
    """A row of the ledger's tables: what a player has, what changes, and what is too little."""

    has: dict[str, Any]
    changes: dict[str, int]
    lacks: tuple[dict[str, Any], ...] = ()
    answers: tuple[str, ...] = ()
    seats: tuple[int, ...] = (2, 3, 4, 5)
    open: bool = False
    value: int = 0


LARGE = (4, 5)
PANDA: dict[str, Any] = {"chops": 4, "reputation": 0, "songs": 3, "crew": 1}
NO_PANDA: tuple[dict[str, Any], ...] = ({"chops": 3, "reputation": 4}, {"songs": 2}, {"crew": 0})
YENSER: dict[str, Any] = {"chops": 6, "reputation": 8, "songs": 5, "crew": 2}
NO_YENSER: tuple[dict[str, Any], ...] = ({"chops": 5}, {"reputation": 7}, {"songs": 4}, {"crew": 1})
CARTER: dict[str, Any] = {"chops": 9, "reputation": 10, "songs": 8, "crew": 3, "royalty_tier": 1}
NO_CARTER: tuple[dict[str, Any], ...] = (
    {"chops": 8},
    {"reputation": 9},
    {"songs": 7},
    {"crew": 2},
    {"royalty_tier": 0},
)

DAY = {
    "rehearse-day-a": Space({"money": 1}, {"money": -1, "chops": 1}, ({"money": 0},)),
    "rehearse-day-b": Space({"money": 2}, {"money": -2, "chops": 2}, ({"money": 1},), seats=LARGE),
    "interview": Space({"money": 0}, {"reputation": 1}),
    "promo-3": Space(
        {"money": 3, "royalty_tier": 1},
        {"money": -3, "reputation": 2, "fame": 2},
        ({"money": 2}, {"royalty_tier": 0}, {"royalty_tier": 0, "demo": 1}),
    ),
    "promo-2": Space(
        {"money": 2, "demo": 1},
        {"money": -2, "reputation": 2, "fame": 1},
        ({"money": 1}, {"demo": 0}),
    ),
    "publicist": Space({"money": 1}, {"money": -1, "reputation": 1, "fame": 1}, ({"money": 0},)),
    "crew-1": Space(
        {"money": 1}, {"money": -1, "crew": 1}, ({"money": 0}, {"crew": 3, "money": 9})
    ),
    "crew-2": Space({"money": 2}, {"money": -2, "crew": 1}, ({"money": 1},)),
    "crew-3": Space({"money": 3}, {"money": -3, "crew": 1}, ({"money": 2},)),
    "crew-4": Space({"money": 4}, {"money": -4, "crew": 1}, ({"money": 3},), seats=LARGE),
    "record-company": Space(
        {"chops": 3, "reputation": 3, "songs": 3, "demo": 1},
        {},
        ({"chops": 2}, {"reputation": 2}, {"songs": 2}, {"demo": 0}),
    ),
    "recover": Space({"craving": 1}, {"craving": -1}, ({"craving": 0},), open=True),
}
NIGHT = {
    "rehearse-night-a": Space(
        {"money": 1}, {"money": -1, "chops": 1}, ({"money": 0},), seats=LARGE
    ),
    "rehearse-night-b": Space({"money": 2}, {"money": -2, "chops": 2}, ({"money": 1},)),
    "tjs-stage": Space({"chops": 3}, {"reputation": 1, "fame": 1}, ({"chops": 2},)),
    "fox-den-stage": Space({"reputation": 3}, {"chops": 1, "fame": 1}, ({"reputation": 2},)),
    "random-gig-stage": Space({}, {"money": 3}, open=True),
    "panda-1": Space(PANDA, {"fame": 3, "chops": 1}, NO_PANDA, ("take:0",)),
    "panda-2": Space(
        {**PANDA, "chops": 0, "reputation": 5, "money": 1},
        {"fame": 3, "reputation": 1, "money": -1},
        (*NO_PANDA, {"money": 0}),
        ("take:1",),
    ),
    "yenser-1": Space(YENSER, {"fame": 6}, NO_YENSER),
    "yenser-2": Space(
        {**YENSER, "money": 1},
        {"fame": 5, "chops": 1, "money": -1},
        (*NO_YENSER, {"money": 0}),
        ("take:0",),
    ),
    "yenser-3": Space(YENSER, {"fame": 4, "reputation": 1}, NO_YENSER, ("take:1",)),
    "carter-1": Space(
        {**CARTER, "chops": 8, "reputation": 11, "money": 3},
        {"fame": 8, "chops": 3, "money": -3},
        ({"chops": 7}, {"money": 2}, *NO_CARTER[2:]),
        ("take:0",),
    ),
    "carter-2": Space(
        {**CARTER, "money": 2},
        {"fame": 8, "chops": 2, "reputation": 1, "money": -2},
        (*NO_CARTER, {"money": 1}),
    ),
    "carter-3": Space(
        {**CARTER, "chops": 10, "reputation": 9, "money": 2},
        {"fame": 8, "chops": 1, "reputation": 2, "money": -2},
        ({"chops": 9}, {"money": 1}, *NO_CARTER[2:]),
    ),
    "carter-4": Space(
        {**CARTER, "money": 2},
        {"fame": 8, "reputation": 1, "money": -2},
        (*NO_CARTER, {"money": 1}),
        ("take:1",),
    ),
    "carter-5": Space(CARTER, {"fame": 10}, NO_CARTER, open=True),
}
AFTER_HOURS = {
    "bed-early": Space({}, {}, open=True, value=1),
    "record-demo-3": Space({"money": 3}, {"money": -3}, ({"money": 2}, {"demo": 1}), value=6),
    "record-demo-4": Space(
        {"money": 4}, {"money": -4}, ({"money": 3}, {"demo": 1}), seats=LARGE, value=7
    ),
    "hang-backstage": Space({}, {"songs": 1}),
    "hang-hoovers": Space({}, {"candy": 1}),
    "hang-buds": Space({}, {}),
    "hang-jax": Space({}, {"reputation": 1}),
    "hang-slinkys": Space({}, {}),
}
ANYTIME = {
    "trade-candy": Space({}, {}, open=True, value=2),
    "donate-blood": Space({}, {"money": 1}, open=True, value=3),
    "write-song": Space({}, {"songs": 1}, open=True, value=4),
    "work": Space({"job": "record-store-clerk"}, {"money": 2}, open=True, value=5),
}
TOP = {
    "hang-backstage": "backstage-poet-in-the-green-room",
    "hang-hoovers": "hoovers-bowl-of-mints",
    "hang-buds": "buds-favor-owed",
    "hang-jax": "jax-the-table-by-the-window",
    "hang-slinkys": "slinkys-conga-line",
}
BY_PHASE = {"day": DAY, "night": NIGHT, "after_hours": AFTER_HOURS}
ALL = [
    pytest.param(phase, space, row, id=space)
    for phase, rows in BY_PHASE.items()
    for space, row in rows.items()
]
POOR: dict[str, Any] = {"money": 0, "chops": 0, "reputation": 0, "songs": 0, "crew": 0, "candy": 0}


def ready(phase: str, row: Space, **other: Any) -> Table:
    """A player (with a manager that matters nowhere here) who has what the row says."""
    table = Table(row.seats[-1], phase=phase).cast(0, manager="nigel-hawthorne-dawe")
    cool = [p for p, t in table.state.tokens.items() if "star" not in t]
    for place in ("backstage", "hoovers", "buds", "jax", "slinkys"):
        if place not in cool:
            table.state.tokens[place] = "hot-8"
    for space, card in TOP.items():
        table.on_top(SPACES[space].place, card)
    return table.give(0, **{**POOR, **row.has, **other}).turn()
