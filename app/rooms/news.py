"""What other nodes have played, in the rooms that people look at here: asked for in groups, one
statement for all rooms that are behind."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

import asyncpg
import msgspec
from sqlalchemy.ext.asyncio import AsyncEngine

from app.line import Line, Questions
from app.rooms.clock import Clock
from app.rooms.journal import JournalEntry, unpack_events

PLAYED = frozenset({"move", "undo", "rename"})
"""Kinds of entries that change nothing of a room but what `News` holds."""

_ENTRY = [name for name in JournalEntry.__struct_fields__ if name != "events"]
STATEMENT = f"""
    WITH asked AS (SELECT * FROM unnest($1::bigint[], $2::integer[]) AS asked(id, known))
    SELECT room.id, asked.known, room.version, room.status, room.position, room.deadline,
           room.clock, room.finished_at, move.events,
           {", ".join(f'move.{name} AS "move_{name}"' for name in _ENTRY)}
    FROM asked JOIN room ON room.id = asked.id
      JOIN move ON move.room_id = room.id AND move.number > asked.known
    ORDER BY room.id, move.number
    """  # noqa: S608 - built from the constants above


class News(msgspec.Struct):
    """A room's entries since those that were known, and the room with them."""

    version: int
    status: str
    position: bytes
    deadline: datetime | None
    clock: Clock
    finished_at: datetime | None
    entries: list[JournalEntry]

    @property
    def is_all(self) -> bool:
        """Is nothing else of the room changed by these entries?"""
        return all(entry.kind in PLAYED for entry in self.entries)


class Newsroom:
    """Asks for news."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._line = Line(engine)
        self._questions = Questions(self._ask)

    async def since(self, room_id: int, known: int) -> News | None:
        """What has been played after entry ``known``; ``None`` when nothing has.

        Raises ``OSError`` or an error of asyncpg when the database can't be reached.
        """
        return await self._questions.put((room_id, known))

    async def _ask(self, keys: list[tuple[int, int]]) -> Mapping[tuple[int, int], News]:
        rooms, known = zip(*keys, strict=True)
        found: dict[tuple[int, int], News] = {}
        for row in await self._line.fetch(STATEMENT, rooms, known):
            key = (row["id"], row["known"])
            if key not in found:
                found[key] = _news(row)
            found[key].entries.append(_entry(row))
        return found

    async def close(self) -> None:
        """Ask no more."""
        await self._questions.stop()
        await self._line.close()


def _news(row: asyncpg.Record) -> News:
    clock = msgspec.json.decode(row["clock"], type=Clock)
    return News(
        row["version"], row["status"], row["position"], row["deadline"], clock,
        row["finished_at"], [],
    )  # fmt: skip


def _entry(row: asyncpg.Record) -> JournalEntry:
    fields: dict[str, Any] = {name: row[f"move_{name}"] for name in _ENTRY}
    return JournalEntry(events=unpack_events(row["events"]), **fields)
