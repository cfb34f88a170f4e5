"""Characters (TNR-133 to TNR-145)."""

from __future__ import annotations

from collections.abc import Callable

from app.games.thrash_n_roll import RULES
from app.games.thrash_n_roll.content import CHARACTERS, LOCATIONS
from app.games.thrash_n_roll.state import Band
from tests.games.thrash_n_roll.scene import (
    DRUMS_SCANDAL,
    PLAIN_FANS,
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


def use(scene: Scene, card: str, action: str, dice: str) -> None:
    """Play a card with an action and use its ability."""
    scene.hold(supports=[card])
    scene.act(action, dice, [card])
    while scene.kind == "record_choice":
        scene.do("no-record")
    scene.do(f"use:{card}")


@rule("TNR-134", "TNR-133")
def test_megafan_and_bouncer() -> None:
    scene = Scene(3)
    use(scene, "support-megafan-drums", "broken-bone-2", "3")
    assert scene.band().score["supports"] == 5
    scene = Scene(2)
    scene.next_support("support-critic-bass")
    use(scene, "support-bouncer-drums", "broken-bone-2", "2")
    assert scene.band().supports == ["support-critic-bass"]


@rule("TNR-135")
def test_radio_dj() -> None:
    scene = Scene(3)
    scene.band().single = 4
    use(scene, "support-radio-dj-vocals", "broken-bone-2", "3")
    assert scene.band().single == 6, "one by the action, one by the ability"


@rule("TNR-138")
def test_paparazzi() -> None:
    scene = Scene(4, seats=3)
    scene.hold(scandals=[DRUMS_SCANDAL])
    use(scene, "support-paparazzi-bass", "metal-skull-2", "4")
    assert scene.moves() == [f"give:{DRUMS_SCANDAL}:1", f"give:{DRUMS_SCANDAL}:2"]
    scene.do(f"give:{DRUMS_SCANDAL}:2")
    assert scene.band(2).scandals == [DRUMS_SCANDAL]
    scene = Scene(4)
    scene.hold(supports=["support-paparazzi-bass"])
    scene.act("metal-skull-2", "4", ["support-paparazzi-bass"])
    assert scene.blocked("use:support-paparazzi-bass").rule == "TNR-081"


@rule("TNR-139")
def test_music_teacher() -> None:
    scene = Scene(1)
    use(scene, "support-music-teacher-vocals", "academy-2", "1")
    scene.do("skill:drums")
    assert scene.band().skills == [1, 1, 0, 0, 0]


@rule("TNR-140")
def test_tv_reporter() -> None:
    scene = Scene(3)
    use(scene, "support-tv-reporter-drums", "viper-tv-2", "3")
    assert scene.band().taken == ["pop-1-clef"]
    assert scene.band().fans == []
    assert scene.band().timing == 2


@rule("TNR-141")
def test_the_manager_copies_any_other_character() -> None:
    scene = Scene(4, seats=2)
    use(scene, "support-manager-drums", "thrashing-mall-2", "4")
    assert scene.kind == "copy_pick"
    listed = [option.move for option in scene.menu()]
    assert listed == [
        *(f"copy:{character}" for character in CHARACTERS if character != "manager"),
        "decline",
    ]
    assert scene.blocked("copy:radio-dj").rule == "TNR-135"
    scene.do("copy:megafan")
    assert scene.band().score["supports"] == 5


@rule("TNR-142", "TNR-066")
def test_the_talent_scout_changes_a_die_after_re_rolls() -> None:
    scene = Scene(4, 1, 6, 6)
    scene.hold(fans=[PLAIN_FANS["bass"]])
    use(scene, "support-talent-scout-vocals", "metal-skull-2", "4")
    assert scene.kind == "shift_die_pick"
    assert scene.blocked("die:6:up").rule == "TNR-142"
    assert scene.blocked("die:1:down").rule == "TNR-142"
    assert scene.moves() == ["die:1:up", "die:6:down", "reroll", "decline"]
    scene.do("reroll", "die:1")
    scene.rolls.append(3)
    scene.do(f"fan:{PLAIN_FANS['bass']}")
    assert scene.kind == "shift_die_pick"
    scene.do("die:3:down")
    assert scene.band().dice == [2, 6, 6]
    scene = Scene(4)
    scene.hold(supports=["support-talent-scout-vocals"])
    scene.act("metal-skull-2", "4", ["support-talent-scout-vocals"])
    assert scene.blocked("use:support-talent-scout-vocals").why == "no_die"


@rule("TNR-143")
def test_bodyguard() -> None:
    scene = Scene(5)
    use(scene, "support-bodyguard-vocals", "viper-tv-2", "5")
    assert len(scene.band().fans) == 1
    assert scene.band().taken == []


@rule("TNR-144", "TNR-145")
def test_the_critic_raises_or_lowers() -> None:
    scene = Scene(1, seats=2)
    scene.band(0).albums = [5]
    scene.band(1).albums = [1, 8]
    use(scene, "support-critic-drums", "academy-2", "1")
    assert scene.moves() == ["lower:1", "raise:5", "lower:8", "decline"]
    scene.do("lower:1")
    assert scene.band(1).albums == [8], "from space 1 it leaves the track"
    assert scene.region("band-1")["record_markers"] == 5
    told = [RULES.words.event(one, ["Ann", "Bob"]) for one in scene.events]
    assert "Ann lowers an album of Bob below the track." in told
    assert "Bob takes 1 album off the track." in told
    scene = Scene(1, seats=2)
    scene.band(0).albums = [5]
    use(scene, "support-critic-drums", "academy-2", "1")
    scene.do("raise:5")
    assert scene.band(0).albums == [6]
    scene = Scene(1)
    scene.hold(supports=["support-critic-drums"])
    scene.act("academy-2", "1", ["support-critic-drums"])
    assert scene.blocked("use:support-critic-drums").rule == "TNR-144"


def test_every_place_has_its_words() -> None:
    assert all(location.text.startswith("After the action: ") for location in LOCATIONS.values())
