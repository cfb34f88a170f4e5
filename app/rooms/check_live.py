"""Would every running game go on under this code? Asked before a deployment."""

from __future__ import annotations

import msgspec
from sqlalchemy import select

from app import tables
from app.games.contract import Broken
from app.rooms.room import Room
from app.rooms.store import Store


class Fault(msgspec.Struct, frozen=True):
    """A running room that would not go on, and why."""

    room: str
    game: str
    rules_version: int
    why: str


async def check_rooms(store: Store) -> tuple[int, list[Fault]]:
    """Load and check every running room; how many there are, and those with a fault."""
    room = tables.room
    async with store.engine.connect() as connection:
        rows = (
            await connection.execute(
                select(room.c.id, room.c.code, room.c.game, room.c.rules_version)
                .where(room.c.status == "playing")
                .order_by(room.c.id)
            )
        ).all()
    faults: list[Fault] = []
    for row in rows:
        try:
            loaded = await store.load(row.id)
            why = "its game is not in this house" if loaded is None else _fault(loaded)
        # whatever a rules module of another version stumbles over is what is looked for
        except Exception as error:
            why = f"{type(error).__name__}: {error}"
        if why:
            faults.append(Fault(row.code, row.game, row.rules_version, why))
    return len(rows), faults


def _fault(room: Room) -> str:
    """What stops a room from going on, or ""."""
    version = room.rules.meta.version
    if room.facts.rules_version != version:
        return f"it is played under version {room.facts.rules_version} of its rules, not {version}"
    state = room.position.state
    try:
        room.rules.audit(state)
    except Broken as broken:
        return f"its state is broken: {broken}"
    waiting = room.rules.waiting_on(state)
    if not waiting:
        return "nobody owes a decision"
    for seat in waiting:
        if not room.rules.menu(state, seat, open_only=True):
            return f"seat {seat} has nothing to choose from"
        room.rules.view(state, seat)
    room.rules.view(state, None)
    return ""
