"""Fans and their limit: RNR-053 to RNR-061."""

from __future__ import annotations

import itertools

import pytest

from app.games.rock_n_roll.results import fans_from
from app.games.rock_n_roll.sheet import fan_limit
from tests.games.rock_n_roll.table import Table, album
from tests.ledger import rule


@rule("RNR-053", "RNR-054", "RNR-055")
@pytest.mark.parametrize(
    ("dice", "fans"),
    [
        # worked example 13
        ([1, 2, 3, 4, 5], 3),
        ([1, 1, 4, 4, 5], 3),
        ([1, 1, 1, 2, 4], 1),
        ([2, 2, 3, 3, 3], 2),
        ([5, 5, 5, 5, 5], 5),
        ([1, 1, 3, 4, 6], 1),
        ([1, 1, 2, 3, 4, 4], 2),
        ([1, 4, 5, 5, 5, 5], 4),
        ([5, 5, 5, 5, 5, 5], 5),
    ],
)
def test_counting_fans(dice: list[int], fans: int) -> None:
    assert fans_from(tuple(sorted(dice))) == fans


@rule("RNR-055", "RNR-042")
def test_the_roadie_gives_the_best_five() -> None:
    for dice in itertools.combinations_with_replacement(range(1, 7), 6):
        best = max(fans_from(five) for five in itertools.combinations(dice, 5))
        assert fans_from(dice) == best


@rule("RNR-056", "RNR-057", "RNR-058", "RNR-059")
@pytest.mark.parametrize(
    ("before", "abilities", "after", "lost"),
    [
        # worked examples 5 and 6
        (18, [4, 2, 2, 1], 20, 1),
        (18, [4, 3, 2, 1], 21, 0),
        (29, [7, 3, 3, 3], 30, 2),
        (29, [6, 4, 3, 3], 32, 0),
        (20, [1, 1, 1, 1], 20, 3),
    ],
)
def test_fans_up_to_the_limit(before: int, abilities: list[int], after: int, lost: int) -> None:
    table = Table(2, month=10)
    table.lay(dice=[5, 5, 5, 6, 6], fans=before, abilities=abilities)
    table.do("declare:fans", "stop")
    assert table.band().fans == after
    outcome = table.band().outcome
    assert outcome is not None
    assert (outcome.fans, outcome.fans_lost) == (after - before, lost)


@rule("RNR-057", "RNR-058")
@pytest.mark.parametrize(
    ("abilities", "limit"),
    [
        ([1, 1, 1, 1], 20),
        ([3, 3, 3, 3], 20),
        ([4, 2, 2, 1], 20),
        ([4, 2, 2, 2], 30),
        ([6, 3, 3, 3], 30),
        ([6, 4, 4, 1], 30),
        ([6, 4, 3, 3], None),
        ([6, 6, 3, 1], None),
        ([13, 1, 1, 1], 30),
    ],
)
def test_limits(abilities: list[int], limit: int | None) -> None:
    assert fan_limit(abilities) == limit


@rule("RNR-059")
def test_the_limit_binds_gigs_too() -> None:
    table = Table(2, month=10)
    table.lay(dice=[1, 2, 3, 4, 5], fans=20, albums=[album(1, 30, gigs=0)])
    table.do("declare:touring", "stop")
    assert table.band().fans == 20


@rule("RNR-060", "RNR-061")
def test_fans_lost_with_ability_do_not_return() -> None:
    table = Table(2, month=10)
    table.lay(dice=[1, 1, 2, 3, 4], abilities=[4, 3, 2, 1], fans=27)
    table.do("declare:fame", "lose:bass")
    assert table.band().fans == 20
    table.cash(1)
    table.lay(dice=[3, 3, 3, 5, 6])
    table.do("declare:practice", "stop")
    assert table.band().abilities == [4, 3, 2, 1]
    assert table.region("band-0")["limit"] == 30
    assert table.band().fans == 20
