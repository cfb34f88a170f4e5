"""Cash and purchases: RNR-100 to RNR-114."""

from __future__ import annotations

import pytest

from app.games.rock_n_roll import RULES
from tests.games.rock_n_roll.table import Table, kinds
from tests.ledger import rule


@rule("RNR-100")
def test_cash_is_the_sum_of_the_dice() -> None:
    table = Table(2, month=10)
    table.lay(dice=[1, 2, 4, 6, 6], money=5)
    table.do("declare:cash", "stop")
    assert table.band().money == 24


@rule("RNR-101", "RNR-104", "RNR-106", "RNR-109")
@pytest.mark.parametrize(
    ("money", "reasons"),
    [
        (
            29,
            {
                "magazine:-": "Magazine coverage costs £30, you have £29 (RNR-104).",
                "stop_session": "A session musician costs £70, you have £29 (RNR-106).",
                "roadie": "The roadie costs £130, you have £29 (RNR-109).",
            },
        ),
        (
            129,
            {"roadie": "The roadie costs £130, you have £129 (RNR-109)."},
        ),
    ],
)
def test_nothing_is_lent(money: int, reasons: dict[str, str]) -> None:
    table = Table(2, month=10)
    table.lay(money=money)
    table.do("declare:recording")
    assert {move: table.says(move) for move in reasons} == reasons
    assert table.refused("roadie").needs == {"money": 130}
    assert table.refused("roadie").has == {"money": money}


@rule("RNR-101", "RNR-103", "RNR-104", "RNR-106", "RNR-109")
@pytest.mark.parametrize(
    ("purchases", "left"),
    [
        (["roadie"], 0),
        (["magazine:-", "magazine:-", "stop_session"], 0),
        (["magazine:-"] * 4, 10),
    ],
)
def test_what_130_pounds_buy(purchases: list[str], left: int) -> None:
    """Worked example 9."""
    table = Table(2, month=10)
    table.lay(money=130)
    table.do("declare:recording", *purchases)
    assert table.band().money == left
    RULES.audit(table.state)


@rule("RNR-102")
def test_when_to_buy() -> None:
    """Before declaring and after every throw; not while an end is settled, nor when done."""
    table = Table(2, month=10)
    table.lay(money=300, dice=[1, 1, 1, 1, 1])
    assert {"magazine", "roadie"} <= table.verbs()
    assert "stop_session" not in table.moves()
    table.do("declare:practice")
    assert {"magazine", "roadie"} <= table.verbs()
    table.do("stop")
    for move in ("magazine:-", "roadie"):
        assert table.says(move) == (
            "The action has ended: settle it first, buy next month (RNR-102)."
        )
    table.do("all")
    assert table.refused("magazine:-").rule == "RNR-023"
    table.cash(1)
    assert {"magazine", "roadie"} <= table.verbs()
    table.do("declare:cash", "again:-")
    assert table.refused("roadie").rule == "RNR-023"


@rule("RNR-102", "RNR-103")
@pytest.mark.parametrize("category", ["fans", "fame", "recording", "cash"])
def test_every_category_buys_after_a_throw(category: str) -> None:
    table = Table(2, month=10)
    table.lay(money=300, dice=[1, 2, 3, 4, 6])
    table.do(f"declare:{category}")
    table.do("magazine:1", "magazine:-", "roadie")
    assert table.band().money == 110
    assert len(table.band().dice) == 6


@rule("RNR-103")
def test_money_gained_is_spent_from_the_next_decision_on() -> None:
    table = Table(2, month=10)
    table.lay(money=0, dice=[6, 6, 6, 6, 6])
    table.do("declare:cash")
    assert "magazine" not in table.verbs()
    table.do("stop")
    table.cash(1)
    assert "magazine" in table.verbs()


@rule("RNR-104", "RNR-105", "RNR-020")
def test_magazine_coverage() -> None:
    table = Table(2, month=10)
    table.lay(money=60, dice=[1, 2, 3, 4, 5])
    table.do("declare:cash")
    assert sum(move.startswith("magazine") for move in table.moves()) == 31
    assert table.says("magazine:1.2.3.4.5") == "At least one die must be thrown (RNR-037)."
    menu = [m for m in table.moves() if not m.startswith("magazine")]
    table.falls(1, 2, 3).do("magazine:4.5")
    assert [m for m in table.moves() if not m.startswith("magazine")] == menu
    assert table.band().money == 30
    assert (table.state.month, table.region("dice-0")["throws"]) == (10, 1)


@rule("RNR-106", "RNR-107", "RNR-108")
def test_the_session_musician_comes_with_the_stop() -> None:
    table = Table(2, month=10)
    table.lay(money=200)
    assert table.refused("stop_session").rule == "RNR-107"
    table.do("declare:cash")
    assert table.says("stop_session") == (
        "A session musician works on an album, while you record one (RNR-107)."
    )
    table.do("stop")
    table.cash(1)
    table.do("declare:recording")
    assert [move for move in table.moves() if "session" in move] == ["stop_session"]
    table.do("stop_session")
    assert table.band().finances.sessions == 1
    assert table.moves() == [], "at most one for an album"


@rule("RNR-109", "RNR-110", "RNR-111")
def test_the_roadie_joins_at_once() -> None:
    table = Table(2, month=13)
    table.lay(money=300, dice=[1, 2, 3, 4, 5])
    table.falls(6)
    assert "roadie_hired" in kinds(table.do("roadie"))
    assert table.band().dice == [1, 2, 3, 4, 5, 6]
    assert table.band().money == 170
    assert table.says("roadie") == "Your roadie is with you until the end of the year (RNR-111)."
    table.do("declare:cash")
    assert "again:1.2.3.4.6" in table.moves()
    table.do("stop")
    table.cash(1)
    assert len(table.band().dice) == 6, "all throws of the year are made with six dice"


@rule("RNR-109", "RNR-111", "RNR-112")
@pytest.mark.parametrize("month", [12, 24, 36, 48])
def test_the_roadie_leaves_with_the_year(month: int) -> None:
    table = Table(2, month=month)
    table.lay(dice=[1, 2, 3, 4, 5, 6], money=200)
    table.cash(0)
    events = table.cash(1)
    assert "roadie_left" in kinds(events)
    assert not table.band().roadie
    assert len(table.band().dice) == 5
    assert table.state.over or "roadie" in table.moves(), "he can be hired again every year"


@rule("RNR-113")
def test_fewer_dice_in_january() -> None:
    """In January five minus the kept ones are thrown; the sixth die is put aside."""
    table = Table(2, month=24)
    table.lay(dice=[6, 5, 4, 3, 2, 1])
    table.do("declare:cash", "again:1.2")
    table.falls(4, 4, 4).cash(1)
    assert table.band().values == (1, 2, 4, 4, 4)
    held = [die["value"] for die in table.region("dice-0")["dice"] if die["held"]]
    assert held == [2, 1]


@rule("RNR-113", "RNR-104")
def test_the_magazine_may_keep_five_in_december() -> None:
    table = Table(2, month=12)
    table.lay(dice=[6, 5, 4, 3, 2, 1], money=30)
    table.do("declare:cash")
    assert "magazine:2.3.4.5.6" in table.moves()
    assert "again:2.3.4.5.6" not in table.moves()


@rule("RNR-114")
def test_late_purchases() -> None:
    """A roadie in December is asked about once, and allowed."""
    for month, question in ((11, ""), (12, "roadie_in_december")):
        table = Table(2, month=month)
        table.lay(money=130)
        (roadie,) = (o for o in RULES.menu(table.state, 0) if o.move == "roadie")
        assert roadie.confirm == question
    assert "December" in RULES.words.confirm("roadie_in_december")
    table.do("roadie")
    assert table.band().roadie
