"""How many cards each pawn still needs: the measure by which computer players judge a table.

A search from the goal over the cells of the board. Entering an empty cell costs a card, a
connected card or a ticket nothing, a card that must be overlaid one, a wall two and a half;
so does leaving the present card by a closed side, one. Costs are counted in halves of a card.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from app.games.ready_to_rock.cells import (
    ALL_SIDES,
    FRONT,
    GOAL,
    LAYABLE,
    STEPS,
    TICKETS,
    Cell,
    Sides,
)
from app.games.ready_to_rock.content import PATHS
from app.games.ready_to_rock.state import State
from app.games.ready_to_rock.ways import cleaned

_CARD = 2
_WALL = 5
_LOST = 99
_WALLED: Sides = -1

_FIELD = LAYABLE.union(TICKETS)


def race(state: State) -> list[float]:
    """For every seat: the cards that its pawn needs to an open goal card."""
    grid = cleaned(state)
    table = tuple(
        sorted((cell, card.sides if card.kind in PATHS else _WALLED) for cell, card in grid.items())
    )
    return _race(table, tuple(rocker.pawn for rocker in state.rockers))


@lru_cache(maxsize=2048)
def _race(table: tuple[tuple[Cell, Sides], ...], pawns: tuple[Cell, ...]) -> list[float]:
    costs = _costs(dict(table), set(pawns))
    return [costs.get(pawn, _LOST) / _CARD for pawn in pawns]


def _costs(table: dict[Cell, Sides], wanted: set[Cell]) -> dict[Cell, int]:
    """The cost from each wanted cell, in halves of a card, spreading from the goal."""
    waiting = set(wanted)
    found: dict[Cell, int] = {}
    # a bucket a cost: what is entered there is settled in order of cost
    buckets: list[list[Cell]] = [[] for _ in range(_LOST)]
    goal_sides = table.get(GOAL, 0)
    buckets[0 if goal_sides == _WALLED or goal_sides & FRONT or GOAL not in table else _CARD] = [
        GOAL
    ]
    for cost, bucket in enumerate(buckets):
        for cell in bucket:
            if cell in found:
                continue
            found[cell] = cost
            waiting.discard(cell)
            if not waiting:
                return found
            _spread(table, cell, cost, found, buckets)
    return found


def _spread(
    table: dict[Cell, Sides],
    cell: Cell,
    cost: int,
    found: dict[Cell, int],
    buckets: Sequence[list[Cell]],
) -> None:
    """Put the neighbours from which ``cell`` is entered into their buckets."""
    own = ALL_SIDES if cell in TICKETS else table.get(cell)
    for side, step, facing in STEPS:
        other = cell + step
        if other in found or (other not in _FIELD and other not in table):
            continue
        if own is None:
            enter = _CARD
        elif own == _WALLED:
            enter = _WALL
        else:
            enter = 0 if own & side else _CARD
        leave = table.get(other)
        if leave is not None and leave != _WALLED and not leave & facing:
            enter += _CARD
        total = cost + enter
        if total < _LOST:
            buckets[total].append(other)
