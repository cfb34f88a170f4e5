"""Measures everything, in pieces: ``python -m bench.all [--only rooms,games] [--rounds 3]``.

Each piece that ran replaces its file in ``bench/results``; ``docs/performance.md`` is written anew
from all files that are there. Within a piece the rounds take turns, so that a slow moment of the
machine meets everybody.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import subprocess
import sys
from collections.abc import AsyncGenerator, Callable
from pathlib import Path
from typing import Any

import msgspec
import uvloop

from app.games.catalog import CATALOG
from bench import crowd, hot, limits, page, real_games
from bench.browser import latency
from bench.contenders import CONTENDERS, one
from bench.results import FOLDER, Figure, keep
from bench.servers import ROOT

_LATENCY_ROOMS = 100
_HOT_MOVES = 600
ENGINES = ROOT / "bench" / ".engines"
"""Where ``make bench`` installs what ``bench/requirements.txt`` names."""


async def _rooms(o: argparse.Namespace) -> AsyncGenerator[Any]:
    """Every contender as fast as accepted, and those in memory's league at fixed rates."""
    for contender in o.contenders.split(","):
        for rooms in map(int, o.rooms.split(",")):
            yield await one(contender, rooms, 0, o.seconds, 1)
        if contender in ("json", "html", "bgio", "colyseus"):
            for rate in filter(None, map(int, o.rate.split(","))):
                yield await one(contender, _LATENCY_ROOMS, rate, o.seconds, 1)


async def _games(o: argparse.Namespace) -> AsyncGenerator[Any]:
    for slug in CATALOG:
        yield await real_games.measure(slug, 10, o.seconds, 1)


async def _crowd(o: argparse.Namespace) -> AsyncGenerator[Any]:
    for rooms in (crowd.PLAYED, crowd.CROWD):
        yield await crowd.crowded("json", rooms, o.seconds)
    yield await crowd.long_games("json", 10)


async def _browser(o: argparse.Namespace) -> AsyncGenerator[Any]:
    yield await latency(o.clicks)


async def _limits(o: argparse.Namespace) -> AsyncGenerator[Any]:
    for figure in await limits.run(o.seconds):
        yield figure


async def _rules(o: argparse.Namespace) -> AsyncGenerator[Any]:
    """In a process of its own, which alone sees the packages of the peers."""
    command = [sys.executable, "-m", "bench.rules", "--seconds", str(o.seconds)]
    environment = {**os.environ, "PYTHONPATH": str(ENGINES)}
    done = await asyncio.create_subprocess_exec(
        *command, stdout=subprocess.PIPE, cwd=ROOT, env=environment
    )
    out, _ = await done.communicate()
    for line in out.decode().splitlines():
        if line.startswith("{"):
            yield json.loads(line)


async def _hot(o: argparse.Namespace) -> AsyncGenerator[Any]:
    dialects: list[Any] = [hot.JsonDialect(), hot.html_dialect()]
    for slug in hot.GAMES:
        for dialect in dialects:
            yield hot.measure(slug, dialect, _HOT_MOVES)


MEASURES: dict[str, Callable[[argparse.Namespace], AsyncGenerator[Any]]] = {
    "rooms": _rooms,
    "games": _games,
    "crowd": _crowd,
    "browser": _browser,
    "limits": _limits,
    "rules": _rules,
    "hot": _hot,
}


async def run(options: argparse.Namespace) -> None:
    """Run the wanted pieces one after the other; each is kept as soon as it is whole."""
    for piece in options.only.split(","):
        figures: list[Figure] = []
        for _ in range(options.rounds):
            async for found in MEASURES[piece](options):
                figures.append(msgspec.to_builtins(found))
                print(json.dumps(figures[-1]), flush=True)
        keep(piece, options.rounds, figures, options.results)
        page.write(options.page, options.results)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default=",".join(MEASURES), help="pieces, with commas")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=4, help="of each measurement")
    parser.add_argument("--contenders", default=CONTENDERS)
    parser.add_argument("--rooms", default="1,10,100")
    parser.add_argument("--rate", default="50,200", help="offered moves a second")
    parser.add_argument("--clicks", type=int, default=100)
    parser.add_argument("--results", type=Path, default=FOLDER)
    parser.add_argument("--page", type=Path, default=page.PAGE)
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(run(parser.parse_args()))


if __name__ == "__main__":
    main()
