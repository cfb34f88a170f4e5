"""What a drafted plan will give, worked out before anything is spent (TNR-094)."""

from __future__ import annotations

from typing import Any

import msgspec

from app.games.contract import Seat
from app.games.thrash_n_roll.content import (
    ACTIONS,
    CHARACTERS,
    LAST_LEVEL,
    LOCATIONS,
    SKILL_INDEX,
    SUPPORTS,
    Action,
    Effect,
)
from app.games.thrash_n_roll.records import album_base, single_space
from app.games.thrash_n_roll.state import Band, Plan, State
from app.games.thrash_n_roll.table import value_of

Gives = dict[str, Any]
"""One gain: {"what": a word of TNR-020, an ability's name, "skill" or "character"} with its
"amount" where that is a number, "die" if a neutral die is added, and what it is of."""


def forecast(state: State, seat: Seat, plan: Plan) -> list[Gives]:
    """The gains of a plan in order, as far as it is drafted."""
    band = after_payment(state.bands[seat], plan)
    gives: list[Gives] = [
        {"what": "skill", "amount": 1, "skill": SUPPORTS[card].skill} for card in plan.supports
    ]
    for effect in ACTIONS[plan.action].steps:
        gives.extend(_gives(effect, band))
    for card in plan.supports:
        character = SUPPORTS[card].character
        if plan.location in CHARACTERS[character].bonus_locations:
            gives.append({"what": "character", "character": character})
    for effect in LOCATIONS[plan.location].bonus:
        if effect.ability == "collect_assassins":
            gives.append({"what": "fame", "amount": state.assassins})
        else:
            gives.extend(_gives(effect, band))
    return gives


def after_payment(band: Band, plan: Plan) -> Band:
    """The band as the action will find it: with the markers of its cards, without its fans."""
    skills = list(band.skills)
    for card in plan.supports:
        skills[SKILL_INDEX[SUPPORTS[card].skill]] += 1
    fans = [fan for fan in band.fans if fan not in plan.fans]
    return msgspec.structs.replace(band, skills=skills, fans=fans)


def action_fame(band: Band, action: Action) -> int:
    """The fame that an action gives at once, without a neutral die."""
    return sum(
        value_of(band, name)
        for effect in action.steps
        for amount in effect.gain.values()
        if isinstance(amount, list)
        for name in amount
        if name != "neutral_die"
    )


def _gives(effect: Effect, band: Band) -> list[Gives]:
    if effect.ability == "record_single":
        return [{"what": effect.ability, "amount": single_space(band)}]
    if effect.ability == "record_album":
        return [{"what": effect.ability, "amount": album_base(band), "die": True}]
    if effect.ability:
        return [{"what": effect.ability}]
    if effect.choose:
        return [{"what": "scandal_out"}]
    gives: list[Gives] = []
    for word, amount in effect.gain.items():
        if isinstance(amount, list):
            fame = sum(value_of(band, name) for name in amount if name != "neutral_die")
            gives.append({"what": "fame", "amount": fame, "die": "neutral_die" in amount})
        elif word in ("gear", "timing"):
            level: int = getattr(band, word)
            gives.append({"what": word, "amount": min(amount, LAST_LEVEL - level)})
        else:
            gives.append({"what": word, "amount": amount})
    return gives
