"""Touring: RNR-092 to RNR-099."""

from __future__ import annotations

import pytest

from app.games.rock_n_roll import RULES
from tests.games.rock_n_roll.table import Table, album
from tests.ledger import rule


def gig(dice: list[int], fans: int = 12, money: int = 20, gigs: int = 2) -> Table:
    table = Table(2, month=10)
    table.lay(dice=dice, fans=fans, money=money, albums=[album(1, 40, gigs=gigs)])
    table.do("declare:touring", "stop")
    return table


@rule("RNR-092")
def test_when_to_tour() -> None:
    table = Table(2, month=20)
    assert table.says("declare:touring") == (
        "You have no album to tour with. Record one first (RNR-092)."
    )
    table.lay(albums=[album(1, 40)])
    title = table.band().titles[0]
    assert table.says("declare:touring") == (
        f"The tour of “{title}” is complete. Record the next album first (RNR-092)."
    )
    table.lay(albums=[album(1, 40), album(10, 40, gigs=0)], dice=[1, 2, 3, 4, 5])
    table.do("declare:touring", "stop")
    assert [len(one.gigs) for one in table.band().albums] == [5, 1]


@rule("RNR-094", "RNR-095", "RNR-096", "RNR-097")
@pytest.mark.parametrize(
    ("dice", "gigs", "fans", "money"),
    # worked example 8
    [
        ([1, 2, 3, 4, 6], 3, 13, 35),
        ([1, 2, 3, 4, 4], 3, 12, 32),
        ([1, 1, 2, 2, 6], 3, 11, 29),
        ([1, 1, 1, 6, 6], 2, 12, 26),
        ([2, 2, 2, 2, 2], 2, 12, 23),
        ([1, 2, 3, 4, 5, 6], 3, 13, 35),
    ],
)
def test_the_result_of_a_gig(dice: list[int], gigs: int, fans: int, money: int) -> None:
    table = gig(dice)
    band = table.band()
    assert (len(band.albums[0].gigs), band.fans, band.money) == (gigs, fans, money)


@rule("RNR-093")
def test_one_gig_an_action() -> None:
    """Three throws and three months for one box."""
    table = Table(2, month=10)
    table.lay(albums=[album(1, 40, gigs=0)], dice=[1, 1, 1, 1, 1])
    table.do("declare:touring", "again:1")
    table.falls(1, 1, 1, 2).cash(1)
    table.do("again:1.2")
    table.falls(3, 4, 5).cash(1)
    assert table.state.month == 12
    assert table.band().albums[0].gigs == [5]


@rule("RNR-096")
def test_a_poor_gig_cannot_be_refused() -> None:
    table = gig([1, 1, 2, 2, 6])
    assert table.moves() == []
    assert table.band().albums[0].gigs[-1] == 3


@rule("RNR-098", "RNR-059")
def test_fans_at_the_edges() -> None:
    """Worked example 28."""
    table = gig([1, 2, 3, 4, 5], fans=20, money=0)
    assert (table.band().fans, table.band().money, len(table.band().albums[0].gigs)) == (20, 15, 3)
    table = gig([1, 1, 2, 2, 3], fans=0, money=0)
    assert (table.band().fans, table.band().money, len(table.band().albums[0].gigs)) == (0, 9, 3)


@rule("RNR-098")
@pytest.mark.parametrize(
    ("dice", "fans", "said"),
    [
        ([1, 2, 3, 4, 5], 19, "an epic gig, +1 fan, £15"),
        ([1, 2, 3, 4, 5], 20, "an epic gig, no room for the fan, £15"),
        ([1, 1, 2, 2, 3], 1, "a poor gig, −1 fan, £9"),
        ([1, 1, 2, 2, 3], 0, "a poor gig, no fan to lose, £9"),
        ([1, 1, 1, 2, 2], 0, "no gig marked, £6"),
    ],
)
def test_a_gig_promises_what_it_will_bring(dice: list[int], fans: int, said: str) -> None:
    table = Table(2, month=10)
    table.lay(dice=dice, fans=fans, albums=[album(1, 40, gigs=2)])
    table.do("declare:touring")
    stop = next(option for option in RULES.menu(table.state, 0) if option.move == "stop")
    assert RULES.words.option(table.state, 0, stop, ["P", "Q"]) == f"Stop: {said}"


@rule("RNR-099")
def test_the_fifth_gig_ends_the_tour() -> None:
    table = gig([1, 2, 3, 4, 4], gigs=4)
    table.cash(1)
    assert "declare:recording" in table.moves()
    assert "declare:touring" not in table.moves()
    table.cash(0)
    table.cash(1)
    assert "declare:recording" in table.moves(), "it is never obliged to record"
