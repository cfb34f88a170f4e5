"""What drills stand on: a Postgres, some nodes, and somebody else's proxy before them."""

from __future__ import annotations

import asyncio
import socket
import subprocess
import tempfile
import time
from collections.abc import AsyncGenerator, Generator, Sequence
from contextlib import ExitStack, asynccontextmanager, contextmanager
from pathlib import Path

from app.postgres import EmbeddedPostgres
from tests.service import Service

_START_SECONDS = 15.0


class Node(Service):
    """A node on a port of its own, which it comes back to, whatever its public address."""

    def __init__(self, database_url: str, **environment: str) -> None:
        super().__init__(database_url, **environment)
        self._port = free_port()

    def start(self, port: int = 0) -> None:
        super().start(port or self._port)
        self.url = f"http://127.0.0.1:{self._port}"


@asynccontextmanager
async def nodes(count: int, **environment: str) -> AsyncGenerator[list[Node]]:
    """So many nodes on one Postgres, all on loopback."""
    with tempfile.TemporaryDirectory(prefix="greenroom-drill-") as folder, ExitStack() as stack:
        async with EmbeddedPostgres(Path(folder)) as postgres:
            running = [Node(postgres.url, **environment) for _ in range(count)]
            for node in running:
                await asyncio.to_thread(stack.enter_context, node)
            yield running
            stack.close()


def free_port() -> int:
    """A port of loopback that nobody listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@contextmanager
def program(command: Sequence[str], folder: Path, port: int) -> Generator[None]:
    """A proxy in the foreground, listening on ``port``; ended on leaving.

    Raises ``RuntimeError`` with its log when it does not listen.
    """
    log = folder / "proxy.log"
    with log.open("wb") as lines:
        process = subprocess.Popen(command, cwd=folder, stdout=lines, stderr=lines)
    try:
        deadline = time.monotonic() + _START_SECONDS
        while not _listens(port):
            if process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(f"{command[0]} does not listen:\n{log.read_text()}")
            time.sleep(0.05)
        yield
    finally:
        process.terminate()
        process.wait(20)


def _listens(port: int) -> bool:
    with socket.socket() as probe:
        probe.settimeout(0.5)
        return probe.connect_ex(("127.0.0.1", port)) == 0
