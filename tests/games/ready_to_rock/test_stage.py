"""Stage cards but the Wall of Death (RTR-089 to RTR-094)."""

from __future__ import annotations

from tests.games.ready_to_rock.table import Table, kinds_of
from tests.ledger import rule

ROCK = "flash:ready-to-rock"


@rule("RTR-089", "RTR-064")
def test_a_ballad_ends_every_mosh_pit() -> None:
    table = Table(
        """
        column    0    1    2
        row 2     M    H    M
        row 3     ·    I    ·
        """,
        hands={"a": "ready-to-rock beer"},
        stage="ballad",
    )
    table.play("a", ROCK)
    table.looks(
        """
        column    0    1    2
        row 2     ·    H    ·
        row 3     ·    I    ·
        """
    )
    assert table.state.deck.used == ["mosh-pit", "mosh-pit", "ready-to-rock"]


@rule("RTR-090", "RTR-124")
def test_ex_26_circle_pit() -> None:
    """EX-26"""
    table = Table(
        """
        column    0
        row 8     │b
        """,
        active="b",
        hands={"a": "fork fork", "b": "ready-to-rock " + "beer " * 5, "d": "sidestep " * 3},
        stage="circle-pit",
    )
    events = table.play("b", ROCK)
    assert table.hand("a") == ["beer"] * 5
    assert table.hand("b") == []
    assert table.hand("c") == ["sidestep"] * 3
    assert table.hand("d") == ["fork", "fork"]
    assert (table.asked(), table.actions.left) == ({"b": "turn"}, 1)
    assert all("beer" not in str(event.facts) for event in events), "nobody is told the cards"


@rule("RTR-091")
def test_fire_explosion_turns_path_cards() -> None:
    table = Table(
        """
        column    0    1    2    3
        row 3     ┘b   │c   ┬d   H
        """,
        hands={"a": "ready-to-rock beer"},
        stage="fire-explosion",
    )
    table.play("a", ROCK)
    table.looks(
        """
        column    0    1    2    3
        row 3     ┌b   │c   ┴d   H
        """
    )


@rule("RTR-092", "RTR-078", "RTR-124")
def test_ex_27_filthy_weather() -> None:
    """EX-27"""
    table = Table(
        active="c",
        hands={
            "a": "fork sidestep groupies",
            "c": "ready-to-rock beer beer",
            "d": "fork sidestep beer groupies",
        },
        stage="filthy-weather",
    )
    table.play("c", ROCK)
    assert table.asked() == {"a": "discard", "d": "discard"}
    assert table.refused("b", "discard:fork").rule == "RTR-027"
    assert table.refused("c", "end").rule == "RTR-067"
    events = table.play("a", "discard:groupies")
    assert [(event.kind, event.facts, event.secret) for event in events] == [("chose", {}, {})]
    assert table.asked() == {"d": "discard"}
    assert len(table.hand("a")) == 3, "nothing is discarded before all have chosen"
    events = table.play("d", "discard:fork")
    discarded = [event for event in events if event.kind == "discarded"]
    assert [(event.seat, event.facts["card"]) for event in discarded] == [
        (2, "beer"),
        (3, "fork"),
        (0, "groupies"),
    ]
    assert table.state.deck.used == ["beer", "fork", "groupies", "ready-to-rock"]
    assert table.state.stage.used == ["filthy-weather"]
    assert table.asked() == {"c": "turn"}


@rule("RTR-092")
def test_filthy_weather_without_a_choice_asks_nobody() -> None:
    table = Table(hands={"a": "ready-to-rock beer", "b": "fork fork"}, stage="filthy-weather")
    table.play("a", ROCK)
    assert (table.hand("a"), table.hand("b")[:1]) == ([], ["fork"])
    assert table.state.stage.used == ["filthy-weather"]


@rule("RTR-093")
def test_special_guest_gives_everybody_a_card_in_turn_order() -> None:
    table = Table(
        active="c",
        hands={"c": "ready-to-rock beer"},
        stage="special-guest",
        top="fork sidestep groupies pit-stop",
    )
    events = table.play("c", ROCK)
    assert kinds_of(events).count("drew") == 4
    assert [table.hand(who) for who in "cdab"] == [
        ["beer", "fork"],
        ["sidestep"],
        ["groupies"],
        ["pit-stop"],
    ]


@rule("RTR-094")
def test_an_empty_stage_deck_is_shuffled_anew() -> None:
    table = Table(hands={"a": "ready-to-rock beer"})
    table.state.stage.used = table.state.stage.draw
    table.state.stage.draw = []
    table.play("a", ROCK)
    stage = table.state.stage
    assert len(stage.draw) == 11
    assert len(stage.used) + bool(table.state.on_stage) == 1


@rule("RTR-094")
def test_a_waiting_wall_of_death_is_shuffled_in_too() -> None:
    table = Table(hands={"a": "ready-to-rock beer"}, waiting=True)
    table.state.stage.used = table.state.stage.draw
    table.state.stage.draw = []
    table.play("a", ROCK)
    stage = table.state.stage
    assert len(stage.draw) == 11
    assert len(stage.used) + bool(table.state.on_stage) == 1
