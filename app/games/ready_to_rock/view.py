"""What a viewer sees, cut into regions, and look-alikes for those who can't see more."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec

from app.games.chance import Chance
from app.games.contract import Region, Seat, Viewer
from app.games.ready_to_rock.cells import (
    FRONT,
    GOAL,
    NOWHERE,
    SPOT,
    TICKETS,
    Cell,
    column,
    distance,
    letters,
    row,
)
from app.games.ready_to_rock.content import ORDER, PATHS, STAGE_CARDS, WALL_OF_DEATH, kinds
from app.games.ready_to_rock.state import Discard, Divide, Land, Over, State, Weather
from app.games.ready_to_rock.ways import closing

_CODEC = msgspec.msgpack.Decoder(State)

PLACES: dict[Cell, dict[str, Any]] = {
    place: {"cell": spot.partition("/")[2], "column": column(place), "row": row(place)}
    for place, spot in SPOT.items()
}
"""Every cell as a view names it."""
PLACES[NOWHERE] = {"cell": "", "column": None, "row": None}


def open_view(state: State) -> list[Region]:
    """See `contract.Rules.open_view`."""
    return [
        Region("stage", _stage(state)),
        Region("grid", _grid(state)),
        Region("actions", _actions(state)),
        Region("decks", _decks(state)),
        *(Region("rocker", _rocker(state, seat), str(seat)) for seat in range(len(state.rockers))),
    ]


def own_view(state: State, seat: Seat) -> list[Region]:
    """See `contract.Rules.own_view`."""
    return [Region("hand", _hand(state, seat))]


def _stage(state: State) -> dict[str, Any]:
    """``card``: what lies on the stage; ``last``: what was carried out before it."""
    return {
        "card": state.on_stage,
        "last": state.stage.used[-1] if state.stage.used else "",
        "waiting": state.on_stage == WALL_OF_DEATH and not isinstance(state.step, Divide),
        "deck": len(state.stage.draw),
        "pile": state.stage.used,
        "dividing": state.active if isinstance(state.step, Divide) else None,
    }


def _grid(state: State) -> dict[str, Any]:
    """``cards`` from the stage backwards; ``closing``: gone at the next clean-up (RTR-054)."""
    pawns: dict[Cell, list[Seat]] = {}
    for seat, rocker in enumerate(state.rockers):
        if rocker.pawn != NOWHERE:
            pawns.setdefault(rocker.pawn, []).append(seat)
    gone = closing(state)
    goal = state.grid.get(GOAL)
    return {
        "cards": [
            {
                **PLACES[cell],
                "kind": card.kind,
                "turn": card.turn,
                "openings": letters(card.sides),
                "order": card.order,
                "pawns": pawns.get(cell, []),
                "closing": cell in gone,
            }
            for cell, card in sorted(state.grid.items())
        ],
        "tickets": [
            {**PLACES[cell], "id": ticket, "pawns": pawns.get(cell, [])}
            for cell, ticket in TICKETS.items()
        ],
        "landing": PLACES[state.step.cell]["cell"] if isinstance(state.step, Land) else "",
        "active": state.active,
        "goal_open": goal is not None and bool(goal.sides & FRONT),
    }


def _actions(state: State) -> dict[str, Any]:
    """``step`` names the open question, ``asked`` who owes an answer (RTR-118)."""
    actions = state.actions
    return {
        "active": state.active,
        "starting": state.starting,
        "round": state.round,
        "curfew": state.curfew,
        "granted": actions.granted,
        "taken": actions.taken,
        "missed": actions.missed,
        "left": actions.left,
        "moves": actions.moves,
        "playing": state.playing,
        "step": state.decision,
        "asked": sorted(state.asked),
        "winners": state.step.winners if isinstance(state.step, Over) else [],
        "by_curfew": isinstance(state.step, Over) and state.step.curfew,
    }


def _decks(state: State) -> dict[str, Any]:
    """``kinds`` and ``stage``: what lies in the two discard piles (RTR-121)."""
    pile = Counter(state.deck.used)
    return {
        "deck": len(state.deck.draw),
        "pile": len(state.deck.used),
        "top": state.deck.used[-1] if state.deck.used else "",
        "kinds": [{"kind": kind, "count": pile[kind]} for kind in kinds(state.deck.used)],
        "stage": [
            {"kind": kind, "count": count}
            for kind in STAGE_CARDS
            if (count := state.stage.used.count(kind))
        ],
    }


def _rocker(state: State, seat: Seat) -> dict[str, Any]:
    """A rocker as everybody sees it; the hand is shown when the game is over (RTR-113)."""
    rocker = state.rockers[seat]
    step = state.step
    over = isinstance(step, Over)
    return {
        "seat": seat,
        "active": seat == state.active and not over,
        "starting": seat == state.starting,
        "cards": len(rocker.hand),
        "debt": rocker.debt,
        "ready": isinstance(step, Weather) and seat not in step.pending,
        **PLACES[rocker.pawn],
        "steps": None if rocker.pawn == NOWHERE else distance(rocker.pawn),
        "winner": isinstance(step, Over) and seat in step.winners,
        "hand": sorted(rocker.hand, key=ORDER.__getitem__) if over else None,
    }


def _hand(state: State, seat: Seat) -> dict[str, Any]:
    hand = Counter(state.rockers[seat].hand)
    step = state.step
    return {
        "seat": seat,
        "mine": True,
        "active": seat == state.active,
        "cards": [{"kind": kind, "count": hand[kind]} for kind in kinds(list(hand))],
        "chosen": step.chosen.get(seat, "") if isinstance(step, Weather) else "",
    }


def redeal(state: State, viewer: Viewer, chance: Chance) -> State:
    """The same table with other hands and decks, as far as ``viewer`` can't see them.

    Hidden hands are dealt so that their rockers could have been asked what they are asked.
    """
    other = _CODEC.decode(msgspec.msgpack.encode(state))
    if isinstance(other.step, Over):
        return other
    hidden = [rocker for seat, rocker in enumerate(other.rockers) if seat != viewer]
    pool = [*other.deck.draw, *(kind for rocker in hidden for kind in rocker.hand)]
    chance.shuffle(other.stage.draw)
    while True:
        chance.shuffle(pool)
        start = 0
        for rocker in hidden:
            end = start + len(rocker.hand)
            rocker.hand = pool[start:end]
            start = end
        if _could_be_asked(other):
            break
    other.deck.draw = pool[start:]
    if isinstance(other.step, Weather):
        for seat in other.step.chosen:
            if seat != viewer:
                other.step.chosen[seat] = chance.pick(other.rockers[seat].hand)
    return other


def _could_be_asked(state: State) -> bool:
    step = state.step
    if isinstance(step, Land):
        return any(kind in PATHS for kind in state.rocker.hand)
    if isinstance(step, Discard | Weather):
        return all(len(set(state.rockers[seat].hand)) > 1 for seat in state.asked)
    return True
