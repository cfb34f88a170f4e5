"""Small helpers for the sentences of a game."""

from __future__ import annotations

from collections.abc import Sequence


def listed(items: Sequence[str], last: str = "and") -> str:
    """ "a", "a and b", "a, b and c"."""
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {last} {items[-1]}"


def counted(number: int, one: str, many: str = "") -> str:
    """ "1 fan", "3 fans"."""
    return f"{number} {one if abs(number) == 1 else many or one + 's'}"


def signed(number: int) -> str:
    """ "+2", "−1", "±0"."""
    return f"+{number}" if number > 0 else f"−{-number}" if number < 0 else "±0"
