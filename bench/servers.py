"""Servers under measurement, as processes of their own on loopback."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sys
import tempfile
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec

from app.migrate import upgrade
from app.postgres import EmbeddedPostgres

ROOT = Path(__file__).parents[1]
_START_SECONDS = 60.0
_STOP_SECONDS = 15.0


class Running(msgspec.Struct):
    """A server: its process, and the port that it listens on."""

    process: asyncio.subprocess.Process
    port: int

    @property
    def pid(self) -> int:
        return self.process.pid


async def start(
    command: Sequence[str], environment: Mapping[str, str], folder: Path, log: Path
) -> Running:
    """Start a server that prints "READY <port>". Raises ``RuntimeError`` when it doesn't."""
    with log.open("ab") as lines:
        process = await asyncio.create_subprocess_exec(
            *command,
            cwd=folder,
            env={**os.environ, **environment},
            stdout=asyncio.subprocess.PIPE,
            stderr=lines,
        )
    assert process.stdout is not None
    try:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_START_SECONDS):
                async for line in process.stdout:
                    word, _, port = line.decode().partition(" ")
                    if word == "READY":
                        return Running(process, int(port))
        raise RuntimeError(f"{command} did not start: {log.read_text()[-2000:]}")
    except BaseException:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        raise


async def stop(server: Running, number: signal.Signals = signal.SIGTERM) -> None:
    """End a server; harmless when it has ended already."""
    with contextlib.suppress(ProcessLookupError):
        server.process.send_signal(number)
    try:
        async with asyncio.timeout(_STOP_SECONDS):
            await server.process.communicate()
    except TimeoutError:
        server.process.kill()
        await server.process.communicate()


def node_environment(database_url: str, port: int = 0) -> dict[str, str]:
    """What a node of Greenroom needs: no pause of computer players, no limit for drivers."""
    return {
        "DATABASE_URL": database_url,
        "GREENROOM_SECRET": "for measuring only, for measuring only",
        "GREENROOM_COMPUTER_PAUSE": "0",
        "GREENROOM_LIMIT_FRAMES": "1000000/second",
        "GREENROOM_LIMIT_MOVES": "1000000/second",
        "GREENROOM_LIMIT_ROOMS": "1000000/second",
        "GREENROOM_LIMIT_JOINS": "1000000/second",
        "GREENROOM_HOST": "127.0.0.1",
        "GREENROOM_PORT": str(port),
        "GREENROOM_LOG_LEVEL": "warning",
    }


async def start_node(database_url: str, log: Path, port: int = 0) -> Running:
    """A node of Greenroom with the bench game."""
    command = [sys.executable, "-m", "bench.server"]
    return await start(command, node_environment(database_url, port), ROOT, log)


class Site(msgspec.Struct):
    """Greenroom whole: its database and one node or several."""

    postgres: EmbeddedPostgres
    nodes: list[Running]
    log: Path


@asynccontextmanager
async def site(nodes: int) -> AsyncGenerator[Site]:
    """A database in a folder of its own, durable as it is for players, and ``nodes`` on it."""
    with tempfile.TemporaryDirectory(prefix="greenroom-bench-") as folder:
        log = Path(folder) / "nodes.log"
        async with EmbeddedPostgres(Path(folder)) as postgres:
            await upgrade(postgres.url)
            running: list[Running] = []
            try:
                for _ in range(nodes):
                    running.append(await start_node(postgres.url, log))
                yield Site(postgres, running, log)
            finally:
                for server in running:
                    await stop(server)
