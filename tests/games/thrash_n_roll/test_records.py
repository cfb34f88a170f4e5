"""Raising records and battles of hits (TNR-146 to TNR-154)."""

from __future__ import annotations

from tests.games.thrash_n_roll.scene import MARKED_FANS, PLAIN_FANS, VOCALS_SCANDAL, Scene
from tests.ledger import rule


def fight(scene: Scene, *rolls: int) -> None:
    scene.rolls.extend(rolls)
    scene.do("fight")


def single_battle(initiator: int = 4, defender: int = 5, seats: int = 2) -> Scene:
    """Seat 0 raises its single into the space of seat 1."""
    scene = Scene(3, 3, 6, seats=seats)
    scene.band(0).single = initiator
    scene.band(1).single = defender
    return scene


@rule("TNR-146")
def test_raises_stop_at_the_end_of_the_track() -> None:
    scene = Scene(3)
    scene.band().single = 15
    scene.act("viper-tv-1", "3")
    assert scene.told("raised") == []
    scene = Scene(3, 3)
    scene.act("viper-tv-2", "3.3")
    assert scene.band().single == 0, "without a single nothing happens"
    scene = Scene(3, 3, 3)
    scene.band().albums = [6, 6]
    scene.act("broken-bone-3", "3.3.3")
    assert scene.band().albums == [6, 7], "only the chosen marker moves"


@rule("TNR-147", "TNR-148", "TNR-149")
def test_who_enters_an_occupied_space_fights_its_owner() -> None:
    scene = single_battle(seats=3)
    scene.band(2).single = 9
    scene.markers_taken(5, seat=1)
    scene.act("viper-tv-2", "3.3")
    assert scene.asked == (0, "battle_scandal")
    stage = scene.region("stage")
    assert (stage["initiator"], stage["defender"], stage["space"]) == (0, 1, 5)
    assert stage["popularity"] == [0, 2]
    fight(scene, 6, 3)
    (rolled,) = scene.told("battle_rolled")
    assert rolled.facts["totals"] == [6, 5]
    assert scene.band(0).single == 5
    assert scene.band(1).single == 4
    assert scene.band(2).single == 9


@rule("TNR-149")
def test_a_tie_is_the_initiators() -> None:
    scene = single_battle()
    scene.act("viper-tv-2", "3.3")
    fight(scene, 2, 2)
    assert (scene.band(0).single, scene.band(1).single) == (5, 4)


@rule("TNR-150")
def test_the_losing_player_may_re_roll() -> None:
    scene = single_battle()
    scene.hold(0, fans=[MARKED_FANS["bass"], PLAIN_FANS["bass"]])
    scene.hold(1, fans=[PLAIN_FANS["drums"]])
    scene.act("viper-tv-2", "3.3")
    fight(scene, 1, 4)
    assert scene.asked == (0, "battle_reroll"), "only the one who is losing is asked"
    scene.rolls.append(5)
    scene.do(f"reroll:{MARKED_FANS['bass']}")
    assert scene.asked == (1, "battle_reroll")
    scene.rolls.append(6)
    scene.do(f"reroll:{PLAIN_FANS['drums']}")
    assert scene.asked == (0, "battle_reroll")
    scene.do("accept")
    assert (scene.band(0).single, scene.band(1).single) == (4, 5)
    assert scene.band(0).fans == [PLAIN_FANS["bass"]]


@rule("TNR-151")
def test_all_albums_of_the_defender_are_driven_off_together() -> None:
    scene = Scene(3, 3, 3)
    scene.band(0).albums = [7]
    scene.band(1).albums = [8, 8]
    scene.act("broken-bone-3", "3.3.3")
    fight(scene, 5, 1)
    assert scene.band(0).albums == [8]
    assert scene.band(1).albums == [7, 7]


@rule("TNR-151")
def test_a_losing_initiator_goes_down_himself() -> None:
    scene = Scene(3, 3, 3)
    scene.band(0).albums = [7]
    scene.band(1).albums = [8, 8]
    scene.act("broken-bone-3", "3.3.3")
    fight(scene, 1, 5)
    assert scene.band(0).albums == [7]
    assert scene.band(1).albums == [8, 8]


@rule("TNR-152")
def test_a_loser_on_space_one_leaves_the_track() -> None:
    scene = Scene(3, 3)
    scene.band(1).single = 1
    scene.act("spark-vinyl-2", "3.3")
    scene.do("record")
    fight(scene, 6, 1)
    assert (scene.band(0).single, scene.band(1).single) == (1, 0)
    assert scene.region("band-1")["record_markers"] == 6


@rule("TNR-153", "TNR-154")
def test_battles_go_on_one_space_lower() -> None:
    scene = single_battle(seats=3)
    scene.band(0).single, scene.band(1).single, scene.band(2).single = 0, 6, 5
    scene.band(0).gear = 6
    scene.passes(1, 2)
    scene.act("spark-vinyl-2", "3.3")
    scene.do("record")
    fight(scene, 6, 1)
    assert scene.asked == (1, "battle_scandal"), "the loser is the initiator one space lower"
    assert scene.region("stage")["space"] == 5
    scene.do("scandal")
    assert scene.band(1).single == 5
    assert scene.band(2).single == 4
    assert len(scene.band(1).beside) == 1
    assert scene.asked[0] == 0


@rule("TNR-153")
def test_markers_entering_a_space_of_their_own_player_join_it() -> None:
    scene = Scene(3, 3, 3)
    scene.band(1).albums = [11]
    scene.band(0).albums = [10, 10]
    scene.act("broken-bone-3", "3.3.3")
    fight(scene, 1, 6)
    assert scene.band(0).albums == [10, 10], "the loser joins its own album"
    assert len(scene.told("battle")) == 1


@rule("TNR-078", "TNR-073", "TNR-074")
def test_no_scandal_no_question() -> None:
    scene = single_battle()
    scene.hold(beside=2)
    scene.rolls.extend([4, 2])
    scene.act("viper-tv-2", "3.3")
    assert scene.told("battle_rolled")
    scene = single_battle()
    names = ["telly-in-the-pool", "missed-the-ferry", "the-perm-pictures", "the-borrowed-riff"]
    scene.hold(scandals=[VOCALS_SCANDAL, *(f"scandal-{name}" for name in names)])
    scene.rolls.extend([4, 2])
    scene.act("viper-tv-2", "3.3")
    assert scene.told("battle_rolled")
    assert scene.band().beside == []
