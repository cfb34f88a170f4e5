"""Hanging out, Hot Hang Outs, and sets of Life Experience (RH-155 to RH-178)."""

from __future__ import annotations

import pytest

from app.games.rock_hard_1977 import RULES, lives
from app.games.rock_hard_1977.conditions import MEASURES
from app.games.rock_hard_1977.content import LOCATIONS, TOKENS
from app.games.rock_hard_1977.state import Life
from app.games.rock_hard_1977.steps import FormSets
from tests.games.rock_hard_1977.table import Table, rich
from tests.ledger import rule

CARD = {
    "romance": "backstage-the-photographer",
    "fun": "hoovers-bowl-of-mints",
    "business": "buds-favor-owed",
    "glamour": "jax-flashbulbs",
    "wild": "slinkys-conga-line",
}


def unused(**numbers: int) -> list[Life]:
    return [Life(CARD[life]) for life, number in numbers.items() for _ in range(number)]


@rule("RH-155", "RH-156", "RH-157")
def test_going_to_bed_early() -> None:
    table = Table(3, phase="after_hours").stand(1, "bed-early").stand(2, "bed-early")
    table.give(0, job="donut-baker", shift="after_hours", money=1)
    table.turn().do("go:bed-early")
    assert table.asked == ""
    assert table[0].money == 1  # nothing paid or gained
    assert table[0].missed_work == 1


@rule("RH-160", "RH-162")
def test_a_hang_out_in_its_order() -> None:
    table = Table(3, phase="after_hours").give(0, life=unused(glamour=3), fame=0)
    table.hot(jax="hot-11-two-stars").on_top("jax", "jax-the-table-by-the-window")
    table.turn().do("go:hang-jax")
    kinds = [e.kind for e in table.events if e.kind in ("gained", "draws_life", "set")]
    assert kinds == ["gained", "draws_life", "gained", "set", "gained"]
    assert table.has(0, "fame", "reputation") == (2 + 5, 3)


@rule("RH-161")
def test_locations_and_their_types() -> None:
    assert {place.id: place.life for place in LOCATIONS.values()} == {
        "backstage": "romance",
        "hoovers": "fun",
        "buds": "business",
        "jax": "glamour",
        "slinkys": "wild",
    }


@rule("RH-162", "RH-313")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_hot_hang_out_fame(seats: int) -> None:
    hottest, second = (11, 10) if seats < 4 else (12, 11)
    for token in (t for t in TOKENS.values() if seats in t.players):
        table = Table(seats, phase="after_hours").give(0, fame=0)
        table.hot(slinkys=token.id).on_top("slinkys", "slinkys-conga-line")
        table.turn().do("go:hang-slinkys")
        assert table[0].fame == {hottest: 2, second: 1}.get(token.value, 0)
        # each time that it scores is counted (RH-313)
        assert MEASURES["hot_hangouts"](table[0]) == (token.value in (hottest, second))
        table.give(0, did=[], at="").on_top("slinkys", "slinkys-conga-line")
        table.turn().do("go:hang-slinkys")
        assert MEASURES["hot_hangouts"](table[0]) == 2 * (token.value in (hottest, second))


@rule("RH-098", "RH-096", "RH-162")
def test_e18_two_hang_outs() -> None:
    table = Table(3, phase="after_hours").give(0, fame=0, candy=1)
    table.hot(jax="hot-11-two-stars").hot(buds="hot-10-one-star")
    table.on_top("jax", "jax-the-table-by-the-window").on_top("buds", "buds-favor-owed")
    table.sweets("sugar-cherry-fizzbombs").dice(6).turn().do("eat", "go:hang-jax")
    assert table.why("go:hang-jax").rule == "RH-098"
    table.do("go:hang-buds")
    assert table[0].fame == 3
    assert len(table[0].life) == 2
    assert "go:hang-jax" in table.turn(1).open


@rule("RH-169", "RH-170")
@pytest.mark.parametrize(
    ("types", "is_set"),
    [
        ("romance romance romance romance", True),
        ("romance fun business glamour", True),
        ("romance romance fun fun", False),
        ("romance romance romance fun", False),
        ("fun fun fun wild", True),
        ("fun fun wild wild", True),
        ("fun business wild wild", True),
        ("fun fun business wild", False),
        ("fun wild wild wild", True),
        ("wild wild wild wild", True),
        ("romance fun business wild", True),
        ("fun fun fun", False),
    ],
)
def test_what_a_set_is(types: str, is_set: bool) -> None:
    assert lives.is_set(types.split()) == is_set


@rule("RH-169")
def test_starting_cards_count_alike() -> None:
    table = Table(phase="after_hours").give(0, fame=0)
    table[0].life = [
        Life("start-romance-summer-camp"),
        Life("start-fun-talent-show"),
        *unused(business=1),
    ]
    table.hot(jax="hot-8").on_top("jax", "jax-the-table-by-the-window").turn().do("go:hang-jax")
    assert table[0].fame == 5
    assert {life.set for life in table[0].life} == {1}


@rule("RH-170", "RH-172", "RH-173")
def test_e11_which_set() -> None:
    for move, left in (
        ("set:business.business.business.wild", {"fun": 2, "glamour": 1}),
        ("set:fun.business.glamour.wild", {"business": 2, "fun": 1}),
    ):
        table = Table(phase="after_hours").give(
            0, fame=0, life=unused(business=3, fun=2, glamour=1)
        )
        table.hot(slinkys="hot-8").on_top("slinkys", "slinkys-conga-line")
        table.turn().do("go:hang-slinkys")
        assert table.asked == "set"
        assert sorted(table.open) == [
            "set:business.business.business.wild",
            "set:fun.business.glamour.wild",
        ]
        table.do(move)
        assert table[0].fame == 5
        rest = [lives.LIFE_OF[life.card] for life in table[0].life if not life.set]
        assert {life: rest.count(life) for life in set(rest)} == left


@rule("RH-171", "RH-262")
def test_sets_are_forced() -> None:
    table = Table(phase="after_hours").give(0, fame=0, life=unused(fun=3))
    table.on_top("hoovers", "hoovers-bowl-of-mints").hot(hoovers="hot-8").turn()
    table.do("go:hang-hoovers")
    assert table.asked == ""
    assert table[0].fame == 5


@rule("RH-172", "RH-173", "RH-178")
def test_the_cards_held_longest_and_a_further_set() -> None:
    table = Table().give(0, fame=0, life=unused(fun=9))
    table.run(FormSets(seat=0))
    assert [life.set for life in table[0].life] == [1] * 4 + [2] * 4 + [0]
    assert table[0].fame == 10
    # looked for at the end of the Hang Out, not before the card's own choices
    table = Table(phase="after_hours").give(0, life=unused(glamour=3))
    table.on_top("jax", "jax-name-in-the-column").turn().do("go:hang-jax")
    assert table.asked == "choose"
    assert table[0].sets == 0


@rule("RH-174", "RH-175", "RH-176")
def test_cards_in_a_set() -> None:
    table = Table(phase="after_hours").give(0, fame=0, life=unused(fun=3, wild=1))
    table.run(FormSets(seat=0))
    assert table[0].sets == 1
    # a further Fun card makes no second set with them
    table.hot(hoovers="hot-8").on_top("hoovers", "hoovers-bowl-of-mints").turn()
    table.do("go:hang-hoovers")
    assert table[0].sets == 1
    # they stay, and count by their own type: the Wild card is Wild
    assert MEASURES["cards_fun"](table[0]) == 4
    assert MEASURES["cards_wild"](table[0]) == 1


@rule("RH-177", "RH-167")
def test_a_waiting_card_in_a_set_stays_alive() -> None:
    table = Table(4).hold(0, "buds-favor-owed", "buds-favor-owed", waiting=True).give(0, money=0)
    table.hold(0, "buds-inside-track", "buds-session-call")
    table.run(FormSets(seat=0))
    assert {life.set for life in table[0].life} == {1}
    # several waiting cards may apply, each one once: $4 together
    table.turn().do("go:crew-4")
    assert table.has(0, "money", "crew") == (0, 1)
    assert not any(life.waiting for life in table[0].life)


@rule("RH-168", "RH-251", "RH-249")
def test_all_see_every_life() -> None:
    table = rich(Table(phase="after_hours")).on_top("jax", "jax-flashbulbs").turn()
    table.do("go:hang-jax")
    for viewer in (None, 1):
        amp = next(r.data for r in RULES.view(table.state, viewer) if r.id == "amp-0")
        assert [(life["card"], life["life"]) for life in amp["life"]] == [
            ("jax-flashbulbs", "glamour")
        ]


@rule("RH-264")
def test_the_automatic_set() -> None:
    """Fewest Wild cards, then the order of the types."""
    table = Table().give(0, life=unused(fun=4, business=3, wild=1))
    table.run(FormSets(seat=0))
    assert RULES.automatic(table.state, 0) == "set:fun.fun.fun.fun"
