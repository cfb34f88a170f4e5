"""What those who run the house do to a room (GR-030).

Each act and the line in the book that tells of it are one transaction. All raise `Refused`.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

from sqlalchemy import Row, delete, func, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from app import tables
from app.games.contract import Event, Seat
from app.people.names import skeleton
from app.people.people import Person
from app.rooms.audit import because, note, note_refusal
from app.rooms.house_time import house_now
from app.rooms.lobby import Lobby
from app.rooms.refusals import Refused
from app.rooms.room import Room, Sitter
from app.rooms.rooms import Rooms
from app.rooms.seating import (
    STAND_IN,
    is_banned,
    later_deadline,
    note_change,
    pass_host_on,
    seat_of,
    seats_in,
    vacate,
)


class Stewards:
    """Acts on one room."""

    def __init__(self, rooms: Rooms, lobby: Lobby) -> None:
        self._rooms = rooms
        self._lobby = lobby

    @asynccontextmanager
    async def _act(
        self, actor: Person, action: str, room: Room, reason: str, **detail: Any
    ) -> AsyncGenerator[tuple[AsyncConnection, Row[Any]]]:
        why = because(reason)
        async with self._lobby.change(room) as (connection, row):
            yield connection, row
            await note(connection, actor, action, room.id, why, **detail)

    # ------------------------------------------------------------------ the game

    async def end(self, actor: Person, room: Room, reason: str) -> None:
        """Close the room for good."""
        async with self._act(actor, "end", room, reason) as (connection, row):
            if row.status not in ("lobby", "playing"):
                raise Refused("This room has ended already.", "GR-015")
            await _set_room(connection, room, status="closed", deadline=None)

    async def pause(self, actor: Person, room: Room, reason: str) -> None:
        """Nobody moves until the game is resumed, and no clock runs."""
        async with self._act(actor, "pause", room, reason) as (connection, row):
            if row.status != "playing" or row.paused_at is not None:
                raise Refused("There is no game on that could pause.", "GR-015")
            await _set_room(connection, room, paused_at=house_now)

    async def resume(self, actor: Person, room: Room, reason: str) -> None:
        """Go on; a deadline moves by as long as the pause was."""
        async with self._act(actor, "resume", room, reason) as (connection, row):
            if row.paused_at is None:
                raise Refused("The game is not paused.", "GR-015")
            later = later_deadline()
            await _set_room(connection, room, deadline=later, paused_at=None, paused_by="")

    async def undo_to(self, actor: Person, room: Room, number: int, reason: str) -> None:
        """Back to the state after entry ``number`` (0: the start). The book is written first:
        an undo without its line can't be. A line whose undo is refused says so."""
        why = because(reason)
        if not room.playing or not 0 <= number < room.version:
            raise Refused("There is nothing to take back to there.", "GR-004")
        detail = {"to": number, "version": room.version}
        async with self._rooms.engine.begin() as connection:
            line = await note(connection, actor, "undo", room.id, why, **detail)
        event = Event("undone", None, {"to": number})
        try:
            await self._rooms.undo_to(room, number, event, by="house")
        except Refused as refused:
            async with self._rooms.engine.begin() as connection:
                await note_refusal(connection, line, refused.text)
            raise

    async def announce(self, actor: Person, room: Room, text: str, reason: str) -> None:
        """A word to everybody in the room; "" takes it away."""
        async with self._act(actor, "announce", room, reason, text=text) as (connection, _):
            await _set_room(connection, room, notice=text)

    # ------------------------------------------------------------------ the seats

    async def stand_in(self, actor: Person, room: Room, number: Seat, reason: str) -> None:
        """A computer player moves for the seat until the person is back."""
        async with self._act(actor, "stand-in", room, reason, seat=number) as (connection, row):
            _seat_of(room, number)
            if row.status != "playing":
                raise Refused("The game is not on.", "GR-014")
            await _set_seat(connection, room, number, computer=STAND_IN)
            await note_change(connection, row, "stand-in", number)

    async def give_back(self, actor: Person, room: Room, number: Seat, reason: str) -> None:
        """The person of the seat moves for it again."""
        async with self._act(actor, "give-back", room, reason, seat=number) as (connection, row):
            if _seat_of(room, number).person_id is None:
                raise Refused("Nobody has this seat: move it to somebody first.", "GR-014")
            await _set_seat(connection, room, number, computer="", left_game=False)
            if row.status == "playing":
                await note_change(connection, row, "return", number)

    async def hand_on(
        self, actor: Person, room: Room, number: Seat, person_id: int, reason: str
    ) -> int | None:
        """The seat is another person's from now on; returns whose it was."""
        act = self._act(actor, "hand-on", room, reason, seat=number, person=person_id)
        async with act as (connection, row):
            before = _seat_of(room, number).person_id
            if await is_banned(connection, room.id, person_id):
                raise Refused("This person was sent out of the room: let them in first.", "GR-012")
            name = await connection.scalar(
                select(tables.person.c.name).where(tables.person.c.id == person_id)
            )
            if name is None:
                raise Refused("There is no such person.", "GR-013", 404)
            if room.seat_of(person_id) is not None:
                raise Refused("This person has a seat at the table already.", "GR-013")
            if skeleton(name) in {skeleton(s.name) for s in room.sitters if s.number != number}:
                raise Refused("Somebody here has a name that looks the same.", "GR-010")
            await _set_seat(
                connection,
                room,
                number,
                person_id=person_id,
                name=name,
                computer="",
                left_game=False,
            )
            if before is not None and before == row.host_id:
                await pass_host_on(connection, room.id, await seats_in(connection, room.id))
        return before

    # ------------------------------------------------------------------ the people

    async def kick(self, actor: Person, room: Room, person_id: int, reason: str) -> None:
        """Out of the seat: before the start it is free again, later a computer player has it
        until the person asks for it back."""
        act = self._act(actor, "kick", room, reason, person=person_id)
        async with act as (connection, row):
            seat = await seat_of(connection, room.id, person_id)
            if seat is not None:
                await vacate(connection, row, seat)

    async def ban(self, actor: Person, room: Room, person_id: int, reason: str) -> None:
        """Out, and not in again (GR-012); a running game's seat stays a computer player's."""
        act = self._act(actor, "ban", room, reason, person=person_id)
        async with act as (connection, row):
            await connection.execute(
                insert(tables.ban)
                .values(room_id=room.id, person_id=person_id)
                .on_conflict_do_nothing()
            )
            seat = await seat_of(connection, room.id, person_id)
            if seat is not None:
                await vacate(connection, row, seat, for_good=True)

    async def unban(self, actor: Person, room: Room, person_id: int, reason: str) -> None:
        act = self._act(actor, "unban", room, reason, person=person_id)
        async with act as (connection, _):
            ban = tables.ban
            await connection.execute(
                delete(ban).where(ban.c.room_id == room.id, ban.c.person_id == person_id)
            )

    async def mute(self, actor: Person, room: Room, person_id: int, reason: str) -> None:
        """No more talk of this person in the room (GR-023)."""
        act = self._act(actor, "mute", room, reason, person=person_id)
        async with act as (connection, _):
            await connection.execute(
                insert(tables.mute)
                .values(room_id=room.id, person_id=person_id)
                .on_conflict_do_nothing()
            )

    async def unmute(self, actor: Person, room: Room, person_id: int, reason: str) -> None:
        act = self._act(actor, "unmute", room, reason, person=person_id)
        async with act as (connection, _):
            mute = tables.mute
            await connection.execute(
                delete(mute).where(mute.c.room_id == room.id, mute.c.person_id == person_id)
            )

    async def note_line(self, actor: Person, room: Room, line: int, reason: str) -> None:
        """A line of chat is taken away (the chat itself does that)."""
        async with self._act(actor, "delete-line", room, reason, line=line):
            pass


def _seat_of(room: Room, number: Seat) -> Sitter:
    sitter = next((sitter for sitter in room.sitters if sitter.number == number), None)
    if sitter is None:
        raise Refused("There is no such seat.", "GR-013", 404)
    return sitter


async def _set_room(connection: AsyncConnection, room: Room, **values: Any) -> None:
    await connection.execute(
        update(tables.room)
        .where(tables.room.c.id == room.id)
        .values(updated_at=func.now(), **values)
    )


async def _set_seat(connection: AsyncConnection, room: Room, number: Seat, **values: Any) -> None:
    seat = tables.seat
    await connection.execute(
        update(seat).where(seat.c.room_id == room.id, seat.c.number == number).values(**values)
    )
