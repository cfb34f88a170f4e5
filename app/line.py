"""A connection of one's own to Postgres, for a bare statement that is sent all the time.

Against a pool with a ping before each use and a transaction around it, that is one round trip
instead of four, and a third of the CPU.
"""

from __future__ import annotations

from typing import Any

import asyncpg
from sqlalchemy.ext.asyncio import AsyncEngine


class Line:
    """One connection, made when it is needed, and made anew when it is lost. Whoever has it sends
    one statement at a time."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._connection: asyncpg.Connection | None = None

    async def fetch(self, statement: str, *values: Any) -> list[asyncpg.Record]:
        """The rows of a statement that may be sent twice: once more after a lost connection.

        Raises ``OSError`` or an error of asyncpg when the database can't be reached.
        """
        known = self._connection
        connection = await self._connected()
        try:
            return await connection.fetch(statement, *values)
        except (asyncpg.PostgresConnectionError, asyncpg.InterfaceError, OSError):
            await self.close()
            if connection is not known:
                raise
            return await (await self._connected()).fetch(statement, *values)

    async def _connected(self) -> asyncpg.Connection:
        connection = self._connection
        if connection is None or connection.is_closed():
            _, arguments = self._engine.dialect.create_connect_args(self._engine.url)
            connection = self._connection = await asyncpg.connect(**arguments)
        return connection

    async def close(self) -> None:
        """Let go of the connection; the next statement makes another."""
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.terminate()
