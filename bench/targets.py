"""What Greenroom sets itself, and whether the figures that are kept reach it."""

from __future__ import annotations

import operator
from typing import Any

import msgspec

from app.games.catalog import CATALOG
from bench.results import Figure, Runs

MEMORY, DURABLE, COLYSEUS = "boardgame.io memory", "boardgame.io Postgres", "colyseus memory"


class Target(msgspec.Struct):
    """``found`` is ``None`` while something it needs has not been measured."""

    what: str
    limit: float
    found: float | None
    at_most: bool = False

    @property
    def met(self) -> str:
        if self.found is None:
            return "not measured"
        reached = (operator.le if self.at_most else operator.ge)(self.found, self.limit)
        return "yes" if reached else "no"

    @property
    def wanted(self) -> str:
        return f"{'at most' if self.at_most else 'at least'} {self.limit:g}"


def _ratio(one: float | None, other: float | None) -> float | None:
    return None if one is None or not other else one / other


def _cpu(figure: Figure) -> float:
    """Server and Postgres, ms a move."""
    return sum(figure["cpu"].values())


def _rooms(runs: Runs) -> list[Target]:
    targets: list[Target] = []

    def speed(name: str, rooms: int) -> float | None:
        return runs.median("moves_per_second", name=name, rooms=rooms, rate=0)

    for rooms in (10, 100):
        json, html = speed("greenroom json", rooms), speed("greenroom html", rooms)
        for other, limit in ((MEMORY, 2.5), (DURABLE, 15), (COLYSEUS, 0.2)):
            what = f"JSON, {rooms} rooms: moves/s, times {other}"
            targets.append(Target(what, limit, _ratio(json, speed(other, rooms))))
        cpu = _ratio(
            runs.median(_cpu, name="greenroom json", rooms=rooms, rate=0),
            runs.median(_cpu, name=MEMORY, rooms=rooms, rate=0),
        )
        what = f"JSON, {rooms} rooms: CPU a move with Postgres, times {MEMORY}"
        targets.append(Target(what, 0.6, cpu, at_most=True))
        what = f"HTML, {rooms} rooms: moves/s, times {MEMORY}"
        targets.append(Target(what, 1.2, _ratio(html, speed(MEMORY, rooms))))
    at = {"rooms": 100, "rate": 200}
    for key, limit in (("p50", 1.5), ("p99", 0.8)):
        ours, theirs = (runs.median(key, name=name, **at) for name in ("greenroom json", MEMORY))
        what = f"200 moves/s, 100 rooms: {key}, times {MEMORY}"
        targets.append(Target(what, limit, _ratio(ours, theirs), at_most=True))
    for dialect, part in (("json", 20), ("html", 10)):
        size = runs.median("bytes_an_update", name=f"greenroom {dialect}", rooms=100, rate=0)
        whole = runs.median("bytes_an_update", name=MEMORY, rooms=100, rate=0)
        what = f"{dialect.upper()}: bytes an update, times {MEMORY}"
        targets.append(Target(what, 1 / part, _ratio(size, whole), at_most=True))
    memory = [
        runs.median("rss_kb_a_room", name=name, rooms=100, rate=0)
        for name in ("greenroom json", MEMORY)
    ]
    what = f"memory a room with 4 connections, 100 rooms, times {MEMORY}"
    targets.append(Target(what, 0.6, _ratio(*memory), at_most=True))
    two = _ratio(speed("greenroom json, 2 nodes", 100), speed("greenroom json", 100))
    targets.append(Target("two nodes, 100 rooms: moves/s, times one", 1.3, two))
    return targets


def targets(pieces: dict[str, list[Figure]]) -> list[Target]:
    """All targets, worked out from the runs that are kept."""
    every = {name: Runs(figures) for name, figures in pieces.items()}
    rooms = every["rooms"]
    found = _rooms(rooms)
    commits = every["limits"].median(
        "a_second", name="our statement, 16 clients, 1 moves a statement"
    )
    for number in (10, 100):
        json = rooms.median("moves_per_second", name="greenroom json", rooms=number, rate=0)
        what = f"JSON, {number} rooms: moves/s, times our bare statement from 16 connections"
        found.append(Target(what, 0.5, _ratio(json, commits)))
    hot = every["hot"].median(
        lambda f: (f["rules"] + f["told"]) / 1000, game="bench", dialect="html"
    )
    found.append(Target("bench game: rules and four seats' HTML, ms", 0.45, hot, at_most=True))
    bgio = rooms.median("moves_per_second", name=MEMORY, rooms=10, rate=0)
    for slug in CATALOG:
        game = every["games"].median("moves_per_second", name=f"greenroom html, {slug}")
        what = f"{slug} in HTML, 10 rooms: moves/s, times {MEMORY} with the bench game"
        found.append(Target(what, 0.6, _ratio(game, bgio)))
    for key, limit in (("p50", 25), ("p95", 60)):
        what = f"click to changed page in the other browser: {key} ms"
        found.append(Target(what, limit, every["browser"].median(key), at_most=True))
    crowd = [
        every["crowd"].median("moves_per_second", name=f"greenroom json, {n} open rooms")
        for n in ("5,000", "50")
    ]
    found.append(Target("moves/s with 5,000 open rooms, times 50", 0.9, _ratio(*crowd)))
    late = every["crowd"].median("ratio", name="greenroom json, a long game")
    found.append(Target("CPU of move 1,000, times move 10", 1.1, late, at_most=True))
    return found + _rules(every["rules"])


def _rules(runs: Runs) -> list[Target]:
    def pace(engine: str) -> float | None:
        return runs.median("decisions_a_second", engine=engine)

    catan = pace("catanatron, 4 players")
    ratios = [_ratio(pace(slug), catan) for slug in CATALOG]
    known: list[Any] = [ratio for ratio in ratios if ratio is not None]
    second = sorted(known)[-2] if len(known) > 1 else None
    return [
        Target("playouts: the slowest game, times catanatron", 0.5, min(known, default=None)),
        Target("playouts: the second fastest game, times catanatron", 1, second),
    ]
