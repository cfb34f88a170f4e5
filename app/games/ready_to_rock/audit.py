"""The invariants of the ledger, checked in every state of every test game."""

from __future__ import annotations

from collections import Counter

from app.games.contract import Broken
from app.games.ready_to_rock.cells import NOWHERE, OPENINGS, TICKETS, column, row
from app.games.ready_to_rock.content import (
    CARDS,
    CONTENT,
    PATHS,
    STAGE_CARDS,
    WALL_OF_DEATH,
    WALLS,
)
from app.games.ready_to_rock.state import ChooseTicket, Divide, Land, Over, State, Turn, Weather
from app.games.ready_to_rock.ways import closing, has_won

LIMITS = CONTENT.limits


def audit(state: State) -> None:
    """Raise `Broken` if an invariant does not hold."""
    _cards(state)
    _table(state)
    _pawns(state)
    _turn(state)
    _end(state)


def _require(holds: bool, rule: str, what: str) -> None:
    if not holds:
        raise Broken(rule, what)


def _cards(state: State) -> None:
    found = Counter([*state.deck.draw, *state.deck.used])
    found.update(card.kind for card in state.grid.values())
    for rocker in state.rockers:
        found.update(rocker.hand)
    if state.playing:
        found[state.playing] += 1
    _require(
        found == {kind: card.copies for kind, card in CARDS.items()},
        "RTR-009",
        "the common deck has gained or lost cards",
    )
    stage = Counter([*state.stage.draw, *state.stage.used])
    if state.on_stage:
        stage[state.on_stage] += 1
    _require(
        stage == {kind: card.copies for kind, card in STAGE_CARDS.items()},
        "RTR-010",
        "the stage deck has gained or lost cards",
    )


def _table(state: State) -> None:
    for cell, card in state.grid.items():
        _require(cell not in TICKETS, "RTR-051", "a card lies on a ticket")
        _require(abs(column(cell)) <= 9 and 1 <= row(cell) <= 12, "RTR-008", "off the table")
        _require(card.turn in OPENINGS[card.kind], "RTR-015", f"{card.kind} turned {card.turn}")
    orders = [card.order for card in state.grid.values()]
    _require(len(set(orders)) == len(orders), "RTR-052", "two cards laid at the same time")
    _require(all(1 <= order <= state.laid for order in orders), "RTR-052", "order numbers")
    laid_walls = Counter(card.kind for card in state.grid.values() if card.kind in WALLS)
    _require(
        all(number <= WALLS[kind].copies for kind, number in laid_walls.items()),
        "RTR-009",
        "more walls than there are",
    )


def _pawns(state: State) -> None:
    for rocker in state.rockers:
        card = state.grid.get(rocker.pawn)
        on_path = card is not None and card.kind in PATHS
        waits = rocker.pawn == NOWHERE and isinstance(state.step, ChooseTicket)
        _require(on_path or rocker.pawn in TICKETS or waits, "RTR-044", "a pawn without a floor")
        _require(0 <= rocker.debt <= LIMITS.debt_cap, "RTR-037", "a debt out of bounds")
    paths = sum(card.kind in PATHS for card in state.grid.values())
    _require(paths <= len(state.rockers) + 1, "RTR-054", "too many path cards")
    fresh = isinstance(state.step, Turn) and not state.actions.taken
    if fresh and state.actions.moves == LIMITS.moves_per_window:
        _require(not closing(state), "RTR-054", "an empty path card at the start of a turn")


def _turn(state: State) -> None:
    actions = state.actions
    _require(
        actions.taken + actions.missed + actions.left == actions.granted
        and min(actions.taken, actions.missed, actions.left) >= 0
        and 2 <= actions.granted <= LIMITS.granted_actions_cap,
        "RTR-040",
        f"actions do not add up: {actions}",
    )
    _require(0 <= actions.moves <= LIMITS.moves_per_window, "RTR-046", "moves out of bounds")
    playing = isinstance(state.step, Turn | Land | Divide | Weather)
    if playing:
        _require(not (state.rocker.debt and actions.left), "RTR-034", "a debt is not paid")
    if isinstance(state.step, Turn):
        _require(not state.playing, "RTR-068", "a flash card was left lying apart")
        _require(not has_won(state), "RTR-106", "the active rocker has won, unnoticed")
        _require(state.on_stage in {"", WALL_OF_DEATH}, "RTR-101", "a stage card was left")
    if isinstance(state.step, Divide):
        _require(state.on_stage == WALL_OF_DEATH, "RTR-101", "a division without its card")
    if isinstance(state.step, Weather):
        _require(bool(state.step.pending), "RTR-092", "nobody has to choose")


def _end(state: State) -> None:
    _require(1 <= state.round <= state.curfew, "RTR-111", "a round after the curfew")
    if isinstance(state.step, Over):
        winners = state.step.winners
        enough = len(winners) >= 1 if state.step.curfew else winners == [state.active]
        _require(enough, "RTR-106", "the wrong number of winners")
