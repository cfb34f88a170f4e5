"""Whose session is it? Asked with every request: in groups, on a connection of its own."""

from __future__ import annotations

import asyncio
from typing import Any

import asyncpg
from sqlalchemy.ext.asyncio import AsyncEngine

from app.line import Line

STATEMENT = """
    SELECT session.token_hash, session.admin_until, session.seen_at AS last,
           person.id, person.name, person.colour, person.role, person.honours,
           person.email, person.email_confirmed_at
    FROM session JOIN person ON person.id = session.person_id
    WHERE session.token_hash = ANY($1::bytea[]) AND person.banned_at IS NULL
    """


class Sessions:
    """Finds sessions. All that are asked for while an answer is under way go into the next
    question; a lone one waits for nobody. Nothing is remembered, so who signs out is out."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._line = Line(engine)
        self._waiting: list[tuple[bytes, asyncio.Future[Any]]] = []
        self._task: asyncio.Task[None] | None = None

    async def find(self, token_hash: bytes) -> asyncpg.Record | None:
        """The row of `STATEMENT` for a token's hash.

        Raises ``OSError`` or an error of asyncpg when the database can't be reached.
        """
        future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._waiting.append((token_hash, future))
        if self._task is None:
            self._task = asyncio.create_task(self._drain())
        return await future

    async def _drain(self) -> None:
        try:
            while self._waiting:
                group, self._waiting = self._waiting, []
                await self._answer(group)
        finally:
            self._task = None

    async def _answer(self, group: list[tuple[bytes, asyncio.Future[Any]]]) -> None:
        found: dict[bytes, asyncpg.Record] = {}
        failed: Exception | None = None
        try:
            rows = await self._line.fetch(STATEMENT, list({token_hash for token_hash, _ in group}))
            found = {row["token_hash"]: row for row in rows}
        except Exception as error:  # whatever it is, nobody may wait for ever
            failed = error
        for token_hash, future in group:
            if future.done():
                continue
            if failed is not None:
                future.set_exception(failed)
            else:
                future.set_result(found.get(token_hash))

    async def close(self) -> None:
        """Let go of the connection; the next question makes another."""
        await self._line.close()
