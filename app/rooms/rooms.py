"""The one way a move is made."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

import msgspec
import structlog
from sqlalchemy.ext.asyncio import AsyncEngine

from app.games import record, referee
from app.games.contract import Decision, Event, Refusal, Seat
from app.rooms import clock
from app.rooms.bus import Bus
from app.rooms.house_time import HouseTime
from app.rooms.journal import Commit, JournalEntry, click_of, pack_position
from app.rooms.refusals import Refused, in_words, resting
from app.rooms.refused_moves import write_down
from app.rooms.room import Room
from app.rooms.shelf import Shelf
from app.rooms.store import Store, result_json
from app.rooms.tally import Tally
from app.rooms.writer import Writer

log = structlog.get_logger()

_TRIES = 8
"""Times a move is played anew because another node was faster, before it is refused."""


class Accepted(msgspec.Struct, frozen=True):
    """A stored move: the room's version with it. ``again``: it had been made before."""

    version: int
    again: bool = False


class Rooms(Shelf):
    """The rooms of this node, and what is played in them."""

    def __init__(self, engine: AsyncEngine, store: Store, node: str) -> None:
        super().__init__(engine, store, Bus(engine, node))
        self.writer = Writer(engine)
        self.tally = Tally()
        self.time = HouseTime()

    async def close(self) -> None:
        await super().close()
        await self.writer.close()

    # ------------------------------------------------------------------ moves

    async def move(
        self,
        room: Room,
        seat: Seat,
        move: str,
        decision: str | None,
        client_id: str | None,
        by: str = "",
        person_id: int | None = None,
    ) -> Accepted:
        """Make a move for a seat.

        ``decision`` is the name of the question it answers (see `Room.decision_id`; ``None``
        for moves made by the house itself), ``client_id`` the sender's own id for this click.
        Raises `Refused` with the reason; nothing has changed then.
        """
        client_id = click_of(seat, client_id)
        game, began = room.facts.game, time.perf_counter()
        with structlog.contextvars.bound_contextvars(room=room.code, move=client_id or ""):
            try:
                accepted = await self._move(room, seat, move, decision, client_id, by, person_id)
            except Refused as refused:
                self.tally.refused(game, refused.rule)
                log.info("move.refused", seat=seat, rule=refused.rule)
                raise
            took = time.perf_counter() - began
            if not accepted.again:
                self.tally.moved(game, took)
            log.debug("move.stored", seat=seat, number=accepted.version, seconds=round(took, 4))
            return accepted

    async def _move(
        self,
        room: Room,
        seat: Seat,
        move: str,
        decision: str | None,
        client_id: str | None,
        by: str,
        person_id: int | None,
    ) -> Accepted:
        async with room.lock:
            for _ in range(_TRIES):
                if room.stale:
                    await self.reload(room)
                try:
                    self._check(room, seat, move, decision)
                except (Refused, Refusal) as refusal:
                    if client_id and await self.store.knows_client_id(room.id, client_id):
                        return Accepted(room.version, again=True)
                    refused = (
                        in_words(refusal, room.rules, room.names)
                        if isinstance(refusal, Refusal)
                        else refusal
                    )
                    if not by:  # where two nodes act for nobody in person, one comes too late
                        await write_down(self.engine, room, seat, person_id, move, refused)
                    raise refused from None
                if await self._play(room, seat, move, client_id, by):
                    self._told(room)
                    return Accepted(room.version)
                await self.reload(room)
                if client_id and await self.store.knows_client_id(room.id, client_id):
                    return Accepted(room.version, again=True)
        raise Refused("The table is too busy, try again.", "GR-001", 503)

    def _check(self, room: Room, seat: Seat, move: str, decision: str | None) -> None:
        if not room.running:
            if room.facts.status == "finished" and room.result() is None:
                raise Refused("This game was given up.", "GR-045")
            if room.facts.status == "finished":
                raise Refusal(room.rules.refusal(room.position.state, seat, move))
            raise resting()
        owed = room.waiting.get(seat)
        if owed is None:
            raise Refusal(room.rules.refusal(room.position.state, seat, move))
        if decision is not None and decision != room.decision_id(owed):
            raise Refused("The table has moved on since this page was drawn.", "GR-001")
        option = next((option for option in room.menu(seat) if option.move == move), None)
        if option is None:
            raise Refusal(room.rules.refusal(room.position.state, seat, move))
        if option.blocked is not None:
            raise Refusal(option.blocked)

    async def _play(
        self, room: Room, seat: Seat, move: str, client_id: str | None, by: str
    ) -> bool:
        asked = room.waiting
        position = room.borrow()
        began = time.perf_counter()
        played = referee.perform(room.rules, position, room.seed, seat, move)
        took = int((time.perf_counter() - began) * 1e6)
        more = {"took": took, "by": by, "client_id": client_id}
        entry = self._entry(room, position, "move", seat, move, played, **more)
        return await self._store(room, position, entry, asked)

    def _entry(
        self,
        room: Room,
        position: referee.Position[Any],
        kind: str,
        seat: Seat,
        move: str,
        played: referee.Played,
        **more: Any,
    ) -> JournalEntry:
        """The entry of what has been played on ``position``; ``more``: fields of it."""
        return JournalEntry(
            room.version + 1,
            kind,
            seat,
            move,
            played.events,
            played.barrier,
            sum(position.draws.values()),
            at=self.time.wall(),
            **more,
        )

    async def _store(
        self,
        room: Room,
        position: referee.Position[Any],
        entry: JournalEntry,
        asked: Mapping[Seat, Decision],
    ) -> bool:
        """Commit a position that was played when ``asked`` was owed, then make it the room's.
        False: somebody was faster."""
        stored = pack_position(room.codec.encode(position))
        result = room.rules.result(position.state)
        status = "playing" if result is None else "finished"
        facts, owed = room.facts, room.rules.waiting_on(position.state)
        now = self.time.now()
        times = clock.turned(facts.clock, facts.deadline, now, asked, owed, entry.number)
        commit = Commit(room.id, entry, stored, status, *times, result_json(result), now)
        # whatever happens on the way, the database knows better than this node
        room.in_doubt = True
        if not await self.writer.commit(commit):
            return False
        room.in_doubt = False
        room.advance(position, commit)
        return True

    def _told(self, room: Room) -> None:
        room.led_elsewhere = False
        self.changed(room)
        self.bus.tell("move", room.id, room.version)

    # ------------------------------------------------------------------ beside the moves

    def may_take_back(self, room: Room, seat: Seat) -> bool:
        """GR-004: the last move was this seat's, and nothing stands in the way."""
        if not room.playing or not room.standing:
            return False
        last = room.standing[-1]
        return last.seat == seat and not last.barrier

    async def take_back(self, room: Room, seat: Seat, client_id: str | None) -> Accepted:
        """Take the seat's last move back (GR-004). Raises `Refused`."""
        client_id = click_of(seat, client_id)
        async with room.lock:
            if room.stale:
                await self.reload(room)
            if client_id and await self.store.knows_client_id(room.id, client_id):
                return Accepted(room.version, again=True)
            if room.playing and not room.running:
                raise resting()
            if not self.may_take_back(room, seat):
                raise Refused("This can't be taken back any more.", "GR-004")
            number = room.standing[-1].number
            event = Event("taken_back", seat, {"to": number})
            entry = JournalEntry(0, "undo", seat, "", [event], False, 0, client_id=client_id)
            accepted = await self._go_back(room, number - 1, entry)
            if accepted is None:
                raise Refused("This can't be taken back any more.", "GR-004")
            return accepted

    async def undo_to(self, room: Room, number: int, event: Event, by: str = "") -> Accepted:
        """Go back to the state after entry ``number`` (0: after the setup), whoever moved since:
        when all have agreed (GR-020), or the house does it (GR-030). It is an entry of its own,
        and chance comes again as it came (GR-005). Raises `Refused`.
        """
        async with room.lock:
            for _ in range(_TRIES):
                if room.stale:
                    await self.reload(room)
                if not (room.playing if by == "house" else room.running):
                    raise resting()
                if not 0 <= number < room.version:
                    raise Refused("There is nothing to take back to there.", "GR-004")
                entry = JournalEntry(0, "undo", event.seat or 0, "", [event], True, 0, by=by)
                accepted = await self._go_back(room, number, entry)
                if accepted is not None:
                    return accepted
        raise Refused("The table is too busy, try again.", "GR-001", 503)

    async def _go_back(self, room: Room, number: int, draft: JournalEntry) -> Accepted | None:
        """Store ``draft`` as the entry that goes back to after entry ``number``."""
        asked = room.waiting
        position = await self.store.position_at(room, number)
        async with self.engine.connect() as connection:
            since = await self.store.entries(connection, room.id, number, room.version)
        record.keep_names(room.rules, position, [entry.recorded() for entry in since])
        entry = msgspec.structs.replace(
            draft,
            number=room.version + 1,
            undo_to=number + 1,
            at=self.time.wall(),
            draws=sum(position.draws.values()),
        )
        if not await self._store(room, position, entry, asked):
            await self.reload(room)
            return None
        room.undone += 1
        self._told(room)
        return Accepted(room.version)

    async def rename(self, room: Room, seat: Seat, slot: str, text: str) -> Accepted:
        """Name a piece of the seat's own. Raises `Refused`."""
        async with room.lock:
            if room.stale:
                await self.reload(room)
            if not room.running:
                raise resting()
            asked = room.waiting
            position = room.borrow()
            try:
                events = room.rules.rename(position.state, seat, slot, text)
            except Refusal as refusal:
                raise in_words(refusal, room.rules, room.names) from None
            played = referee.Played(events, False)
            entry = self._entry(room, position, "rename", seat, text, played, slot=slot)
            if not await self._store(room, position, entry, asked):
                await self.reload(room)
                raise Refused("The table has moved on since this page was drawn.", "GR-001")
            self._told(room)
            return Accepted(room.version)
