"""Victory, curfew, standing (RTR-106 to RTR-113)."""

from __future__ import annotations

import pytest

from app.games import referee
from app.games.ready_to_rock import RULES
from tests.games.ready_to_rock.table import SEED, Table, kinds_of
from tests.ledger import rule


@rule("RTR-106", "RTR-107")
def test_ex_15_open_or_closed_in_front_of_the_stage() -> None:
    """EX-15"""
    picture = """
        column    0
        row 2     │a
        """
    opened = Table(picture, hands={"a": "side-exit beer"})
    opened.play("a", "path:side-exit:0:1:0")
    assert opened.winners == "a"

    closed = Table(picture, hands={"a": "fork left-elbow"})
    closed.play("a", "path:fork:0:1:180")
    assert (closed.winners, closed.pawn("a")) == ("", (0, 1))
    closed.play("a", "path:left-elbow:0:1:0")
    assert closed.winners == "a"


@rule("RTR-106")
def test_reaching_the_goal_over_the_cards_of_others_wins() -> None:
    table = Table(
        """
        column    0    1
        row 1     ┼b   ┐c
        row 2     ·    ─a
        """,
        hands={"a": "open-crowd beer"},
    )
    table.play("a", "path:open-crowd:1:2:0")
    assert table.winners == "a"
    assert table.pawn("a") == (1, 2), "the table stays as it was"


@rule("RTR-107", "RTR-026")
def test_ex_12_the_shortest_win() -> None:
    """EX-12"""
    table = Table(
        seats=3,
        pawns={"a": (0, 9)},
        hands={"a": "straight-through " * 8},
        top="fork " * 9,
    )
    row = 8
    for turn in range(4):
        for _ in range(2):
            assert table.winners == ""
            table.play("a", f"path:straight-through:0:{row}:0")
            row -= 1
        if turn < 3:
            table.play("a", "end")
            table.play("b", "end")
            table.play("c", "end")
    assert table.winners == "a"
    assert table.state.round == 4


@rule("RTR-107", "RTR-038")
def test_ex_12_one_turn_less_with_groupies() -> None:
    """EX-12"""
    table = Table(
        seats=3,
        pawns={"a": (0, 9)},
        hands={"a": "groupies " + "straight-through " * 8},
        top="fork " * 9,
    )
    table.play("a", "flash:groupies:actions")
    row = 8
    for laid in (4, 2, 2):
        for _ in range(laid):
            table.play("a", f"path:straight-through:0:{row}:0")
            row -= 1
        if row:
            table.play("a", "end")
            table.play("b", "end")
            table.play("c", "end")
    assert (table.winners, table.state.round) == ("a", 3)


@rule("RTR-108")
def test_a_wall_in_the_goal_cell_bars_it_until_it_is_destroyed() -> None:
    table = Table(
        """
        column    0
        row 1     H
        row 2     │a
        """,
        hands={"a": "straight-through beer"},
    )
    assert table.refused("a", "path:straight-through:0:1:0").rule == "RTR-061"
    table.play("a", "smash:0:1:beer", "path:straight-through:0:1:0")
    assert table.winners == "a"


@rule("RTR-109", "RTR-091", "RTR-110")
def test_ex_16_a_rival_opens_the_goal() -> None:
    """EX-16"""
    picture = """
        column   -1    0    1
        row 1     ·    ┬b   ·
        row 2     ·    ·    ·
        row 3     ·    │a   ·
        """
    table = Table(picture, hands={"a": "ready-to-rock sidestep"}, stage="fire-explosion")
    table.play("a", "flash:ready-to-rock")
    assert table.card((0, 1)) == ("fork", 0)
    assert table.winners == ""
    events = table.play("a", "end")
    assert table.winners == "b"
    assert "drew" not in kinds_of(events), "before drawing"

    closed = Table(picture, hands={"a": "ready-to-rock sidestep"}, stage="fire-explosion")
    closed.play("a", "flash:ready-to-rock", "path:sidestep:0:1:0")
    assert (closed.winners, closed.state.active) == ("", 1), "b begins and has not won"

    beside = Table(
        """
        column   -1    0    1
        row 1     ─a   ┬b   ·
        """,
        hands={"a": "ready-to-rock sidestep"},
        stage="fire-explosion",
    )
    beside.play("a", "flash:ready-to-rock")
    assert beside.winners == "a"


@rule("RTR-110")
def test_the_closed_goal_card_is_free_for_all() -> None:
    table = Table(
        """
        column   -1    0
        row 1     ─a   ┬b
        """,
        hands={"a": "fork"},
    )
    assert table.menu("a", "move:") == ["move:0:1"]
    table.play("a", "move:0:1", "path:fork:0:1:0")
    assert table.winners == "a"


@rule("RTR-111", "RTR-112")
def test_ex_29_curfew() -> None:
    """EX-29"""
    table = Table(
        """
        column   -1    0    1    2
        row 2     ·    ·    ·    │a
        row 3     │c   ·    ·    ·
        row 6     ·    │b   ·    ·
        """,
        seats=3,
        active="c",
        round=40,
    )
    table.play("c", "end")
    result = RULES.result(table.state)
    assert result is not None
    assert [(place.seat, place.rank, place.score) for place in result.places] == [
        (0, 1, 3),
        (2, 1, 3),
        (1, 3, 5),
    ]
    assert table.state.round == 40


@rule("RTR-111")
@pytest.mark.parametrize("curfew", ["20", "40", "60"])
def test_the_curfew_is_a_table_option(curfew: str) -> None:
    settings = referee.complete_settings(RULES, 3, {"curfew": curfew})
    assert referee.start(RULES, 3, settings, SEED).state.curfew == int(curfew)
    assert referee.complete_settings(RULES, 3, {}) == {"curfew": "40"}


@rule("RTR-112")
def test_the_others_are_ranked_by_distance_and_share_places() -> None:
    table = Table(
        """
        column    0    1    2
        row 2     │a   ·    ·
        row 3     ·    │b   ·
        row 2     ·    ·    │c
        """,
        hands={"a": "straight-through"},
    )
    table.play("a", "path:straight-through:0:1:0")
    result = RULES.result(table.state)
    assert result is not None
    assert [(place.seat, place.rank) for place in result.places] == [(0, 1), (1, 2), (2, 2), (3, 4)]


@rule("RTR-113")
def test_after_the_end_nothing_is_asked_and_hands_are_shown() -> None:
    table = Table(
        """
        column    0
        row 2     │a
        """,
        hands={"a": "straight-through", "b": "beer fork beer"},
    )
    hidden = {region.id: region.data for region in RULES.view(table.state, None)}
    assert hidden["rocker-1"]["hand"] is None
    table.play("a", "path:straight-through:0:1:0")
    assert table.asked() == {}
    table.looks(
        """
        column    0
        row 1     │a
        row 2     │
        """
    )
    shown = {region.id: region.data for region in RULES.view(table.state, None)}
    assert shown["rocker-1"]["hand"] == ["fork", "beer", "beer"]
    assert table.refused("a", "end").rule == "RTR-129"
