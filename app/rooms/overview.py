"""All rooms of the house at a glance, for those who look after it."""

from __future__ import annotations

import time
from collections.abc import Sequence
from datetime import datetime
from typing import Any, Literal

import msgspec
from sqlalchemy import ColumnElement, Select, and_, func, or_, select, text
from sqlalchemy.ext.asyncio import AsyncEngine

from app import tables
from app.rooms.house_time import house_now
from app.rooms.lists import ListedSeat

SHOWN = 100
STUCK_HOURS = 6
"""A running game that nobody has moved in for so long is stuck; so is one whose deadline has
passed without anything happening."""

Sort = Literal["busy", "idle", "new", "old", "long"]
_ORDERS: dict[Sort, ColumnElement[Any]] = {
    "busy": tables.room.c.updated_at.desc(),
    "idle": tables.room.c.updated_at.asc(),
    "new": tables.room.c.created_at.desc(),
    "old": tables.room.c.created_at.asc(),
    "long": tables.room.c.version.desc(),
}


class Filter(msgspec.Struct, frozen=True):
    """Which rooms. ``words``: part of an address, or of the name of somebody at the table;
    ``host``: part of the host's name; ``idle``: minutes without a change, at least;
    ``status`` "" means those that are not over."""

    game: str = ""
    status: str = ""
    words: str = ""
    host: str = ""
    idle: int = 0
    stuck: bool = False
    sort: Sort = "busy"


class RoomRow(msgspec.Struct, frozen=True):
    """A room of the list."""

    id: int
    code: str
    game: str
    status: str
    host: str
    places: int
    version: int
    paused: bool
    listed: bool
    stuck: bool
    created_at: datetime
    updated_at: datetime
    deadline: datetime | None
    seats: tuple[ListedSeat, ...]


class DatabaseHealth(msgspec.Struct, frozen=True):
    """How the database is. ``answer``: milliseconds for a question; ``size``: bytes."""

    version: str
    answer: float
    size: int
    connections: int
    most_connections: int
    revision: str


_STUCK = and_(
    tables.room.c.status == "playing",
    tables.room.c.paused_at.is_(None),
    or_(
        tables.room.c.deadline < house_now - text("interval '1 minute'"),
        tables.room.c.updated_at < func.now() - text(f"interval '{STUCK_HOURS} hours'"),
    ),
)


class Overview:
    """Queries over all rooms. None of them reads a position."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def counts(self) -> dict[tuple[str, str], int]:
        """How many rooms, by game and status."""
        room = tables.room
        async with self._engine.connect() as connection:
            rows = await connection.execute(
                select(room.c.game, room.c.status, func.count()).group_by(
                    room.c.game, room.c.status
                )
            )
            return {(row[0], row[1]): row[2] for row in rows}

    async def stuck(self) -> int:
        """How many running games are stuck."""
        async with self._engine.connect() as connection:
            return await connection.scalar(select(func.count()).where(_STUCK)) or 0

    async def rooms(self, wanted: Filter) -> tuple[Sequence[RoomRow], int]:
        """The first rooms of a filter, and how many there are in all."""
        query = _filtered(wanted)
        async with self._engine.connect() as connection:
            total = await connection.scalar(select(func.count()).select_from(query.subquery()))
            rows = (
                await connection.execute(
                    query.order_by(_ORDERS[wanted.sort], tables.room.c.id).limit(SHOWN)
                )
            ).all()
            seat = tables.seat
            seats = await connection.execute(
                select(seat)
                .where(seat.c.room_id.in_([row.id for row in rows]))
                .order_by(seat.c.room_id, seat.c.number)
            )
            sitting: dict[int, list[ListedSeat]] = {}
            for row in seats:
                listed = ListedSeat(
                    row.number, row.name, row.colour, bool(row.computer), row.person_id
                )
                sitting.setdefault(row.room_id, []).append(listed)
        found = [
            RoomRow(
                row.id,
                row.code,
                row.game,
                row.status,
                row.host or "",
                row.seats,
                row.version,
                row.paused_at is not None,
                row.listed,
                row.is_stuck,
                row.created_at,
                row.updated_at,
                row.deadline,
                tuple(sitting.get(row.id, ())),
            )
            for row in rows
        ]
        return found, total or 0

    async def database(self) -> DatabaseHealth:
        """Ask the database how it is."""
        async with self._engine.connect() as connection:
            began = time.perf_counter()
            await connection.execute(text("SELECT 1"))
            answer = (time.perf_counter() - began) * 1000
            row = (await connection.execute(_HEALTH)).one()
        return DatabaseHealth(
            row.version, answer, row.size, row.connections, int(row.most), row.revision
        )


_HEALTH = text(
    """
    SELECT current_setting('server_version') AS version,
           pg_database_size(current_database()) AS size,
           (SELECT count(*) FROM pg_stat_activity
            WHERE datname = current_database()) AS connections,
           current_setting('max_connections') AS most,
           (SELECT max(version_num) FROM alembic_version) AS revision
    """
)


def _filtered(wanted: Filter) -> Select[Any]:
    room, seat, host = tables.room, tables.seat, tables.person.alias("host")
    columns = [
        room.c[name]
        for name in (
            "id", "code", "game", "status", "seats", "version", "paused_at", "listed",
            "created_at", "updated_at", "deadline",
        )
    ]  # fmt: skip
    query = select(*columns, host.c.name.label("host"), _STUCK.label("is_stuck")).select_from(
        room.outerjoin(host, host.c.id == room.c.host_id)
    )
    if wanted.game:
        query = query.where(room.c.game == wanted.game)
    if wanted.status:
        query = query.where(room.c.status == wanted.status)
    else:
        query = query.where(room.c.status.in_(("lobby", "playing")))
    if wanted.words:
        named = seat.c.name.icontains(wanted.words, autoescape=True)
        at_table = room.c.id.in_(select(seat.c.room_id).where(named))
        code = room.c.code.icontains(wanted.words, autoescape=True)
        query = query.where(or_(code, at_table))
    if wanted.host:
        query = query.where(host.c.name.icontains(wanted.host, autoescape=True))
    if wanted.idle:
        query = query.where(
            room.c.updated_at < func.now() - func.make_interval(0, 0, 0, 0, 0, wanted.idle)
        )
    if wanted.stuck:
        query = query.where(_STUCK)
    return query
