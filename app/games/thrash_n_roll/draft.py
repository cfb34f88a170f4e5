"""The plan of one action: a private draft, step by step (TNR-085 to TNR-095)."""

from __future__ import annotations

from functools import cache

from app.games.contract import Blocked, Option, Seat
from app.games.kit.dice import read, written
from app.games.thrash_n_roll.content import (
    ACTIONS,
    FAN_SKILL,
    LIMITS,
    LOCATIONS,
    SUPPORT_VALUE,
)
from app.games.thrash_n_roll.payment import (
    Means,
    all_dice_sets,
    card_counts,
    card_values,
    means_of,
    mixes,
    payable,
    payable_with,
    rest_options,
)
from app.games.thrash_n_roll.state import Band, Plan, State
from app.games.thrash_n_roll.table import free_spaces

CONTROLS = ("back", "cancel")
"""The entries of every step that do not count as choices (TNR-085)."""

ENOUGH = "enough"
CONFIRM = "confirm"


def kind_of(plan: Plan) -> str:
    """Which step of the plan is open."""
    if not plan.dice:
        return "plan_dice"
    if not plan.supports_done:
        return "plan_supports"
    if plan.scandals < 0:
        return "plan_scandals"
    if plan.boost and len(plan.fans) < ACTIONS[plan.action].cost:
        return "plan_fans"
    return "plan_confirm"


def choose(plan: Plan, move: str) -> None:
    """Write one choice into the draft."""
    word, _, rest = move.partition(":")
    match word:
        case "dice":
            plan.dice = list(read(rest))
        case "card":
            plan.supports.append(rest)
        case "enough":
            plan.supports_done = True
        case "scandals":
            count, _, fans = rest.partition(":")
            plan.scandals, plan.boost = int(count), bool(fans)
        case "fan":
            plan.fans.append(rest)
        case _:
            raise ValueError(f"no choice of a plan: {move}")


def pass_over(state: State, seat: Seat, plan: Plan) -> None:
    """Take steps with one entry that spends no card, scandal or fan (TNR-085)."""
    while kind_of(plan) != "plan_confirm":
        entries = entries_of(state, seat, plan, open_only=True)
        if len(entries) != 1 or _spends(state, plan, entries[0].move):
            return
        choose(plan, entries[0].move)


def _spends(state: State, plan: Plan, move: str) -> bool:
    if move.startswith("scandals:"):
        return move != "scandals:0" or scandals_for_space(state, plan) > 0
    return move.startswith(("card:", "fan:"))


def without_last(state: State, seat: Seat, plan: Plan) -> Plan | None:
    """The draft with the player's last choice taken back; ``None`` if that was the action."""
    if not plan.choices:
        return None
    earlier = started(state, seat, plan.action)
    for move in plan.choices[:-1]:
        take(state, seat, earlier, move)
    return earlier


def started(state: State, seat: Seat, action: str) -> Plan:
    """A draft for an action, at its first step that asks."""
    plan = Plan(action)
    pass_over(state, seat, plan)
    return plan


def take(state: State, seat: Seat, plan: Plan, move: str) -> None:
    """A choice of the player, and the steps after it that need no choice."""
    plan.choices.append(move)
    choose(plan, move)
    pass_over(state, seat, plan)


def scandals_for_space(state: State, plan: Plan) -> int:
    """1 if the dice exceed the free spaces (TNR-077), else 0."""
    return int(len(plan.dice) > free_spaces(state, plan.location))


def strength(plan: Plan) -> int:
    """What the draft pays so far (TNR-037)."""
    return len(plan.dice) + len(plan.supports) + max(0, plan.scandals) + plan.boost


# -- menus


def actions(state: State, seat: Seat) -> list[Option]:
    """The actions of all locations (TNR-088, TNR-089)."""
    means = means_of(state, seat)
    options: list[Option] = []
    for location in LOCATIONS.values():
        free = free_spaces(state, location.id)
        for action in location.action:
            blocked = None
            if not _payable(action.cost, free, means):
                blocked = _action_blocked(action.cost, free, means)
            options.append(Option(f"act:{action.id}", f"place-{location.id}/{action.id}", blocked))
    return options


def _payable(cost: int, free: int, means: Means) -> bool:
    return payable(means.dice, means.cards, cost, free, means.scandals, means.skills)


def _no_scandal(means: Means, why: str, rule: str) -> Blocked:
    return Blocked(rule, why, {"scandal": 1}, {"scandal": means.scandals})


def entries_of(state: State, seat: Seat, plan: Plan, open_only: bool) -> list[Option]:
    """The entries of the open step, without "back" and "cancel"."""
    band = state.bands[seat]
    means = means_of(state, seat)
    match kind_of(plan):
        case "plan_dice":
            options = _dice(state, band, plan, means)
        case "plan_supports":
            options = _supports(state, band, plan, means)
        case "plan_scandals":
            options = _scandals(state, band, plan, means)
        case "plan_fans":
            options = _fans(band, plan)
        case _:
            options = [Option(CONFIRM, "plan/confirm")]
    if open_only:
        return [option for option in options if option.blocked is None]
    return options


def _action_blocked(cost: int, free: int, means: Means) -> Blocked:
    if not free and means.scandals < 1:
        return _no_scandal(means, "spaces_taken", "TNR-046")
    with_fans = payable(means.dice, means.cards, cost, free, means.scandals, cost)
    if means.skills and with_fans:
        return Blocked("TNR-069", "needs_fans", {"fan": cost}, {"fan": means.skills})
    most = max(
        (
            placed + played
            for placed, played in mixes(means.dice, means.cards)
            if placed <= free or means.scandals > 0
        ),
        default=0,
    )
    return Blocked("TNR-037", "strength", {"strength": cost}, {"strength": min(most, cost)})


def _dice(state: State, band: Band, plan: Plan, means: Means) -> list[Option]:
    cost = ACTIONS[plan.action].cost
    free = free_spaces(state, plan.location)
    options: list[Option] = []
    for chosen in all_dice_sets(means.dice):
        blocked = None
        if len(chosen) > cost:
            blocked = Blocked("TNR-037", "too_many_dice", {"dice": cost}, {"dice": len(chosen)})
        elif not payable_with(
            chosen, chosen, means.cards, cost, free, means.scandals, means.skills
        ):
            blocked = _dice_blocked(state, band, chosen, cost, free, means)
        options.append(Option(_dice_move(chosen), "plan/dice", blocked))
    return options


@cache
def _dice_move(chosen: tuple[int, ...]) -> str:
    return f"dice:{written(chosen)}"


def _dice_blocked(
    state: State, band: Band, chosen: tuple[int, ...], cost: int, free: int, means: Means
) -> Blocked:
    if not card_counts(chosen, means.cards):
        return Blocked("TNR-039", "no_match")
    if len(chosen) > free and means.scandals < 1:
        return _no_scandal(means, "no_room", scandal_rule(band, means.scandals))
    return Blocked("TNR-037", "strength", {"strength": cost}, {"strength": len(chosen)})


def scandal_rule(band: Band, left: int) -> str:
    """Which limit leaves a band only ``left`` scandals to cause."""
    this_round = LIMITS.scandals_per_round - len(band.beside)
    in_all = LIMITS.scandals_total - len(band.scandals) - len(band.beside)
    if left < min(this_round, in_all):
        return "TNR-084"
    return "TNR-073" if this_round <= in_all else "TNR-074"


def _supports(state: State, band: Band, plan: Plan, means: Means) -> list[Option]:
    cost = ACTIONS[plan.action].cost
    free = free_spaces(state, plan.location)
    chosen = tuple(plan.dice)
    base = tuple(sorted((*chosen, *card_values(plan.supports))))
    rest = [card for card in band.supports if card not in plan.supports]
    options: list[Option] = []
    for card in rest:
        value = SUPPORT_VALUE[card]
        others = card_values(other for other in rest if other != card)
        grown = tuple(sorted((*base, value)))
        blocked = None
        if len(grown) > cost:
            blocked = Blocked("TNR-037", "over_cost", {"strength": cost}, {"strength": len(grown)})
        elif not card_counts(grown, others):
            blocked = Blocked("TNR-039", "card_no_match")
        elif not payable_with(chosen, grown, others, cost, free, means.scandals, means.skills):
            blocked = Blocked("TNR-037", "strength", {"strength": cost}, {"strength": len(grown)})
        options.append(Option(f"card:{card}", f"hand/{card}", blocked))
    if payable_with(chosen, base, (), cost, free, means.scandals, means.skills):
        options.append(Option(ENOUGH, "plan/enough"))
    return options


def _scandals(state: State, band: Band, plan: Plan, means: Means) -> list[Option]:
    cost = ACTIONS[plan.action].cost
    rest = cost - len(plan.dice) - len(plan.supports)
    over = bool(scandals_for_space(state, plan))
    possible = rest_options(rest, over, cost, means.scandals, means.skills)
    wanted = [(rest, False), *([(rest - 1, True)] if rest else [])]
    options: list[Option] = []
    for count, boost in wanted:
        move = f"scandals:{count}{':fans' if boost else ''}"
        blocked = None
        if (count, boost) not in possible:
            if boost and means.skills < cost:
                blocked = Blocked("TNR-069", "needs_fans", {"fan": cost}, {"fan": means.skills})
            else:
                blocked = Blocked(
                    scandal_rule(band, means.scandals),
                    "scandal_limit",
                    {"scandal": count + over},
                    {"scandal": means.scandals},
                )
        options.append(Option(move, f"plan/scandals-{'fans' if boost else 'only'}", blocked))
    return options


def _fans(band: Band, plan: Plan) -> list[Option]:
    skills = {FAN_SKILL[fan] for fan in plan.fans}
    return [
        Option(
            f"fan:{fan}",
            f"hand/{fan}",
            Blocked("TNR-069", "skill_chosen") if FAN_SKILL[fan] in skills else None,
        )
        for fan in band.fans
        if fan not in plan.fans
    ]
