"""The board: every space, what it requires, costs and gives."""

from __future__ import annotations

from typing import Any

import pytest

from app.games.rock_hard_1977 import content
from app.games.rock_hard_1977.content import CONTENT, SPACES, SPACES_BY_PHASE
from app.games.rock_hard_1977.state import standees
from tests.games.rock_hard_1977.printed_board import (
    AFTER_HOURS,
    ALL,
    ANYTIME,
    BY_PHASE,
    DAY,
    NIGHT,
    Space,
    ready,
)
from tests.games.rock_hard_1977.table import Table, change, goods, rich
from tests.ledger import rule


@rule(
    "RH-106",
    "RH-107",
    "RH-108",
    "RH-091",
    "RH-110",
    "RH-130",
    "RH-131",
    "RH-133",
    "RH-134",
    "RH-135",
    "RH-136",
    "RH-147",
    "RH-148",
    "RH-149",
    "RH-150",
    "RH-151",
    "RH-152",
    "RH-158",
)
@pytest.mark.parametrize(("phase", "space", "row"), ALL)
def test_space(phase: str, space: str, row: Space) -> None:
    table = ready(phase, row)
    before = goods(table[0])
    table.do(f"go:{space}", *row.answers)
    assert table.asked == ""
    assert change(before, goods(table[0])) == row.changes
    assert table[0].at == space
    # each requirement and the price by itself closes the space
    for lack in row.lacks:
        blocked = ready(phase, row, **lack).why(f"go:{space}")
        assert blocked.rule.startswith("RH-")
        assert (
            blocked.why in ("costs", "needs", "no_deal", "no_demo_no_deal")
            or "demo" in lack
            or (lack.get("crew") == 3 or "craving" in lack or space == "record-company")
        )


@rule("RH-105", "RH-106", "RH-107", "RH-108", "RH-109", "RH-093", "RH-110")
def test_tables_of_the_ledger() -> None:
    tables = {**DAY, **NIGHT, **AFTER_HOURS, **ANYTIME}
    assert set(tables) == set(SPACES)
    for space, row in tables.items():
        assert SPACES[space].players == row.seats
        assert (SPACES[space].kind == "open") == row.open
        assert SPACES[space].turn == row.value
    for seats in (2, 3, 4, 5):
        for phase, rows in BY_PHASE.items():
            expected = {s for s, row in (rows | ANYTIME).items() if seats in row.seats}
            assert {s.id for s in SPACES_BY_PHASE[seats][phase]} == expected


@rule("RH-109", "RH-180", "RH-181", "RH-179")
@pytest.mark.parametrize("phase", ["day", "night", "after_hours"])
def test_anytime_spaces(phase: str) -> None:
    for move, changes in (
        ("go:donate-blood", {"money": 1}),
        ("go:write-song", {"songs": 1}),
        ("buy:2", {"money": -2, "candy": 2}),
        ("sell:1", {"money": 1, "candy": -1}),
    ):
        table = Table(phase=phase).cast(0, manager="morty-glass").give(0, money=2, candy=1)
        before = goods(table[0])
        table.turn().do(move)
        assert change(before, goods(table[0])) == changes
    # they are never closed to a second player
    table = Table(phase=phase).stand(1, "donate-blood").stand(2, "write-song").turn()
    assert {"go:donate-blood", "go:write-song"} <= set(table.open)


@rule("RH-179")
def test_buy_or_sell_candy() -> None:
    table = Table().give(0, money=2, candy=1).turn()
    trades = [o.move for o in table.menu if o.move.startswith(("buy", "sell"))]
    assert trades == ["buy:1", "buy:2", "buy:3", "sell:1", "sell:2", "sell:3"]
    assert [move for move in table.open if move in trades] == ["buy:1", "buy:2", "sell:1"]
    assert dict(table.why("buy:3").needs) == {"money": 3}
    assert dict(table.why("sell:2").has) == {"candy": 1}
    # one way or the other in one action
    assert table.do("buy:1").asked == ""
    closed = Table(candy="off").give(0, money=9).turn()
    assert {closed.why(move).rule for move in trades} == {"RH-031"}


@rule("RH-181", "RH-035")
def test_write_a_song_at_eleven() -> None:
    table = Table().cast(0, manager="morty-glass").give(0, songs=11, money=0)
    assert table.turn().do("go:write-song").has(0, "songs", "money") == (11, 1)


@rule("RH-092")
def test_spaces_of_other_phases_are_closed() -> None:
    for phase, others in (("day", "night"), ("night", "after_hours"), ("after_hours", "day")):
        table = rich(Table(phase=phase)).turn()
        for space in BY_PHASE[others]:
            if 3 in SPACES[space].players:
                blocked = table.why(f"go:{space}")
                assert (blocked.rule, blocked.facts) == ("RH-092", {"phase": others})
    assert Table().turn().why("go:crew-4").rule == "RH-105"


@rule("RH-093", "RH-094")
def test_limited_and_open_spaces() -> None:
    for phase, rows in BY_PHASE.items():
        for space, row in rows.items():
            if 5 not in row.seats:
                continue
            table = rich(Table(5, phase=phase)).give(0, chops=10, crew=2, royalty_tier=1, demo=0)
            if space.startswith("carter"):
                table.give(0, crew=3)
            if space == "record-company":
                table.give(0, royalty_tier=1)
            table.stand(1, space).turn()
            if row.open:
                assert f"go:{space}" in table.open
            else:
                blocked = table.why(f"go:{space}")
                assert (blocked.why, blocked.facts) == ("occupied", {"seat": 1})
    # in the order in which they arrive
    table = Table(phase="night")
    for seat in (2, 0, 1):
        table.turn(seat).do("go:random-gig-stage")
    assert standees(table.state, "random-gig-stage") == [2, 0, 1]


@rule("RH-096", "RH-101")
def test_leaving_a_space_frees_it() -> None:
    table = Table().sweets("sugar-cherry-fizzbombs").dice(6).turn().do("eat", "go:interview")
    assert Table().stand(1, "interview").turn().why("go:interview").rule == "RH-093"
    table.do("go:donate-blood")
    table.turn(1)
    assert "go:interview" in table.open
    # the own standee blocks nothing: the limits decide
    own = Table().sweets("sugar-cherry-fizzbombs").dice(6).turn().do("eat", "go:interview")
    assert own.why("go:interview").rule == "RH-098"


@rule("RH-097")
def test_standees_of_an_earlier_phase_block_nothing() -> None:
    table = Table(phase="day")
    table.turn(1).do("go:interview")
    assert table[1].at == "interview"
    table.state.phase = "night"
    table.turn(0).do("go:random-gig-stage")
    assert table[1].at == "interview"  # it stays until moved


@rule("RH-098", "RH-099", "RH-100")
def test_limits_with_extra_actions() -> None:
    table = rich(Table(4)).give(0, demo=1, royalty_tier=1, craving=0)
    table.sweets("sugar-double-fudge-thunder").dice(6).turn().do("eat", "go:promo-3")
    assert table.why("go:promo-3").rule == "RH-098"
    table.do("go:promo-2")  # two spaces of one kind are two spaces
    table = rich(Table(4)).give(0, craving=0).sweets("sugar-double-fudge-thunder").dice(6).turn()
    table.do("eat", "go:write-song", "go:write-song", "go:write-song")
    assert table[0].songs == 11  # three songs and the manager's one: 9 + 4, two of them paid
    assert table[0].counts["write-song"] == 3
    table = rich(Table(4)).give(0, craving=0).sweets("sugar-double-fudge-thunder").dice(6).turn()
    table.do("eat", "go:rehearse-day-a")
    assert table.why("go:rehearse-day-b").rule == "RH-130"
    table.do("go:crew-1")
    assert table.why("go:crew-2").rule in ("RH-137", "RH-136")


@rule("RH-100", "RH-145")
def test_e28_one_gig() -> None:
    table = rich(Table(phase="night")).give(0, craving=0, job="bartender", shift="night")
    table.sweets("sugar-double-fudge-thunder").dice(6).turn().do("eat", "go:random-gig-stage")
    gigs = [space for space in NIGHT if SPACES[space].action == "gig"]
    assert {table.why(f"go:{space}").rule for space in gigs if space != "random-gig-stage"} == {
        "RH-145"
    }
    others = {"go:rehearse-night-b", "go:write-song", "go:donate-blood", "buy:1", "go:work"}
    assert others <= set(table.open)
    table.do("go:rehearse-night-b", "end")
    # a Gig in the Night, even with a turn in a later phase of the round
    assert "gig" in table[0].done


@rule("RH-130")
def test_one_studio_a_phase() -> None:
    table = (
        rich(Table(5, phase="night")).give(0, craving=0).sweets("sugar-cherry-fizzbombs").dice(6)
    )
    table.turn().do("eat", "go:rehearse-night-b")
    assert (table.why("go:rehearse-night-a").rule, table.why("go:rehearse-night-b").rule) == (
        "RH-130",
        "RH-098",
    )


@rule("RH-132")
def test_hire_actions() -> None:
    """Dolores Quick makes exactly the Hire actions cheaper."""
    table = rich(Table(4)).cast(0, manager="dolores-quick").give(0, money=9, demo=1, royalty_tier=1)
    for space, row in DAY.items():
        if "money" not in row.changes:
            continue
        trial = (
            rich(Table(4)).cast(0, manager="dolores-quick").give(0, demo=1, royalty_tier=1, crew=0)
        )
        trial.give(0, money=9).turn().do(f"go:{space}")
        price = 9 - trial[0].money
        hire = SPACES[space].action in ("hire_promo", "hire_publicist", "hire_crew")
        assert price == -row.changes["money"] - (1 if hire else 0)
    assert table.state


@rule("RH-136", "RH-138", "RH-093")
def test_e9_crew_prices() -> None:
    """Four players; Red has $1, Blue has one Crew and $4."""
    table = Table(4).give(0, money=1).give(1, money=4, crew=1)
    table.turn(0).do("go:crew-1")
    assert table.has(0, "crew", "money") == (1, 0)
    table.turn(1)
    blocked = table.why("go:crew-1")
    assert (blocked.why, blocked.facts) == ("occupied", {"seat": 0})
    table.do("go:crew-2")
    assert table.has(1, "crew", "money") == (2, 0)


@rule("RH-136", "RH-138")
@pytest.mark.parametrize(
    ("space", "prices"),
    [("crew-1", (1, 3, 5)), ("crew-2", (2, 4, 6)), ("crew-3", (3, 5, 7)), ("crew-4", (4, 6, 8))],
)
def test_crew_price_by_the_crew_one_has(space: str, prices: tuple[int, ...]) -> None:
    for crew, price in enumerate(prices):
        table = Table(4).give(0, money=price, crew=crew).turn()
        assert f"go:{space}" in table.open  # any space, not only the cheapest
        assert table.do(f"go:{space}").has(0, "crew", "money") == (crew + 1, 0)
        poor = Table(4).give(0, money=price - 1, crew=crew).turn()
        assert dict(poor.why(f"go:{space}").needs) == {"money": price}
    full = Table(4).give(0, money=9, crew=3).turn().why(f"go:{space}")
    assert (full.rule, full.why) == ("RH-136", "crew_full")


@rule("RH-137")
def test_one_crew_a_round() -> None:
    table = rich(Table(4)).give(0, crew=0, craving=0).sweets("sugar-cherry-fizzbombs").dice(6)
    table.turn().do("eat", "go:crew-2")
    assert table.why("go:crew-1").rule == "RH-137"


@rule("RH-139")
def test_crew_spaces_are_never_shared() -> None:
    for arrange in ("event", "front_row", "card"):
        table = Table(4).stand(1, "crew-1").give(0, money=9)
        if arrange == "event":
            table.event("event-beautiful-weather")
        elif arrange == "front_row":
            table.cast(0, manager="nigel-hawthorne-dawe")
        else:
            table.hold(0, "buds-name-on-the-list", waiting=True)
        assert table.turn().why("go:crew-1").rule == "RH-139"
    # left, it is free again
    table = Table(4).stand(1, "crew-1").stand(1, "donate-blood").give(0, money=9).turn()
    assert "go:crew-1" in table.open


@rule("RH-140", "RH-141", "RH-142", "RH-213")
def test_e24_deal_in_one_step() -> None:
    table = Table().give(0, chops=6, reputation=5, songs=5, demo=1, money=0, fame=0)
    table.turn().do("go:record-company")
    assert table.has(0, "royalty_tier", "demo") == (2, 0)
    table.stage("royalties")
    assert table.has(0, "money", "fame") == (3, 1)
    table = Table().give(0, chops=8, reputation=8, songs=7, royalty_tier=2).turn()
    blocked = table.why("go:record-company")
    assert (blocked.rule, blocked.why) == ("RH-142", "no_better_tier")
    assert (blocked.needs, blocked.has) == ({"songs": 8}, {"songs": 7})
    # after tier 3 there is none
    best = Table().give(0, chops=11, reputation=11, songs=11, royalty_tier=3).turn()
    blocked = best.why("go:record-company")
    assert (blocked.rule, dict(blocked.needs)) == ("RH-142", {})


@rule("RH-140", "RH-141")
@pytest.mark.parametrize(("stats", "tier"), [((3, 4, 9), 1), ((5, 5, 5), 2), ((8, 11, 8), 3)])
def test_the_tier_follows_the_stats(stats: tuple[int, ...], tier: int) -> None:
    for demo, before in ((1, 0), (0, tier - 1)):
        table = Table().give(0, demo=demo, royalty_tier=before)
        table.give(0, chops=stats[0], reputation=stats[1], songs=stats[2])
        if not (demo or before):
            assert table.turn().why("go:record-company").why == "no_demo_no_deal"
            continue
        assert table.turn().do("go:record-company")[0].royalty_tier == tier
    # a later deal needs no Demo and takes none
    table = Table().give(0, demo=1, royalty_tier=1, chops=5, reputation=5, songs=5)
    assert table.turn().do("go:record-company").has(0, "royalty_tier", "demo") == (2, 1)


@rule("RH-143")
def test_one_visitor_a_round() -> None:
    able: dict[str, Any] = {"chops": 3, "reputation": 3, "songs": 3, "demo": 1}
    table = Table().give(0, **able, candy=1).give(1, **able)
    table.sweets("sugar-cherry-fizzbombs").dice(6).turn(0)
    table.do("eat", "go:record-company", "go:donate-blood")
    table.turn(1)
    blocked = table.why("go:record-company")
    assert (blocked.rule, blocked.facts) == ("RH-143", {"seat": 0})
    assert {"go:interview", "go:rehearse-day-a"} <= set(table.open)  # this one place alone
    # in the next round it is open again
    table.stage("standees")
    table[1].did = []
    table.state.agenda = []
    assert "go:record-company" in table.turn(1).open
    # a text that lets a player share lifts it too
    shared = Table().give(0, **able).cast(0, manager="nigel-hawthorne-dawe")
    shared.state.visitor = 1
    assert "go:record-company" in shared.turn().open


@rule("RH-144", "RH-046")
def test_a_gig_spends_nothing() -> None:
    for space in ("tjs-stage", "panda-1", "yenser-1", "carter-5"):
        row = NIGHT[space]
        table = ready("night", row).do(f"go:{space}", *row.answers)
        for what in ("crew", "songs", "royalty_tier"):
            assert getattr(table[0], what) == row.has.get(what, 0)


@rule("RH-146")
def test_managers_are_no_crew() -> None:
    table = Table(phase="night").give(0, chops=4, songs=3, crew=0).turn()
    assert dict(table.why("go:panda-1").has) == {"crew": 0}


@rule("RH-151", "RH-152", "RH-050", "RH-035")
def test_e26_carter_stadium() -> None:
    has: dict[str, Any] = {"chops": 8, "reputation": 10, "songs": 8, "crew": 3, "royalty_tier": 1}
    blocked = Table(phase="night").give(0, **has, money=9).turn().why("go:carter-1")
    assert blocked.rule == "RH-151"
    assert dict(blocked.needs) == {"chops_plus_reputation": 19}
    assert dict(blocked.has) == {"chops_plus_reputation": 18}
    for answer, stats, money in (("take:0", (11, 10), 1), ("take:1", (9, 11), 2)):
        table = Table(phase="night").give(0, **{**has, "chops": 9}, money=3, fame=0)
        table.turn().do("go:carter-1", answer)
        assert table.has(0, "chops", "reputation") == stats
        assert table.has(0, "money", "fame") == (money, 8)
    table = Table(phase="night").give(0, **{**has, "chops": 9}, money=3, fame=0)
    assert table.turn().do("go:carter-5").has(0, "fame", "money", "chops") == (10, 3, 9)


@rule("RH-159")
def test_demo_while_holding_one() -> None:
    table = Table(phase="after_hours").give(0, money=9, demo=1).turn()
    assert table.why("go:record-demo-3").rule == "RH-159"
    table = Table(phase="after_hours").give(0, money=9, demo=0, royalty_tier=1).turn()
    assert table.do("go:record-demo-3")[0].demo == 1


@rule("RH-088")
def test_no_space_open_ends_the_turn() -> None:
    """Only an Event that covered the Anytime section could do that; none does."""
    closed = {place for event in CONTENT.event for place in event.closes}
    assert not closed & {"candy-counter", "blood-bank", "songwriting"}
    table = Table(phase="night").give(0, money=0, candy=0, chops=0, reputation=0)
    table.state.gig = "gig-a-used-car-jingle"
    shut = content.EVENTS["event-fire-marshal"]
    wide = type(shut)(
        id=shut.id,
        name=shut.name,
        text=shut.text,
        family=shut.family,
        closes=tuple({space.place for space in CONTENT.space}),
    )
    table.event("event-fire-marshal")
    patch = pytest.MonkeyPatch()
    with patch.context() as inside:
        inside.setitem(content.EVENTS, "event-fire-marshal", wide)
        table.stand(0, "interview").turn()
        assert table.asked == ""
        assert table[0].at == "interview"
