"""How a computer player values a position, in Fame points (the ledger's heuristics)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from app.games.contract import Option, Seat
from app.games.rock_hard_1977 import conditions, effects, setup, spaces, turn_order
from app.games.rock_hard_1977.clean_up import LAST_PAY, ROUNDS, SHORT_FAME
from app.games.rock_hard_1977.content import (
    BONUSES,
    GOALS,
    JOBS,
    LIFE_OF,
    MONTHS,
    PHASES,
    ROYALTIES,
    SPACES,
    Goal,
    Need,
)
from app.games.rock_hard_1977.scoring import stat_fame
from app.games.rock_hard_1977.state import Life, Player, State, ability_of
from app.games.rock_hard_1977.steps import Gift, LookSweets, May, Offer, TwoSweets

CHARACTER_VALUES = {
    "eric-fairchild": 8,
    "rafael-santiago": 8,
    "donovan-sterling": 8,
    "yolanda-delacroix": 7,
    "kimmy-kim": 7,
    "doc-sapphire": 7,
    "shere-darling": 7,
    "lisa-boyd": 6,
    "leo-love": 6,
    "bebe-rose": 5,
}
MANAGER_VALUES = {
    "odette-pell": 8,
    "morty-glass": 7,
    "sunny-vandermeer": 7,
    "dolores-quick": 7,
    "big-lou-marchetti": 7,
    "nigel-hawthorne-dawe": 4,
}
KEPT_VALUES = {
    "overtime": 2.5,
    "good_word": 2.0,
    "loaned_crew": 2.0,
    "squeeze_in": 1.5,
    "discount_next": 1.2,
    "manager_rebate": 1.2,
    "first_in_line": 1.0,
}
TIER_WORTH = (0.0, 1.2, 2.5, 4.5)
"""A Royalty tier, for each Clean-Up still to come."""
SET_PROGRESS = (0.0, 0.6, 1.5, 3.0)
"""What 0 to 3 cards towards the best set are worth."""
ACTION_WORTH = 1.5
CRAVING_COST = 0.6
LOW_SUGAR_COST = 2.0


class Stage(NamedTuple):
    """A venue to work towards: its requirement, and what a night there brings."""

    need: Need
    worth: float


STAGES = (
    Stage(SPACES["tjs-stage"].need, 1.7),
    Stage(SPACES["fox-den-stage"].need, 1.7),
    Stage(SPACES["panda-1"].need, 3.6),
    Stage(SPACES["yenser-1"].need, 5.6),
    Stage(SPACES["carter-5"].need, 9.7),
)


def appraise(state: State, seat: Seat) -> float:
    """The Fame that ``seat`` may hope for."""
    player = state.players[seat]
    if state.phase == "over":
        best = max(other.fame for other in state.players)
        return player.fame + (100.0 if player.fame == best else 0.0)
    left = ROUNDS - state.round
    return (
        player.fame
        + _stats(player, left)
        + _money(state, player, left)
        + _prospects(state, player, left)
        + _candy(state, player, left)
        + _job(player, left)
        + _life(player, left)
        + _bonuses(state, seat, left)
        + _goals(player, left)
        + _moment(state, seat)
    )


# ---- what the player has


def _stats(player: Player, left: int) -> float:
    value = 0.0
    for stat in (player.chops, player.reputation, player.songs):
        value += 0.55 * min(stat, 8) + 0.4 * max(0, stat - 8)
    return value + (stat_fame(player) if left <= 3 else 0)


def _money(state: State, player: Player, left: int) -> float:
    """Heuristic 2, with what the managers will want."""
    money = player.money
    value = 0.33 * money if left < 2 else 0.6 * min(money, 6) + 0.4 * max(0, money - 6)
    due = MONTHS[state.round - 1].manager_pay if state.round else 0
    if left <= 1:
        due = LAST_PAY
    if due and state.phase != "clean_up":
        income = ROYALTIES[player.royalty_tier].gain.get("money", 0)
        value -= SHORT_FAME * 0.8 * max(0, due - income - money)
    return value


def _prospects(state: State, player: Player, left: int) -> float:
    """Royalties to come, Crew, and the stages within reach (heuristics 3 to 6)."""
    clean_ups = left + (state.phase != "clean_up")
    value = clean_ups * TIER_WORTH[player.royalty_tier]
    if player.royalty_tier < 3 and (player.demo or player.royalty_tier):
        value += max(
            _distant(clean_ups - 1, spaces.missing_points(player, tier.need))
            * (TIER_WORTH[tier.tier] - TIER_WORTH[player.royalty_tier])
            for tier in ROYALTIES[player.royalty_tier + 1 :]
        )
    elif not player.royalty_tier and left >= 2:
        # the way to a Demo: three dollars
        value += 0.2 * min(player.money, 3)
    tonight = state.phase in ("prep", "day") or (state.phase == "night" and _yet_to_play(player))
    nights = left + int(tonight)
    value += max(_distant(nights, _missing(player, stage.need)) * stage.worth for stage in STAGES)
    return value + 0.5 * player.crew * min(left, 3)


def _yet_to_play(player: Player) -> bool:
    return "gig" not in player.done


def _distant(times: int, missing: float) -> float:
    """How often something can be had that so many points are missing for."""
    return max(0.0, times - 0.75 * missing) * 0.6


def _missing(player: Player, need: Need) -> float:
    crew = max(0, need.crew - player.crew)
    deal = 2.5 if need.contract and not player.royalty_tier else 0.0
    return spaces.missing_points(player, need) + 1.3 * crew + deal


def _candy(state: State, player: Player, left: int) -> float:
    useful = min(player.candy, 1 + left)
    risk = 5.0 if not left else LOW_SUGAR_COST
    low = risk if player.low_sugar or player.recovering else 0.0
    return 0.9 * min(useful, 3) - CRAVING_COST * player.craving - low


def _job(player: Player, left: int) -> float:
    if not player.job:
        return 0.0
    return 0.6 * left - (0.4 * player.missed_work if left else 0.0)


def _life(player: Player, left: int) -> float:
    """Cards towards a set, and kept cards (heuristic 8)."""
    unused = Counter(LIFE_OF[life.card] for life in player.life if not life.set)
    wild = unused.pop("wild", 0)
    alike = max(unused.values(), default=0)
    progress = min(3, wild + max(alike, len(unused)))
    soon = min(1.0, (left + 1) / 3)
    value = soon * (SET_PROGRESS[progress] + 0.5 * (unused.total() + wild))
    return value + sum(_kept(life, left) for life in player.life if life.waiting)


def _kept(life: Life, left: int) -> float:
    ability = effects.KEPT[life.card].ability
    if not left and ability != "manager_rebate":
        return 0.0
    return KEPT_VALUES.get(ability, 0.5)


# ---- conditions


def _share(player: Player, target: Mapping[str, int]) -> float:
    """How far the player is on the way to ``target``, 0 to 1."""
    return min(
        (min(1.0, conditions.MEASURES[name](player) / number) for name, number in target.items()),
        default=1.0,
    )


def _bonuses(state: State, seat: int, left: int) -> float:
    """Heuristic 10: races by how near the goal is, majorities by the place held now."""
    value = 0.0
    player = state.players[seat]
    for card in state.bonuses:
        bonus = BONUSES[card.card]
        if bonus.timing == "when_achieved":
            if seat not in card.scored and left:
                fame = conditions.bonus_fame(state.seats, len(card.scored))
                value += 0.7 * fame * _share(player, bonus.target) ** 3
        elif state.round:
            measure = conditions.MEASURES[bonus.most]
            counts = [measure(other) for other in state.players]
            certain = 0.6 if state.round >= 6 else 0.3
            value += certain * conditions.shared_fame(state.seats, counts)[seat]
            value += 0.1 * min(counts[seat], 8)
    return value


def _goals(player: Player, left: int) -> float:
    return sum(
        GOALS[held.card].fame * _goal_share(player, GOALS[held.card], left)
        for held in player.goals
        if not held.scored
    )


def _goal_share(player: Player, goal: Goal, left: int) -> float:
    if goal.kind == "tracked":
        count = conditions.goal_count(player, goal)
        return (count / goal.steps) ** 1.5 if goal.steps - count <= left + 1 else 0.0
    if any(conditions.MEASURES[name](player) > n for name, n in goal.at_most.items()):
        return 0.0
    share = _share(player, goal.target) ** 2
    return share if goal.kind == "end" else 0.8 * share


# ---- the moment


def _moment(state: State, seat: int) -> float:
    """Actions still to be taken, offers still open, and the place in the next turn order."""
    value = 0.8 * state.players[seat].sapphires
    turn = state.turn
    if turn is not None and turn.seat == seat and turn.actions > 0:
        value += ACTION_WORTH * turn.actions
    if state.agenda and isinstance(state.agenda[-1], May) and state.agenda[-1].seat == seat:
        value += 0.7
    if state.phase == "after_hours":
        place = turn_order.turn_value(state, seat)
        value += 0.04 * (12 - place) if place is not None else 0.0
    if ability_of(state, seat) == "house_call":
        value += 1.2 * min(state.players[seat].tokens, ROUNDS - state.round)
    return value


# ---- advice


def advise(state: State, seat: Seat, options: Sequence[Option]) -> str | None:
    """The heuristics for what one step of look-ahead can't see."""
    step = state.agenda[-1]
    moves = [option.move for option in options]
    if isinstance(step, Offer):
        return max(moves, key=_offer_value)
    if isinstance(step, Gift):
        return min(moves, key=lambda move: _gift_cost(state, move))
    if isinstance(step, TwoSweets | LookSweets):
        return None
    if moves[0].startswith("manager:"):
        return max(moves, key=lambda move: _manager_value(state, move))
    return _candy_advice(state, seat, moves)


def _offer_value(move: str) -> float:
    kind, _, card = move.partition(":")
    if kind == "character":
        return CHARACTER_VALUES[card]
    if kind == "goals":
        tracked = sum(GOALS[goal].kind == "tracked" for goal in card.split("+"))
        return setup.pair_fame(card) + tracked
    job = JOBS[card]
    pay = job.pay or sum(job.pay_die) / len(job.pay_die)
    extra = 3 if job.on_work.gain else 0
    return 4 * pay + extra + (2 if job.shift != "variable" else 0)


def _manager_value(state: State, move: str) -> float:
    card = move.partition(":")[2]
    if card == "nigel-hawthorne-dawe":
        return {2: 4, 3: 6}.get(state.seats, 8)
    return MANAGER_VALUES[card]


def _gift_cost(state: State, move: str) -> int:
    """Abilities 4: to the player with least Fame, and to none who nears the end."""
    if move == "keep":
        return 45
    return state.players[int(move.partition(":")[2])].fame


def _candy_advice(state: State, seat: int, moves: list[str]) -> str | None:
    """Heuristic 9: eat while the roll is safe enough."""
    if "eat" not in moves or state.phase not in PHASES:
        return None
    if "party" in moves:
        return "party"
    craving = state.players[seat].craving + 1
    last = state.round == ROUNDS
    if "eat:more" in moves and craving <= 4:
        return "eat:more"
    if craving <= (2 if not last else 1):
        return "eat:look" if "eat:look" in moves else "eat"
    return None
