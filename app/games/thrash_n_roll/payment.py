"""Which dice, cards, scandals and fans pay for an action (TNR-036 to TNR-042, TNR-086).

Everything here is about values, not cards, and is cached: the same few hands are asked about
again and again while a player thinks.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import combinations, pairwise
from typing import NamedTuple

from app.games.contract import Seat
from app.games.kit.dice import value_sets
from app.games.thrash_n_roll.content import LIMITS, SUPPORT_VALUE
from app.games.thrash_n_roll.state import State
from app.games.thrash_n_roll.table import fan_skills, scandals_left

Values = tuple[int, ...]
"""Sorted die values."""


class Means(NamedTuple):
    """What a player can pay with: unplaced dice, values of the support cards in hand, scandals
    that may be caused, and different skills among the fans."""

    dice: Values
    cards: Values
    scandals: int
    skills: int


def means_of(state: State, seat: Seat) -> Means:
    """The means of a player now."""
    band = state.bands[seat]
    return Means(
        tuple(band.dice),
        card_values(band.supports),
        scandals_left(state, seat),
        fan_skills(band),
    )


def card_values(cards: Iterable[str]) -> Values:
    """The die values of support cards."""
    return tuple(sorted([SUPPORT_VALUE[card] for card in cards]))


def all_dice_sets(dice: Values) -> tuple[Values, ...]:
    """The different sets of own dice, smaller ones first (TNR-090)."""
    return value_sets(dice, 1, LIMITS.dice_per_player)


@lru_cache(maxsize=8192)
def matches(values: Values) -> bool:
    """Whether sorted values are one, all equal, or a sequence (TNR-039, TNR-040)."""
    steps = {after - before for before, after in pairwise(values)}
    return steps <= {0} or steps <= {1}


@lru_cache(maxsize=65536)
def card_counts(base: Values, cards: Values) -> tuple[int, ...]:
    """How many of ``cards`` can join ``base`` so that all values match together (TNR-041)."""
    return tuple(
        count
        for count in range(len(cards) + 1)
        if any(
            matches(tuple(sorted((*base, *chosen)))) for chosen in set(combinations(cards, count))
        )
    )


@lru_cache(maxsize=16384)
def mixes(dice: Values, cards: Values) -> frozenset[tuple[int, int]]:
    """The numbers of dice and of cards that can be placed together."""
    return frozenset(
        (len(chosen), count)
        for chosen in all_dice_sets(dice)
        for count in card_counts(chosen, cards)
    )


def rest_options(
    rest: int, over: bool, cost: int, scandals: int, skills: int
) -> list[tuple[int, bool]]:
    """How a ``rest`` of the cost can be paid: (scandals for cost, fan boost) (TNR-092).

    ``over``: the dice exceed the free spaces, so one more scandal is caused.
    """
    options: list[tuple[int, bool]] = []
    if rest < 0:
        return options
    if rest + over <= scandals:
        options.append((rest, False))
    if rest and skills >= cost and rest - 1 + over <= scandals:
        options.append((rest - 1, True))
    return options


@lru_cache(maxsize=65536)
def payable(dice: Values, cards: Values, cost: int, free: int, scandals: int, skills: int) -> bool:
    """Whether any legal plan of this cost exists at a place with ``free`` dice spaces."""
    return any(
        rest_options(cost - placed - played, placed > free, cost, scandals, skills)
        for placed, played in mixes(dice, cards)
    )


@lru_cache(maxsize=65536)
def payable_with(
    chosen: Values, base: Values, cards: Values, cost: int, free: int, scandals: int, skills: int
) -> bool:
    """Whether a legal plan exists that places the ``chosen`` dice.

    ``base`` are the values of these dice and of the cards played so far, ``cards`` those that
    may follow.
    """
    over = len(chosen) > free
    return any(
        rest_options(cost - len(base) - more, over, cost, scandals, skills)
        for more in card_counts(base, cards)
    )
