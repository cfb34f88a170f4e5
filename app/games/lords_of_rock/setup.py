"""Dealing, the venue draft, pantheons, recruiting and first hands (LOR-019 to LOR-037)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from app.games.chance import Chance
from app.games.contract import Seat
from app.games.kit.decks import shuffled
from app.games.kit.seating import clockwise
from app.games.lords_of_rock.content import (
    CONSTANTS,
    GODS,
    SET_LIST_DECK,
    SKILLS,
    VENUES,
    in_order,
)
from app.games.lords_of_rock.state import (
    ChoosingPantheon,
    Drafting,
    Player,
    Recruiting,
    RunConcert,
    State,
    Table,
)


def deal(seats: int, settings: Mapping[str, Any], chance: Chance) -> State:
    """A new game up to its first decision."""
    anchor = chance.below(seats)
    deck = shuffled(SET_LIST_DECK, chance)
    venue_deck = shuffled(VENUES, chance).draw
    players = [Player() for _ in range(seats)]
    state = State(
        rounds=CONSTANTS.rounds_short if settings["rounds"] == "short" else CONSTANTS.rounds_full,
        powers=settings["pantheon_powers"] == "on",
        draft=settings["venue_draft"] == "on",
        anchor=anchor,
        players=players,
        deck=deck,
        venue_deck=venue_deck,
        step=ChoosingPantheon(anchor),
    )
    for seat in clockwise(seats, anchor):
        dealt = in_order([venue_deck.pop() for _ in range(CONSTANTS.venues_dealt)])
        if state.draft:
            players[seat].pack = dealt
        else:
            players[seat].venues = dealt
    if state.draft:
        state.step = Drafting()
    return state


def keep(table: Table, step: Drafting, seat: Seat, words: Sequence[str]) -> None:
    """Keep a card of the pack; when all have, packs go left (LOR-024, LOR-025)."""
    players = table.state.players
    players[seat].keeping = words[1]
    table.whisper("keeping", seat, venue=words[1])
    if all(player.keeping for player in players):
        _pass_packs(table)


def _pass_packs(table: Table) -> None:
    state = table.state
    for player in state.players:
        player.pack.remove(player.keeping)
        player.venues.append(player.keeping)
        player.keeping = ""
    packs = [player.pack for player in state.players]
    for seat, pack in enumerate(packs):
        state.players[(seat + 1) % state.seats].pack = pack
    table.tell("packs_passed", cards=len(packs[0]))
    if len(packs[0]) == 1:
        for player in state.players:
            player.venues = in_order([*player.venues, player.pack.pop()])
        table.tell("draft_over")
        state.step = ChoosingPantheon(state.anchor)


def free_pantheon(state: State, pantheon: str) -> Seat | None:
    """Who has chosen ``pantheon``; ``None`` when it is free."""
    return next((s for s, one in enumerate(state.players) if one.pantheon == pantheon), None)


def choose_pantheon(table: Table, step: ChoosingPantheon, seat: Seat, words: Sequence[str]) -> None:
    """Openly take a free pantheon, the Anchor Band first (LOR-027)."""
    state = table.state
    state.players[seat].pantheon = words[1]
    table.tell("pantheon", seat, pantheon=words[1])
    following = (seat + 1) % state.seats
    state.step = Recruiting() if following == state.anchor else ChoosingPantheon(following)


def open_slot(picks: Sequence[str]) -> str:
    """The skill that is filled next (LOR-030); empty while the leader is not chosen."""
    if not picks:
        return ""
    slots = [skill for skill in SKILLS if skill != GODS[picks[0]].primary.skill]
    return slots[len(picks) - 1]


def recruit(table: Table, step: Recruiting, seat: Seat, words: Sequence[str]) -> None:
    """Choose the leader, then a god for each slot, in secret (LOR-029 to LOR-032)."""
    players = table.state.players
    player = players[seat]
    player.picks.append(words[1])
    table.whisper("recruiting", seat, god=words[1])
    player.done = len(player.picks) == CONSTANTS.band_size
    if all(one.done for one in players):
        _reveal_bands(table)


def _reveal_bands(table: Table) -> None:
    state = table.state
    for seat, player in enumerate(state.players):
        player.band = sorted(player.picks, key=lambda god: SKILLS.index(GODS[god].primary.skill))
        player.picks = []
        player.done = False
        table.tell("band", seat, gods=list(player.band))
    for seat in clockwise(state.seats, state.anchor):
        table.draw(seat, CONSTANTS.start_hand)
    state.step = RunConcert()
