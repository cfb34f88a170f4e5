"""Terms, pieces, setup and rounds (TNR-001 to TNR-035, TNR-083, TNR-084, TNR-186)."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import MutableSequence
from importlib.resources import files
from typing import Any

import pytest

from app.games import ledger, referee
from app.games.chance import Chance
from app.games.playouts import seed_of
from app.games.thrash_n_roll import RULES
from app.games.thrash_n_roll.content import (
    CHARACTERS,
    CONTENT,
    FANS,
    LAST_SPACE,
    LOCATIONS,
    MARKERS,
    POPULARITY_TRACK,
    SCANDALS,
    SKILLS,
    STARS,
    SUPPORTS,
)
from app.games.thrash_n_roll.effects import draw_fan, gain_fame, gain_skill, raise_level
from app.games.thrash_n_roll.state import State
from app.games.thrash_n_roll.table import Table, best_album, frontman, popularity, value_of
from tests.games.thrash_n_roll.scene import SEED, LoadedChance, Scene
from tests.ledger import rule


def new_game(seats: int, number: int = 0) -> State:
    return referee.start(RULES, seats, {}, seed_of("new", seats, number)).state


def table_of(scene: Scene) -> Table:
    return Table(scene.state, LoadedChance(scene.position.draws, scene.rolls))


@rule("TNR-001", "TNR-186")
def test_two_to_five_bands_each_with_a_colour_of_its_own() -> None:
    assert [band.id for band in CONTENT.band] == ["red", "blue", "green", "yellow", "black"]
    assert (RULES.meta.min_seats, RULES.meta.max_seats) == (2, 5)
    with pytest.raises(ValueError, match="2 to 5"):
        referee.complete_settings(RULES, 6, {})
    for seats in range(2, 6):
        state = new_game(seats)
        views = {region.id: region.data for region in RULES.view(state, None)}
        names = [views[f"band-{seat}"]["name"] for seat in range(seats)]
        assert names == [band.name for band in CONTENT.band[:seats]]
        # no question was asked for it: the first one is a turn
        assert [one.kind for one in RULES.waiting_on(state).values()] == ["turn"]


@rule("TNR-002")
def test_the_pieces_are_counted() -> None:
    data = tomllib.loads((files("app.games.thrash_n_roll") / "content.toml").read_text("utf-8"))
    counts = data["counts"]
    for name in ("support", "fan", "scandal"):
        assert sum(row["copies"] for row in data[name]) == counts[name]
    tokens = {row["id"]: row["copies"] for row in data["token"]}
    assert tokens["player-die"] == counts["player_dice"] == 25
    assert tokens["neutral-die"] == counts["neutral_dice"] == 2
    assert tokens["assassin-marker"] == counts["assassin_markers"] == 8
    assert tokens["record-marker"] == counts["record_markers"] == 30
    assert tokens["statuette"] == counts["statuettes"] == 5
    assert (tokens["score-disc"], tokens["level-cube"], tokens["time-marker"]) == (5, 10, 1)
    assert sum(skill.copies for skill in CONTENT.skill) == counts["skill_markers"] == 100
    assert sum(marker.copies for marker in MARKERS.values()) * 5 == counts["popularity_markers"]
    state = new_game(5)
    hands = [card for band in state.bands for card in band.supports]
    assert sorted([*state.support_deck.draw, *state.display, *hands]) == sorted(SUPPORTS)
    assert sorted(state.fan_deck.draw) == sorted(FANS)
    assert sorted(state.scandal_deck.draw) == sorted(SCANDALS)


@rule("TNR-003")
def test_five_skills_in_skill_order() -> None:
    assert SKILLS == ("vocals", "drums", "lead-guitar", "solo-guitar", "bass")


@rule("TNR-004")
def test_the_pool_of_skill_markers_is_a_limit() -> None:
    scene = Scene(1, seats=2)
    scene.skills(0, drums=11, vocals=20)
    scene.skills(1, drums=9)
    scene.act("academy-1", "1")
    assert scene.kind == "skill_pick"
    assert scene.entries("skill") == ["lead-guitar", "solo-guitar", "bass"]
    assert scene.blocked("skill:drums").rule == "TNR-004"
    scene.do("skill:bass")
    assert scene.band().skills[4] == 1
    table = table_of(scene)
    gain_skill(table, 0, 1)
    assert scene.band().skills[1] == 11


@rule("TNR-004")
def test_with_all_five_pools_empty_nothing_is_gained() -> None:
    scene = Scene(1)
    scene.skills(0, vocals=20, drums=20, lead_guitar=20, solo_guitar=20, bass=20)
    scene.next_marker("pop-1-star-1")
    scene.act("academy-1", "1")
    assert scene.asked[0] == 1, "no skill was asked for"
    assert scene.band().skills == [20] * 5


@rule("TNR-005")
def test_five_own_dice_and_neutral_dice_that_belong_to_nobody() -> None:
    scene = Scene(2, 2)
    assert all(len(band.dice) == 5 for band in new_game(4).bands)
    scene.rolls.append(6)
    scene.act("radio-2", "2.2")
    assert scene.told("neutral_roll")[0].facts["roll"] == 6
    assert scene.band().dice == [], "a neutral die never joins the own ones"


@rule("TNR-006")
def test_the_eight_locations() -> None:
    assert [location.name for location in LOCATIONS.values()] == [
        "Metal Skull Club",
        "Academy",
        "Broken Bone",
        "Thrashing Mall",
        "Spark & Vinyl Records",
        "Viper TV",
        "Radio",
        "Concert",
    ]


@rule("TNR-007", "TNR-025")
def test_band_boards_are_alike_at_the_start() -> None:
    state = new_game(5)
    shown = [RULES.view(state, None)]
    bands = [region.data for region in shown[0] if region.kind == "band"]
    for data in bands:
        assert (data["fame"], data["gear"], data["timing"], data["popularity"]) == (0, 1, 1, 0)
        assert data["skills"] == dict.fromkeys(SKILLS, 0)
        assert (data["fans"], data["scandals"], data["beside"]) == (0, 0, 0)
        assert (data["single"], data["albums"], data["record_markers"]) == (0, [], 6)
        assert len(data["dice"]) == 5


@rule("TNR-008", "TNR-009")
@pytest.mark.parametrize("level", ["gear", "timing"])
def test_levels_go_from_one_to_eight(level: str) -> None:
    scene = Scene()
    table = table_of(scene)
    raise_level(table, 0, level, 3)
    assert getattr(scene.band(), level) == 4
    raise_level(table, 0, level, 9)
    assert getattr(scene.band(), level) == 8
    raise_level(table, 0, level, 1)
    assert getattr(scene.band(), level) == 8


@rule("TNR-010", "TNR-011")
def test_popularity_is_the_last_uncovered_space() -> None:
    assert POPULARITY_TRACK[1:] == (1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 5, 5, 5, 6, 6)
    scene = Scene()
    assert popularity(scene.band()) == 0
    for count, value in ((1, 1), (4, 1), (5, 2), (12, 3), (13, 4), (16, 5), (19, 6), (20, 6)):
        scene.markers_taken(count)
        assert popularity(scene.band()) == value


@rule("TNR-012")
def test_the_frontman_has_most_markers_and_ties_go_to_the_last_in_skill_order() -> None:
    scene = Scene()
    assert frontman(scene.band()) == (0, "")
    scene.skills(vocals=2, drums=3, solo_guitar=2, lead_guitar=1, bass=3)
    assert frontman(scene.band()) == (3, "bass")
    scene.skills(drums=4)
    assert frontman(scene.band()) == (4, "drums")


@rule("TNR-013")
def test_records_are_worth_their_space_and_nothing_without_one() -> None:
    scene = Scene()
    assert value_of(scene.band(), "single") == 0
    assert value_of(scene.band(), "best_album") == best_album(scene.band()) == 0
    scene.band().single = 6
    scene.band().albums = [4, 11]
    assert value_of(scene.band(), "single") == 6
    assert value_of(scene.band(), "best_album") == 11


@rule("TNR-014")
def test_fame_has_no_upper_end_and_stops_at_zero() -> None:
    scene = Scene()
    table = table_of(scene)
    gain_fame(table, 0, 1234, "places", "action")
    assert scene.band().fame == 1234
    gain_fame(table, 0, -2000, "scandals", "scandals")
    assert scene.band().fame == 0
    assert scene.band().score == {"places": 1234, "scandals": -1234}


@rule("TNR-015", "TNR-016")
def test_hit_tracks_have_stars_and_an_end() -> None:
    assert STARS["singles"][1:] == tuple((space + 2) // 3 for space in range(1, 16))
    assert STARS["albums"][1:] == tuple((space + 3) // 4 for space in range(1, 31))
    assert LAST_SPACE == {"singles": 15, "albums": 30}
    scene = Scene(1, 1)
    scene.band().single = 14
    scene.act("radio-2", "1.1")
    assert scene.band().single == 15


@rule("TNR-017")
def test_a_space_has_one_owner_but_may_hold_several_of_his_albums() -> None:
    scene = Scene(1, 1, 1)
    scene.band().albums = [9, 10]
    scene.act("broken-bone-3", "1.1.1")
    scene.do("album:9")
    assert scene.band().albums == [10, 10]
    assert not scene.told("battle")


@rule("TNR-018")
def test_what_is_impossible_is_skipped_and_may_can_be_declined() -> None:
    scene = Scene(1, 1)
    scene.next_marker("pop-1-star-1")
    scene.act("broken-bone-2", "1.1")
    assert scene.band().fame == 2 + 1, "fame is gained although no single can rise"
    scene = Scene(1, 1, 1)
    scene.hold(scandals=["scandal-missed-the-ferry"])
    scene.act("metal-skull-3", "1.1.1")
    scene.do(scene.moves()[0])
    assert scene.kind == "scandal_out"
    scene.do("keep")
    assert scene.band().scandals == ["scandal-missed-the-ferry"]


@rule("TNR-019")
def test_each_part_is_finished_before_the_next() -> None:
    """A fan's marker raises the single into a battle before the ability that still waits."""
    scene = Scene(1)
    scene.markers_taken(4)
    scene.next_marker("pop-2-single")
    scene.band(0).single = 5
    scene.band(1).single = 6
    scene.hold(supports=["support-bouncer-vocals"], fans=["fan-dashboard-dave"])
    scene.rolls.extend([1, 6])
    scene.act("broken-bone-2", "1", ["support-bouncer-vocals"])
    # the action itself raised the single into the first battle, which is fought first
    assert scene.kind == "battle_scandal"
    scene.do("fight", "accept")
    assert scene.kind == "after_order"
    scene.do("bonus")
    assert scene.kind == "battle_scandal", "the marker's battle comes before the ability"


@rule("TNR-020")
def test_every_gain_word_of_the_content_is_one_of_the_ledger() -> None:
    words = {
        word
        for holder in (*LOCATIONS.values(),)
        for effect in (*holder.bonus, *(step for one in holder.action for step in one.steps))
        for part in (effect, *effect.choose)
        for word in part.gain
    }
    words |= {word for marker in MARKERS.values() for word in marker.gain}
    words |= {word for character in CHARACTERS.values() for word in character.gain}
    text = ledger.read("app.games.thrash_n_roll", "TNR").rules["TNR-020"].text
    named = set(re.findall(r"`(\w+)`", text))
    assert words <= named
    assert words == named - {"need", "scandal_hand", "unplaced_dice"}


@rule("TNR-021", "TNR-022", "TNR-023", "TNR-027")
def test_setup() -> None:
    for seats in range(2, 6):
        state = new_game(seats)
        assert len(state.display) == 3
        assert all(len(band.supports) == 3 for band in state.bands)
        assert len(state.support_deck.draw) == 60 - 3 - 3 * seats
        assert len(state.fan_deck.draw) == 40
        assert len(state.scandal_deck.draw) == 25
        decks = (state.support_deck, state.fan_deck, state.scandal_deck)
        assert [deck.used for deck in decks] == [[], [], []]
        assert (state.round, state.assassins) == (1, 0)
    assert new_game(2, 1).display != new_game(2, 2).display


class Unshuffled(Chance):
    """Chance that leaves every deck in the order of the content."""

    def shuffle(self, items: MutableSequence[Any], source: str = "") -> None:
        pass


@rule("TNR-022", "TNR-027")
@pytest.mark.parametrize("seats", range(2, 6))
def test_the_display_is_laid_out_before_hands_are_dealt_from_the_first_player(seats: int) -> None:
    state = RULES.setup(seats, {}, Unshuffled(seed_of("deal", seats)))
    cards = list(reversed(SUPPORTS))
    assert state.display == cards[:3]
    for place in range(seats):
        hand = state.bands[(state.first + place) % seats].supports
        assert hand == cards[3 + 3 * place :][:3]


@rule("TNR-024")
def test_the_first_player_is_drawn() -> None:
    firsts = Counter(new_game(3, number).first for number in range(60))
    assert set(firsts) == {0, 1, 2}
    for number in range(5):
        state = new_game(3, number)
        assert list(RULES.waiting_on(state)) == [state.first]


@rule("TNR-026")
def test_one_popularity_marker_of_each_group_is_removed() -> None:
    removed: set[str] = set()
    for number in range(20):
        for band in new_game(5, number).bands:
            assert len(band.covered) == 20
            assert [MARKERS[marker].group for marker in band.removed] == [1, 2, 3, 4, 5, 6]
            groups = [MARKERS[marker].group for marker in reversed(band.covered)]
            assert groups == list(POPULARITY_TRACK[1:])
            everything = Counter([*band.covered, *band.removed])
            assert everything == {marker.id: marker.copies for marker in MARKERS.values()}
            removed |= set(band.removed)
    assert removed == set(MARKERS), "each marker may be the one that is removed"


@rule("TNR-028", "TNR-164")
def test_six_rounds_of_three_phases() -> None:
    scene = Scene(seats=2)
    rounds: list[int] = []
    while RULES.waiting_on(scene.state):
        rounds.append(scene.state.round)
        assert len(scene.band(0).dice) == 5
        scene.end_round()
    assert rounds == [1, 2, 3, 4, 5, 6]
    assert RULES.result(scene.state) is not None
    assert len(scene.told("ending")) == 6, "the sixth round has its ending phase too"


@rule("TNR-029")
def test_all_roll_at_the_start_of_a_round() -> None:
    scene = Scene(seats=3)
    scene.rolls.extend([1, 1, 1, 1, 2, 6, 5, 4, 3, 2, 3, 3, 3, 3, 3])
    scene.end_round()
    # seat 1 is first now and rolls first
    assert scene.band(1).dice == [1, 1, 1, 1, 2]
    assert scene.band(2).dice == [2, 3, 4, 5, 6]
    assert scene.band(0).dice == [3, 3, 3, 3, 3]
    assert [dict(event.facts) for event in scene.told("rolled")][-1] == {"dice": [3] * 5}
    assert scene.kind == "turn"


@rule("TNR-030", "TNR-031", "TNR-033", "TNR-034", "TNR-100")
def test_turns_go_round_until_all_have_passed() -> None:
    scene = Scene(2, 2, 3, seats=3)
    scene.next_marker("pop-1-star-1")
    scene.act("thrashing-mall-2", "2.2")
    assert scene.asked == (1, "turn")
    scene.do("pass")
    assert scene.band(1).passed
    assert len(scene.band(1).dice) == 5, "a pass may leave dice"
    scene.do("pass")
    assert scene.asked == (0, "turn")
    assert scene.refused("pass", seat=1).rule == "TNR-031"
    scene.next_marker("pop-1-clef")
    scene.act("broken-bone-1", "3")
    # the last one went on alone; without dice his pass came by itself
    assert scene.told("ending")


@rule("TNR-032")
def test_a_player_without_dice_passes_by_himself() -> None:
    scene = Scene(4, seats=2)
    scene.next_marker("pop-1-star-1")
    scene.act("broken-bone-1", "4")
    scene.do("pass")
    assert scene.told("passed")[-1].seat == 0
    assert scene.told("passed")[-1].facts == {"no_dice": True}
    assert scene.told("ending")


@rule("TNR-035")
def test_passed_players_still_fight_and_receive_scandals() -> None:
    scene = Scene(1, 1, seats=2)
    scene.passes(1)
    scene.band(0).single = 3
    scene.band(1).single = 4
    scene.hold(1, fans=["fan-dashboard-dave"])
    scene.rolls.extend([5, 2])
    scene.act("viper-tv-2", "1.1")
    scene.do("fight")
    assert scene.asked == (1, "battle_reroll")
    scene.do("accept")
    assert scene.band(1).single == 3
    scene = Scene(1, seats=2)
    scene.passes(1)
    scene.hold(scandals=["scandal-missed-the-ferry"])
    scene.act("viper-tv-1", "1")
    scene.do("give:scandal-missed-the-ferry:1")
    assert scene.band(1).scandals == ["scandal-missed-the-ferry"]


@rule("TNR-083")
def test_an_empty_deck_takes_its_discards_at_once() -> None:
    scene = Scene()
    state = scene.state
    state.fan_deck.used = state.fan_deck.draw[1:]
    del state.fan_deck.draw[1:]
    table = table_of(scene)
    draw_fan(table, 0)
    assert len(state.fan_deck.draw) == 39
    assert state.fan_deck.used == []
    assert [event.kind for event in table.events][:2] == ["reshuffled", "drew_fans"]


@rule("TNR-084")
def test_with_nothing_to_draw_nothing_is_drawn() -> None:
    scene = Scene(1)
    state = scene.state
    lost, state.fan_deck.draw = state.fan_deck.draw, []
    table = table_of(scene)
    draw_fan(table, 0)
    assert scene.band().fans == []
    state.agenda.pop()
    state.fan_deck.draw = lost
    scandals, state.scandal_deck.draw = state.scandal_deck.draw, []
    options = [option.move for option in RULES.menu(state, 0, open_only=True)]
    state.scandal_deck.draw = scandals
    # without a scandal to cause one die can't pay for the Mall
    assert "act:thrashing-mall-2" not in options
    assert "act:thrashing-mall-2" in scene.moves()


def test_chance_of_the_scene_is_the_games_own() -> None:
    assert referee.start(RULES, 2, {}, SEED).state == referee.start(RULES, 2, {}, SEED).state
