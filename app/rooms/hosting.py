"""What a host decides: who comes in, who goes, who is host. All raise `Refused`."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy import delete, func, select, update
from sqlalchemy.dialects.postgresql import insert

from app import tables
from app.games.contract import Seat
from app.people.people import Person
from app.rooms.lobby import Lobby
from app.rooms.passwords import Passwords, forget_keys
from app.rooms.refusals import Refused
from app.rooms.room import Room
from app.rooms.seating import (
    before_start,
    host_only,
    new_code,
    pass_host_on,
    seats_in,
    vacate,
)

_luck = random.SystemRandom()


class Shut(msgspec.Struct, frozen=True):
    """Somebody whom the host has sent out (``out``) or silenced."""

    person_id: int
    name: str
    out: bool


class Hosting:
    """A room in the hands of its host, before the game and during it."""

    def __init__(self, lobby: Lobby, passwords: Passwords) -> None:
        self._lobby = lobby
        self._passwords = passwords

    # ------------------------------------------------------------------ the door

    async def renew_invite(self, room: Room, host: Person) -> None:
        """A new invitation; the old one opens nothing any more."""
        await self._set(room, host, invite=new_code())

    async def set_password(self, room: Room, host: Person, password: str) -> None:
        """Ask newcomers for a password, or with "" for none. Whoever has no seat has to say
        the new one."""
        host_only(room.facts, host)  # before the work that a hash is
        hashed = await self._passwords.hashed(password) if password else None
        async with self._lobby.change(room) as (connection, row):
            host_only(row, host)
            await connection.execute(
                update(tables.room).where(tables.room.c.id == room.id).values(password_hash=hashed)
            )
            await forget_keys(connection, room.id)

    async def lock(self, room: Room, host: Person, locked: bool) -> None:
        """Let nobody new take a seat, not even by the invitation."""
        await self._set(room, host, locked=locked)

    async def let_look_on(self, room: Room, host: Person, onlookers: bool) -> None:
        """Whether people without a seat may look on."""
        await self._set(room, host, onlookers=onlookers)

    async def show_in_list(self, room: Room, host: Person, listed: bool) -> None:
        """Before the start: whether everybody finds the room on the first page."""
        await self._set(room, host, at_start=True, listed=listed)

    async def _set(
        self, room: Room, host: Person, *, at_start: bool = False, **values: Any
    ) -> None:
        async with self._lobby.change(room) as (connection, row):
            host_only(row, host)
            if at_start:
                before_start(row)
            await connection.execute(
                update(tables.room).where(tables.room.c.id == room.id).values(**values)
            )

    # ------------------------------------------------------------------ people

    async def send_out(self, room: Room, host: Person, number: Seat) -> int:
        """Out, and not in again (GR-012): the seat is free, or in a running game a computer
        player's. Returns the person, whose connections are still to be closed."""
        async with self._lobby.change(room) as (connection, row):
            host_only(row, host)
            taken = await seats_in(connection, room.id)
            seat = next((s for s in taken if s.number == number), None)
            if seat is None or seat.person_id is None:
                raise Refused("Nobody sits there.", "GR-012")
            if seat.person_id == host.id:
                raise Refused("Make somebody else the host and leave.", "GR-012")
            if row.status not in ("lobby", "playing"):
                raise Refused("The game is over.", "GR-012")
            person_id: int = seat.person_id
            await connection.execute(
                insert(tables.ban)
                .values(room_id=room.id, person_id=person_id)
                .on_conflict_do_nothing()
            )
            await forget_keys(connection, room.id, person_id)
            await vacate(connection, row, seat, for_good=True)
        return person_id

    async def let_in_again(self, room: Room, host: Person, person_id: int) -> None:
        """Forget that somebody was sent out: the invitation is good for them again."""
        await self._pardon(room, host, tables.ban, person_id)

    async def silence(self, room: Room, host: Person, message_id: int) -> None:
        """No more talk here of whoever wrote a line (GR-023)."""
        async with self._lobby.change(room) as (connection, row):
            host_only(row, host)
            message = tables.message
            author = await connection.scalar(
                select(message.c.person_id).where(
                    message.c.id == message_id, message.c.room_id == room.id
                )
            )
            if author is None or author == host.id:
                raise Refused("There is nobody to silence.", "GR-023")
            await connection.execute(
                insert(tables.mute)
                .values(room_id=room.id, person_id=author)
                .on_conflict_do_nothing()
            )

    async def let_talk_again(self, room: Room, host: Person, person_id: int) -> None:
        await self._pardon(room, host, tables.mute, person_id)

    async def _pardon(self, room: Room, host: Person, table: Any, person_id: int) -> None:
        async with self._lobby.change(room) as (connection, row):
            host_only(row, host)
            await connection.execute(
                delete(table).where(table.c.room_id == room.id, table.c.person_id == person_id)
            )

    async def shut(self, room: Room) -> Sequence[Shut]:
        """Whom the host can let in or talk again."""
        person = tables.person
        found: list[Shut] = []
        async with self._lobby.engine.connect() as connection:
            for table in (tables.ban, tables.mute):
                rows = await connection.execute(
                    select(person.c.id, person.c.name)
                    .join(table, table.c.person_id == person.c.id)
                    .where(table.c.room_id == room.id)
                    .order_by(table.c.at)
                )
                found += [Shut(row.id, row.name, table is tables.ban) for row in rows]
        return found

    # ------------------------------------------------------------------ seats and host

    async def shuffle(self, room: Room, host: Person) -> None:
        """Deal the taken seats anew among those who sit there."""
        async with self._lobby.change(room) as (connection, row):
            host_only(row, host)
            before_start(row)
            numbers = [s.number for s in await seats_in(connection, room.id)]
            dealt = list(numbers)
            _luck.shuffle(dealt)
            seat = tables.seat
            # out of the way first: two seats may not have one number even for a moment
            away = 1000
            await connection.execute(
                update(seat).where(seat.c.room_id == room.id).values(number=seat.c.number + away)
            )
            for number, new in zip(numbers, dealt, strict=True):
                await connection.execute(
                    update(seat)
                    .where(seat.c.room_id == room.id, seat.c.number == number + away)
                    .values(number=new)
                )

    async def hand_over(self, room: Room, host: Person, number: Seat) -> None:
        """Make the person at another seat the host."""
        async with self._lobby.change(room) as (connection, row):
            host_only(row, host)
            taken = await seats_in(connection, room.id)
            heir = next(
                (s.person_id for s in taken if s.number == number and not s.left_game), None
            )
            if heir is None:
                raise Refused("Only somebody at the table can be the host.", "GR-008")
            await connection.execute(
                update(tables.room)
                .where(tables.room.c.id == room.id)
                .values(host_id=heir, updated_at=func.now())
            )

    async def replace(self, room: Room, present: Sequence[int]) -> None:
        """The host is gone: the first of ``present`` persons (longest here first) who has a seat
        and has not left it takes over; nothing happens when none has."""
        async with self._lobby.change(room) as (connection, row):
            if row.host_id in present:
                return
            taken = await seats_in(connection, room.id)
            order = {person: place for place, person in enumerate(present)}
            here = [seat for seat in taken if seat.person_id in order and not seat.left_game]
            if here:
                here.sort(key=lambda seat: order[seat.person_id])
                await pass_host_on(connection, room.id, here)
