"""The worked examples of the ledger that stand in the rulebook (1 to 12)."""

from __future__ import annotations

from app.games.thrash_n_roll.table import frontman
from tests.games.thrash_n_roll.scene import (
    MARKED_FANS,
    PLAIN_FANS,
    VOCALS_SCANDAL,
    Scene,
)
from tests.ledger import rule

GUITAR_SCANDALS = ["scandal-the-borrowed-riff", "scandal-seen-at-the-disco"]


@rule("TNR-039", "TNR-051", "TNR-099", "TNR-118", "TNR-136")
def test_01_run_with_a_card() -> None:
    scene = Scene(3, 4, 6)
    scene.hold(supports=["support-technician-drums"])
    scene.act("thrashing-mall-3", "3.4", ["support-technician-drums"])
    assert scene.band().skills == [0, 1, 0, 0, 0]
    assert scene.band().gear == 3
    assert len(scene.state.places["thrashing-mall"]) == 2
    assert scene.moves()[:2] == ["bonus", "use:support-technician-drums"]
    scene.do("use:support-technician-drums")
    assert scene.band().gear == 4
    assert len(scene.band().fans) == 1


@rule("TNR-068")
def test_02_price_of_the_fan_boost() -> None:
    scene = Scene(4, 4)
    scene.hold(fans=[*PLAIN_FANS.values()])
    fans = [PLAIN_FANS[skill] for skill in ("vocals", "drums", "bass")]
    scene.plan("academy-3", "4.4", fans=fans)
    assert scene.kind == "plan_confirm"
    scene.do("confirm")
    assert scene.state.fan_deck.used == fans


@rule("TNR-068", "TNR-069", "TNR-117")
def test_03_fan_boost() -> None:
    scene = Scene(5, 5)
    fans = [PLAIN_FANS[skill] for skill in ("lead-guitar", "vocals", "drums")]
    scene.hold(fans=fans)
    scene.band().timing = scene.band().gear = 2
    scene.band().albums = [9]
    scene.act("broken-bone-3", "5.5", fans=fans)
    assert scene.band().fame == 4
    assert scene.band().albums == [10]
    assert len(scene.band().fans) == 1


@rule("TNR-076", "TNR-109")
def test_04_scandal_for_cost() -> None:
    scene = Scene(5)
    scene.act("metal-skull-2", "5", scandals=1)
    assert len(scene.band().beside) == 1
    assert len(scene.band().supports) == 2
    assert len(scene.band().fans) == 1
    scene.do("pass")
    assert scene.told("passed")[-1].facts == {"no_dice": True}


@rule("TNR-077", "TNR-045", "TNR-125")
def test_05_scandal_for_space() -> None:
    scene = Scene(4, 4, 1, seats=3)
    scene.occupy("viper-tv", 3)
    scene.markers_taken(5)
    scene.band().single = 5
    scene.act("viper-tv-2", "4.4")
    assert len(scene.band().beside) == 1
    place = scene.region("place-viper-tv")
    assert (place["spaces"], len(place["dice"])) == (4, 5)
    assert scene.band().fame == 7
    assert scene.band().single == 6


@rule("TNR-161")
def test_06_scandals_in_the_ending_phase() -> None:
    scene = Scene(1)
    scene.fame(30)
    scene.markers_taken(5)
    scene.hold(scandals=[VOCALS_SCANDAL, *GUITAR_SCANDALS])
    scene.end_round()
    assert scene.band().fame == 30 - 6


def all_boosters() -> Scene:
    scene = Scene(2, 6)
    scene.hold(
        supports=["support-music-teacher-vocals"],
        fans=[PLAIN_FANS[skill] for skill in ("vocals", "drums", "lead-guitar", "bass")],
    )
    scene.band().gear = 2
    return scene


@rule("TNR-079", "TNR-086")
def test_07_all_boosters_together() -> None:
    scene = all_boosters()
    fans = list(scene.band().fans)
    scene.act("thrashing-mall-4", "2", ["support-music-teacher-vocals"], 1, fans)
    assert scene.state.fan_deck.used == fans
    assert len(scene.band().beside) == 1
    assert scene.band().skills == [1, 0, 0, 0, 0]
    assert scene.band().gear == 5
    scene.do("use:support-music-teacher-vocals", "skill:bass")
    assert scene.band().skills == [1, 0, 0, 0, 1]
    assert len(scene.band().fans) == 1


@rule("TNR-165")
def test_08_final_scandals() -> None:
    scene = Scene(1)
    scene.state.round = 6
    scene.fame(100)
    scene.skills(lead_guitar=5, vocals=4)
    scene.skills(1, lead_guitar=6, vocals=5)
    scene.hold(scandals=[*GUITAR_SCANDALS, VOCALS_SCANDAL])
    scene.end_round()
    assert scene.band().fame == 100 - 14


@rule("TNR-119")
def test_09_single() -> None:
    scene = Scene(3, 3)
    scene.band().gear = 3
    scene.markers_taken(5)
    timing = scene.band().timing
    scene.act("spark-vinyl-2", "3.3")
    scene.do("record")
    assert scene.band().single == 5
    assert scene.band().timing == timing + 1


@rule("TNR-120")
def test_10_album() -> None:
    scene = Scene(3, 3, 3)
    scene.band().single, scene.band().gear = 4, 3
    scene.skills(vocals=4, bass=2)
    scene.rolls.append(5)
    scene.act("spark-vinyl-3", "3.3.3")
    scene.do("record")
    assert scene.band().albums == [14]


@rule("TNR-130", "TNR-131")
def test_11_concert() -> None:
    scene = Scene(3, 3, 3, 3, 3)
    scene.band().timing, scene.band().gear = 3, 4
    scene.markers_taken(5)
    scene.skills(bass=3, vocals=2, drums=1)
    scene.band().albums = [14]
    scene.hold(fans=[MARKED_FANS["drums"], PLAIN_FANS["vocals"]])
    scene.state.assassins = 2
    scene.act("concert-5", "3.3.3.3.3")
    assert scene.band().fame == 3 + 6 + 4 + 2
    scene.do(f"fan:{MARKED_FANS['drums']}")
    scene.do(f"fan:{PLAIN_FANS['vocals']}")
    assert scene.band().albums == [16]
    assert scene.band().fame == 15 + 1 + 2 + 3


@rule("TNR-012")
def test_12_frontman() -> None:
    scene = Scene(1)
    scene.skills(vocals=2, drums=3, solo_guitar=2, lead_guitar=1, bass=3)
    assert frontman(scene.band()) == (3, "bass")
