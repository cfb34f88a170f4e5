"""What this node does, counted: for Prometheus, and for the charts of the dashboard."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

import msgspec
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

_MOVE_BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5)
_REQUEST_BUCKETS = (0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5)
_SAMPLES = 2_000
"""Moves of which the time is kept: the 95th of 100 is taken from them."""


class Counts(msgspec.Struct):
    """What happened since the last look. ``p95``: milliseconds."""

    moves: int = 0
    refusals: int = 0
    errors: int = 0
    p95: int = 0


class Tally:
    """One node's figures. Each has a registry of its own, so that two nodes fit a process."""

    def __init__(self) -> None:
        registry = self.registry = CollectorRegistry()
        self._moves = Counter("greenroom_moves", "Stored moves.", ["game"], registry=registry)
        self._refusals = Counter(
            "greenroom_refusals", "Refused moves.", ["game", "rule"], registry=registry
        )
        self._seconds = Histogram(
            "greenroom_move_seconds",
            "From the request to the commit of a move.",
            buckets=_MOVE_BUCKETS,
            registry=registry,
        )
        self._requests = Histogram(
            "greenroom_request_seconds",
            "Answered requests.",
            ["method", "route", "status"],
            buckets=_REQUEST_BUCKETS,
            registry=registry,
        )
        self._errors = Counter(
            "greenroom_errors", "Requests that ended in an error of ours.", registry=registry
        )
        self._since = Counts()
        self._samples: deque[float] = deque(maxlen=_SAMPLES)

    def gauge(self, name: str, text: str, value: Callable[[], float]) -> None:
        """A figure that is read when Prometheus asks."""
        Gauge(name, text, registry=self.registry).set_function(value)

    def moved(self, game: str, seconds: float) -> None:
        self._moves.labels(game).inc()
        self._seconds.observe(seconds)
        self._since.moves += 1
        self._samples.append(seconds)

    def refused(self, game: str, rule: str) -> None:
        self._refusals.labels(game, rule).inc()
        self._since.refusals += 1

    def answered(self, method: str, route: str, status: int, seconds: float) -> None:
        self._requests.labels(method, route, str(status)).observe(seconds)
        if status >= 500:
            self._errors.inc()
            self._since.errors += 1

    def take(self) -> Counts:
        """What happened since the last call."""
        since, self._since = self._since, Counts()
        ordered = sorted(self._samples)
        if ordered:
            since.p95 = round(ordered[int(len(ordered) * 0.95)] * 1000)
        self._samples.clear()
        return since

    def exposed(self) -> bytes:
        """The figures in Prometheus' text format."""
        return generate_latest(self.registry)
