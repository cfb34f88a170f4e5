"""The ending phase, the ceremony and the winner (TNR-071, TNR-155 to TNR-168)."""

from __future__ import annotations

from app.games.thrash_n_roll import RULES
from app.games.thrash_n_roll.rounds import award_winners
from tests.games.thrash_n_roll.scene import (
    DRUMS_SCANDAL,
    MARKED_FANS,
    PLAIN_FANS,
    VOCALS_SCANDAL,
    Scene,
)
from tests.ledger import rule


def last_round(scene: Scene) -> None:
    scene.state.round = 6


@rule("TNR-155")
def test_the_seven_steps_in_their_order() -> None:
    scene = Scene(2, 2, seats=2)
    scene.band().single = 4
    scene.markers_taken(1)
    scene.hold(scandals=[VOCALS_SCANDAL], fans=[PLAIN_FANS["bass"], MARKED_FANS["bass"]], beside=1)
    scene.to_pairs()
    kinds = [event.kind for event in scene.events]
    last = kinds.index("ending")
    assert kinds[:2] == ["passed", "passed"]
    assert kinds[2:last] == ["fame", "fame"], "hits first, with the best single"
    assert kinds[last : last + 3] == ["ending", "scandals_to_hand", "fame"]
    assert kinds[last + 3 :] == ["displayed"] * 3
    assert scene.asked == (0, "pairs")


@rule("TNR-156", "TNR-157")
def test_stars_and_the_best_hits() -> None:
    scene = Scene(2, seats=3)
    scene.band(0).single = 4
    scene.band(1).single = 7
    scene.band(0).albums = [3, 14]
    scene.band(1).albums = [13]
    scene.end_round()
    assert scene.band(0).fame == 2 + 1 + 4 + 3
    assert scene.band(1).fame == 3 + 2 + 4
    assert scene.band(2).fame == 0
    empty = Scene(2)
    empty.end_round()
    assert [band.fame for band in empty.state.bands] == [0, 0], "nobody is best on empty tracks"


@rule("TNR-158", "TNR-159")
def test_dice_come_back_and_the_first_player_changes() -> None:
    scene = Scene(2, 3, seats=3)
    scene.act("broken-bone-1", "2")
    scene.end_round()
    assert all(dice == [] for dice in scene.state.places.values())
    assert all(len(band.dice) == 5 and not band.passed for band in scene.state.bands)
    assert (scene.state.round, scene.state.first) == (2, 1)
    assert scene.asked == (1, "turn")
    last_round(scene)
    scene.end_round()
    assert scene.state.round == 6, "after round 6 the time marker stays"


@rule("TNR-160", "TNR-161")
def test_scandals_come_to_hand_and_cost_popularity() -> None:
    scene = Scene(2, seats=2)
    scene.fame(20)
    scene.markers_taken(5)
    scene.hold(scandals=[VOCALS_SCANDAL, DRUMS_SCANDAL], beside=1)
    beside = list(scene.band().beside)
    scene.end_round()
    assert scene.band().scandals == [VOCALS_SCANDAL, DRUMS_SCANDAL, *beside]
    assert scene.band().beside == []
    assert scene.band().fame == 20 - 3 * 2
    assert scene.band().score["scandals"] == -6


@rule("TNR-162")
def test_a_new_display() -> None:
    scene = Scene(2)
    old = list(scene.state.display)
    scene.end_round()
    assert scene.state.support_deck.used == old
    assert len(set(scene.state.display) - set(old)) == 3


@rule("TNR-163", "TNR-071")
def test_pairs_are_traded_clockwise_from_the_new_first_player() -> None:
    scene = Scene(2, seats=3)
    scene.hold(0, fans=[PLAIN_FANS["drums"], PLAIN_FANS["bass"]])
    scene.hold(1, fans=[MARKED_FANS["vocals"], PLAIN_FANS["vocals"], "fan-hoarse-hannah"])
    scene.hold(2, fans=[MARKED_FANS["bass"]])
    scene.to_pairs()
    assert scene.asked == (1, "pairs")
    assert scene.moves() == ["pair:vocals:1", "pair:vocals:2", "done"]
    assert scene.blocked("pair:drums:0").rule == "TNR-071"
    scene.do("pair:vocals:1")
    assert scene.band(1).skills == [1, 0, 0, 0, 0]
    assert len(scene.band(1).fans) == 1
    assert scene.state.assassins == 1
    # one fan is left, so seat 1 is done; seat 2 has only one; seat 0 is asked without a pair
    assert scene.asked == (0, "pairs")
    assert scene.moves() == ["done"]
    scene.do("done")
    assert scene.state.round == 2


@rule("TNR-071")
def test_no_trade_for_a_marker_that_is_not_there() -> None:
    scene = Scene(2)
    scene.skills(bass=20)
    scene.hold(fans=[PLAIN_FANS["bass"], MARKED_FANS["bass"]])
    scene.to_pairs()
    assert scene.blocked("pair:bass:1").why == "pool_empty"


@rule("TNR-165")
def test_scandals_are_revealed_at_the_end() -> None:
    scene = Scene(2)
    last_round(scene)
    scene.fame(50)
    scene.skills(vocals=3, drums=2)
    scene.skills(1, vocals=9, drums=9)
    scene.hold(scandals=[VOCALS_SCANDAL, DRUMS_SCANDAL])
    scene.end_round()
    assert scene.told("revealed")[0].facts["cards"] == [VOCALS_SCANDAL, DRUMS_SCANDAL]
    assert scene.band().score["revealed"] == -5
    assert scene.band().fame == 45
    shown = [card["id"] for card in scene.region("band-0")["revealed"]]
    assert shown == [VOCALS_SCANDAL, DRUMS_SCANDAL]


@rule("TNR-166")
def test_statuettes_for_most_markers() -> None:
    scene = Scene(2, seats=3)
    last_round(scene)
    scene.skills(0, vocals=3, bass=1)
    scene.skills(1, vocals=2, drums=4)
    scene.end_round()
    assert scene.state.awards == {
        "vocals": [0],
        "drums": [1],
        "lead-guitar": [],
        "solo-guitar": [],
        "bass": [0],
    }
    assert [band.fame for band in scene.state.bands] == [50, 25, 0]


@rule("TNR-167")
def test_ties_for_a_statuette() -> None:
    scene = Scene(2, seats=3)
    for seat in range(3):
        scene.skills(seat, drums=6)
    assert award_winners(scene.state, 1) == [0, 1, 2]
    scene.band(2).albums = [3]
    assert award_winners(scene.state, 1) == [2]
    scene.markers_taken(5, seat=0)
    scene.markers_taken(5, seat=1)
    assert award_winners(scene.state, 1) == [0, 1], "popularity counts before albums"
    scene.band(1).albums = [14]
    assert award_winners(scene.state, 1) == [1]


@rule("TNR-168")
def test_the_winner_and_ties() -> None:
    def result_with(albums: list[list[int]], fame: list[int]) -> tuple[tuple[int, ...], str]:
        scene = Scene(2, seats=3)
        last_round(scene)
        for seat in range(3):
            scene.fame(fame[seat], seat)
        scene.end_round()
        for seat in range(3):
            scene.band(seat).albums = albums[seat]
        result = RULES.result(scene.state)
        assert result is not None
        return result.winners, result.decided_by

    assert result_with([[], [], []], [5, 9, 7]) == ((1,), "")
    assert result_with([[4], [9], []], [9, 9, 7]) == ((1,), "best_album")
    assert result_with([[], [], []], [9, 9, 7]) == ((0, 1), "")


@rule("TNR-164")
def test_all_steps_are_done_in_round_six() -> None:
    scene = Scene(2)
    last_round(scene)
    scene.band().single = 3
    scene.hold(fans=[PLAIN_FANS["bass"], MARKED_FANS["bass"]])
    scene.to_pairs()
    assert scene.kind == "pairs"
    scene.do("pair:bass:1")
    assert RULES.waiting_on(scene.state) == {}
    result = RULES.result(scene.state)
    assert result is not None
    detail = next(place for place in result.places if place.seat == 0).detail
    assert detail == {
        "places": 0,
        "supports": 0,
        "fans": 0,
        "hits": 3,
        "scandals": 0,
        "revealed": 0,
        "awards": 25,
    }
