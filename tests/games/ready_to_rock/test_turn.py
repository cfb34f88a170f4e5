"""The order of a turn and the counting of actions (RTR-024 to RTR-040)."""

from __future__ import annotations

import pytest

from app.games.ready_to_rock import RULES
from tests.games.ready_to_rock.table import Table, kinds_of
from tests.ledger import rule


@rule("RTR-024", "RTR-025", "RTR-026")
def test_a_turn_draws_one_card_then_pays_then_is_free() -> None:
    table = Table(active="d", debts={"a": 1}, pawns={"a": (0, 9)}, top="fork beer")
    events = table.play("d", "end")
    assert kinds_of(events) == ["turn", "drew", "missed"]
    assert table.hand("a") == ["fork"]
    assert (table.actions.granted, table.actions.left, table.debt("a")) == (2, 1, 0)


@rule("RTR-026", "RTR-029")
def test_unused_actions_are_lost() -> None:
    table = Table(hands={"a": "fork"}, seats=3, top="beer sidestep beer beer")
    table.play("a", "end")
    table.play("b", "end")
    table.play("c", "end")
    assert table.actions.left == 2


@rule("RTR-027")
def test_nobody_acts_in_the_turn_of_another() -> None:
    table = Table(
        """
        column   0
        row 7    │b
        row 8    │a
        """,
        hands={"a": "fork", "b": "fork"},
    )
    for move in ("end", "move:0:8", "path:fork:0:7:0", "wall:mosh-pit:0:6", "anything"):
        assert table.refused("b", move).rule == "RTR-027"


@rule("RTR-028")
def test_a_hand_has_no_limit() -> None:
    table = Table(small_deck=True, top="beer", active="c")
    assert len(table.hand("d")) == 115
    table.play("c", "end")
    assert len(table.hand("d")) == 116


@rule("RTR-029", "RTR-031")
def test_ex_28_shut_in_a_turn_without_a_choice_ends_by_itself() -> None:
    """EX-28"""
    picture = """
        column   -1    0    1
        row 5     M    ─a   H
        """
    table = Table(picture, hands={"a": "straight-through"})
    assert set(table.menu("a")) == {
        "end",
        "path:straight-through:0:5:0",
        "smash:1:5:straight-through",
    }
    empty = Table(picture, active="d", small_deck=True, top="", seats=4, hands={"d": ""})
    events = empty.play("d", "end")
    assert kinds_of(events).count("turn") == 4, "a, b and c have nothing to choose"
    assert empty.asked() == {"d": "turn"}


@rule("RTR-029")
def test_the_end_asks_back_while_actions_are_left() -> None:
    table = Table(
        """
        column   0
        row 8    │a
        """,
        hands={"a": "beer fork"},
    )
    ends = {option.move: option.confirm for option in RULES.menu(table.state, 0)}
    assert ends["end"] == "end_early"
    table.play("a", "flash:beer", "path:fork:0:7:180")
    ends = {option.move: option.confirm for option in RULES.menu(table.state, 0)}
    assert (table.actions.left, ends["end"]) == (0, "")
    table.play("a", "end")
    assert table.asked() == {"b": "turn"}


@rule("RTR-029")
def test_the_end_does_not_ask_back_about_actions_that_nothing_can_use() -> None:
    picture = """
        column   0
        row 8    │a
        """
    for hand, confirm in (("", ""), ("body-surfing", ""), ("beer", "end_early")):
        table = Table(picture, hands={"a": hand})
        for options in (RULES.menu(table.state, 0), RULES.menu(table.state, 0, open_only=True)):
            ends = {option.move: option.confirm for option in options}
            assert (table.actions.left, ends["end"]) == (2, confirm), hand


@rule("RTR-030")
def test_a_round_ends_before_the_starting_rocker() -> None:
    table = Table(seats=3)
    rounds: list[int] = []
    for who in "abcabc":
        rounds.append(table.state.round)
        table.play(who, "end")
    assert rounds == [1, 1, 1, 2, 2, 2]


@rule("RTR-032")
@pytest.mark.parametrize(
    ("move", "card"),
    [
        ("path:fork:0:7:180", "fork"),
        ("path:fork:0:8:0", "fork"),
        ("wall:mosh-pit:0:7", "mosh-pit"),
        ("flash:ear-plugs:1", "ear-plugs"),
        ("smash:2:2:fork", "fork"),
    ],
)
def test_an_action_uses_one_card_and_one_action(move: str, card: str) -> None:
    table = Table(
        """
        column   0    1    2
        row 2    ·    ·    H
        row 8    │a   T
        """,
        hands={"a": "fork mosh-pit ear-plugs sidestep"},
    )
    before = table.hand("a")
    table.play("a", move)
    assert (table.actions.left, table.actions.taken) == (1, 1)
    assert sorted([*table.hand("a"), card]) == before
    assert table.refused("a", "path:open-crowd:0:7:0").rule == "RTR-032"


@rule("RTR-033", "RTR-035", "RTR-070", "RTR-036")
def test_ex_10_ear_plugs_outside_the_own_turn() -> None:
    """EX-10"""
    table = Table(
        """
        column   0    1
        row 7    │b
        row 8    │c   T
        """,
        hands={"a": "ear-plugs fork"},
        top="beer fork sidestep",
    )
    table.play("a", "flash:ear-plugs:1")
    assert table.debt("b") == 2
    table.play("a", "end")
    assert table.hand("b") == ["beer"]
    assert (table.actions.left, table.actions.missed, table.debt("b")) == (0, 2, 0)
    assert table.menu("b") == ["move:0:8", "move:0:9", "end"]
    assert table.refused("b", "flash:beer").rule == "RTR-034"
    table.play("b", "move:0:8", "end")
    assert table.asked() == {"c": "turn"}


@rule("RTR-034", "RTR-035", "RTR-073")
def test_ex_04_chemical_queue_into_the_next_turn() -> None:
    """EX-04"""
    table = Table(hands={"a": "chemical-queue beer"}, seats=3, pawns={"a": (0, 9)})
    table.play("a", "flash:chemical-queue")
    assert len(table.state.rockers[0].hand) == 4
    assert (table.debt("a"), table.state.active) == (1, 1)
    table.play("b", "end")
    table.play("c", "end")
    assert (table.debt("a"), table.actions.left) == (0, 1)

    second = Table(hands={"a": "chemical-queue beer"}, actions=1)
    second.play("a", "flash:chemical-queue")
    assert second.debt("a") == 2

    groupies = Table(hands={"a": "groupies chemical-queue"})
    groupies.play("a", "flash:groupies:actions", "flash:chemical-queue")
    assert (groupies.actions.left, groupies.debt("a")) == (1, 0)


@rule("RTR-034", "RTR-074")
def test_ex_05_pit_stop() -> None:
    """EX-05"""
    last = Table(hands={"a": "pit-stop"}, actions=1, seats=3)
    last.play("a", "flash:pit-stop")
    assert (len(last.hand("a")), last.debt("a")) == (2, 1)
    last.play("b", "end")
    last.play("c", "end")
    assert (last.actions.left, last.debt("a")) == (1, 0)

    first = Table(hands={"a": "pit-stop"}, seats=3)
    first.play("a", "flash:pit-stop")
    assert first.debt("a") == 0
    first.play("b", "end")
    first.play("c", "end")
    assert first.actions.left == 2


@rule("RTR-036")
def test_who_misses_actions_still_wins() -> None:
    table = Table(
        """
        column   0
        row 1    │a
        """,
        active="d",
        debts={"a": 4},
    )
    table.play("d", "end")
    assert table.winners == "a"


@rule("RTR-037")
def test_ex_24_debt_adds_up_to_four() -> None:
    """EX-24"""
    table = Table(hands={"a": "ear-plugs", "b": "ear-plugs"}, debts={"c": 2}, seats=3)
    table.play("a", "flash:ear-plugs:2")
    assert table.debt("c") == 4
    assert "flash:ear-plugs:2" not in table.menu("b")
    assert "flash:ear-plugs:0" in table.menu("b")
    assert table.refused("b", "flash:ear-plugs:2").rule == "RTR-037"
    table.play("b", "end")
    assert table.debt("c") == 2

    capped = Table(hands={"a": "ear-plugs"}, debts={"c": 3}, seats=3)
    capped.play("a", "flash:ear-plugs:2")
    assert capped.debt("c") == 4


@rule("RTR-038", "RTR-039", "RTR-071")
def test_ex_02_flashing_lights() -> None:
    """EX-02"""
    table = Table(hands={"a": "flashing-lights beer"})
    table.play("a", "flash:flashing-lights:actions")
    assert (table.actions.left, table.actions.granted) == (3, 4)
    card = Table(hands={"a": "flashing-lights beer"}, top="fork")
    card.play("a", "flash:flashing-lights:draw")
    assert (card.hand("a"), card.actions.left) == (["beer", "fork"], 1)


@rule("RTR-038", "RTR-039", "RTR-072")
def test_ex_03_groupies() -> None:
    """EX-03"""
    table = Table(hands={"a": "groupies beer"})
    table.play("a", "flash:groupies:actions")
    assert (table.actions.left, table.actions.granted) == (4, 5)
    second = Table(hands={"a": "groupies beer"}, actions=1)
    second.play("a", "flash:groupies:actions")
    assert second.actions.left == 3
    card = Table(hands={"a": "groupies beer"}, top="fork")
    card.play("a", "flash:groupies:draw")
    assert (card.hand("a"), card.actions.left) == (["beer", "fork"], 1)


@rule("RTR-038")
def test_extra_actions_end_with_the_turn() -> None:
    table = Table(hands={"a": "groupies beer"}, seats=3)
    table.play("a", "flash:groupies:actions", "end")
    table.play("b", "end")
    table.play("c", "end")
    assert (table.actions.left, table.actions.granted) == (2, 2)


@rule("RTR-040")
def test_ex_30_fourteen() -> None:
    """EX-30"""
    table = Table(hands={"a": "groupies beer"})
    table.actions.granted, table.actions.taken = 13, 11
    table.play("a", "flash:groupies:actions")
    assert (table.actions.granted, table.actions.taken, table.actions.left) == (14, 12, 2)
