"""Every card is played, and does what it says.

The expectations are written down from the printed text, not from the effect data; the checks
at the end say that no card was left out. A case is (what the player answers, what the dice
show, what changes).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import pytest

from tests.games.rock_hard_1977.table import Table, change, goods, toml
from tests.ledger import rule


class Case(NamedTuple):
    changes: Mapping[str, int]
    answers: tuple[str, ...] = ()
    dice: tuple[int, ...] = ()
    character: str = "kimmy-kim"
    kept: bool = False


def case(
    *answers: str, dice: int = 0, by: str = "kimmy-kim", kept: bool = False, **changes: int
) -> Case:
    return Case(changes, answers, (dice,) if dice else (), by, kept)


VOCALS, GUITAR, BASS, DRUMS, KEYS = (
    "shere-darling",
    "doc-sapphire",
    "leo-love",
    "eric-fairchild",
    "kimmy-kim",
)

HANG_OUTS: dict[str, list[Case]] = {
    # Backstage
    "backstage-poet-in-the-green-room": [case(songs=1)],
    "backstage-the-photographer": [case(reputation=1)],
    "backstage-long-walk-home": [case("take:0", songs=1), case("take:1", reputation=1)],
    "backstage-breakup-ballad": [case("yes", reputation=-1, songs=2), case("no")],
    "backstage-flowers-for-everyone": [case("yes", money=-1, reputation=2), case("no")],
    "backstage-motel-piano": [case("yes", money=-1, songs=2), case("no")],
    "backstage-duet-in-the-dark": [
        case(by=KEYS, songs=1, reputation=1),
        case(by=VOCALS, songs=1, reputation=1),
        case(by=BASS, songs=1),
    ],
    "backstage-heartbeat": [
        case(by=DRUMS, reputation=1, songs=1),
        case(by=BASS, reputation=1, songs=1),
        case(by=GUITAR, reputation=1),
    ],
    "backstage-serenade-on-the-fire-escape": [
        case(by=GUITAR, songs=1, reputation=1),
        case(by=DRUMS, songs=1),
    ],
    "backstage-jealous-ex": [case(money=-1, reputation=1, songs=1)],
    "backstage-box-of-chocolates": [
        case("take:0", candy=1),
        case("take:1", candy=-1, reputation=2),
    ],
    "backstage-whirlwind-weekend": [case(fame=1)],
    # Hoover's
    "hoovers-bowl-of-mints": [case(candy=1)],
    "hoovers-somebody-elses-bet": [case(money=2)],
    "hoovers-a-guy-who-knows-a-guy": [case("yes", money=-1, candy=2), case("no")],
    "hoovers-pinball-hustle": [
        case(dice=1),
        case(dice=2, money=1),
        case(dice=3, money=2),
        case(dice=4, money=2),
        case(dice=5, money=3),
        case(dice=6, money=4),
    ],
    "hoovers-last-sweet-in-the-house": [case("yes", candy=-1, money=3), case("no")],
    "hoovers-pot-on-the-pool-table": [
        case("no"),
        case("yes", dice=1, money=-1),
        case("yes", dice=2, money=-1),
        case("yes", dice=3, money=1),
        case("yes", dice=4, money=1),
        case("yes", dice=5, money=3),
        case("yes", dice=6, money=4),
    ],
    "hoovers-behind-the-sofa": [case(money=1, candy=1)],
    "hoovers-herbal-tea": [case("take:0", craving=-1), case("take:1", money=1)],
    "hoovers-the-wrong-tab": [case("take:0", candy=1), case("take:1", money=2)],
    "hoovers-piano-bar-singalong": [
        case(by=KEYS, money=2),
        case(by=VOCALS, money=2),
        case(by=GUITAR, money=1),
    ],
    "hoovers-spoons-and-bottlenecks": [
        case(by=GUITAR, candy=1, money=1),
        case(by=BASS, candy=1, money=1),
        case(by=DRUMS, candy=1, money=1),
        case(by=KEYS, candy=1),
    ],
    "hoovers-rabbits-foot": [case("take:0", money=1), case("take:1", kept=True)],
    "hoovers-candy-counter-tour": [case(candy=1, kept=True)],
    # Bud's
    "buds-favor-owed": [case(kept=True)],
    "buds-studio-downtime": [case(kept=True)],
    "buds-name-on-the-list": [case(kept=True)],
    "buds-borrowed-roadie": [case(kept=True)],
    "buds-a-good-word": [case(kept=True)],
    "buds-doctors-note": [case("take:0", money=1), case("take:1", kept=True)],
    "buds-parking-space-by-the-door": [case(kept=True)],
    "buds-creative-accounting": [case(kept=True)],
    "buds-royalty-advance": [case(money=1)],
    "buds-second-wind": [case(kept=True)],
    "buds-session-call": [
        case(by=BASS, money=2),
        case(by=DRUMS, money=2),
        case(by=KEYS, money=2),
        case(by=VOCALS, money=1),
    ],
    "buds-inside-track": [case(money=1)],
    "buds-start-a-rumor": [case(kept=True)],
    # Jax
    "jax-flashbulbs": [case(fame=1)],
    "jax-the-table-by-the-window": [case(reputation=1)],
    "jax-name-in-the-column": [case("take:0", fame=1), case("take:1", reputation=1)],
    "jax-dessert-cart": [case("take:0", fame=1), case("take:1", candy=1)],
    "jax-a-round-for-the-house": [case("yes", money=-2, fame=2, reputation=1), case("no")],
    "jax-lost-in-practice": [case("yes", reputation=-2, chops=3), case("no")],
    "jax-scandal-sells": [case("yes", reputation=-1, fame=2), case("no")],
    # with Reputation 5 there is one way, and it is not asked
    "jax-past-the-velvet-rope": [case(reputation=1)],
    "jax-sit-in-with-the-house-band": [
        case(by=VOCALS, reputation=1, fame=1),
        case(by=GUITAR, reputation=1, fame=1),
        case(by=DRUMS, reputation=1),
    ],
    "jax-the-critic-in-the-corner": [
        case(dice=1, reputation=-1),
        case(dice=2, reputation=1),
        case(dice=3, reputation=1),
        case(dice=4, reputation=1),
        case(dice=5, fame=1),
        case(dice=6, fame=2),
    ],
    "jax-coat-check-mix-up": [case(money=-1, fame=1, reputation=1)],
    "jax-signed-napkin": [case("take:0", fame=1), case("take:1", money=2)],
    # Slinky's
    "slinkys-conga-line": [case()],
    "slinkys-mechanical-bull": [case()],
    "slinkys-ladies-and-gentlemen-the-chandelier": [case()],
    "slinkys-a-goose-named-gary": [case()],
    "slinkys-foam-machine": [case()],
    "slinkys-roller-skates-on-the-bar": [case()],
    "slinkys-the-great-trouser-swap": [case()],
    "slinkys-somebody-elses-wedding": [case()],
    "slinkys-last-call-lasagna": [case("yes", money=-1, craving=-1), case("no")],
    "slinkys-jukebox-wager": [
        *(case(dice=die, money=-1) for die in (1, 2, 3)),
        *(case(dice=die, money=1) for die in (4, 5, 6)),
    ],
    "slinkys-found-on-the-dance-floor": [case("take:0", candy=1), case("take:1", money=1)],
    "slinkys-sunrise-on-the-roof": [case("yes", reputation=-1, songs=1, money=1), case("no")],
}

GIGS: dict[str, list[Case]] = {
    "gig-a-bar-mitzvah": [case(money=2, candy=1)],
    "gig-a-high-school-prom": [
        case(by=VOCALS, chops=1, reputation=1, money=1),
        case(by=BASS, chops=1, reputation=1),
    ],
    "gig-a-laundromat-open-mic": [
        case(by=BASS, songs=1, chops=1, money=1),
        case(by=KEYS, songs=1, chops=1),
    ],
    "gig-a-supermarket-opening": [case(money=3)],
    "gig-a-roller-rink-birthday": [
        case("take:0", chops=1, candy=1),
        case("take:1", chops=1, money=1),
    ],
    "gig-a-used-car-jingle": [case(reputation=-1, money=5)],
    "gig-b-wedding-reception": [case(by=KEYS, money=5), case(by=DRUMS, money=4)],
    "gig-b-college-mixer": [
        case(by=GUITAR, reputation=2, candy=1, money=1),
        case(by=KEYS, reputation=2, candy=1),
    ],
    "gig-b-county-fair": [case(by=DRUMS, chops=2, money=2), case(by=KEYS, chops=2, money=1)],
    "gig-b-harbor-cruise": [case(chops=-1, money=6)],
    "gig-b-public-access": [case(fame=1, reputation=2)],
    "gig-b-songwriters-picnic": [
        case("take:0", songs=2, chops=1),
        case("take:1", songs=2, reputation=1),
    ],
    "gig-c-beach-festival": [case(fame=3, reputation=1, money=1)],
    "gig-c-late-night-show": [case(money=-2, fame=3, reputation=3)],
    "gig-c-prison-yard": [case(fame=2, songs=2, chops=1)],
    "gig-c-yacht-party": [case(reputation=-1, money=6, candy=2)],
    "gig-c-movie-soundtrack": [case(songs=-1, fame=4, money=2)],
    "gig-c-charity-marathon": [
        case("take:0", money=-2, fame=4, chops=2),
        case("take:1", money=-2, fame=4, reputation=2),
        case("take:2", money=-2, fame=4, songs=2),
    ],
}

JOBS: dict[str, list[Case]] = {
    "veterinary-assistant": [case(money=2, candy=1)],
    "record-store-clerk": [case(money=2)],
    "typing-pool-temp": [case(money=4)],
    "substitute-teacher": [case(money=3)],
    "bartender": [
        case(dice=die, money=money)
        for die, money in zip(range(1, 7), (2, 3, 3, 4, 4, 6), strict=True)
    ],
    "hotel-doorman": [case(money=2, reputation=1)],
    "truck-driver": [case("yes", money=3, songs=1), case("no", money=4)],
    "donut-baker": [case(money=3, candy=1)],
    "massage-therapist": [case("take:0", money=4), case("take:1", money=3, craving=-1)],
    "executive-assistant": [case("yes", money=3, reputation=1), case("no", money=4)],
    "taxi-driver": [
        case(dice=die, money=money)
        for die, money in zip(range(1, 7), (1, 3, 3, 4, 5, 6), strict=True)
    ],
}

SWEETS: dict[str, tuple[int, int, int]] = {
    # extra actions, Craving up, change of the roll
    "sugar-cherry-fizzbombs": (1, 1, 0),
    "sugar-butterscotch-blitz": (1, 1, 0),
    "sugar-peanut-comet": (1, 1, 0),
    "sugar-slow-toffee": (1, 1, 1),
    "sugar-double-fudge-thunder": (2, 1, 0),
    "sugar-neon-gumballs": (2, 1, -1),
    "sugar-stale-taffy": (0, 1, 0),
    "sugar-sugarless-candy": (1, 0, 0),
}


def player(table: Table, character: str) -> Table:
    table.cast(0, character)
    table[0].tokens = 0  # no second alternative for Shere Darling
    return table.give(
        0, money=5, candy=2, chops=5, reputation=5, songs=5, craving=2, fame=3, crew=1, life=[]
    )


def cases(table: Mapping[str, list[Case]]) -> list[object]:
    return [
        pytest.param(card, one, id=f"{card}-{index}")
        for card, several in table.items()
        for index, one in enumerate(several)
    ]


def checked(table: Table, one: Case) -> Table:
    """The player answers; what has changed is what the case says."""
    before = goods(table[0])
    table.dice(*one.dice)
    return finish(table, one, before)


def finish(table: Table, one: Case, before: Mapping[str, int]) -> Table:
    table.do(*one.answers)
    assert table.asked in ("", "turn", "turn_end")
    assert change(before, goods(table[0])) == dict(one.changes)
    assert not table.chance.dice
    return table


@rule("RH-164", "RH-165", "RH-161", "RH-251")
@pytest.mark.parametrize(("card", "one"), cases(HANG_OUTS))
def test_hang_out_card(card: str, one: Case) -> None:
    place = card.partition("-")[0]
    table = player(Table(phase="after_hours"), one.character)
    cool = next(p for p, token in table.state.tokens.items() if token in ("hot-8", "hot-9"))
    table.hot(**{place: table.state.tokens[cool]}).on_top(place, card).turn()
    before = goods(table[0])
    table.dice(*one.dice).do(f"go:hang-{place}")
    finish(table, one, before)
    # drawn for all to see, and kept as a Life Experience of the type of the place
    assert [event.facts["card"] for event in table.told("draws_life")] == [card]
    (life,) = table[0].life
    assert (life.card, life.waiting) == (card, one.kept)


@rule("RH-153", "RH-154")
@pytest.mark.parametrize(("card", "one"), cases(GIGS))
def test_random_gig(card: str, one: Case) -> None:
    table = player(Table(phase="night"), one.character)
    table.state.gig = card
    table.turn()
    before = goods(table[0])
    table.do("go:random-gig-stage")
    finish(table, one, before)


@rule("RH-154", "RH-153")
def test_random_gigs_that_cannot_be_paid() -> None:
    for card, short in (
        ("gig-a-used-car-jingle", {"reputation": 0}),
        ("gig-b-harbor-cruise", {"chops": 0}),
        ("gig-c-movie-soundtrack", {"songs": 0}),
        ("gig-c-late-night-show", {"money": 1}),
        ("gig-c-charity-marathon", {"money": 1}),
    ):
        table = player(Table(phase="night"), KEYS).give(0, **short)
        table.state.gig = card
        assert table.turn().why("go:random-gig-stage").rule == "RH-154"
    # no requirement besides: a beginner may play
    table = Table(phase="night").give(0, chops=0, reputation=0, songs=0)
    assert "go:random-gig-stage" in table.turn().open


@rule("RH-182", "RH-183", "RH-184", "RH-317")
@pytest.mark.parametrize(("job", "one"), cases(JOBS))
def test_job(job: str, one: Case) -> None:
    table = player(Table(phase="night"), one.character).give(0, job=job, shift="night").turn()
    before = goods(table[0])
    table.dice(*one.dice).do("go:work")
    finish(table, one, before)
    assert table[0].at == "work"
    assert table[0].missed_work == 0


@rule("RH-112", "RH-113", "RH-114", "RH-117", "RH-271", "RH-318")
@pytest.mark.parametrize("card", SWEETS)
@pytest.mark.parametrize("die", [1, 2, 3, 4])
def test_sugar_rush_card(card: str, die: int) -> None:
    extra, craving, bonus = SWEETS[card]
    table = player(Table(), KEYS).sweets(card).dice(die).turn().do("eat")
    assert table[0].craving == 2 + craving
    assert table[0].candy == 1
    assert table.state.turn is not None
    assert table.state.turn.actions == 1 + extra
    assert table[0].low_sugar == (die + bonus < 2 + craving)
    assert table.state.sugar.used == [card]
    assert [event.facts["card"] for event in table.told("draws_sweet")] == [card]


EACH: dict[str, list[Case]] = {
    "event-tax-refund": [case(money=2)],
    "event-free-samples": [case("take:0", candy=1), case("take:1", money=1)],
    "event-all-night-jam": [case("take:0", chops=1), case("take:1", songs=1)],
    "event-wildcat-strike": [case()],  # no job; with one: test_events
}


@rule("RH-074", "RH-076", "RH-315")
@pytest.mark.parametrize(("card", "one"), cases(EACH))
def test_event_for_each_player(card: str, one: Case) -> None:
    table = player(Table(2, month=2), one.character)
    draw = table.state.events.draw
    draw.remove(card)
    draw.append(card)
    old = table.state.event
    before = [goods(table[0]), goods(table[1])]
    table.stage("event")
    assert table.state.event == card
    assert table.state.events.used == [old]
    for seat in (0, 1):
        if one.answers:
            assert table.seat == seat
        table.do(*one.answers)
        assert change(before[seat], goods(table[seat])) == dict(one.changes)
    assert table.asked == ""


ELSEWHERE = {
    "event-beautiful-weather",
    "event-clocks-go-back",
    "event-battle-of-the-bands",
    "event-radio-marathon",
    "event-muse-in-town",
    "event-swap-meet",
    "event-charity-telethon",
    "event-long-weekend",
    "event-blackout",
    "event-payola-probe",
    "event-fire-marshal",
}
"""Events that change what can be done: each has a test in `test_events`."""


@rule("RH-270")
def test_no_card_was_left_out() -> None:
    content = toml()
    assert set(HANG_OUTS) == {row["id"] for row in content["hang_out"]}
    assert set(GIGS) == {row["id"] for row in content["random_gig"]}
    assert set(JOBS) == {row["id"] for row in content["job"]}
    assert set(SWEETS) == {row["id"] for row in content["sugar_rush"]}
    assert {*EACH, *ELSEWHERE} == {row["id"] for row in content["event"]}
    # and the game has exactly the pieces of RH-270
    counts = {name: len(rows) for name, rows in content.items() if isinstance(rows, list)}
    assert (counts["character"], counts["manager"], counts["job"]) == (10, 6, 11)
    assert (counts["goal"], counts["bonus"], counts["event"]) == (24, 24, 15)
    assert (counts["sugar_rush"], counts["random_gig"], counts["life_start"]) == (8, 18, 12)
    for place in ("backstage", "hoovers", "buds", "jax", "slinkys"):
        copies = [row["copies"] for row in content["hang_out"] if row["deck"] == place]
        assert sum(copies) == 20
    pieces = {row["id"]: row["copies"] for row in content["component"]}
    assert (pieces["token-crew"], pieces["token-missed-work"]) == (15, 10)
    assert (pieces["token-ability"], pieces["token-candy"]) == (7, 25)
    assert sum(row["copies"] * row.get("worth", 0) for row in content["component"]) == 160


@rule("RH-017", "RH-067")
@pytest.mark.parametrize("place", ["backstage", "hoovers", "buds", "jax", "slinkys"])
def test_a_whole_deck_is_drawn(place: str) -> None:
    """All twenty cards of a location, one after another, each kept by somebody."""
    table = Table(phase="after_hours")
    expected = sorted(table.state.hang_outs[place].draw)
    for number in range(20):
        seat = number % 3
        for standing in table.state.players:
            standing.at, standing.did = "", []
        table.give(seat, money=9, candy=4, reputation=5)
        table.turn(seat).do(f"go:hang-{place}")
        while table.asked:
            table.do(table.open[-1])
    assert table.state.hang_outs[place].draw == []
    held = [life.card for seat in range(3) for life in table[seat].life]
    assert sorted(held) == expected
