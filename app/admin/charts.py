"""Small pictures of the last hour, as SVG paths."""

from __future__ import annotations

from collections.abc import Sequence

from app.admin.pages import Chart
from app.rooms.nodes import Minute

WIDTH, HEIGHT = 120, 32


def chart(name: str, unit: str, values: Sequence[int]) -> Chart:
    """A line over its area. The newest minute is not over yet, so the one before it counts as
    the figure of now."""
    peak = max(values, default=0)
    step = WIDTH / max(1, len(values) - 1)
    scale = (HEIGHT - 3) / peak if peak else 0
    points = [f"{i * step:.1f} {HEIGHT - 1 - v * scale:.1f}" for i, v in enumerate(values)]
    line = f"M{' L'.join(points)}" if points else "M0 0"
    now = values[-2] if len(values) > 1 else 0
    return Chart(name, unit, now, peak, line, f"{line} L{WIDTH} {HEIGHT} L0 {HEIGHT}Z")


def charts(minutes: Sequence[Minute]) -> tuple[Chart, ...]:
    """What is worth watching: moves, how long they take, refusals, errors, connections."""
    return (
        chart("Moves", "a minute", [minute.moves for minute in minutes]),
        chart("Slowest moves", "ms, 95 of 100 are faster", [m.p95 for m in minutes]),
        chart("Refused moves", "a minute", [minute.refusals for minute in minutes]),
        chart("Errors", "a minute", [minute.errors for minute in minutes]),
        chart("Connections", "open", [minute.sockets for minute in minutes]),
    )
