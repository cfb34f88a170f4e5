"""The results page says what was measured, and what was not."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench import page
from bench.results import Runs, keep
from bench.targets import Target, targets


@pytest.mark.parametrize(
    ("found", "at_most", "met"),
    [(None, False, "not measured"), (2, False, "yes"), (1.9, False, "no"), (2.1, True, "no")],
)
def test_a_target_is_met_measured_or_neither(found: float | None, at_most: bool, met: str) -> None:
    assert Target("a ratio", 2, found, at_most).met == met


def test_medians_are_of_runs_of_the_same_thing() -> None:
    runs = Runs([{"name": "a", "p50": 3}, {"name": "b", "p50": 100}, {"name": "a", "p50": 5}])
    assert runs.median("p50", name="a") == 4
    assert runs.median("p50", name="c") is None


def test_the_page_is_written_from_the_pieces_that_are_there(tmp_path: Path) -> None:
    clicks = [{"name": "click", "moves": 9, "p50": ms, "p95": 50, "mean": 20} for ms in (20, 30)]
    keep("browser", 2, clicks, tmp_path)
    page.write(tmp_path / "page.md", tmp_path)
    text = (tmp_path / "page.md").read_text()
    assert "click to changed page in the other browser: p50 ms | at most 25 | 25 | yes" in text
    assert "25.00 (20.00-30.00)" in text
    assert text.count("not measured") == len(targets({piece: [] for piece in page.PIECES})) - 2
