"""Faults on purpose: ``make chaos``, ``make soak``.

Two nodes and a Postgres under a steady load of computer players and JSON clients in all five games.
At random a node or Postgres is killed, notify connections are cut, clients stop to read, and frames
are sent twice. Then the clients' own logs are held against the database: no acknowledged move may
be lost, none doubled, and every client's view must equal a fresh one within 3 seconds of calm.

Ends with 1 when anything was lost, doubled or unequal.
"""

from __future__ import annotations

import argparse
import asyncio
import collections
import contextlib
import os
import random
import signal
import sys
import time
from collections.abc import AsyncGenerator
from typing import Any

import asyncpg
import httpx2
import msgspec
import uvloop
from websockets.exceptions import WebSocketException

from app.games.catalog import CATALOG
from bench import machine
from bench.chaos_client import Client, Json
from bench.greenroom import Api
from bench.servers import Running, Site, site, start_node

_AWAY = (OSError, WebSocketException, httpx2.HTTPError, RuntimeError, asyncpg.PostgresError)
CALM_SECONDS = 3.0
_LOOKS_AT_ONCE = 20
_LISTENERS = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
    "WHERE query ILIKE 'listen%' AND pid <> pg_backend_pid()"
)


class Findings(msgspec.Struct):
    """What a run did and found."""

    seconds: float
    rooms: int
    acknowledged: int
    refused: int
    sent_twice: int
    reconnects: int
    faults: dict[str, int]
    lost: list[str]
    doubled: list[str]
    unequal: list[str]
    rss_mb: dict[str, float]

    @property
    def clean(self) -> bool:
        return not (self.lost or self.doubled or self.unequal)


class Chaos:
    """The load, the faults, and the audit. ``pause``: mean seconds between two faults."""

    def __init__(self, where: Site, tables: int, pause: float, luck: random.Random) -> None:
        self._site = where
        self._tables = tables
        self._pause = pause
        self._luck = luck
        self._ports = [node.port for node in where.nodes]
        self.clients: list[Client] = []
        self.faults: collections.Counter[str] = collections.Counter()
        self._load: list[asyncio.Task[None]] = []
        self.rooms = 0

    # ------------------------------------------------------------------ load

    async def play(self) -> None:
        """Keep every table busy until cancelled: a new game follows a finished one."""
        async with asyncio.TaskGroup() as group:
            for number in range(self._tables):
                group.create_task(self._table(number))

    async def _table(self, number: int) -> None:
        games = list(CATALOG)
        while True:
            game = games[number % len(games)]
            number += 1
            try:
                pair = await self._open(game)
            except _AWAY:
                await asyncio.sleep(0.2)
                continue
            self.rooms += 1
            self.clients += pair
            for client in pair:
                self._load.append(asyncio.create_task(client.run()))
            await asyncio.gather(*(client.finished.wait() for client in pair))

    async def _open(self, game: str) -> list[Client]:
        """A game of two programs, each on a node of its own, and computer players."""
        api = Api(self._ports[0])
        try:
            tokens = [await api.guest("Cli"), await api.guest("Ent")]
            meta = CATALOG[game].meta
            seats = max(meta.min_seats, min(3, meta.max_seats))
            room = await api.post("/rooms", tokens[0], {"game": game, "seats": seats})
            code = room["code"]
            await api.post(f"/join/{room['invite']}", tokens[1])
            for _ in range(seats - 2):
                await api.post(f"/rooms/{code}/computers", tokens[0], {"kind": "random"})
            await api.post(f"/rooms/{code}/start", tokens[0])
        finally:
            await api.close()
        return [
            Client(port, code, token, random.Random(self._luck.random()))
            for port, token in zip(self._ports, tokens, strict=True)
        ]

    # ------------------------------------------------------------------ faults

    async def disturb(self) -> None:
        """Faults until cancelled."""
        while True:
            await asyncio.sleep(self._luck.expovariate(1 / self._pause))
            kinds = [self._kill_node, self._cut_listeners, self._stop_reading, self._kill_postgres]
            fault = self._luck.choices(kinds, [4, 3, 4, 1])[0]
            with contextlib.suppress(*_AWAY):
                await fault()
                self.faults[fault.__name__.strip("_")] += 1

    async def _kill_node(self) -> None:
        at = self._luck.randrange(len(self._site.nodes))
        node = self._site.nodes[at]
        node.process.kill()
        await node.process.communicate()
        self._site.nodes[at] = await self._node(node)

    async def _node(self, gone: Running) -> Running:
        while True:
            with contextlib.suppress(RuntimeError):
                return await start_node(self._site.postgres.url, self._site.log, gone.port)

    async def _kill_postgres(self) -> None:
        pid = self._site.postgres.pid
        if pid is not None:
            os.kill(pid, signal.SIGKILL)

    async def _cut_listeners(self) -> None:
        async with self._database() as database:
            await database.execute(_LISTENERS)

    async def _stop_reading(self) -> None:
        if not self.clients:
            return
        client = self._luck.choice(self.clients)
        await client.stop_reading(self._luck.uniform(0.5, 12))

    @contextlib.asynccontextmanager
    async def _database(self) -> AsyncGenerator[asyncpg.Connection]:
        database = await asyncpg.connect(self._site.postgres.url.replace("+asyncpg", ""))
        try:
            yield database
        finally:
            await database.close()

    # ------------------------------------------------------------------ audit

    async def settle(self) -> list[str]:
        """No more moves and faults; views that differ from fresh ones after the calm."""
        for client in self.clients:
            client.quiet = True
        await asyncio.sleep(CALM_SECONDS)
        unequal: list[str] = []
        for at in range(0, len(self.clients), _LOOKS_AT_ONCE):
            group = self.clients[at : at + _LOOKS_AT_ONCE]
            problems = await asyncio.gather(*map(self._compared, group))
            unequal += [problem for problem in problems if problem]
        return unequal

    async def _compared(self, client: Client) -> str:
        # a computer player may move between the two looks: then look again
        fresh: Json = {}
        for _ in range(5):
            before = client.picture()
            try:
                fresh = await _fresh_picture(client)
            except TimeoutError:
                return f"{client.code}: nobody answers a fresh client"
            if fresh in (before, client.picture()):
                return ""
            await asyncio.sleep(0.5)
        return f"{client.code} v{client.seen.get('version')} against v{fresh.get('version')}"

    async def audit(self) -> tuple[list[str], list[str]]:
        """Acknowledged moves that are not stored, and moves stored more than once."""
        lost: list[str] = []
        doubled: list[str] = []
        async with self._database() as database:
            rows = await database.fetch(
                "SELECT room.code, move.client_id, move.move, move.number FROM move "
                "JOIN room ON room.id = move.room_id WHERE move.client_id IS NOT NULL"
            )
        stored: dict[str, list[Any]] = collections.defaultdict(list)
        for row in rows:
            stored[row["client_id"]].append(row)
        for client in self.clients:
            for name, (move, _) in client.acknowledged.items():
                found = [row for row in stored[name] if row["move"] == move]
                if not found:
                    lost.append(f"{client.code} {name} {move}")
        doubled += [name for name, found in stored.items() if len(found) > 1]
        return lost, doubled

    async def end(self) -> None:
        for client in self.clients:
            client.end()
        await asyncio.gather(*self._load, return_exceptions=True)


async def _fresh_picture(client: Client) -> Json:
    fresh = Client(client.port, client.code, client.token, random.Random(0))
    fresh.quiet = True
    task = asyncio.create_task(fresh.run())
    try:
        async with asyncio.timeout(20):
            await fresh.whole.wait()
        return fresh.picture()
    finally:
        fresh.end()
        await task


def _told(*what: object) -> None:
    print(time.strftime("%H:%M:%S"), *what, file=sys.stderr, flush=True)


def _memory(where: Site) -> dict[str, float]:
    return {
        f"node {at}": round(machine.rss(node.pid) / 2**20, 1) for at, node in enumerate(where.nodes)
    }


async def run(options: argparse.Namespace) -> Findings:
    """One run: load and faults, calm, audit."""
    async with site(2) as where:
        _told("open")
        chaos = Chaos(where, options.tables, options.pause, random.Random(options.seed))
        began = time.monotonic()
        play = asyncio.create_task(chaos.play())
        disturb = asyncio.create_task(chaos.disturb())
        await asyncio.sleep(options.seconds)
        disturb.cancel()
        play.cancel()
        for task in (disturb, play):  # whatever ended one of them before is no clean run
            with contextlib.suppress(asyncio.CancelledError):
                await task
        for at, node in enumerate(where.nodes):  # the last fault may have been cut short
            if node.process.returncode is not None:
                where.nodes[at] = await start_node(where.postgres.url, where.log, node.port)
        _told("calm", len(chaos.clients))
        await asyncio.sleep(15)  # stopped clients read on, dropped ones come back
        unequal = await chaos.settle()
        _told("compared", len(unequal))
        await chaos.end()
        _told("clients gone", len(chaos.clients))
        lost, doubled = await chaos.audit()
        clients = chaos.clients
        return Findings(
            seconds=round(time.monotonic() - began, 1),
            rooms=chaos.rooms,
            acknowledged=sum(len(client.acknowledged) for client in clients),
            refused=sum(client.refused for client in clients),
            sent_twice=sum(client.sent_twice for client in clients),
            reconnects=sum(client.connects - 1 for client in clients),
            faults=dict(chaos.faults),
            lost=lost,
            doubled=doubled,
            unequal=unequal,
            rss_mb=_memory(where),
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--tables", type=int, default=10, help="games at a time")
    parser.add_argument("--pause", type=float, default=2, help="mean seconds between faults")
    parser.add_argument("--seed", type=int, default=1)
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        findings = runner.run(run(parser.parse_args()))
    print(msgspec.json.format(msgspec.json.encode(findings)).decode())
    sys.exit(0 if findings.clean else 1)


if __name__ == "__main__":
    main()
