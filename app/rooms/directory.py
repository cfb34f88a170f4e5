"""Persons as those who run the house see them, and a person's own data."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

import msgspec
from sqlalchemy import Row, delete, func, select, text, union, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from app import tables
from app.people.people import Person
from app.rooms.audit import because, note
from app.rooms.refusals import Refused
from app.rooms.rooms import Rooms
from app.rooms.seating import open_rooms_of, rename_in, seat_of, vacate

SHOWN = 60
ERASED = "Somebody"


class Someone(msgspec.Struct, frozen=True):
    """A person of the list. ``seats``: at all tables, also of finished games."""

    id: int
    name: str
    role: str
    banned: bool
    created_at: datetime
    seen_at: datetime
    seats: int
    sessions: int


class SeatOf(msgspec.Struct, frozen=True):
    """A seat that a person has."""

    room: str
    game: str
    status: str
    number: int
    name: str
    computer: str
    left: bool


class Doors(msgspec.Struct, frozen=True):
    """Who is banned from a room and who is silenced there, with the names of all these and of
    everybody who has talked there."""

    banned: set[int]
    muted: set[int]
    names: dict[int, str]


class Directory:
    """Finds persons, and changes them wherever their name stands."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms
        self._engine: AsyncEngine = rooms.engine

    # ------------------------------------------------------------------ finding

    async def search(self, words: str, role: str = "") -> Sequence[Someone]:
        """Persons whose name contains ``words``, seen last first."""
        person = tables.person
        query = _someone().order_by(person.c.seen_at.desc()).limit(SHOWN)
        if words:
            query = query.where(person.c.name.icontains(words, autoescape=True))
        if role == "staff":
            query = query.where(person.c.role != "")
        if role == "banned":
            query = query.where(person.c.banned_at.is_not(None))
        async with self._engine.connect() as connection:
            return [_read(row) for row in await connection.execute(query)]

    async def one(self, person_id: int) -> Someone:
        """Raises `Refused` (404) when there is no such person."""
        async with self._engine.connect() as connection:
            row = (
                await connection.execute(_someone().where(tables.person.c.id == person_id))
            ).one_or_none()
        if row is None:
            raise Refused("There is no such person.", "", 404)
        return _read(row)

    async def seats_of(self, person_id: int) -> Sequence[SeatOf]:
        """Where a person sits, the newest first."""
        seat, room = tables.seat, tables.room
        async with self._engine.connect() as connection:
            rows = await connection.execute(
                select(
                    room.c.code,
                    room.c.game,
                    room.c.status,
                    seat.c.number,
                    seat.c.name,
                    seat.c.computer,
                    seat.c.left_game,
                )
                .join(room, room.c.id == seat.c.room_id)
                .where(seat.c.person_id == person_id)
                .order_by(room.c.updated_at.desc())
                .limit(200)
            )
            return [SeatOf(*row) for row in rows]

    async def doors(self, room_id: int) -> Doors:
        ban, mute, message, person = tables.ban, tables.mute, tables.message, tables.person
        banned = select(ban.c.person_id).where(ban.c.room_id == room_id)
        muted = select(mute.c.person_id).where(mute.c.room_id == room_id)
        talked = select(message.c.person_id).where(message.c.room_id == room_id)
        async with self._engine.connect() as connection:
            rows = await connection.execute(
                select(
                    person.c.id,
                    person.c.name,
                    person.c.id.in_(banned).label("banned"),
                    person.c.id.in_(muted).label("muted"),
                )
                .where(person.c.id.in_(union(banned, muted, talked)))
                .order_by(person.c.id)
            )
            found = rows.all()
        return Doors(
            {row.id for row in found if row.banned},
            {row.id for row in found if row.muted},
            {row.id: row.name for row in found},
        )

    # ------------------------------------------------------------------ acts

    async def rename(
        self, person_id: int, name: str, actor: Person | None = None, reason: str = ""
    ) -> None:
        """Another name, also at the tables that are not over. ``name`` is clean; ``actor``: who
        of the house gives it. Raises `Refused` (GR-010) where somebody at one of them has a name
        that looks the same."""
        why = because(reason) if actor is not None else ""
        person = tables.person
        async with self._engine.begin() as connection:
            open_rooms = await open_rooms_of(connection, person_id)
            before = await _lock(connection, person_id)
            await rename_in(connection, open_rooms, person_id, name)
            await connection.execute(
                update(person).where(person.c.id == person_id).values(name=name)
            )
            if actor is not None:
                detail = {"person": person_id, "before": before.name}
                await note(connection, actor, "rename", None, why, **detail)
        self._outdate(open_rooms)

    async def ban(self, actor: Person, person_id: int, reason: str) -> None:
        """Out of the house: no session counts any more, computer players take the seats."""
        why = because(reason)
        person = tables.person
        async with self._engine.begin() as connection:
            open_rooms = await open_rooms_of(connection, person_id)
            found = await _lock(connection, person_id)
            if found.role:
                raise Refused("Take the role away first.", "GR-030")
            await connection.execute(
                update(person).where(person.c.id == person_id).values(banned_at=func.now())
            )
            for room_id in open_rooms:
                await _leave(connection, room_id, person_id)
            await note(connection, actor, "ban-person", None, why, person=person_id)
        self._outdate(open_rooms)

    async def unban(self, actor: Person, person_id: int, reason: str) -> None:
        why = because(reason)
        async with self._engine.begin() as connection:
            await connection.execute(
                update(tables.person).where(tables.person.c.id == person_id).values(banned_at=None)
            )
            await note(connection, actor, "unban-person", None, why, person=person_id)

    # ------------------------------------------------------------------ a person's own data

    async def export(self, person_id: int) -> dict[str, Any]:
        """All that the house knows of a person, as plain data (GR-034). Hidden things of
        running games are the game's: of a move only when it was made is told."""
        person, session, passkey = tables.person, tables.session, tables.passkey
        message, room, move, seat = tables.message, tables.room, tables.move, tables.seat
        async with self._engine.connect() as connection:
            own = (
                (
                    await connection.execute(
                        select(
                            person.c.name,
                            person.c.colour,
                            person.c.role,
                            person.c.honours,
                            person.c.email,
                            person.c.email_confirmed_at,
                            person.c.created_at,
                            person.c.seen_at,
                        ).where(person.c.id == person_id)
                    )
                )
                .mappings()
                .one_or_none()
            )
            if own is None:
                raise Refused("There is no such person.", "", 404)
            sessions = await connection.execute(
                select(session.c.created_at, session.c.seen_at).where(
                    session.c.person_id == person_id
                )
            )
            passkeys = await connection.scalars(
                select(passkey.c.at).where(passkey.c.person_id == person_id)
            )
            said = await connection.execute(
                select(room.c.code.label("room"), message.c.at, message.c.text)
                .join(room, room.c.id == message.c.room_id)
                .where(message.c.person_id == person_id, ~message.c.deleted)
                .order_by(message.c.id)
            )
            moves = await connection.execute(
                select(
                    room.c.code.label("room"),
                    move.c.number,
                    move.c.at,
                )
                .join(room, room.c.id == move.c.room_id)
                .join(seat, (seat.c.room_id == room.c.id) & (seat.c.number == move.c.seat))
                .where(seat.c.person_id == person_id, move.c.by == "")
                .order_by(room.c.id, move.c.number)
            )
            return {
                "person": dict(own),
                "sessions": [dict(row) for row in sessions.mappings()],
                "passkeys": [{"at": made} for made in passkeys],
                "seats": [
                    msgspec.structs.asdict(found) for found in await self.seats_of(person_id)
                ],
                "said": [dict(row) for row in said.mappings()],
                "moves": [dict(row) for row in moves.mappings()],
            }

    async def erase(self, person_id: int, actor: Person | None = None, reason: str = "") -> None:
        """Forget a person (GR-034). Seats in running games go to computer players, before the
        start they are free again; names and lines of chat go; played games stay."""
        why = because(reason) if actor is not None else ""
        message, seat, person = tables.message, tables.seat, tables.person
        async with self._engine.begin() as connection:
            open_rooms = await open_rooms_of(connection, person_id)
            found = await _lock(connection, person_id)
            if found.role and actor is not None:
                raise Refused("Take the role away first.", "GR-030")
            for room_id in open_rooms:
                await _leave(connection, room_id, person_id)
            sat_in = await connection.scalars(
                select(seat.c.room_id).where(seat.c.person_id == person_id)
            )
            named = {*open_rooms, *sat_in}
            await connection.execute(
                update(message)
                .where(message.c.person_id == person_id)
                .values(name=ERASED, text="", deleted=True)
            )
            await connection.execute(
                update(seat)
                .where(seat.c.person_id == person_id)
                .values(
                    name=func.concat(ERASED, " ", seat.c.number + 1),
                    person_id=None,
                )
            )
            await connection.execute(_FORGET_NAMES, {"person": person_id})
            await connection.execute(delete(person).where(person.c.id == person_id))
            if actor is not None:
                await note(connection, actor, "erase", None, why, person=person_id)
        self._outdate(named)

    def _outdate(self, rooms: Iterable[int]) -> None:
        for room_id in rooms:
            self._rooms.outdate(room_id)


# the book keeps what was done to whom, and not what they were called
_FORGET_NAMES = text(
    """
    UPDATE admin_action SET detail = detail - 'before'
    WHERE detail @> jsonb_build_object('person', CAST(:person AS bigint))
    """
)


def _someone() -> Any:
    person, seat, session = tables.person, tables.seat, tables.session
    seats = (
        select(func.count()).where(seat.c.person_id == person.c.id).correlate(person)
    ).scalar_subquery()
    sessions = (
        select(func.count()).where(session.c.person_id == person.c.id).correlate(person)
    ).scalar_subquery()
    return select(person, seats.label("seats"), sessions.label("sessions"))


def _read(row: Row[Any]) -> Someone:
    return Someone(
        row.id,
        row.name,
        row.role,
        row.banned_at is not None,
        row.created_at,
        row.seen_at,
        row.seats,
        row.sessions,
    )


async def _leave(connection: AsyncConnection, room_id: int, person_id: int) -> None:
    """Out of a locked room that is not over."""
    room = tables.room
    row = (await connection.execute(select(room).where(room.c.id == room_id))).one()
    seat = await seat_of(connection, room_id, person_id)
    if seat is not None:
        await vacate(connection, row, seat)


async def _lock(connection: AsyncConnection, person_id: int) -> Row[Any]:
    row = (
        await connection.execute(
            select(tables.person).where(tables.person.c.id == person_id).with_for_update()
        )
    ).one_or_none()
    if row is None:
        raise Refused("There is no such person.", "", 404)
    return row
