"""The names of the decisions, for their players and for the others."""

from __future__ import annotations

from app.games.thrash_n_roll.draft import kind_of
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
    Planning,
    Question,
    RecordChoice,
    Reroll,
    ScandalOut,
    SetlistPick,
    ShiftDie,
    SkillPick,
    SupportLimit,
    Turn,
)

_KINDS: dict[type, str] = {
    Turn: "turn",
    DisplayPick: "display_pick",
    SkillPick: "skill_pick",
    ScandalOut: "scandal_out",
    RecordChoice: "record_choice",
    NeutralKeep: "neutral_keep",
    AlbumPick: "album_pick",
    AfterOrder: "after_order",
    CopyPick: "copy_pick",
    ShiftDie: "shift_die_pick",
    CriticPick: "critic_pick",
    SetlistPick: "setlist_pick",
    SupportLimit: "support_limit",
    FanLimit: "fan_limit",
    FanLimitReroll: "fan_limit_reroll",
    Pairs: "pairs",
}


def kind(step: Question) -> str:
    """The decision's name in the ledger's table."""
    match step:
        case Planning():
            return kind_of(step.plan)
        case Reroll():
            return "reroll_fan" if step.value else "reroll_die"
        case Battle():
            return "battle_reroll" if step.rolls else "battle_scandal"
        case _:
            return _KINDS[type(step)]


def public_kind(step: Question) -> str:
    """What others see: a draft is a turn like any other (TNR-175)."""
    match step:
        case Planning():
            return "turn"
        case Reroll():
            return step.came_from
        case _:
            return kind(step)
