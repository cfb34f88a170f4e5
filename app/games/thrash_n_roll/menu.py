"""The menu of every decision; blocked entries say why (the ledger's table of decisions)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from app.games.contract import Blocked, Option, Seat
from app.games.thrash_n_roll import draft
from app.games.thrash_n_roll.content import (
    CHARACTERS,
    FAN_SKILL,
    FANS,
    LAST_LEVEL,
    LAST_SPACE,
    LIMITS,
    SKILLS,
    SUPPORTS,
)
from app.games.thrash_n_roll.records import loser_of
from app.games.thrash_n_roll.state import (
    AfterOrder,
    AlbumPick,
    Band,
    Battle,
    CopyPick,
    CriticPick,
    DisplayPick,
    FanLimit,
    FanLimitReroll,
    NeutralKeep,
    Pairs,
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
from app.games.thrash_n_roll.table import can_receive, scandals_left, skill_pool

MANAGER = "manager"


def menu_of(state: State, step: Question, open_only: bool = False) -> list[Option]:
    """Every entry of a decision, in reading order."""
    options = _MENUS[type(step)](state, step)
    if open_only:
        return [option for option in options if option.blocked is None]
    return options


def asked_seat(state: State, step: Question) -> Seat:
    """Who answers a question: in a battle that depends on its rolls."""
    if isinstance(step, Battle) and step.rolls:
        return loser_of(state, step)
    return step.seat


# -- the turn


def _turn(state: State, step: Turn) -> list[Option]:
    band = state.bands[step.seat]
    options = draft.actions(state, step.seat)
    options.append(_reroll(band))
    options.append(Option("pass", "plan/pass", confirm="pass"))
    return options


def _reroll(band: Band) -> Option:
    blocked = None if band.fans else Blocked("TNR-065", "no_fan", {"fan": 1}, {"fan": 0})
    return Option("reroll", "plan/reroll", blocked)


def _reroll_steps(state: State, step: Reroll) -> list[Option]:
    band = state.bands[step.seat]
    if step.value:
        options = [Option(f"fan:{fan}", f"hand/{fan}") for fan in band.fans]
    else:
        options = [Option(f"die:{value}", f"plan/die-{value}") for value in sorted(set(band.dice))]
    return [*options, Option("back", "plan/back")]


def _planning(state: State, step: Planning) -> list[Option]:
    entries = draft.entries_of(state, step.seat, step.plan, open_only=False)
    return [*entries, *(Option(word, f"plan/{word}") for word in draft.CONTROLS)]


# -- choices within an action


def _display(state: State, step: DisplayPick) -> list[Option]:
    return [Option(f"take:{card}", f"display/{card}") for card in state.display if card]


def _skill(state: State, step: SkillPick) -> list[Option]:
    return [
        Option(
            f"skill:{skill}",
            f"plan/{skill}",
            None if skill_pool(state, index) > 0 else Blocked("TNR-004", "pool_empty"),
        )
        for index, skill in enumerate(SKILLS)
    ]


def _scandal_out(state: State, step: ScandalOut) -> list[Option]:
    options: list[Option] = []
    for card in state.bands[step.seat].scandals:
        if step.discard:
            options.append(Option(f"discard:{card}", f"hand/{card}"))
        if step.give:
            options.extend(
                Option(
                    f"give:{card}:{other}",
                    f"hand/{card}",
                    None
                    if can_receive(state, other)
                    else Blocked("TNR-082", "five_scandals", facts={"seat": other}),
                )
                for other in range(len(state.bands))
                if other != step.seat
            )
    if step.optional:
        options.append(Option("keep", "plan/keep"))
    return options


def _record(state: State, step: RecordChoice) -> list[Option]:
    return [Option("record", "plan/record"), Option("no-record", "plan/decline")]


def _fan_rerolls(band: Band, rule: str) -> list[Option]:
    if not band.fans:
        blocked = Blocked(rule, "no_fan", {"fan": 1}, {"fan": 0})
        return [Option("reroll", "stage/reroll", blocked)]
    return [Option(f"reroll:{fan}", f"hand/{fan}") for fan in band.fans]


def _neutral(state: State, step: NeutralKeep) -> list[Option]:
    return [
        Option("keep", "stage/keep"),
        *_fan_rerolls(state.bands[step.seat], "TNR-067"),
    ]


def _album(state: State, step: AlbumPick) -> list[Option]:
    return [
        Option(f"album:{space}", f"albums/{space}")
        for space in sorted(set(state.bands[step.seat].albums))
    ]


def _after(state: State, step: AfterOrder) -> list[Option]:
    options = [Option("bonus", "stage/bonus")] if step.bonus else []
    for card in step.cards:
        blocked = ability_blocked(state, step.seat, SUPPORTS[card].character)
        options.append(Option(f"use:{card}", f"stage/{card}", blocked))
        options.append(Option(f"decline:{card}", f"stage/{card}"))
    return options


def _copy(state: State, step: CopyPick) -> list[Option]:
    return [
        *(
            Option(
                f"copy:{character}",
                f"stage/{character}",
                ability_blocked(state, step.seat, character),
            )
            for character in CHARACTERS
            if character != MANAGER
        ),
        Option("decline", "plan/decline"),
    ]


def ability_blocked(state: State, seat: Seat, character: str) -> Blocked | None:
    """Why an ability would do nothing, ``None`` if it does something."""
    return _ABILITY_BLOCKED[character](state, seat) if character in _ABILITY_BLOCKED else None


def _single_blocked(state: State, seat: Seat) -> Blocked | None:
    single = state.bands[seat].single
    if not single:
        return Blocked("TNR-135", "no_single")
    return Blocked("TNR-135", "single_on_top") if single == LAST_SPACE["singles"] else None


def _gear_blocked(state: State, seat: Seat) -> Blocked | None:
    return _at_top(state.bands[seat].gear, "TNR-136")


def _timing_blocked(state: State, seat: Seat) -> Blocked | None:
    return _at_top(state.bands[seat].timing, "TNR-137")


def _at_top(level: int, rule: str) -> Blocked | None:
    return Blocked(rule, "level_on_top") if level == LAST_LEVEL else None


def _paparazzi_blocked(state: State, seat: Seat) -> Blocked | None:
    if not state.bands[seat].scandals:
        return Blocked("TNR-081", "no_scandal", {"scandal": 1}, {"scandal": 0})
    if not any(can_receive(state, other) for other in range(len(state.bands)) if other != seat):
        return Blocked("TNR-082", "all_five_scandals")
    return None


def _teacher_blocked(state: State, seat: Seat) -> Blocked | None:
    if any(skill_pool(state, skill) > 0 for skill in range(len(SKILLS))):
        return None
    return Blocked("TNR-139", "pool_empty")


def _reporter_blocked(state: State, seat: Seat) -> Blocked | None:
    return None if state.bands[seat].covered else Blocked("TNR-140", "no_marker")


def _scout_blocked(state: State, seat: Seat) -> Blocked | None:
    return None if state.bands[seat].dice else Blocked("TNR-142", "no_die")


def _critic_blocked(state: State, seat: Seat) -> Blocked | None:
    if any(band.albums for band in state.bands):
        return None
    return Blocked("TNR-144", "no_album")


_ABILITY_BLOCKED: dict[str, Callable[[State, Seat], Blocked | None]] = {
    "radio-dj": _single_blocked,
    "technician": _gear_blocked,
    "session-musician": _timing_blocked,
    "paparazzi": _paparazzi_blocked,
    "music-teacher": _teacher_blocked,
    "tv-reporter": _reporter_blocked,
    "talent-scout": _scout_blocked,
    "critic": _critic_blocked,
}


def _shift(state: State, step: ShiftDie) -> list[Option]:
    band = state.bands[step.seat]
    options: list[Option] = []
    for value in sorted(set(band.dice)):
        for way, changed in (("down", value - 1), ("up", value + 1)):
            blocked = None if 1 <= changed <= 6 else Blocked("TNR-142", "die_range")
            options.append(Option(f"die:{value}:{way}", f"plan/die-{value}", blocked))
    options.append(_reroll(band))
    options.append(Option("decline", "plan/decline"))
    return options


def _critic(state: State, step: CriticPick) -> list[Option]:
    options: list[Option] = []
    for space in sorted({space for band in state.bands for space in band.albums}):
        own = space in state.bands[step.seat].albums
        options.append(Option(f"{'raise' if own else 'lower'}:{space}", f"albums/{space}"))
    options.append(Option("decline", "plan/decline"))
    return options


def _setlist(state: State, step: SetlistPick) -> list[Option]:
    return [
        *(
            Option(
                f"fan:{fan}",
                f"hand/{fan}",
                Blocked("TNR-131", "on_the_list") if FAN_SKILL[fan] in step.skills else None,
            )
            for fan in state.bands[step.seat].fans
        ),
        Option("finish", "plan/finish"),
    ]


# -- limits


def _support_limit(state: State, step: SupportLimit) -> list[Option]:
    supports = state.bands[step.seat].supports
    if len(supports) <= LIMITS.support_hand:
        return []
    return [Option(f"discard:{card}", f"hand/{card}") for card in supports]


def _fan_limit(state: State, step: FanLimit) -> list[Option]:
    fans = state.bands[step.seat].fans
    if len(fans) <= LIMITS.fan_hand:
        return []
    return [Option(f"discard:{fan}", f"hand/{fan}") for fan in fans]


def _fan_limit_reroll(state: State, step: FanLimitReroll) -> list[Option]:
    dice = state.bands[step.seat].dice
    return [
        *(Option(f"die:{value}", f"plan/die-{value}") for value in sorted(set(dice))),
        Option("no-reroll", "plan/decline"),
    ]


# -- battles and pairs


def _battle(state: State, step: Battle) -> list[Option]:
    if step.rolls:
        loser = state.bands[loser_of(state, step)]
        return [Option("accept", "stage/accept"), *_fan_rerolls(loser, "TNR-150")]
    blocked = None
    left = scandals_left(state, step.seat)
    if left < 1:
        rule = draft.scandal_rule(state.bands[step.seat], left)
        blocked = Blocked(rule, "scandal_limit", {"scandal": 1}, {"scandal": 0})
    return [Option("scandal", "stage/scandal", blocked), Option("fight", "stage/fight")]


def _pairs(state: State, step: Pairs) -> list[Option]:
    fans = state.bands[step.seat].fans
    if len(fans) < 2:
        return []
    options: list[Option] = []
    for index, skill in enumerate(SKILLS):
        same = [fan for fan in fans if FAN_SKILL[fan] == skill]
        blocked = None
        if len(same) < 2:
            blocked = Blocked("TNR-071", "no_pair", {"fan": 2}, {"fan": len(same)})
        elif skill_pool(state, index) < 1:
            blocked = Blocked("TNR-071", "pool_empty")
        options.extend(
            Option(f"pair:{skill}:{symbols}", f"plan/{skill}", blocked)
            for symbols in (pair_symbols(same) or [0])
        )
    options.append(Option("done", "plan/done"))
    return options


def pair_symbols(fans: list[str]) -> list[int]:
    """With how many Assassin symbols a pair of these fans can be made."""
    marked = sum(FANS[fan].assassin for fan in fans)
    plain = len(fans) - marked
    return [count for count in range(3) if marked >= count and plain >= 2 - count]


_MENUS: dict[type, Callable[[State, Any], list[Option]]] = {
    Turn: _turn,
    Reroll: _reroll_steps,
    Planning: _planning,
    DisplayPick: _display,
    SkillPick: _skill,
    ScandalOut: _scandal_out,
    RecordChoice: _record,
    NeutralKeep: _neutral,
    AlbumPick: _album,
    AfterOrder: _after,
    CopyPick: _copy,
    ShiftDie: _shift,
    CriticPick: _critic,
    SetlistPick: _setlist,
    SupportLimit: _support_limit,
    FanLimit: _fan_limit,
    FanLimitReroll: _fan_limit_reroll,
    Battle: _battle,
    Pairs: _pairs,
}
