"""What a table is asked to agree to: going back past a barrier, a break, going on.

A proposal lies in the room's row, one at a time. All raise `Refused`.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import msgspec
from sqlalchemy import Row, update
from sqlalchemy.ext.asyncio import AsyncConnection

from app import tables
from app.games.contract import Event, Seat
from app.people.people import Person
from app.rooms.house_time import house_now
from app.rooms.lobby import Lobby
from app.rooms.presence import Presence
from app.rooms.refusals import Refused, resting
from app.rooms.room import Proposal, Room
from app.rooms.rooms import Rooms
from app.rooms.seating import later_deadline, seats_in


class Proposals:
    """Asks a table, counts its answers, carries out what it has agreed to."""

    def __init__(self, rooms: Rooms, lobby: Lobby, presence: Presence) -> None:
        self._rooms = rooms
        self._lobby = lobby
        self._presence = presence

    async def go_back(self, room: Room, person: Person) -> None:
        """Ask to go back to before the own last move, whatever has happened since (GR-020)."""
        seat = _own(room, person)
        if not room.running:
            raise resting()
        last = next((e.number for e in reversed(room.standing) if e.seat == seat), None)
        if last is None:
            raise Refused("You have made no move yet.", "GR-004")
        await self._ask(room, Proposal("undo", seat, last, yes=(seat,)))

    async def pause(self, room: Room, person: Person) -> None:
        """Ask for a break, or to go on after one (GR-021)."""
        seat = _own(room, person)
        if not room.playing:
            raise Refused("The game is not on.", "GR-021")
        if room.facts.paused_at is not None and room.facts.paused_by != "table":
            raise Refused("The house lets the game rest.", "GR-015")
        kind = "pause" if room.facts.paused_at is None else "resume"
        await self._ask(room, Proposal(kind, seat, yes=(seat,)))

    async def answer(self, room: Room, person: Person, agreed: bool) -> None:
        """Agree, or not. Whoever asked takes the question back by not agreeing."""
        seat = _own(room, person)
        present = await self._present(room)
        done: Proposal | None = None
        async with self._lobby.change(room) as (connection, row):
            proposal = _open(row)
            if proposal is None:
                return
            yes = {*proposal.yes} - {seat} | ({seat} if agreed else set[Seat]())
            no = {*proposal.no} - {seat} | (set[Seat]() if agreed else {seat})
            answered = msgspec.structs.replace(
                proposal, yes=tuple(sorted(yes)), no=tuple(sorted(no))
            )
            done = await self._settle(connection, room, row, answered, present)
        await self._carry_out(room, done)

    async def recheck(self, room: Room) -> None:
        """Somebody has left the table or is replaced: what is open may be decided now."""
        if room.facts.proposal is None or not room.facts.proposal.is_open:
            return
        present = await self._present(room)
        done: Proposal | None = None
        async with self._lobby.change(room) as (connection, row):
            open_one = _open(row)
            if open_one is not None:
                done = await self._settle(connection, room, row, open_one, present)
        await self._carry_out(room, done)

    async def _ask(self, room: Room, proposal: Proposal) -> None:
        present = await self._present(room)
        done: Proposal | None = None
        async with self._lobby.change(room) as (connection, row):
            if _open(row) is not None:
                raise Refused("The table is being asked something already.", "GR-020")
            done = await self._settle(connection, room, row, proposal, present)
        await self._carry_out(room, done)

    async def _present(self, room: Room) -> set[Seat]:
        here = (await self._presence.here([room.id]))[room.id]
        return {s.number for s in room.sitters if s.person_id in here and not s.computer}

    async def _settle(
        self,
        connection: AsyncConnection,
        room: Room,
        row: Row[Any],
        proposal: Proposal,
        present: Collection[Seat],
    ) -> Proposal | None:
        """Keep the proposal while it is open, or until the next move when it is declined; returns
        it when it is agreed to. One that the end of the game has overtaken goes."""
        taken = await seats_in(connection, room.id)
        people = {s.number for s in taken if s.person_id is not None and not s.computer}
        outcome = verdict(proposal, people, present) if row.status == "playing" else False
        values: dict[str, Any] = {"proposal": None}
        if outcome is None:
            values["proposal"] = msgspec.to_builtins(proposal)
        elif not outcome and row.status == "playing" and proposal.seat not in proposal.no:
            declined = msgspec.structs.replace(proposal, declined_at=row.version)
            values["proposal"] = msgspec.to_builtins(declined)
        elif outcome and proposal.kind == "pause" and row.paused_at is None:
            values |= {"paused_at": house_now, "paused_by": "table"}
        elif outcome and proposal.kind == "resume" and row.paused_at is not None:
            values |= {"paused_at": None, "paused_by": "", "deadline": later_deadline()}
        await connection.execute(
            update(tables.room).where(tables.room.c.id == room.id).values(**values)
        )
        return proposal if outcome else None

    async def _carry_out(self, room: Room, agreed: Proposal | None) -> None:
        if agreed is not None and agreed.kind == "undo":
            event = Event("agreed_undo", agreed.seat, {"to": agreed.number})
            await self._rooms.undo_to(room, agreed.number - 1, event)


def verdict(proposal: Proposal, people: Collection[Seat], present: Collection[Seat]) -> bool | None:
    """Whether the table has agreed, ``None`` while that is open. ``people``: the seats that
    persons move for, ``present``: those of them who are here.

    Going back needs everybody (GR-020); a break more than half of those who are here (GR-021).
    """
    if proposal.seat in proposal.no:
        return False
    if proposal.kind == "undo":
        if proposal.no:
            return False
        return True if set(people) <= set(proposal.yes) else None
    voters = {*present, proposal.seat}
    if 2 * len(voters & set(proposal.yes)) > len(voters):
        return True
    return False if 2 * len(voters & set(proposal.no)) >= len(voters) else None


def _open(row: Row[Any]) -> Proposal | None:
    """What the table is asked now, in a locked room."""
    if row.proposal is None:
        return None
    proposal = msgspec.convert(row.proposal, Proposal)
    return proposal if proposal.is_open else None


def _own(room: Room, person: Person) -> Seat:
    seat = room.own_seat(person.id)
    if room.sitters[seat].left:
        raise Refused("You have left this game. Take your seat back first.", "GR-014")
    return seat
