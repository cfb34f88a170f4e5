"""Which cards are connected, what can be reached, and what clean-up leaves."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from app.games.ready_to_rock.cells import (
    ALL_SIDES,
    FRONT,
    GOAL,
    STEP,
    STEPS,
    TICKETS,
    Cell,
    Sides,
)
from app.games.ready_to_rock.content import WALLS
from app.games.ready_to_rock.state import Laid, State

Grid = Mapping[Cell, Laid]


def sides_at(grid: Grid, cell: Cell) -> Sides:
    """The open sides of the ticket or path card in a cell; none for a wall or an empty cell."""
    if cell in TICKETS:
        return ALL_SIDES
    card = grid.get(cell)
    return card.sides if card is not None else 0


def reachable(grid: Grid, start: Cell) -> list[Cell]:
    """The cells of all cards that a chain of connected cards leads to, ``start`` first
    (RTR-042, RTR-043)."""
    found = [start]
    seen = {start}
    for cell in found:
        sides = sides_at(grid, cell)
        for side, step, facing in STEPS:
            if sides & side:
                other = cell + step
                if other not in seen and sides_at(grid, other) & facing:
                    seen.add(other)
                    found.append(other)
    return found


def closing(state: State) -> list[Cell]:
    """The path cards that the next clean-up takes: nobody stands on them (RTR-054)."""
    pawns = {rocker.pawn for rocker in state.rockers}
    return [
        cell for cell, card in state.grid.items() if cell not in pawns and card.kind not in WALLS
    ]


def cleaned(state: State) -> dict[Cell, Laid]:
    """The grid as clean-up would leave it now; actions are judged on it (RTR-056)."""
    gone = closing(state)
    if not gone:
        return state.grid
    return {cell: card for cell, card in state.grid.items() if cell not in gone}


def has_won(state: State) -> bool:
    """The active rocker stands on, or can reach, a goal card open to the front (RTR-106)."""
    goal = state.grid.get(GOAL)
    return (
        goal is not None
        and bool(goal.sides & FRONT)
        and GOAL in reachable(state.grid, state.rocker.pawn)
    )


def landing_cell(grid: Grid, start: Cell, side: Sides) -> Cell | None:
    """The first cell behind the walls on a side of a card; ``None`` without a wall (RTR-081)."""
    step = STEP[side]
    cell = start + step
    while (card := grid.get(cell)) is not None and card.kind in WALLS:
        cell += step
    return None if cell == start + step else cell


def walls(grid: Grid, kinds: Iterable[str] = WALLS) -> list[Cell]:
    """The cells of the walls of some kinds, from the stage backwards."""
    return sorted(cell for cell, card in grid.items() if card.kind in kinds)
