"""The table of decisions: who is asked when, what runs by itself, and the clock's choices."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from app.games import ledger, referee
from app.games.chance import Chance
from app.games.players import greedy_player
from app.games.playouts import playout, seed_of
from app.games.thrash_n_roll import RULES
from app.games.thrash_n_roll.content import LAST_SPACE
from tests.games.thrash_n_roll.scene import (
    DRUMS_SCANDAL,
    MARKED_FANS,
    PLAIN_FANS,
    SEED,
    VOCALS_SCANDAL,
    Scene,
)
from tests.ledger import rule

DULL = ("pass", "cancel", "back")


def auto(scene: Scene) -> str:
    return RULES.automatic(scene.state, scene.asked[0])


def kinds_of_the_ledger() -> set[str]:
    sections = ledger.read("app.games.thrash_n_roll", "TNR").sections
    section = next(one for one in sections if one.title == "Decisions")
    text = "\n".join(part for part in section.parts if isinstance(part, str))
    return set(re.findall(r"^\| `(\w+)` \|", text, re.M))


@rule("TNR-064")
def test_games_ask_every_decision_of_the_ledger_and_no_other() -> None:
    named = kinds_of_the_ledger()
    assert len(named) == 25
    asked: Counter[str] = Counter()
    spending_fans: set[str] = set()
    for number in range(20):
        seats = 2 + number % 4
        seed = seed_of("decisions", number)
        luck = Chance(seed)
        position = referee.start(RULES, seats, {}, seed)
        while waiting := RULES.waiting_on(position.state):
            ((seat, decision),) = waiting.items()
            asked[decision.kind] += 1
            fans = position.state.bands[seat].fans
            moves = [one.move for one in RULES.menu(position.state, seat, open_only=True)]
            if any(move.partition(":")[2] in fans for move in moves):
                spending_fans.add(decision.kind)
            if decision.kind == "plan_supports" and len(moves) > 3:
                move = moves[0]  # random players play too few cards to meet every ability
            else:
                move = luck.pick([one for one in moves if one not in DULL] or moves)
            referee.play(RULES, position, seed, seat, move)
    assert set(asked) == named
    # and fans are spent for what the ledger lists, and for nothing else (pairs go by skill)
    rerolls = {"reroll_fan", "neutral_keep", "battle_reroll"}
    assert spending_fans == {"plan_fans", "setlist_pick", "fan_limit", *rerolls}


@rule("TNR-179", "TNR-180")
@pytest.mark.parametrize("drafted", [[], ["dice:2"], ["dice:2", "card:support-bouncer-drums"]])
def test_a_computer_player_takes_over_at_any_decision(drafted: list[str]) -> None:
    """A seat changes hands in the middle of a plan: the open decision stays as it is."""
    scene = Scene(2, 2, 5, seats=2)
    scene.hold(supports=["support-bouncer-drums"])
    scene.do("act:thrashing-mall-3", *drafted)
    luck = Chance(SEED)
    while not scene.told("acted"):
        scene.do(greedy_player(RULES, scene.position, 0, luck))
    acted = scene.told("acted")[0].facts
    assert acted["action"] == "thrashing-mall-3"
    assert not drafted or acted["dice"] == [2]
    assert not drafted[1:] or acted["supports"] == ["support-bouncer-drums"]
    while RULES.waiting_on(scene.state):
        seat = scene.asked[0]
        scene.do(greedy_player(RULES, scene.position, seat, luck))
    result = RULES.result(scene.state)
    assert result is not None
    assert sum(place.score for place in result.places) > 0


@rule("TNR-153", "TNR-032")
def test_the_clocks_choices_end_every_game() -> None:
    for seats in range(2, 6):
        position = referee.start(RULES, seats, {}, SEED)
        moves = 0
        while waiting := RULES.waiting_on(position.state):
            (seat,) = waiting
            move = RULES.automatic(position.state, seat)
            referee.play(RULES, position, SEED, seat, move)
            moves += 1
            assert moves < 3000
        assert all(band.fame > 0 for band in position.state.bands)


def test_time_out_on_a_turn_places_one_die_then_passes() -> None:
    scene = Scene(2, 3, 4, 5, 6)
    for move in ("act:broken-bone-1", "dice:2", "confirm"):
        assert auto(scene) == move
        scene.do(move)
    scene.do("pass")
    assert scene.asked == (0, "turn")
    assert auto(scene) == "pass", "own dice lie in the city already"


def test_time_out_takes_the_next_place_when_the_first_is_full() -> None:
    scene = Scene(2, 3, 4, 5, 6)
    scene.occupy("broken-bone", 3)
    assert auto(scene) == "act:academy-1"
    scene.occupy("academy", 2)
    scene.state.places["academy"].append(scene.state.places["broken-bone"].pop())
    assert auto(scene) == "act:broken-bone-1"


def test_time_out_drops_another_plan() -> None:
    scene = Scene(2, 2, 4, 5, 6)
    scene.hold(supports=["support-bouncer-drums"], fans=[PLAIN_FANS["bass"]])
    for moves in (
        ["act:radio-1"],
        ["act:broken-bone-2"],
        ["act:broken-bone-1", "dice:6"],
    ):
        scene.do(*moves)
        assert auto(scene) == "cancel"
        scene.do("cancel")
    scene.do("reroll", "die:2")
    assert auto(scene) == "back"


def test_time_out_never_spends_cards_or_scandals() -> None:
    scene = Scene(3, 3, 3, seats=2)
    scene.hold(scandals=[DRUMS_SCANDAL, VOCALS_SCANDAL], fans=[PLAIN_FANS["bass"]])
    scene.skills(vocals=2)
    scene.band(0).single, scene.band(1).single = 2, 5
    scene.rolls.extend([2, 1, 6])
    scene.act("radio-2", "3.3")
    assert (scene.kind, auto(scene)) == ("neutral_keep", "keep")
    scene.do("keep")
    # the bonus raises the single from 2 to 4; move the other one there to fight
    scene = Scene(3, seats=2)
    scene.hold(scandals=[DRUMS_SCANDAL, VOCALS_SCANDAL], fans=[PLAIN_FANS["bass"]])
    scene.skills(vocals=2)
    scene.band(0).single, scene.band(1).single = 2, 4
    scene.rolls.extend([1, 6])
    scene.act("radio-1", "3")
    assert scene.kind == "scandal_out"
    assert auto(scene) == f"discard:{VOCALS_SCANDAL}", "the one that would cost most"
    scene.do(auto(scene))
    assert (scene.kind, auto(scene)) == ("battle_scandal", "fight")
    scene.do("fight")
    assert (scene.kind, auto(scene)) == ("battle_reroll", "accept")


def test_time_out_on_giving_picks_the_leader() -> None:
    scene = Scene(4, seats=3)
    scene.fame(5, 2)
    scene.hold(supports=["support-paparazzi-bass"], scandals=[DRUMS_SCANDAL])
    scene.act("metal-skull-2", "4", ["support-paparazzi-bass"])
    assert auto(scene) == "bonus"
    scene.do("use:support-paparazzi-bass")
    assert auto(scene) == f"give:{DRUMS_SCANDAL}:2"


def test_time_out_gets_rid_of_a_scandal_that_might_be_kept() -> None:
    scene = Scene(4)
    scene.skills(vocals=2)
    scene.hold(scandals=[DRUMS_SCANDAL, VOCALS_SCANDAL])
    scene.act("viper-tv-1", "4")
    assert auto(scene) == f"discard:{VOCALS_SCANDAL}"
    scene.do(auto(scene))
    assert scene.band().scandals == [DRUMS_SCANDAL]


def test_time_out_on_records_and_skills() -> None:
    scene = Scene(4, 4)
    scene.band().single = 6
    scene.act("spark-vinyl-2", "4.4")
    assert auto(scene) == "no-record", "a lower single is no gain"
    scene.band().gear = 8
    assert auto(scene) == "record"
    scene = Scene(4, 4, 4)
    scene.act("spark-vinyl-3", "4.4.4")
    assert auto(scene) == "record"
    scene = Scene(4)
    scene.skills(drums=2, bass=2)
    scene.act("academy-1", "4")
    assert auto(scene) == "skill:drums"
    scene = Scene(4, 4, 4)
    scene.band().albums = [7, 12, LAST_SPACE["albums"]]
    scene.act("broken-bone-3", "4.4.4")
    assert auto(scene) == "album:12"


def test_time_out_on_abilities() -> None:
    scene = Scene(4)
    scene.hold(supports=["support-manager-drums"])
    scene.act("thrashing-mall-2", "4", ["support-manager-drums"])
    scene.do("bonus")
    assert auto(scene) == "use:support-manager-drums"
    scene.do(auto(scene))
    assert auto(scene) == "copy:megafan"
    scene = Scene(4, 5)
    scene.hold(supports=["support-talent-scout-vocals"])
    scene.act("metal-skull-2", "4", ["support-talent-scout-vocals"])
    scene.do("use:support-talent-scout-vocals")
    assert auto(scene) == "decline"
    scene = Scene(1)
    scene.band(1).albums = [6, 9]
    scene.hold(supports=["support-critic-drums"])
    scene.act("academy-2", "1", ["support-critic-drums"])
    scene.do("use:support-critic-drums")
    assert auto(scene) == "lower:9"
    scene.band(0).albums = [3]
    assert auto(scene) == "raise:3"
    scene = Scene(3, 3)
    scene.hold(supports=["support-radio-dj-vocals"])
    scene.act("broken-bone-3", "3.3", ["support-radio-dj-vocals"])
    assert auto(scene) == "bonus"


def test_time_out_on_cards_and_lists() -> None:
    scene = Scene(2, 2, 2, 2, 2)
    scene.hold(fans=[PLAIN_FANS["bass"]])
    scene.act("concert-5", "2.2.2.2.2")
    assert auto(scene) == "finish"
    scene = Scene(2, 2, 2)
    scene.act("metal-skull-3", "2.2.2")
    assert auto(scene) == f"take:{scene.state.display[0]}"
    scene = Scene(2, 2)
    names = ("vocals", "drums", "bass", "lead-guitar", "solo-guitar")
    scene.hold(supports=[f"support-paparazzi-{name}" for name in names])
    scene.act("metal-skull-2", "2.2")
    assert auto(scene) == f"discard:{scene.band().supports[-1]}", "the newest card"
    scene = Scene(2, 3)
    scene.hold(fans=[*PLAIN_FANS.values(), MARKED_FANS["bass"], MARKED_FANS["drums"]])
    scene.act("broken-bone-1", "2")
    assert auto(scene) == f"discard:{scene.band().fans[-1]}"
    scene.do(auto(scene))
    assert auto(scene) == "no-reroll"
    scene = Scene(2)
    scene.hold(fans=[PLAIN_FANS["bass"], MARKED_FANS["bass"]])
    scene.to_pairs()
    assert auto(scene) == "done"


def test_greedy_beats_random() -> None:
    wins = 0.0
    for number in range(12):
        players = ["greedy", "random"] if number % 2 else ["random", "greedy"]
        result = playout(RULES, seed_of("greedy", number), players).result
        assert result is not None
        wins += any(players[seat] == "greedy" for seat in result.winners)
    assert wins >= 11
