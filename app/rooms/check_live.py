"""Would every running game go on under this code? Asked before a deployment.

A game that was begun under another version of its rules may go on when these prove that they can:
its state loads and holds every invariant, all menus and views can be drawn, and a copy of it can
be played on.
"""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec
from sqlalchemy import select

from app import tables
from app.games import referee
from app.games.chance import Chance
from app.games.contract import Broken, Rules
from app.rooms.room import Room
from app.rooms.store import Store

PROOF_MOVES = 60
"""Moves that a copy of a game of another version is played on for."""


class Fault(msgspec.Struct, frozen=True):
    """A running room that would not go on, and why."""

    room: str
    game: str
    rules_version: int
    why: str


class Checked(msgspec.Struct):
    """How many games run, how many of them were begun under other rules and go on under these,
    and those that would not go on."""

    rooms: int
    carried: int
    faults: list[Fault]


async def check_rooms(store: Store) -> Checked:
    """Load and check every running room."""
    room = tables.room
    async with store.engine.connect() as connection:
        rows = (
            await connection.execute(
                select(room.c.id, room.c.code, room.c.game, room.c.rules_version)
                .where(room.c.status == "playing")
                .order_by(room.c.id)
            )
        ).all()
    checked = Checked(len(rows), 0, [])
    for row in rows:
        carried = False
        try:
            loaded = await store.load(row.id)
            why = "its game is not in this house" if loaded is None else _fault(loaded)
            carried = loaded is not None and _is_carried(loaded)
            if not why and loaded is not None and carried:
                why = _play_on(loaded)
        # whatever a rules module of another version stumbles over is what is looked for
        except Exception as error:
            why = f"{type(error).__name__}: {error}"
        if why:
            checked.faults.append(Fault(row.code, row.game, row.rules_version, why))
        elif carried:
            checked.carried += 1
    return checked


def _is_carried(room: Room) -> bool:
    return room.facts.rules_version != room.rules.meta.version


def _fault(room: Room) -> str:
    """What stops a room from going on, or ""."""
    return _fault_of(room.rules, room.position.state)


def _fault_of(rules: Rules[Any], state: Any) -> str:
    try:
        rules.audit(state)
    except Broken as broken:
        return f"its state is broken: {broken}"
    waiting = rules.waiting_on(state)
    if not waiting:
        return "nobody owes a decision"
    for seat in waiting:
        if not rules.menu(state, seat, open_only=True):
            return f"seat {seat} has nothing to choose from"
        rules.view(state, seat)
    rules.view(state, None)
    return ""


def _play_on(room: Room) -> str:
    """What stops a copy of the game from being played on, or ""."""
    rules, position = room.rules, room.codec.copy(room.position)
    luck = Chance(hashlib.sha256(b"proof" + room.seed).digest())
    for number in range(1, PROOF_MOVES + 1):
        seat = luck.pick(sorted(rules.waiting_on(position.state)))
        option = luck.pick(rules.menu(position.state, seat, open_only=True))
        referee.perform(rules, position, room.seed, seat, option.move)
        if rules.result(position.state) is not None:
            return ""
        if fault := _fault_of(rules, position.state):
            return f"{number} moves on, {fault}"
    return ""
