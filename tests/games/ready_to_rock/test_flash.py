"""Flash cards (RTR-067 to RTR-079)."""

from __future__ import annotations

import pytest

from tests.games.ready_to_rock.table import Table, kinds_of
from tests.ledger import rule


@rule("RTR-067")
def test_a_flash_card_costs_an_action_even_without_an_effect() -> None:
    table = Table(hands={"a": "beer ready-to-rock"}, stage="ballad")
    table.play("a", "flash:ready-to-rock")
    assert table.actions.left == 1
    assert table.state.stage.used == ["ballad"]


@rule("RTR-067", "RTR-076")
def test_an_effect_is_finished_before_anything_else() -> None:
    table = Table(hands={"a": "shots-on-fire beer"}, top="fork fork")
    table.play("a", "flash:shots-on-fire")
    assert table.asked() == {"a": "discard"}
    for move in ("end", "flash:beer", "move:0:9"):
        assert table.refused("a", move).rule == "RTR-067"


@rule("RTR-068")
def test_the_card_lies_apart_until_its_effect_is_over() -> None:
    table = Table(hands={"a": "shots-on-fire beer"}, top="fork sidestep")
    table.play("a", "flash:shots-on-fire")
    assert table.state.playing == "shots-on-fire"
    assert table.state.deck.used == []
    table.play("a", "discard:beer")
    assert table.state.playing == ""
    assert table.state.deck.used == ["beer", "shots-on-fire"]


@rule("RTR-069")
@pytest.mark.parametrize("kind", ["ear-plugs", "smashed-beer"])
def test_somebody_else_is_named(kind: str) -> None:
    table = Table(hands={"a": f"{kind} fork", "b": "fork", "c": "fork", "d": "fork"})
    assert table.menu("a", "flash:") == [f"flash:{kind}:{seat}" for seat in (1, 2, 3)]
    assert table.refused("a", f"flash:{kind}:0").rule == "RTR-069"
    assert table.refused("a", f"flash:{kind}:4").rule == "RTR-129"


@rule("RTR-074")
def test_pit_stop_draws_first() -> None:
    table = Table(hands={"a": "pit-stop beer"}, top="fork sidestep")
    events = table.play("a", "flash:pit-stop")
    assert kinds_of(events)[:4] == ["played", "drew", "indebted", "missed"]


@rule("RTR-075")
@pytest.mark.parametrize(("kind", "cards"), [("beer", 2), ("lots-of-beer", 3)])
def test_beers(kind: str, cards: int) -> None:
    table = Table(hands={"a": f"{kind} fork"}, top="sidestep sidestep sidestep")
    table.play("a", f"flash:{kind}")
    assert table.hand("a") == ["fork", *["sidestep"] * cards]
    assert (table.actions.left, table.debt("a")) == (1, 0)


@rule("RTR-076", "RTR-078")
def test_ex_07_shots_on_fire() -> None:
    """EX-07"""
    table = Table(hands={"a": "shots-on-fire beer"}, top="sidestep groupies")
    table.play("a", "flash:shots-on-fire")
    assert table.menu("a") == ["discard:sidestep", "discard:beer", "discard:groupies"]
    assert table.refused("a", "discard:fork").rule == "RTR-078"
    table.play("a", "discard:sidestep")
    assert table.hand("a") == ["beer", "groupies"]
    assert len(table.state.deck.used) == 2


@rule("RTR-076")
def test_shots_on_fire_without_a_card_to_draw_discards_nothing() -> None:
    table = Table(hands={"a": "shots-on-fire"}, small_deck=True)
    table.play("a", "flash:shots-on-fire")
    assert table.state.deck.used == []
    assert table.hand("b") == ["shots-on-fire"], "reshuffled after its effect, and drawn by b"


@rule("RTR-077", "RTR-078")
def test_ex_08_smashed_beer() -> None:
    """EX-08"""
    hands = {"a": "smashed-beer fork", "b": "fork beer sidestep", "c": "fork", "d": ""}
    table = Table(hands=hands)
    assert table.menu("a", "flash:") == ["flash:smashed-beer:1", "flash:smashed-beer:2"]
    assert table.refused("a", "flash:smashed-beer:3").rule == "RTR-077"
    table.play("a", "flash:smashed-beer:1")
    assert table.asked() == {"b": "discard"}
    table.play("b", "discard:fork", "discard:beer")
    assert table.hand("b") == ["sidestep"]
    assert table.asked() == {"a": "turn"}

    single = Table(hands=hands)
    single.play("a", "flash:smashed-beer:2")
    assert single.hand("c") == []
    assert single.asked() == {"a": "turn"}


@rule("RTR-078")
def test_one_kind_or_no_more_cards_than_needed_is_no_choice() -> None:
    table = Table(hands={"a": "smashed-beer smashed-beer fork", "b": "fork beer", "c": "beer " * 3})
    table.play("a", "flash:smashed-beer:1")
    assert table.hand("b") == []
    table.play("a", "flash:smashed-beer:2")
    assert table.hand("c") == ["beer"]


@rule("RTR-079", "RTR-101")
def test_ready_to_rock_reveals_and_clears_the_stage() -> None:
    table = Table(
        hands={"a": "ready-to-rock ready-to-rock beer"}, stage="special-guest wall-of-death"
    )
    table.play("a", "flash:ready-to-rock")
    assert (table.state.on_stage, table.state.stage.used) == ("", ["special-guest"])
    table.play("a", "flash:ready-to-rock")
    assert (table.state.on_stage, table.state.stage.used) == ("wall-of-death", ["special-guest"])
