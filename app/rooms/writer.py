"""The one statement that makes a move, and the group commit in front of it.

All moves that wait while a commit is in flight go into the next one: one multi-row statement,
one fsync. A lone move waits for nobody.
"""

from __future__ import annotations

from typing import Any

import msgspec
from sqlalchemy.ext.asyncio import AsyncEngine

from app.line import Group, Groups, Line
from app.rooms.house_time import HOUSE_NOW, STANDSTILL_SECONDS
from app.rooms.journal import Commit, pack_events

SNAPSHOT_EVERY = 64
"""Entries between two kept positions: the most that is replayed to reach any state."""

_COLUMNS: dict[str, str] = {
    "room_id": "bigint",
    "number": "integer",
    "position": "bytea",
    "status": "text",
    "deadline": "timestamptz",
    "clock": "text",
    "result": "text",
    "kind": "text",
    "seat": "smallint",
    "move": "text",
    "slot": "text",
    "undo_to": "integer",
    "by": "text",
    "barrier": "boolean",
    "draws": "integer",
    "events": "bytea",
    "client_id": "text",
    "took": "integer",
    "at": "timestamptz",
}

# a room row is rewritten only from the version that the move was played on, and only if the
# sender's id has not made a move before: two nodes can't both win, a retry can't double. The time
# that a commit has waited is nobody's
STATEMENT = f"""
    WITH input AS (
      SELECT * FROM unnest({", ".join(f"${n}::{t}[]" for n, t in enumerate(_COLUMNS.values(), 1))})
        AS input({", ".join(_COLUMNS)})
    ), house AS (
      SELECT {HOUSE_NOW} AS now
    ), turned AS (
      UPDATE room SET
        version = input.number,
        position = input.position,
        status = input.status,
        deadline = input.deadline + CASE
          WHEN abs(extract(epoch FROM house.now - input.at)) > {STANDSTILL_SECONDS}
          THEN house.now - input.at ELSE interval '0' END,
        clock = CAST(input.clock AS jsonb),
        result = CAST(input.result AS jsonb),
        updated_at = now(),
        finished_at = CASE WHEN input.status = 'finished' THEN now() END
      FROM input CROSS JOIN house
      WHERE room.id = input.room_id
        AND room.version = input.number - 1
        AND room.status = 'playing'
        AND (room.paused_at IS NULL OR input.by = 'house')
        AND NOT EXISTS (
          SELECT FROM move
          WHERE move.room_id = input.room_id AND move.client_id = input.client_id)
      RETURNING room.id
    ), kept AS (
      INSERT INTO snapshot (room_id, number, position)
      SELECT room_id, number, position FROM input JOIN turned ON turned.id = input.room_id
      WHERE number % {SNAPSHOT_EVERY} = 0
    )
    INSERT INTO move (room_id, number, kind, seat, move, slot, undo_to, by, barrier, draws,
                      events, client_id, took)
    SELECT room_id, number, kind, seat, move, slot, undo_to, by, barrier, draws,
           events, client_id, took
    FROM input JOIN turned ON turned.id = input.room_id
    RETURNING room_id
    """  # noqa: S608 - built from the constants above


class Writer:
    """Commits moves in groups. One writer a node, at most one commit in flight, so one connection
    of its own is all it needs; the driver's bare statement costs a third of SQLAlchemy's."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._line = Line(engine)
        self._groups: Groups[Commit, bool] = Groups(self._commit_group)

    async def commit(self, commit: Commit) -> bool:
        """Store a move. True once it is on disk; False when the room has moved on since.

        Raises ``OSError`` or an error of asyncpg when the database can't be reached.
        """
        return await self._groups.put(commit)

    async def _commit_group(self, group: Group[Commit, bool]) -> None:
        try:
            stored = await self._execute([commit for commit, _ in group])
        except Exception as error:  # whatever it is, nobody may wait for ever
            if len(group) == 1:
                if not group[0][1].done():
                    group[0][1].set_exception(error)
                return
            # one bad row (a deadlock, a doubled id) must not take the others with it
            for item in group:
                await self._commit_group([item])
            return
        for commit, future in group:
            if not future.done():
                future.set_result(commit.room_id in stored)

    async def _execute(self, commits: list[Commit]) -> set[int]:
        # after a lost connection: if the moves have been stored after all, they won't be again
        rows = await self._line.fetch(STATEMENT, *parameters(commits).values())
        return {row[0] for row in rows}

    async def settle(self) -> None:
        """Wait until what is to be stored is stored, or has failed."""
        await self._groups.settle()

    async def close(self) -> None:
        """Let go of the connection; the next commit makes another."""
        await self._line.close()


def parameters(commits: list[Commit]) -> dict[str, list[Any]]:
    """By column, in the order of the statement's."""
    entries = [commit.entry for commit in commits]
    return {
        "room_id": [commit.room_id for commit in commits],
        "number": [entry.number for entry in entries],
        "position": [commit.position for commit in commits],
        "status": [commit.status for commit in commits],
        "deadline": [commit.deadline for commit in commits],
        "clock": [msgspec.json.encode(commit.clock).decode() for commit in commits],
        "result": [commit.result for commit in commits],
        "kind": [entry.kind for entry in entries],
        "seat": [entry.seat for entry in entries],
        "move": [entry.move for entry in entries],
        "slot": [entry.slot for entry in entries],
        "undo_to": [entry.undo_to for entry in entries],
        "by": [entry.by for entry in entries],
        "barrier": [entry.barrier for entry in entries],
        "draws": [entry.draws for entry in entries],
        "events": [pack_events(entry.events) for entry in entries],
        "client_id": [entry.client_id for entry in entries],
        "took": [entry.took for entry in entries],
        "at": [commit.at for commit in commits],
    }
