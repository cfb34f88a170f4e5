"""``docs/performance.md``, written from whatever has been measured (``bench/results``)."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from bench.results import FOLDER, Figure, Runs, kept
from bench.servers import ROOT
from bench.targets import targets

PAGE = ROOT / "docs" / "performance.md"
PIECES = ("rooms", "games", "crowd", "browser", "limits", "rules", "hot")

_METHOD = Path(__file__).with_name("method.md")
_LOAD = {
    "moves/s": "moves_per_second",
    "p50 ms": "p50",
    "p95 ms": "p95",
    "p99 ms": "p99",
    "bytes an update": "bytes_an_update",
    "RSS kB a room": "rss_kb_a_room",
    "others %": "foreign_percent",
}


def _number(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:,.2f}"


def _cell(values: Sequence[float]) -> str:
    """Median, lowest and highest."""
    middle = _number(statistics.median(values))
    if len(values) == 1:
        return middle
    return f"{middle} ({_number(min(values))}-{_number(max(values))})"


def _table(head: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return "\n".join([*lines, *("| " + " | ".join(map(str, row)) + " |" for row in rows)])


def _load(figures: Sequence[Figure]) -> str:
    groups = Runs(figures).groups("rooms", "rate", "name")
    rows = [
        [
            name,
            rooms,
            rate or "as accepted",
            _cell([run["cpu"]["server"] for run in same]),
            _cell([run["cpu"].get("postgres", 0) for run in same]),
            *(_cell([run[key] for run in same]) for key in _LOAD.values()),
        ]
        for (rooms, rate, name), same in sorted(groups, key=lambda group: group[0])
    ]
    head = ("server", "rooms", "offered/s", "server CPU ms a move", "Postgres CPU ms", *_LOAD)
    return _table(head, rows)


def _plain(figures: Sequence[Figure], name: str, columns: dict[str, str]) -> str:
    groups = Runs(figures).groups(name)
    rows = [
        [key, *(_cell([run[c] for run in same if c in run] or [0]) for c in columns.values())]
        for (key,), same in groups
    ]
    return _table(("what", *columns), rows)


def _hot(figures: Sequence[Figure]) -> str:
    rows = [
        [game, dialect, *(_cell([run[key] for run in same]) for key in ("rules", "told", "bytes"))]
        for (game, dialect), same in Runs(figures).groups("game", "dialect")
    ]
    return _table(("game", "dialect", "rules", "told", "bytes a message"), rows)


def _crowd(figures: Sequence[Figure]) -> str:
    crowds = [figure for figure in figures if "moves_per_second" in figure]
    long = [figure for figure in figures if "ratio" in figure]
    columns = {"CPU ms, move 10": "early_ms", "CPU ms, move 1,000": "late_ms", "ratio": "ratio"}
    open_rooms = {**_LOAD, "kB an open room with one viewer": "idle_kb_a_room"}
    parts = [_plain(crowds, "name", open_rooms)] if crowds else []
    return "\n\n".join([*parts, *([_plain(long, "name", columns)] if long else [])])


def _targets(pieces: dict[str, list[Figure]]) -> str:
    rows = [
        [t.what, t.wanted, "" if t.found is None else f"{t.found:.3g}", t.met]
        for t in targets(pieces)
    ]
    return _table(("target", "wanted", "measured", "met"), rows)


def _drawn(piece: str, figures: Sequence[Figure]) -> str:
    if piece in ("rooms", "games"):
        return _load(figures)
    if piece == "crowd":
        return _crowd(figures)
    if piece == "browser":
        columns = {"moves": "moves", "p50 ms": "p50", "p95 ms": "p95", "mean ms": "mean"}
        return _plain(figures, "name", columns)
    if piece == "limits":
        return _plain(figures, "name", {"a second": "a_second"})
    if piece == "rules":
        columns = {"decisions/s": "decisions_a_second", "decisions a game": "decisions_a_game"}
        return _plain(figures, "engine", columns)
    return _hot(figures)


_TITLES = {
    "rooms": "Rooms of the bench game",
    "games": "The games of the house, in HTML over sockets",
    "crowd": "Many open rooms, and long games",
    "browser": "From a click to the other browser",
    "limits": "Limits of the parts",
    "rules": "Random playouts on one core (decisions a second of CPU, open menu and move)",
    "hot": "A move without sockets and database (microseconds of CPU, four viewers)",
}


def write(page: Path = PAGE, folder: Path = FOLDER) -> None:
    """Write the page anew."""
    found: dict[str, Any] = {piece: kept(piece, folder) for piece in PIECES}
    pieces = {name: result["figures"] if result else [] for name, result in found.items()}
    parts = ["# Performance", _METHOD.read_text().strip(), "## Targets", _targets(pieces)]
    for piece, result in found.items():
        if result is None:
            continue
        about = ", ".join(f"{key} {value}" for key, value in result["machine"].items())
        rounds = result["rounds"]
        said = f"`python -m bench.all --only {piece}`, {result['date']}, {rounds} rounds: {about}."
        parts += [f"## {_TITLES[piece]}", said, _drawn(piece, result["figures"])]
    page.write_text("\n\n".join(parts) + "\n")
