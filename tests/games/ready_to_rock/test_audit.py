"""The audit notices when an invariant of the ledger is broken."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from app.games.contract import Broken
from app.games.ready_to_rock import RULES
from app.games.ready_to_rock.cells import NOWHERE, cell
from app.games.ready_to_rock.state import Laid, State, Weather
from tests.games.ready_to_rock.table import Table


def lose_a_card(state: State) -> None:
    state.deck.draw.pop()


def lose_a_stage_card(state: State) -> None:
    state.stage.draw.pop()


def cover_a_ticket(state: State) -> None:
    state.deck.draw.remove("fork")
    state.grid[cell(0, 9)] = Laid("fork", 0, 3)


def lay_off_the_table(state: State) -> None:
    state.grid[cell(10, 4)] = state.grid.pop(cell(1, 4))


def turn_a_sidestep(state: State) -> None:
    state.grid[cell(0, 5)].turn = 180


def lay_two_at_once(state: State) -> None:
    state.grid[cell(1, 4)].order = state.grid[cell(0, 5)].order


def stand_on_a_wall(state: State) -> None:
    state.rockers[1].pawn = cell(1, 4)


def stand_nowhere(state: State) -> None:
    state.rockers[1].pawn = NOWHERE


def owe_five(state: State) -> None:
    state.rockers[1].debt = 5


def owe_with_actions_left(state: State) -> None:
    state.rocker.debt = 1


def act_for_nothing(state: State) -> None:
    state.actions.left = 3


def move_too_often(state: State) -> None:
    state.actions.moves = -1


def forget_a_flash_card(state: State) -> None:
    state.deck.draw.remove("beer")
    state.playing = "beer"


def forget_a_stage_card(state: State) -> None:
    state.stage.draw.remove("ballad")
    state.on_stage = "ballad"


def overlook_a_victory(state: State) -> None:
    state.grid[cell(0, 1)] = state.grid.pop(cell(0, 5))
    state.deck.draw.remove("fork")
    state.deck.draw.append("sidestep")
    state.grid[cell(0, 1)].kind = "fork"
    state.rockers[0].pawn = cell(0, 1)


def ask_nobody(state: State) -> None:
    state.step = Weather([], {})


def play_after_the_curfew(state: State) -> None:
    state.round = state.curfew + 1


@pytest.mark.parametrize(
    ("spoil", "rule"),
    [
        (lose_a_card, "RTR-009"),
        (lose_a_stage_card, "RTR-010"),
        (cover_a_ticket, "RTR-051"),
        (lay_off_the_table, "RTR-008"),
        (turn_a_sidestep, "RTR-015"),
        (lay_two_at_once, "RTR-052"),
        (stand_on_a_wall, "RTR-044"),
        (stand_nowhere, "RTR-044"),
        (owe_five, "RTR-037"),
        (owe_with_actions_left, "RTR-034"),
        (act_for_nothing, "RTR-040"),
        (move_too_often, "RTR-046"),
        (forget_a_flash_card, "RTR-068"),
        (forget_a_stage_card, "RTR-101"),
        (overlook_a_victory, "RTR-106"),
        (ask_nobody, "RTR-092"),
        (play_after_the_curfew, "RTR-111"),
    ],
)
def test_a_broken_state_is_noticed(spoil: Callable[[State], None], rule: str) -> None:
    state = Table(
        """
        column   0    1
        row 4    ·    H
        row 5    ─a   ·
        """
    ).state
    spoil(state)
    with pytest.raises(Broken) as broken:
        RULES.audit(state)
    assert broken.value.rule == rule
