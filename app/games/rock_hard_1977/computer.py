"""How a computer player values a position (the ledger's heuristics)."""

from __future__ import annotations

from collections.abc import Sequence

from app.games.contract import Option, Seat
from app.games.rock_hard_1977.state import State


def appraise(state: State, seat: Seat) -> float:
    return float(state.players[seat].fame)


def advise(state: State, seat: Seat, options: Sequence[Option]) -> str | None:
    return None
