"""A connection of one's own to Postgres, for a bare statement that is sent all the time, and
what waits in front of it.

Against a pool with a ping before each use and a transaction around it, that is one round trip
instead of four, and a third of the CPU.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Generic, TypeAlias, TypeVar

import asyncpg
from sqlalchemy.ext.asyncio import AsyncEngine

_LOST = (
    OSError,
    asyncpg.PostgresConnectionError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
)

ItemT = TypeVar("ItemT")
KeyT = TypeVar("KeyT")
AnswerT = TypeVar("AnswerT")

Group: TypeAlias = list[tuple[ItemT, asyncio.Future[AnswerT]]]


class Line:
    """One connection, made when it is needed, and made anew when it is lost. Whoever has it sends
    one statement at a time."""

    def __init__(self, engine: AsyncEngine, **settings: str) -> None:
        """``settings``: of the server, for this connection."""
        self._engine = engine
        self._settings = settings
        self._connection: asyncpg.Connection | None = None

    async def fetch(self, statement: str, *values: Any) -> list[asyncpg.Record]:
        """The rows of a statement that may be sent twice: once more after a lost connection.

        Raises ``OSError`` or an error of asyncpg when the database can't be reached.
        """
        known = self._connection
        connection = await self._connected()
        try:
            return await connection.fetch(statement, *values)
        except _LOST:
            await self.close()
            if connection is not known:
                raise
            return await (await self._connected()).fetch(statement, *values)

    async def _connected(self) -> asyncpg.Connection:
        connection = self._connection
        if connection is None or connection.is_closed():
            _, arguments = self._engine.dialect.create_connect_args(self._engine.url)
            connection = await asyncpg.connect(**arguments, server_settings=self._settings)
            self._connection = connection
        return connection

    async def close(self) -> None:
        """Let go of the connection; the next statement makes another."""
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.terminate()


class Groups(Generic[ItemT, AnswerT]):
    """Items that are dealt with together: all that come while one group is under way are the
    next. A lone one waits for nobody.

    ``deal`` is given a group, and sees to it that every future in it is done.
    """

    def __init__(self, deal: Callable[[Group[ItemT, AnswerT]], Awaitable[None]]) -> None:
        self._deal = deal
        self._waiting: Group[ItemT, AnswerT] = []
        self._task: asyncio.Task[None] | None = None

    async def put(self, item: ItemT) -> AnswerT:
        """What comes of an item. Raises what its future was given."""
        future: asyncio.Future[AnswerT] = asyncio.get_running_loop().create_future()
        self._waiting.append((item, future))
        if self._task is None:
            self._task = asyncio.create_task(self._drain())
        return await future

    async def settle(self) -> None:
        """Wait until all that has come is dealt with."""
        if self._task is not None:
            await asyncio.gather(self._task, return_exceptions=True)

    async def stop(self) -> None:
        """Deal with nothing more: whoever waits is cancelled."""
        if self._task is not None:
            self._task.cancel()
            await self.settle()

    async def _drain(self) -> None:
        group: Group[ItemT, AnswerT] = []
        try:
            while self._waiting:
                group, self._waiting = self._waiting, []
                await self._deal(group)
        except asyncio.CancelledError:
            for _, future in (*group, *self._waiting):
                future.cancel()
            raise
        finally:
            self._task = None


class Questions(Generic[KeyT, AnswerT]):
    """Questions that one statement answers, asked in `Groups`.

    ``ask`` is given different keys and returns what it has found for them.
    """

    def __init__(self, ask: Callable[[list[KeyT]], Awaitable[Mapping[KeyT, AnswerT]]]) -> None:
        self._ask = ask
        self._groups: Groups[KeyT, AnswerT | None] = Groups(self._answer)

    async def put(self, key: KeyT) -> AnswerT | None:
        """What is found for a key. Raises what ``ask`` raises."""
        return await self._groups.put(key)

    async def stop(self) -> None:
        """Leave what is asked unanswered. An answer that goes on after its connection was let
        go would make another."""
        await self._groups.stop()

    async def _answer(self, group: Group[KeyT, AnswerT | None]) -> None:
        found: Mapping[KeyT, AnswerT] = {}
        failed: Exception | None = None
        try:
            found = await self._ask(list({key for key, _ in group}))
        except Exception as error:  # whatever it is, nobody may wait for ever
            failed = error
        for key, future in group:
            if future.done():
                continue
            if failed is not None:
                future.set_exception(failed)
            else:
                future.set_result(found.get(key))
