"""Fame: RNR-062 to RNR-073."""

from __future__ import annotations

import pytest

from app.games.contract import Option
from app.games.rock_n_roll import RULES
from tests.games.rock_n_roll.table import Table
from tests.ledger import rule


def fame_table(
    dice: list[int],
    money: int = 0,
    fame: int = 0,
    fans: int = 0,
    abilities: list[int] | None = None,
) -> Table:
    table = Table(2, month=10)
    table.lay(dice=dice, money=money, fame=fame, fans=fans, abilities=abilities or ())
    return table


@rule("RNR-062", "RNR-063", "RNR-064", "RNR-065", "RNR-066", "RNR-073")
def test_a_bender() -> None:
    """Worked example 14."""
    table = fame_table([2, 3, 5, 6, 6], fame=7)
    table.do("declare:fame")
    assert table.verbs() == {"bank", "all_again"}
    for move in ("again:6.6", "stop"):
        assert table.says(move) == "Fame takes one month: bank, or throw all dice (RNR-062)."
    table.falls(1, 1, 2, 4, 6).do("all_again")
    assert table.band().values == (1, 1, 2, 4, 6), "all dice are thrown, the sixes too"
    assert table.region("dice-0")["pot"] == 2
    assert table.state.month == 10
    table.do("bank")
    assert table.band().fame == 10
    assert table.band().phase == "done"


@rule("RNR-066", "RNR-073")
def test_a_bust_loses_the_pot_only() -> None:
    table = fame_table([2, 3, 5, 6, 6], fame=7)
    table.falls(6, 1, 2, 4, 2).falls(2, 2, 3, 4, 5)
    table.do("declare:fame", "all_again", "all_again")
    assert table.band().fame == 7
    assert table.band().abilities == [1, 1, 1, 1]
    outcome = table.band().outcome
    assert outcome is not None
    assert outcome.bust
    assert table.band().phase == "done"


@rule("RNR-064")
def test_bank_and_go_on_belong_to_fame() -> None:
    table = Table()
    table.do("declare:cash")
    for move in ("bank", "all_again"):
        assert table.says(move) == "This belongs to Fame; this action is Cash (RNR-064)."


@rule("RNR-066")
def test_no_six_in_the_first_throw() -> None:
    """The page asks first; then it is a bust like any other."""
    table = fame_table([2, 3, 3, 4, 5], money=30, fame=5)
    option = next(o for o in RULES.menu(table.state, 0) if o.move == "declare:fame")
    assert "bust" in RULES.words.confirm(option.confirm)
    table.do("declare:fame")
    for move in ("bank", "all_again"):
        assert table.says(move) == "No 6 in this throw: the pot is lost (RNR-066)."
    table.do("accept")
    assert table.band().fame == 5
    assert table.band().phase == "done"


@rule("RNR-066")
def test_no_question_before_fame_with_a_six() -> None:
    table = fame_table([1, 1, 3, 4, 6])
    assert Option("declare:fame", "dice-0/fame") in RULES.menu(table.state, 0)


@rule("RNR-067", "RNR-068", "RNR-072", "RNR-060")
@pytest.mark.parametrize("loser", ["vocals", "rhythm", "bass"])
def test_a_bust_with_ones(loser: str) -> None:
    """Worked example 15: the pot, then the ability, then the limit."""
    table = fame_table([6, 6, 6, 1, 2], abilities=[4, 3, 2, 1], fans=27)
    table.falls(1, 1, 2, 3, 4)
    table.do("declare:fame", "all_again")
    assert table.region("dice-0")["pot"] == 0
    assert table.moves() == ["lose:vocals", "lose:rhythm", "lose:bass"]
    drummer = table.band().musicians[3]
    assert table.says("lose:drums") == f"{drummer} is at 1, the lowest there is (RNR-068)."
    assert table.band().fans == 27
    table.do(f"lose:{loser}")
    assert table.band().total == 9
    assert table.band().fans == 20
    assert table.band().fame == 0


@rule("RNR-067", "RNR-060")
@pytest.mark.parametrize("loser", ["vocals", "rhythm", "bass"])
def test_a_loss_within_the_limit_keeps_the_fans(loser: str) -> None:
    """Worked example 15, second half."""
    table = fame_table([1, 1, 2, 3, 4], abilities=[4, 4, 2, 1], fans=27)
    table.do("declare:fame", f"lose:{loser}")
    assert table.band().total == 10
    assert table.band().fans == 27


@rule("RNR-067")
def test_one_1_loses_nothing() -> None:
    table = fame_table([1, 2, 3, 4, 5], abilities=[4, 3, 2, 1])
    table.do("declare:fame")
    assert table.band().phase == "done"
    assert table.band().total == 10


@rule("RNR-068")
def test_nothing_to_lose() -> None:
    """Worked example 16."""
    table = fame_table([1, 1, 3, 4, 5])
    table.do("declare:fame")
    assert table.band().phase == "done"
    assert table.band().abilities == [1, 1, 1, 1]


@rule("RNR-068")
@pytest.mark.parametrize(
    ("abilities", "said"),
    [
        ([1, 1, 1, 1], "Accept the bust"),
        ([2, 1, 1, 1], "Accept the bust, one musician loses 1"),
    ],
)
def test_a_bust_threatens_only_what_can_be_lost(abilities: list[int], said: str) -> None:
    table = fame_table([1, 1, 3, 4, 5], money=30, abilities=abilities)
    table.do("declare:fame")
    accept = next(option for option in RULES.menu(table.state, 0) if option.move == "accept")
    assert RULES.words.option(table.state, 0, accept, ["P", "Q"]) == said


@rule("RNR-060", "RNR-056")
def test_the_log_counts_fans_that_come_and_go() -> None:
    names = ["Ann", "Bob"]
    table = fame_table([1, 1, 2, 3, 4], abilities=[4, 3, 2, 1], fans=21)
    table.do("declare:fame")
    (ended,) = (event for event in table.do("lose:vocals") if event.kind == "ended")
    assert "Vocals loses 1 and 1 fan goes." in RULES.words.event(ended, names)
    for dice, told in (
        ([5, 6, 6, 6, 6], "Ann parties: +1 fan."),
        ([5, 5, 6, 6, 6], "Ann parties: +1 fan, no room for 1."),
        ([6, 6, 6, 6, 6], "Ann parties: no new fan."),
    ):
        table = Table(2, month=10)
        table.lay(dice=dice, fans=19)
        (ended,) = (event for event in table.do("declare:fans", "stop") if event.kind == "ended")
        assert RULES.words.event(ended, names).startswith(told)


@rule("RNR-068", "RNR-028")
def test_a_single_loser_is_taken() -> None:
    table = fame_table([1, 1, 3, 4, 5], abilities=[1, 3, 1, 1])
    table.do("declare:fame")
    assert table.band().phase == "done"
    assert table.band().abilities == [1, 2, 1, 1]


@rule("RNR-069", "RNR-042")
def test_six_sixes_count_five() -> None:
    table = fame_table([6, 6, 6, 6, 6, 6])
    table.do("declare:fame", "bank")
    assert table.band().fame == 5


@rule("RNR-069")
@pytest.mark.parametrize(("dice", "total"), [([1, 1, 2, 3, 4, 5], 10), ([1, 1, 1, 3, 4, 5], 9)])
def test_one_1_is_left_out_with_the_roadie(dice: list[int], total: int) -> None:
    table = fame_table(dice, abilities=[7, 1, 1, 1])
    table.do("declare:fame")
    assert table.band().total == total


@rule("RNR-070", "RNR-071", "RNR-064")
def test_a_magazine_saves_a_bust() -> None:
    """Worked example 17: the magazine throws any of the dice."""
    table = fame_table([6, 6, 6, 6, 1], money=45)
    table.falls(1, 1, 3, 4, 5)
    table.do("declare:fame", "all_again")
    assert table.verbs() == {"accept", "magazine"}
    assert table.region("dice-0")["pot"] == 4
    table.falls(2, 2, 6).do("magazine:4.5")
    assert table.band().values == (2, 2, 4, 5, 6)
    assert table.band().money == 15
    table.do("bank")
    assert table.band().fame == 5


@rule("RNR-070")
def test_a_saved_throw_that_busts_again_is_final_without_money() -> None:
    table = fame_table([6, 6, 1, 1, 2], money=30, abilities=[3, 3, 1, 1])
    table.falls(1, 1, 2, 2, 3).falls(1, 1, 2, 2, 3)
    table.do("declare:fame", "all_again", "magazine:-")
    assert table.band().phase == "lose_ability"
    assert table.says("magazine:-") == (
        "The action has ended: settle it first, buy next month (RNR-102)."
    )


@rule("RNR-069", "RNR-070", "RNR-110")
def test_a_roadie_saves_a_bust() -> None:
    """Worked example 18, with his die at 6 and at 5."""
    table = fame_table([6, 6, 1, 2, 3], money=130)
    table.falls(1, 1, 2, 3, 4).falls(6)
    table.do("declare:fame", "all_again", "roadie")
    assert table.band().values == (1, 1, 2, 3, 4, 6)
    table.do("bank")
    assert table.band().fame == 3

    table = fame_table([6, 6, 1, 2, 3], money=130, abilities=[3, 3, 3, 3])
    table.falls(1, 1, 2, 3, 4).falls(5)
    table.do("declare:fame", "all_again", "roadie")
    assert table.band().phase == "done"
    assert (table.band().fame, table.band().total) == (0, 12)


@rule("RNR-020", "RNR-062", "RNR-064")
def test_any_number_of_throws_in_one_month() -> None:
    table = fame_table([6, 1, 2, 3, 4])
    table.do("declare:fame")
    for pot in range(1, 8):
        table.falls(6, 1, 2, 3, 4).do("all_again")
        assert table.region("dice-0")["pot"] == pot
        assert table.state.month == 10
    table.do("bank")
    assert table.band().fame == 8
