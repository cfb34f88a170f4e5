"""Powers: all of them, and those of singers, guitars and basses (RH-237 to RH-244, RH-319 on)."""

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


@rule("RH-326")
@pytest.mark.parametrize("die", range(1, 7))
def test_lucky_break_stays_on_the_die(die: int) -> None:
    table = Table().cast(0, "lisa-boyd").dice(die).perform("hoovers-pinball-hustle")
    assert ("up" in table.open) == (die < 6)
    assert ("down" in table.open) == (die > 1)
    # the result can't be changed by this power again
    for move in ("up", "down"):
        if move in table.open:
            other = Table().cast(0, "lisa-boyd").dice(die).perform("hoovers-pinball-hustle")
            assert other.do(move).asked == ""


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
    blocked = table.why("leo:money")
    assert (blocked.rule, blocked.needs, blocked.has) == ("RH-328", {"fame": 1}, {"fame": 0})
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
