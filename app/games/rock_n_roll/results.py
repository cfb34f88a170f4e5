"""What dice are good for: the best five of up to six, category by category (RNR-042).

Every function takes sorted values of table dice, six with a roadie, and remembers its answers.
"""

from __future__ import annotations

from functools import lru_cache

from app.games.rock_n_roll.content import CONTENT, MUSICIANS, NUMBERS, GigResult

Values = tuple[int, ...]

BEST = NUMBERS.dice_for_result
ALL, TWO, HOUSE, ONE = "all", "two", "house", "one"


@lru_cache(maxsize=1024)
def practice_gains(values: Values) -> tuple[str, ...]:
    """The gains that the sets on the table offer, none contained in another (RNR-044 to 049).

    "all", "two:<musician>", "house:<musician>.<musician>" or "one:<musician>".
    """
    counts = {number: values.count(number) for number in range(1, len(MUSICIANS) + 1)}
    by_count = sorted(counts, key=lambda number: (-counts[number], number))
    first, second = by_count[0], by_count[1]
    shown = MUSICIANS[first - 1]
    house = f"{HOUSE}:{'.'.join(MUSICIANS[n - 1] for n in sorted((first, second)))}"
    most = counts[first]
    if most >= 5:
        return (ALL, f"{TWO}:{shown}")
    if most == 4:
        return (f"{TWO}:{shown}", house) if counts[second] == 2 else (f"{TWO}:{shown}",)
    if most == 3:
        return (house,) if counts[second] >= 2 else (f"{ONE}:{shown}",)
    return ()


@lru_cache(maxsize=256)
def gain_of(gain: str) -> tuple[int, ...]:
    """How much each musician gains by an item of `practice_gains`."""
    kind, _, who = gain.partition(":")
    if kind == ALL:
        return (1,) * len(MUSICIANS)
    step = 2 if kind == TWO else 1
    named = who.split(".")
    return tuple(step if musician in named else 0 for musician in MUSICIANS)


@lru_cache(maxsize=1024)
def fans_from(values: Values) -> int:
    """New fans before the limit (RNR-053, RNR-055)."""
    ones, twos, threes, fours, fives = (values.count(value) for value in range(1, 6))
    fives = min(fives, BEST)
    pairs = min(ones, fours) + min(twos, threes)
    return fives + min(pairs, (BEST - fives) // 2)


def sixes(values: Values) -> int:
    """The 6s that count in Fame (RNR-069)."""
    return min(values.count(6), BEST)


def ones_in_bust(values: Values) -> int:
    """The 1s that count in a bust: with six dice one is left out (RNR-069)."""
    ones = values.count(1)
    return ones - 1 if ones and len(values) > BEST else ones


def best_sum(values: Values) -> int:
    """The sum of the five highest dice, for Recording and Cash."""
    return sum(values[-BEST:])


def different(values: Values) -> int:
    """Different values among the best five dice, for Touring."""
    return min(len(set(values)), BEST)


@lru_cache(maxsize=16)
def gig_result(different_values: int) -> GigResult:
    """The first row that fits (RNR-094)."""
    return next(row for row in CONTENT.gig_results if different_values >= row.need.different)
