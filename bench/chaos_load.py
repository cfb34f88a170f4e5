"""The load of a chaos run: tables in all five games, and the processes whose clients play there."""

from __future__ import annotations

import asyncio
import collections
import contextlib
import itertools
import signal
import sys
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

import asyncpg
import httpx2
import msgspec
from websockets.exceptions import WebSocketException

from app.games.catalog import CATALOG
from app.rooms.away import AWAY as DATABASE_AWAY
from app.rooms.clock import Clock
from bench.chaos_client import Dialect, Look, Place
from bench.chaos_company import Answer, Order
from bench.greenroom import Api
from bench.servers import ROOT

AWAY = (*DATABASE_AWAY, WebSocketException, httpx2.HTTPError, RuntimeError)
"""What somebody may see of a service on which faults are loosed."""
CLOCK = Clock("live", 2, 2)
"""Shorter than any that a host can choose, so that many a turn is taken by the sweep."""

_LINE_LIMIT = 2**26
_LOOK_SECONDS = 20.0


class Process:
    """A process of clients. ``counts`` is what it last told; ``over``: rooms that have ended."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self._looks: asyncio.Queue[list[Look]] = asyncio.Queue()
        self._reader = asyncio.create_task(self._read())
        self.counts: dict[str, int] = {}
        self.over: set[str] = set()
        self.heard = asyncio.Event()

    async def _read(self) -> None:
        assert self._process.stdout is not None
        async for line in self._process.stdout:
            answer = msgspec.json.decode(line, type=Answer)
            self.counts, self.over = answer.counts, set(answer.over)
            if answer.looks is not None:
                self._looks.put_nowait(answer.looks)
            self.heard.set()

    def order(self, order: Order) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(msgspec.json.encode(order) + b"\n")

    async def looks(self) -> list[Look]:
        """What its clients show. Raises ``TimeoutError`` when it does not answer."""
        self.order(Order("look"))
        async with asyncio.timeout(_LOOK_SECONDS):
            return await self._looks.get()

    def stop(self) -> None:
        self._process.send_signal(signal.SIGSTOP)

    def go_on(self) -> None:
        self._process.send_signal(signal.SIGCONT)

    async def end(self) -> None:
        assert self._process.stdin is not None
        self.go_on()
        self._process.stdin.close()
        try:
            async with asyncio.timeout(10):
                await self._process.wait()
        except TimeoutError:
            self._process.kill()
            await self._process.wait()
        await self._reader


@asynccontextmanager
async def processes(number: int, folder: Path) -> AsyncGenerator[list[Process]]:
    """So many processes of clients; their logs are ``folder/client-N.log``."""
    running: list[Process] = []
    try:
        for at in range(number):
            command = [sys.executable, "-m", "bench.chaos_company", f"{folder}/client-{at}.log"]
            running.append(
                Process(
                    await asyncio.create_subprocess_exec(
                        *command,
                        cwd=ROOT,
                        stdin=asyncio.subprocess.PIPE,
                        stdout=asyncio.subprocess.PIPE,
                        limit=_LINE_LIMIT,
                    )
                )
            )
        yield running
    finally:
        for process in running:
            await process.end()


class Load:
    """Tables that are kept busy: a new game follows a finished one.

    At each sit two programs and computer players, and a page looks on beside a program; every
    third table has a clock, and every fourth client reads slowly.
    """

    def __init__(
        self, ports: Sequence[int], database: str, company: Sequence[Process], luck: Random
    ) -> None:
        self.ports = tuple(ports)
        self.pause = 0.0
        self._database = database.replace("+asyncpg", "")
        self._company = company
        self._luck = luck
        self._numbers = itertools.count()
        self._places = itertools.count()
        self.rooms: dict[str, str] = {}
        """Every room so far, and its game."""
        self.open: set[str] = set()
        """Rooms with clients in them."""

    def counts(self) -> collections.Counter[str]:
        """What the clients have told so far, by name."""
        total: collections.Counter[str] = collections.Counter()
        for process in self._company:
            total.update(process.counts)
        return total

    def order(self, order: Order) -> None:
        for process in self._company:
            process.order(order)

    async def play(self, tables: int) -> None:
        """Keep so many tables busy until cancelled."""
        async with asyncio.TaskGroup() as group:
            for _ in range(tables):
                group.create_task(self._table())

    async def _table(self) -> None:
        while True:
            try:
                code = await self._open(next(self._numbers))
            except AWAY:
                await asyncio.sleep(0.3)
                continue
            while not any(code in process.over for process in self._company):
                await asyncio.sleep(0.5)

    async def _open(self, number: int) -> str:
        game = list(CATALOG)[number % len(CATALOG)]
        clocked = number % 3 == 0
        api = Api(self._luck.choice(self.ports))
        try:
            tokens = [await api.guest("Cli"), await api.guest("Ent")]
            meta = CATALOG[game].meta
            seats = max(meta.min_seats, min(3 + number % 2, meta.max_seats))
            room = await api.post("/rooms", tokens[0], {"game": game, "seats": seats})
            code = room["code"]
            await api.post(f"/join/{room['invite']}", tokens[1])
            for _ in range(seats - 2):
                await api.post(f"/rooms/{code}/computers", tokens[0], {"kind": "random"})
            if clocked:
                await self._wind_up(code)
            await api.post(f"/rooms/{code}/start", tokens[0])
            onlooker = await api.guest("Eye")
        finally:
            await api.close()
        self.rooms[code] = game
        self.open.add(code)
        looking = tokens[number % 2] if number % 4 else onlooker
        sitting: list[tuple[str, Dialect]] = [
            (tokens[0], "json"),
            (tokens[1], "json"),
            (looking, "html"),
        ]
        for token, dialect in sitting:
            at = next(self._places)
            slow = at % 4 == 3
            place = Place(code, token, self.ports, dialect, slow, clocked, self.pause)
            self._company[at % len(self._company)].order(Order("sit", place))
        return code

    async def _wind_up(self, code: str) -> None:
        database = await asyncpg.connect(self._database)
        try:
            clock = msgspec.json.encode(CLOCK).decode()
            await database.execute("UPDATE room SET clock = $1 WHERE code = $2", clock, code)
        finally:
            await database.close()

    async def close_rooms(self) -> None:
        """End all games, as an admin does it."""
        database = await asyncpg.connect(self._database)
        try:
            await database.execute("UPDATE room SET status = 'closed', deadline = NULL")
        finally:
            await database.close()

    async def looks(self) -> dict[str, Look]:
        """What every client shows, by its place."""
        told = await asyncio.gather(*(process.looks() for process in self._company))
        return {look.place.name: look for looks in told for look in looks}

    def leave_finished(self) -> None:
        over = {code for process in self._company for code in process.over}
        for code in over & self.open:
            self.order(Order("leave", code=code))
        self.open -= over

    def leave(self) -> None:
        """Every client goes."""
        self.order(Order("leave"))
        self.open.clear()

    async def all_told(self) -> None:
        """Wait until each process has spoken anew."""
        for process in self._company:
            process.heard.clear()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_LOOK_SECONDS):
                await asyncio.gather(*(process.heard.wait() for process in self._company))
