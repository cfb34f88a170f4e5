"""The Wall of Death (RTR-095 to RTR-105)."""

from __future__ import annotations

from app.games.ready_to_rock import RULES
from tests.games.ready_to_rock.table import Table, kinds_of
from tests.ledger import rule

ROCK = "flash:ready-to-rock"


@rule("RTR-095", "RTR-096", "RTR-097", "RTR-098", "RTR-099", "RTR-100", "RTR-101")
def test_ex_21_division() -> None:
    """EX-21"""
    table = Table(
        """
        column   -2   -1    0    1    2
        row 4     ·    ─b   │a   M    ·
        row 5     ·    ·    H    ·    ·
        row 6     ·    ·    ·    ·    ·
        row 7     T    ·    ·    │c   T
        """,
        hands={"a": "ready-to-rock beer"},
        pawns={"d": (0, 9)},
        stage="wall-of-death",
    )
    table.play("a", ROCK)
    assert table.asked() == {"a": "divide"}
    assert table.menu("a") == ["divide:left", "divide:right"]
    assert table.refused("a", "end").rule == "RTR-067"
    table.play("a", "divide:left")
    table.looks(
        """
        column   -3   -2   -1    0    1    2
        row 4     ·    ─b   │a   ·    ·    M
        row 5     ·    ·    H    ·    ·    ·
        row 6     ·    ·    ·    ·    ·    ·
        row 7          T    ·    ·    ·    Tc
        """
    )
    assert table.pawn("d") == (0, 9)
    assert table.state.on_stage == "wall-of-death"
    assert table.state.deck.used == ["straight-through", "ready-to-rock"]


@rule("RTR-098")
def test_the_middle_column_may_go_right_and_asks_only_if_it_holds_a_card() -> None:
    table = Table(
        """
        column    0    1
        row 4     │b   M
        row 5     H    ·
        """,
        hands={"a": "ready-to-rock beer"},
        stage="wall-of-death",
    )
    table.play("a", ROCK, "divide:right")
    table.looks(
        """
        column    1    2
        row 4     │b   M
        row 5     H    ·
        """
    )
    empty = Table(
        """
        column   -1    0    1
        row 4     │b   ·    M
        """,
        hands={"a": "ready-to-rock beer"},
        stage="wall-of-death",
    )
    empty.play("a", ROCK)
    assert empty.asked() == {"a": "turn"}
    empty.looks(
        """
        column   -2   -1    0    1    2
        row 4     │b   ·    ·    ·    M
        """
    )


@rule("RTR-100")
def test_the_approach_discards_onto_tickets_too() -> None:
    table = Table(
        """
        column   -1    0    1    2
        row 8     T    ·    T    ┼b
        row 9     ·    T    H    ·
        """,
        hands={"a": "ready-to-rock beer"},
        stage="ballad",
        waiting=True,
    )
    table.play("a", ROCK)
    table.looks(
        """
        column   0    1
        row 8    ·    Tb
        row 9    T    ·
        """
    )
    assert table.debt("b") == 0


@rule("RTR-101")
def test_the_game_goes_on_while_a_wall_of_death_waits() -> None:
    table = Table(hands={"a": "beer fork"}, waiting=True)
    table.play("a", "flash:beer", "end")
    assert table.state.on_stage == "wall-of-death"


@rule("RTR-101", "RTR-118")
def test_everybody_sees_that_it_waits_whatever_is_asked_meanwhile() -> None:
    def shown(table: Table) -> tuple[str, bool]:
        stage = next(one.data for one in RULES.view(table.state, None) if one.id == "stage")
        return stage["card"], stage["waiting"]

    table = Table(
        """
        column    0
        row 4     H
        row 5     │a
        """,
        hands={"a": "shots-on-fire body-surfing fork", "b": "beer fork"},
        waiting=True,
        top="beer sidestep",
    )
    table.play("a", "flash:shots-on-fire")
    assert table.asked() == {"a": "discard"}
    assert shown(table) == ("wall-of-death", True)
    table.play("a", "discard:beer")
    table.actions.granted, table.actions.left = 3, 2
    table.play("a", "flash:body-surfing:F")
    assert table.asked() == {"a": "land"}
    assert shown(table) == ("wall-of-death", True)

    dividing = Table(
        """
        column    0
        row 5     │a
        """,
        hands={"a": "ready-to-rock beer"},
        stage="wall-of-death",
    )
    dividing.play("a", ROCK)
    assert shown(dividing) == ("wall-of-death", False)


@rule("RTR-102", "RTR-103", "RTR-104", "RTR-105", "RTR-052")
def test_ex_22_approach_overlaps_and_crushing() -> None:
    """EX-22"""
    table = Table(
        """
        column   -1         0        1       2
        row 2     I(26)     ·        M(23)   ·
        row 3     ─a(21)    H(24)    │b(25)  ·
        row 5     ·         ·        ·       ┼c(19)
        row 6     ·         │d(20)   ·       ·
        """,
        active="d",
        hands={"d": "ready-to-rock beer"},
        stage="special-guest",
        waiting=True,
    )
    events = table.play("d", ROCK)
    table.looks(
        """
        column   -1    0    1    2
        row 2     ·    I    ·    ·
        row 3     ·    │ab  ·    ·
        row 5     ·    ·    ┼c   ·
        row 6     ·    │d   ·    ·
        """
    )
    indebted = [(e.seat, e.facts["debt"]) for e in events if e.kind == "indebted"]
    assert indebted == [(3, 2), (0, 2), (1, 2)], "in turn order from the active rocker"
    assert (table.debt("d"), table.debt("c")) == (1, 0)
    assert sorted(table.state.deck.used) == [
        "headbanging",
        "mosh-pit",
        "ready-to-rock",
        "sidestep",
    ]
    assert table.state.stage.used == ["wall-of-death", "special-guest"]
    kinds = kinds_of(events)
    assert kinds.index("approached") < kinds.index("revealed")


@rule("RTR-103")
def test_three_path_cards_in_one_cell() -> None:
    table = Table(
        """
        column   -1        0        1
        row 3     ─b(9)    │c(7)    ┼d(8)
        """,
        hands={"a": "ready-to-rock beer"},
        stage="ballad",
        waiting=True,
    )
    table.play("a", ROCK)
    table.looks(
        """
        column   0
        row 3    ─bcd
        """
    )


@rule("RTR-103")
def test_a_path_card_beats_walls_that_were_played_later() -> None:
    table = Table(
        """
        column   -1        0        1
        row 3     H(9)     │b(1)    ·
        row 4     ┼c(2)    M(8)     I(7)
        """,
        hands={"a": "ready-to-rock beer"},
        stage="special-guest",
        waiting=True,
    )
    table.play("a", ROCK)
    table.looks(
        """
        column   0
        row 3    │b
        row 4    ┼c
        """
    )


@rule("RTR-104")
def test_rockers_on_the_central_ticket_are_not_crushed() -> None:
    table = Table(
        """
        column    0    1
        row 8     │b   T
        row 9     Tc
        """,
        hands={"a": "ready-to-rock beer"},
        stage="ballad",
        waiting=True,
    )
    table.play("a", ROCK)
    assert (table.debt("b"), table.debt("c"), table.debt("a")) == (2, 0, 0)


@rule("RTR-079", "RTR-102", "RTR-109", "RTR-036")
def test_ex_23_carried_to_victory() -> None:
    """EX-23"""
    picture = """
        column    0    1
        row 1     ·    │{}
        """
    own = Table(
        picture.format("a"), hands={"a": "ready-to-rock beer"}, stage="ballad", waiting=True
    )
    events = own.play("a", ROCK)
    assert own.winners == "a"
    assert "revealed" not in kinds_of(events)

    rival = Table(
        picture.format("b"), hands={"a": "ready-to-rock beer"}, stage="ballad", waiting=True
    )
    rival.play("a", ROCK)
    assert (rival.winners, rival.debt("b")) == ("", 2)
    rival.play("a", "end")
    assert rival.winners == "b"
