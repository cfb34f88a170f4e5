"""Who moves for a seat during the game: its person, or a computer player in the person's place.

Each change is an entry of the journal, so that it is told in the log, stands in the record, and
is not undone when moves are. All raise `Refused`.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import Row, func, update

from app import tables
from app.games.contract import Seat
from app.games.record import GIVE_UP
from app.people.people import Person
from app.rooms.lobby import Lobby
from app.rooms.presence import Presence
from app.rooms.refusals import Refused
from app.rooms.room import Room, Sitter
from app.rooms.seating import STAND_IN, note_change, seat_of, vacate

PATIENCE_SECONDS = 60
"""After this anybody at the table may call in a computer player; the host need not wait."""


class Absence:
    """Computer players in the place of people, and people coming back."""

    def __init__(self, lobby: Lobby, presence: Presence) -> None:
        self._lobby = lobby
        self._presence = presence

    async def call_in(self, room: Room, actor: Person, number: Seat) -> None:
        """A computer player moves for an absent person until the person is back (GR-019)."""
        room.own_seat(actor.id)
        sitter = _person_at(room, number)
        assert sitter.person_id is not None
        away = await self._presence.away_for(room.id, sitter.person_id)
        if away == 0:
            raise Refused(f"{sitter.name} is here.", "GR-019")
        if actor.id != room.facts.host_id and away is not None and away < PATIENCE_SECONDS:
            wait = f"Give {sitter.name} a minute: only the host may be quicker."
            raise Refused(wait, "GR-019", need=f"seconds: {int(away)} of {PATIENCE_SECONDS}")
        async with self._lobby.change(room) as (connection, row):
            _running(row)
            seat = tables.seat
            values = {"computer": STAND_IN}
            changed = await connection.execute(
                update(seat)
                .where(
                    seat.c.room_id == room.id,
                    seat.c.number == number,
                    seat.c.person_id == sitter.person_id,
                    seat.c.computer == "",
                )
                .values(values)
            )
            if changed.rowcount:
                await note_change(connection, row, "stand-in", number)

    async def leave(self, room: Room, person: Person) -> None:
        """Hand the own seat to a computer player for good (GR-014)."""
        sitter = room.seat_of(person.id)
        if sitter is None:
            raise Refused("You have no seat at this table.", "GR-003", 403)
        if len(room.sitters) == 1:
            raise Refused("A game alone waits for you, as long as you like.", "GR-014")
        async with self._lobby.change(room) as (connection, row):
            _running(row)
            seat = await seat_of(connection, room.id, person.id)
            if seat is not None:
                await vacate(connection, row, seat)

    async def give_up(self, room: Room, person: Person) -> None:
        """End the game of the only person at the table, without a result (GR-045)."""
        sitter = room.seat_of(person.id)
        if sitter is None:
            raise Refused("You have no seat at this table.", "GR-003", 403)
        if not plays_alone(room):
            raise Refused("Others play here too. You may leave, they play on.", "GR-045")
        async with self._lobby.change(room) as (connection, row):
            _running(row)
            await note_change(connection, row, GIVE_UP, sitter.number)
            await connection.execute(
                update(tables.room)
                .where(tables.room.c.id == room.id)
                .values(
                    status="finished",
                    finished_at=func.now(),
                    deadline=None,
                    paused_at=None,
                    proposal=None,
                )
            )

    async def welcome_back(self, room: Room, person: Person) -> None:
        """The person is here again: who only stood in goes (GR-019). Whoever left for good has
        to ask for the seat."""
        sitter = room.seat_of(person.id)
        if room.playing and sitter is not None and sitter.computer and not sitter.left:
            await self.come_back(room, person)

    async def come_back(self, room: Room, person: Person) -> None:
        """Take the own seat back from the computer player (GR-014)."""
        async with self._lobby.change(room) as (connection, row):
            _running(row)
            own = await seat_of(connection, room.id, person.id)
            if own is None:
                raise Refused("You have no seat at this table.", "GR-003", 403)
            if not own.computer:
                return
            seat = tables.seat
            await connection.execute(
                update(seat)
                .where(seat.c.room_id == room.id, seat.c.number == own.number)
                .values(computer="", left_game=False)
            )
            await note_change(connection, row, "return", own.number)


def plays_alone(room: Room) -> bool:
    """Has one person this table alone, or with computer players that were never people?"""
    return sum(sitter.person_id is not None for sitter in room.sitters) == 1


def _person_at(room: Room, number: Seat) -> Sitter:
    sitter = next((s for s in room.sitters if s.number == number), None)
    if sitter is None or sitter.person_id is None or sitter.computer or len(room.sitters) == 1:
        raise Refused("There is nobody to stand in for.", "GR-019")
    return sitter


def _running(row: Row[Any]) -> None:
    if row.status != "playing":
        raise Refused("The game is not on.", "GR-014")
