"""What happens when a player's time runs out (the "Auto" column of the decisions)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from app.games.contract import Seat
from app.games.thrash_n_roll import draft
from app.games.thrash_n_roll.content import (
    LAST_SPACE,
    LIMITS,
    LOCATION_OF,
    SCANDALS,
    SKILL_INDEX,
    SUPPORTS,
)
from app.games.thrash_n_roll.menu import ability_blocked, menu_of
from app.games.thrash_n_roll.records import single_space
from app.games.thrash_n_roll.state import (
    AfterOrder,
    AlbumPick,
    Battle,
    CopyPick,
    CriticPick,
    DisplayPick,
    FanLimit,
    FanLimitReroll,
    NeutralKeep,
    Pairs,
    Plan,
    Planning,
    Question,
    RecordChoice,
    Reroll,
    ScandalOut,
    SetlistPick,
    ShiftDie,
    SkillPick,
    State,
    SupportLimit,
    Turn,
)
from app.games.thrash_n_roll.table import can_receive, free_spaces, skill_pool

_SMALL_ACTIONS = ("broken-bone-1", "academy-1", "radio-1", "viper-tv-1", "metal-skull-1")


def automatic(state: State, step: Question) -> str:
    """The open move that is made for the player who owes ``step``."""
    return _AUTOMATIC[type(step)](state, step)


def _small_action(state: State, seat: Seat) -> str:
    """The action that is taken for a player who has placed nothing this round, or ""."""
    if len(state.bands[seat].dice) < LIMITS.dice_per_player:
        return ""
    return next(
        (action for action in _SMALL_ACTIONS if free_spaces(state, LOCATION_OF[action])), ""
    )


def _turn(state: State, step: Turn) -> str:
    action = _small_action(state, step.seat)
    return f"act:{action}" if action else "pass"


def _planning(state: State, step: Planning) -> str:
    """Go on with a plan that is the small action so far; drop any other."""
    action = _small_action(state, step.seat)
    plan = step.plan
    if not action or not _fits(plan, action, state.bands[step.seat].dice[0]):
        return "cancel"
    match draft.kind_of(plan):
        case "plan_dice":
            return f"dice:{state.bands[step.seat].dice[0]}"
        case "plan_supports":
            return draft.ENOUGH
        case "plan_scandals":
            return "scandals:0"
        case _:
            return draft.CONFIRM


def _fits(plan: Plan, action: str, die: int) -> bool:
    return (
        plan.action == action
        and plan.dice in ([], [die])
        and not plan.supports
        and plan.scandals < 1
        and not plan.boost
    )


def _first(state: State, step: Question) -> str:
    return menu_of(state, step, open_only=True)[0].move


def _newest(state: State, step: SupportLimit | FanLimit) -> str:
    return menu_of(state, step, open_only=True)[-1].move


def _skill(state: State, step: SkillPick) -> str:
    skills = state.bands[step.seat].skills
    open_skills = [skill for skill in SKILL_INDEX if skill_pool(state, SKILL_INDEX[skill]) > 0]
    return f"skill:{max(open_skills, key=lambda skill: skills[SKILL_INDEX[skill]])}"


def _scandal_out(state: State, step: ScandalOut) -> str:
    band = state.bands[step.seat]
    card = max(band.scandals, key=lambda card: band.skills[SKILL_INDEX[SCANDALS[card].skill]])
    if step.discard:
        return f"discard:{card}"
    seats = len(state.bands)
    others = [(step.seat + distance) % seats for distance in range(1, seats)]
    receiver = max(
        (other for other in others if can_receive(state, other)),
        key=lambda other: state.bands[other].fame,
    )
    return f"give:{card}:{receiver}"


def _record(state: State, step: RecordChoice) -> str:
    band = state.bands[step.seat]
    better = step.track == "albums" or single_space(band) > band.single
    return "record" if better else "no-record"


def _highest_album(albums: list[int]) -> int:
    """The highest album that can still rise, otherwise any; 0 without one."""
    below = [space for space in albums if space < LAST_SPACE["albums"]]
    return max(below or albums, default=0)


def _album(state: State, step: AlbumPick) -> str:
    return f"album:{_highest_album(state.bands[step.seat].albums)}"


def _after(state: State, step: AfterOrder) -> str:
    if step.bonus:
        return "bonus"
    card = step.cards[0]
    blocked = ability_blocked(state, step.seat, SUPPORTS[card].character)
    return f"{'decline' if blocked else 'use'}:{card}"


def _critic(state: State, step: CriticPick) -> str:
    own = _highest_album(state.bands[step.seat].albums)
    if 0 < own < LAST_SPACE["albums"]:
        return f"raise:{own}"
    others = [
        space for seat, band in enumerate(state.bands) if seat != step.seat for space in band.albums
    ]
    return f"lower:{max(others)}" if others else "decline"


def _always(move: str) -> Callable[[State, Any], str]:
    return lambda state, step: move


def _battle(state: State, step: Battle) -> str:
    return "accept" if step.rolls else "fight"


_AUTOMATIC: dict[type, Callable[[State, Any], str]] = {
    Turn: _turn,
    Reroll: _always("back"),
    Planning: _planning,
    DisplayPick: _first,
    SkillPick: _skill,
    ScandalOut: _scandal_out,
    RecordChoice: _record,
    NeutralKeep: _always("keep"),
    AlbumPick: _album,
    AfterOrder: _after,
    CopyPick: _always("copy:megafan"),
    ShiftDie: _always("decline"),
    CriticPick: _critic,
    SetlistPick: _always("finish"),
    SupportLimit: _newest,
    FanLimit: _newest,
    FanLimitReroll: _always("no-reroll"),
    Battle: _battle,
    Pairs: _always("done"),
}
