"""The pair, started once for a module, and the people who play on it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Iterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

import asyncpg
import pytest
from sqlalchemy.ext.asyncio import create_async_engine

from app.people.people import People
from tests.conftest import TEMPLATE, DatabaseServer
from tests.live.client import Api
from tests.nodes.proxy import RoundRobin
from tests.service import Service

PAUSE = 1.5
"""Seconds that a computer player thinks: long enough for its node to die meanwhile."""


class Pair:
    """Two nodes and their database."""

    def __init__(self, database_url: str) -> None:
        self.database_url = database_url
        self.first, self.second = [
            Service(database_url, GREENROOM_COMPUTER_PAUSE=str(PAUSE)) for _ in range(2)
        ]

    @asynccontextmanager
    async def database(self) -> AsyncGenerator[asyncpg.Connection]:
        connection = await asyncpg.connect(self.database_url.replace("+asyncpg", "", 1))
        try:
            yield connection
        finally:
            await connection.close()

    async def value(self, query: str, *arguments: Any) -> Any:
        async with self.database() as database:
            return await database.fetchval(query, *arguments)

    async def until(self, query: str, *arguments: Any, seconds: float = 20) -> None:
        """Wait until a query of one value gives something true. Raises ``TimeoutError``."""
        async with asyncio.timeout(seconds), self.database() as database:
            while not await database.fetchval(query, *arguments):  # noqa: ASYNC110
                await asyncio.sleep(0.1)


@pytest.fixture(scope="module")
def pair(database_server: DatabaseServer) -> Iterator[Pair]:
    name = database_server.create(TEMPLATE)
    pair = Pair(database_server.url(name))
    with pair.first, pair.second:
        yield pair
    database_server.drop(name)


@pytest.fixture
def mortal(pair: Pair) -> Iterator[Service]:
    """The second node, which may be ended: afterwards it is there again."""
    port = pair.second.port
    yield pair.second
    pair.second.stop()
    pair.second.start(port)


@pytest.fixture
async def proxy(pair: Pair) -> AsyncIterator[RoundRobin]:
    async with RoundRobin([pair.first.port, pair.second.port]) as proxy:
        yield proxy


@pytest.fixture
async def guests(proxy: RoundRobin) -> AsyncIterator[list[Api]]:
    guests = [await Api(proxy.url).introduce(name) for name in ("Anna", "Ben", "Cleo")]
    yield guests
    for guest in guests:
        await guest.close()


@pytest.fixture
async def admin(pair: Pair) -> AsyncIterator[Api]:
    """An admin at the first node."""
    engine = create_async_engine(pair.database_url)
    people = People(engine)
    person, _ = await people.create("Ada")
    await people.set_role(person.id, "admin")
    api = Api(pair.first.url)
    api.token = await people.sign_in(person.id, datetime.now(UTC) + timedelta(hours=1))
    api.http.headers["authorization"] = f"Bearer {api.token}"
    await engine.dispose()
    yield api
    await api.close()
