"""The Events that change what can be done (RH-075 to RH-080, RH-243, RH-315, RH-316, RH-344 to
RH-347). What an Event gives to each player at once is in `test_cards`."""

from __future__ import annotations

from typing import Any

import pytest

from app.games.rock_hard_1977 import RULES
from app.games.rock_hard_1977.content import SPACES
from app.games.rock_hard_1977.turn_order import turn_value
from tests.games.rock_hard_1977.table import Table, change, goods, rich, spaces_in
from tests.ledger import rule


@rule("RH-344", "RH-066", "RH-139", "RH-143", "RH-060")
def test_e25_beautiful_weather() -> None:
    able: dict[str, Any] = {"chops": 3, "reputation": 3, "songs": 3, "demo": 1, "money": 9}
    table = Table(3).event("event-beautiful-weather").give(0, **able).give(1, **able)
    table.stand(0, "publicist").turn(1).do("go:publicist")
    assert table[1].money == 8
    table.stand(0, "crew-1")
    assert table.turn(1).why("go:crew-1").rule == "RH-139"
    table.turn(0).do("go:record-company")
    assert "go:record-company" in table.turn(1).open
    table.turn(1).do("go:record-company")
    assert table[1].royalty_tier == 1
    # weather is a matter of the day, and the Rising Star does not block then
    night = Table(3, phase="night").event("event-beautiful-weather").give(0, chops=5)
    assert night.stand(1, "tjs-stage").turn().why("go:tjs-stage").why == "occupied"
    star = Table(2, month=6).event("event-beautiful-weather").give(0, money=5).turn()
    assert "go:publicist" in star.open
    june = Table(2, month=3).event("event-beautiful-weather").give(0, money=5).turn()
    assert june.why("go:crew-1").rule == "RH-234"


@rule("RH-345", "RH-085")
def test_clocks_go_back() -> None:
    table = Table(4).event("event-clocks-go-back")
    table.state.order = [2, 3, 0, 1]
    table.stage("shifts")
    assert table.state.order == [2, 3, 0, 1]
    table.stage("day", "night")
    assert table.state.order == [1, 0, 3, 2]
    order: list[int] = []
    while table.asked:
        order.append(table.seat)
        table.do("go:donate-blood")
    assert order == [1, 0, 3, 2] * 2  # it stays so for the whole round
    # the next round's order is made as always
    table.state.phase = "after_hours"
    for seat, space in enumerate(("donate-blood", "write-song", "bed-early", "hang-jax")):
        table.stand(seat, space)
    table.stage("new_order")
    assert table.state.order == [2, 0, 1, 3]


@rule("RH-346", "RH-190")
def test_ea14_strike_with_a_variable_shift() -> None:
    table = Table(2, month=2).event("event-wildcat-strike")
    table.give(0, job="massage-therapist", missed_work=2, money=0).give(1, money=0)
    table.perform("event-wildcat-strike/each", 0).perform("event-wildcat-strike/each", 1)
    assert (table[0].money, table[1].money) == (1, 0)
    table.stage("shifts")
    assert not table.told("rolled")
    for phase in ("day", "night", "after_hours"):
        table.state.phase = phase
        table[0].did = []
        table.state.agenda = []
        table.turn()
        assert table.why("go:work").rule == "RH-346"
        assert table.why("quit").why == "not_your_shift"
        table.do("go:donate-blood")
    assert table.has(0, "missed_work", "job") == (2, "massage-therapist")


@rule("RH-315", "RH-241")
@pytest.mark.parametrize("space", ["tjs-stage", "random-gig-stage", "yenser-1"])
def test_battle_of_the_bands(space: str) -> None:
    table = rich(Table(phase="night")).event("event-battle-of-the-bands").give(0, fame=0)
    plain = rich(Table(phase="night")).give(0, fame=0)
    assert table.turn().do(f"go:{space}")[0].fame == plain.turn().do(f"go:{space}")[0].fame + 1
    # each Gig, of each player; a rehearsal is none
    other = rich(Table(phase="night")).event("event-battle-of-the-bands").give(0, fame=0)
    assert other.turn().do("go:rehearse-night-b")[0].fame == 0


@rule("RH-315")
def test_radio_marathon() -> None:
    for space, more in (("interview", 2), ("publicist", 2), ("promo-3", 3), ("crew-1", 1)):
        table = rich(Table()).event("event-radio-marathon").give(0, reputation=2, royalty_tier=1)
        assert table.turn().do(f"go:{space}")[0].reputation == 2 + more
    table = rich(Table()).event("event-radio-marathon").give(0, reputation=2)
    assert table.turn().do("go:rehearse-day-a")[0].reputation == 2


@rule("RH-315", "RH-077")
def test_the_muse_is_in_town() -> None:
    """Only the first song of each player in the round."""
    table = rich(Table()).cast(0, manager="morty-glass").give(0, songs=0, craving=0)
    table.event("event-muse-in-town").sweets("sugar-cherry-fizzbombs").dice(6)
    table.turn().do("eat", "go:write-song", "go:write-song")
    assert table[0].songs == 3
    table.cast(1, manager="morty-glass").give(1, songs=0)
    assert table.turn(1).do("go:write-song")[1].songs == 2


@rule("RH-316", "RH-077", "RH-055")
@pytest.mark.parametrize("choice", ["chops", "reputation", "songs"])
def test_swap_meet(choice: str) -> None:
    table = rich(Table()).event("event-swap-meet")
    before = goods(table[0])
    table.turn().do("event", f"take:{('chops', 'reputation', 'songs').index(choice)}")
    assert change(before, goods(table[0])) == {"money": -2, choice: 1}
    assert (table.asked, table[0].at) == ("turn", "")  # no action
    assert table.why("event").rule == "RH-077"
    # between the actions and at the end as well, but never without the money
    assert rich(Table()).event("event-swap-meet").turn().do("go:interview").asked == "turn_end"
    poor = Table().event("event-swap-meet").give(0, money=1).turn()
    blocked = poor.why("event")
    assert (blocked.rule, dict(blocked.needs), dict(blocked.has)) == (
        "RH-038",
        {"money": 2},
        {"money": 1},
    )
    assert poor.do("go:interview").asked == ""
    # none in a recovering turn
    due = rich(Table()).event("event-swap-meet").give(0, recovering=True, low_sugar=True)
    assert due.turn().asked == ""


@rule("RH-078", "RH-316", "RH-216")
def test_charity_telethon() -> None:
    table = rich(Table(phase="after_hours")).event("event-charity-telethon")
    before = goods(table[0])
    table.stand(1, "event").turn().do("event")
    assert change(before, goods(table[0])) == {"money": -2, "fame": 2, "reputation": 1}
    assert table.asked == ""  # it was the action of the turn
    assert (table[0].at, turn_value(table.state, 0)) == ("event", None)
    event = next(r.data for r in RULES.view(table.state, None) if r.id == "event")
    assert event["standees"] == [1, 0]
    assert event["used"] == [0]
    # an action like any other: bed is closed after it
    again = rich(Table(phase="after_hours")).event("event-charity-telethon").give(0, craving=0)
    again.hold(0, "buds-second-wind", waiting=True, until=1).turn().do("overtime", "event")
    assert again.why("go:bed-early").rule == "RH-156"


@rule("RH-347", "RH-338", "RH-214")
def test_ea17_long_weekend_after_hours() -> None:
    table = Table(3, phase="after_hours").event("event-long-weekend").cast(0, manager="odette-pell")
    table.hot(hoovers="hot-8").on_top("hoovers", "hoovers-bowl-of-mints").give(0, songs=2)
    table.turn().do("go:hang-hoovers")
    assert (table.asked, table.open) == (
        "turn_end",
        ["weekend:write-song", "weekend:donate-blood", "end"],
    )
    table.do("weekend:write-song")
    assert table[0].songs == 4
    assert turn_value(table.state, 0) == 4
    assert table[0].counts["write-song"] == 1


@rule("RH-347", "RH-087", "RH-156")
def test_long_weekend() -> None:
    table = Table(phase="after_hours").event("event-long-weekend").give(0, money=0).turn()
    table.do("weekend:donate-blood")
    assert table[0].money == 1
    assert table.why("go:bed-early").rule == "RH-156"
    assert table.why("end").rule == "RH-087"  # the first action is still owed
    assert table.why("weekend:write-song").rule == "RH-077"
    table.do("go:donate-blood")
    assert table.asked == ""
    bed = Table(phase="after_hours").event("event-long-weekend").turn().do("go:bed-early")
    assert bed.asked == ""  # and bed closes it
    due = Table().event("event-long-weekend").give(0, recovering=True, low_sugar=True)
    assert due.turn().asked == ""


CLOSED = {
    "event-blackout": {"rehearse-day-a", "rehearse-day-b", "rehearse-night-a", "rehearse-night-b"},
    "event-payola-probe": {"promo-2", "promo-3"},
    "event-fire-marshal": {"tjs-stage", "fox-den-stage"},
}


@rule("RH-079", "RH-315", "RH-243", "RH-307")
@pytest.mark.parametrize("event", CLOSED)
def test_covered_spaces(event: str) -> None:
    for phase in ("day", "night", "after_hours"):
        table = rich(Table(4, phase=phase)).event(event).give(0, demo=1, royalty_tier=1)
        table.cast(0, "yolanda-delacroix", "nigel-hawthorne-dawe")
        table.hold(0, "buds-name-on-the-list", waiting=True).turn()
        for option in table.menu:
            space = option.move.removeprefix("go:")
            if space in CLOSED[event]:
                assert option.blocked is not None
                assert option.blocked.rule == "RH-079"
                assert event in repr(option.blocked.facts)
            elif option.blocked is not None:
                assert option.blocked.rule != "RH-079"
        band = next(r.data for r in RULES.view(table.state, None) if r.id == f"band-{phase}")
        covered = {space["id"] for space in spaces_in(band) if space["covered"]}
        assert covered == {s for s in CLOSED[event] if SPACES[s].zone == phase}


@rule("RH-243")
def test_no_event_covers_a_location() -> None:
    """So the stars never lie on a covered location; if they did, they would not move: the
    Fame hangs on the token that lies there."""
    places = {SPACES[space].place for spaces in CLOSED.values() for space in spaces}
    assert not places & {"backstage", "hoovers", "buds", "jax", "slinkys"}
    table = Table(phase="after_hours").hot(jax="hot-11-two-stars")
    band = next(r.data for r in RULES.view(table.state, None) if r.id == "band-after_hours")
    assert {space["id"]: space["hot"] for space in spaces_in(band)}["hang-jax"] == 2


@rule("RH-315")
def test_payola_probe_pays_the_radio() -> None:
    table = rich(Table()).event("event-payola-probe").give(0, reputation=2)
    assert table.turn().do("go:interview")[0].reputation == 4
    table = rich(Table()).event("event-payola-probe").give(0, reputation=2)
    assert table.turn().do("go:publicist")[0].reputation == 3


@rule("RH-315", "RH-153")
def test_fire_marshal_pays_the_random_gig() -> None:
    table = rich(Table(phase="night")).event("event-fire-marshal").give(0, money=0)
    assert table.turn().do("go:random-gig-stage")[0].money == 4
    table = rich(Table(phase="night")).event("event-fire-marshal").give(0, money=0)
    assert table.turn().do("go:yenser-1")[0].money == 0


@rule("RH-274")
def test_fifty_fame_stops_nothing() -> None:
    table = Table(3).event("event-tax-refund").give(0, fame=49, money=5)
    table.stage("day").do("go:publicist")
    assert table[0].fame == 50
    assert (table.asked, table.seat) == ("turn", 1)
