"""Who sees what (LOR-147 to LOR-152)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from app.games.chance import Chance
from app.games.contract import Viewer
from app.games.lords_of_rock import RULES
from app.games.lords_of_rock.content import CARDS, GODS, VENUES
from app.games.lords_of_rock.state import (
    ChoosingPantheon,
    Drafting,
    LayingVenue,
    Limiting,
    Over,
    Recruiting,
    Redrawing,
    State,
    Step,
    Turn,
)
from tests.games.lords_of_rock.table import Room, concert, new_game
from tests.ledger import rule


def strings(data: Any) -> set[str]:
    """Every string in a piece of data."""
    if isinstance(data, str):
        return {data}
    if isinstance(data, dict):
        return set().union(*(strings(value) for value in data.values()), set())
    if isinstance(data, list | tuple):
        return set().union(*(strings(value) for value in data), set())
    return set()


def seen(state: State, viewer: Viewer) -> set[str]:
    return strings([region.data for region in RULES.view(state, viewer)])


@rule("LOR-147", "LOR-150")
def test_hands_venues_and_decks_are_for_their_owners() -> None:
    room = concert(
        "atlantis",
        "greek",
        "norse",
        "celtic",
        hands={0: ["power-ballad"], 1: ["poseurs", "roadie"], 2: ["merch-table"]},
    )
    for viewer in (None, 0, 1, 2):
        known = seen(room.state, viewer)
        for seat, player in enumerate(room.state.players):
            own = viewer == seat
            assert (set(player.hand) <= known) is own
            assert (set(player.venues) <= known) is own
            band = room.region(viewer, f"band-{seat}")
            assert (band["hand"], band["venues"]) == (len(player.hand), len(player.venues))
        in_sight = {"atlantis", *(room.state.players[viewer].venues if viewer is not None else ())}
        assert known & set(VENUES) == in_sight
        discard = room.region(viewer, "discard")
        assert discard["deck"] == len(room.state.deck.draw)
        assert discard["venue_deck"] == len(room.state.venue_deck)


@rule("LOR-147", "LOR-032", "LOR-024")
def test_draft_packs_and_recruits_are_secret() -> None:
    room = new_game(3, venue_draft="on")
    assert isinstance(room.state.step, Drafting)
    room.play(0, room.open(0)[0])
    for viewer in (None, 1, 2):
        mine = room.state.players[viewer].pack if viewer is not None else []
        assert seen(room.state, viewer) & set(VENUES) == set(mine)
        assert room.region(viewer, "show")["finished"] == [0]
    room.go_on(Recruiting)
    room.play(0, room.open(0)[0])
    assert not seen(room.state, 1) & set(room.state.players[0].picks)
    assert not seen(room.state, None) & set(GODS)


@rule("LOR-147", "LOR-152", "LOR-117")
def test_redraw_choices_are_secret_until_all_are_done() -> None:
    room = new_game(3, pantheon_powers="off")
    room.go_on(Redrawing)
    card = room.state.players[0].hand[0]
    room.play(0, f"redraw:{card}")
    whisper = room.played.events[-1]
    assert whisper.seen_by(1) is None
    assert whisper.seen_by(None) is None
    assert room.region(1, "band-0")["hand"] == len(room.state.players[0].hand) + 1
    owed = RULES.waiting_on(room.state)
    assert owed[0].kind == "redraw-second"
    assert {decision.public for decision in owed.values()} == {"redraw"}


@rule("LOR-148", "LOR-151", "LOR-147")
def test_a_face_down_card_has_no_name_for_others() -> None:
    room = concert("atlantis", "greek", "norse", "celtic", hands={1: ["siren-high-note", "roadie"]})
    room.play(1, "play:siren-high-note")
    names = ["Ann", "Ben", "Cleo"]
    for viewer in (None, 0, 2):
        assert "siren-high-note" not in seen(room.state, viewer)
        for event in room.events:
            told = event.seen_by(viewer)
            assert told is None or "siren-high-note" not in strings(dict(told.facts))
            assert told is None or "Siren" not in RULES.words.event(told, names)
    assert room.region(1, "hand")["down"] == ["siren-high-note"]


@pytest.mark.parametrize(
    "until", [Drafting, ChoosingPantheon, Recruiting, LayingVenue, Redrawing, Turn, Limiting, Over]
)
@rule("LOR-147", "LOR-150")
def test_a_redealt_state_looks_the_same(until: type[Step]) -> None:
    room = new_game(4, venue_draft="on", pantheon_powers="on")
    room.go_on(until)
    luck = Chance(bytes(32))
    changed = 0
    for viewer in (None, 0, 1, 2, 3):
        other = RULES.redeal(room.state, viewer, luck)
        RULES.audit(other)
        changed += msgspec.msgpack.encode(other) != msgspec.msgpack.encode(room.state)
        assert RULES.view(other, viewer) == RULES.view(room.state, viewer)
    assert changed == 5


@rule("LOR-032", "LOR-147", "LOR-159")
def test_what_others_recruit_is_dealt_anew() -> None:
    """So a computer player can't decide by a band that is not revealed yet."""
    room = new_game(3)
    room.go_on(Recruiting)
    for seat in (0, 1):
        while seat in RULES.waiting_on(room.state):
            room.play(seat, RULES.automatic(room.state, seat))
    luck = Chance(bytes(32))
    others = [RULES.redeal(room.state, 0, luck) for _ in range(12)]
    assert {tuple(other.players[0].picks) for other in others} == {
        tuple(room.state.players[0].picks)
    }
    assert len({tuple(other.players[1].picks) for other in others}) > 6
    for other in others:
        # finished as before, with a band that could have been recruited
        skills = {GODS[god].primary.skill for god in other.players[1].picks}
        assert (len(skills), other.players[1].done) == (4, True)


@rule("LOR-147")
def test_powers_souls_and_passes_are_open() -> None:
    room = concert(
        "atlantis", "greek", "norse", "celtic", powers=True, hands={0: ["roadie"], 1: ["roadie"]}
    )
    room.play(1, "pass")
    for viewer in (None, 0, 2):
        band = room.region(viewer, "band-1")
        assert band["passed"]
        assert [one["power"] for one in band["powers"]] == ["holmgang", "valhalla-never-closes"]
        assert room.region(viewer, "show")["souls"] == [0, 0, 0]


@rule("LOR-151")
def test_drawn_titles_are_told_to_their_owner_alone() -> None:
    room = new_game(3)
    room.go_on(LayingVenue)
    names = ["Ann", "Ben", "Cleo"]
    drew = next(event for event in room.told("drew") if event.seat == 2)
    own, other = drew.seen_by(2), drew.seen_by(1)
    assert own
    assert other
    titles = {CARDS[card].name for card in room.state.players[2].hand}
    assert all(title in RULES.words.event(own, names) for title in titles)
    assert RULES.words.event(other, names) == "Cleo: 7 cards drawn."


def test_every_string_of_a_view_is_plain_data() -> None:
    room: Room = new_game(3)
    assert msgspec.json.encode([region.data for region in RULES.view(room.state, 0)])
