"""A concert up to the reveal: venue, redraw, turns and reactions (LOR-038 to LOR-072)."""

from __future__ import annotations

from collections.abc import Sequence

from app.games.contract import Seat
from app.games.kit.seating import after
from app.games.lords_of_rock.content import CONSTANTS, POSITIVE, VENUES
from app.games.lords_of_rock.state import (
    Concert,
    Laid,
    LayingVenue,
    Player,
    Reaction,
    Redrawing,
    RunReveal,
    RunRoadies,
    RunTurn,
    RunVisit,
    State,
    Table,
    Turn,
)


def lay_venue(table: Table, step: LayingVenue, seat: Seat, words: Sequence[str]) -> None:
    """The host lays a venue face up (LOR-042); a redraw follows but at the first (LOR-116)."""
    state = table.state
    venue = words[1]
    state.players[seat].venues.remove(venue)
    state.hosted += 1
    state.concert = Concert(
        venue, seat, [*after(state.seats, seat), seat], list(VENUES[venue].skills)
    )
    table.tell("venue", seat, venue=venue, concert=state.hosted)
    state.step = RunTurn(seat)
    if state.hosted > 1:
        for player in state.players:
            player.done = not player.hand
        if not all(player.done for player in state.players):
            state.step = Redrawing()


def redraw(table: Table, step: Redrawing, seat: Seat, words: Sequence[str]) -> None:
    """Set aside up to two cards; when all are finished they are replaced (LOR-115 to 118)."""
    state = table.state
    player = state.players[seat]
    if words[1] in ("keep", "stop"):
        player.done = True
    else:
        set_aside(table, seat, words[1])
        player.done = len(player.aside) == CONSTANTS.redraw_max or not player.hand
    if all(one.done for one in state.players):
        order = state.stage.resolution_order
        numbers = {other: len(state.players[other].aside) for other in order}
        turn_up_asides(table, order)
        for other in order:
            if numbers[other]:
                table.draw(other, numbers[other])
        state.step = RunTurn(state.stage.host)


def set_aside(table: Table, seat: Seat, card: str) -> None:
    """Put a card of the hand aside until everybody has chosen."""
    player = table.state.players[seat]
    player.hand.remove(card)
    player.aside.append(card)
    table.whisper("aside", seat, card=card)


def turn_up_asides(table: Table, order: Sequence[Seat]) -> None:
    """Turn what was set aside face up onto the discard pile, seat by seat."""
    state = table.state
    for seat in order:
        player = state.players[seat]
        cards, player.aside = player.aside, []
        player.done = False
        state.deck.discard(*cards)
        if cards:
            table.tell("discarded", seat, cards=cards)


def next_turn(table: Table, step: RunTurn) -> None:
    """The turn goes on to the next who has not passed (LOR-069); an empty hand passes by
    itself (LOR-060); when all have passed the cards turn (LOR-070)."""
    state = table.state
    seats = state.stage.seats
    start = seats.index(step.after) + 1
    for offset in range(len(seats)):
        seat = seats[(start + offset) % len(seats)]
        player = state.players[seat]
        if player.passed:
            continue
        if player.hand:
            state.step = Turn(seat)
            return
        player.passed_at = len(player.pile)
        table.tell("passed_empty", seat)
    state.step = RunReveal()


def take_turn(table: Table, step: Turn, seat: Seat, words: Sequence[str]) -> None:
    """Play one card or pass (LOR-052)."""
    state = table.state
    player = state.players[seat]
    state.step = RunTurn(seat)
    if words[0] == "pass":
        player.passed_at = len(player.pile)
        table.tell("passed", seat)
    elif len(words) == 2:
        _play_positive(table, player, seat, words[1])
        table.tell("played_down", seat, secret={"card": words[1]})
    else:
        card, rival = words[1], int(words[2])
        player.hand.remove(card)
        target = state.players[rival]
        target.pile.append(Laid(card, seat))
        table.tell("played_up", seat, card=card, target=rival)
        if target.passed and target.hand:
            state.step = Reaction(rival, seat)


def react(table: Table, step: Reaction, seat: Seat, words: Sequence[str]) -> None:
    """Answer a negative with one positive card, or decline (LOR-063)."""
    if words[1] == "decline":
        table.tell("declined", seat)
    else:
        _play_positive(table, table.state.players[seat], seat, words[1])
        table.tell("reacted", seat, secret={"card": words[1]})
    table.state.step = RunTurn(step.actor)


def _play_positive(table: Table, player: Player, seat: Seat, card: str) -> None:
    player.hand.remove(card)
    player.pile.append(Laid(card, seat))


def reveal(table: Table, step: RunReveal) -> None:
    """Turn all face-down cards up at once (LOR-072)."""
    state = table.state
    state.stage.revealed = True
    for seat in state.stage.resolution_order:
        hidden = [laid.card for laid in state.players[seat].pile if laid.card in POSITIVE]
        table.tell("revealed", seat, cards=hidden)
    state.step = RunVisit(0) if state.powers else RunRoadies(0)


def face_down(state: State, laid: Laid) -> bool:
    """Whether a card on a band lies face down: positive cards do until the reveal."""
    return laid.card in POSITIVE and state.concert is not None and not state.concert.revealed
