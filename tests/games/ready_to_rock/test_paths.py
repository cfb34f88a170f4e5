"""Movement, path cards, clean-up (RTR-041 to RTR-057)."""

from __future__ import annotations

from app.games.ready_to_rock.cells import cell
from tests.games.ready_to_rock.table import Table
from tests.ledger import rule


@rule("RTR-041")
def test_moving_costs_nothing_before_between_and_after_actions() -> None:
    table = Table(
        """
        column   0
        row 7    │b
        row 8    │ac
        """,
        hands={"a": "beer beer"},
    )
    table.play("a", "move:0:7", "flash:beer", "move:0:9")
    assert table.actions.left == 1
    table.play("a", "flash:beer")
    assert table.actions.left == 0
    table.play("a", "move:0:7")
    assert table.pawn("a") == (0, 7)


@rule("RTR-042", "RTR-043", "RTR-044", "RTR-045")
def test_ex_06_three_path_cards_in_a_row() -> None:
    """EX-06"""
    table = Table(
        """
        column  -2   -1    0
        row 6    ·    ·    ·
        row 7    T    ─d   ┐c
        row 8         T    │b
        row 9              Ta
        """
    )
    assert set(table.menu("a", "move:")) == {"move:0:8", "move:0:7", "move:-1:7", "move:-2:7"}
    assert table.refused("a", "move:-1:8").rule == "RTR-042"
    assert table.refused("a", "move:0:9").rule == "RTR-044"
    assert table.refused("a", "move:0:6").rule == "RTR-044"
    table.play("a", "move:-1:7")
    assert table.pawn("a") == table.pawn("d") == (-1, 7)

    closed = Table(
        """
        column  -2   -1    0
        row 6    ·    ·    ·
        row 7    T    │d   ┐c
        row 8         T    │b
        row 9              Ta
        """
    )
    assert set(closed.menu("a", "move:")) == {"move:0:8", "move:0:7"}
    back = Table(
        """
        column  -2   -1    0
        row 7    T    │a   ┐c
        row 8         T    │b
        """
    )
    assert back.menu("a", "move:") == ["move:-1:8"]


@rule("RTR-044", "RTR-060")
def test_nobody_walks_onto_a_wall() -> None:
    table = Table(
        """
        column   0
        row 7    M
        row 8    │a
        """,
        hands={"a": "beer"},
    )
    assert table.refused("a", "move:0:7").rule == "RTR-044"
    assert table.menu("a", "move:") == ["move:0:9"]


@rule("RTR-043", "RTR-045", "RTR-054")
def test_ex_13_using_the_way_of_others() -> None:
    """EX-13"""
    table = Table(
        """
        column   -1    0
        row 5     ┌c   ┤b
        row 6     ·    │a
        """
    )
    table.play("a", "move:-1:5", "end")
    table.looks(
        """
        column   -1    0
        row 5     ┌ac  ┤b
        row 6     ·    ·
        """
    )
    turned = Table(
        """
        column   -1    0
        row 5     ┘c   ┤b
        row 6     ·    │a
        """
    )
    assert turned.menu("a", "move:") == ["move:0:5"]


@rule("RTR-046")
def test_three_moves_a_window() -> None:
    table = Table(
        """
        column   0
        row 7    │b
        row 8    │c
        """,
        pawns={"a": (0, 9)},
        hands={"a": "beer fork"},
    )
    table.play("a", "move:0:8", "move:0:7", "move:0:8")
    assert table.menu("a", "move:") == []
    assert table.refused("a", "move:0:7").rule == "RTR-046"
    table.play("a", "flash:beer")
    assert table.actions.moves == 3
    table.play("a", "path:fork:0:8:0")
    assert table.actions.moves == 3, "laying over the own card is no move"


@rule("RTR-047", "RTR-048", "RTR-055", "RTR-056", "RTR-057")
def test_ex_11_step_by_step_and_no_laying_ahead() -> None:
    """EX-11"""
    table = Table(hands={"a": "straight-through straight-through beer"}, pawns={"a": (0, 9)})
    table.play("a", "path:straight-through:0:8:0")
    assert table.pawn("a") == (0, 8)
    table.play("a", "path:straight-through:0:7:0")
    table.looks(
        """
        column   -1    0    1
        row 7     ·    │a   ·
        row 8     T    │    T
        """
    )
    assert "move:0:8" in table.menu("a")
    pile = len(table.state.deck.used)
    table.play("a", "end")
    table.looks(
        """
        column   -1    0    1
        row 7     ·    │a   ·
        row 8     T    ·    T
        """
    )
    assert table.state.deck.used[pile:] == ["straight-through"]

    back = Table(hands={"a": "straight-through straight-through"}, pawns={"a": (0, 9)})
    back.play("a", "path:straight-through:0:8:0", "move:0:9")
    assert set(back.menu("a", "path:")) == {
        "path:straight-through:0:8:0",
        "path:straight-through:0:10:0",
    }
    assert back.refused("a", "path:straight-through:-1:9:0").rule == "RTR-047"
    assert back.refused("a", "path:straight-through:0:7:0").rule == "RTR-047"
    back.play("a", "path:straight-through:0:10:0")
    back.looks(
        """
        column   0
        row 9    T
        row 10   │a
        """
    )


@rule("RTR-047")
def test_both_cards_must_be_open_to_each_other() -> None:
    table = Table(
        """
        column   -1    0    1
        row 5     ·    ┘a   ·
        """,
        hands={"a": "left-elbow"},
    )
    beside = [move for move in table.menu("a", "path:") if ":0:5:" not in move]
    assert set(beside) == {"path:left-elbow:0:4:180", "path:left-elbow:-1:5:180"}
    assert table.refused("a", "path:left-elbow:0:4:0").rule == "RTR-047"
    assert table.refused("a", "path:left-elbow:1:5:0").rule == "RTR-047"
    assert table.refused("a", "path:left-elbow:1:5:0").why == "closed_side"
    assert table.refused("a", "path:left-elbow:3:3:0").why == "not_beside"


@rule("RTR-049", "RTR-056")
def test_ex_14_sending_a_rival_astray() -> None:
    """EX-14"""
    table = Table(
        """
        column   0
        row 2    │b
        """,
        hands={"a": "sidestep beer", "b": "fork"},
    )
    table.play("a", "path:sidestep:0:2:0")
    table.looks(
        """
        column   0
        row 2    ─b
        """
    )
    assert table.pawn("a") == (4, 5)
    assert table.state.deck.used == ["straight-through"]
    assert table.actions.left == 1
    table.play("a", "end")
    places = {tuple(move.split(":")[2:4]) for move in table.menu("b", "path:fork")}
    assert places == {("-1", "2"), ("1", "2"), ("0", "2")}


@rule("RTR-049", "RTR-050")
def test_the_own_card_and_equal_cards_may_be_covered() -> None:
    table = Table(
        """
        column   0
        row 5    ┤ab(7)
        """,
        hands={"a": "side-exit"},
    )
    moves = table.menu("a", "path:side-exit:0:5")
    assert moves == ["path:side-exit:0:5:0", "path:side-exit:0:5:180"]
    table.play("a", moves[0])
    card = table.state.grid[cell(0, 5)]
    assert (card.kind, card.turn, card.order) == ("side-exit", 0, 8)
    assert table.pawn("a") == table.pawn("b") == (0, 5)


@rule("RTR-051")
def test_no_card_on_a_ticket_or_a_wall() -> None:
    table = Table(
        """
        column   0
        row 8    M
        row 9    Ta
        """,
        hands={"a": "open-crowd headbanging"},
    )
    assert table.refused("a", "path:open-crowd:0:9:0").rule == "RTR-051"
    assert table.refused("a", "wall:headbanging:0:9").rule == "RTR-051"
    assert table.refused("a", "path:open-crowd:0:8:0").rule == "RTR-061"


@rule("RTR-052")
def test_every_laid_card_gets_the_next_number() -> None:
    table = Table(
        """
        column   0
        row 8    │a(5)
        """,
        hands={"a": "fork mosh-pit groupies open-crowd"},
        stage="fire-explosion",
    )
    table.play("a", "flash:groupies:actions", "path:fork:0:8:0", "wall:mosh-pit:0:7")
    orders = {(card.kind, card.order) for card in table.state.grid.values()}
    assert orders == {("fork", 6), ("mosh-pit", 7)}
    assert table.state.laid == 7


@rule("RTR-053", "RTR-054")
def test_a_closed_card_leaves_an_empty_cell() -> None:
    table = Table(
        """
        column   0
        row 7    M
        row 8    │a
        """,
        hands={"a": "beer beer"},
    )
    table.play("a", "move:0:9", "flash:beer")
    table.looks(
        """
        column   0
        row 7    M
        row 9    Ta
        """
    )
    assert table.menu("a", "move:") == []
    assert "straight-through" in table.state.deck.used


@rule("RTR-055")
def test_an_action_that_is_not_taken_closes_nothing() -> None:
    table = Table(
        """
        column   0
        row 7    │b
        row 8    │a
        """,
        hands={"a": "beer"},
    )
    table.play("a", "move:0:7", "move:0:9")
    assert table.card((0, 8)) is not None
    table.play("a", "flash:beer")
    assert table.card((0, 8)) is None


@rule("RTR-056")
def test_actions_refer_to_occupied_cards_only() -> None:
    table = Table(
        """
        column   0
        row 7    │b
        row 8    │a
        """,
        hands={"a": "fork mosh-pit"},
    )
    table.play("a", "move:0:7")
    assert "path:fork:0:8:0" in table.menu("a"), "an empty cell by then, and connected"
    assert "path:fork:0:8:180" not in table.menu("a")
    assert "wall:mosh-pit:0:8" in table.menu("a")
    table.play("a", "wall:mosh-pit:0:8")
    assert table.card((0, 8)) == ("mosh-pit", 0)
