"""Many open rooms, and long games: ``python -m bench.crowd``.

*Crowd*: moves a second in 50 rooms of four viewers while 0 or 4,950 other rooms are open on the
same node, each watched by one; and its memory then. *Long*: CPU of a move early and late in the
same games.
"""

from __future__ import annotations

import argparse
import asyncio
from typing import Any

import msgspec
import uvloop
from sqlalchemy import text
from sqlalchemy.ext.asyncio import create_async_engine

from bench import machine
from bench.driver import SEATS, Load
from bench.greenroom import Dialect, Greenroom, GreenroomRoom
from bench.servers import Site, site

PLAYED = 50
CROWD = 5_000
EARLY, LATE, WINDOW = 10, 1_000, 100
_OPENED_AT_ONCE = 20

_ROOMS = """
    INSERT INTO room OVERRIDING SYSTEM VALUE
    SELECT (jsonb_populate_record(room, jsonb_build_object(
        'id', 1000000 + n, 'code', 'crowd-' || n, 'invite', 'crowd-' || n))).*
    FROM room, generate_series(1, CAST(:rooms AS integer)) AS n WHERE code = :code
"""
_SEATS = """
    INSERT INTO seat
    SELECT (jsonb_populate_record(seat, jsonb_build_object('room_id', 1000000 + n))).*
    FROM seat JOIN room ON room.id = seat.room_id, generate_series(1, CAST(:rooms AS integer)) AS n
    WHERE room.code = :code
"""


async def open_crowd(where: Site, peer: Greenroom, rooms: int) -> list[GreenroomRoom]:
    """Open ``rooms`` rooms that nobody plays in, one viewer each."""
    if not rooms:
        return []
    first = await peer.new_room()
    engine = create_async_engine(where.postgres.url)
    async with engine.begin() as connection:
        for statement in (_ROOMS, _SEATS):
            await connection.execute(text(statement), {"rooms": rooms, "code": first.code})
    await engine.dispose()
    crowd = [GreenroomRoom(f"crowd-{n}", first.tokens[:1], "html") for n in range(1, rooms + 1)]
    for at in range(0, rooms, _OPENED_AT_ONCE):
        opening = crowd[at : at + _OPENED_AT_ONCE]
        await asyncio.gather(*(room.connect(_unheard, peer.ports) for room in opening))
    return crowd


def _unheard(_version: int, _size: int) -> None:
    return


async def crowded(dialect: Dialect, open_rooms: int, seconds: float) -> dict[str, Any]:
    """Moves a second in `PLAYED` rooms with ``open_rooms`` open altogether."""
    async with site(1) as where:
        node = where.nodes[0]
        peer = Greenroom([node.port], dialect)
        before = machine.rss(node.pid)
        crowd = await open_crowd(where, peer, open_rooms - PLAYED)
        idle = machine.rss(node.pid)
        trees = {"server": [node.pid], "postgres": [where.postgres.pid or 0]}
        figures = await Load(peer, PLAYED, 0, trees).run(seconds, 1)
        for room in crowd:
            await room.close()
        await peer.close()
    return {
        **msgspec.to_builtins(figures),
        "name": f"greenroom {dialect}, {open_rooms:,} open rooms",
        "idle_kb_a_room": round((idle - before) / 1024 / max(1, len(crowd)), 1),
        "open_mb": round(idle / 2**20, 1),
    }


class _LongGame:
    """A room that is played up to a given move, each as soon as all know of the one before."""

    def __init__(self) -> None:
        self.moves = 0
        self._heard = 0
        self._until = 0
        self._there = asyncio.Event()
        self.room: GreenroomRoom | None = None

    def told(self, version: int, _size: int) -> None:
        if version != self.moves + 1 or not self._until:
            return
        self._heard += 1
        if self._heard == SEATS:
            self.moves, self._heard = version, 0
            self._next()

    def _next(self) -> None:
        assert self.room is not None
        if self.moves < self._until:
            self.room.send(self.moves)
        else:
            self._there.set()

    async def reach(self, number: int) -> None:
        self._until = number
        self._there.clear()
        self._next()
        await self._there.wait()


async def long_games(dialect: Dialect, rooms: int) -> dict[str, Any]:
    """CPU ms a move of server and Postgres, around move `EARLY` and around move `LATE`."""
    found: dict[str, float] = {}
    async with site(1) as where:
        peer = Greenroom([where.nodes[0].port], dialect)
        trees = {"all": [where.nodes[0].pid, where.postgres.pid or 0]}
        games = [_LongGame() for _ in range(rooms)]
        for game in games:
            game.room = await peer.open_room(game.told)
        for name, begins in (("early", EARLY), ("late", LATE)):
            await asyncio.gather(*(game.reach(begins) for game in games))
            busy = machine.busy(trees)
            await asyncio.gather(*(game.reach(begins + WINDOW) for game in games))
            found[name] = machine.busy(trees).since(busy).of["all"] * 1000 / WINDOW / rooms
        await asyncio.gather(*(game.room.close() for game in games if game.room))
        await peer.close()
    return {
        "name": f"greenroom {dialect}, a long game",
        "early_ms": round(found["early"], 3),
        "late_ms": round(found["late"], 3),
        "ratio": round(found["late"] / found["early"], 3),
    }


async def run(options: argparse.Namespace) -> None:
    encode = msgspec.json.encode
    for _ in range(options.rounds):
        if "long" in options.what:
            print(encode(await long_games("json", 10)).decode(), flush=True)
        if "crowd" in options.what:
            for rooms in (PLAYED, options.crowd):
                print(encode(await crowded("json", rooms, options.seconds)).decode(), flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--what", default="crowd,long")
    parser.add_argument("--crowd", type=int, default=CROWD)
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--rounds", type=int, default=1)
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(run(parser.parse_args()))


if __name__ == "__main__":
    main()
