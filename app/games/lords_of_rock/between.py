"""Between concerts: draw step, hand limit, the next host, encores, the end (LOR-106 to 145)."""

from __future__ import annotations

from collections.abc import Sequence

from app.games.contract import Result, Seat
from app.games.kit import ranking
from app.games.lords_of_rock.concert import set_aside, turn_up_asides
from app.games.lords_of_rock.content import CONSTANTS, VENUES
from app.games.lords_of_rock.powers import VALHALLA_CARDS
from app.games.lords_of_rock.state import (
    Concert,
    LayingVenue,
    Limiting,
    Over,
    RunConcert,
    RunDecision,
    RunDraw,
    RunTurn,
    State,
    Table,
)


def next_concert(table: Table, step: RunConcert) -> None:
    """The next host clockwise, the Anchor Band last in every round (LOR-039)."""
    state = table.state
    state.concert = None
    state.step = LayingVenue((state.anchor + 1 + state.hosted) % state.seats)


def draw_step(table: Table, step: RunDraw) -> None:
    """All draw in resolution order, the winners with their riders (LOR-107, LOR-121)."""
    state = table.state
    stage = state.stage
    winners = state.last.winners if state.last else []
    riders = VENUES[stage.venue].riders
    for seat in stage.resolution_order:
        player = state.players[seat]
        valhalla = stage.effect("valhalla-never-closes", seat) is not None
        won = seat in winners
        number = CONSTANTS.rider_draw if won and "draw_four" in riders else CONSTANTS.draw
        player.exempt = valhalla or (won and "no_hand_limit" in riders)
        table.draw(seat, number + VALHALLA_CARDS * valhalla)
    for player in state.players:
        player.done = player.exempt or len(player.hand) <= CONSTANTS.hand_limit
    _limit_or_go_on(table)


def limit(table: Table, step: Limiting, seat: Seat, words: Sequence[str]) -> None:
    """Discard a card towards the hand limit; cards turn up when all are done (LOR-112)."""
    player = table.state.players[seat]
    set_aside(table, seat, words[1])
    player.done = len(player.hand) <= CONSTANTS.hand_limit
    _limit_or_go_on(table)


def _limit_or_go_on(table: Table) -> None:
    state = table.state
    if not all(player.done for player in state.players):
        state.step = Limiting()
        return
    turn_up_asides(table, state.stage.resolution_order)
    state.step = RunConcert()


# -- Encores and the end -------------------------------------------------------------------


def decide(table: Table, step: RunDecision) -> None:
    """Find the winner, or let those who are level play an encore (LOR-136 to LOR-144)."""
    state = table.state
    stage = state.stage
    standing = {
        seat: state.players[seat].tallies[-1] if stage.encore else state.players[seat].souls
        for seat in stage.seats
    }
    best = max(standing.values())
    level = sorted(seat for seat, value in standing.items() if value == best)
    if len(level) > 1 and state.venue_deck:
        _start_encore(table, level, stage.encore + 1)
        return
    state.concert = None
    state.step = Over()
    table.tell("over", winners=level)


def _start_encore(table: Table, level: Sequence[Seat], number: int) -> None:
    state = table.state
    clockwise = sorted(level, key=lambda seat: (seat - state.anchor - 1) % state.seats)
    host = clockwise[-1]
    table.tell("encore", number=number, seats=list(level))
    order = [host, *clockwise[:-1]]
    for seat in order:
        player = state.players[seat]
        cards, player.hand = player.hand, []
        state.deck.discard(*cards)
        if cards:
            table.tell("discarded", seat, cards=cards)
    for seat in order:
        table.draw(seat, CONSTANTS.encore_hand)
    venue = state.venue_deck.pop()
    state.concert = Concert(venue, host, clockwise, list(VENUES[venue].skills), encore=number)
    table.tell("encore_venue", host, venue=venue)
    state.step = RunTurn(host)


def result(state: State) -> Result | None:
    """The ranking: souls, then encores by how long one stayed in and its tally (LOR-145)."""
    if not isinstance(state.step, Over):
        return None
    keys: dict[Seat, tuple[float, ...]] = {}
    details: dict[Seat, dict[str, int]] = {}
    for seat, player in enumerate(state.players):
        tally = player.tallies[-1] if player.tallies else 0
        keys[seat] = (player.souls, len(player.tallies), tally)
        details[seat] = {"souls": player.souls}
        if player.tallies:
            details[seat]["encore"] = tally
    scores = {seat: player.souls for seat, player in enumerate(state.players)}
    return ranking.rank(keys, scores, ("encores", "encore"), details)
