"""Whose session is it? Asked with every request: in groups, on a connection of its own."""

from __future__ import annotations

from collections.abc import Mapping

import asyncpg
from sqlalchemy.ext.asyncio import AsyncEngine

from app.line import Line, Questions

STATEMENT = """
    SELECT session.token_hash, session.admin_until, session.seen_at AS last,
           person.id, person.name, person.colour, person.role, person.honours,
           person.email, person.email_confirmed_at
    FROM session JOIN person ON person.id = session.person_id
    WHERE session.token_hash = ANY($1::bytea[]) AND person.banned_at IS NULL
    """


class Sessions:
    """Finds sessions. Nothing is remembered, so who signs out is out."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._line = Line(engine)
        self._questions = Questions(self._ask)

    async def find(self, token_hash: bytes) -> asyncpg.Record | None:
        """The row of `STATEMENT` for a token's hash.

        Raises ``OSError`` or an error of asyncpg when the database can't be reached.
        """
        return await self._questions.put(token_hash)

    async def _ask(self, token_hashes: list[bytes]) -> Mapping[bytes, asyncpg.Record]:
        rows = await self._line.fetch(STATEMENT, token_hashes)
        return {row["token_hash"]: row for row in rows}

    async def close(self) -> None:
        """Ask no more."""
        await self._questions.stop()
        await self._line.close()
