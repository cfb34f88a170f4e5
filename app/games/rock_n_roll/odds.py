"""Exact chances of throws: what dice are worth when some may be thrown again.

A `Score` maps every set of table dice to its worth. From it follows, by plain expectation, the
worth of every set of kept dice before the others are thrown; and from that, by choosing the
best set, the worth of the dice with one more throw ahead at a price. All sets are sorted.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from itertools import combinations_with_replacement

from app.games.rock_n_roll.results import Values

FACES = range(1, 7)

Score = Mapping[Values, float]


@lru_cache(maxsize=16)
def hands(size: int) -> tuple[Values, ...]:
    """Every set of ``size`` dice."""
    return tuple(combinations_with_replacement(FACES, size))


@lru_cache(maxsize=4096)
def _grown(kept: Values) -> tuple[Values, ...]:
    """The set with one more die, face by face."""
    return tuple(tuple(sorted((*kept, face))) for face in FACES)


@lru_cache(maxsize=4096)
def _shrunk(values: Values) -> tuple[Values, ...]:
    """The different sets with one die less."""
    return tuple({values[:i] + values[i + 1 :] for i in range(len(values))})


def expected(size: int, score: Score) -> dict[Values, float]:
    """The expected score for every set of kept dice when the rest of ``size`` is thrown."""
    worth: dict[Values, float] = dict(score)
    for kept_size in range(size - 1, -1, -1):
        for kept in hands(kept_size):
            worth[kept] = sum(worth[grown] for grown in _grown(kept)) / len(FACES)
    return worth


def best_kept(size: int, worth: Score) -> dict[Values, float]:
    """For every hand, the worth of the best set to keep with at least one die thrown."""
    best: dict[Values, float] = {(): worth[()]}
    for kept_size in range(1, size):
        for kept in hands(kept_size):
            best[kept] = max(worth[kept], *(best[less] for less in _shrunk(kept)))
    return {hand: max(best[less] for less in _shrunk(hand)) for hand in hands(size)}


class Outlook:
    """What table dice are worth with some throws ahead.

    ``now``: the worth of stopping or throwing on, whichever is better. ``kept``: the expected
    worth of a kept set when the others are thrown in the next throw of the action, at
    ``price``; empty when there is none. ``thrown``: the same for a throw that takes none of the
    throws ahead (the magazine), without its price. ``mean``: the worth before any die falls.
    """

    __slots__ = ("kept", "now", "price", "thrown")

    def __init__(self, size: int, score: Score, prices: tuple[float, ...]) -> None:
        self.kept: dict[Values, float] = {}
        self.price = prices[0] if prices else 0.0
        now: Score = score
        for price in reversed(prices):
            self.kept = expected(size, now)
            best = best_kept(size, self.kept)
            now = {hand: max(score[hand], best[hand] - price) for hand in hands(size)}
        self.now = now
        self.thrown = expected(size, now)

    @property
    def mean(self) -> float:
        return self.thrown[()]


def scored(size: int, score: Callable[[Values], float]) -> dict[Values, float]:
    """``score`` of every hand of ``size`` dice."""
    return {hand: score(hand) for hand in hands(size)}


@lru_cache(maxsize=16)
def chances_of_sixes(dice: int, most: int) -> tuple[float, ...]:
    """The chance of 0, 1, ... ``most`` sixes that count among ``dice`` thrown dice."""
    chances = [0.0] * (most + 1)
    for hand, chance in _hand_chances(dice).items():
        chances[min(hand.count(6), most)] += chance
    return tuple(chances)


@lru_cache(maxsize=8)
def _hand_chances(size: int) -> dict[Values, float]:
    chances: dict[Values, float] = {(): 1.0}
    for _ in range(size):
        thrown: dict[Values, float] = {}
        for hand, chance in chances.items():
            for grown in _grown(hand):
                thrown[grown] = thrown.get(grown, 0.0) + chance / len(FACES)
        chances = thrown
    return chances
