"""The rows of a room's seats: who sits there, who may, who is next to be the host.

Functions on an open transaction that holds the room's row (see `app.rooms.lobby.Lobby.change`).
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, Row, func, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from app import tables
from app.people.people import Person
from app.rooms.refusals import Refused
from app.rooms.room import RoomFacts

ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
CODE_LENGTH = 13
"""Characters of an address or an invitation: 31^13 is more than 2^64."""

COLOURS = range(1, 10)
COMPUTER_NAMES = (
    "Feedback", "Reverb", "Fuzzbox", "Wah-Wah", "Tremolo", "Octave", "Chorus", "Delay", "Gain",
)  # fmt: skip


def new_code() -> str:
    """At least 64 random bits, readable aloud."""
    return "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))


async def seats_in(connection: AsyncConnection, room_id: int) -> Sequence[Row[Any]]:
    rows = await connection.execute(
        select(tables.seat).where(tables.seat.c.room_id == room_id).order_by(tables.seat.c.number)
    )
    return rows.all()


async def set_own(
    connection: AsyncConnection, room_id: int, person_id: int, **values: object
) -> None:
    changed = await connection.execute(
        update(tables.seat)
        .where(tables.seat.c.room_id == room_id, tables.seat.c.person_id == person_id)
        .values(**values)
    )
    if changed.rowcount == 0:
        raise Refused("You have no seat at this table.", "GR-003", 403)


async def pass_host_on(
    connection: AsyncConnection, room_id: int, candidates: Sequence[Row[Any]]
) -> None:
    """The next person at the table is the host. A lobby that nobody is left in closes; a game
    is played to its end all the same."""
    heir = next(
        (s.person_id for s in candidates if s.person_id is not None and not s.left_game), None
    )
    room = tables.room
    await connection.execute(update(room).where(room.c.id == room_id).values(host_id=heir))
    if heir is None:
        await connection.execute(
            update(room)
            .where(room.c.id == room_id, room.c.status == "lobby")
            .values(status="closed", updated_at=func.now())
        )


def later_deadline() -> ColumnElement[Any]:
    """A paused room's deadline once it goes on: later by as long as the pause was."""
    room = tables.room.c
    return room.deadline + (func.now() - room.paused_at)


async def is_banned(connection: AsyncConnection, room_id: int, person_id: int) -> bool:
    ban = tables.ban
    return (
        await connection.execute(
            select(ban.c.person_id).where(ban.c.room_id == room_id, ban.c.person_id == person_id)
        )
    ).first() is not None


def free_colour(taken: Sequence[Row[Any]], wish: int) -> int:
    used = {seat.colour for seat in taken}
    return wish if wish not in used else next(c for c in COLOURS if c not in used)


def host_only(room: Row[Any] | RoomFacts, person: Person) -> None:
    if room.host_id != person.id:
        raise Refused("Only the host can do this.", "GR-008", 403)


def before_start(room: Row[Any] | RoomFacts) -> None:
    if room.status != "lobby":
        raise Refused("The game has started already.", "GR-007")
