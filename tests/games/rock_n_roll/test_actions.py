"""Actions: RNR-030 to RNR-043."""

from __future__ import annotations

import pytest

from app.games.rock_n_roll import RULES
from app.games.rock_n_roll.content import CATEGORIES
from tests.games.rock_n_roll.table import Table, album
from tests.ledger import rule

PAID_BY_MONTHS = ("fans", "recording", "cash")


@rule("RNR-030")
def test_one_of_six_categories_after_the_throw() -> None:
    table = Table()
    listed = [o.move for o in RULES.menu(table.state, 0) if o.move.startswith("declare")]
    assert listed == [f"declare:{category}" for category in CATEGORIES]
    assert table.region("dice-0")["category"] is None
    table.do("declare:cash")
    assert table.region("dice-0")["category"] == "cash"
    for move in ("stop", "again:-", "free:-"):
        assert table.says(move, 1) == "Say first what this throw is for (RNR-030)."


@rule("RNR-031")
def test_a_declaration_binds() -> None:
    table = Table()
    table.do("declare:cash")
    assert table.says("declare:fans") == "This action is Cash and stays so (RNR-031)."
    assert table.verbs() == {"stop", "again"}
    table.lay(dice=[1, 1, 1, 1, 1])
    table.do("stop")
    assert table.band().outcome is not None
    assert table.band().money == 5


@rule("RNR-032")
def test_four_categories_are_always_open() -> None:
    table = Table()
    assert {"declare:practice", "declare:fans", "declare:fame", "declare:cash"} <= set(
        table.moves()
    )
    assert "declare:touring" not in table.moves()
    table.lay(albums=[album(1, 40, gigs=2)])
    assert "declare:recording" not in table.moves()
    assert {"declare:practice", "declare:fans", "declare:fame", "declare:cash"} <= set(
        table.moves()
    )


@rule("RNR-033", "RNR-105")
def test_bought_before_declaring() -> None:
    """Worked example 34: the magazine uses up neither throw nor month."""
    table = Table(2, month=3)
    table.lay(dice=[1, 2, 4, 6, 6], money=60)
    table.falls(6, 3, 3).do("magazine:6.6")
    assert table.band().money == 30
    assert table.band().values == (3, 3, 6, 6, 6)
    assert table.band().phase == "declare"
    assert table.state.month == 3
    table.do("declare:fame")
    assert table.region("dice-0")["sixes"] == 3
    assert table.region("dice-0")["throws"] == 1


@rule("RNR-034", "RNR-035", "RNR-036")
@pytest.mark.parametrize("category", [*PAID_BY_MONTHS, "touring"])
def test_three_throws_of_a_month_each(category: str) -> None:
    table = Table(2, month=10)
    table.lay(albums=[album(1, 30, gigs=1)] if category == "touring" else [], money=30)
    table.do(f"declare:{category}")
    for throws in (2, 3):
        table.do("again:-")
        assert table.band().phase == "committed"
        table.cash(1)
        dice = table.region("dice-0")
        assert (dice["throws"], dice["months"], table.state.month) == (
            throws,
            throws,
            8 + throws + 1,
        )
    assert table.says("again:-") == "Three throws are the limit (RNR-034)."
    table.falls(1, 2, 3, 4, 6).do("magazine:-")
    assert table.band().outcome is not None, "without money the stop is all that is left"


@rule("RNR-036")
def test_a_committed_band_owns_its_next_month() -> None:
    table = Table(2, month=10)
    table.lay(dice=[1, 2, 3, 5, 6])
    table.do("declare:cash", "again:5.6")
    dice = table.region("dice-0")
    assert dice["done"]
    assert [d["value"] for d in dice["dice"] if d["held"]] == [5, 6]
    assert table.falls(4, 4, 4).cash(1)
    assert table.state.month == 11
    assert table.band().values == (4, 4, 4, 5, 6)
    assert table.region("calendar-0")["used"] == 2


@rule("RNR-037", "RNR-039")
def test_kept_dice() -> None:
    table = Table(2, month=10)
    table.lay(dice=[2, 2, 2, 5, 5])
    table.do("declare:cash")
    kept = [m for m in table.moves() if m.startswith("again")]
    assert kept[0] == "again:-"
    # 4 counts of twos times 3 of fives, less keeping all
    assert len(kept) == len(set(kept)) == 4 * 3 - 1
    assert "again:2.2.5" in kept
    assert table.says("again:2.2.2.5.5") == "At least one die must be thrown (RNR-037)."
    assert table.says("again:4") == "You have no such dice on the table (RNR-037)."
    assert table.says("again:2.2.2.2") == "You have no such dice on the table (RNR-037)."
    assert table.says("again:best") == "You have no such dice on the table (RNR-037)."


@rule("RNR-039")
@pytest.mark.parametrize(("dice", "items"), [([1, 2, 3, 4, 5], 31), ([1, 2, 3, 4, 5, 6], 63)])
def test_most_items_of_a_throw(dice: list[int], items: int) -> None:
    table = Table(2, month=10)
    table.lay(dice=dice)
    table.do("declare:cash")
    assert sum(move.startswith("again") for move in table.moves()) == items


@rule("RNR-038")
def test_kept_dice_may_be_thrown_later() -> None:
    table = Table(2, month=10)
    table.lay(dice=[6, 6, 1, 1, 1])
    table.do("declare:cash", "again:6.6")
    table.falls(5, 5, 5).cash(1)
    table.do("again:5.5.5")
    table.falls(2, 1).cash(1)
    assert table.band().money == 18


@rule("RNR-040")
def test_no_month_left() -> None:
    """Worked example 12: months 47 and 48."""
    table = Table(2, month=48)
    table.lay(dice=[1, 2, 3, 4, 5], money=30)
    table.do("declare:practice")
    assert table.says("again:-") == "There is no month left for another throw (RNR-040)."
    assert "magazine" in table.verbs()

    table = Table(2, month=47)
    table.lay(dice=[1, 1, 2, 5, 6])
    table.do("declare:practice", "again:1.1")
    table.falls(2, 3, 4).cash(1)
    table.falls(1, 6, 6).do("free:1.1")
    assert table.band().abilities == [2, 1, 1, 1]


@rule("RNR-041")
@pytest.mark.parametrize("throws", [1, 2, 3])
def test_stopping_after_any_throw(throws: int) -> None:
    table = Table(2, month=10)
    table.lay(money=30)
    table.do("declare:cash")
    for _ in range(throws - 1):
        table.do("again:-")
        table.cash(1)
    table.lay(dice=[1, 2, 3, 4, 5])
    assert table.verbs() == ({"stop", "again", "magazine"} if throws < 3 else {"stop", "magazine"})
    table.do("stop")
    assert table.band().money == 45


@rule("RNR-042")
@pytest.mark.parametrize(
    ("category", "dice", "field", "value"),
    [
        ("fans", [5, 5, 5, 1, 4, 6], "fans", 4),
        ("cash", [1, 2, 3, 4, 5, 6], "money", 20),
        ("recording", [1, 2, 3, 4, 5, 6], "rating", 24),
        ("touring", [1, 1, 2, 3, 4, 5], "different", 5),
    ],
)
def test_the_best_five_of_six(category: str, dice: list[int], field: str, value: int) -> None:
    table = Table(2, month=10)
    table.lay(dice=dice, money=0, albums=[album(1, 30, gigs=1)] if category == "touring" else [])
    table.do(f"declare:{category}", "stop")
    outcome = table.band().outcome
    assert outcome is not None
    assert getattr(outcome, field) == value


@rule("RNR-043")
def test_nothing_gained() -> None:
    table = Table(1, month=10)
    table.lay(dice=[1, 1, 2, 2, 6], abilities=[1, 1, 1, 1])
    table.do("declare:practice", "stop")
    assert table.state.month == 11
    assert table.band().abilities == [1, 1, 1, 1]
