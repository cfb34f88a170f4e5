"""Greenroom under load: ``python -m bench.rooms --rooms 1,10,100 --dialect json,html``.

One line of JSON a run: moves a second, time from a move sent to all four viewers told, CPU a
move of server and Postgres, bytes an update, memory a room.
"""

from __future__ import annotations

import argparse
import asyncio
from typing import Any

import uvloop

from bench.driver import Figures, Load
from bench.greenroom import Greenroom, written
from bench.servers import Site, site


async def measure(
    where: Site, dialect: Any, rooms: int, rate: int, seconds: float, warm: float
) -> Figures:
    """One run against a site that nobody else uses."""
    peer = Greenroom([node.port for node in where.nodes], dialect)
    trees = {"server": [node.pid for node in where.nodes], "postgres": [where.postgres.pid or 0]}
    try:
        return await Load(peer, rooms, rate, trees).run(seconds, warm)
    finally:
        await peer.close()


async def run(options: argparse.Namespace) -> None:
    for _ in range(options.rounds):
        for dialect in options.dialect.split(","):
            for rooms in map(int, options.rooms.split(",")):
                for rate in map(int, options.rate.split(",")):
                    async with site(options.nodes) as where:
                        figures = await measure(
                            where, dialect, rooms, rate, options.seconds, options.warm
                        )
                    print(written(figures), flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rooms", default="1,10,100")
    parser.add_argument("--rate", default="0", help="moves a second; 0: as fast as accepted")
    parser.add_argument("--dialect", default="json,html")
    parser.add_argument("--nodes", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=6)
    parser.add_argument("--warm", type=float, default=1)
    parser.add_argument("--rounds", type=int, default=1)
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(run(parser.parse_args()))


if __name__ == "__main__":
    main()
