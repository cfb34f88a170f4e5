"""A proxy that sends each new connection to the next node, and past nodes that do not answer."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
from collections.abc import Sequence
from typing import Self

_CHUNK = 65_536

Stream = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class RoundRobin:
    """Passes bytes between clients and nodes. Use as an asynchronous context manager.

    ``url``: where it listens. ``sent``: how many connections each node was given.
    """

    def __init__(self, ports: Sequence[int]) -> None:
        self._ports = ports
        self._turn = itertools.count()
        self._ways: set[asyncio.Task[None]] = set()
        self.sent = dict.fromkeys(ports, 0)
        self.url = ""

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        port = self._server.sockets[0].getsockname()[1]
        self.url = f"http://127.0.0.1:{port}"
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()
        for way in self._ways:
            way.cancel()
        await asyncio.gather(*self._ways, return_exceptions=True)

    async def _serve(self, *client: *Stream) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._ways.add(task)
        with contextlib.suppress(OSError, asyncio.CancelledError):
            node = await self._next()
            if node is not None:
                try:
                    await asyncio.gather(_pass(client[0], node[1]), _pass(node[0], client[1]))
                finally:
                    await _close(node[1])
        await _close(client[1])
        self._ways.discard(task)

    async def _next(self) -> Stream | None:
        first = next(self._turn)
        for offset in range(len(self._ports)):
            port = self._ports[(first + offset) % len(self._ports)]
            with contextlib.suppress(OSError):
                node = await asyncio.open_connection("127.0.0.1", port)
                self.sent[port] += 1
                return node
        return None


async def _close(writer: asyncio.StreamWriter) -> None:
    writer.close()
    with contextlib.suppress(OSError):
        await writer.wait_closed()


async def _pass(source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
    with contextlib.suppress(OSError):
        while data := await source.read(_CHUNK):
            sink.write(data)
            await sink.drain()
    with contextlib.suppress(OSError, RuntimeError):
        sink.write_eof()
