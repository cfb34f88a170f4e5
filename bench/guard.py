"""Has the hot path become dearer? ``python -m bench.guard --keep`` before a change, and without
``--keep`` after it.

Each figure is a ratio: CPU of one move of our work over CPU of a fixed piece of
reference work (plain Python, dictionaries and strings, like ours) that ran just before it. Slices
of both take turns, and the median of their ratios hardly moves on a busy machine, where
milliseconds double. Ends with 1 when a figure has grown by more than ``--allow``.
"""

from __future__ import annotations

import argparse
import gc
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec

from app.games.playouts import seed_of
from app.live.json_dialect import JsonDialect
from app.live.table import Dialect
from app.rooms.writer import parameters
from bench import hot
from bench.servers import ROOT

KEPT = ROOT / "bench" / "results" / "guard.json"
_SLICE_MOVES = 40
_REFERENCE_ROUNDS = 60


def reference() -> int:
    """Work that never changes: what ours is measured by."""
    size = 0
    for number in range(_REFERENCE_ROUNDS):
        rows = [{"id": f"row-{n}", "n": n * number, "on": n % 3 == 0} for n in range(40)]
        text = "".join(f'<li id="{row["id"]}" data-n="{row["n"]}">{row["on"]}</li>' for row in rows)
        size += len(text.replace("&", "&amp;").split("<li")) + len(msgspec.json.encode(rows))
    return size


def _cpu(work: Callable[[], object]) -> float:
    began = time.process_time()
    work()
    return time.process_time() - began


def _committing() -> Callable[[], object]:
    """Building the parameters of a group commit."""
    room = hot.new_room(hot.RULES, 4, seed_of("guard"))
    commits = [hot.play(room, n % 4, hot.move_of(n)) for n in range(16)]

    def work() -> None:
        for _ in range(_SLICE_MOVES):
            parameters(commits)

    return work


def works(games: Sequence[str]) -> dict[str, Callable[[], tuple[float, float]]]:
    """By name: a slice of work, and what it cost in seconds of CPU: rules, and telling."""
    dialects: dict[str, Dialect] = {"json": JsonDialect(), "html": hot.html_dialect()}
    found: dict[str, Callable[[], tuple[float, float]]] = {}
    for slug in games:
        for name, dialect in dialects.items():

            def work(slug: str = slug, dialect: Dialect = dialect) -> tuple[float, float]:
                cost = hot.measure(slug, dialect, _SLICE_MOVES)
                return cost.rules, cost.told

            found[f"{slug} {name}"] = work
    return found


def measure(rounds: int, games: Sequence[str]) -> dict[str, float]:
    """Ratios to the reference by name, medians of ``rounds`` slices."""
    slices: dict[str, list[float]] = {}
    doing, committing = works(games), _committing()
    for number in range(rounds + 1):
        for name, work in doing.items():
            gc.collect()
            base = _cpu(reference) * 1e6
            rules, told = work()
            if number:  # the first warms up
                slices.setdefault(f"{name}: telling four viewers", []).append(told / base)
                if name.endswith("json"):
                    slices.setdefault(f"{name[:-5]}: rules", []).append(rules / base)
        slices.setdefault("commit: parameters", []).append(_cpu(committing) / _cpu(reference))
    return {name: round(statistics.median(found), 4) for name, found in slices.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--games", default=",".join(hot.GAMES))
    parser.add_argument("--keep", action="store_true", help="keep the figures to compare with")
    parser.add_argument("--kept", type=Path, default=KEPT)
    parser.add_argument("--allow", type=float, default=0.15, help="growth that is no news")
    options = parser.parse_args()
    found = measure(options.rounds, options.games.split(","))
    if options.keep:
        options.kept.parent.mkdir(exist_ok=True)
        options.kept.write_bytes(msgspec.json.format(msgspec.json.encode(found), indent=1))
    before = msgspec.json.decode(options.kept.read_bytes(), type=dict[str, float])
    print(f"{'times the reference':48}{'before':>9}{'now':>9}{'ratio':>8}")
    worse = False
    for name, now in found.items():
        ratio = now / before.get(name, now)
        worse |= ratio > 1 + options.allow
        print(f"{name:48}{before.get(name, now):9.3f}{now:9.3f}{ratio:8.2f}")
    sys.exit(worse)


if __name__ == "__main__":
    main()
