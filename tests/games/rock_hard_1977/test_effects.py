"""How effects are read (RH-048 to RH-071, RH-301 to RH-306)."""

from __future__ import annotations

import msgspec

from app.games.contract import Blocked
from app.games.rock_hard_1977 import RULES, clean_up, effects
from app.games.rock_hard_1977.content import BOOKS, Effect, Need
from app.games.rock_hard_1977.game import Game
from app.games.rock_hard_1977.state import Life
from app.games.rock_hard_1977.steps import Choose, Perform
from tests.games.rock_hard_1977.table import Table, goods, rich, toml
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


@rule("RH-048")
def test_need_cost_and_gain() -> None:
    table = Table().give(0, demo=1, money=5, reputation=2, fame=0).turn().do("go:promo-2")
    # the Demo is shown, the dollars are paid, the rest comes from the supply
    assert table.has(0, "demo", "money", "reputation", "fame") == (1, 3, 4, 1)
    table = Table().give(0, demo=0, money=5).turn()
    assert table.why("go:promo-2").why == "no_demo_no_deal"


@rule("RH-049", "RH-302")
def test_order_inside_an_effect() -> None:
    table = Table(phase="night").give(0, money=2, songs=5, chops=5, fame=0)
    table.state.gig = "gig-c-charity-marathon"
    table.turn().do("go:random-gig-stage")
    told = [(e.kind, e.facts.get("what")) for e in table.events if e.kind in ("paid", "gained")]
    assert told == [("paid", "money"), ("gained", "fame")]
    assert table.asked == "choose"
    # a loss comes before a gain
    table = Table().give(0, money=1, reputation=2).perform("backstage-jealous-ex")
    told = [(e.kind, e.facts.get("what")) for e in table.events]
    assert told == [("lost", "money"), ("gained", "reputation"), ("gained", "songs")]


@rule("RH-050")
def test_e1_slash() -> None:
    """1 Fame / 1 Candy."""
    for move, result in (("take:0", (5, 1)), ("take:1", (4, 2))):
        table = Table().give(0, fame=4, candy=1).perform("jax-dessert-cart")
        assert table.open == ["take:0", "take:1"]
        assert table.do(move).has(0, "fame", "candy") == result
    # "3 Chops or Reputation" is three of one of the two
    table = rich(Table(phase="night")).give(0, chops=8, reputation=8, crew=3, royalty_tier=1)
    table.give(0, chops=11, reputation=8).turn().do("go:carter-1", "take:1")
    assert table.has(0, "chops", "reputation") == (11, 11)


@rule("RH-051", "RH-149")
def test_e27_panda_with_the_slash() -> None:
    table = Table(phase="night").give(0, chops=2, reputation=5, songs=3, crew=1).turn()
    assert "go:panda-1" in table.open
    table = Table(phase="night").give(0, chops=4, reputation=2, songs=2, crew=1).turn()
    blocked = table.why("go:panda-1")
    assert (blocked.rule, blocked.needs, blocked.has) == ("RH-149", {"songs": 3}, {"songs": 2})


@rule("RH-052", "RH-262", "RH-308")
def test_alternatives_that_can_be_taken() -> None:
    # with Reputation 5 only the first one: taken without asking
    table = Table().give(0, reputation=5).perform("jax-past-the-velvet-rope")
    assert table.asked == ""
    assert table[0].reputation == 6
    # with Reputation 6 both
    table = Table().give(0, reputation=6, fame=0).perform("jax-past-the-velvet-rope")
    assert table.open == ["take:0", "take:1"]
    assert table.do("take:1").has(0, "reputation", "fame") == (6, 2)
    # a price that cannot be paid: blocked, with what it costs
    table = Table().give(0, candy=0).perform("backstage-box-of-chocolates")
    assert table.asked == ""
    assert table[0].candy == 1
    # without Candy nothing is left of it
    table = Table(candy="off").perform("backstage-box-of-chocolates")
    assert table.asked == ""
    assert goods(table[0]) == goods(Table(candy="off")[0])


@rule("RH-056")
def test_other_effects_are_forced() -> None:
    table = Table().give(0, money=3, fame=0).perform("jax-coat-check-mix-up")
    assert table.asked == ""
    assert table.has(0, "money", "fame") == (2, 1)
    # an exchange without "may" that can be paid is carried out
    table = Table().give(0, money=3, fame=0)
    made(table, Effect(cost={"money": 2}, gain={"fame": 1}))
    assert table.has(0, "money", "fame") == (1, 1)


@rule("RH-057", "RH-168", "RH-166")
def test_a_card_that_does_nothing_is_kept() -> None:
    table = Table(phase="after_hours").give(0, reputation=0, life=[])
    table.on_top("jax", "jax-scandal-sells").turn().do("go:hang-jax")
    assert [life.card for life in table[0].life] == ["jax-scandal-sells"]
    assert table.has(0, "reputation", "songs") == (0, 2)
    declined = Table(phase="after_hours").give(0, reputation=3, life=[])
    declined.on_top("jax", "jax-scandal-sells").turn().do("go:hang-jax", "no")
    assert [life.card for life in declined[0].life] == ["jax-scandal-sells"]


@rule("RH-059")
def test_card_text_goes_before_rules() -> None:
    """Name on the List goes before "one standee at a time", for this one point."""
    table = Table().stand(1, "publicist").give(0, money=0).turn()
    assert table.why("go:publicist").rule == "RH-093"
    table = Table().stand(1, "publicist").give(0, money=0)
    table.hold(0, "buds-name-on-the-list", waiting=True).turn()
    assert table.why("go:publicist").why == "occupied"
    table.give(0, money=1)
    assert "go:publicist" in table.open


@rule("RH-060")
def test_events_go_before_everything() -> None:
    """A closed space stays closed, whatever a card or a character allows."""
    table = Table(phase="night").cast(0, "yolanda-delacroix").give(0, money=9)
    table.event("event-blackout").turn()
    assert table.why("go:rehearse-night-b").rule == "RH-079"
    # the single exception: Beautiful Weather against the Crew spaces (RH-139)
    table = Table().event("event-beautiful-weather").stand(1, "crew-1").turn()
    assert table.why("go:crew-1").rule == "RH-139"


@rule("RH-061", "RH-242")
def test_changes_of_a_price() -> None:
    """Reductions add up and stop at $0; the changed price is the one that is checked."""
    table = Table().cast(0, manager="dolores-quick").give(0, money=0)
    table.hold(0, "buds-favor-owed", waiting=True).turn()
    assert "go:publicist" in table.open
    assert "go:crew-2" in table.open  # $2 - 1 - 2
    assert "go:crew-3" in table.open  # $3 - 1 - 2
    table.do("go:crew-3")
    assert table.has(0, "crew", "money") == (1, 0)
    # the one that forbids beats the one that allows
    table = Table().stand(1, "crew-1").give(0, money=9)
    table.hold(0, "buds-name-on-the-list", waiting=True).turn()
    assert table.why("go:crew-1").rule == "RH-139"


@rule("RH-062")
def test_effects_on_several_players_go_one_by_one() -> None:
    table = Table(month=2)
    table.state.order = [2, 0, 1]
    table.state.events.draw.remove("event-all-night-jam")
    table.state.events.draw.append("event-all-night-jam")
    table.stage("event")
    asked: list[int] = []
    while table.asked:
        asked.append(table.seat)
        table.do("take:0")
        assert table[asked[-1]].chops == 3
    assert asked == [2, 0, 1]


@rule("RH-063")
def test_forced_effects_come_before_optional_ones() -> None:
    """The additions to a Gig happen before anything is asked, and a card's forced part first."""
    table = rich(Table(phase="after_hours")).give(0, job="truck-driver", shift="after_hours")
    table.turn().do("go:work")
    assert table.asked == "may"
    assert table[0].money == 24


@rule("RH-064", "RH-089")
def test_extra_actions_are_lost_with_the_turn() -> None:
    table = Table().give(0, candy=1).sweets("sugar-double-fudge-thunder").dice(6).turn()
    table.do("eat", "go:interview")
    assert table.state.turn is not None
    assert table.state.turn.actions == 2
    table.do("end")
    assert table.state.turn is None
    table.state.phase = "night"
    table[0].did = []
    table.turn().do("go:donate-blood")
    assert table.asked == ""


@rule("RH-065", "RH-071", "RH-244", "RH-245")
def test_version_1_has_no_text_of_these_kinds() -> None:
    """No text carries out an action without the standee, names another player, opens a space
    of another phase, or lets cards change hands: the effect language can't even say so. The
    Sapphire token's receiver (RH-084) is any other player, and each can use it."""
    assert set(Effect.__struct_fields__) == {
        "need",
        "cost",
        "lose",
        "gain",
        "choose",
        "die",
        "plus",
        "ability",
        "args",
        "keep",
        "until",
        "optional",
        "void",
    }
    abilities = {
        row["ability"]
        for name in ("hang_out", "random_gig", "sugar_rush", "space")
        for row in toml()[name]
        for row in (row, *row.get("choose", []))
        if "ability" in row
    }
    assert abilities == {
        "discount_next",
        "squeeze_in",
        "loaned_crew",
        "good_word",
        "alibi",
        "first_in_line",
        "manager_rebate",
        "royalty_advance",
        "overtime",
        "inside_track",
        "start_a_rumor",
        "lucky_charm",
        "taste_test",
    }
    # and with everything that helps, a space of another phase stays closed
    table = rich(Table(phase="day")).cast(0, "rafael-santiago", "nigel-hawthorne-dawe").turn()
    assert table.why("go:tjs-stage").rule == "RH-092"


@rule("RH-066")
def test_sharing_changes_nothing_else() -> None:
    table = Table().stand(1, "publicist").cast(0, manager="nigel-hawthorne-dawe").give(0, money=3)
    table.turn().do("go:publicist")
    assert table.has(0, "money", "reputation", "fame") == (2, 3, 1)
    assert table[0].at == table[1].at == "publicist"
    table = Table().stand(1, "crew-1").cast(0, manager="nigel-hawthorne-dawe").give(0, money=3)
    assert table.turn().why("go:crew-1").rule == "RH-139"


@rule("RH-067", "RH-068", "RH-069", "RH-254")
def test_a_deck_runs_out() -> None:
    table = Table(phase="after_hours")
    deck = table.state.hang_outs["jax"]
    # one card left, one discarded: the discards make the new pile, and only then
    deck.draw, deck.used = ["jax-flashbulbs"], ["jax-signed-napkin"]
    table.give(0, fame=0).turn(0).do("go:hang-jax")
    assert table[0].life[-1].card == "jax-flashbulbs"
    assert (deck.draw, deck.used) == ([], ["jax-signed-napkin"])
    table[0].at = ""
    table.turn(1).do("go:hang-jax")
    assert table.told("reshuffled")
    assert table[1].life[-1].card == "jax-signed-napkin"
    assert (deck.draw, deck.used) == ([], [])
    # nothing left: the rest of the action takes place
    table[1].at = ""
    table.hot(jax="hot-11-two-stars").turn(2).do("go:hang-jax")
    assert table[2].fame == 2
    assert table[2].life == []
    assert table.told("no_card")


@rule("RH-070")
def test_discards_lie_open() -> None:
    table = Table(phase="after_hours").cast(0, "bebe-rose")
    table.on_top("jax", "jax-flashbulbs", "jax-signed-napkin")
    table.turn().do("go:hang-jax", "life:jax-flashbulbs")
    assert table.state.hang_outs["jax"].used == ["jax-signed-napkin"]
    decks = next(region.data for region in RULES.view(table.state, None) if region.id == "decks")
    assert decks["hang_outs"]["jax"] == {"left": 18, "used": ["jax-signed-napkin"]}


@rule("RH-247", "RH-229")
def test_amounts_are_whole() -> None:
    def numbers(value: object) -> list[float]:
        if isinstance(value, dict):
            return [n for item in value.values() for n in numbers(item)]
        if isinstance(value, list):
            return [n for item in value for n in numbers(item)]
        return [value] if isinstance(value, float) else []

    assert numbers(toml()) == []
    assert all(
        isinstance(getattr(Need(), field), int | bool | tuple) for field in Need.__struct_fields__
    )
    # the only division, cash at the end, is rounded down
    table = Table(2, month=9).give(0, money=8).give(1, money=2).stage("scoring")
    assert [parts["cash"] for parts in table.state.final] == [2, 0]


@rule("RH-303")
def test_die_tables() -> None:
    for die, money in zip(range(1, 7), (0, 1, 2, 2, 3, 4), strict=True):
        table = Table().give(0, money=0).dice(die).perform("hoovers-pinball-hustle")
        assert table[0].money == money
    # the price before the roll is paid before it
    for die, money in zip(range(1, 7), (1, 1, 3, 3, 5, 6), strict=True):
        table = Table().give(0, money=2).dice(die).perform("hoovers-pot-on-the-pool-table")
        assert table.do("yes")[0].money == money
        kinds = [event.kind for event in table.events]
        assert kinds.index("paid") < kinds.index("rolled")
    assert "hoovers-pot-on-the-pool-table" not in repr(
        Table().give(0, money=0).perform("hoovers-pot-on-the-pool-table").state.agenda
    )


@rule("RH-306")
def test_candy_prices_without_candy() -> None:
    """A price in Candy and what it buys are skipped together, as is a price for Candy only."""
    for card in ("hoovers-last-sweet-in-the-house", "hoovers-a-guy-who-knows-a-guy"):
        table = Table(candy="off").give(0, money=5).perform(card)
        assert table.asked == ""
        assert table[0].money == 5
    for card in ("hoovers-candy-counter-tour", "slinkys-last-call-lasagna"):
        table = Table(candy="off").give(0, money=5).hold(0, card).perform(card)
        assert table.asked == ""
        assert table[0].money == 5
        assert not table[0].life[-1].waiting
    # the rest of a card goes on
    table = Table(candy="off").give(0, money=0).perform("hoovers-behind-the-sofa")
    assert table.has(0, "money", "candy") == (1, 0)
    table = Table(candy="off").give(0, money=0).perform("hoovers-herbal-tea")
    assert table[0].money == 1
    # such cards stay in their deck
    assert "hoovers-bowl-of-mints" in Table(candy="off").state.hang_outs["hoovers"].draw


@rule("RH-052", "RH-038")
def test_an_alternative_that_cannot_be_paid_says_why() -> None:
    def why(ref: str, **goods: int) -> Blocked | None:
        table = Table().give(0, **goods)
        menu = effects.choose_menu(table.state, Choose(seat=0, ref=ref))
        return menu[1].blocked

    assert why("backstage-box-of-chocolates", candy=0) == Blocked(
        "RH-052", "costs", {"candy": 1}, {"candy": 0}
    )
    assert why("jax-past-the-velvet-rope", reputation=5) == Blocked(
        "RH-052", "needs", {"reputation": 6}, {"reputation": 5}
    )
    assert why("jax-past-the-velvet-rope", reputation=6) is None


@rule("RH-031", "RH-306")
def test_a_lost_alternative_says_so() -> None:
    table = Table(candy="off").give(0, life=[Life("jax-dessert-cart")])
    step = Choose(seat=0, ref="jax-dessert-cart")
    blocked = {o.move: o.blocked for o in effects.choose_menu(table.state, step)}
    assert blocked["take:0"] is None
    assert blocked["take:1"] is not None
    assert blocked["take:1"].rule == "RH-031"


@rule("RH-305")
def test_kept_cards_wait_until_used_or_lapsed() -> None:
    table = Table(phase="after_hours", month=2).give(0, life=[])
    table.on_top("buds", "buds-favor-owed").turn().do("go:hang-buds")
    held = table[0].life[-1]
    assert (held.waiting, held.until) == (True, 0)
    for month in (2, 3, 8):
        table.state.round, table.state.agenda = month, []
        clean_up.next_round(Game(table.state, table.chance))
    assert held.waiting  # without end
    table = Table(phase="after_hours", month=2).on_top("buds", "buds-second-wind")
    table.turn().do("go:hang-buds")
    held = table[0].life[-1]
    assert (held.waiting, held.until) == (True, 3)
    # it stays through this Clean-Up, and lapses in that of the next round
    table.stage("tokens")
    for month, waits in ((2, True), (3, False)):
        table.state.round = month
        table.state.agenda = []
        game = Game(table.state, table.chance)
        clean_up.next_round(game)
        assert held.waiting == waits
    assert table[0].life[-1] is held  # a Life Experience like any other


def test_effects_are_plain_data() -> None:
    effect = BOOKS[True].effects["jax-the-critic-in-the-corner"]
    assert msgspec.convert(msgspec.to_builtins(effect.die[0]), Effect) == effect.die[0]
