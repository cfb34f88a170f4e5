"""The rows of a room's seats: who sits there, who may, who moves for whom, who is host next.

Functions on an open transaction that holds the room's row (see `app.rooms.lobby.Lobby.change`).
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, Row, delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from app import tables
from app.games.contract import Event, Seat
from app.games.referee import draws_of
from app.people.names import skeleton
from app.people.people import Person
from app.rooms.house_time import house_now
from app.rooms.journal import pack_events, unpack_position
from app.rooms.refusals import Refused
from app.rooms.room import RoomFacts
from app.rooms.writer import SNAPSHOT_EVERY

ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
CODE_LENGTH = 13
"""Characters of an address or an invitation: 31^13 is more than 2^64."""

STAND_IN = "greedy"
"""The computer player that moves in a person's place."""

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


async def seat_of(connection: AsyncConnection, room_id: int, person_id: int) -> Row[Any] | None:
    seats = await seats_in(connection, room_id)
    return next((seat for seat in seats if seat.person_id == person_id), None)


async def open_rooms_of(connection: AsyncConnection, person_id: int) -> Sequence[int]:
    """The rooms that are not over in which a person sits, locked in one order: two who share two
    rooms would wait for each other."""
    seat, room = tables.seat, tables.room
    sitting = select(seat.c.room_id).where(seat.c.person_id == person_id)
    rows = await connection.execute(
        select(room.c.id)
        .where(room.c.id.in_(sitting), room.c.status.in_(("lobby", "playing")))
        .order_by(room.c.id)
        .with_for_update()
    )
    return rows.scalars().all()


async def rename_in(
    connection: AsyncConnection, rooms: Sequence[int], person_id: int, name: str
) -> None:
    """Give the person's seats in these rooms another name, in all or none. Raises `Refused`
    (GR-010) where somebody at one of them has a name that looks the same."""
    seat = tables.seat
    others = await connection.execute(
        select(seat.c.name).where(
            seat.c.room_id.in_(rooms), seat.c.person_id.is_distinct_from(person_id)
        )
    )
    if skeleton(name) in {skeleton(other) for other in others.scalars()}:
        text = "In one of the rooms somebody has a name that looks the same."
        raise Refused(text, "GR-010")
    await connection.execute(
        update(seat)
        .where(seat.c.person_id == person_id, seat.c.room_id.in_(rooms))
        .values(name=name)
    )


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


async def vacate(
    connection: AsyncConnection, room: Row[Any], seat: Row[Any], *, for_good: bool = False
) -> None:
    """Nobody has the seat any more: before the start it is free again, in a running game a
    computer player has it until its person asks for it back. ``for_good``: the person can't,
    and a finished game is not theirs either; else raises `Refused` (GR-012) for one.
    """
    own = (tables.seat.c.room_id == room.id) & (tables.seat.c.number == seat.number)
    if room.status == "lobby":
        await connection.execute(delete(tables.seat).where(own))
    elif room.status == "playing" and not seat.left_game:
        values = {"computer": STAND_IN, "left_game": True}
        await connection.execute(update(tables.seat).where(own).values(values))
        await note_change(connection, room, "leave", seat.number)
    elif room.status != "playing" and not for_good:
        raise Refused("The game is over.", "GR-012")
    if for_good:
        await connection.execute(update(tables.seat).where(own).values(person_id=None))
    if seat.person_id is not None and seat.person_id == room.host_id:
        others = [s for s in await seats_in(connection, room.id) if s.number != seat.number]
        await pass_host_on(connection, room.id, others)


async def note_change(connection: AsyncConnection, room: Row[Any], kind: str, number: Seat) -> None:
    """Write into the journal of a locked room who moves for a seat now (`record.SEAT_KINDS`), or
    that the game was given up."""
    version, stored = room.version + 1, bytes(room.position)
    await connection.execute(
        insert(tables.move).values(
            room_id=room.id,
            number=version,
            kind=kind,
            seat=number,
            barrier=False,
            draws=draws_of(unpack_position(stored)),
            events=pack_events([Event(kind, number)]),
            took=0,
        )
    )
    await connection.execute(
        update(tables.room)
        .where(tables.room.c.id == room.id)
        .values(version=version, updated_at=func.now())
    )
    if version % SNAPSHOT_EVERY == 0:
        await connection.execute(
            insert(tables.snapshot).values(room_id=room.id, number=version, position=stored)
        )


def later_deadline() -> ColumnElement[Any]:
    """A paused room's deadline once it goes on: later by as long as the pause was."""
    room = tables.room.c
    return room.deadline + (house_now - room.paused_at)


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
