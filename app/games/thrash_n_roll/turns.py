"""The confirmation of a plan and what follows from it (TNR-096 to TNR-100)."""

from __future__ import annotations

from app.games.thrash_n_roll import gains
from app.games.thrash_n_roll.content import ACTIONS, CHARACTERS, SKILL_INDEX, SUPPORTS
from app.games.thrash_n_roll.draft import scandals_for_space
from app.games.thrash_n_roll.effects import (
    cause_scandals,
    discard_fan,
    discard_support,
    gain_skill,
)
from app.games.thrash_n_roll.state import AfterOrder, EndTurn, Planning, Step
from app.games.thrash_n_roll.table import Table


def confirm(table: Table, step: Planning) -> None:
    """Pay for the action in the order of TNR-097 and put its parts on the agenda."""
    state, seat, plan = table.state, step.seat, step.plan
    band = state.bands[seat]
    state.agenda.pop()
    state.agenda.pop()
    for_space = scandals_for_space(state, plan)
    table.tell(
        "acted",
        seat,
        action=plan.action,
        dice=list(plan.dice),
        supports=list(plan.supports),
        scandals=plan.scandals + for_space,
        for_space=for_space,
        fans=list(plan.fans),
    )
    for value in plan.dice:
        band.dice.remove(value)
        state.places[plan.location].append((seat, value))
    for card in plan.supports:
        discard_support(table, seat, card)
        gain_skill(table, seat, SKILL_INDEX[SUPPORTS[card].skill])
    cause_scandals(table, seat, plan.scandals + for_space)
    for fan in plan.fans:
        discard_fan(table, seat, fan)
    parts: list[Step] = []
    for effect in ACTIONS[plan.action].steps:
        parts.extend(gains.steps_of(effect, seat, "places"))
    cards = [
        card
        for card in plan.supports
        if plan.location in CHARACTERS[SUPPORTS[card].character].bonus_locations
    ]
    parts.append(AfterOrder(seat, plan.location, bonus=True, cards=cards))
    parts.append(EndTurn(seat))
    table.push(*parts)
