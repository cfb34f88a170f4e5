"""Bonuses and Personal Goals: what they count, when and how much they score."""

from __future__ import annotations

from typing import Any

import pytest

from app.games.rock_hard_1977 import RULES, conditions
from app.games.rock_hard_1977.content import BONUSES, GOALS, SPACES
from app.games.rock_hard_1977.game import Game, gain, look
from app.games.rock_hard_1977.state import GoalHeld, Life, Player
from tests.games.rock_hard_1977.table import QUIET_BONUSES, Table, rich, toml
from tests.ledger import rule

DONE: dict[str, Any] = {"chops": 0, "reputation": 0, "songs": 0, "money": 0, "candy": 0}
LIFE = {
    "romance": "backstage-the-photographer",
    "fun": "hoovers-bowl-of-mints",
    "business": "buds-favor-owed",
    "glamour": "jax-flashbulbs",
    "wild": "slinkys-conga-line",
}


def lives(**numbers: int) -> list[Life]:
    return [Life(LIFE[life]) for life, number in numbers.items() for _ in range(number)]


# by measure: what makes it 3 (or the number that is given)
MEASURES: dict[str, tuple[dict[str, Any], int]] = {
    "chops": ({"chops": 3}, 3),
    "reputation": ({"reputation": 3}, 3),
    "songs": ({"songs": 3}, 3),
    "money": ({"money": 3}, 3),
    "candy": ({"candy": 3}, 3),
    "craving": ({"craving": 3}, 3),
    "crew": ({"crew": 3}, 3),
    "royalty_tier": ({"royalty_tier": 3}, 3),
    "missed_work": ({"missed_work": 2}, 2),
    "has_job": ({"job": "bartender"}, 1),
    "has_deal": ({"royalty_tier": 2}, 1),
    "stat_sum": ({"chops": 3, "reputation": 4, "songs": 5}, 12),
    "stat_low": ({"chops": 3, "reputation": 4, "songs": 5}, 3),
    "cards_romance": (
        {"life": [*lives(romance=2, wild=1), Life("start-romance-summer-camp", 1)]},
        3,
    ),
    "cards_fun": ({"life": lives(fun=3, wild=2)}, 3),
    "cards_business": ({"life": lives(business=3, glamour=1)}, 3),
    "cards_glamour": ({"life": lives(glamour=3)}, 3),
    "cards_wild": ({"life": lives(wild=3, fun=1)}, 3),
    "card_types": ({"life": lives(romance=2, fun=1, wild=1)}, 3),
    "sets": ({"life": [Life(LIFE["fun"], 1), Life(LIFE["fun"], 2)]}, 2),
    "gigs": ({"counts": {"tjs-stage": 1, "random-gig-stage": 1, "carter-5": 1, "publicist": 4}}, 3),
    "gigs_tjs": ({"counts": {"tjs-stage": 3, "fox-den-stage": 1}}, 3),
    "gigs_fox_den": ({"counts": {"fox-den-stage": 3}}, 3),
    "gigs_random": ({"counts": {"random-gig-stage": 3}}, 3),
    "gigs_panda": ({"counts": {"panda-1": 2, "panda-2": 1}}, 3),
    "gigs_yenser": ({"counts": {"yenser-1": 1, "yenser-2": 1, "yenser-3": 1}}, 3),
    "gigs_carter": ({"counts": {"carter-1": 1, "carter-4": 1, "carter-5": 1}}, 3),
    "gigs_big": ({"counts": {"yenser-2": 1, "carter-2": 1, "carter-3": 1, "panda-1": 1}}, 3),
    "gig_places": ({"counts": {"tjs-stage": 2, "panda-1": 1, "panda-2": 1, "yenser-1": 1}}, 3),
    "rehearsals": ({"counts": {"rehearse-day-a": 1, "rehearse-night-b": 2}}, 3),
    "rehearsals_night": (
        {"counts": {"rehearse-day-a": 1, "rehearse-night-a": 1, "rehearse-night-b": 2}},
        3,
    ),
    "interviews": ({"counts": {"interview": 3, "publicist": 1}}, 3),
    "publicists": ({"counts": {"publicist": 3}}, 3),
    "promos": ({"counts": {"promo-2": 2, "promo-3": 1}}, 3),
    "publicity_actions": (
        {"counts": {"interview": 1, "publicist": 1, "promo-3": 1, "crew-1": 1}},
        3,
    ),
    "bloods": ({"counts": {"donate-blood": 3}}, 3),
    "beds": ({"counts": {"bed-early": 3}}, 3),
    "slinkys_visits": ({"counts": {"hang-slinkys": 3, "hang-jax": 1}}, 3),
    "hangout_places": ({"counts": {"hang-jax": 4, "hang-buds": 1, "hang-slinkys": 1}}, 3),
    "hot_hangouts": ({"counts": {"hot_hangouts": 3, "hang-jax": 5}}, 3),
    "candy_eaten": ({"counts": {"candy_eaten": 3}}, 3),
}


@rule("RH-313", "RH-175", "RH-176")
@pytest.mark.parametrize("name", MEASURES)
def test_measure(name: str) -> None:
    goods, number = MEASURES[name]
    table = Table().give(0, **{**DONE, **goods})
    assert conditions.MEASURES[name](table[0]) == number
    assert set(MEASURES) == set(conditions.MEASURES)


ACHIEVED: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    # one step before, and when it is achieved
    "production-ink-on-paper": ({"royalty_tier": 0}, {"royalty_tier": 1}),
    "production-better-terms": ({"royalty_tier": 1}, {"royalty_tier": 2}),
    "production-double-album": ({"songs": 7}, {"songs": 8}),
    "production-studio-rats": (
        {"counts": {"rehearse-day-a": 3}},
        {"counts": {"rehearse-day-a": 3, "rehearse-night-b": 1}},
    ),
    "production-triple-threat": (
        {"chops": 6, "reputation": 9, "songs": 5},
        {"chops": 6, "reputation": 9, "songs": 6},
    ),
    "performance-under-the-lights": ({"counts": {"yenser-1": 3}}, {"counts": {"carter-5": 1}}),
    "performance-arena-debut": ({"counts": {"panda-1": 3}}, {"counts": {"yenser-3": 1}}),
    "performance-hot-licks": ({"chops": 7}, {"chops": 8}),
    "performance-load-in-load-out": ({"crew": 2}, {"crew": 3}),
    "performance-any-stage-will-do": (
        {"counts": {"tjs-stage": 1, "fox-den-stage": 3, "random-gig-stage": 1}},
        {"counts": {"tjs-stage": 1, "fox-den-stage": 3, "random-gig-stage": 1, "panda-2": 1}},
    ),
    "performance-never-off-stage": (
        {"counts": {"tjs-stage": 5}},
        {"counts": {"tjs-stage": 5, "random-gig-stage": 1}},
    ),
    "publicity-household-name": ({"reputation": 7}, {"reputation": 8}),
    "publicity-hot-ticket": ({"counts": {"hot_hangouts": 3}}, {"counts": {"hot_hangouts": 4}}),
    "publicity-media-blitz": (
        {"counts": {"interview": 2, "publicist": 1, "promo-2": 1}},
        {"counts": {"interview": 2, "publicist": 1, "promo-2": 1, "promo-3": 1}},
    ),
    "publicity-seen-everywhere": (
        {"counts": {f"hang-{place}": 1 for place in ("jax", "buds", "hoovers", "backstage")}},
        {
            "counts": {
                f"hang-{place}": 1 for place in ("jax", "buds", "hoovers", "backstage", "slinkys")
            }
        },
    ),
}
MOST: dict[str, dict[str, Any]] = {
    "production-hit-factory": {"songs": 5},
    "production-in-the-black": {"money": 5},
    "production-the-whole-package": {"chops": 4, "reputation": 4, "songs": 4},
    "performance-virtuoso": {"chops": 5},
    "performance-strangest-tour": {"counts": {"random-gig-stage": 2}},
    "publicity-heartbreaker": {"life": lives(romance=2)},
    "publicity-jet-set": {"life": lives(glamour=2)},
    "publicity-life-of-the-party": {"life": lives(fun=2)},
    "publicity-talk-of-the-town": {"reputation": 5},
}


def looked(table: Table, seat: int = 0) -> Table:
    game = Game(table.state, table.chance)
    look(game, seat)
    table.events += game.events
    return table


@rule("RH-202", "RH-314", "RH-199")
@pytest.mark.parametrize("card", ACHIEVED)
@pytest.mark.parametrize(("seats", "fame"), [(5, (8, 5, 3, 0, 0)), (3, (5, 0, 0)), (2, (5, 0))])
def test_bonus_when_achieved(card: str, seats: int, fame: tuple[int, ...]) -> None:
    before, after = ACHIEVED[card]
    table = Table(seats).bonus(card, *QUIET_BONUSES[1:])
    for seat in range(seats):
        looked(table.give(seat, **{**DONE, **before}), seat)
        assert table[seat].fame == 0
    for place, seat in enumerate(reversed(range(seats))):
        looked(table.give(seat, **after), seat)
        assert table[seat].fame == fame[place]
        looked(table, seat)  # once for each player
        assert table[seat].fame == fame[place]
    assert table.state.bonuses[0].scored == list(reversed(range(seats)))


@rule("RH-204", "RH-199", "RH-226")
@pytest.mark.parametrize("card", MOST)
def test_bonus_for_the_most(card: str) -> None:
    table = Table(4, month=9, phase="clean_up").bonus(
        card, "publicity-hot-ticket", "performance-hot-licks"
    )
    for seat in range(4):
        table.give(seat, **DONE, life=[], goals=[])
    table.give(2, **MOST[card])
    looked(table, 2)
    assert table[2].fame == 0  # not before the end
    table.stage("scoring")
    assert [parts["bonuses"] for parts in table.state.final] == [0, 0, 8, 0]


def test_every_bonus_has_its_test() -> None:
    assert {*ACHIEVED, *MOST} == {row["id"] for row in toml()["bonus"]}


@rule("RH-205", "RH-204")
@pytest.mark.parametrize(
    ("counts", "fame"),
    [
        ([6, 6, 4, 1], [5, 5, 3, 0]),  # E2
        ([7, 4, 4, 2], [8, 3, 3, 0]),  # E3
        ([5, 5, 5, 3, 0], [3, 3, 3, 0, 0]),  # E4
        ([5, 5, 5, 5, 1], [3, 3, 3, 3, 0]),
        ([9, 7, 2, 2, 2], [8, 5, 0, 0, 0]),  # E5
        ([4, 4, 2], [0, 0, 0]),  # E6
        ([4, 3, 3], [5, 0, 0]),
        ([9, 7, 5, 3, 1], [8, 5, 3, 0, 0]),
        ([9, 4, 4, 4, 1], [8, 3, 3, 3, 0]),
        ([0, 0, 0, 0], [0, 0, 0, 0]),
        ([3, 0, 0, 0], [8, 0, 0, 0]),
        ([2, 1], [5, 0]),
        ([2, 2], [0, 0]),
    ],
)
def test_e2_to_e6_ties(counts: list[int], fame: list[int]) -> None:
    assert conditions.shared_fame(len(counts), counts) == fame


@rule("RH-200", "RH-201", "RH-203", "RH-202")
def test_e31_when_achieved_in_order() -> None:
    """Five players, a Bonus for Songs; a song each: first and third in turn order get there."""
    table = Table(5, month=2).bonus("production-double-album", *QUIET_BONUSES[1:])
    for seat, songs in enumerate((7, 6, 7, 0, 0)):
        table.give(seat, songs=songs)
    table.state.events.draw.remove("event-all-night-jam")
    table.state.events.draw.append("event-all-night-jam")
    table.stage("event").do(*["take:1"] * 5)
    assert [table[seat].fame for seat in range(5)] == [8, 0, 5, 0, 0]
    # what has been scored stays, and is not scored again
    table.give(0, songs=0)
    looked(table, 0)
    table.give(0, songs=8)
    looked(table, 0)
    assert table[0].fame == 8
    # the place for 3 Fame stayed free
    looked(table.give(1, songs=8), 1)
    assert table[1].fame == 3


SPENT = ("money", "candy", "craving", "chops", "reputation", "songs", "crew", "royalty_tier")


@rule("RH-200")
@pytest.mark.parametrize("what", SPENT)
def test_nothing_comes_true_by_a_price_or_a_loss(what: str) -> None:
    """That is why `pay` and `lose` need not look."""
    at_once = [bonus for bonus in BONUSES.values() if bonus.timing == "when_achieved"]
    goals = [goal for goal in GOALS.values() if goal.kind != "end"]
    everything: dict[str, Any] = {**dict.fromkeys(SPENT, 11), "job": "bartender", "missed_work": 2}
    before, after = Player(**everything), Player(**everything)
    for level in range(11, 0, -1):
        setattr(before, what, level)
        setattr(after, what, level - 1)
        for bonus in at_once:
            held = conditions.bonus_holds(before, bonus)
            assert held or not conditions.bonus_holds(after, bonus), bonus.id
        for goal in goals:
            held = conditions.goal_holds(before, goal)
            assert held or not conditions.goal_holds(after, goal), goal.id


@rule("RH-200", "RH-272")
def test_scored_before_the_next_step() -> None:
    """Roll of bills: the dollar of the Gig counts before Big Lou's is added."""
    table = Table(phase="night").cast(0, manager="big-lou-marchetti").give(0, money=9)
    table.goals(0, "goal-roll-of-bills", "goal-songbook").turn().do("go:random-gig-stage")
    kinds = [(e.kind, e.facts.get("why") or e.facts.get("card")) for e in table.events]
    assert kinds.index(("goal", "goal-roll-of-bills")) < kinds.index(("gained", "cash_at_the_door"))
    assert table.has(0, "money", "fame") == (13, 5)


TRACKED = {
    # by goal: three spaces that count, and one that does not
    "goal-panda-regular": (("panda-1", "panda-2", "panda-1"), "yenser-1", 5),
    "goal-local-hero": (("tjs-stage",) * 3, "fox-den-stage", 4),
    "goal-fox-in-residence": (("fox-den-stage",) * 3, "tjs-stage", 4),
    "goal-have-amp-will-travel": (("random-gig-stage",) * 3, "tjs-stage", 4),
    "goal-big-rooms": (("yenser-1", "yenser-3", "carter-5"), "panda-1", 5),
    "goal-voice-on-the-air": (("interview",) * 3, "publicist", 4),
    "goal-press-clippings": (("publicist",) * 3, "interview", 4),
    "goal-night-school": (("rehearse-night-b",) * 3, "rehearse-day-a", 5),
    "goal-slinkys-stool": (("hang-slinkys",) * 3, "hang-jax", 4),
    "goal-beauty-sleep": (("bed-early",) * 3, "write-song", 6),
    "goal-gallon-pin": (("donate-blood",) * 3, "write-song", 4),
    "goal-sweet-tooth": (("eat",) * 3, "write-song", 3),
}


def act(table: Table, space: str) -> int:
    """Seat 0 takes an action in a turn of its own; gives the Fame from goals in it."""
    phases = {"rehearse-night-b": "night", "rehearse-day-a": "day"}
    zone = "day" if space == "eat" else SPACES[space].zone
    table.state.phase = phases.get(space) or ("day" if zone == "anytime" else zone)
    rich(table).give(0, chops=10, crew=3, royalty_tier=1, done=[], did=[], life=[])
    told = len(table.told("goal"))
    table.turn()
    if space == "eat":
        table.dice(6).do("eat", "go:donate-blood")
    else:
        table.do(f"go:{space}")
    while table.asked:
        table.do(RULES.automatic(table.state, 0))
    return sum(event.facts["number"] for event in table.told("goal")[told:])


@rule("RH-206", "RH-208", "RH-209", "RH-128")
@pytest.mark.parametrize("card", TRACKED)
def test_tracked_goal(card: str) -> None:
    spaces, other, fame = TRACKED[card]
    table = Table(4).goals(0, card, "goal-songbook")
    assert table[0].goals[0].open
    assert act(table, other) == 0
    for number, space in enumerate(spaces):
        count = conditions.goal_count(table[0], GOALS[card])
        assert count == number
        scored = act(table, space)
        assert scored == (fame if number == 2 else 0)
        amp = next(r.data for r in RULES.view(table.state, 1) if r.id == "amp-0")
        assert amp["goals"][0]["count"] == number + 1
    assert table[0].goals[0].scored
    assert act(table, spaces[0]) == 0


@rule("RH-206", "RH-200")
def test_e7_tracked_goal() -> None:
    """Panda Regular: the third Gig scores 5 Fame before the turn goes on."""
    table = Table(phase="night").goals(0, "goal-panda-regular", "goal-songbook")
    rich(table).give(0, counts={"panda-1": 2})
    table[0].fame = 0
    table.cast(0, "donovan-sterling").turn().do("go:panda-1", "take:0")
    told = [(e.kind, e.facts.get("number")) for e in table.events if e.kind in ("gained", "goal")]
    # the Gig's Fame and its choice, the goal, then what Donovan adds
    assert told == [("gained", 3), ("gained", 1), ("goal", 5), ("gained", 1)]
    assert table[0].fame == 9


HIDDEN: dict[str, tuple[dict[str, Any], dict[str, Any], int]] = {
    # when achieved: not yet, achieved, Fame
    "goal-gold-on-the-wall": ({"royalty_tier": 2}, {"royalty_tier": 3}, 5),
    "goal-roll-of-bills": ({"money": 11}, {"money": 12}, 5),
    "goal-take-this-apron": (
        {"royalty_tier": 1, "job": "bartender"},
        {"royalty_tier": 1, "job": ""},
        4,
    ),
    "goal-stories-to-tell": (
        {"life": [Life(LIFE["fun"], 1)]},
        {"life": [Life(LIFE["fun"], 1), Life(LIFE["fun"], 2)]},
        4,
    ),
}
AT_THE_END: dict[str, tuple[dict[str, Any], dict[str, Any], int]] = {
    # at the end: not met, met, Fame
    "goal-sugar-fiend": ({"craving": 2}, {"craving": 3}, 4),
    "goal-clean-living": ({"craving": 1}, {"craving": 0}, 5),
    "goal-rainy-day-jar": ({"candy": 3}, {"candy": 4}, 4),
    "goal-a-bit-of-everything": (
        {"life": lives(romance=3, fun=1, business=1, glamour=1)},
        {"life": lives(romance=1, fun=1, business=1, glamour=1, wild=1)},
        4,
    ),
    "goal-mind-for-business": ({"life": lives(business=3, wild=2)}, {"life": lives(business=4)}, 5),
    "goal-strictly-independent": ({"royalty_tier": 1}, {"royalty_tier": 0}, 7),
    "goal-something-to-fall-back-on": (
        {"job": "bartender", "missed_work": 2},
        {"job": "bartender", "missed_work": 1},
        5,
    ),
    "goal-songbook": ({"songs": 10}, {"songs": 11}, 4),
}


@rule("RH-207", "RH-209", "RH-252", "RH-314")
@pytest.mark.parametrize("card", HIDDEN)
def test_hidden_goal_when_achieved(card: str) -> None:
    before, after, fame = HIDDEN[card]
    table = Table(4).goals(0, card, "goal-songbook").give(0, **before)
    looked(table)
    assert table[0].fame == 0
    for viewer in (None, 1):
        assert card not in repr([r.data for r in RULES.view(table.state, viewer)])
    assert card in repr([r.data for r in RULES.view(table.state, 0)])
    looked(table.give(0, **after))
    assert table[0].fame == fame
    assert card in repr([r.data for r in RULES.view(table.state, 1)])
    (event,) = table.told("goal")
    assert event.barrier


@rule("RH-207", "RH-209", "RH-227", "RH-234", "RH-260")
@pytest.mark.parametrize("card", AT_THE_END)
def test_end_game_goal(card: str) -> None:
    no, yes, fame = AT_THE_END[card]
    for goods, score in ((no, 0), (yes, fame)):
        table = Table(4, month=9, phase="clean_up").goals(0, card, "goal-gallon-pin")
        for other in (1, 2, 3):
            table.goals(other, "goal-local-hero")
        table.give(0, **goods)
        looked(table)
        assert table[0].fame == 0
        assert card not in repr([r.data for r in RULES.view(table.state, 1)])
        table.stage("scoring")
        assert table.state.final[0]["goals"] == score
        assert card in repr([r.data for r in RULES.view(table.state, None)])
        told = {e.facts["card"]: e.facts["met"] for e in table.told("end_goal") if e.seat == 0}
        assert told == {card: bool(score), "goal-gallon-pin": False}
        assert table[0].fame >= 0  # an unmet goal costs nothing


def test_every_goal_has_its_test() -> None:
    assert {*TRACKED, *HIDDEN, *AT_THE_END} == {row["id"] for row in toml()["goal"]}


@rule("RH-207", "RH-226")
def test_e8_end_game_goal() -> None:
    """Sugar Fiend: a Craving of 4 in July that is 2 at the end gives nothing."""
    table = Table(4, month=4).goals(0, "goal-sugar-fiend", "goal-songbook").give(0, craving=4)
    looked(table)
    assert not table[0].goals[0].scored
    table.give(0, craving=2).stage("scoring")
    assert table.state.final[0]["goals"] == 0


@rule("RH-210")
def test_no_when_achieved_in_the_last_scoring() -> None:
    """What the last scoring brings achieves nothing any more; what the manager takes does."""
    table = Table(4, month=9, phase="clean_up").bonus(
        "production-double-album", "performance-virtuoso", "publicity-talk-of-the-town"
    )
    table.goals(0, "goal-roll-of-bills", "goal-songbook")
    table.give(0, money=8, royalty_tier=3, songs=0, chops=0, reputation=0)
    table.stage("royalties")
    assert table[0].goals[0].scored  # $8 + 5: before the scoring it still counts
    late = Table(4, month=9).goals(0, "goal-roll-of-bills", "goal-songbook")
    late.state.phase = "scoring"
    gain(Game(late.state, late.chance), 0, "money", 20)
    assert not late[0].goals[0].scored


@rule("RH-273")
def test_counts_are_open() -> None:
    table = Table(3).bonus("publicity-media-blitz", *QUIET_BONUSES[1:])
    table.give(0, counts={"interview": 2}).give(2, counts={"publicist": 1})
    bonuses = next(r.data for r in RULES.view(table.state, None) if r.id == "bonuses")
    assert bonuses[0]["counts"] == [2, 0, 1]
    assert bonuses[0]["goal"] == 5
    assert [bonus["fame"] for bonus in bonuses] == [[5, 0, 0]] * 3


@rule("RH-208")
def test_own_goals_can_always_be_seen() -> None:
    table = Table(phase="night").goals(1, "goal-songbook", "goal-gallon-pin")
    hand = next(r.data for r in RULES.view(table.state, 1) if r.id == "hand")
    assert [goal["card"] for goal in hand["goals"]] == ["goal-songbook"]
    assert table[1].goals == [GoalHeld("goal-songbook"), GoalHeld("goal-gallon-pin", open=True)]
