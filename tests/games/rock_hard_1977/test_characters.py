"""The powers of the ten characters and six managers (RH-237 to RH-244, RH-319 to RH-341)."""

from __future__ import annotations

from typing import Any

import pytest

from app.games.rock_hard_1977 import RULES
from app.games.rock_hard_1977.content import CHARACTERS, MANAGERS, SPACES
from tests.games.rock_hard_1977.table import Table, change, goods, rich, toml
from tests.ledger import rule

PANDA: dict[str, Any] = {"chops": 4, "reputation": 5, "songs": 3, "crew": 1}


@rule("RH-319", "RH-237")
def test_every_power_has_a_rule_and_a_test() -> None:
    powers = {row.ability for row in (*CHARACTERS.values(), *MANAGERS.values())}
    assert powers == {
        "i_want_it_all",
        "prince_of_the_night",
        "house_call",
        "lucky_break",
        "maybe_theyre_the_same",
        "knows_everybody",
        "party_animal",
        "on_the_clock",
        "fake_it",
        "just_one_more",
        "front_row",
        "front_page",
        "second_verse",
        "hard_bargain",
        "cash_at_the_door",
        "fine_print",
    }
    jobs = {row["ability"] for row in toml()["job"] if "ability" in row}
    events = {row["ability"] for row in toml()["event"] if "ability" in row}
    assert jobs == {"no_missed_work", "school_holidays"}
    assert events == {"beautiful_weather", "reverse_order", "strike", "long_weekend"}


@rule("RH-030")
def test_without_abilities_no_power_is_there() -> None:
    """A10: each power's moment, with `abilities` off."""
    night = rich(Table(phase="night", abilities="off")).cast(
        0, "donovan-sterling", "big-lou-marchetti"
    )
    night[0].tokens = 0
    before = goods(night[0])
    night.turn().do("go:random-gig-stage")
    assert change(before, goods(night[0])) == {"money": 3}
    day = rich(Table(abilities="off")).cast(0, "eric-fairchild", "dolores-quick")
    day[0].tokens = 0
    day.turn()
    assert "party" not in [option.move for option in day.menu]
    assert day.do("go:publicist")[0].money == 19
    poor = (
        Table(abilities="off").cast(0, "yolanda-delacroix", "nigel-hawthorne-dawe").give(0, money=0)
    )
    poor[0].tokens = 0
    assert poor.stand(1, "interview").turn().why("go:rehearse-day-a").why == "costs"
    assert poor.why("go:interview").why == "occupied"


# ---- Shere Darling


@rule("RH-320", "RH-050", "RH-238")
def test_ea1_i_want_it_all() -> None:
    table = Table(3, phase="night").cast(0, "shere-darling").give(0, **PANDA, fame=0)
    table.turn().do("go:panda-1", "take:0")
    assert table.has(0, "fame", "chops", "reputation") == (3, 5, 5)
    assert table.open == ["take:1", "enough"]
    assert RULES.automatic(table.state, 0) == "enough"
    table.do("take:1")
    assert table.has(0, "reputation", "tokens") == (6, 0)
    assert table.asked == ""  # never a third
    table.state.phase = "after_hours"
    table[0].did = []
    table.on_top("jax", "jax-dessert-cart").turn().do("go:hang-jax", "take:0")
    assert table.asked == ""
    table.stage("standees")
    assert table[0].tokens == 1


@rule("RH-320", "RH-052")
def test_ea2_a_second_alternative_that_opens() -> None:
    table = Table().cast(0, "shere-darling").give(0, reputation=5, fame=0)
    table.perform("jax-past-the-velvet-rope")
    assert table[0].reputation == 6  # taken without asking
    assert table.open == ["take:1", "enough"]
    table.do("take:1")
    assert table.has(0, "fame", "tokens") == (2, 0)


@rule("RH-320")
def test_the_second_price_is_looked_at_after_the_first() -> None:
    table = Table().cast(0, "shere-darling").give(0, candy=0, reputation=2)
    table.perform("backstage-box-of-chocolates")
    assert table[0].candy == 1
    table.do("take:1")
    assert table.has(0, "candy", "reputation") == (0, 4)
    # enough keeps the token; none possible: not asked
    table = (
        Table().cast(0, "shere-darling").perform("event-all-night-jam/each").do("take:0", "enough")
    )
    assert table[0].tokens == 1
    table = Table(candy="off").cast(0, "shere-darling").perform("jax-dessert-cart")
    assert table.asked == ""


@rule("RH-321")
def test_what_is_no_alternative() -> None:
    """Buying Candy, a set, helps, dice results, and Panda's requirement."""
    table = rich(Table()).cast(0, "shere-darling").turn().do("buy:1")
    assert table.asked == ""
    table = Table().cast(0, "shere-darling").dice(6).perform("hoovers-pinball-hustle")
    assert table.asked == ""
    assert table[0].tokens == 1
    assert len(SPACES["panda-1"].need.any) == 2
    assert len(SPACES["panda-1"].choose) == 2


# ---- Donovan, Doc, Lisa, Leo, Bebe


@rule("RH-322", "RH-241")
def test_prince_of_the_night() -> None:
    for space, fame in (("tjs-stage", 2), ("random-gig-stage", 1), ("yenser-1", 7)):
        table = rich(Table(phase="night")).cast(0, "donovan-sterling").give(0, fame=0)
        assert table.turn().do(f"go:{space}")[0].fame == fame
    table = rich(Table(phase="night")).cast(0, "donovan-sterling").give(0, fame=0)
    assert table.turn().do("go:rehearse-night-b")[0].fame == 0


@rule("RH-322", "RH-340", "RH-315", "RH-241")
def test_ea13_gig_with_additions() -> None:
    table = Table(phase="night").cast(0, "donovan-sterling", "big-lou-marchetti")
    table.event("event-battle-of-the-bands").give(0, chops=3, reputation=2, money=0, fame=0)
    table.turn().do("go:tjs-stage")
    assert table.has(0, "fame", "reputation", "money") == (3, 3, 1)
    whys = [e.facts["why"] for e in table.told("gained")]
    assert whys[-3:] == ["event-battle-of-the-bands", "prince_of_the_night", "cash_at_the_door"]


@rule("RH-323", "RH-324", "RH-325", "RH-139", "RH-084", "RH-246")
def test_ea3_house_call() -> None:
    table = Table(3, month=3).cast(1, "doc-sapphire").give(1, fame=4, money=9).give(0, money=0)
    table.stage("gift")
    assert (table.asked, table.seat, table.open) == ("prep_gift", 1, ["give:0", "give:2", "keep"])
    assert RULES.automatic(table.state, 1) == "keep"
    table.do("give:0")
    assert table.has(1, "fame", "tokens") == (6, 2)
    assert table[0].sapphires == 1
    table.stand(0, "publicist").give(2, money=9)
    assert table.turn(2).why("go:publicist").why == "occupied"
    table.turn(1).do("go:publicist")
    assert table[1].money == 8
    table[1].at = ""
    table.stand(0, "crew-1")
    assert table.turn(1).why("go:crew-1").rule == "RH-139"
    # others may stand there too
    table.stand(0, "interview").stand(2, "interview")
    assert "go:interview" in table.turn(1).open
    # next round: no sharing any more, and the token can be handed in later
    table.stage("standees")
    table.state.agenda = []
    table.state.phase = "night"
    table[0].did = []
    table.stand(0, "rehearse-night-b")
    assert table.turn(1).why("go:rehearse-night-b").why == "occupied"
    table.turn(0)
    assert [m for m in table.open if m.startswith("sapphire")] == [
        "sapphire:money",
        "sapphire:candy",
        "sapphire:craving",
    ]
    table.do("sapphire:money")
    assert table.has(0, "money", "sapphires") == (1, 0)
    assert table.asked == "turn"


@rule("RH-323", "RH-084", "RH-238")
def test_three_gifts_a_game() -> None:
    table = Table(2, month=3).cast(0, "doc-sapphire")
    for left in (2, 1, 0):
        table.stage("gift").do("give:1")
        assert table[0].tokens == left
        table.stage("standees")
    table.stage("gift")
    assert table.asked == ""
    assert table[1].sapphires == 3


@rule("RH-325")
@pytest.mark.parametrize(
    ("kind", "changes"),
    [("money", {"money": 1}), ("candy", {"candy": 1}), ("craving", {"craving": -1})],
)
def test_handing_in_a_sapphire_token(kind: str, changes: dict[str, int]) -> None:
    table = rich(Table()).give(0, sapphires=2)
    before = goods(table[0])
    table.turn().do(f"sapphire:{kind}")
    assert change(before, goods(table[0])) == changes
    table.do("sapphire:money")  # several can be handed in
    assert table[0].sapphires == 0
    # before the first action only, and with Candy off only for $1
    table = rich(Table()).give(0, sapphires=1, craving=0).sweets("sugar-cherry-fizzbombs").dice(6)
    table.turn().do("eat", "go:interview")
    assert table.why("sapphire:money").why == "acted"
    off = Table(candy="off").give(0, sapphires=1).turn()
    assert [m for m in off.open if m.startswith("sapphire")] == ["sapphire:money"]


@rule("RH-326", "RH-116", "RH-238")
def test_lucky_break() -> None:
    table = Table().cast(0, "lisa-boyd").give(0, money=0).dice(1).perform("hoovers-pinball-hustle")
    assert table.open == ["keep", "again", "up"]  # a 1 can't go down
    table.do("up")
    assert table[0].money == 1
    table.dice(4).perform("hoovers-pinball-hustle")
    assert table.asked == ""  # once a round
    table.stage("standees")
    table.dice(6).perform("hoovers-pinball-hustle")
    assert table.open == ["keep", "again", "down"]
    assert RULES.automatic(table.state, 0) == "keep"
    table.dice(3).do("again")
    assert table[0].money == 1 + 2 + 2


@rule("RH-326", "RH-082")
def test_lucky_break_on_every_kind_of_roll() -> None:
    table = Table().cast(0, "lisa-boyd").give(0, job="taxi-driver").dice(2).stage("shifts")
    assert table.asked == "roll"
    assert table.do("up")[0].shift == "night"
    table = Table().cast(0, "lisa-boyd").give(0, job="taxi-driver", shift="day", money=0).dice(1)
    assert table.turn().do("go:work", "up")[0].money == 3
    table = Table().cast(0, "lisa-boyd").give(0, craving=1).sweets("sugar-cherry-fizzbombs").dice(1)
    assert not table.turn().do("eat", "up")[0].low_sugar


@rule("RH-326", "RH-327", "RH-359", "RH-184")
def test_ea11_lucky_break_and_the_charm() -> None:
    table = (
        Table(phase="night").cast(0, "lisa-boyd").give(0, job="taxi-driver", shift="night", money=0)
    )
    table.hold(0, "hoovers-rabbits-foot", waiting=True).dice(1, 2, 6).turn().do("go:work", "again")
    assert table.open == ["keep", "charm"]
    blocked = table.why("again")
    assert (blocked.rule, blocked.why) == ("RH-238", "used_this_round")
    table.do("charm")
    assert table[0].money == 6
    table.stage("royalties")
    assert table[0].money == 6


@rule("RH-327")
def test_luck_unused() -> None:
    table = Table().cast(0, "lisa-boyd").give(0, money=0).stage("royalties")
    assert table[0].money == 1
    last = Table(2, month=9, phase="after_hours").cast(0, "lisa-boyd").give(0, money=4, fame=5)
    last.stage("clean_up")
    assert last.state.final[0]["played"] == 5  # the dollar pays the manager in full
    assert last[0].money == 0


@rule("RH-328", "RH-239")
def test_maybe_theyre_the_same() -> None:
    table = Table().cast(0, "leo-love").give(0, money=1, fame=0).turn()
    assert table.why("leo:money").rule == "RH-328"
    table.do("leo:fame")
    assert table.has(0, "money", "fame") == (0, 1)
    assert table.why("leo:money").rule == "RH-238"
    # once in each phase
    table.state.phase = "night"
    table[0].did = []
    table.turn().do("leo:money")
    assert table.has(0, "money", "fame") == (2, 0)
    table = (
        rich(Table())
        .cast(0, "leo-love")
        .give(0, craving=0)
        .sweets("sugar-cherry-fizzbombs")
        .dice(6)
    )
    table.turn().do("eat", "go:interview")
    assert table.why("leo:fame").rule == "RH-239"


@rule("RH-329", "RH-330", "RH-160", "RH-070")
def test_ea12_two_cards_for_bebe() -> None:
    table = Table(3, phase="after_hours").cast(0, "bebe-rose").give(0, money=2, fame=0)
    table.hot(jax="hot-11-two-stars").stand(1, "hang-jax")
    table.on_top("jax", "jax-flashbulbs", "jax-a-round-for-the-house")
    table.turn().do("go:hang-jax")
    assert table[0].fame == 2
    assert table.open == ["life:jax-flashbulbs", "life:jax-a-round-for-the-house"]
    assert RULES.automatic(table.state, 0) == "life:jax-flashbulbs"
    spotlight = next(r.data for r in RULES.view(table.state, 2) if r.id == "spotlight")
    assert spotlight["cards"] == ["jax-flashbulbs", "jax-a-round-for-the-house"]
    table.do("life:jax-a-round-for-the-house", "yes")
    assert table.has(0, "fame", "reputation", "money") == (4, 3, 0)
    assert table.state.hang_outs["jax"].used == ["jax-flashbulbs"]
    assert [life.card for life in table[0].life] == ["jax-a-round-for-the-house"]
    assert table[1].at == "hang-jax"


@rule("RH-329")
def test_bebe_with_a_single_card_left() -> None:
    table = Table(3, phase="after_hours").cast(0, "bebe-rose")
    table.state.hang_outs["jax"].draw = ["jax-flashbulbs"]
    table.turn().do("go:hang-jax")
    assert table.asked == ""
    assert [life.card for life in table[0].life] == ["jax-flashbulbs"]


@rule("RH-330", "RH-234")
def test_bebe_where_the_star_is() -> None:
    table = Table(2, month=1, phase="after_hours").cast(0, "bebe-rose").turn()
    assert "go:hang-backstage" in table.open
    assert "go:hang-backstage" not in Table(2, month=1, phase="after_hours").turn().open


# ---- Eric, Yolanda, Rafael, Kimmy


@rule("RH-331", "RH-332", "RH-064")
def test_ea9_party_animal() -> None:
    table = Table().cast(0, "eric-fairchild").give(0, candy=2, craving=1).turn().do("party")
    assert table.has(0, "candy", "craving", "tokens") == (1, 1, 0)
    assert table.state.turn is not None
    assert table.state.turn.actions == 2
    assert table.why("eat").why == "eaten"
    table.do("go:interview", "go:donate-blood")
    assert table[0].counts.get("candy_eaten", 0) == 0
    table.state.phase = "night"
    table[0].did = []
    table.turn()
    assert table.why("party").rule == "RH-238"
    assert "eat" in table.open
    table.stage("standees")
    assert table[0].tokens == 1


@rule("RH-332", "RH-156")
def test_party_animals_do_not_go_to_bed_early() -> None:
    table = Table(phase="after_hours").cast(0, "eric-fairchild").turn().do("party")
    assert table.why("go:bed-early").rule == "RH-156"
    eaten = Table(phase="after_hours").cast(0, "eric-fairchild").give(0, candy=2)
    eaten.sweets("sugar-cherry-fizzbombs").dice(6).turn().do("eat")
    assert eaten.why("party").why == "eaten"


@rule("RH-333", "RH-238")
def test_ea6_on_the_clock() -> None:
    table = Table(phase="night").cast(0, "yolanda-delacroix").give(0, money=0)
    table.stand(1, "rehearse-night-b").turn().do("go:rehearse-night-b")
    assert table.has(0, "chops", "money", "tokens") == (4, 0, 0)
    table.state.phase = "after_hours"
    table[0].did = []
    blocked = table.turn().why("go:record-demo-3")
    assert (dict(blocked.needs), dict(blocked.has)) == ({"money": 3}, {"money": 0})
    table.stage("standees")
    assert table[0].tokens == 1
    table.state.agenda = []
    table.turn().do("go:record-demo-3")
    assert table.has(0, "demo", "money") == (1, 0)


@rule("RH-333", "RH-130", "RH-159")
def test_limits_hold_for_yolanda() -> None:
    table = rich(Table(4, phase="night")).cast(0, "yolanda-delacroix").give(0, craving=0, money=0)
    table.sweets("sugar-cherry-fizzbombs").dice(6).turn().do("eat", "go:rehearse-night-b")
    assert table.why("go:rehearse-night-a").rule == "RH-130"
    holds = Table(phase="after_hours").cast(0, "yolanda-delacroix").give(0, demo=1).turn()
    assert holds.why("go:record-demo-3").rule == "RH-159"


@rule("RH-310", "RH-334", "RH-350")
def test_ea4_fake_it_at_the_panda() -> None:
    low: dict[str, Any] = {"chops": 3, "reputation": 3, "songs": 2, "crew": 1}

    def rafael(**goods: int) -> Table:
        return Table(phase="night").cast(0, "rafael-santiago").give(0, **{**low, **goods})

    assert "go:panda-1" in rafael().turn().open
    assert rafael(songs=1).turn().why("go:panda-1").rule == "RH-149"
    both = rafael(songs=1).hold(0, "buds-a-good-word", waiting=True).turn().do("go:panda-1")
    assert both[0].tokens == 0
    assert not both[0].life[-1].waiting
    assert rafael(crew=0).turn().why("go:panda-1").rule == "RH-149"
    roadie = rafael(crew=0).hold(0, "buds-borrowed-roadie", waiting=True).turn()
    assert "go:panda-1" in roadie.open


@rule("RH-308", "RH-311", "RH-334")
def test_ea5_fake_it_at_the_record_company() -> None:
    table = Table().cast(0, "rafael-santiago").give(0, chops=5, reputation=4, songs=4, demo=1)
    table.turn().do("go:record-company")
    assert table.open == ["help:none", "help:fake_it"]
    assert RULES.automatic(table.state, 0) == "help:none"
    table.do("help:fake_it")
    assert table.has(0, "royalty_tier", "tokens") == (2, 0)


@rule("RH-334", "RH-307")
def test_where_fake_it_works() -> None:
    for space, has in (
        ("tjs-stage", {"chops": 1}),
        ("fox-den-stage", {"reputation": 1}),
        ("yenser-1", {"chops": 5, "reputation": 7, "songs": 5, "crew": 2}),
        ("carter-5", {"chops": 9, "reputation": 9, "songs": 7, "crew": 3, "royalty_tier": 1}),
    ):
        table = Table(phase="night").give(0, **has).turn()
        assert f"go:{space}" not in table.open
        table = Table(phase="night").cast(0, "rafael-santiago").give(0, **has).turn()
        assert f"go:{space}" in table.open
        table.give(0, tokens=0)
        assert f"go:{space}" not in table.open
    # never a price, a Demo or a Record Deal
    table = (
        Table().cast(0, "rafael-santiago").give(0, money=0, chops=9, reputation=9, songs=9).turn()
    )
    assert table.why("go:publicist").why == "costs"
    assert table.why("go:record-company").why == "no_demo_no_deal"


@rule("RH-335", "RH-271")
def test_ea10_just_one_more() -> None:
    cards = ("sugar-neon-gumballs", "sugar-cherry-fizzbombs")
    for card, low in ((cards[0], True), (cards[1], False)):
        table = Table().give(0, craving=3).sweets(*cards).dice(2).turn().do("eat:more")
        assert table.open == [f"sweet:{one}" for one in cards]
        assert RULES.automatic(table.state, 0) == f"sweet:{cards[0]}"
        table.do(f"sweet:{card}")
        assert table.has(0, "craving", "low_sugar") == (4, low)
        assert sorted(table.state.sugar.used) == sorted(cards)
        assert "just_one_more" in table[0].done
    table.state.phase = "night"
    table[0].did = []
    table.give(0, candy=1).turn()
    assert table.why("eat:more").rule == "RH-238"
    assert "eat" in table.open


@rule("RH-335", "RH-067")
def test_just_one_more_with_one_card_in_the_pile() -> None:
    table = Table()
    sugar = table.state.sugar
    sugar.used, sugar.draw = sugar.draw[1:], sugar.draw[:1]
    last = sugar.draw[0]
    table.turn().do("eat:more")
    assert table.open[0] == f"sweet:{last}"
    assert len(table.open) == 2
    assert len(sugar.draw) == 6


# ---- managers


@rule("RH-336", "RH-066", "RH-238", "RH-195")
def test_front_row() -> None:
    table = rich(Table(4)).cast(0, manager="nigel-hawthorne-dawe").give(0, craving=0)
    table.stand(1, "interview").stand(2, "publicist").stand(3, "crew-1")
    table.sweets("sugar-cherry-fizzbombs").dice(6).turn().do("eat")
    assert {"go:interview", "go:publicist"} <= set(table.open)
    assert table.why("go:crew-1").rule == "RH-139"
    table.do("go:interview")
    assert table.why("go:publicist").why == "occupied"
    assert "front_row" in table[0].done


@rule("RH-337", "RH-241")
def test_front_page() -> None:
    for space, more in (("interview", 2), ("publicist", 2), ("promo-2", 3)):
        table = rich(Table()).cast(0, manager="sunny-vandermeer").give(0, reputation=2, demo=1)
        table.give(0, craving=0).sweets("sugar-cherry-fizzbombs").dice(6).turn()
        table.do("eat", f"go:{space}")
        assert table[0].reputation == 2 + more
        other = "publicist" if space == "interview" else "interview"
        table.do(f"go:{other}")
        assert table[0].reputation == 2 + more + 1


@rule("RH-338")
def test_second_verse() -> None:
    table = Table().cast(0, manager="odette-pell").give(0, songs=2, candy=1, craving=0)
    table.sweets("sugar-cherry-fizzbombs").dice(6).turn().do(
        "eat", "go:write-song", "go:write-song"
    )
    assert table[0].songs == 5


@rule("RH-339")
def test_hard_bargain() -> None:
    table = Table().cast(0, manager="dolores-quick").give(0, money=0).turn()
    assert "go:publicist" in table.open
    assert "go:crew-1" in table.open
    assert table.why("go:rehearse-day-a").why == "costs"  # no Hire action
    assert table.do("go:crew-1").has(0, "crew", "money") == (1, 0)


@rule("RH-340", "RH-049")
def test_cash_at_the_door() -> None:
    table = Table(phase="night").cast(0, manager="big-lou-marchetti").give(0, **PANDA, money=0)
    table.turn()
    assert table.why("go:panda-2").why == "costs"  # not out of the dollar to come
    assert table.do("go:panda-1", "take:0")[0].money == 1


@rule("RH-341")
@pytest.mark.parametrize(("tier", "money"), [(0, 0), (1, 3), (2, 4), (3, 6)])
def test_fine_print_with_royalties(tier: int, money: int) -> None:
    table = Table().cast(0, manager="morty-glass").give(0, royalty_tier=tier, money=0)
    assert table.stage("royalties")[0].money == money


@rule("RH-341")
def test_fine_print_with_a_deal() -> None:
    """A rise of three tiers in one visit is one time."""
    table = Table().cast(0, manager="morty-glass").give(0, chops=8, reputation=8, songs=8, demo=1)
    table.give(0, fame=0).turn().do("go:record-company")
    assert table.has(0, "royalty_tier", "fame") == (3, 1)
