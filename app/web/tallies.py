"""Wins and games as pages show them."""

from __future__ import annotations

from collections.abc import Sequence

from app.rooms.honours import Tally


def tallied(tallies: Sequence[Tally]) -> tuple[tuple[str, int, int], ...]:
    """For a page: (name, wins, games)."""
    return tuple((each.name, each.wins, each.games) for each in tallies)
