"""Reading rooms from the database: a room with its recent journal, and any older position."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from sqlalchemy import Row, Select, func, select
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from app import tables
from app.games import record, referee
from app.games.catalog import CATALOG
from app.games.chance import commitment
from app.games.contract import Result, Rules
from app.rooms.journal import JournalEntry, pack_position, unpack_events, unpack_position
from app.rooms.room import LOG_KEPT, Room, RoomFacts, Sitter

_FACTS = [tables.room.c[name] for name in RoomFacts.__struct_fields__]
_COMPARED = ("status", "host_id", "invite", "locked", "onlookers", "password_hash", "paused_at")
"""What of a room can change without a move and lets people in or moves through."""


class Stamp(msgspec.Struct, frozen=True):
    """What of a room's row tells that something has changed: its version, and `_COMPARED`."""

    version: int
    facts: tuple[Any, ...]

    def is_news_to(self, room: Room) -> bool:
        known = tuple(getattr(room.facts, name) for name in _COMPARED)
        return self.version > room.version or self.facts != known


class Store:
    """Queries over rooms. ``games``: the rules modules by slug."""

    def __init__(self, engine: AsyncEngine, games: Mapping[str, Rules[Any]] = CATALOG) -> None:
        self.engine = engine
        self.games = games
        self._codecs = {slug: referee.Codec(rules) for slug, rules in games.items()}

    def codec(self, game: str) -> referee.Codec[Any]:
        return self._codecs[game]

    async def load(self, room_id: int) -> Room | None:
        """A room with its seats and the newest part of its journal."""
        return await self._load(tables.room.c.id == room_id)

    async def load_by_code(self, code: str) -> Room | None:
        return await self._load(tables.room.c.code == code)

    async def code_of(self, invite: str) -> str | None:
        """The address of the room that an invitation opens."""
        room = tables.room
        async with self.engine.connect() as connection:
            return await connection.scalar(select(room.c.code).where(room.c.invite == invite))

    async def stamps(self, rooms: Sequence[Room]) -> list[tuple[Room, Stamp]]:
        """Of each room, whether the database knows it otherwise."""
        if not rooms:
            return []
        known, room = {each.id: each for each in rooms}, tables.room.c
        query = select(room.id, room.version, *(room[name] for name in _COMPARED))
        async with self.engine.connect() as connection:
            rows = await connection.execute(query.where(room.id == tables.any_of(known)))
        return [(known[row.id], Stamp(row.version, tuple(row[2:]))) for row in rows]

    async def _load(self, which: Any) -> Room | None:
        room = tables.room
        async with self.engine.connect() as connection:
            row = (
                await connection.execute(
                    select(*_FACTS, room.c.version, room.c.position, room.c.seed).where(which)
                )
            ).one_or_none()
            if row is None or row.game not in self.games:
                return None
            entries = await self.entries(connection, row.id, row.version - LOG_KEPT, row.version)
            sitters = await _sitters(connection, row.id)
            undone = await connection.scalar(
                select(func.count()).where(
                    tables.move.c.room_id == row.id, tables.move.c.kind == "undo"
                )
            )
            next_code = await connection.scalar(
                select(room.c.code).where(room.c.rematch_of == row.id, room.c.status != "closed")
            )
        found = Room(
            facts_of(row),
            self.games[row.game],
            self._codecs[row.game],
            sitters,
            bytes(row.seed),
            row.version,
            bytes(row.position) if row.position is not None else None,
            entries,
            undone or 0,
        )
        found.next_code = next_code or ""
        return found

    async def entries(
        self, connection: AsyncConnection, room_id: int, after: int, to: int
    ) -> list[JournalEntry]:
        """Journal entries with ``after < number <= to``, in order."""
        move = tables.move
        rows = await connection.execute(
            select(move)
            .where(move.c.room_id == room_id, move.c.number > after, move.c.number <= to)
            .order_by(move.c.number)
        )
        return [_entry(row) for row in rows]

    async def knows_client_id(self, room_id: int, client_id: str) -> bool:
        """Has this click made a move already?"""
        move = tables.move
        query: Select[Any] = select(move.c.number).where(
            move.c.room_id == room_id, move.c.client_id == client_id
        )
        async with self.engine.connect() as connection:
            return (await connection.execute(query)).first() is not None

    async def record(self, room: Room, with_seed: bool) -> record.Record:
        """The whole game as a record. Without its seed a record can't be replayed, but it
        gives no coming luck away either (GR-005): running games are exported so."""
        async with self.engine.connect() as connection:
            entries = await self.entries(connection, room.id, 0, room.version)
        return record.Record(
            record.FORMAT,
            room.facts.game,
            room.facts.rules_version,
            len(room.sitters),
            room.names,
            room.facts.settings,
            room.seed.hex() if with_seed else "",
            commitment(room.seed),
            [entry.recorded() for entry in entries],
            room.result(),
        )

    async def position_at(self, room: Room, number: int) -> referee.Position[Any]:
        """The position after entry ``number`` (0: after the setup), by replaying from the
        nearest kept one. Raises ``LookupError`` when there is none."""
        if number == room.version:
            return room.codec.copy(room.position)
        snapshot = tables.snapshot
        async with self.engine.connect() as connection:
            kept = (
                await connection.execute(
                    select(snapshot.c.number, snapshot.c.position)
                    .where(snapshot.c.room_id == room.id, snapshot.c.number <= number)
                    .order_by(snapshot.c.number.desc())
                    .limit(1)
                )
            ).one_or_none()
            if kept is None:
                raise LookupError(f"room {room.code} has no position {number}")
            entries = await self.entries(connection, room.id, kept.number, number)
        undo = next(
            (at for at in reversed(range(len(entries))) if entries[at].kind == "undo"), None
        )
        if undo is None:
            position = room.codec.decode(unpack_position(bytes(kept.position)))
        else:
            # whatever was played before it is of no account but for names; to replay that too
            # would double the work with every undo
            position = await self._gone_back(room, entries[undo])
            entries = entries[undo + 1 :]
        for entry in entries:
            record.enter(room.rules, position, room.seed, entry.recorded())
        return position

    async def _gone_back(self, room: Room, undo: JournalEntry) -> referee.Position[Any]:
        """The position right after the entry ``undo``."""
        position = await self.position_at(room, undo.undo_to - 1)
        async with self.engine.connect() as connection:
            undone = await self.entries(connection, room.id, undo.undo_to - 1, undo.number - 1)
        record.keep_names(room.rules, position, [entry.recorded() for entry in undone])
        return position

    async def past(self, room: Room, number: int) -> Room:
        """The room as it stood after entry ``number``: to look at, never to be kept or played
        on. Raises ``LookupError`` when there is no such position."""
        position = await self.position_at(room, number)
        async with self.engine.connect() as connection:
            entries = await self.entries(connection, room.id, number - LOG_KEPT, number)
        over = room.rules.result(position.state) is not None
        facts = msgspec.structs.replace(
            room.facts, status="finished" if over else "playing", paused_at=None, deadline=None
        )
        stored = pack_position(room.codec.encode(position))
        return Room(
            facts, room.rules, room.codec, room.sitters, room.seed, number, stored, entries, 0
        )


async def _sitters(connection: AsyncConnection, room_id: int) -> list[Sitter]:
    seat = tables.seat
    rows = await connection.execute(
        select(seat).where(seat.c.room_id == room_id).order_by(seat.c.number)
    )
    return [
        Sitter(
            row.number,
            row.person_id,
            row.name,
            row.colour,
            row.computer,
            row.left_game,
            row.ready,
            row.seen_version,
        )
        for row in rows
    ]


def facts_of(row: Row[Any]) -> RoomFacts:
    return msgspec.convert(
        {name: getattr(row, name) for name in RoomFacts.__struct_fields__},
        RoomFacts,
        str_keys=True,
    )


def _entry(row: Row[Any]) -> JournalEntry:
    return JournalEntry(
        number=row.number,
        kind=row.kind,
        seat=row.seat,
        move=row.move,
        events=unpack_events(bytes(row.events)),
        barrier=row.barrier,
        draws=row.draws,
        slot=row.slot,
        undo_to=row.undo_to,
        by=row.by,
        client_id=row.client_id,
        took=row.took,
        at=row.at,
    )


def result_json(result: Result | None) -> str | None:
    """A result as it is stored for lists and tables of honour."""
    return None if result is None else msgspec.json.encode(result).decode()
