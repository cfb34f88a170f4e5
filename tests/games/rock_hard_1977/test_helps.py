"""Helps and kept cards (RH-305 to RH-312, RH-348 to RH-360)."""

from __future__ import annotations

from typing import Any

from app.games.rock_hard_1977 import RULES, helps
from app.games.rock_hard_1977.content import SPACES, SWEETS
from app.games.rock_hard_1977.spaces import best_tier, missing_points
from tests.games.rock_hard_1977.table import Table, rich
from tests.ledger import rule


def region(table: Table, name: str, viewer: int | None) -> Any:
    return next(r.data for r in RULES.view(table.state, viewer) if r.id == name)


@rule("RH-307")
def test_what_is_a_help() -> None:
    table = rich(Table()).cast(0, "yolanda-delacroix", "nigel-hawthorne-dawe")
    cards = (
        "buds-favor-owed",
        "buds-name-on-the-list",
        "buds-borrowed-roadie",
        "buds-a-good-word",
        "buds-studio-downtime",
        "buds-doctors-note",
        "buds-creative-accounting",
    )
    table.hold(0, *cards, waiting=True)
    assert helps.own_helps(table.state, 0) == ("on_the_clock", "front_row", *cards[:5])
    # none of them opens a space of another phase, a covered one, or a second studio
    table.turn()
    assert table.why("go:tjs-stage").rule == "RH-092"
    # hard_bargain applies by itself
    dolores = Table().cast(0, manager="dolores-quick")
    assert helps.own_helps(dolores.state, 0) == ()


@rule("RH-308", "RH-309", "RH-333", "RH-348")
def test_ea7_helps_that_are_idle() -> None:
    table = Table(phase="night").cast(0, "yolanda-delacroix").give(0, money=2)
    table.hold(0, "buds-studio-downtime", waiting=True).turn().do("go:rehearse-night-b")
    assert table.asked == "choose_helps"
    assert table.open == ["help:none", "help:on_the_clock", "help:buds-studio-downtime"]
    assert RULES.automatic(table.state, 0) == "help:none"
    table.do("help:buds-studio-downtime")
    # the chosen help is used up, the other stays
    assert table.has(0, "money", "tokens", "chops") == (2, 1, 4)
    assert not table[0].life[-1].waiting


@rule("RH-339", "RH-348", "RH-309", "RH-308", "RH-061")
def test_ea8_prices() -> None:
    def dolores(**goods: int) -> Table:
        table = Table().cast(0, manager="dolores-quick").give(0, **goods)
        return table.hold(0, "buds-favor-owed", waiting=True).turn()

    table = dolores(money=2, crew=1).do("go:crew-1")
    assert table.open == ["help:none", "help:buds-favor-owed"]
    assert table.do("help:buds-favor-owed").has(0, "money", "crew") == (2, 2)
    assert dolores(money=2, crew=1).do("go:crew-1", "help:none").has(0, "money", "crew") == (0, 2)
    assert dolores(money=5, crew=2).do("go:crew-2", "help:none")[0].money == 0
    assert dolores(money=5, crew=2).do("go:crew-2", "help:buds-favor-owed")[0].money == 2
    # the Publicist is free by itself: the card would be idle, and is not offered
    table = dolores(money=0).do("go:publicist")
    assert table.asked == ""
    assert table[0].life[-1].waiting


@rule("RH-308", "RH-309")
def test_the_only_way_is_not_asked() -> None:
    table = Table().stand(1, "publicist").give(0, money=1)
    table.hold(0, "buds-name-on-the-list", waiting=True).turn().do("go:publicist")
    assert table.asked == ""
    assert not table[0].life[-1].waiting
    # with two of the same card one of them is used
    two = Table().stand(1, "publicist").give(0, money=1)
    two.hold(0, "buds-name-on-the-list", "buds-name-on-the-list", waiting=True).turn()
    two.do("go:publicist")
    assert [life.waiting for life in two[0].life] == [False, True]


@rule("RH-308")
def test_the_automatic_help() -> None:
    """The fewest limited helps: Bebe's own way before a card."""
    table = Table(phase="after_hours").cast(0, "bebe-rose").stand(1, "hang-jax")
    table.hold(0, "buds-name-on-the-list", waiting=True).turn().do("go:hang-jax")
    assert table.open == ["help:knows_everybody", "help:buds-name-on-the-list"]
    assert RULES.automatic(table.state, 0) == "help:knows_everybody"


@rule("RH-348")
def test_discounts() -> None:
    for card, space, phase in (
        ("buds-favor-owed", "publicist", "day"),
        ("buds-favor-owed", "promo-2", "day"),
        ("buds-favor-owed", "crew-2", "day"),
        ("buds-studio-downtime", "rehearse-night-b", "night"),
        ("buds-studio-downtime", "record-demo-3", "after_hours"),
    ):
        table = Table(phase=phase).give(0, money=0, demo=int(space == "promo-2"))
        table.hold(0, card, waiting=True).turn().do(f"go:{space}")
        assert table[0].money == 0
        assert not table[0].life[-1].waiting  # what is left of the discount is lost
    wrong = Table().give(0, money=0).hold(0, "buds-favor-owed", waiting=True).turn()
    assert wrong.why("go:rehearse-day-a").why == "costs"


@rule("RH-349", "RH-066")
def test_name_on_the_list() -> None:
    table = rich(Table(4)).stand(1, "interview").stand(2, "crew-1")
    table.hold(0, "buds-name-on-the-list", waiting=True).turn()
    assert "go:interview" in table.open
    assert table.why("go:crew-1").rule == "RH-139"


@rule("RH-350")
def test_borrowed_roadie() -> None:
    table = Table(phase="night").give(0, chops=6, reputation=8, songs=5, crew=1)
    table.hold(0, "buds-borrowed-roadie", waiting=True).turn()
    assert "go:yenser-1" in table.open
    table.do("go:yenser-1")
    assert table[0].crew == 1
    assert not table[0].life[-1].waiting
    far = Table(phase="night").give(0, chops=6, reputation=8, songs=5, crew=0)
    far.hold(0, "buds-borrowed-roadie", waiting=True).turn()
    assert dict(far.why("go:yenser-1").needs) == {"crew": 2}


@rule("RH-351", "RH-310")
def test_a_good_word() -> None:
    for space, has in (
        ("tjs-stage", {"chops": 1}),
        ("panda-1", {"chops": 3, "reputation": 3, "songs": 2, "crew": 1}),
        ("carter-5", {"chops": 9, "reputation": 8, "songs": 8, "crew": 3, "royalty_tier": 1}),
    ):
        table = Table(phase="night").give(0, **has).hold(0, "buds-a-good-word", waiting=True)
        assert f"go:{space}" in table.turn().open
    # for a deal as well
    deal = Table().give(0, chops=3, reputation=2, songs=2, demo=1)
    deal.hold(0, "buds-a-good-word", waiting=True).turn().do("go:record-company")
    assert deal[0].royalty_tier == 1
    assert not deal[0].life[-1].waiting
    short = Table(phase="night").give(0, chops=0).hold(0, "buds-a-good-word", waiting=True)
    assert short.turn().why("go:tjs-stage").rule == "RH-147"


@rule("RH-310", "RH-311", "RH-140")
def test_missing_points() -> None:
    table = Table().give(0, chops=3, reputation=3, songs=1)
    player = table[0]
    assert missing_points(player, SPACES["panda-1"].need) == 1 + 2
    assert missing_points(player, SPACES["carter-1"].need) == 13 + 7
    assert missing_points(player, SPACES["yenser-1"].need) == 3 + 5 + 4
    table.give(0, chops=5, reputation=4, songs=4)
    assert [best_tier(player, points) for points in (0, 1, 2, 10, 11)] == [1, 1, 2, 2, 3]


@rule("RH-312", "RH-143", "RH-324")
def test_sharing_and_the_record_company() -> None:
    able: dict[str, Any] = {"chops": 3, "reputation": 3, "songs": 3, "demo": 1}
    table = Table(3).give(0, **able).hold(0, "buds-name-on-the-list", waiting=True)
    table.state.visitor = 1  # who has left again
    assert "go:record-company" in table.turn().open
    # Doc's only while the receiver stands there
    doc = Table(3).cast(0, "doc-sapphire").give(0, **able)
    doc.state.visitor, doc.state.house_call = 1, 1
    assert doc.turn().why("go:record-company").rule == "RH-143"
    doc.stand(1, "record-company")
    assert "go:record-company" in doc.open


@rule("RH-353", "RH-239")
def test_ea16_first_in_line() -> None:
    table = Table(3, phase="after_hours").hold(1, "buds-parking-space-by-the-door", waiting=True)
    table.hot(buds="hot-7").stand(0, "bed-early").stand(1, "hang-buds").stand(2, "write-song")
    table.stage("parking", "new_order")
    assert (table.asked, table.seat, table.open) == ("may_park", 1, ["yes", "no"])
    assert RULES.automatic(table.state, 1) == "no"
    table.do("yes")
    assert table.state.order == [1, 0, 2]
    assert not table[1].life[-1].waiting


@rule("RH-353")
def test_first_in_line_is_asked_only_if_it_matters() -> None:
    table = Table(3, phase="after_hours").hold(0, "buds-parking-space-by-the-door", waiting=True)
    table.stand(0, "bed-early").stand(1, "bed-early").stand(2, "write-song")
    table.stage("parking", "new_order")
    assert table.asked == ""
    assert table[0].life[-1].waiting
    # of two who use one, the one who would come first otherwise is first
    card = "buds-parking-space-by-the-door"
    both = Table(3, phase="after_hours").hold(1, card, waiting=True).hold(2, card, waiting=True)
    both.stand(0, "bed-early").stand(1, "write-song").stand(2, "donate-blood")
    both.stage("parking", "new_order").do("yes", "yes")
    assert both.state.order == [2, 1, 0]


@rule("RH-354", "RH-198")
def test_ea15_creative_accounting_at_the_end() -> None:
    for cards, money, fame in ((1, 0, 7), (2, 1, 10)):
        table = Table(2, month=9, phase="clean_up").give(0, money=2, fame=10)
        table.hold(0, *["buds-creative-accounting"] * cards, waiting=True)
        table.stage("last_pay")
        assert table.asked == ""
        assert table.has(0, "money", "fame") == (money, fame)


@rule("RH-354", "RH-264")
def test_creative_accounting_in_september() -> None:
    table = Table(2, month=6, phase="clean_up").give(0, money=9)
    table.hold(0, *["buds-creative-accounting"] * 2, waiting=True).stage("pay")
    assert (table.asked, table.open) == ("may_rebate", ["yes", "no"])
    assert RULES.automatic(table.state, 0) == "no"
    table.do("yes")
    assert table.asked == "may_rebate"  # two can be used for the same payment
    table.do("yes")
    assert table[0].money == 9
    exact = Table(2, month=6, phase="clean_up").give(0, money=3)
    exact.hold(0, "buds-creative-accounting", waiting=True).stage("pay")
    assert RULES.automatic(exact.state, 0) == "no"
    declined = Table(2, month=6, phase="clean_up").give(0, money=2)
    declined.hold(0, "buds-creative-accounting", waiting=True).stage("pay")
    assert RULES.automatic(declined.state, 0) == "yes"  # who cannot pay in full without
    declined.do("no")
    assert declined.has(0, "money", "fame") == (0, 0)
    assert declined[0].life[-1].waiting


@rule("RH-355")
def test_royalty_advance() -> None:
    for tier, money in ((0, 1), (1, 2), (2, 3), (3, 5)):
        table = Table().cast(0, manager="morty-glass").give(0, royalty_tier=tier, money=0, fame=0)
        table.perform("buds-royalty-advance")
        # the money, not the Fame, and no collecting of Royalties
        assert table.has(0, "money", "fame") == (money, 0)


@rule("RH-356", "RH-166", "RH-238")
def test_second_wind() -> None:
    table = Table(month=2, phase="after_hours").on_top("buds", "buds-second-wind")
    table.turn().do("go:hang-buds")
    table.give(0, did=[], candy=1, craving=0)
    assert table.turn().why("overtime").rule == "RH-356"  # not in the round it was drawn
    table.state.round = 3
    table.sweets("sugar-cherry-fizzbombs").dice(6).turn().do("overtime", "eat")
    assert table.state.turn is not None
    assert table.state.turn.actions == 3
    table.do("go:donate-blood", "go:donate-blood", "go:donate-blood")
    # once; and no other card that waits is one
    table.give(0, did=[]).hold(0, "buds-favor-owed", waiting=True).turn()
    assert "overtime" not in [option.move for option in table.menu]
    # afterwards bed is closed in this phase, although nothing was done yet
    early = Table(phase="after_hours", month=3).hold(0, "buds-second-wind", waiting=True, until=3)
    assert "go:bed-early" in early.turn().open
    blocked = early.do("overtime").why("go:bed-early")
    assert (blocked.rule, blocked.why) == ("RH-156", "extra")
    due = Table(month=3).hold(0, "buds-second-wind", waiting=True, until=3)
    assert due.give(0, recovering=True, low_sugar=True).turn().asked == ""
    late = Table(month=3).hold(0, "buds-second-wind", waiting=True, until=3).give(0, craving=0)
    late.sweets("sugar-cherry-fizzbombs").dice(6).turn().do("eat", "go:donate-blood")
    assert late.why("overtime").why == "acted"


@rule("RH-357", "RH-256", "RH-361", "RH-362")
def test_inside_track() -> None:
    table = Table(phase="after_hours").on_top("buds", "buds-inside-track").turn()
    event, gig = table.state.events.draw[-1], table.state.gigs[-1]
    table.do("go:hang-buds")
    assert table.state.events.draw[-1] == event
    shown = [(peek["deck"], peek["card"]) for peek in region(table, "hand", 0)["peeks"]]
    assert shown == [("events", event), ("gigs", gig)]
    (told,) = table.told("inside_track")
    assert told.barrier
    for viewer in (None, 1):
        seen = repr([r.data for r in RULES.view(table.state, viewer)])
        assert event not in seen
        assert gig not in seen
        assert event not in repr(told.seen_by(viewer))
    # in a redeal it stays in its place for who looked, for nobody else
    mine = [RULES.redeal(table.state, 0, table.chance) for _ in range(12)]
    assert {state.events.draw[-1] for state in mine} == {event}
    assert {state.gigs[-1] for state in mine} == {gig}
    others = [RULES.redeal(table.state, 1, table.chance) for _ in range(12)]
    assert len({state.events.draw[-1] for state in others}) > 1
    assert len({state.gigs[-1] for state in others}) > 1
    # until they are turned up: a Sugar Rush card drawn meanwhile changes nothing
    table.state.agenda = []
    table.give(0, did=[], candy=1).turn().do("eat")
    assert len(region(table, "hand", 0)["peeks"]) == 2
    table.state.agenda = []
    table.state.round = 1
    table.stage("round")
    assert region(table, "hand", 0)["peeks"] == []
    # an empty stack shows nothing
    late = Table(month=9, phase="after_hours").on_top("buds", "buds-inside-track")
    late.state.gigs = []
    late.turn().do("go:hang-buds")
    assert [peek["deck"] for peek in region(late, "hand", 0)["peeks"]] == ["events"]


@rule("RH-358", "RH-305")
def test_start_a_rumor() -> None:
    table = Table(3, phase="clean_up").hold(1, "buds-start-a-rumor", waiting=True, until=2)
    table.stage("tokens")
    assert (table.asked, table.seat) == ("choose_rumor", 1)
    assert len(table.open) == 11
    assert RULES.automatic(table.state, 1) == "leave"
    before = dict(table.state.tokens)
    table.do("swap:hoovers:slinkys")
    after = table.state.tokens
    assert (after["hoovers"], after["slinkys"]) == (before["slinkys"], before["hoovers"])
    assert after["jax"] == before["jax"]
    table.stage("tokens")
    assert table.asked == ""  # once
    left = Table(3, phase="clean_up").hold(1, "buds-start-a-rumor", waiting=True, until=2)
    left.stage("tokens").do("leave")
    assert left[1].life[-1].waiting
    # several in turn order; and the last Clean-Up has no such step
    last = Table(2, month=9, phase="after_hours").hold(1, "buds-start-a-rumor", waiting=True)
    assert last.stage("clean_up").asked == ""


@rule("RH-359")
def test_rabbits_foot() -> None:
    table = Table().hold(0, "hoovers-rabbits-foot", waiting=True).give(0, money=0).dice(1, 6)
    table.perform("hoovers-pinball-hustle")
    assert table.open == ["keep", "charm"]
    table.do("charm")
    assert table[0].money == 4
    assert table.dice(1).perform("hoovers-pinball-hustle").asked == ""
    # it can precede a Lucky Break on the same roll
    lisa = Table().cast(0, "lisa-boyd").hold(0, "hoovers-rabbits-foot", waiting=True).dice(1, 5)
    lisa.give(0, money=0).perform("hoovers-pinball-hustle").do("charm", "up")
    assert lisa[0].money == 4


@rule("RH-360", "RH-256", "RH-361", "RH-362")
def test_tour_of_the_candy_counter() -> None:
    top = ("sugar-stale-taffy", "sugar-double-fudge-thunder")
    table = Table().cast(0, "leo-love").sweets(*top).dice(6).give(0, craving=0)
    table.hold(0, "hoovers-candy-counter-tour", waiting=True).turn().do("eat:look")
    assert table.open == [f"sweet:{card}" for card in top]
    assert RULES.automatic(table.state, 0) == f"sweet:{top[1]}"
    assert region(table, "hand", 0)["sweets"] == list(top)
    for viewer in (None, 1):
        seen = repr([r.data for r in RULES.view(table.state, viewer)])
        assert not any(card in seen for card in top)
    table.do(f"sweet:{top[1]}")
    assert table.state.sugar.draw[-1] == top[0]
    assert sorted([*table.state.sugar.draw, top[1]]) == sorted(SWEETS)
    assert table.state.sugar.used == [top[1]]
    assert not table[0].life[-1].waiting
    assert table.state.turn is not None
    assert table.state.turn.actions == 3
    mine = [RULES.redeal(table.state, 0, table.chance).sugar.draw[-1] for _ in range(12)]
    assert set(mine) == {top[0]}
    others = [RULES.redeal(table.state, 1, table.chance).sugar.draw[-1] for _ in range(12)]
    assert len(set(others)) > 1
    # the better one may lie on top as well
    first = Table().cast(0, "leo-love").sweets(*reversed(top)).give(0, craving=0)
    first.hold(0, "hoovers-candy-counter-tour", waiting=True).turn().do("eat:look")
    assert RULES.automatic(first.state, 0) == f"sweet:{top[1]}"
    # shuffled in Clean-Up, it is unknown again
    table.stage("sugar_deck")
    assert table.state.peeks == []


@rule("RH-360")
def test_tour_with_one_card_left() -> None:
    table = Table().cast(0, "leo-love").give(0, craving=0).dice(6)
    table.state.sugar.used = table.state.sugar.draw[1:]
    table.state.sugar.draw = table.state.sugar.draw[:1]
    last = table.state.sugar.draw[0]
    table.hold(0, "hoovers-candy-counter-tour", waiting=True).turn().do("eat:look")
    assert table.asked == "turn"
    assert table.state.sugar.used[-1] == last
    # not in the same eating as Just One More
    kimmy = Table().hold(0, "hoovers-candy-counter-tour", waiting=True).turn()
    assert {"eat", "eat:more", "eat:look"} <= set(kimmy.open)
    kimmy.do("eat:more")
    assert kimmy[0].life[-1].waiting
