"""The cards and boards: what the ledger says about the content file."""

from __future__ import annotations

from collections import Counter

import pytest

from app.games import referee
from app.games.lords_of_rock import RULES
from app.games.lords_of_rock.content import (
    BIT,
    CARDS,
    CONTENT,
    GODS,
    GODS_OF,
    LEADERS_OF,
    MASKS,
    PANTHEONS,
    POINTS,
    POSITIVE,
    POWERS_OF,
    SET_LIST_DECK,
    SIZES,
    SKILLS,
    VENUE_MASK,
    WORTH,
    mask_of,
    primary_sum,
    starting_value,
)
from tests.games.lords_of_rock.table import BANDS, new_game
from tests.ledger import rule


@rule("LOR-005")
def test_six_pantheons_with_two_leaders_ten_gods_and_two_powers() -> None:
    assert list(PANTHEONS) == ["greek", "norse", "egyptian", "aztec", "celtic", "mesopotamian"]
    assert {len(LEADERS_OF[one]) for one in PANTHEONS} == {2}
    assert {len(GODS_OF[one]) for one in PANTHEONS} == {10}
    assert {len(POWERS_OF[one]) for one in PANTHEONS} == {2}


@rule("LOR-006", "LOR-007")
def test_every_god_has_two_different_skills_and_only_leaders_a_star() -> None:
    assert SKILLS == ("vocals", "guitar", "bass", "drums")
    for god in GODS.values():
        assert god.primary.skill != god.secondary.skill
        assert {god.primary.skill, god.secondary.skill} <= set(SKILLS)
        assert god.star is (god.id in LEADERS_OF[god.pantheon])


@rule("LOR-008", "LOR-009")
def test_venues_require_as_many_skills_as_their_size_says() -> None:
    sizes = Counter(venue.size for venue in CONTENT.venue)
    assert sizes == {"S": 12, "M": 12, "L": 8, "XL": 5}
    for venue in CONTENT.venue:
        assert len(venue.skills) == SIZES.index(venue.size) + 1
        assert len(venue.souls) == 5
        assert list(venue.souls) == sorted(venue.souls, reverse=True)
        assert set(venue.riders) <= {"draw_four", "no_hand_limit"}


@rule("LOR-010", "LOR-022")
def test_the_set_list_has_46_positive_and_32_negative_cards() -> None:
    assert len(SET_LIST_DECK) == 78
    assert sum(card in POSITIVE for card in SET_LIST_DECK) == 46
    for card in CARDS.values():
        assert card.kind == ("positive" if card.id in POSITIVE else "negative")


@rule("LOR-022", "LOR-023")
def test_the_decks_are_shuffled_and_four_venues_dealt_to_each() -> None:
    room, other = new_game(4), new_game(4, seed=bytes(32))
    assert sorted(room.state.deck.draw) == sorted(SET_LIST_DECK)
    assert room.state.deck.draw != other.state.deck.draw != SET_LIST_DECK
    assert room.state.deck.used == []
    assert [len(player.venues) for player in room.state.players] == [4, 4, 4, 4]
    assert len(room.state.venue_deck) == 37 - 16


@pytest.mark.parametrize("seats", [2, 6])
@rule("LOR-002")
def test_three_to_five_players(seats: int) -> None:
    with pytest.raises(ValueError, match="3 to 5 players"):
        referee.complete_settings(RULES, seats, {})
    assert [len(new_game(one).state.players) for one in (3, 4, 5)] == [3, 4, 5]


@rule("LOR-015", "LOR-016", "LOR-017", "LOR-040")
def test_settings_and_their_defaults() -> None:
    assert [new_game(seats).state.rounds for seats in (3, 4, 5)] == [4, 4, 2]
    assert new_game(3, rounds="short").state.rounds == 2
    assert new_game(5, rounds="full").state.rounds == 4
    default = new_game(4).state
    assert default.powers
    assert not default.draft
    assert not new_game(4, pantheon_powers="off").state.powers
    assert new_game(4, venue_draft="on").state.draft


VALUES = {
    # venue: starting value (primary sum) of the bands "A" in the order of the table
    "echo-grotto": [(4, 4), (8, 7), (12, 5), (9, 5), (7, 3), (13, 4)],
    "midnight-crossroads": [(12, 7), (7, 5), (3, 3), (11, 6), (11, 5), (8, 4)],
    "circus-maximus": [(12, 11), (14, 12), (9, 8), (19, 11), (12, 8), (13, 8)],
    "great-library": [(20, 12), (12, 10), (9, 9), (11, 10), (16, 9), (14, 10)],
    "hall-of-the-trolls": [(10, 9), (11, 10), (12, 11), (12, 8), (12, 11), (11, 11)],
    "styx-landing": [(13, 9), (12, 12), (18, 11), (13, 9), (9, 7), (15, 10)],
    "atlantis": [(20, 16), (18, 17), (15, 14), (19, 15), (13, 12), (15, 14)],
    "rainbow-bridge": [(20, 16), (16, 15), (15, 14), (15, 14), (22, 16), (19, 15)],
    "mount-olympus": [(20, 20), (22, 22), (19, 19), (19, 19), (19, 19), (19, 19)],
}


@rule("LOR-046", "LOR-047", "LOR-048", "LOR-050", "LOR-095")
@pytest.mark.parametrize("venue", VALUES)
def test_starting_values_of_the_worked_examples(venue: str) -> None:
    mask = VENUE_MASK[venue]
    assert [
        (starting_value(band, mask), primary_sum(band, mask)) for band in BANDS.values()
    ] == VALUES[venue]


@rule("LOR-009", "LOR-089")
def test_x2_the_pie_is_worth_one_for_each_required_skill() -> None:
    by_size = [mask_of(SKILLS[:size]) for size in (1, 2, 3, 4)]
    assert [POINTS["perfect-sound-check"][mask] for mask in by_size] == [1, 2, 3, 4]
    assert [POINTS["stage-fright"][mask] for mask in by_size] == [-1, -2, -3, -4]


@rule("LOR-087", "LOR-088")
def test_skill_cards_count_skill_by_skill() -> None:
    assert POINTS["locked-riff"][mask_of(["guitar", "bass"])] == 4
    assert POINTS["locked-riff"][mask_of(["guitar", "drums"])] == 2
    assert POINTS["locked-riff"][mask_of(["vocals"])] == 0
    assert POINTS["forgotten-lyrics"][mask_of(["vocals", "bass"])] == -3
    assert POINTS["forgotten-lyrics"][mask_of(["bass"])] == 0


@rule("LOR-090")
def test_size_cards_look_at_the_size_alone() -> None:
    by_size = [mask_of(SKILLS[:size]) for size in (1, 2, 3, 4)]
    assert [POINTS["unplugged-set"][mask] for mask in by_size] == [3, 3, 0, 0]
    assert [POINTS["stadium-anthem"][mask] for mask in by_size] == [0, 0, 4, 4]
    assert [POINTS["awful-acoustics"][mask] for mask in by_size] == [-3, -3, 0, 0]
    assert [POINTS["power-cut"][mask] for mask in by_size] == [0, 0, -4, -4]


@rule("LOR-091", "LOR-006")
def test_fan_cards_never_give_points() -> None:
    fans = [card for card in CARDS.values() if card.icon == "fan"]
    assert len(fans) == 7
    assert all(POINTS[card.id][mask] == 0 for card in fans for mask in MASKS)
    assert all(card.souls for card in fans)
    assert "fan" not in BIT


def test_the_worth_of_cards_is_that_of_the_ledgers_table() -> None:
    assert WORTH["warm-up-gargle"] == 1.1
    assert WORTH["forgotten-lyrics"] == 1.6
    assert WORTH["endless-solo"] == WORTH["locked-riff"] == WORTH["stage-fright"] == 2.2
    assert WORTH["roadie"] == WORTH["merch-table"] == WORTH["cult-following"] == 2.0
    assert (WORTH["unplugged-set"], WORTH["power-cut"]) == (1.9, 1.4)
    assert (WORTH["refund-queue"], WORTH["poseurs"]) == (4.0, 3.0)
