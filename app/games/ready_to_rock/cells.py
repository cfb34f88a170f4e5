"""Places and directions (RTR-001 to RTR-008).

A cell is one whole number, ``row * 32 + column + 16``: a step in any direction is an addition,
and look-ups by cell are look-ups by a small int.
"""

from __future__ import annotations

from app.games.ready_to_rock.content import CONTENT, PATHS, WALLS

Cell = int
Sides = int
"""A set of the sides `FRONT`, `BACK`, `LEFT`, `RIGHT`, as bits."""

NOWHERE: Cell = -1
"""Where a pawn is before its rocker has chosen a ticket."""

FRONT, BACK, LEFT, RIGHT = 1, 2, 4, 8
ALL_SIDES: Sides = FRONT | BACK | LEFT | RIGHT

_ROW = 32
_MIDDLE = 16


def cell(column: int, row: int) -> Cell:
    return row * _ROW + column + _MIDDLE


def column(place: Cell) -> int:
    return place % _ROW - _MIDDLE


def row(place: Cell) -> int:
    return place // _ROW


SIDE = {"F": FRONT, "B": BACK, "L": LEFT, "R": RIGHT}
STEP = {FRONT: -_ROW, BACK: _ROW, LEFT: -1, RIGHT: 1}
OPPOSITE = {FRONT: BACK, BACK: FRONT, LEFT: RIGHT, RIGHT: LEFT}
STEPS = tuple((side, STEP[side], OPPOSITE[side]) for side in (FRONT, BACK, LEFT, RIGHT))
"""(side, step to the neighbour on that side, the neighbour's side that faces back)."""


def neighbours(place: Cell) -> tuple[Cell, ...]:
    return tuple(place + step for _, step, _ in STEPS)


def letters(sides: Sides) -> str:
    """Sides as text: "FBL"."""
    return "".join(letter for letter, side in SIDE.items() if sides & side)


def half_turn(sides: Sides) -> Sides:
    """F and B change places, and so do L and R (RTR-015)."""
    return sum(OPPOSITE[side] for side in OPPOSITE if sides & side)


TURNED: dict[str, tuple[tuple[int, Sides], ...]] = {}
"""By path kind: every (turn, openings) in which it may lie."""

OPENINGS: dict[str, dict[int, Sides]] = {kind: {0: 0} for kind in WALLS}
"""By kind and turn: the open sides; a wall has none (RTR-060)."""

for _card in PATHS.values():
    _sides = sum(SIDE[letter] for letter in _card.openings)
    _both = {0: _sides, 180: half_turn(_sides)}
    OPENINGS[_card.id] = {turn: _both[turn] for turn in _card.turns}
    TURNED[_card.id] = tuple(OPENINGS[_card.id].items())

STAGE = cell(*CONTENT.grid.stage)
GOAL = cell(*CONTENT.grid.goal)
TICKETS: dict[Cell, str] = {cell(*ticket.cell): ticket.id for ticket in CONTENT.ticket}
TICKET_CELLS: dict[str, Cell] = {ticket: place for place, ticket in TICKETS.items()}


def _span(bounds: tuple[int, int]) -> range:
    return range(bounds[0], bounds[1] + 1)


COLUMNS = _span(CONTENT.grid.carried_columns)
ROWS = _span(CONTENT.grid.lay_rows)

BOARD = tuple(cell(c, r) for r in ROWS for c in COLUMNS)
"""Every cell in which a card can ever lie, row by row from the stage."""

LAYABLE = frozenset(cell(c, r) for r in ROWS for c in _span(CONTENT.grid.lay_columns)).difference(
    TICKETS
)
"""Where a path card may be laid (RTR-007)."""

CONCERT = frozenset(
    cell(c, r) for c in _span(CONTENT.grid.concert_columns) for r in range(1, 9 - abs(c))
)
"""The wedge in front of the tickets, where walls may be laid (RTR-006)."""

SPOT = {place: f"grid/c{column(place)}r{row(place)}" for place in (*BOARD, STAGE)}
"""The board element of a cell."""

NAME = {place: f"{column(place)}:{row(place)}" for place in (*BOARD, STAGE)}
"""A cell as it stands in a move."""


def distance(place: Cell) -> int:
    """Steps to the goal, whatever lies between (RTR-111)."""
    return abs(column(place)) + abs(row(place) - row(GOAL))
