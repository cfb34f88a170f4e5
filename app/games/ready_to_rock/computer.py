"""Computer players: the ledger's heuristics, and the choices made when time is out."""

from __future__ import annotations

from collections.abc import Sequence

from app.games.chance import Chance
from app.games.contract import Option, Seat
from app.games.ready_to_rock.cells import FRONT, OPENINGS, TICKET_CELLS, TICKETS, column
from app.games.ready_to_rock.content import CONTENT, FLASHES, KEEP, PATHS, kinds
from app.games.ready_to_rock.racing import race
from app.games.ready_to_rock.state import (
    ChooseTicket,
    Discard,
    Divide,
    Land,
    Over,
    State,
    Turn,
    Weather,
)

WON = 1_000.0
FAR = 16.0
HINDER = (1.2, 0.6, 0.3)
"""What a card more to go is worth for the leading rival, the second, and each of the others."""


def automatic(state: State, seat: Seat) -> str:
    """The automatic choice of the ledger's table of decisions (RTR-128)."""
    match state.step:
        case ChooseTicket():
            return f"ticket:{_free_ticket(state)}"
        case Land():
            return f"land:{_landing(state)}"
        case Discard() | Weather():
            return f"discard:{least_kept(state.rockers[seat].hand)}"
        case Divide():
            return "divide:right"
        case Turn() | Over():
            return "end"


def _free_ticket(state: State) -> str:
    """The ticket with the fewest pawns; the furthest out; the left one."""
    pawns = [rocker.pawn for rocker in state.rockers]
    best = min(TICKETS, key=lambda at: (pawns.count(at), -abs(column(at)), column(at)))
    return TICKETS[best]


def _landing(state: State) -> str:
    """The first card of the hand that is open to the front, else the first."""
    lays = [
        (kind, turn, sides)
        for kind in kinds(state.rocker.hand)
        if kind in PATHS
        for turn, sides in OPENINGS[kind].items()
    ]
    kind, turn, _ = next((lay for lay in lays if lay[2] & FRONT), lays[0])
    return f"{kind}:{turn}"


def least_kept(hand: list[str]) -> str:
    """The kind with the lowest ``keep``; of equals the first in the content."""
    return min(kinds(hand), key=KEEP.__getitem__)


def advise(state: State, seat: Seat, options: Sequence[Option], chance: Chance) -> str | None:
    """Where the heuristics name the move: tickets, discards, extra actions before a sprint."""
    match state.step:
        case ChooseTicket():
            return f"ticket:{_good_ticket(state, seat, chance)}"
        case Discard() | Weather():
            return f"discard:{least_kept(state.rockers[seat].hand)}"
        case Turn():
            return _sprint(state, options)
        case _:
            return None


_INNER = 2
_OUTER = 4


def _good_ticket(state: State, seat: Seat, chance: Chance) -> str:
    """Away from the centre unless the hand leads straight ahead (heuristic 13)."""
    straight = sum(
        kind in PATHS and {"F", "B"} <= set(PATHS[kind].openings)
        for kind in state.rockers[seat].hand
    )
    pawns = [rocker.pawn for rocker in state.rockers]
    if straight >= 3 and TICKET_CELLS["ticket-main-gate"] not in pawns:
        return "ticket-main-gate"
    good = [at for at in TICKETS if _INNER <= abs(column(at)) <= _OUTER]
    fewest = min(pawns.count(at) for at in good)
    return TICKETS[chance.pick([at for at in good if pawns.count(at) == fewest])]


def _sprint(state: State, options: Sequence[Option]) -> str | None:
    """Extra actions first, when a useful card is left for at least one of them (heuristic 9)."""
    useful = sum(kind in PATHS for kind in state.rocker.hand)
    if useful <= state.actions.left:
        return None
    moves = {option.move for option in options}
    for card in sorted(FLASHES.values(), key=lambda card: -card.keep):
        for mode in card.choose:
            extra = f"flash:{card.id}:{mode.mode}"
            if mode.gain.actions and extra in moves:
                return extra
    return None


def appraise(state: State, seat: Seat) -> float:
    """How far the own pawn and the others have come, and what the hands are worth."""
    if isinstance(state.step, Over):
        return WON if seat in state.step.winners else -WON
    steps = race(state)
    rocker = state.rockers[seat]
    value = -10 * steps[seat] + _hand_worth(len(rocker.hand)) - 0.6 * rocker.debt
    if seat == state.active and isinstance(state.step, Turn):
        value += 1.2 * min(state.actions.left, len(rocker.hand))
    return value + _hindrance(state, seat, steps)


def _hand_worth(cards: int) -> float:
    """More for the first four (heuristic 8)."""
    few = min(cards, CONTENT.setup.start_hand)
    return 1.6 * few + 1.1 * (cards - few)


def _hindrance(state: State, seat: Seat, steps: list[float]) -> float:
    """What holds the rivals back: the leader most, whoever is next twice (heuristics 4, 7)."""
    value = 0.0
    seats = len(state.rockers)
    rivals = sorted((rival for rival in range(seats) if rival != seat), key=steps.__getitem__)
    following = (state.active + 1) % seats
    for place, rival in enumerate(rivals):
        far = min(steps[rival], FAR)
        weight = HINDER[min(place, 2)]
        if rival == following and far <= 4:
            weight *= 2
        value += weight * far
        other = state.rockers[rival]
        value += other.debt / 2 * (max(0.0, 9 - far) + 3 * (far <= 4))
        value -= 0.3 * max(0.0, 8 - far) * len(other.hand)
    return value
