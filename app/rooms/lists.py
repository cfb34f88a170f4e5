"""Rooms in lists: a person's own, those anyone may join, finished ones."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import msgspec
from sqlalchemy import Row, Select, func, select
from sqlalchemy.ext.asyncio import AsyncEngine

from app import tables

SHOWN = 30


class ListedSeat(msgspec.Struct, frozen=True):
    number: int
    name: str
    colour: int
    computer: bool
    person_id: int | None


class ListedRoom(msgspec.Struct, frozen=True):
    """A room as a list shows it. ``places``: all its seats, ``seats``: the taken ones."""

    id: int
    code: str
    invite: str
    game: str
    status: str
    places: int
    host_id: int | None
    updated_at: datetime
    result: dict[str, Any] | None
    seats: tuple[ListedSeat, ...]


class Lists:
    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def running_of(self, person_id: int) -> Sequence[ListedRoom]:
        """The rooms in which a person has a seat and the game is not over, newest first."""
        return await self._rooms(
            _with_seat_of(person_id).where(tables.room.c.status.in_(("lobby", "playing")))
        )

    async def finished_of(self, person_id: int) -> Sequence[ListedRoom]:
        return await self._rooms(_with_seat_of(person_id).where(tables.room.c.status == "finished"))

    async def open_to_all(self) -> Sequence[ListedRoom]:
        """Listed rooms that wait for players. Private rooms are in no list and no count."""
        room = tables.room
        taken = (
            select(func.count())
            .where(tables.seat.c.room_id == room.c.id)
            .correlate(room)
            .scalar_subquery()
        )
        return await self._rooms(
            select(room).where(
                room.c.listed,
                room.c.status == "lobby",
                ~room.c.locked,
                room.c.password_hash.is_(None),
                taken < room.c.seats,
            )
        )

    async def _rooms(self, query: Select[Any]) -> Sequence[ListedRoom]:
        seat = tables.seat
        async with self._engine.connect() as connection:
            rows = (
                await connection.execute(
                    query.order_by(tables.room.c.updated_at.desc()).limit(SHOWN)
                )
            ).all()
            seats = await connection.execute(
                select(seat)
                .where(seat.c.room_id.in_([row.id for row in rows]))
                .order_by(seat.c.number)
            )
            by_room: dict[int, list[ListedSeat]] = {}
            for row in seats:
                listed = ListedSeat(
                    row.number, row.name, row.colour, bool(row.computer), row.person_id
                )
                by_room.setdefault(row.room_id, []).append(listed)
        return [_listed(row, by_room.get(row.id, [])) for row in rows]


def _with_seat_of(person_id: int) -> Select[Any]:
    room, seat = tables.room, tables.seat
    return select(room).join(seat, seat.c.room_id == room.c.id).where(seat.c.person_id == person_id)


def _listed(row: Row[Any], seats: list[ListedSeat]) -> ListedRoom:
    return ListedRoom(
        row.id,
        row.code,
        row.invite,
        row.game,
        row.status,
        row.seats,
        row.host_id,
        row.updated_at,
        row.result,
        tuple(seats),
    )
