"""Greenroom beside boardgame.io and Colyseus: ``python -m bench.side_by_side``.

Every server in turn, several times over, a fresh process for every figure, the same driver for
all; writes ``docs/performance.md`` and ``bench/results.json``. The peers' packages come from
``npm install`` in ``bench/peers``.
"""

from __future__ import annotations

import argparse
import asyncio
import datetime
import json
import socket
import statistics
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import msgspec
import uvloop

from app.postgres import EmbeddedPostgres
from bench import hot, limits, machine, rules
from bench.driver import Figures, Load
from bench.peers.clients import BoardgameIo, Colyseus
from bench.rooms import measure
from bench.servers import ROOT, site, start, stop

PEERS = ROOT / "bench" / "peers"
CONTENDERS = "json,html,json2,bgio,bgio-postgres,colyseus"
"""``json2``: JSON with two nodes."""

_METHOD = Path(__file__).with_name("method.md")


async def one(contender: str, rooms: int, rate: int, seconds: float, warm: float) -> Figures:
    """One run of one contender."""
    if contender in ("json", "html", "json2"):
        async with site(2 if contender == "json2" else 1) as where:
            return await measure(where, contender[:4], rooms, rate, seconds, warm)
    with tempfile.TemporaryDirectory(prefix="greenroom-bench-") as folder:
        if contender != "bgio-postgres":
            return await _peer(contender, Path(folder), None, rooms, rate, seconds, warm)
        async with EmbeddedPostgres(Path(folder)) as postgres:
            return await _peer(contender, Path(folder), postgres, rooms, rate, seconds, warm)


async def _peer(
    contender: str,
    folder: Path,
    postgres: EmbeddedPostgres | None,
    rooms: int,
    rate: int,
    seconds: float,
    warm: float,
) -> Figures:
    script = "colyseus.mjs" if contender == "colyseus" else "boardgameio.mjs"
    environment = {"PORT": str(_free_port()), "NODE_ENV": "production"}
    trees: dict[str, list[int]] = {}
    if postgres is not None:
        environment["PGHOST"] = parse_qs(urlsplit(postgres.url).query)["host"][0]
        trees["postgres"] = [postgres.pid or 0]
    server = await start(["node", script], environment, PEERS, folder / "peer.log")
    trees["server"] = [server.pid]
    storage = "memory" if postgres is None else "Postgres"
    peer = Colyseus(server.port) if contender == "colyseus" else BoardgameIo(server.port, storage)
    try:
        return await Load(peer, rooms, rate, trees).run(seconds, warm)
    finally:
        await peer.close()
        await stop(server)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def _cell(values: Sequence[float]) -> str:
    middle = statistics.median(values)
    digits = 0 if middle >= 100 else 2
    return f"{middle:,.{digits}f} ({min(values):,.{digits}f}-{max(values):,.{digits}f})"


def _table(head: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return "\n".join([*lines, *("| " + " | ".join(map(str, row)) + " |" for row in rows)])


def _rooms_table(runs: Sequence[Figures]) -> str:
    grouped: dict[tuple[str, int, int], list[Figures]] = {}
    for run in runs:
        grouped.setdefault((run.name, run.rooms, run.rate), []).append(run)
    head = (
        "server",
        "rooms",
        "offered/s",
        "moves/s",
        "CPU ms a move: server",
        "Postgres",
        "p50 ms",
        "p95 ms",
        "p99 ms",
        "bytes an update",
        "RSS kB a room",
        "others %",
    )
    rows: list[list[object]] = []
    for (name, rooms, rate), same in sorted(grouped.items(), key=lambda item: item[0][1:]):
        stored = [run.cpu["postgres"] for run in same if "postgres" in run.cpu]
        rows.append(
            [
                name,
                rooms,
                rate,
                _cell([run.moves_per_second for run in same]),
                _cell([run.cpu["server"] for run in same]),
                _cell(stored) if stored else "",
                *(_cell([getattr(run, name) for run in same]) for name in ("p50", "p95", "p99")),
                round(statistics.median(run.bytes_an_update for run in same)),
                round(statistics.median(run.rss_kb_a_room for run in same)),
                round(statistics.median(run.foreign_percent for run in same)),
            ]
        )
    return _table(head, rows)


def written(results: dict[str, Any], runs: Sequence[Figures], rounds: int) -> str:
    """The results page."""
    about = ", ".join(f"{key} {value}" for key, value in results["machine"].items())
    hot_rows = [list(row.values()) for row in results["hot"]]
    limit_rows = [(r["limit"], f"{r['a_second']:,}") for r in results["limits"]]
    pace_rows = [(r["engine"], f"{r['decisions_a_second']:,}") for r in results["rules"]]
    return (
        "\n\n".join(
            (
                "# Performance",
                f"Written by `make bench` on {results['date']}: {about}.",
                _METHOD.read_text().format(rounds=rounds).strip(),
                "## Rooms",
                _rooms_table(runs),
                "## A move without sockets and database",
                "Microseconds of CPU: rules and packing, then views and messages for four viewers.",
                _table(("game", "dialect", "moves", "rules", "told", "bytes a message"), hot_rows),
                "## Limits of the parts",
                _table(("what", "a second"), limit_rows),
                "## Random playouts on one core",
                "Decisions a second of CPU, open menu and move.",
                _table(("engine", "decisions/s"), pace_rows),
            )
        )
        + "\n"
    )


async def run(options: argparse.Namespace) -> None:
    runs: list[Figures] = []
    for _ in range(options.rounds):
        for rooms in map(int, options.rooms.split(",")):
            for rate in map(int, options.rate.split(",")):
                for contender in options.contenders.split(","):
                    figures = await one(contender, rooms, rate, options.seconds, options.warm)
                    print(msgspec.json.encode(figures).decode(), flush=True)
                    runs.append(figures)
    dialects = {"json": hot.JsonDialect(), "html": hot.html_dialect()}
    costs = [
        hot.measure(slug, dialect, options.hot_moves)
        for slug in hot.GAMES
        for dialect in dialects.values()
    ]
    results: dict[str, Any] = {
        "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
        "machine": machine.described(),
        "rooms": msgspec.to_builtins(runs),
        "hot": msgspec.to_builtins(costs),
        "limits": await limits.run(options.seconds),
        "rules": msgspec.to_builtins(rules.run(options.seconds)),
    }
    options.json.write_text(json.dumps(results, indent=1))
    options.page.write_text(written(results, runs, options.rounds))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--contenders", default=CONTENDERS)
    parser.add_argument("--rooms", default="1,10,100")
    parser.add_argument("--rate", default="0,50,200")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=6)
    parser.add_argument("--warm", type=float, default=1)
    parser.add_argument("--hot-moves", type=int, default=1000)
    parser.add_argument("--page", type=Path, default=ROOT / "docs" / "performance.md")
    parser.add_argument("--json", type=Path, default=ROOT / "bench" / "results.json")
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(run(parser.parse_args()))


if __name__ == "__main__":
    main()
