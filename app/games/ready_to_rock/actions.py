"""Moving the pawn, path cards, wall cards, destroying walls, Body Surfing."""

from __future__ import annotations

from app.games.ready_to_rock.cells import SPOT, STAGE, TICKETS, Cell, Sides
from app.games.ready_to_rock.scene import Scene
from app.games.ready_to_rock.state import Land
from app.games.ready_to_rock.turns import commit, spend_action, win
from app.games.ready_to_rock.ways import landing_cell


def move(scene: Scene, cell: Cell) -> None:
    """Walk to a reachable card (RTR-044)."""
    state = scene.state
    state.rocker.pawn = cell
    state.actions.moves -= 1
    scene.tell("moved", state.active, cell=SPOT[cell])


def lay_path(scene: Scene, kind: str, cell: Cell, turn: int) -> None:
    """Lay a path card before the pawn and step on it, or over another path card (RTR-047,
    RTR-049)."""
    commit(scene)
    empty = cell not in scene.state.grid
    scene.lay(cell, kind, turn)
    if empty:
        scene.state.rocker.pawn = cell


def lay_wall(scene: Scene, kind: str, cell: Cell) -> None:
    commit(scene)
    scene.lay(cell, kind)


def smash(scene: Scene, cell: Cell, kind: str) -> None:
    """Discard a card to destroy a wall (RTR-062, RTR-063, RTR-065)."""
    commit(scene)
    state = scene.state
    wall = state.grid[cell].kind
    scene.remove(cell)
    state.rocker.hand.remove(kind)
    state.deck.discard(kind)
    scene.tell("smashed", state.active, wall=wall, card=kind, cell=SPOT[cell])


def surf(scene: Scene, side: Sides) -> None:
    """Cross the walls on a side: onto the stage, onto a card, or to an empty cell, for which
    the landing card is asked next (RTR-082 to RTR-088)."""
    state = scene.state
    cell = landing_cell(state.grid, state.rocker.pawn, side)
    assert cell is not None
    if cell == STAGE:
        scene.tell("surfed", state.active, cell=SPOT[cell])
        win(scene)
    elif cell in state.grid or cell in TICKETS:
        _land(scene, cell)
    else:
        state.step = Land(cell)


def lay_landing(scene: Scene, cell: Cell, kind: str, turn: int) -> None:
    """The second action of a surf to an empty cell (RTR-083)."""
    spend_action(scene)
    scene.lay(cell, kind, turn)
    _land(scene, cell)


def _land(scene: Scene, cell: Cell) -> None:
    scene.state.rocker.pawn = cell
    scene.tell("surfed", scene.state.active, cell=SPOT[cell])
