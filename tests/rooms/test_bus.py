"""Word between nodes, on a real Postgres."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import asyncpg
import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

from app.rooms.bus import CHANNEL, Bus, Hint


class Node:
    """A bus with what it has heard, and how often it had to listen anew."""

    def __init__(self, engine: AsyncEngine, name: str) -> None:
        self.bus = Bus(engine, name)
        self.heard: asyncio.Queue[Hint] = asyncio.Queue()
        self.anew = 0
        self.is_up_to_date = asyncio.Event()
        self.fails: set[int] = set()

    def start(self) -> None:
        self.bus.start(self._hear, self._caught_up)

    async def _hear(self, hint: Hint) -> None:
        if hint.number in self.fails:
            self.fails.discard(hint.number)
            raise ValueError("stumbled over a hint")
        self.heard.put_nowait(hint)

    async def _caught_up(self) -> None:
        self.anew += 1
        self.is_up_to_date.set()

    async def next(self) -> Hint:
        async with asyncio.timeout(30):
            return await self.heard.get()

    async def listens_anew(self) -> None:
        async with asyncio.timeout(30):
            await self.is_up_to_date.wait()


@pytest.fixture
async def nodes(engine: AsyncEngine) -> AsyncIterator[tuple[Node, Node]]:
    pair = Node(engine, "one"), Node(engine, "two")
    for node in pair:
        node.start()
        await node.bus.listening.wait()
    yield pair
    for node in pair:
        await node.bus.stop()


async def test_nodes_hear_of_each_other_and_not_of_themselves(nodes: tuple[Node, Node]) -> None:
    one, two = nodes
    one.bus.tell("move", 7, 1)
    two.bus.tell("move", 7, 2)
    assert (await two.next()).number == 1
    assert (await one.next()).number == 2
    assert one.heard.empty()
    assert two.heard.empty()


async def test_a_hint_that_stumbles_costs_one_connection(nodes: tuple[Node, Node]) -> None:
    """The bus listens anew once, catches up, and hears everything from then on."""
    one, two = nodes
    two.fails = {1}
    one.bus.tell("move", 7, 1)
    await two.listens_anew()
    for number in range(2, 5):
        one.bus.tell("move", 7, number)
        assert (await two.next()).number == number
    assert two.anew == 1


async def test_a_cut_connection_is_made_anew(nodes: tuple[Node, Node], engine: AsyncEngine) -> None:
    one, two = nodes
    async with engine.connect() as connection:
        await connection.execute(
            text(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE datname = current_database() AND query ILIKE 'listen%'"
            )
        )
    await one.listens_anew()
    await two.listens_anew()
    one.bus.tell("move", 7, 5)
    assert (await two.next()).number == 5


async def test_what_is_no_hint_does_no_harm(nodes: tuple[Node, Node], database_url: str) -> None:
    one, two = nodes
    connection = await asyncpg.connect(database_url.replace("+asyncpg", ""))
    try:
        await connection.execute("SELECT pg_notify($1, 'nonsense')", CHANNEL)
    finally:
        await connection.close()
    one.bus.tell("move", 7, 6)
    assert (await two.next()).number == 6
