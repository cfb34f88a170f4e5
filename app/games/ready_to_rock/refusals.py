"""Why a move is not on offer: the list of RTR-130, in its order.

`reason` judges any move of a turn from the rules alone, and gives ``None`` exactly for the open
items of the menu.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from app.games.contract import Blocked, Seat, Viewer
from app.games.ready_to_rock.cells import (
    COLUMNS,
    CONCERT,
    LAYABLE,
    OPENINGS,
    ROWS,
    SIDE,
    STAGE,
    STEPS,
    TICKETS,
    Cell,
    Sides,
    cell,
    neighbours,
)
from app.games.ready_to_rock.content import CARDS, CONTENT, FLASHES, PATHS, WALLS
from app.games.ready_to_rock.state import (
    ChooseTicket,
    Discard,
    Land,
    Over,
    State,
    Turn,
    Weather,
)
from app.games.ready_to_rock.ways import Grid, cleaned, landing_cell, reachable, sides_at

NOT_YOUR_TURN = Blocked("RTR-027", "not_your_turn")
FINISH_FIRST = Blocked("RTR-067", "finish_first")
NO_CARD = Blocked("RTR-032", "no_card")
NO_PATH_CARD = Blocked("RTR-083", "no_path_card")
NO_SUCH_CARD = Blocked("RTR-078", "no_such_card")
NO_ACTIONS = Blocked("RTR-026", "no_actions", {"actions": 1}, {"actions": 0})
MISSED_ACTIONS = Blocked("RTR-034", "missed_actions", {"actions": 1}, {"actions": 0})
NO_MOVES = Blocked("RTR-046", "no_moves", {"moves": 1}, {"moves": 0})
ALREADY_THERE = Blocked("RTR-044", "already_there")
NO_WAY = Blocked("RTR-042", "no_way")
NO_FLOOR = Blocked("RTR-044", "no_floor")
ON_TICKET = Blocked("RTR-051", "on_ticket")
ON_WALL = Blocked("RTR-061", "on_wall")
BARRIERS = Blocked("RTR-003", "barriers")
TOO_FAR = Blocked("RTR-007", "too_far")
NOT_BESIDE = Blocked("RTR-047", "not_beside")
CLOSED_SIDE = Blocked("RTR-047", "closed_side")
SAME_TURNED = Blocked("RTR-015", "same_turned")
OUTSIDE_CONCERT = Blocked("RTR-006", "outside_concert")
SOMEBODY_THERE = Blocked("RTR-059", "somebody_there")
WALL_ALONE = Blocked("RTR-058", "wall_alone")
NO_WALL = Blocked("RTR-060", "no_wall")
YOURSELF = Blocked("RTR-069", "yourself")
NO_LANDING = Blocked("RTR-086", "no_landing")
SURF_CLOSED = Blocked("RTR-080", "surf_closed")
SURF_NO_WALL = Blocked("RTR-080", "surf_no_wall")
NOT_OFFERED = Blocked("RTR-129", "not_offered")

SMASH = {
    "any_card": NO_CARD,
    "flash_card": Blocked("RTR-063", "only_flash"),
    "ballad": Blocked("RTR-064", "only_ballad"),
}
"""By a wall's ``smash``: why a card that doesn't destroy it, doesn't."""

_LANDING_ACTIONS = 2

_ITEM = re.compile(
    r"(?P<word>end)"
    r"|(?P<move>move):(?P<move_c>-?\d{1,3}):(?P<move_r>-?\d{1,3})"
    r"|(?P<path>path):(?P<path_kind>[a-z-]+):(?P<path_c>-?\d{1,3}):(?P<path_r>-?\d{1,3})"
    r":(?P<turn>0|180)"
    r"|(?P<wall>wall):(?P<wall_kind>[a-z-]+):(?P<wall_c>-?\d{1,3}):(?P<wall_r>-?\d{1,3})"
    r"|(?P<smash>smash):(?P<smash_c>-?\d{1,3}):(?P<smash_r>-?\d{1,3}):(?P<smash_kind>[a-z-]+)"
    r"|(?P<flash>flash):(?P<flash_kind>[a-z-]+)(?::(?P<argument>[a-zA-Z0-9]+))?"
)


def refusal(state: State, viewer: Viewer, move: str) -> Blocked:
    """The first reason that applies to a move that is not on the viewer's menu."""
    step = state.step
    if isinstance(step, Over) or viewer is None:
        return NOT_OFFERED
    asked = viewer in state.asked
    turn_item = _ITEM.fullmatch(move) is not None
    if viewer != state.active and (turn_item or not asked):
        return NOT_YOUR_TURN
    if isinstance(step, Turn):
        return reason(state, move) or NOT_OFFERED
    if turn_item and not isinstance(step, ChooseTicket):
        return FINISH_FIRST
    word, _, rest = move.partition(":")
    kind = rest.partition(":")[0]
    if asked and kind in CARDS and kind not in state.rockers[viewer].hand:
        if word == "land" and kind in PATHS and isinstance(step, Land):
            return NO_PATH_CARD
        if word == "discard" and isinstance(step, Discard | Weather):
            return NO_SUCH_CARD
    return NOT_OFFERED


def reason(state: State, move: str) -> Blocked | None:
    """Why the active rocker may not make a move of a turn now; ``None`` when it is open."""
    found = _ITEM.fullmatch(move)
    if found is None:
        return NOT_OFFERED
    part = {name: value for name, value in found.groupdict().items() if value is not None}
    word = next(iter(part.values())) if "word" not in part else "end"
    if word == "end":
        return None
    return _JUDGES[word](state, part)


def no_actions(state: State) -> Blocked:
    return MISSED_ACTIONS if state.actions.missed else NO_ACTIONS


def _can_use(state: State, kind: str, family: str = "") -> Blocked | None:
    """Whether the active rocker holds a card of a kind and has an action for it."""
    families = {"path": PATHS, "wall": WALLS, "flash": FLASHES}
    if kind not in families.get(family, CARDS):
        return NOT_OFFERED
    if kind not in state.rocker.hand:
        return NO_CARD
    return None if state.actions.left else no_actions(state)


def _place(part: dict[str, str], word: str) -> tuple[int, int]:
    return int(part[f"{word}_c"]), int(part[f"{word}_r"])


def _cell(place: tuple[int, int]) -> Cell | None:
    """The cell of (column, row), or ``None`` if no card ever lies there."""
    return cell(*place) if place[0] in COLUMNS and place[1] in ROWS else None


def _move(state: State, part: dict[str, str]) -> Blocked | None:
    where = _cell(_place(part, "move"))
    if not state.actions.moves:
        return NO_MOVES
    if where == state.rocker.pawn:
        return ALREADY_THERE
    if where is not None and where in reachable(state.grid, state.rocker.pawn):
        return None
    floor = where is not None and bool(sides_at(state.grid, where))
    return NO_WAY if floor else NO_FLOOR


def _covered(place: tuple[int, int], grid: Grid) -> Blocked | None:
    """Why no card at all is laid in a place: a ticket, a wall, the stage line."""
    where = _cell(place)
    if where in TICKETS:
        return ON_TICKET
    if where is not None and where in grid and grid[where].kind in WALLS:
        return ON_WALL
    return BARRIERS if place[1] < 1 else None


def _path(state: State, part: dict[str, str]) -> Blocked | None:
    kind, turn = part["path_kind"], int(part["turn"])
    place = _place(part, "path")
    grid = cleaned(state)
    blocked = _can_use(state, kind, "path") or _covered(place, grid)
    if blocked is not None:
        return blocked
    where = _cell(place)
    if where is None or (where not in grid and where not in LAYABLE):
        return TOO_FAR
    if where not in grid:
        pawn = state.rocker.pawn
        beside = [(side, facing) for side, step, facing in STEPS if pawn + step == where]
        if not beside:
            return NOT_BESIDE
        side, facing = beside[0]
        openings = OPENINGS[kind].get(turn, OPENINGS[kind][0])
        if not (sides_at(grid, pawn) & side and openings & facing):
            return CLOSED_SIDE
    return None if turn in OPENINGS[kind] else SAME_TURNED


def _wall(state: State, part: dict[str, str]) -> Blocked | None:
    place = _place(part, "wall")
    grid = cleaned(state)
    blocked = _can_use(state, part["wall_kind"], "wall") or _covered(place, grid)
    if blocked is not None:
        return blocked
    where = _cell(place)
    if where not in CONCERT:
        return OUTSIDE_CONCERT
    if where in grid:
        return SOMEBODY_THERE
    return None if any(other in grid for other in neighbours(where)) else WALL_ALONE


def _smash(state: State, part: dict[str, str]) -> Blocked | None:
    kind = part["smash_kind"]
    blocked = _can_use(state, kind)
    if blocked is not None:
        return blocked
    where = _cell(_place(part, "smash"))
    wall = state.grid.get(where) if where is not None else None
    if wall is None or wall.kind not in WALLS:
        return NO_WALL
    smash = WALLS[wall.kind].smash
    if smash == "any_card" or (smash == "flash_card" and kind in FLASHES):
        return None
    return SMASH[smash]


def _flash(state: State, part: dict[str, str]) -> Blocked | None:
    kind, argument = part["flash_kind"], part.get("argument", "")
    blocked = _can_use(state, kind, "flash")
    if blocked is not None:
        return blocked
    card = FLASHES[kind]
    if card.target:
        if not argument.isdecimal() or int(argument) >= len(state.rockers):
            return NOT_OFFERED
        return target(state, kind, int(argument))
    if card.ability == "body_surfing":
        if argument not in SIDE:
            return NOT_OFFERED
        return surf(state, cleaned(state), SIDE[argument])
    modes = [mode.mode for mode in card.choose] or [""]
    return None if argument in modes else NOT_OFFERED


def target(state: State, kind: str, seat: Seat) -> Blocked | None:
    """Why a rocker can't be named by a flash card (RTR-037, RTR-069, RTR-077)."""
    rocker = state.rockers[seat]
    harm = FLASHES[kind].target_cost
    if seat == state.active:
        return YOURSELF
    if harm.actions and rocker.debt >= CONTENT.limits.debt_cap:
        return Blocked("RTR-037", "misses_already", facts={"seat": seat})
    if harm.cards and not rocker.hand:
        return Blocked("RTR-077", "empty_hand", facts={"seat": seat})
    return None


def surf(state: State, grid: Grid, side: Sides) -> Blocked | None:
    """Why a rocker with Body Surfing and an action can't surf to a side (RTR-080 to RTR-086)."""
    pawn = state.rocker.pawn
    if not sides_at(grid, pawn) & side:
        return SURF_CLOSED
    landing = landing_cell(grid, pawn, side)
    if landing is None:
        return SURF_NO_WALL
    if landing == STAGE or sides_at(grid, landing):
        return None
    if landing not in LAYABLE:
        return NO_LANDING
    path_cards = sum(kind in PATHS for kind in state.rocker.hand)
    if state.actions.left >= _LANDING_ACTIONS and path_cards:
        return None
    return Blocked(
        "RTR-083",
        "landing_needs",
        {"actions": _LANDING_ACTIONS, "path_cards": 1},
        {"actions": state.actions.left, "path_cards": path_cards},
    )


_JUDGES: dict[str, Callable[[State, dict[str, str]], Blocked | None]] = {
    "move": _move,
    "path": _path,
    "wall": _wall,
    "smash": _smash,
    "flash": _flash,
}
