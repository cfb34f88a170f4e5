"""A client that takes nothing ends its own connection, and holds nobody up."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
import uvicorn
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket
from websockets.asyncio.client import connect

from app.live import connection as live
from app.live.connection import Connection

LARGE = "x" * 4_000_000


class Loud:
    """A table whose every tick is a large message."""

    tick = 0

    def join(self, listener: Connection) -> None: ...

    def leave(self, listener: Connection) -> None: ...

    def audience_of(self, listener: Connection) -> Loud:
        return self

    def message_since(self, tick: int) -> str:
        return LARGE


async def test_who_takes_nothing_is_dropped_and_who_takes_stays(
    monkeypatch: pytest.MonkeyPatch, unused_tcp_port: int
) -> None:
    monkeypatch.setattr(live, "SEND_SECONDS", 0.2)
    table: Any = Loud()
    connections: list[Connection] = []
    gone: list[Connection] = []
    both = asyncio.Event()

    async def endpoint(socket: WebSocket) -> None:
        async def receive(text: str) -> None: ...

        await socket.accept()
        connection = Connection(socket, table, table, None, None, frames_per_second=1)
        connections.append(connection)
        if len(connections) == 2:
            both.set()
        await connection.run(receive)
        gone.append(connection)

    config = uvicorn.Config(
        Starlette(routes=[WebSocketRoute("/", endpoint)]),
        port=unused_tcp_port,
        ws="websockets-sansio",
        lifespan="off",
        log_config=None,
    )
    server = uvicorn.Server(config)
    serving = asyncio.create_task(server.serve())
    while not server.started:  # noqa: ASYNC110 - it tells nobody
        await asyncio.sleep(0.01)
    url = f"ws://127.0.0.1:{config.port}"
    async with (
        asyncio.timeout(30),
        connect(url, max_size=None, compression=None) as quick,
        connect(url, max_size=None, compression=None) as stopped,
    ):
        stopped.transport.pause_reading()
        await both.wait()
        while not gone:
            table.tick += 1
            for connection in connections:
                connection.wake()
                connection.hurry()
            assert await quick.recv() == LARGE
        assert gone == connections[1:]
        stopped.transport.abort()
    server.should_exit = True
    await serving
