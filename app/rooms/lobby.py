"""A room before and beside the game: seats, settings, the host, the start, the end.

Every method changes the database in one transaction that holds the room's row, then brings
this node's copy up to date and tells the others. All raise `Refused`.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from typing import Any

import msgspec
from sqlalchemy import Row, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from app import tables
from app.games import referee
from app.games.chance import new_seed
from app.games.contract import Rules, Seat
from app.games.players import PLAYERS
from app.people.names import skeleton
from app.people.people import Person
from app.rooms.clock import Clock, turned
from app.rooms.house_words import refuse_when_closed
from app.rooms.journal import pack_position
from app.rooms.refusals import Refused, closed_door
from app.rooms.rematch import open_rematch
from app.rooms.room import Room
from app.rooms.rooms import Rooms
from app.rooms.seating import (
    COLOURS,
    COMPUTER_NAMES,
    before_start,
    free_colour,
    host_only,
    is_banned,
    new_code,
    seats_in,
    set_own,
    vacate,
)


class Lobby:
    """What people and hosts do with rooms, other than moving."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms
        self.engine = rooms.engine

    @asynccontextmanager
    async def change(self, room: Room) -> AsyncGenerator[tuple[AsyncConnection, Row[Any]]]:
        """A transaction on the room's row; afterwards everybody hears of it."""
        async with self.engine.begin() as connection:
            row = (
                await connection.execute(
                    select(tables.room).where(tables.room.c.id == room.id).with_for_update()
                )
            ).one_or_none()
            if row is None:
                raise Refused("This room is gone.", "GR-015", 404)
            yield connection, row
        await self._rooms.refresh(room)
        self._rooms.bus.tell("lobby", room.id)

    # ------------------------------------------------------------------ opening a room

    async def create(
        self,
        host: Person,
        game: str,
        settings: Mapping[str, Any],
        seats: int,
        listed: bool,
        clock: Clock | None = None,
        learning: bool = False,
    ) -> Room:
        """Open a room with the host at its first seat."""
        rules = self._rooms.store.games.get(game)
        if rules is None:
            raise Refused("There is no such game in this house.", "GR-008", 404)
        try:
            referee.complete_settings(rules, seats, settings)
        except ValueError as error:
            raise Refused(str(error), "GR-008", 422) from None
        code = new_code()
        async with self.engine.begin() as connection:
            await refuse_when_closed(connection)
            room_id = await connection.scalar(
                insert(tables.room)
                .values(
                    code=code,
                    invite=new_code(),
                    game=game,
                    seats=seats,
                    settings=dict(settings),
                    rules_version=rules.meta.version,
                    host_id=host.id,
                    listed=listed,
                    learning=learning,
                    clock=msgspec.to_builtins(clock or Clock()),
                    seed=new_seed(),
                )
                .returning(tables.room.c.id)
            )
            await connection.execute(
                insert(tables.seat).values(
                    room_id=room_id, number=0, person_id=host.id, name=host.name, colour=host.colour
                )
            )
        room = await self._rooms.by_code(code)
        assert room is not None
        return room

    async def legacy(self, person: Person, game: str, code: str, rule: str) -> Any:
        """What a new game may start from: a finished solo game of the person's own.

        Raises `Refused` with the setting's ``rule`` for any other room.
        """
        earlier = await self._rooms.by_code(code)
        sitter = None if earlier is None else earlier.seat_of(person.id)
        own = (
            earlier is not None
            and sitter is not None
            and earlier.facts.game == game
            and earlier.facts.status == "finished"
            and len(earlier.sitters) == 1
            and not sitter.left
        )
        found = (
            earlier.rules.legacy(earlier.position.state, sitter.number)
            if own and earlier is not None and sitter is not None
            else None
        )
        if found is None:
            raise Refused("Only a finished game of your own can be the source.", rule, 422)
        return found

    # ------------------------------------------------------------------ taking seats

    async def sit(self, room: Room, person: Person, number: Seat | None = None) -> Seat:
        """Take a free seat (the first one, or ``number``), or change to it."""
        async with self.change(room) as (connection, row):
            before_start(row)
            if await is_banned(connection, room.id, person.id):
                raise closed_door()
            taken = await seats_in(connection, room.id)
            own = next((seat for seat in taken if seat.person_id == person.id), None)
            if own is None and row.locked:
                raise closed_door()
            if own is not None and number is None:
                return own.number
            free = set(range(row.seats)) - {seat.number for seat in taken}
            if not free or (number is not None and number not in free):
                raise Refused("This seat is taken.", "GR-013")
            chosen = min(free) if number is None else number
            if own is not None:
                await connection.execute(
                    update(tables.seat)
                    .where(tables.seat.c.room_id == room.id, tables.seat.c.number == own.number)
                    .values(number=chosen)
                )
                return chosen
            if skeleton(person.name) in {skeleton(seat.name) for seat in taken}:
                raise Refused("Somebody here has a name that looks the same.", "GR-010")
            await connection.execute(
                insert(tables.seat).values(
                    room_id=room.id,
                    number=chosen,
                    person_id=person.id,
                    name=person.name,
                    colour=free_colour(taken, person.colour),
                )
            )
            return chosen

    async def is_banned(self, room: Room, person: Person) -> bool:
        """Has the person been shown out of this room (GR-012)?"""
        async with self.engine.connect() as connection:
            return await is_banned(connection, room.id, person.id)

    async def choose_colour(self, room: Room, person: Person, colour: int) -> None:
        async with self.change(room) as (connection, row):
            before_start(row)
            taken = await seats_in(connection, room.id)
            if colour not in COLOURS or any(
                seat.colour == colour and seat.person_id != person.id for seat in taken
            ):
                raise Refused("This colour is taken.", "GR-007")
            await set_own(connection, room.id, person.id, colour=colour)

    async def set_ready(self, room: Room, person: Person, ready: bool) -> None:
        async with self.change(room) as (connection, row):
            before_start(row)
            await set_own(connection, room.id, person.id, ready=ready)

    async def seat_computer(self, room: Room, host: Person, computer: str) -> None:
        async with self.change(room) as (connection, row):
            host_only(row, host)
            before_start(row)
            if computer not in PLAYERS:
                raise Refused("There is no such computer player.", "GR-008", 422)
            taken = await seats_in(connection, room.id)
            free = set(range(row.seats)) - {seat.number for seat in taken}
            if not free:
                raise Refused("All seats are taken.", "GR-009")
            names = {skeleton(seat.name) for seat in taken}
            name = next(name for name in COMPUTER_NAMES if skeleton(name) not in names)
            await connection.execute(
                insert(tables.seat).values(
                    room_id=room.id,
                    number=min(free),
                    name=name,
                    computer=computer,
                    colour=free_colour(taken, 1),
                    ready=True,
                )
            )

    async def empty_seat(self, room: Room, actor: Person, number: Seat) -> None:
        """Before the start: leave one's own seat, or (the host) take a computer player away."""
        async with self.change(room) as (connection, row):
            before_start(row)
            taken = await seats_in(connection, room.id)
            seat = next((seat for seat in taken if seat.number == number), None)
            if seat is None:
                raise Refused("Nobody sits there.", "GR-007")
            if seat.person_id != actor.id:
                host_only(row, actor)
                if seat.person_id is not None:
                    raise Refused("Somebody sits there.", "GR-007")
            await vacate(connection, row, seat)

    # ------------------------------------------------------------------ what the host decides

    async def configure(
        self,
        room: Room,
        host: Person,
        settings: Mapping[str, Any],
        seats: int,
        listed: bool,
        clock: Clock,
    ) -> None:
        """Change what is played; who was ready for something else is asked again."""
        async with self.change(room) as (connection, row):
            host_only(row, host)
            before_start(row)
            taken = await seats_in(connection, room.id)
            if any(seat.number >= seats for seat in taken):
                raise Refused("More people sit here than that.", "GR-009")
            try:
                referee.complete_settings(room.rules, seats, settings)
            except ValueError as error:
                raise Refused(str(error), "GR-008", 422) from None
            await connection.execute(
                update(tables.room)
                .where(tables.room.c.id == room.id)
                .values(
                    settings=dict(settings),
                    seats=seats,
                    listed=listed,
                    clock=msgspec.to_builtins(clock),
                    updated_at=func.now(),
                )
            )
            seat = tables.seat
            await connection.execute(
                update(seat)
                .where(seat.c.room_id == room.id, seat.c.person_id.isnot(None))
                .values(ready=False)
            )

    async def start(self, room: Room, host: Person) -> None:
        """Close the seats up and deal. The number of taken seats has to fit the game."""
        async with self.change(room) as (connection, row):
            host_only(row, host)
            before_start(row)
            await refuse_when_closed(connection)
            taken = await seats_in(connection, room.id)
            rules: Rules[Any] = room.rules
            try:
                settings = referee.complete_settings(rules, len(taken), row.settings)
            except ValueError as error:
                raise Refused(str(error), "GR-009") from None
            for number, seat in enumerate(taken):
                await connection.execute(
                    update(tables.seat)
                    .where(tables.seat.c.room_id == room.id, tables.seat.c.number == seat.number)
                    .values(number=number, seen_version=-1)
                )
            position = referee.start(rules, len(taken), settings, bytes(row.seed))
            stored = pack_position(room.codec.encode(position))
            # whoever plays alone may think as long as they like
            time = Clock() if len(taken) == 1 else msgspec.convert(row.clock, Clock, str_keys=True)
            asked = rules.waiting_on(position.state)
            time, deadline = turned(time, None, self._rooms.time.now(), {}, asked)
            await connection.execute(
                update(tables.room)
                .where(tables.room.c.id == room.id)
                .values(
                    status="playing",
                    clock=msgspec.to_builtins(time, str_keys=True),
                    deadline=deadline,
                    first_seat=next(iter(asked)) if len(asked) == 1 < len(taken) else None,
                    seats=len(taken),
                    settings=settings,
                    rules_version=rules.meta.version,
                    version=0,
                    position=stored,
                    started_at=func.now(),
                    updated_at=func.now(),
                )
            )
            await connection.execute(
                insert(tables.snapshot).values(room_id=room.id, number=0, position=stored)
            )

    # ------------------------------------------------------------------ after the game

    async def rematch(self, room: Room, person: Person) -> Room:
        """A new room for the same people, seats turned by one: the first who asks opens it,
        the others find it."""
        if room.facts.status != "finished":
            raise Refused("The game is not over yet.", "GR-007")
        async with self.engine.begin() as connection:
            await connection.execute(
                select(tables.room.c.id).where(tables.room.c.id == room.id).with_for_update()
            )
            code = await connection.scalar(
                select(tables.room.c.code).where(
                    tables.room.c.rematch_of == room.id, tables.room.c.status != "closed"
                )
            )
            if code is None:
                code = await open_rematch(connection, room, person)
        again = await self._rooms.by_code(code)
        assert again is not None
        room.next_code = again.code
        room.touch()
        self._rooms.changed(room)
        self._rooms.bus.tell("lobby", room.id)
        return again
