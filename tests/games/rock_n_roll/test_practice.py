"""Practice: RNR-044 to RNR-052."""

from __future__ import annotations

import itertools

import pytest

from app.games.rock_n_roll.results import gain_of, practice_gains
from tests.games.rock_n_roll.table import Table, kinds
from tests.ledger import rule


def practise(dice: list[int], abilities: list[int] | None = None) -> Table:
    table = Table(2, month=10)
    table.lay(dice=dice, abilities=abilities or [1, 1, 1, 1])
    table.do("declare:practice", "stop")
    return table


@rule("RNR-044", "RNR-045", "RNR-046", "RNR-047")
@pytest.mark.parametrize(
    ("dice", "abilities"),
    [
        # worked examples 1, 2, 3 and 20
        ([1, 1, 1, 5, 6], [2, 1, 1, 1]),
        ([3, 3, 3, 3, 2], [1, 1, 3, 1]),
        ([2, 2, 2, 4, 4], [1, 2, 1, 2]),
        ([4, 4, 4, 6, 6], [1, 1, 1, 2]),
        ([2, 2, 6, 6, 6], [1, 1, 1, 1]),
        ([5, 5, 5, 5, 5], [1, 1, 1, 1]),
        ([6, 6, 6, 5, 5], [1, 1, 1, 1]),
        ([1, 1, 2, 2, 3], [1, 1, 1, 1]),
        ([1, 2, 3, 4, 5], [1, 1, 1, 1]),
    ],
)
def test_sets(dice: list[int], abilities: list[int]) -> None:
    table = practise(dice)
    assert table.band().abilities == abilities
    assert table.band().phase == "done"


@rule("RNR-044", "RNR-048")
@pytest.mark.parametrize(
    ("choice", "abilities"), [("all", [6, 3, 2, 2]), ("two:vocals", [7, 2, 1, 1])]
)
def test_five_of_a_kind(choice: str, abilities: list[int]) -> None:
    """Worked example 4."""
    table = practise([1, 1, 1, 1, 1], [5, 2, 1, 1])
    assert table.moves() == ["all", "two:vocals"]
    table.do(choice)
    assert table.band().abilities == abilities


@rule("RNR-048")
def test_no_gain_within_another() -> None:
    """With five dice only five of a kind offers a choice."""
    for dice in itertools.combinations_with_replacement(range(1, 7), 5):
        gains = practice_gains(dice)
        five = len(set(dice)) == 1 and dice[0] <= 4
        assert len(gains) == 2 if five else len(gains) <= 1
    for dice in itertools.combinations_with_replacement(range(1, 7), 6):
        for one, other in itertools.permutations(map(gain_of, practice_gains(dice)), 2):
            assert any(a > b for a, b in zip(one, other, strict=True))


@rule("RNR-049", "RNR-042")
@pytest.mark.parametrize(
    ("dice", "gains"),
    [
        # worked example 19
        ([1, 1, 3, 3, 3, 3], ("two:bass", "house:vocals.bass")),
        ([1, 1, 1, 2, 2, 2], ("house:vocals.rhythm",)),
        ([2, 2, 2, 2, 2, 2], ("all", "two:rhythm")),
        ([4, 4, 4, 4, 4, 1], ("all", "two:drums")),
        ([4, 4, 4, 4, 6, 6], ("two:drums",)),
        ([3, 3, 3, 6, 6, 6], ("one:bass",)),
        ([3, 3, 3, 1, 1, 2], ("house:vocals.bass",)),
        ([1, 1, 2, 2, 3, 3], ()),
    ],
)
def test_sets_with_the_roadie(dice: list[int], gains: tuple[str, ...]) -> None:
    assert practice_gains(tuple(sorted(dice))) == gains


@rule("RNR-049", "RNR-028")
def test_three_and_three_is_taken_at_once() -> None:
    table = practise([1, 1, 1, 2, 2, 2])
    assert table.band().abilities == [2, 2, 1, 1]
    table = practise([1, 1, 3, 3, 3, 3])
    assert table.moves() == ["two:bass", "house:vocals.bass"]
    table.do("house:vocals.bass")
    assert table.band().abilities == [2, 1, 2, 1]


@rule("RNR-050", "RNR-034", "RNR-035", "RNR-036")
def test_practice_and_the_calendar() -> None:
    """Worked example 11."""
    table = Table(2, month=5)
    table.lay(dice=[1, 1, 2, 5, 6])
    assert table.says("free:1.1") == "Say first what this throw is for (RNR-030)."
    table.do("declare:practice")
    assert table.says("free:1.1") == "Only the third throw of Practice is free (RNR-050)."
    table.do("again:1.1")
    assert table.band().phase == "committed"
    table.falls(1, 3, 4).cash(1)
    assert table.state.month == 6
    assert table.region("calendar-0")["month"] == 6
    assert table.band().values == (1, 1, 1, 3, 4)
    assert table.says("again:1.1.1") == (
        "The third throw of Practice is free: no month needed (RNR-050)."
    )
    # kept dice may be thrown in the free throw as well
    assert "free:-" in table.moves()
    table.lay(money=30)
    table.falls(1, 6)
    assert "free_throw" in kinds(table.do("free:1.1.1"))
    assert table.state.month == 6
    assert table.band().values == (1, 1, 1, 1, 6)
    assert table.region("dice-0")["months"] == 2
    assert table.says("again:1") == "Three throws are the limit (RNR-034)."
    assert table.says("free:1") == "Only the third throw of Practice is free (RNR-050)."
    table.do("stop")
    assert table.band().abilities == [3, 1, 1, 1]
    table.cash(1)
    assert table.state.month == 7
    assert table.band().phase == "declare"


@rule("RNR-051")
def test_no_ceiling() -> None:
    assert practise([2, 2, 2, 2, 6], [1, 40, 1, 1]).band().abilities == [1, 42, 1, 1]


@rule("RNR-052")
def test_practice_raises_the_limit_but_brings_no_fans() -> None:
    table = Table(2, month=10)
    table.lay(dice=[1, 1, 1, 5, 6], abilities=[3, 3, 2, 1], fans=20)
    assert table.region("band-0")["limit"] == 20
    table.do("declare:practice", "stop")
    assert table.region("band-0")["limit"] == 30
    assert table.band().fans == 20
