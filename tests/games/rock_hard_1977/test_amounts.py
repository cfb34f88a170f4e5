"""Dials, money and tokens, and what they hold (RH-003, RH-006, RH-033 to RH-047)."""

from __future__ import annotations

import pytest

from app.games.contract import Refusal
from app.games.rock_hard_1977 import effects
from app.games.rock_hard_1977.content import BOOKS, CHARACTERS, Effect
from app.games.rock_hard_1977.game import Game, gain, lose
from app.games.rock_hard_1977.steps import Perform
from tests.games.rock_hard_1977.table import Table, change, goods, rich
from tests.ledger import rule


def made(table: Table, effect: Effect, seat: int = 0) -> Table:
    """Carry out an effect that no card has, as a card would."""
    game = Game(table.state, table.chance)
    game.effects = {**BOOKS[True].effects, "hoovers-bowl-of-mints": effect}
    assert not effects.perform(game, Perform(seat=seat, ref="hoovers-bowl-of-mints"))
    while table.state.agenda:
        step = table.state.agenda.pop()
        assert not effects.perform(game, step) if isinstance(step, Perform) else True
    table.events += game.events
    return table


@rule("RH-003")
def test_fame_never_falls_below_zero_and_has_no_end() -> None:
    table = Table().give(0, fame=2)
    game = Game(table.state, table.chance)
    lose(game, 0, "fame", 3)
    assert table[0].fame == 0
    gain(game, 0, "fame", 64)
    gain(game, 0, "fame", 1)
    assert table[0].fame == 65


@rule("RH-033", "RH-034", "RH-035")
def test_stats_stop_at_eleven_and_pay_beyond() -> None:
    for stat in ("chops", "reputation", "songs"):
        table = Table().give(0, **{stat: 9}, money=0)
        game = Game(table.state, table.chance)
        gain(game, 0, stat, 1)
        assert table.has(0, stat, "money") == (10, 0)
        gain(game, 0, stat, 3)
        assert table.has(0, stat, "money") == (11, 2)
        gain(game, 0, stat, 2)
        assert table.has(0, stat, "money") == (11, 4)
        lose(game, 0, stat, 1)
        gain(game, 0, stat, 1)
        assert table.has(0, stat, "money") == (11, 4)


@rule("RH-035", "RH-049", "RH-134")
def test_e13_gain_across_eleven() -> None:
    table = Table().give(0, reputation=10, money=2, demo=1).turn().do("go:promo-2")
    assert table.has(0, "reputation", "money", "fame") == (11, 1, 1)
    poor = Table().give(0, reputation=10, money=1, demo=1).turn()
    assert poor.why("go:promo-2").rule == "RH-038"
    assert dict(poor.why("go:promo-2").needs) == {"money": 2}


@rule("RH-036", "RH-053", "RH-055")
def test_e10_paying_for_a_benefit() -> None:
    """2 Candy for $1 with $0; 3 Chops for 2 Reputation with Reputation 1 and 2."""
    table = Table().give(0, money=0, candy=0).perform("hoovers-a-guy-who-knows-a-guy")
    assert table.asked == ""
    assert table[0].candy == 0
    table = Table().give(0, reputation=1, chops=5).perform("jax-lost-in-practice")
    assert table.asked == ""
    assert table.has(0, "reputation", "chops") == (1, 5)
    table = Table().give(0, reputation=2, chops=5).perform("jax-lost-in-practice")
    assert table.open == ["yes", "no"]
    assert table.do("yes").has(0, "reputation", "chops") == (0, 8)
    declined = Table().give(0, reputation=2, chops=5).perform("jax-lost-in-practice").do("no")
    assert declined.has(0, "reputation", "chops") == (2, 5)


@rule("RH-037", "RH-054", "RH-301")
def test_losses_take_what_is_there() -> None:
    table = Table().give(0, reputation=0).dice(1).perform("jax-the-critic-in-the-corner")
    assert table[0].reputation == 0
    table = Table().give(0, money=0, reputation=2, fame=0).perform("jax-coat-check-mix-up")
    assert table.has(0, "money", "fame", "reputation") == (0, 1, 3)
    table = Table().give(0, money=1).perform("jax-coat-check-mix-up")
    assert table[0].money == 0
    table = Table().give(0, craving=1).perform("hoovers-herbal-tea").do("take:0")
    assert table[0].craving == 0
    table = Table().give(0, craving=0).perform("hoovers-herbal-tea").do("take:0")
    assert table[0].craving == 0


@rule("RH-038")
def test_a_price_is_paid_in_full() -> None:
    table = Table().give(0, money=1).turn()
    assert "go:publicist" in table.open
    table = Table().give(0, money=0).turn()
    assert table.why("go:publicist").why == "costs"
    with pytest.raises(Refusal):
        table.do("go:publicist")
    assert table[0].money == 0


@rule("RH-006", "RH-039")
def test_supplies_have_no_end() -> None:
    """More money and Candy in play than the box holds."""
    table = Table()
    game = Game(table.state, table.chance)
    for seat in range(3):
        gain(game, seat, "money", 100)
        gain(game, seat, "candy", 20)
    assert [table.has(seat, "money", "candy") for seat in range(3)] == [(101, 21)] * 3


@rule("RH-040")
def test_craving_bounds() -> None:
    table = Table().give(0, craving=11)
    game = Game(table.state, table.chance)
    gain(game, 0, "craving", 1)
    assert table[0].craving == 11
    assert lose(game, 0, "craving", 11) == 11
    assert lose(game, 0, "craving", 1) == 0
    assert table[0].craving == 0


@rule("RH-043", "RH-045", "RH-058")
def test_gains_that_cannot_be_taken_are_lost_alone() -> None:
    table = Table().give(0, demo=1, crew=3, fame=0)
    made(table, Effect(gain={"demo": 1, "crew": 1, "fame": 1}))
    assert table.has(0, "demo", "crew", "fame") == (1, 3, 1)
    table = Table().give(0, crew=2)
    made(table, Effect(gain={"crew": 2}))
    assert table[0].crew == 3


@rule("RH-042", "RH-044")
def test_only_the_record_company_gives_a_contract() -> None:
    """No effect of the content names a contract as a gain or a loss, and a tier never falls."""
    for effect in BOOKS[True].effects.values():
        assert "contract" not in {*effect.gain, *effect.lose, *effect.cost}
    table = Table().give(0, chops=3, reputation=3, songs=3, demo=1)
    assert table[0].royalty_tier == 0
    table.turn().do("go:record-company")
    assert table[0].royalty_tier == 1
    table.give(0, chops=0, reputation=0, songs=0)
    table.stage("royalties", "pay", "standees", "low_sugar")
    assert table[0].royalty_tier == 1


@rule("RH-046")
def test_requirements_are_not_spent() -> None:
    table = rich(Table(phase="night")).give(0, crew=2, demo=1)
    before = goods(table[0])
    table.turn().do("go:yenser-1")
    assert change(before, goods(table[0])) == {"fame": 6}
    assert table[0].demo == 1


@rule("RH-047", "RH-304")
def test_the_instrument_counts() -> None:
    assert {row.instrument for row in CHARACTERS.values()} == {
        "vocals",
        "guitar",
        "bass",
        "drums",
        "keyboard",
    }
    for character, more in (("donovan-sterling", 1), ("kimmy-kim", 1), ("leo-love", 0)):
        table = Table().cast(0, character).give(0, reputation=4, songs=4)
        table.perform("backstage-duet-in-the-dark")
        assert table.has(0, "songs", "reputation") == (5, 4 + more)
