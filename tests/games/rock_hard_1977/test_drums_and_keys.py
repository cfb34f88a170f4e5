"""Powers of drums and keys: Eric, Yolanda, Rafael, Kimmy (RH-331 to RH-335)."""

from __future__ import annotations

from typing import Any

from app.games.rock_hard_1977 import RULES
from tests.games.rock_hard_1977.table import Table, rich
from tests.ledger import rule

PANDA: dict[str, Any] = {"chops": 4, "reputation": 5, "songs": 3, "crew": 1}


@rule("RH-331", "RH-332", "RH-064")
def test_ea9_party_animal() -> None:
    table = Table().cast(0, "eric-fairchild").give(0, candy=2, craving=1).turn().do("party")
    assert table.has(0, "candy", "craving", "tokens") == (1, 1, 0)
    assert table.state.turn is not None
    assert table.state.turn.actions == 2
    blocked = table.why("eat")
    assert (blocked.rule, blocked.why) == ("RH-332", "partied")  # nothing was eaten
    table.do("go:interview", "go:donate-blood")
    assert table[0].counts.get("candy_eaten", 0) == 0
    table.state.phase = "night"
    table[0].did = []
    table.turn()
    assert table.why("party").rule == "RH-238"
    assert "eat" in table.open
    table.stage("standees")
    assert table[0].tokens == 1


@rule("RH-332")
def test_party_animals_do_not_go_to_bed_early() -> None:
    table = Table(phase="after_hours").cast(0, "eric-fairchild").turn().do("party")
    assert table.why("go:bed-early").rule == "RH-332"
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
    # the ways differ in the tier, not in the price
    assert table.labels == {
        "help:none": "Without help (Royalty tier 1)",
        "help:fake_it": "Fake It (Royalty tier 2)",
    }
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
