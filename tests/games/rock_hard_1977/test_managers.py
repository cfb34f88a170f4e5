"""The powers of the six managers (RH-336 to RH-341)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.rock_hard_1977.table import Table, rich
from tests.ledger import rule

PANDA: dict[str, Any] = {"chops": 4, "reputation": 5, "songs": 3, "crew": 1}


@rule("RH-336", "RH-066", "RH-238", "RH-195")
def test_front_row() -> None:
    table = rich(Table(4)).cast(0, manager="nigel-hawthorne-dawe").give(0, craving=0)
    table.stand(1, "interview").stand(2, "publicist").stand(3, "crew-1")
    table.sweets("sugar-cherry-fizzbombs").dice(6).turn().do("eat")
    assert {"go:interview", "go:publicist"} <= set(table.open)
    assert table.why("go:crew-1").rule == "RH-139"
    table.do("go:interview")
    assert table.why("go:publicist").why == "occupied"
    assert "front_row" in table[0].done


@rule("RH-337", "RH-241")
def test_front_page() -> None:
    for space, more in (("interview", 2), ("publicist", 2), ("promo-2", 3)):
        table = rich(Table()).cast(0, manager="sunny-vandermeer").give(0, reputation=2, demo=1)
        table.give(0, craving=0).sweets("sugar-cherry-fizzbombs").dice(6).turn()
        table.do("eat", f"go:{space}")
        assert table[0].reputation == 2 + more
        other = "publicist" if space == "interview" else "interview"
        table.do(f"go:{other}")
        assert table[0].reputation == 2 + more + 1


@rule("RH-338")
def test_second_verse() -> None:
    table = Table().cast(0, manager="odette-pell").give(0, songs=2, candy=1, craving=0)
    table.sweets("sugar-cherry-fizzbombs").dice(6).turn().do(
        "eat", "go:write-song", "go:write-song"
    )
    assert table[0].songs == 5


@rule("RH-339")
def test_hard_bargain() -> None:
    table = Table().cast(0, manager="dolores-quick").give(0, money=0).turn()
    # what is printed, and what it costs this player
    assert table.labels["go:publicist"] == (
        "Publicist. Pay $1: gain 1 Reputation and 1 Fame. You pay $0."
    )
    assert table.labels["go:crew-1"] == "Hire Crew, first space. Pay $0: gain 1 Crew."
    assert table.why("go:rehearse-day-a").why == "costs"  # no Hire action
    assert table.do("go:crew-1").has(0, "crew", "money") == (1, 0)
    plain = Table().give(0, money=1).turn().labels["go:publicist"]
    assert plain == "Publicist. Pay $1: gain 1 Reputation and 1 Fame."


@rule("RH-340", "RH-049")
def test_cash_at_the_door() -> None:
    table = Table(phase="night").cast(0, manager="big-lou-marchetti").give(0, **PANDA, money=0)
    table.turn()
    assert table.why("go:panda-2").why == "costs"  # not out of the dollar to come
    assert table.do("go:panda-1", "take:0")[0].money == 1


@rule("RH-341")
@pytest.mark.parametrize(("tier", "money"), [(0, 0), (1, 3), (2, 4), (3, 6)])
def test_fine_print_with_royalties(tier: int, money: int) -> None:
    table = Table().cast(0, manager="morty-glass").give(0, royalty_tier=tier, money=0)
    assert table.stage("royalties")[0].money == money


@rule("RH-341")
def test_fine_print_with_a_deal() -> None:
    """A rise of three tiers in one visit is one time."""
    table = Table().cast(0, manager="morty-glass").give(0, chops=8, reputation=8, songs=8, demo=1)
    table.give(0, fame=0).turn().do("go:record-company")
    assert table.has(0, "royalty_tier", "fame") == (3, 1)
