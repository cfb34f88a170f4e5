"""The worked examples of the ledger that go beyond the rulebook's (13 to 35)."""

from __future__ import annotations

from app.games.thrash_n_roll import RULES
from app.games.thrash_n_roll.rounds import award_winners
from app.games.thrash_n_roll.table import popularity
from tests.games.thrash_n_roll.scene import (
    DRUMS_SCANDAL,
    MARKED_FANS,
    PLAIN_FANS,
    RULES_CODEC,
    VOCALS_SCANDAL,
    Scene,
)
from tests.ledger import rule

GUITAR_SCANDALS = ["scandal-the-borrowed-riff", "scandal-seen-at-the-disco"]


@rule("TNR-041", "TNR-039")
def test_13_gap_filled_by_a_card() -> None:
    scene = Scene(3, 5)
    scene.do("act:academy-2")
    assert scene.blocked("dice:3.5").rule == "TNR-039"
    scene.do("cancel")
    scene.hold(supports=["support-technician-vocals"])
    scene.next_marker("pop-1-star-1")
    scene.act("academy-3", "3.5", ["support-technician-vocals"])
    assert scene.band().skills == [1, 0, 0, 0, 0]
    assert scene.band().timing == 3
    assert len(scene.band().fans) == 1
    assert scene.told("ability") == []


@rule("TNR-039")
def test_14_no_wrap_no_mixture() -> None:
    scene = Scene(6, 1, 2, 2, 3)
    scene.hold(beside=2)
    scene.do("act:academy-2")
    assert scene.entries("dice") == ["1.2", "2.2", "2.3"]
    scene.do("back", "act:academy-3")
    assert scene.region("plan", 0)["placed"] == [1, 2, 3], "the only set is taken by itself"


@rule("TNR-132", "TNR-051", "TNR-106")
def test_15_concert_with_everything() -> None:
    scene = Scene(3, 3, 3)
    fans = [
        MARKED_FANS["vocals"],
        MARKED_FANS["drums"],
        *(PLAIN_FANS[skill] for skill in ("lead-guitar", "solo-guitar", "bass")),
    ]
    scene.hold(supports=["support-session-musician-bass"], fans=fans)
    scene.skills(bass=2, vocals=1)
    scene.band().timing, scene.band().gear = 3, 4
    scene.markers_taken(5)
    scene.state.assassins = 1
    scene.act("concert-5", "3.3.3", ["support-session-musician-bass"], 0, fans)
    assert scene.band().skills[4] == 3
    assert scene.state.assassins == 3
    assert scene.band().fame == 15
    assert scene.kind == "after_order", "no fan is left for a set list"
    scene.do("use:support-session-musician-bass")
    assert scene.band().timing == 4
    assert scene.band().fame == 18


@rule("TNR-073", "TNR-078")
def test_16_limit_of_two_blocks_the_battle_scandal() -> None:
    scene = Scene(4, seats=2)
    scene.band(1).albums = [5]
    scene.rolls.extend([4, 6, 1])
    scene.act("spark-vinyl-3", "4", scandals=2)
    scene.do("record")
    assert scene.told("battle_rolled")[0].facts["rolls"] == [6, 1]
    assert scene.band(0).albums == [5]
    assert len(scene.band(0).beside) == 2


@rule("TNR-153", "TNR-149")
def test_17_chain() -> None:
    scene = Scene(3, 3, 6, seats=3)
    scene.band(0).gear = 3
    scene.band(1).single, scene.band(2).single = 5, 4
    scene.markers_taken(5, 0)
    scene.markers_taken(9, 1)
    scene.markers_taken(1, 2)
    scene.hold(1, fans=[PLAIN_FANS["drums"]])
    scene.hold(2, fans=[PLAIN_FANS["bass"]])
    scene.act("spark-vinyl-2", "3.3")
    scene.do("record")
    scene.rolls.extend([4, 2])
    scene.do("fight")
    assert scene.told("battle_rolled")[0].facts["totals"] == [6, 5]
    scene.do("accept")
    assert scene.band(0).single == 5
    assert scene.asked == (1, "battle_scandal")
    scene.rolls.extend([1, 3])
    scene.do("fight")
    assert scene.told("battle_rolled")[1].facts["totals"] == [4, 4]
    assert scene.asked == (2, "battle_reroll"), "on a tie the defender is losing"
    scene.do("accept")
    assert (scene.band(1).single, scene.band(2).single) == (4, 3)


@rule("TNR-150")
def test_18_re_rolls_alternate() -> None:
    scene = Scene(3, 3, 6)
    scene.band(0).single, scene.band(1).single = 4, 5
    scene.markers_taken(1, 0)
    scene.markers_taken(1, 1)
    scene.hold(1, fans=[PLAIN_FANS["bass"]])
    scene.act("viper-tv-2", "3.3")
    scene.rolls.extend([3, 3])
    scene.do("fight")
    assert scene.asked == (1, "battle_reroll")
    scene.rolls.append(5)
    scene.do(f"reroll:{PLAIN_FANS['bass']}")
    assert scene.told("battle_rolled")[-1].facts["totals"] == [4, 6]
    assert (scene.band(0).single, scene.band(1).single) == (4, 5)


@rule("TNR-152")
def test_19_off_the_bottom() -> None:
    scene = Scene(3, 3, 6)
    scene.band(1).single = 1
    scene.act("spark-vinyl-2", "3.3")
    scene.do("record", "scandal")
    assert scene.band(0).single == 1
    assert scene.band(1).single == 0
    assert scene.region("band-1")["record_markers"] == 6


def radio_dj() -> Scene:
    scene = Scene(3, 6, seats=3)
    scene.hold(supports=["support-radio-dj-vocals"])
    scene.band(0).single, scene.band(1).single, scene.band(2).single = 6, 7, 9
    scene.act("radio-2", "3", ["support-radio-dj-vocals"])
    return scene


@rule("TNR-099", "TNR-105")
def test_20_order_of_ability_and_bonus() -> None:
    scene = radio_dj()
    scene.do("use:support-radio-dj-vocals")
    assert scene.region("stage")["space"] == 7
    scene.rolls.extend([6, 1])
    scene.do("fight")
    assert scene.region("stage")["space"] == 9
    scene = radio_dj()
    scene.do("bonus")
    assert scene.band(0).single == 8
    scene.do("use:support-radio-dj-vocals")
    assert scene.region("stage")["space"] == 9


@rule("TNR-051", "TNR-067", "TNR-144")
def test_21_marker_and_re_roll_for_an_album() -> None:
    scene = Scene(4, 4, 1)
    scene.band().single, scene.band().gear = 4, 3
    scene.skills(vocals=1, drums=1)
    scene.hold(supports=["support-critic-bass"], fans=[PLAIN_FANS["drums"]])
    scene.rolls.extend([2, 6])
    timing = scene.band().timing
    scene.act("spark-vinyl-3", "4.4", ["support-critic-bass"])
    scene.do("record", f"reroll:{PLAIN_FANS['drums']}")
    assert scene.band().albums == [16]
    scene.do("use:support-critic-bass", "raise:16")
    assert scene.band().albums == [17]
    assert scene.band().timing == timing + 1


@rule("TNR-061", "TNR-063", "TNR-056")
def test_22_eighth_fan() -> None:
    scene = Scene(2, 5)
    fans = [*PLAIN_FANS.values(), MARKED_FANS["bass"], MARKED_FANS["drums"]]
    scene.hold(fans=fans)
    scene.state.assassins = 8
    scene.act("academy-1", "2")
    scene.do("skill:vocals")
    assert scene.kind == "fan_limit"
    assert scene.band().skills[0] == 1
    scene.do(f"discard:{MARKED_FANS['bass']}")
    assert scene.state.assassins == 8
    scene.rolls.append(1)
    scene.do("die:5")
    assert scene.band().dice == [1]
    assert len(scene.band().taken) == 1


@rule("TNR-074", "TNR-082")
def test_23_full_of_scandals() -> None:
    scene = Scene(3, 3, 6, seats=3)
    scene.hold(0, scandals=[DRUMS_SCANDAL])
    scene.hold(1, scandals=[VOCALS_SCANDAL, *GUITAR_SCANDALS], beside=2)
    scene.act("viper-tv-1", "3")
    assert scene.entries("give") == [f"{DRUMS_SCANDAL}:2"]
    scene.do("keep")
    assert scene.asked == (1, "turn")
    scene.dice(1, 1)
    assert scene.blocked("act:thrashing-mall-2").rule == "TNR-037", "no scandal for cost"
    scene.band(1).single, scene.band(2).single = 2, 4
    scene.rolls.extend([6, 1])
    scene.act("radio-1", "1")
    while scene.kind == "scandal_out":
        scene.do(f"discard:{VOCALS_SCANDAL}")
    # with one scandal gone there is room for one, but two lie beside the board
    assert scene.told("battle_rolled")


@rule("TNR-011", "TNR-058")
def test_24_popularity_steps() -> None:
    scene = Scene(2)
    scene.markers_taken(4)
    assert popularity(scene.band()) == 1
    scene.next_marker("pop-2-star-1")
    scene.act("broken-bone-1", "2")
    assert scene.told("popularity")[0].facts["popularity"] == 2
    scene = Scene(2)
    scene.markers_taken(20)
    assert popularity(scene.band()) == 6
    scene.act("broken-bone-1", "2")
    assert len(scene.band().fans) == 1


@rule("TNR-155", "TNR-014")
def test_25_hits_before_scandals_floor_at_zero() -> None:
    scene = Scene(1)
    scene.fame(4)
    scene.band().single = 5
    scene.markers_taken(9)
    scene.hold(scandals=[VOCALS_SCANDAL], beside=2)
    scene.end_round()
    assert scene.band().score["hits"] == 4
    assert scene.band().fame == 0


@rule("TNR-167")
def test_26_award_by_album() -> None:
    scene = Scene(1)
    for seat, album in ((0, 12), (1, 14)):
        scene.skills(seat, drums=6)
        scene.markers_taken(9, seat)
        scene.band(seat).albums = [album]
    assert award_winners(scene.state, 1) == [1]


@rule("TNR-146", "TNR-016")
def test_27_end_of_the_track() -> None:
    scene = Scene(2, 2, 2, 2, 2)
    scene.band(0).albums, scene.band(1).albums = [29], [30]
    fans = [PLAIN_FANS["bass"], PLAIN_FANS["drums"]]
    scene.hold(fans=fans)
    scene.act("concert-5", "2.2.2.2.2")
    scene.do(f"fan:{fans[0]}", f"fan:{fans[1]}")
    assert scene.region("stage")["space"] == 30
    scene = Scene(2, 2, 2)
    scene.band(0).albums = [30]
    scene.act("broken-bone-3", "2.2.2")
    assert scene.band(0).albums == [30]
    assert scene.told("battle") == []


@rule("TNR-122")
def test_28_sixth_album() -> None:
    scene = Scene(2, 2, 2)
    scene.band().single, scene.band().gear = 8, 4
    scene.band().albums = [6, 9, 9, 12, 15]
    scene.skills(vocals=1)
    scene.rolls.append(5)
    scene.act("spark-vinyl-3", "2.2.2")
    scene.do("record")
    assert scene.band().albums == [9, 9, 12, 15, 18]


@rule("TNR-151", "TNR-153")
def test_29_two_albums_driven_off() -> None:
    scene = Scene(2, 2, 2, seats=3)
    scene.band(0).gear = 8
    scene.band(1).albums = [12, 12]
    scene.band(2).albums = [11]
    scene.rolls.append(4)
    scene.act("spark-vinyl-3", "2.2.2")
    scene.do("record")
    scene.rolls.extend([6, 1])
    scene.do("fight")
    assert scene.band(0).albums == [12]
    assert scene.asked == (1, "battle_scandal")
    assert scene.region("stage")["count"] == 2
    scene.rolls.extend([1, 6])
    scene.do("fight")
    assert len(scene.told("battle")) == 2
    assert scene.band(1).albums == [10, 10]
    assert scene.band(2).albums == [11]


@rule("TNR-141", "TNR-142")
def test_30_manager_as_talent_scout() -> None:
    scene = Scene(4, 6, 2)
    scene.hold(supports=["support-manager-drums"])
    scene.act("radio-2", "4", ["support-manager-drums"])
    scene.do("use:support-manager-drums", "copy:talent-scout")
    assert scene.moves() == ["die:2:down", "die:2:up", "die:6:down", "decline"]


@rule("TNR-140", "TNR-143")
def test_31_fan_with_and_without_its_halves() -> None:
    outcomes: list[tuple[int, int]] = []
    for card, dice in (("support-tv-reporter-drums", 3), ("support-bodyguard-vocals", 5)):
        scene = Scene(dice, 1)
        scene.markers_taken(2)
        scene.next_marker("pop-1-clef")
        scene.hold(supports=[card], fans=[PLAIN_FANS[one] for one in ("vocals", "drums", "bass")])
        scene.act("viper-tv-2", str(dice), [card])
        scene.do(f"use:{card}")
        outcomes.append((len(scene.band().taken), len(scene.band().fans)))
    scene = Scene(3, 1)
    scene.markers_taken(2)
    scene.hold(fans=[PLAIN_FANS[one] for one in ("vocals", "drums", "bass")])
    scene.act("broken-bone-1", "3")
    outcomes.append((len(scene.band().taken), len(scene.band().fans)))
    assert outcomes == [(3, 3), (2, 4), (3, 4)]


@rule("TNR-077", "TNR-068", "TNR-075")
def test_32_space_and_boost_in_one_action() -> None:
    scene = Scene(5)
    scene.occupy("metal-skull", 4)
    fans = [PLAIN_FANS["vocals"], PLAIN_FANS["bass"]]
    scene.hold(fans=fans)
    scene.do("act:metal-skull-2")
    assert scene.entries("scandals") == ["1", "0:fans"]
    scene.do("scandals:0:fans", f"fan:{fans[0]}", f"fan:{fans[1]}", "confirm")
    assert len(scene.band().beside) == 1
    assert scene.state.fan_deck.used[:2] == fans


def all_boosters() -> Scene:
    scene = Scene(2, 6)
    scene.hold(
        supports=["support-music-teacher-vocals"],
        fans=[PLAIN_FANS[skill] for skill in ("vocals", "drums", "lead-guitar", "bass")],
    )
    scene.band().gear = 2
    return scene


@rule("TNR-095")
def test_33_cancelled_plan() -> None:
    scene = all_boosters()
    before = RULES_CODEC.copy(scene.position).state
    views = {viewer: RULES.view(scene.state, viewer) for viewer in (None, 1)}
    fans = list(scene.band().fans)
    scene.plan("thrashing-mall-4", "2", ["support-music-teacher-vocals"], 1, fans)
    assert {viewer: RULES.view(scene.state, viewer) for viewer in (None, 1)} == views
    scene.do("cancel")
    before.asked = scene.state.asked
    assert scene.state == before
    assert scene.events == []


@rule("TNR-145", "TNR-154")
def test_34_critic_starts_a_battle_between_others() -> None:
    scene = Scene(1, 6, seats=3)
    scene.band(1).albums, scene.band(2).albums = [10], [9]
    scene.hold(supports=["support-critic-drums"])
    scene.act("academy-2", "1", ["support-critic-drums"])
    scene.do("use:support-critic-drums", "lower:10")
    assert scene.asked == (1, "battle_scandal")
    assert scene.moves() == ["scandal", "fight"]
    scene.rolls.extend([1, 6])
    scene.do("fight")
    assert scene.band(1).albums == [8]
    assert scene.band(2).albums == [9]


@rule("TNR-071", "TNR-163")
def test_35_pairs() -> None:
    scene = Scene(1)
    scene.hold(
        fans=[
            MARKED_FANS["drums"],
            PLAIN_FANS["drums"],
            "fan-biscuit-tin-cora",
            PLAIN_FANS["vocals"],
        ]
    )
    scene.to_pairs()
    assert scene.moves() == ["pair:drums:0", "pair:drums:1", "done"]
    scene.do("pair:drums:0")
    assert scene.moves() == ["done"]
    assert scene.kind == "pairs"
