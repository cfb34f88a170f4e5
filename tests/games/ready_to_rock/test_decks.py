"""Decks, piles, and what each player may see (RTR-114 to RTR-124)."""

from __future__ import annotations

import re
from typing import Any

from app.games.chance import Chance
from app.games.contract import Viewer
from app.games.ready_to_rock import RULES
from app.games.ready_to_rock.content import CARDS
from app.web.choices import Spots
from app.web.templating import Renderer, SeatFace, TableContext, environment
from tests.games.ready_to_rock.table import SEED, Table, kinds_of
from tests.ledger import rule


def regions(table: Table, viewer: Viewer) -> dict[str, Any]:
    return {region.id: region.data for region in RULES.view(table.state, viewer)}


@rule("RTR-114")
def test_one_pile_for_cards_of_every_origin_and_one_for_the_stage() -> None:
    table = Table(
        """
        column    0    1
        row 3     H    ·
        row 5     │b   ·
        row 6     ·    │a
        """,
        hands={"a": "groupies ready-to-rock sidestep beer fork"},
        stage="special-guest",
        top="fork " * 4,
    )
    table.play("a", "flash:groupies:actions", "flash:ready-to-rock")
    table.play("a", "path:sidestep:0:5:0", "smash:0:3:beer")
    assert table.state.deck.used == [
        "groupies",
        "ready-to-rock",
        "straight-through",
        "headbanging",
        "beer",
    ]
    assert table.state.stage.used == ["special-guest"]


@rule("RTR-115", "RTR-117", "RTR-068")
def test_ex_25_the_deck_runs_out_in_the_middle() -> None:
    """EX-25"""
    table = Table(
        hands={"a": "lots-of-beer fork"},
        top="pit-stop",
        pile="sidestep sidestep beer beer fork",
        small_deck=True,
    )
    events = table.play("a", "flash:lots-of-beer")
    assert len(table.hand("a")) == 4
    assert "pit-stop" in table.hand("a"), "the last card of the old deck comes first"
    assert len(table.state.deck.draw) == 3
    assert table.state.deck.used == ["lots-of-beer"]
    assert "reshuffled" in kinds_of(events)


@rule("RTR-116")
def test_ex_25_nothing_to_draw() -> None:
    """EX-25"""
    table = Table(hands={"a": "pit-stop fork"}, actions=1, small_deck=True)
    table.play("a", "flash:pit-stop")
    assert table.hand("a") == ["fork"]
    assert table.debt("a") == 1
    # a has nothing left to choose; Pit Stop went to the pile, and b draws it from the new deck
    assert (table.state.active, table.hand("b")) == (1, ["pit-stop"])

    guest = Table(
        active="c",
        hands={"c": "ready-to-rock fork"},
        stage="special-guest",
        top="beer beer",
        small_deck=True,
    )
    guest.play("c", "flash:ready-to-rock")
    assert [len(guest.hand(who)) for who in "cab"] == [2, 0, 0]
    assert guest.hand("d").count("beer") == 5 - 1, "c and d drew, a and b found nothing"


@rule("RTR-118")
def test_everybody_sees_the_table() -> None:
    table = Table(
        """
        column    0
        row 2     │b(4)
        row 3     H(3)
        """,
        debts={"c": 2},
        waiting=True,
        hands={"a": "beer"},
    )
    seen = regions(table, None)
    assert [
        (card["column"], card["row"], card["kind"], card["turn"], card["order"], card["pawns"])
        for card in seen["grid"]["cards"]
    ] == [(0, 2, "straight-through", 0, 4, [1]), (0, 3, "headbanging", 0, 3, [])]
    tickets = {ticket["id"]: ticket["pawns"] for ticket in seen["grid"]["tickets"]}
    assert tickets["ticket-east-turnstile"] == [0, 2, 3]
    assert (seen["actions"]["active"], seen["actions"]["round"], seen["actions"]["left"]) == (
        0,
        1,
        2,
    )
    assert [seen[f"rocker-{seat}"]["debt"] for seat in range(4)] == [0, 0, 2, 0]
    assert (seen["stage"]["card"], seen["stage"]["waiting"]) == ("wall-of-death", True)
    assert all(regions(table, seat)["grid"] == seen["grid"] for seat in range(4))


@rule("RTR-119")
def test_a_hand_is_seen_by_its_rocker_only() -> None:
    table = Table(hands={"a": "beer beer fork", "b": "groupies"})
    assert regions(table, 0)["hand"]["cards"] == [
        {"kind": "fork", "count": 1},
        {"kind": "beer", "count": 2},
    ]
    assert "hand" not in regions(table, None)
    for viewer in (None, 1, 2, 3):
        seen = regions(table, viewer)
        assert seen["rocker-0"]["cards"] == 3
        others = str({key: data for key, data in seen.items() if key != "hand"})
        assert not any(kind in others for kind in CARDS)


@rule("RTR-120", "RTR-121")
def test_decks_show_their_size_and_piles_their_cards() -> None:
    table = Table(pile="fork fork beer", hands={"a": "sidestep"})
    stage = table.state.stage
    stage.used = ["wall-of-death", "ballad", "wall-of-death"]
    for kind in stage.used:
        stage.draw.remove(kind)
    seen = regions(table, 2)
    assert seen["decks"] == {
        "deck": 116 - 4,
        "pile": 3,
        "top": "beer",
        "kinds": [{"kind": "fork", "count": 2}, {"kind": "beer", "count": 1}],
        "stage": [{"kind": "ballad", "count": 1}, {"kind": "wall-of-death", "count": 2}],
    }
    assert (seen["stage"]["deck"], seen["stage"]["pile"]) == (9, stage.used)
    faces = tuple(SeatFace(seat, name, seat + 1, name[0]) for seat, name in enumerate("ABCD"))
    ctx = TableContext(RULES.meta.slug, faces, RULES.content)
    page = Renderer(environment()).region("decks", "decks", seen["decks"], Spots("decks"), ctx)
    listed = re.findall(r'<li><b class="num">(\d)</b> (.+?)</li>', page)
    assert listed == [("2", "The Fork"), ("1", "Beer"), ("1", "Ballad"), ("2", "Wall of Death")]


@rule("RTR-120", "RTR-119")
def test_a_look_alike_keeps_what_is_seen_and_deals_the_rest_anew() -> None:
    table = Table(hands={"a": "beer fork", "b": "groupies sidestep", "c": "fork"})
    chance = Chance(SEED)
    others = [RULES.redeal(table.state, 0, chance) for _ in range(8)]
    for other in others:
        RULES.audit(other)
        assert regions(table, 0) == {r.id: r.data for r in RULES.view(other, 0)}
    assert len({tuple(other.rockers[1].hand) for other in others}) > 1
    assert len({tuple(other.stage.draw) for other in others}) > 1


@rule("RTR-122")
def test_a_drawn_card_is_told_to_its_rocker_only() -> None:
    table = Table(hands={"a": "beer fork"}, top="groupies sidestep")
    events = table.play("a", "flash:beer")
    drew = next(event for event in events if event.kind == "drew")
    mine, theirs = drew.seen_by(0), drew.seen_by(1)
    assert mine is not None
    assert theirs is not None
    assert mine.facts == {"cards": 2, "kinds": ["sidestep", "groupies"]}
    assert theirs.facts == {"cards": 2}
    names = ["Ann", "Bob", "Cleo", "Dan"]
    assert RULES.words.event(theirs, names) == "Ann draws 2 cards."
    assert RULES.words.event(mine, names) == "Ann draws Sidestep and Groupies."


@rule("RTR-123")
def test_a_menu_is_for_the_rocker_who_decides() -> None:
    table = Table(hands={"a": "beer", "b": "fork"})
    assert [RULES.menu(table.state, seat) for seat in (1, 2, 3)] == [[], [], []]
    decision = RULES.waiting_on(table.state)[0]
    assert decision.kind == "turn"


@rule("RTR-124")
def test_who_has_chosen_is_seen_but_not_what() -> None:
    table = Table(
        hands={"a": "ready-to-rock beer fork", "b": "groupies fork", "c": "beer sidestep"},
        stage="filthy-weather",
    )
    table.play("a", "flash:ready-to-rock")
    table.play("b", "discard:groupies")
    for viewer in (None, 0, 2, 3):
        seen = regions(table, viewer)
        assert [seen[f"rocker-{seat}"]["ready"] for seat in range(4)] == [False, True, False, True]
        assert "groupies" not in str(seen)
    assert regions(table, 1)["hand"]["chosen"] == "groupies"
