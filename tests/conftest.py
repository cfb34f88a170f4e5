"""A real Postgres for the tests, and a fresh migrated database for each that asks for one."""

from __future__ import annotations

import asyncio
import hashlib
import itertools
import threading
from collections.abc import AsyncIterator, Coroutine, Iterator
from pathlib import Path
from typing import Any, TypeVar

import asyncpg
import pytest
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from app.migrate import upgrade
from app.postgres import EmbeddedPostgres
from app.rooms import lobby, rematch, robots
from tests.service import Service

Result = TypeVar("Result")

TEMPLATE = "template_greenroom"


class DatabaseServer:
    """A Postgres on a thread with a loop of its own.

    So synchronous, asynchronous and browser tests may all use it, each with its own loop, and the
    server lives exactly as long as the thread.
    """

    def __init__(self, directory: Path) -> None:
        # what a crash of the whole machine would leave behind is of no interest to tests
        self._postgres = EmbeddedPostgres(directory, {"fsync": "off", "full_page_writes": "off"})
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="postgres", daemon=True)
        self._numbers = itertools.count(1)

    def start(self) -> None:
        self._thread.start()
        self._run(self._postgres.start())
        self._run(self._execute(f"CREATE DATABASE {TEMPLATE}"))
        self._run(upgrade(self._postgres.database_url(TEMPLATE)))

    def stop(self) -> None:
        self._run(self._postgres.stop())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def create(self, template: str) -> str:
        """Make a database and give its name."""
        name = f"test_{next(self._numbers)}"
        self._run(self._execute(f"CREATE DATABASE {name} TEMPLATE {template}"))
        return name

    def drop(self, name: str) -> None:
        self._run(self._execute(f"DROP DATABASE {name} WITH (FORCE)"))

    def url(self, name: str) -> str:
        return self._postgres.database_url(name)

    def _run(self, work: Coroutine[Any, Any, Result]) -> Result:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result()

    async def _execute(self, statement: str) -> None:
        connection = await asyncpg.connect(self._postgres.url.replace("+asyncpg", "", 1))
        try:
            await connection.execute(statement)
        finally:
            await connection.close()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: item.get_closest_marker("long") is None)


@pytest.fixture(autouse=True)
def same_luck(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """The rooms that a test makes have the same seeds in every run: it fails always or never.

    Games of every luck are what the property suite, the playouts and the browsers' games are for.
    """
    test: str = request.node.nodeid
    numbers = itertools.count()

    def next_seed() -> bytes:
        return hashlib.sha256(f"{test} {next(numbers)}".encode()).digest()

    for module in (lobby, rematch, robots):
        monkeypatch.setattr(module, "new_seed", next_seed)


@pytest.fixture(scope="session")
def database_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DatabaseServer]:
    server = DatabaseServer(tmp_path_factory.mktemp("database"))
    server.start()
    yield server
    server.stop()


@pytest.fixture(scope="session")
def service(database_server: DatabaseServer) -> Iterator[Service]:
    """A running service with a database of its own, for all tests that only talk to it: to start
    one takes seconds, and rooms don't disturb each other."""
    with Service(database_server.url(database_server.create(TEMPLATE))) as service:
        yield service


@pytest.fixture
def database_url(database_server: DatabaseServer) -> Iterator[str]:
    """The address of a database with all tables and nothing in them, for this test alone."""
    name = database_server.create(TEMPLATE)
    yield database_server.url(name)
    database_server.drop(name)


@pytest.fixture
async def engine(database_url: str) -> AsyncIterator[AsyncEngine]:
    """Connections to that database, for tests without a house."""
    engine = create_async_engine(database_url)
    yield engine
    await engine.dispose()


@pytest.fixture
def empty_database_url(database_server: DatabaseServer) -> Iterator[str]:
    """The address of a database without tables, for this test alone."""
    name = database_server.create("template1")
    yield database_server.url(name)
    database_server.drop(name)
