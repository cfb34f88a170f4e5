"""Talk in a room."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any

import msgspec
from sqlalchemy import (
    ARRAY,
    BigInteger,
    Row,
    bindparam,
    func,
    insert,
    select,
    text,
    update,
)
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from app import tables
from app.people.names import skeleton
from app.people.people import Person
from app.people.texts import plain_text
from app.rooms.refusals import Refused
from app.rooms.room import Room

LINE_LIMIT = 500
LINES_KEPT = 100
LINES_AT_ONCE = 5
WINDOW_SECONDS = 5.0


class ChatLine(msgspec.Struct, frozen=True):
    """A line of chat. ``channel``: "room" or "onlookers"; ``seat``: of who wrote it, if any;
    ``time`` as it is shown: "21:04" (UTC; the page turns it into the reader's own)."""

    id: int
    channel: str
    name: str
    seat: int | None
    text: str
    person_id: int | None
    time: str
    deleted: bool = False


def clean_line(text: str) -> str:
    """A line as it is stored. Raises `Refused` for an empty or too long one (GR-016)."""
    line = plain_text(text)
    if not line:
        raise Refused("There is nothing to say in this.", "GR-016", 422)
    if len(line) > LINE_LIMIT:
        raise Refused(f"A line has up to {LINE_LIMIT} characters.", "GR-016", 422)
    return line


class Chat:
    """Stores and reads what is said."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def recent(self, room_id: int, deleted: bool = False) -> Sequence[ChatLine]:
        """The newest lines, oldest first; on demand with those that were taken away."""
        message = tables.message
        query = select(message).where(message.c.room_id == room_id)
        if not deleted:
            query = query.where(message.c.deleted.is_(False))
        async with self._engine.connect() as connection:
            rows = await connection.execute(query.order_by(message.c.id.desc()).limit(LINES_KEPT))
            return [_line(row) for row in reversed(rows.all())]

    async def since(self, known: Mapping[int, int]) -> dict[int, list[ChatLine]]:
        """By room, the lines after the newest one that is known of it, oldest first."""
        parameters = {"rooms": list(known), "newest": list(known.values())}
        found: dict[int, list[ChatLine]] = {}
        async with self._engine.connect() as connection:
            for row in await connection.execute(_SINCE, parameters):
                found.setdefault(row.room_id, []).append(_line(row))
        return found

    async def line(self, message_id: int) -> ChatLine | None:
        async with self._engine.connect() as connection:
            row = (
                await connection.execute(
                    select(tables.message).where(tables.message.c.id == message_id)
                )
            ).one_or_none()
        return None if row is None else _line(row)

    async def say(self, room: Room, person: Person, text: str) -> ChatLine:
        """Store a line: in the room for a seat, among the onlookers for everybody else."""
        line = clean_line(text)
        sitter = room.seat_of(person.id)
        channel = "onlookers" if sitter is None else "room"
        if sitter is None and skeleton(person.name) in {skeleton(name) for name in room.names}:
            raise Refused("Somebody at the table has a name that looks the same.", "GR-010")
        message = tables.message
        async with self._engine.begin() as connection:
            await self._may_talk(connection, room.id, person.id)
            row = (
                await connection.execute(
                    insert(message)
                    .values(
                        room_id=room.id,
                        person_id=person.id,
                        channel=channel,
                        name=person.name if sitter is None else sitter.name,
                        seat=None if sitter is None else sitter.number,
                        text=line,
                    )
                    .returning(message)
                )
            ).one()
        return _line(row)

    async def _may_talk(self, connection: AsyncConnection, room_id: int, person_id: int) -> None:
        """Raises `Refused` for the silenced (GR-023) and for too many lines at once (GR-016)."""
        mute, message = tables.mute, tables.message
        silenced = await connection.execute(
            select(mute.c.person_id).where(mute.c.room_id == room_id, mute.c.person_id == person_id)
        )
        if silenced.first() is not None:
            raise Refused("You have been silenced at this table.", "GR-023", 403)
        # lines that are sent at the same moment are counted one after the other
        await connection.execute(
            select(func.pg_advisory_xact_lock(func.hashint8(room_id), func.hashint8(person_id)))
        )
        lately = await connection.scalar(
            select(func.count()).where(
                message.c.room_id == room_id,
                message.c.person_id == person_id,
                message.c.at > func.clock_timestamp() - timedelta(seconds=WINDOW_SECONDS),
            )
        )
        if lately is not None and lately >= LINES_AT_ONCE:
            raise Refused("Let the others read first: five lines in five seconds.", "GR-016", 429)

    async def delete(self, message_id: int) -> ChatLine | None:
        """Take a line away; returns it as it is now."""
        message = tables.message
        async with self._engine.begin() as connection:
            row = (
                await connection.execute(
                    update(message)
                    .where(message.c.id == message_id)
                    .values(deleted=True)
                    .returning(message)
                )
            ).one_or_none()
        return None if row is None else _line(row)


_SINCE = text(
    """
    SELECT message.*
    FROM unnest(:rooms, :newest) AS known(room_id, id)
    JOIN message ON message.room_id = known.room_id AND message.id > known.id
    ORDER BY message.id
    """
).bindparams(
    bindparam("rooms", type_=ARRAY(BigInteger)), bindparam("newest", type_=ARRAY(BigInteger))
)


def _line(row: Row[Any]) -> ChatLine:
    return ChatLine(
        row.id,
        row.channel,
        row.name,
        row.seat,
        "" if row.deleted else row.text,
        row.person_id,
        row.at.strftime("%H:%M"),
        row.deleted,
    )
