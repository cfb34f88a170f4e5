"""Body Surfing (RTR-080 to RTR-088)."""

from __future__ import annotations

from tests.games.ready_to_rock.table import Table
from tests.ledger import rule

SURF = "flash:body-surfing:"

EX_18 = """
    column    0
    row 2     ·
    row 3     M
    row 4     H
    row 5     │a
    """


@rule("RTR-080", "RTR-081", "RTR-083", "RTR-084", "RTR-088")
def test_ex_18_body_surfing_with_a_landing_card() -> None:
    """EX-18"""
    table = Table(EX_18, hands={"a": "body-surfing left-elbow"})
    actions = table.actions
    table.play("a", f"{SURF}F")
    assert table.menu("a") == ["land:left-elbow:0", "land:left-elbow:180"]
    assert table.pawn("a") == (0, 5)
    assert table.state.playing == "body-surfing"
    assert table.refused("a", "end").rule == "RTR-067"
    assert table.refused("a", "land:fork:0").rule == "RTR-083"
    table.play("a", "land:left-elbow:180")
    assert (actions.taken, actions.left) == (2, 0)
    table.looks(
        """
        column    0
        row 2     ┌a
        row 3     M
        row 4     H
        row 5     ·
        """
    )


@rule("RTR-083")
def test_ex_18_no_landing_without_a_card_or_an_action() -> None:
    """EX-18"""
    one_action = Table(EX_18, hands={"a": "body-surfing left-elbow"}, actions=1)
    blocked = one_action.refused("a", f"{SURF}F")
    assert (blocked.rule, blocked.needs["actions"], blocked.has["actions"]) == ("RTR-083", 2, 1)
    no_card = Table(EX_18, hands={"a": "body-surfing beer"})
    assert no_card.refused("a", f"{SURF}F").rule == "RTR-083"
    assert no_card.menu("a", SURF) == []


@rule("RTR-082", "RTR-084")
def test_ex_18_landing_on_a_card_costs_one_action() -> None:
    """EX-18"""
    table = Table(
        """
        column    0
        row 2     ─c
        row 3     M
        row 4     H
        row 5     │a
        """,
        hands={"a": "body-surfing"},
        actions=1,
    )
    table.play("a", f"{SURF}F")
    assert table.pawn("a") == table.pawn("c") == (0, 2)
    assert table.card((0, 3)) == ("mosh-pit", 0)


@rule("RTR-080", "RTR-082")
def test_a_ticket_serves_as_start_and_as_landing() -> None:
    table = Table(
        """
        column   -2   -1    0
        row 7     T    M    ─c
        row 8          T    H
        row 9               Ta
        """,
        hands={"a": "body-surfing body-surfing beer"},
    )
    table.play("a", f"{SURF}F")
    assert table.pawn("a") == (0, 7)
    table.play("a", f"{SURF}L")
    assert table.pawn("a") == (-2, 7)


@rule("RTR-081")
def test_a_gap_between_walls_is_the_landing_cell() -> None:
    table = Table(
        """
        column    0
        row 2     M
        row 3     ·
        row 4     H
        row 5     │a
        """,
        hands={"a": "body-surfing fork"},
    )
    table.play("a", f"{SURF}F", "land:fork:0")
    assert table.pawn("a") == (0, 3)


@rule("RTR-085", "RTR-108")
def test_ex_19_surfing_onto_the_stage() -> None:
    """EX-19"""
    table = Table(
        """
        column    0
        row 1     I
        row 2     M
        row 3     ┼a
        """,
        hands={"a": "body-surfing"},
        actions=1,
    )
    assert table.menu("a", "move:") == [], "a wall bars the goal"
    table.play("a", f"{SURF}F")
    assert table.winners == "a"
    assert table.asked() == {}


@rule("RTR-086")
def test_ex_19_surfing_into_the_barriers() -> None:
    """EX-19"""
    table = Table(
        """
        column    1
        row 1     I
        row 2     M
        row 3     ┼a
        """,
        hands={"a": "body-surfing fork"},
    )
    assert table.refused("a", f"{SURF}F").rule == "RTR-086"
    assert table.menu("a", SURF) == []


@rule("RTR-080")
def test_a_surf_starts_over_an_open_side_and_a_wall() -> None:
    table = Table(
        """
        column   -1    0    1
        row 4     ·    M    ·
        row 5     ·    ─a   ·
        """,
        hands={"a": "body-surfing fork"},
    )
    assert table.refused("a", f"{SURF}F").why == "surf_closed"
    assert table.refused("a", f"{SURF}L").why == "surf_no_wall"
    assert table.refused("a", f"{SURF}X").rule == "RTR-129"


@rule("RTR-087")
def test_ex_20_landing_on_the_goal_from_the_side() -> None:
    """EX-20"""
    picture = """
        column    0    1    2
        row 1     ·    M    ─a
        """
    for turn, winners in ((0, "a"), (180, "")):
        table = Table(picture, hands={"a": "body-surfing right-elbow"})
        table.play("a", f"{SURF}L", f"land:right-elbow:{turn}")
        assert table.pawn("a") == (0, 1)
        assert table.winners == winners


@rule("RTR-087")
def test_landing_opens_a_new_window_and_the_start_closes() -> None:
    table = Table(
        """
        column    0    1
        row 3     │c   ·
        row 4     H    ·
        row 5     ┼a   ┼b
        row 6     ┼d
        """,
        hands={"a": "body-surfing beer"},
    )
    table.play("a", "move:1:5", "move:0:5", f"{SURF}F")
    assert table.actions.moves == 3
    assert table.card((0, 5)) is not None
    table.play("a", "flash:beer")
    assert table.card((0, 5)) is None
