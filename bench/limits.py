"""What the parts allow by themselves: ``python -m bench.limits``.

Commits: our very statement from 16 clients, one move a statement, each in a room of its own (as
pgbench would do it); and in groups of 16, as the writer does under load. Echo: a websocket of bare
uvicorn that says every frame back.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import asyncpg
import uvicorn
import uvloop
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

from app.games import referee
from app.games.playouts import seed_of
from app.rooms.clock import Clock
from app.rooms.journal import Commit, JournalEntry, pack_position
from app.rooms.writer import STATEMENT, parameters
from bench import machine
from bench.game import RULES, move_of
from bench.greenroom import Greenroom
from bench.servers import ROOT, Site, site, start, stop

CLIENTS = 16
ECHOED = b"x" * 100

_COPIES = """
    INSERT INTO room OVERRIDING SYSTEM VALUE
    SELECT (jsonb_populate_record(room, jsonb_build_object(
        'id', 1000000 * $2 + n, 'code', 'c' || $2 || '-' || n, 'invite', 'i' || $2 || '-' || n))).*
    FROM room, generate_series(1, $2::integer) AS n WHERE code = $1
    RETURNING id
"""


async def commits(where: Site, seconds: float, together: int) -> dict[str, Any]:
    """Commits a second. ``together``: moves a statement."""
    url = where.postgres.url.replace("+asyncpg", "")
    peer = Greenroom([where.nodes[0].port], "json")
    room = await peer.new_room()
    await peer.close()
    first = await asyncpg.connect(url)
    rows = await first.fetch(_COPIES, room.code, CLIENTS * together)
    await first.close()
    rooms = [row["id"] for row in rows]
    position = pack_position(
        referee.Codec(RULES).encode(referee.start(RULES, 4, {}, seed_of("limits")))
    )
    ends = time.perf_counter() + seconds
    before = machine.busy({"postgres": [where.postgres.pid or 0]})
    began = time.perf_counter()

    async def client(own: list[int]) -> int:
        connection = await asyncpg.connect(url)
        number = 0
        while time.perf_counter() < ends:
            number += 1
            entry = JournalEntry(number, "move", number % 4, move_of(number), [], False, 0)
            group = [Commit(room, entry, position, "playing", Clock(), None, None) for room in own]
            stored = await connection.fetch(STATEMENT, *parameters(group).values())
            assert len(stored) == len(own)
        await connection.close()
        return number * len(own)

    counts = await asyncio.gather(
        *(client(rooms[at * together : (at + 1) * together]) for at in range(CLIENTS))
    )
    passed = time.perf_counter() - began
    spent = machine.busy({"postgres": [where.postgres.pid or 0]}).since(before)
    return {
        "name": f"our statement, {CLIENTS} clients, {together} moves a statement",
        "a_second": round(sum(counts) / passed),
        "postgres_cpu_ms": round(spent.of["postgres"] * 1000 / sum(counts), 3),
    }


class _Echo(WSListener):
    def __init__(self) -> None:
        self.count = 0

    def on_ws_connected(self, transport: WSTransport) -> None:
        transport.send(WSMsgType.TEXT, ECHOED)

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        self.count += 1
        transport.send(WSMsgType.TEXT, ECHOED)


async def echo(seconds: float) -> dict[str, Any]:
    """Frames a second there and back, 40 connections."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "bench.limits", "--serve-echo"]
        server = await start(command, {}, ROOT, Path(folder) / "echo.log")
        listeners = [_Echo() for _ in range(40)]
        address = f"ws://127.0.0.1:{server.port}/"
        sockets = [(await ws_connect(lambda e=e: e, address))[0] for e in listeners]  # pyright: ignore
        before, count = machine.tree_cpu(server.pid), sum(e.count for e in listeners)
        await asyncio.sleep(seconds)
        frames = sum(e.count for e in listeners) - count
        spent = machine.tree_cpu(server.pid) - before
        for socket in sockets:
            socket.disconnect(graceful=False)
        await stop(server)
    return {
        "name": "websocket echo of bare uvicorn, 40 connections",
        "a_second": round(frames / seconds),
        "server_cpu_ms": round(spent * 1000 / max(1, frames), 4),
    }


async def _echo_app(scope: Any, receive: Any, send: Any) -> None:
    if scope["type"] != "websocket":
        return
    await send({"type": "websocket.accept"})
    while (message := await receive())["type"] != "websocket.disconnect":
        if message["type"] == "websocket.receive":
            await send({"type": "websocket.send", "text": message["text"]})


class _EchoServer(uvicorn.Server):
    async def startup(self, sockets: Any = None) -> None:
        await super().startup(sockets)
        print("READY", self.servers[0].sockets[0].getsockname()[1], flush=True)


def _serve_echo() -> None:
    config = uvicorn.Config(
        _echo_app, "127.0.0.1", 0, ws="websockets-sansio", loop="uvloop", lifespan="off"
    )
    _EchoServer(config).run()


async def run(seconds: float) -> list[dict[str, Any]]:
    """All limits."""
    async with site(1) as where:
        found = [await commits(where, seconds, together) for together in (1, CLIENTS)]
    return [*found, await echo(seconds)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=6)
    parser.add_argument("--serve-echo", action="store_true")
    options = parser.parse_args()
    if options.serve_echo:
        _serve_echo()
        return
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        for line in runner.run(run(options.seconds)):
            print(json.dumps(line), flush=True)


if __name__ == "__main__":
    main()
