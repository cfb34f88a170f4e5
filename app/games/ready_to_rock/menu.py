"""The menus: every choice, open or blocked.

Actions are judged on the table as clean-up would leave it, moves on the table as it is
(RTR-056).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

from app.games.contract import Option, Seat
from app.games.ready_to_rock import refusals
from app.games.ready_to_rock.cells import (
    CONCERT,
    LAYABLE,
    NAME,
    SIDE,
    SPOT,
    STEPS,
    TICKET_CELLS,
    TURNED,
    Cell,
    neighbours,
)
from app.games.ready_to_rock.content import CONTENT, FLASHES, PATHS, WALLS, kinds
from app.games.ready_to_rock.state import (
    ChooseTicket,
    Discard,
    Divide,
    Laid,
    Land,
    Over,
    State,
    Turn,
    Weather,
)
from app.games.ready_to_rock.ways import cleaned, landing_cell, reachable, sides_at

END = Option("end", "actions/end")
END_EARLY = Option("end", "actions/end", confirm="end_early")


def menu(state: State, seat: Seat, open_only: bool) -> list[Option]:
    """The menu of a seat that owes a decision."""
    match state.step:
        case Turn():
            options = list(_open(state))
            # moves come first, so an action that is open stands last
            could_act = bool(options) and not options[-1].move.startswith("move:")
            if not open_only:
                options += _blocked(state)
            options.append(END_EARLY if could_act else END)
            return options
        case Land(cell):
            return [
                _landing(kind, cell, turn)
                for kind in kinds(state.rocker.hand)
                if kind in PATHS
                for turn, _ in TURNED[kind]
            ]
        case Discard() | Weather():
            return [_discard(kind) for kind in kinds(state.rockers[seat].hand)]
        case ChooseTicket():
            return list(_TICKETS)
        case Divide():
            return list(_DIVISIONS)
        case Over():
            return []


def nothing_to_choose(state: State) -> bool:
    """In a turn: neither an action nor a move is open, only the end (RTR-029)."""
    return next(_open(state), None) is None


class Table:
    """What actions are judged on: the cleaned grid and the active rocker."""

    __slots__ = ("grid", "hand", "left", "pawn", "state")

    def __init__(self, state: State) -> None:
        self.state = state
        self.grid = cleaned(state)
        self.pawn: Cell = state.rocker.pawn
        self.hand = state.rocker.hand
        self.left = state.actions.left


def _open(state: State) -> Iterator[Option]:
    """Every open choice of a turn but its end: moves, then actions by kind of card."""
    if state.actions.moves:
        for cell in sorted(reachable(state.grid, state.rocker.pawn)):
            if cell != state.rocker.pawn:
                yield _move(cell)
    if not state.actions.left or not state.rocker.hand:
        return
    table = Table(state)
    for kind in kinds(table.hand):
        if kind in PATHS:
            yield from _paths(table, kind)
        elif kind in WALLS:
            for cell in wall_cells(table.grid):
                yield _wall(kind, cell)
        else:
            yield from _FLASH_MENUS.get(kind, _plain)(table, kind)
    yield from _smashes(table)


def _paths(table: Table, kind: str) -> Iterator[Option]:
    """In the empty cells before the pawn, then over every path card (RTR-047, RTR-049)."""
    sides = sides_at(table.grid, table.pawn)
    for side, step, facing in STEPS:
        cell = table.pawn + step
        if sides & side and cell in LAYABLE and cell not in table.grid:
            for turn, openings in TURNED[kind]:
                if openings & facing:
                    yield _path(kind, cell, turn)
    for cell, card in table.grid.items():
        if card.kind in PATHS:
            for turn, _ in TURNED[kind]:
                yield _path(kind, cell, turn)


def wall_cells(grid: dict[Cell, Laid]) -> list[Cell]:
    """Empty cells of the concert beside a path card or a wall (RTR-058)."""
    beside = {neighbour for cell in grid for neighbour in neighbours(cell)}
    return sorted((beside & CONCERT).difference(grid))


def _smashes(table: Table) -> Iterator[Option]:
    for cell, wall in table.grid.items():
        if wall.kind in WALLS:
            for kind in kinds(table.hand):
                if _smashes_with(wall.kind, kind):
                    yield _smash(cell, kind)


def _smashes_with(wall: str, kind: str) -> bool:
    """Whether discarding ``kind`` destroys a wall (RTR-062 to RTR-064)."""
    smash = WALLS[wall].smash
    return smash == "any_card" or (smash == "flash_card" and kind in FLASHES)


def _plain(table: Table, kind: str) -> Iterator[Option]:
    yield _flash(kind)


def _modes(table: Table, kind: str) -> Iterator[Option]:
    for mode in FLASHES[kind].choose:
        yield _flash(f"{kind}:{mode.mode}", f"hand/{kind}")


def _targets(table: Table, kind: str) -> Iterator[Option]:
    for seat in range(len(table.state.rockers)):
        if seat != table.state.active and refusals.target(table.state, kind, seat) is None:
            yield _flash(f"{kind}:{seat}", f"rocker-{seat}/name")


def _surfs(table: Table, kind: str) -> Iterator[Option]:
    for letter, side in SIDE.items():
        if refusals.surf(table.state, table.grid, side) is None:
            cell = landing_cell(table.grid, table.pawn, side)
            assert cell is not None
            yield _flash(f"{kind}:{letter}", SPOT[cell])


_FLASH_MENUS: dict[str, Callable[[Table, str], Iterator[Option]]] = {
    kind: _modes if card.choose else _targets if card.target else _surfs
    for kind, card in FLASHES.items()
    if card.choose or card.target or card.ability == "body_surfing"
}


def _blocked(state: State) -> Iterator[Option]:
    """What a rocker would look for in a turn and can't have, with the reason."""
    if not state.actions.moves:
        for cell in sorted(reachable(state.grid, state.rocker.pawn)):
            if cell != state.rocker.pawn:
                yield Option(f"move:{NAME[cell]}", SPOT[cell], refusals.NO_MOVES)
    hand = kinds(state.rocker.hand)
    if not state.actions.left:
        reason = refusals.no_actions(state)
        for kind in hand:
            yield Option(f"{_word(kind)}:{kind}", f"hand/{kind}", reason)
        return
    table = Table(state)
    for kind in hand:
        yield from _blocked_card(table, kind)
    for cell, wall in table.grid.items():
        if wall.kind in WALLS and not any(_smashes_with(wall.kind, kind) for kind in hand):
            reason = refusals.SMASH[WALLS[wall.kind].smash]
            yield Option(f"smash:{NAME[cell]}", SPOT[cell], reason)


def _blocked_card(table: Table, kind: str) -> Iterator[Option]:
    card = FLASHES.get(kind)
    if card is None:
        if kind in PATHS and next(_paths(table, kind), None) is None:
            yield Option(f"path:{kind}", f"hand/{kind}", refusals.CLOSED_SIDE)
        if kind in WALLS and not wall_cells(table.grid):
            yield Option(f"wall:{kind}", f"hand/{kind}", refusals.WALL_ALONE)
    elif card.target:
        for seat in range(len(table.state.rockers)):
            reason = refusals.target(table.state, kind, seat)
            if seat != table.state.active and reason is not None:
                yield Option(f"flash:{kind}:{seat}", f"rocker-{seat}/name", reason)
    elif card.ability == "body_surfing" and next(_surfs(table, kind), None) is None:
        for letter, side in SIDE.items():
            reason = refusals.surf(table.state, table.grid, side)
            yield Option(f"flash:{kind}:{letter}", f"hand/{kind}", reason)


def _word(kind: str) -> str:
    return "path" if kind in PATHS else "wall" if kind in WALLS else "flash"


# Options are frozen and few: each is made once.


@cache
def _move(cell: Cell) -> Option:
    return Option(f"move:{NAME[cell]}", SPOT[cell])


@cache
def _path(kind: str, cell: Cell, turn: int) -> Option:
    return Option(f"path:{kind}:{NAME[cell]}:{turn}", SPOT[cell])


@cache
def _wall(kind: str, cell: Cell) -> Option:
    return Option(f"wall:{kind}:{NAME[cell]}", SPOT[cell])


@cache
def _smash(cell: Cell, kind: str) -> Option:
    return Option(f"smash:{NAME[cell]}:{kind}", SPOT[cell])


@cache
def _flash(rest: str, where: str = "") -> Option:
    return Option(f"flash:{rest}", where or f"hand/{rest}")


@cache
def _landing(kind: str, cell: Cell, turn: int) -> Option:
    return Option(f"land:{kind}:{turn}", SPOT[cell])


@cache
def _discard(kind: str) -> Option:
    return Option(f"discard:{kind}", f"hand/{kind}")


_TICKETS = tuple(
    Option(f"ticket:{ticket.id}", SPOT[TICKET_CELLS[ticket.id]]) for ticket in CONTENT.ticket
)
_DIVISIONS = tuple(Option(f"divide:{side}", f"stage/{side}") for side in ("left", "right"))
