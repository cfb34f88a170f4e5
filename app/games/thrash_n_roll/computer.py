"""Computer players: the heuristics of the ledger."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Any

import msgspec

from app.games.contract import Option, Seat
from app.games.kit.dice import written
from app.games.thrash_n_roll import draft, worth
from app.games.thrash_n_roll.content import (
    ACTIONS,
    CHARACTERS,
    FAN_SKILL,
    FANS,
    LAST_SPACE,
    LOCATION_OF,
    LOCATIONS,
    SCANDALS,
    SKILL_INDEX,
    SUPPORTS,
)
from app.games.thrash_n_roll.forecast import after_payment
from app.games.thrash_n_roll.payment import (
    Means,
    all_dice_sets,
    card_values,
    matches,
    means_of,
    rest_options,
)
from app.games.thrash_n_roll.records import totals_of
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
    Reroll,
    ScandalOut,
    SetlistPick,
    ShiftDie,
    SkillPick,
    State,
    SupportLimit,
    Turn,
)
from app.games.thrash_n_roll.table import best_album, free_spaces, popularity

_WIN = 10_000.0


def appraise(state: State, seat: Seat) -> float:
    """How good a state is for a seat: its own position against the best of the others."""
    others = [number for number in range(len(state.bands)) if number != seat]
    if state.over:
        band = state.bands[seat]
        own = (band.fame, best_album(band))
        rivals = max((state.bands[other].fame, best_album(state.bands[other])) for other in others)
        return _WIN * ((own > rivals) - (own < rivals)) + band.fame
    return worth.position(state, seat) - 0.4 * max(worth.position(state, other) for other in others)


def advise(state: State, step: Question, options: Sequence[Option]) -> str | None:
    """The heuristics' move, ``None`` where one step of look-ahead does better."""
    adviser = _ADVISERS.get(type(step))
    return adviser(state, step, [option.move for option in options]) if adviser else None


# -- planning: the whole action is thought out, then carried out step by step


class Candidate(msgspec.Struct, frozen=True):
    """A complete plan and its worth, before the worth of its dice."""

    plan: Plan
    gain: float

    @property
    def value(self) -> float:
        return self.gain - worth.DIE * len(self.plan.dice)


def candidates(state: State, seat: Seat, drafted: Plan | None = None) -> list[Candidate]:
    """Every complete plan that the player could confirm (or that goes on with ``drafted``)."""
    band = state.bands[seat]
    means = means_of(state, seat)
    found: list[Candidate] = []
    scandal_cost = worth.scandal(state, seat)
    for action in ACTIONS.values():
        location = LOCATION_OF[action.id]
        if drafted is not None and drafted.action != action.id:
            continue
        free = free_spaces(state, location)
        bonus = worth.location_bonus(state, seat, LOCATIONS[location])
        gains: dict[tuple[str, ...], float] = {}
        for dice, cards in _placings(means, tuple(band.supports), action.cost):
            if drafted is not None and not _fits_placing(drafted, dice, cards):
                continue
            over = len(dice) > free
            rest = action.cost - len(dice) - len(cards)
            for scandals, boost in rest_options(
                rest, over, action.cost, means.scandals, means.skills
            ):
                plan = Plan(action.id, list(dice), list(cards), True, scandals, boost)
                if drafted is not None and not _fits_rest(drafted, plan):
                    continue
                if cards not in gains:
                    gains[cards] = bonus + _gain_of(state, seat, plan)
                cost = (scandals + over) * scandal_cost
                cost += action.cost * worth.FAN_SPENT if boost else 0.0
                found.append(Candidate(plan, gains[cards] - cost))
    return found


def _placings(
    means: Means, supports: tuple[str, ...], cost: int
) -> list[tuple[tuple[int, ...], tuple[str, ...]]]:
    """Dice and support cards that match together and don't exceed the cost; at least the cost
    less the two scandals and the boost."""
    return [
        (dice, cards)
        for dice, cards in _matching(means.dice, supports)
        if cost - 3 <= len(dice) + len(cards) <= cost
    ]


@lru_cache(maxsize=64)
def _matching(
    dice: tuple[int, ...], supports: tuple[str, ...]
) -> tuple[tuple[tuple[int, ...], tuple[str, ...]], ...]:
    return tuple(
        (chosen, cards)
        for count in range(len(supports) + 1)
        for cards in combinations(supports, count)
        for chosen in all_dice_sets(dice)
        if matches(tuple(sorted((*chosen, *card_values(cards)))))
    )


def _gain_of(state: State, seat: Seat, plan: Plan) -> float:
    """The worth of the action and of the cards' markers and abilities, less the cards."""
    band = after_payment(state.bands[seat], plan)
    gain = worth.action(state, seat, band, ACTIONS[plan.action])
    late = not worth.rounds_left(state)
    for card in plan.supports:
        support = SUPPORTS[card]
        gain += worth.skill_marker(state, seat, SKILL_INDEX[support.skill])
        character = CHARACTERS[support.character]
        if plan.location in character.bonus_locations:
            gain += worth.ability(state, seat, character)
        gain -= 0.5 if late else 3.5
    return gain


def _fits_placing(drafted: Plan, dice: tuple[int, ...], cards: tuple[str, ...]) -> bool:
    if drafted.dice and tuple(drafted.dice) != dice:
        return False
    if drafted.supports_done:
        return set(drafted.supports) == set(cards)
    return set(drafted.supports) <= set(cards)


def _fits_rest(drafted: Plan, plan: Plan) -> bool:
    return drafted.scandals < 0 or (drafted.scandals, drafted.boost) == (plan.scandals, plan.boost)


def _turn(state: State, step: Turn, moves: list[str]) -> str:
    found = candidates(state, step.seat)
    best = max(found, key=lambda candidate: candidate.value, default=None)
    if best is not None and best.gain <= 0:
        best = max(found, key=lambda candidate: candidate.gain)
    if best is None or best.gain <= 0:
        return "pass"
    return f"act:{best.plan.action}"


def _planning(state: State, step: Planning, moves: list[str]) -> str:
    drafted = step.plan
    if draft.kind_of(drafted) == "plan_fans":
        return next(move for move in moves if move.startswith("fan:"))
    if draft.kind_of(drafted) == "plan_confirm":
        return draft.CONFIRM
    found = candidates(state, step.seat, drafted)
    plan = max(found, key=lambda candidate: candidate.value).plan
    if not drafted.dice:
        return f"dice:{written(plan.dice)}"
    if not drafted.supports_done:
        wanted = [card for card in plan.supports if card not in drafted.supports]
        return f"card:{wanted[0]}" if wanted else draft.ENOUGH
    return f"scandals:{plan.scandals}{':fans' if plan.boost else ''}"


# -- choices within an action


def _display(state: State, step: DisplayPick, moves: list[str]) -> str:
    dice = state.bands[step.seat].dice

    def value(move: str) -> float:
        card = SUPPORTS[move.partition(":")[2]]
        near = any(abs(card.value - die) < 2 for die in dice)
        skill = worth.skill_marker(state, step.seat, SKILL_INDEX[card.skill])
        return skill + worth.ability(state, step.seat, CHARACTERS[card.character]) + near

    return max(moves, key=value)


def _skill(state: State, step: SkillPick, moves: list[str]) -> str:
    return max(
        moves,
        key=lambda move: worth.skill_marker(state, step.seat, SKILL_INDEX[move.partition(":")[2]]),
    )


def _scandal_out(state: State, step: ScandalOut, moves: list[str]) -> str:
    """Give the worst scandal to the leader if that is allowed, else discard it."""
    skills = state.bands[step.seat].skills

    def value(move: str) -> tuple[int, int, int]:
        word, card, *receiver = f"{move}::".split(":")[:3]
        if word == "keep":
            return (-1, 0, 0)
        given = word == "give"
        fame = state.bands[int(receiver[0])].fame if given else 0
        return (skills[SKILL_INDEX[SCANDALS[card].skill]], given, fame)

    return max(moves, key=value)


def _neutral(state: State, step: NeutralKeep, moves: list[str]) -> str:
    gain = (3.5 - step.roll) * ((worth.rounds_left(state) + 1) / 4 if step.album else 1)
    return _cheapest_fan(state, step.seat, moves) if gain > worth.FAN_SPENT else "keep"


def _cheapest_fan(state: State, seat: Seat, moves: list[str]) -> str:
    """Of the moves that name a fan, that with a fan whose symbol is most plentiful to spare."""
    fans = state.bands[seat].fans
    skills = [FAN_SKILL[fan] for fan in fans]
    with_fan = [move for move in moves if move.partition(":")[2] in FANS]
    return max(with_fan, key=lambda move: skills.count(FAN_SKILL[move.partition(":")[2]]) % 2)


def _album(state: State, step: AlbumPick, moves: list[str]) -> str:
    spaces = [int(move.partition(":")[2]) for move in moves]
    below = [space for space in spaces if space < LAST_SPACE["albums"]]
    return f"album:{max(below or spaces)}"


def _after(state: State, step: AfterOrder, moves: list[str]) -> str:
    used = next((move for move in moves if move.startswith("use:")), None)
    return used or moves[0]


def _copy(state: State, step: CopyPick, moves: list[str]) -> str:
    abilities = [move for move in moves if move != "decline"]
    return max(
        abilities,
        key=lambda move: worth.ability(state, step.seat, CHARACTERS[move.partition(":")[2]]),
    )


def _shift(state: State, step: ShiftDie, moves: list[str]) -> str:
    """The change after which the best plan is worth most."""
    band = state.bands[step.seat]
    kept = list(band.dice)

    def value(move: str) -> float:
        if move.startswith("die:"):
            _, before, way = move.split(":")
            dice = list(kept)
            dice.remove(int(before))
            dice.append(int(before) + (1 if way == "up" else -1))
            band.dice = sorted(dice)
        found = candidates(state, step.seat)
        band.dice = kept
        return max((candidate.value for candidate in found), default=0.0)

    return max((move for move in moves if move != "reroll"), key=value)


def _critic(state: State, step: CriticPick, moves: list[str]) -> str:
    def value(move: str) -> tuple[int, int]:
        word, _, space = move.partition(":")
        if word == "raise":
            return (2, int(space)) if int(space) < LAST_SPACE["albums"] else (0, 0)
        return (1, int(space)) if word == "lower" else (0, 1)

    return max(moves, key=value)


def _setlist(state: State, step: SetlistPick, moves: list[str]) -> str:
    skills = state.bands[step.seat].skills
    raised = worth.album_raised(state, step.seat)
    keep = worth.FAN_SPENT if worth.rounds_left(state) else 0.0

    def value(move: str) -> float:
        return skills[SKILL_INDEX[FAN_SKILL[move.partition(":")[2]]]] + raised - keep

    best = max((move for move in moves if move != "finish"), key=value, default="finish")
    return best if best != "finish" and value(best) > 0 else "finish"


def _reroll(state: State, step: Reroll, moves: list[str]) -> str:
    return "back"


def _support_limit(state: State, step: SupportLimit, moves: list[str]) -> str:
    return min(
        moves,
        key=lambda move: worth.skill_marker(
            state, step.seat, SKILL_INDEX[SUPPORTS[move.partition(":")[2]].skill]
        ),
    )


def _fan_limit(state: State, step: FanLimit, moves: list[str]) -> str:
    return _cheapest_fan(state, step.seat, moves)


def _fan_limit_reroll(state: State, step: FanLimitReroll, moves: list[str]) -> str:
    dice = state.bands[step.seat].dice
    lonely = [die for die in dice if not any(abs(die - other) < 2 for other in _less(dice, die))]
    return f"die:{lonely[0]}" if lonely and len(dice) > 1 else "no-reroll"


def _less(dice: list[int], die: int) -> list[int]:
    rest = list(dice)
    rest.remove(die)
    return rest


# -- battles and pairs


def _battle(state: State, step: Battle, moves: list[str]) -> str:
    if not step.rolls:
        return _battle_start(state, step, moves)
    initiator, defender = totals_of(state, step)
    behind = abs(initiator - defender)
    if len(moves) > 1 and behind <= 2 and worth.rounds_left(state):
        loser = step.defender if initiator >= defender else step.seat
        return _cheapest_fan(state, loser, moves)
    return "accept"


def _battle_start(state: State, step: Battle, moves: list[str]) -> str:
    bands = state.bands
    ahead = popularity(bands[step.seat]) - popularity(bands[step.defender])
    best = step.track == "albums" and step.space >= max(best_album(band) for band in bands)
    cheap = state.round <= 3 or not worth.rounds_left(state)
    return "scandal" if "scandal" in moves and ahead < 0 and best and cheap else "fight"


def _pairs(state: State, step: Pairs, moves: list[str]) -> str:
    pairs = [move for move in moves if move != "done"]

    def value(move: str) -> float:
        return worth.skill_marker(state, step.seat, SKILL_INDEX[move.split(":")[1]])

    best = max(pairs, key=value, default="done")
    cost = 2 * worth.FAN_SPENT if worth.rounds_left(state) else 0.0
    return best if best != "done" and value(best) > cost else "done"


_ADVISERS: dict[type, Callable[[State, Any, list[str]], str]] = {
    Turn: _turn,
    Reroll: _reroll,
    Planning: _planning,
    DisplayPick: _display,
    SkillPick: _skill,
    ScandalOut: _scandal_out,
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
