"""What has been measured, a file for each piece: pieces run alone and are merged on the page."""

from __future__ import annotations

import datetime
import json
import statistics
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from bench import machine
from bench.servers import ROOT

FOLDER = ROOT / "bench" / "results"

Figure = dict[str, Any]
"""One run of one thing: "name" and what was measured. Equal names are runs of the same thing."""


def keep(piece: str, rounds: int, figures: Sequence[Figure], folder: Path = FOLDER) -> None:
    """Write a piece's file anew."""
    folder.mkdir(exist_ok=True)
    kept = {
        "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
        "machine": machine.described(),
        "rounds": rounds,
        "figures": list(figures),
    }
    (folder / f"{piece}.json").write_text(json.dumps(kept, indent=1) + "\n")


def kept(piece: str, folder: Path = FOLDER) -> dict[str, Any] | None:
    """A piece's file, if it was ever run."""
    file = folder / f"{piece}.json"
    return json.loads(file.read_text()) if file.is_file() else None


class Runs:
    """The runs of some pieces, to be asked for medians."""

    def __init__(self, figures: Iterable[Figure]) -> None:
        self._figures = list(figures)

    def groups(self, *keys: str) -> list[tuple[tuple[Any, ...], list[Figure]]]:
        """Runs that are equal in these keys, in the order of their first appearance."""
        found: dict[tuple[Any, ...], list[Figure]] = {}
        for figure in self._figures:
            found.setdefault(tuple(figure.get(key) for key in keys), []).append(figure)
        return list(found.items())

    def median(self, key: str | Callable[[Figure], float], **which: object) -> float | None:
        """The median over runs with these values; ``None`` when there is no such run."""
        values = [
            key(figure) if callable(key) else figure[key]
            for figure in self._figures
            if all(figure.get(name) == value for name, value in which.items())
        ]
        return statistics.median(values) if values else None
