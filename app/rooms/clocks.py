"""What happens when somebody's time is over: any node sees to it, one at a time."""

from __future__ import annotations

import asyncio
import contextlib

import structlog
from sqlalchemy import select, text
from sqlalchemy.exc import SQLAlchemyError

from app import tables
from app.games.contract import Seat
from app.rooms.clock import due
from app.rooms.house_time import STANDSTILL_SECONDS, house_now, pulse_within
from app.rooms.refusals import Refused
from app.rooms.room import Room
from app.rooms.rooms import Rooms

log = structlog.get_logger()

TICK_SECONDS = 1.0
_MOST_MOVES = 500
_AT_ONCE = 100
_RUNS = (tables.room.c.status == "playing") & tables.room.c.paused_at.is_(None)
# what was no time of play is lost, whether the service stood still or a clock was set; seconds
# only, for days are not always as long in the database's time zone
_BEAT = text(f"""
    UPDATE pulse SET
      lost = lost + CASE WHEN {pulse_within(STANDSTILL_SECONDS)} THEN interval '0'
        ELSE make_interval(secs => extract(epoch FROM clock_timestamp() - at)) END,
      at = clock_timestamp()
    WHERE id = (
      SELECT id FROM pulse WHERE NOT ({pulse_within(TICK_SECONDS / 2)}) FOR UPDATE SKIP LOCKED)
    RETURNING id
    """)  # noqa: S608 - built from the constants above


class Clocks:
    """Looks after the rooms whose time is over: one node at a tick, whichever is first."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms
        self._engine = rooms.engine
        self._task: asyncio.Task[None] | None = None
        self._busy: set[int] = set()
        self._moves: set[asyncio.Task[None]] = set()

    def start(self) -> None:
        self._task = asyncio.create_task(self._tick_on())

    async def stop(self) -> None:
        tasks = [task for task in (self._task, *self._moves) if task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _tick_on(self) -> None:
        while True:
            try:
                for room_id in await self.tick():
                    if room_id not in self._busy:
                        task = asyncio.create_task(self._time_out(room_id))
                        self._moves.add(task)
                        task.add_done_callback(self._moves.discard)
            except (SQLAlchemyError, OSError) as error:  # the database is away: try again
                log.warning("clocks not looked after", error=str(error))
            await asyncio.sleep(TICK_SECONDS)

    async def tick(self) -> list[int]:
        """Let the house's time go on. Returns the rooms in which somebody's time is over; none
        when another node is at it."""
        room = tables.room
        async with self._engine.begin() as connection:
            first = (await connection.execute(_BEAT)).one_or_none() is not None
            if await self._rooms.time.look(connection):
                self._rooms.deadlines_fall_otherwise()
            if not first:
                return []
            rows = await connection.execute(
                select(room.c.id)
                .where(_RUNS, room.c.deadline <= house_now)
                .order_by(room.c.deadline)
                .limit(_AT_ONCE)
            )
            return list(rows.scalars())

    async def _time_out(self, room_id: int) -> None:
        self._busy.add(room_id)
        try:
            room = await self._rooms.by_id(room_id)
            if room is None:
                return
            await self._rooms.refresh(room)
            now = self._rooms.time.now()
            times = due(room.facts.clock, room.facts.deadline)
            for seat in sorted(seat for seat, over in times.items() if over <= now):
                await self._decide(room, seat)
        except Exception:
            log.exception("clock stumbled", room_id=room_id)
        finally:
            self._busy.discard(room_id)

    async def _decide(self, room: Room, seat: Seat) -> None:
        """Make the automatic choices of a seat until its turn has passed on: it is not asked
        any more, or somebody else is asked anew (GR-018)."""
        others = dict(room.waiting)
        for _ in range(_MOST_MOVES):
            owed = room.waiting.get(seat)
            anew = any(
                other != seat and others.get(other) != asked
                for other, asked in room.waiting.items()
            )
            if owed is None or anew:
                return
            move = room.rules.automatic(room.position.state, seat)
            # a person who decides at the last moment was faster
            with contextlib.suppress(Refused):
                await self._rooms.move(room, seat, move, room.decision_id(owed), None, by="clock")
                continue
            return
