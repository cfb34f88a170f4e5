"""What happens when somebody's time is over: any node sees to it, one at a time."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Sequence
from datetime import timedelta

import structlog
from sqlalchemy import Interval, func, literal, select, true, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from app import tables
from app.games.contract import Seat
from app.rooms.clock import due
from app.rooms.house_time import LEAP_SECONDS
from app.rooms.refusals import Refused
from app.rooms.room import Room
from app.rooms.rooms import Rooms

log = structlog.get_logger()

TICK_SECONDS = 1.0
STANDSTILL_SECONDS = 3.0
"""Ticks further apart than this mean that no node was there to play on: nobody pays for that."""
_MOST_MOVES = 500
_AT_ONCE = 100
_RUNS = (tables.room.c.status == "playing") & tables.room.c.paused_at.is_(None)


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
        """The rooms in which somebody's time is over; none when another node is at it.

        After a standstill of the whole service, or when the database's clock was set, every
        running deadline first moves by as long as that was. (What has been written since the
        clock was set goes by the new time already: see the writer's statement.)
        """
        pulse, room = tables.pulse, tables.room
        async with self._engine.begin() as connection:
            leap = await self._rooms.time.look(connection)
            row = (
                await connection.execute(
                    select(
                        func.extract("epoch", func.clock_timestamp() - pulse.c.at).label("ago")
                    ).with_for_update(skip_locked=True)
                )
            ).one_or_none()
            if row is None:
                first = insert(pulse).values(id=1).on_conflict_do_nothing()
                await connection.execute(first)
                return []
            ago = float(row.ago)
            if 0 <= ago < TICK_SECONDS / 2:
                return []
            moved = await self._move_deadlines(connection, ago, leap)
            await connection.execute(update(pulse).values(at=func.clock_timestamp()))
            rows = await connection.execute(
                select(room.c.id)
                .where(_RUNS, room.c.deadline <= func.clock_timestamp())
                .order_by(room.c.deadline)
                .limit(_AT_ONCE)
            )
            over = list(rows.scalars())
        for room_id in moved:
            self._rooms.outdate(room_id)
        return over

    @staticmethod
    async def _move_deadlines(
        connection: AsyncConnection, ago: float, leap: float
    ) -> Sequence[int]:
        """Let nobody pay for a standstill, or for a clock that was set. ``ago``: seconds since
        the last tick by the database's clock, ``leap``: by which that was set meanwhile, as far
        as this node knows. Returns the rooms whose deadline has moved."""
        room, now = tables.room, func.clock_timestamp()
        if ago < -LEAP_SECONDS or (leap and abs(ago - leap) < STANDSTILL_SECONDS):
            lately = room.c.updated_at.between(now - timedelta(seconds=LEAP_SECONDS), now)
            which, later = ~lately, literal(timedelta(seconds=leap or ago), Interval())
        elif ago > STANDSTILL_SECONDS:
            # another node may have played on although it could not tick
            ticked = select(tables.pulse.c.at).scalar_subquery()
            which, later = true(), now - func.greatest(room.c.updated_at, ticked)
        else:
            return []
        rows = await connection.execute(
            update(room)
            .where(_RUNS, room.c.deadline.isnot(None), which)
            .values(deadline=room.c.deadline + later)
            .returning(room.c.id)
        )
        return rows.scalars().all()

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
