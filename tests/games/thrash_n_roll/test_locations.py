"""Locations and actions (TNR-082, TNR-101 to TNR-132)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from app.games.thrash_n_roll.content import ACTIONS, LOCATION_OF
from app.games.thrash_n_roll.state import Band
from tests.games.thrash_n_roll.scene import (
    DRUMS_SCANDAL,
    MARKED_FANS,
    PLAIN_FANS,
    VOCALS_SCANDAL,
    Scene,
)
from tests.ledger import rule

BONUSES: list[tuple[str, int, Callable[[Band], bool]]] = [
    ("pop-1-card", 0, lambda band: len(band.supports) == 1),
    ("pop-1-clef", 0, lambda band: band.timing == 2),
    ("pop-2-guitar", 4, lambda band: band.gear == 2),
    ("pop-2-single", 4, lambda band: band.single == 4),
    ("pop-3-camera", 8, lambda band: band.scandals == []),
    ("pop-4-album", 12, lambda band: band.albums == [8]),
    ("pop-6-star-10", 18, lambda band: band.fame == 10),
]
"""A marker, how many are taken before it, and what is seen after it."""


@rule("TNR-102", "TNR-056")
@pytest.mark.parametrize(
    ("action", "dice"),
    [
        ("metal-skull-1", "2"),
        ("academy-2", "2.2"),
        ("broken-bone-1", "2"),
        ("thrashing-mall-2", "2.2"),
    ],
)
def test_four_places_give_a_fan(action: str, dice: str) -> None:
    scene = Scene(2, 2)
    scene.next_marker("pop-1-star-1")
    scene.next_fan(PLAIN_FANS["bass"])
    scene.act(action, dice)
    assert scene.band().fans == [PLAIN_FANS["bass"]]
    assert scene.band().taken == ["pop-1-star-1"]
    kinds = [event.kind for event in scene.events]
    assert kinds.index("drew_fans") < kinds.index("popularity")


@rule("TNR-101", "TNR-102", "TNR-103", "TNR-104", "TNR-105", "TNR-106")
@pytest.mark.parametrize("action", ACTIONS)
def test_the_bonus_of_a_place_follows_whatever_action_is_taken_there(action: str) -> None:
    scene = Scene(2, 2, 2, 2, 2)
    scene.next_marker("pop-1-star-1")
    scene.hold(scandals=[DRUMS_SCANDAL])
    scene.band().single, scene.state.assassins = 3, 2
    scene.act(action, ".".join("2" * ACTIONS[action].cost))
    place = LOCATION_OF[action]
    seen: list[str] = []
    while scene.asked[0] == 0 and scene.kind != "turn":
        seen.append(scene.kind)
        scene.do("no-record" if scene.kind == "record_choice" else scene.moves()[0])
    told = [event.kind for event in scene.events]
    if place in ("metal-skull", "academy", "broken-bone", "thrashing-mall"):
        assert told[-3:] == ["drew_fans", "popularity", "fame"]
    elif place == "spark-vinyl":
        assert told[-1] == "timing"
    elif place == "viper-tv":
        assert seen[-1] == "scandal_out"
    elif place == "radio":
        assert scene.band().single == 5
    else:
        assert (scene.state.assassins, scene.band().score["places"]) == (0, 3 + 2)


@rule("TNR-057", "TNR-011")
def test_the_new_popularity_counts_for_the_markers_bonus() -> None:
    scene = Scene(2)
    scene.markers_taken(4)
    scene.next_marker("pop-2-star-3")
    scene.act("academy-1", "2")
    scene.do("skill:bass")
    (told,) = scene.told("popularity")
    assert told.facts == {"marker": "pop-2-star-3", "popularity": 2}
    assert scene.band().fame == 3
    assert "pop-2-star-3" not in scene.band().covered


@rule("TNR-058")
def test_without_markers_a_fan_is_just_a_card() -> None:
    scene = Scene(2)
    scene.markers_taken(20)
    scene.act("broken-bone-1", "2")
    assert len(scene.band().fans) == 1
    assert scene.told("popularity") == []


@rule("TNR-059", "TNR-081")
@pytest.mark.parametrize(("marker", "taken", "look"), BONUSES)
def test_popularity_bonuses(marker: str, taken: int, look: Callable[[Band], bool]) -> None:
    scene = Scene(2)
    scene.markers_taken(taken)
    scene.next_marker(marker)
    scene.band().single = 3
    scene.band().albums = [7]
    scene.hold(scandals=[DRUMS_SCANDAL])
    scene.act("academy-1", "2")
    scene.do("skill:bass")
    assert look(scene.band())


@rule("TNR-081")
def test_a_camera_without_scandals_in_hand_does_nothing() -> None:
    scene = Scene(2)
    scene.markers_taken(8)
    scene.next_marker("pop-3-camera")
    scene.hold(beside=1)
    scene.act("broken-bone-1", "2")
    assert scene.asked == (1, "turn")
    assert len(scene.band().beside) == 1


@rule("TNR-108", "TNR-109")
def test_the_club_draws_cards() -> None:
    scene = Scene(2, 2, 2)
    scene.act("metal-skull-1", "2")
    assert len(scene.band().supports) == 1
    scene.do("pass")
    scene.next_marker("pop-1-star-1")
    scene.act("metal-skull-2", "2.2")
    assert len(scene.band().supports) == 3


@rule("TNR-110")
def test_the_club_shows_cards_and_takes_scandals() -> None:
    scene = Scene(2, 2, 2)
    scene.hold(scandals=[DRUMS_SCANDAL, VOCALS_SCANDAL])
    shown = list(scene.state.display)
    scene.act("metal-skull-3", "2.2.2")
    assert scene.moves() == [f"take:{card}" for card in shown]
    scene.do(f"take:{shown[1]}")
    assert scene.moves() == [f"discard:{DRUMS_SCANDAL}", f"discard:{VOCALS_SCANDAL}", "keep"]
    scene.do(f"discard:{VOCALS_SCANDAL}")
    assert scene.band().supports == [shown[1]]
    assert scene.band().scandals == [DRUMS_SCANDAL]
    assert scene.state.scandal_deck.used == [VOCALS_SCANDAL]


@rule("TNR-112", "TNR-113", "TNR-114")
def test_the_academy_teaches() -> None:
    scene = Scene(2, 2, 3, 3, 3)
    scene.next_marker("pop-1-star-1")
    scene.act("academy-2", "2.2")
    assert scene.band().timing == 2
    scene = Scene(3, 3, 3, 1)
    scene.next_marker("pop-1-star-1")
    scene.act("academy-3", "3.3.3")
    assert scene.band().timing == 3
    scene = Scene(1)
    scene.act("academy-1", "1")
    scene.do("skill:solo-guitar")
    assert scene.band().skills == [0, 0, 0, 1, 0]


@rule("TNR-115", "TNR-116", "TNR-117")
def test_broken_bone_pays_timing_and_gear() -> None:
    for cost in (1, 2, 3):
        scene = Scene(2, 2, 2)
        scene.band().timing, scene.band().gear = 3, 4
        scene.band().single, scene.band().albums = 5, [9]
        scene.act(f"broken-bone-{cost}", ".".join("2" * cost))
        assert scene.band().fame == 7
        assert scene.band().single == 5 + (cost == 2)
        assert scene.band().albums == [9 + (cost == 3)]


@rule("TNR-118", "TNR-136")
def test_the_mall_sells_gear() -> None:
    for cost in (2, 3, 4):
        scene = Scene(2, 2, 2, 2)
        scene.act(f"thrashing-mall-{cost}", ".".join("2" * cost))
        assert scene.band().gear == cost
    scene = Scene(5)
    scene.hold(supports=["support-technician-drums"])
    scene.act("thrashing-mall-2", "5", ["support-technician-drums"])
    scene.do("use:support-technician-drums")
    assert scene.band().gear == 3


@rule("TNR-103", "TNR-119", "TNR-137")
def test_recording_a_single_replaces_the_old_one() -> None:
    scene = Scene(3)
    scene.markers_taken(5)
    scene.band().gear = 3
    scene.band().single = 9
    scene.hold(supports=["support-session-musician-bass"])
    scene.act("spark-vinyl-2", "3", ["support-session-musician-bass"])
    assert scene.asked == (0, "record_choice")
    assert scene.moves() == ["record", "no-record"]
    scene.do("record")
    assert scene.band().single == 5, "even if that is lower than before"
    timing = scene.band().timing
    scene.do("use:support-session-musician-bass")
    assert scene.band().timing == timing + 1 + 1, "the bonus and the Session Musician"
    scene = Scene(3, 3)
    scene.band().single = 9
    scene.act("spark-vinyl-2", "3.3")
    scene.do("no-record")
    assert scene.band().single == 9


@rule("TNR-120", "TNR-123", "TNR-067")
def test_recording_an_album_adds_a_die_that_fans_may_re_roll() -> None:
    scene = Scene(3, 3, 3)
    scene.band().gear = 3
    scene.skills(vocals=4, bass=2)
    scene.hold(fans=[MARKED_FANS["bass"], PLAIN_FANS["drums"]])
    scene.rolls.extend([2, 6])
    scene.act("spark-vinyl-3", "3.3.3")
    scene.do("record")
    assert scene.asked == (0, "neutral_keep")
    assert scene.region("stage")["roll"] == 2
    scene.do(f"reroll:{MARKED_FANS['bass']}")
    assert scene.kind == "neutral_keep", "any number of times"
    scene.do("keep")
    assert scene.band().albums == [0 + 3 + 2 + 6]
    assert scene.state.assassins == 1


@rule("TNR-121", "TNR-122")
def test_a_sixth_record_takes_the_lowest_albums_marker() -> None:
    scene = Scene(3, 3)
    scene.band().albums = [4, 7, 8, 9, 10, 12]
    scene.band().gear = 2
    scene.act("spark-vinyl-2", "3.3")
    scene.do("record")
    assert scene.band().single == 2
    assert scene.band().albums == [7, 8, 9, 10, 12]
    assert scene.region("band-0")["record_markers"] == 0
    last = Scene(3, 3)
    last.band().albums = [4, 7, 8, 9, 10]
    last.act("spark-vinyl-2", "3.3")
    last.do("record")
    assert last.band().albums == [4, 7, 8, 9, 10], "the sixth marker was still in the pool"


@rule("TNR-104", "TNR-124", "TNR-082")
def test_viper_tv_pays_the_frontman_and_moves_a_scandal() -> None:
    scene = Scene(3, seats=3)
    scene.skills(drums=4)
    scene.markers_taken(5)
    scene.hold(scandals=[DRUMS_SCANDAL])
    scene.hold(
        2,
        scandals=[
            VOCALS_SCANDAL,
            "scandal-missed-the-ferry",
            "scandal-the-perm-pictures",
            "scandal-the-borrowed-riff",
        ],
        beside=1,
    )
    scene.act("viper-tv-1", "3")
    assert scene.band().fame == 2 + 4
    assert scene.moves() == [f"discard:{DRUMS_SCANDAL}", f"give:{DRUMS_SCANDAL}:1", "keep"]
    assert scene.blocked(f"give:{DRUMS_SCANDAL}:2").rule == "TNR-082"
    scene.do(f"give:{DRUMS_SCANDAL}:1")
    assert scene.band(1).scandals == [DRUMS_SCANDAL]
    assert scene.band(1).beside == [], "a given scandal goes straight to the hand"


@rule("TNR-125", "TNR-126")
def test_viper_tv_pays_records_before_it_raises_them() -> None:
    scene = Scene(3, 3, 3)
    scene.band().single, scene.band().albums = 5, [4, 9]
    scene.act("viper-tv-3", "3.3.3")
    assert scene.band().fame == 9
    assert scene.moves() == ["album:4", "album:9"]
    scene.do("album:4")
    assert scene.band().albums == [5, 9]


@rule("TNR-105")
def test_radio_raises_the_single_by_two_in_one_move() -> None:
    scene = Scene(3)
    scene.band(0).single = 6
    scene.band(1).single = 7
    scene.act("radio-1", "3")
    assert scene.band(0).single == 8
    assert scene.told("battle") == [], "the space passed over starts no battle"


@rule("TNR-127")
def test_radio_one_gives_a_fan_and_moves_a_scandal() -> None:
    scene = Scene(3, seats=2)
    scene.hold(scandals=[DRUMS_SCANDAL])
    scene.act("radio-1", "3")
    assert len(scene.band().fans) == 1
    assert scene.moves() == [f"discard:{DRUMS_SCANDAL}", f"give:{DRUMS_SCANDAL}:1"]
    scene.do(f"discard:{DRUMS_SCANDAL}")
    assert scene.band().scandals == []


@rule("TNR-128", "TNR-067")
def test_radio_two_pays_a_neutral_die() -> None:
    scene = Scene(3, 3)
    scene.markers_taken(5)
    scene.band().timing = 4
    scene.hold(fans=[PLAIN_FANS["bass"]])
    scene.rolls.extend([1, 5])
    scene.act("radio-2", "3.3")
    scene.do(f"reroll:{PLAIN_FANS['bass']}")
    assert scene.band().fame == 2 + 4 + 5, "with no fan left the roll is kept"


@rule("TNR-129")
def test_radio_three_pays_fans_and_draws_a_card() -> None:
    scene = Scene(3, 3, 3)
    scene.hold(fans=[PLAIN_FANS["bass"], PLAIN_FANS["drums"], MARKED_FANS["bass"]])
    scene.act("radio-3", "3.3.3")
    assert scene.band().fame == 6
    assert len(scene.band().supports) == 1


@rule("TNR-130", "TNR-131", "TNR-106")
def test_the_concert() -> None:
    scene = Scene(2, 2, 2, 2, 2)
    scene.band().gear, scene.band().timing = 4, 3
    scene.skills(bass=3, vocals=2)
    scene.band().albums = [5]
    scene.state.assassins = 2
    scene.hold(fans=[MARKED_FANS["bass"], PLAIN_FANS["bass"], PLAIN_FANS["solo-guitar"]])
    scene.act("concert-5", "2.2.2.2.2")
    assert scene.band().fame == 4 + 0 + 3 + 6
    assert scene.asked == (0, "setlist_pick")
    scene.do(f"fan:{MARKED_FANS['bass']}")
    assert scene.band().fame == 13 + 3
    assert scene.blocked(f"fan:{PLAIN_FANS['bass']}").rule == "TNR-131"
    scene.do(f"fan:{PLAIN_FANS['solo-guitar']}")
    assert scene.band().fame == 16, "no marker of that skill, so no fame"
    scene.do("finish")
    assert scene.band().albums == [7], "one move by as many spaces as cards"
    assert scene.band().fame == 16 + 3, "two markers and the one called in this action"
    assert scene.state.assassins == 0


@rule("TNR-131")
def test_the_set_list_may_be_left_empty() -> None:
    scene = Scene(2, 2, 2, 2, 2)
    scene.band().albums = [5]
    scene.hold(fans=[PLAIN_FANS["bass"]])
    scene.act("concert-5", "2.2.2.2.2")
    scene.do("finish")
    assert scene.band().albums == [5]
    assert scene.band().fans == [PLAIN_FANS["bass"]]


@rule("TNR-130", "TNR-132")
def test_fans_of_the_boost_are_no_set_list() -> None:
    scene = Scene(2, 2, 2, 2)
    fans = [*PLAIN_FANS.values()]
    scene.hold(fans=fans)
    scene.skills(bass=3)
    scene.band().albums = [5]
    scene.act("concert-5", "2.2.2.2", fans=fans)
    assert scene.band().fame == 1 + 0 + 3 + 2
    assert scene.band().albums == [5]
