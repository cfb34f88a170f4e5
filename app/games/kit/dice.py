"""Sets of dice of one kind: dice with equal values are interchangeable."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import combinations


@lru_cache(maxsize=4096)
def value_sets(values: tuple[int, ...], least: int, most: int) -> tuple[tuple[int, ...], ...]:
    """The different sets of ``least`` to ``most`` values from sorted ``values``.

    Each set is sorted; smaller sets come first, then by value.
    """
    sizes = range(least, min(most, len(values)) + 1)
    return tuple(one for size in sizes for one in sorted(set(combinations(values, size))))


def written(values: Iterable[int]) -> str:
    """A set of values as it stands in a move: "5.5", or "-" for none."""
    return ".".join(map(str, sorted(values))) or "-"


def read(text: str) -> tuple[int, ...]:
    """The set of values that `written` made. Raises ``ValueError`` for other text."""
    return () if text == "-" else tuple(int(value) for value in text.split("."))


def without(values: Iterable[int], removed: Iterable[int]) -> list[int]:
    """``values`` less ``removed``, one for one. Raises ``ValueError`` if one is not there."""
    rest = list(values)
    for value in removed:
        rest.remove(value)
    return rest
