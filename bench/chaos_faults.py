"""The faults of a chaos run: what happens to nodes, database, connections, clients and clocks."""

from __future__ import annotations

import asyncio
import collections
import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import AsyncGenerator, Awaitable, Callable, Generator, Sequence
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from random import Random

import asyncpg

from bench.chaos_load import AWAY, Process
from bench.servers import ROOT, Running, Site, node_environment, start

_LISTENERS = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
    "WHERE query ILIKE 'listen%' AND pid <> pg_backend_pid()"
)
_ALL = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
    "WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"
)
_CLOCK = Path(__file__).with_name("chaos_clock.c")
_CLOCK_BYTES = 8
_FURTHEST_JUMP = 3600
_BOTH = 0.2
"""The share of kills that leave no node: a standstill of the service."""


class Wrists:
    """The wall clock of each process, to be set wrong: ``chaos_clock.c`` is preloaded there."""

    def __init__(self, folder: Path) -> None:
        """Raises ``OSError`` or ``CalledProcessError`` without a compiler of C."""
        self._folder = folder
        self._library = folder / "clock.so"
        subprocess.run(
            ["cc", "-O1", "-shared", "-fPIC", "-o", self._library, _CLOCK, "-ldl"], check=True
        )

    def environment(self, name: str) -> dict[str, str]:
        """What a process needs whose clock goes by that name. The monotonic one stays true."""
        if not self._file(name).exists():
            self._file(name).write_bytes(bytes(_CLOCK_BYTES))
        return {"LD_PRELOAD": str(self._library), "GREENROOM_CLOCK": str(self._file(name))}

    def set(self, name: str, seconds: int) -> None:
        """From now on that clock is so far ahead."""
        with self._file(name).open("r+b") as file:
            file.write(seconds.to_bytes(_CLOCK_BYTES, sys.byteorder, signed=True))

    def _file(self, name: str) -> Path:
        return self._folder / f"clock-{name}"

    @contextmanager
    def worn(self, name: str) -> Generator[None]:
        """Children that are started meanwhile have this clock (our own Postgres takes over the
        environment of its parent)."""
        worn = self.environment(name)
        os.environ.update(worn)
        try:
            yield
        finally:
            for variable in worn:
                os.environ.pop(variable, None)


async def start_node(site: Site, wrists: Wrists, number: int, port: int = 0) -> Running:
    """A node of Greenroom whose clock is ``node-<number>``."""
    settings = node_environment(site.postgres.url, port)
    command = [sys.executable, "-m", "bench.server"]
    return await start(
        command, {**settings, **wrists.environment(f"node-{number}")}, ROOT, site.log
    )


class Faults:
    """Faults on a site and on the processes of clients. ``done`` counts them by name."""

    def __init__(
        self, site: Site, wrists: Wrists, company: Sequence[Process], luck: Random
    ) -> None:
        self._site = site
        self._wrists = wrists
        self._company = company
        self._luck = luck
        self._killing = asyncio.Lock()
        self._disturbing = asyncio.Lock()
        self._stopped: set[Process] = set()
        self._frozen: set[asyncio.subprocess.Process] = set()
        self.done: collections.Counter[str] = collections.Counter()

    # ------------------------------------------------------------------ when

    async def kill_nodes(self, pause: float) -> None:
        """Kill nodes until cancelled, at mean intervals of ``pause`` seconds."""
        while True:
            await asyncio.sleep(self._luck.expovariate(1 / pause))
            async with self._killing:
                if self._luck.random() < _BOTH:
                    await asyncio.gather(*(self._kill_node(at) for at in range(2)))
                else:
                    await self._kill_node(self._luck.randrange(len(self._site.nodes)))

    async def disturb(self, pause: float) -> None:
        """All other faults until cancelled, at mean intervals of ``pause`` seconds."""
        kinds: dict[Callable[[], Awaitable[None]], float] = {
            self._cut_listeners: 3,
            self._cut_connections: 2,
            self._stop_client: 4,
            self._stop_node: 1.5,
            self._jump_node: 2,
            self._jump_database: 0.7,
            self._kill_postgres: 1,
        }
        while True:
            await asyncio.sleep(self._luck.expovariate(1 / pause))
            fault = self._luck.choices(list(kinds), list(kinds.values()))[0]
            async with self._disturbing:
                with contextlib.suppress(*AWAY):
                    await fault()

    @asynccontextmanager
    async def calm(self) -> AsyncGenerator[None]:
        """No faults meanwhile; everything that was stopped goes on, everything killed is up."""
        async with self._killing, self._disturbing:
            for process in list(self._stopped):
                self._go_on(process)
            for frozen in list(self._frozen):
                self._thaw(frozen)
            while not await self._site.postgres.answers():
                await asyncio.sleep(0.05)
            yield

    # ------------------------------------------------------------------ nodes and database

    async def _kill_node(self, at: int) -> None:
        node = self._site.nodes[at]
        node.process.kill()
        await node.process.communicate()
        self._frozen.discard(node.process)
        self.done["node killed (SIGKILL)"] += 1
        while True:
            with contextlib.suppress(RuntimeError):
                self._site.nodes[at] = await start_node(self._site, self._wrists, at, node.port)
                return

    async def _stop_node(self) -> None:
        node = self._luck.choice(self._site.nodes)
        if node.process.returncode is not None:
            return
        node.process.send_signal(signal.SIGSTOP)
        self._frozen.add(node.process)
        self.done["node stopped for 1 to 8 s (SIGSTOP)"] += 1
        asyncio.get_running_loop().call_later(self._luck.uniform(1, 8), self._thaw, node.process)

    def _thaw(self, frozen: asyncio.subprocess.Process) -> None:
        if frozen in self._frozen:
            self._frozen.discard(frozen)
            with contextlib.suppress(ProcessLookupError):
                frozen.send_signal(signal.SIGCONT)

    async def _kill_postgres(self) -> None:
        pid = self._site.postgres.pid
        if pid is not None:
            os.kill(pid, signal.SIGKILL)
            self.done["Postgres killed (SIGKILL)"] += 1

    async def _cut_listeners(self) -> None:
        await self._execute(_LISTENERS)
        self.done["notify connections cut"] += 1

    async def _cut_connections(self) -> None:
        await self._execute(_ALL)
        self.done["all database connections cut"] += 1

    async def _execute(self, statement: str) -> None:
        database = await asyncpg.connect(self._site.postgres.url.replace("+asyncpg", ""))
        try:
            await database.execute(statement)
        finally:
            await database.close()

    # ------------------------------------------------------------------ clocks

    async def _jump_node(self) -> None:
        at = self._luck.randrange(len(self._site.nodes))
        self._wrists.set(f"node-{at}", self._luck.randint(-_FURTHEST_JUMP, _FURTHEST_JUMP))
        self.done["clock of a node jumped (up to an hour)"] += 1

    async def _jump_database(self) -> None:
        self._wrists.set("postgres", self._luck.randint(-_FURTHEST_JUMP, _FURTHEST_JUMP))
        self.done["clock of Postgres jumped (up to an hour)"] += 1

    # ------------------------------------------------------------------ clients

    async def _stop_client(self) -> None:
        process = self._luck.choice(self._company)
        if process in self._stopped:
            return
        process.stop()
        self._stopped.add(process)
        self.done["clients stopped for 1 to 14 s (SIGSTOP)"] += 1
        asyncio.get_running_loop().call_later(self._luck.uniform(1, 14), self._go_on, process)

    def _go_on(self, process: Process) -> None:
        if process in self._stopped:
            self._stopped.discard(process)
            process.go_on()
