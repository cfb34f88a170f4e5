"""What nobody comes back to is taken away: dead lobbies, old guests, old figures."""

from __future__ import annotations

import asyncio
import contextlib

import msgspec
import structlog
from sqlalchemy import TextClause, text
from sqlalchemy.ext.asyncio import AsyncConnection

from app.rooms.rooms import Rooms
from app.settings import Settings

log = structlog.get_logger()

SWEEP_SECONDS = 3600.0
_LOCK = 0x7377_6565_70  # "sweep": one node at a time
_AT_ONCE = 500

_DEAD_LOBBIES = text(
    """
    UPDATE room SET status = 'closed', updated_at = now()
    WHERE id IN (
      SELECT id FROM room
      WHERE status = 'lobby' AND updated_at < now() - make_interval(days => :days)
      LIMIT :most FOR UPDATE SKIP LOCKED)
    RETURNING id
    """
)
_CLOSED_ROOMS = text(
    """
    DELETE FROM room
    WHERE id IN (
      SELECT id FROM room
      WHERE status = 'closed' AND updated_at < now() - make_interval(days => :days)
      LIMIT :most FOR UPDATE SKIP LOCKED)
    """
)
# somebody with a seat in a game, running or finished, is not forgotten: finished games and
# honours stay theirs until they have themselves erased
_OLD_GUESTS = text(
    """
    DELETE FROM person
    WHERE id IN (
      SELECT person.id FROM person
      WHERE seen_at < now() - make_interval(days => :days) AND role = ''
        AND banned_at IS NULL
        AND NOT EXISTS (SELECT FROM seat WHERE seat.person_id = person.id)
      LIMIT :most FOR UPDATE SKIP LOCKED)
    """
)
_OLD_SESSIONS = text(
    """
    DELETE FROM session
    WHERE token_hash IN (
      SELECT token_hash FROM session WHERE seen_at < now() - make_interval(days => :days)
      LIMIT :most FOR UPDATE SKIP LOCKED)
    """
)
_OLD_REFUSALS = text(
    """
    DELETE FROM refused
    WHERE id IN (
      SELECT id FROM refused WHERE at < now() - make_interval(days => :days) LIMIT :most)
    """
)
_OLD_LINKS = text("DELETE FROM once_link WHERE expires_at < now()")
_OLD_NODES = text("DELETE FROM node WHERE seen_at < now() - interval '1 day'")
# a person was last seen where the newest sign is; those of nodes that have ended say nothing more
_OLD_SIGNS = text(
    """
    DELETE FROM presence AS old USING presence AS newer
    WHERE newer.room_id = old.room_id AND newer.person_id = old.person_id
      AND newer.seen_at > old.seen_at AND old.seen_at < now() - interval '1 hour'
    """
)
_OLD_CROWDS = text("DELETE FROM crowd WHERE seen_at < now() - interval '1 hour'")
_OLD_MINUTES = text("DELETE FROM node_minute WHERE minute < now() - interval '2 days'")


class Swept(msgspec.Struct):
    """How much was taken away."""

    lobbies: int = 0
    rooms: int = 0
    guests: int = 0
    sessions: int = 0
    refusals: int = 0


class Sweep:
    """Sweeps once an hour. All nodes may try: one at a time does it, the others go on."""

    def __init__(self, rooms: Rooms, settings: Settings) -> None:
        self._rooms = rooms
        self._engine = rooms.engine
        self._settings = settings
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.create_task(self._sweep_on())

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    async def _sweep_on(self) -> None:
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            try:
                swept = await self.once()
            except Exception as error:  # the database is away: an hour more does no harm
                log.warning("not swept", error=str(error))
            else:
                if swept is not None:
                    log.info("swept", **msgspec.structs.asdict(swept))

    async def once(self) -> Swept | None:
        """Sweep now; ``None`` when another node is at it."""
        settings = self._settings
        closed: list[int] = []
        async with self._engine.begin() as connection:
            if not await connection.scalar(
                text("SELECT pg_try_advisory_xact_lock(:key)"), {"key": _LOCK}
            ):
                return None
            parameters = {"days": settings.keep_lobbies, "most": _AT_ONCE}
            closed += (await connection.execute(_DEAD_LOBBIES, parameters)).scalars()
            swept = Swept(
                lobbies=len(closed),
                rooms=await _batches(connection, _CLOSED_ROOMS, settings.keep_closed),
                guests=await _batches(connection, _OLD_GUESTS, settings.keep_guests),
                sessions=await _batches(connection, _OLD_SESSIONS, settings.keep_guests),
                refusals=await _batches(connection, _OLD_REFUSALS, settings.keep_refusals),
            )
            for statement in (_OLD_LINKS, _OLD_NODES, _OLD_SIGNS, _OLD_CROWDS, _OLD_MINUTES):
                await connection.execute(statement)
        for room_id in closed:
            self._rooms.outdate(room_id)
        return swept


async def _batches(connection: AsyncConnection, statement: TextClause, days: int) -> int:
    done = 0
    while True:
        parameters = {"days": days, "most": _AT_ONCE}
        count = (await connection.execute(statement, parameters)).rowcount
        done += count
        if count < _AT_ONCE:
            return done
