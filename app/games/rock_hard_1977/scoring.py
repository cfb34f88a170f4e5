"""The last scoring (RH-225 to RH-231) and the ranking."""

from __future__ import annotations

from app.games.contract import Result
from app.games.kit.ranking import rank
from app.games.rock_hard_1977 import conditions
from app.games.rock_hard_1977.content import BONUSES, GOALS
from app.games.rock_hard_1977.game import STAT_MAX, Game, lose
from app.games.rock_hard_1977.state import Player, State

LOW_SUGAR_FAME = 5
CASH_PER_FAME = 3
STAT_FAME = 2
ALL_STATS_FAME = 2
TIE_BREAKS = ("reputation", "money", "royalty_tier")


def low_sugar_at_end(game: Game) -> None:
    for seat in game.state.order:
        if game.players[seat].low_sugar:
            lose(game, seat, "fame", LOW_SUGAR_FAME, "low_sugar")


def scoring(game: Game) -> None:
    """Bonuses, goals, stats and cash, all judged by the state as it is now (RH-226)."""
    state = game.state
    state.phase = "scoring"
    for player in state.players:
        for held in player.goals:
            held.open = True
    bonuses = _end_bonuses(game)
    goals = [_end_goals(game, seat) for seat in range(state.seats)]
    state.final = [
        {
            "played": player.fame,
            "bonuses": bonuses[seat],
            "goals": goals[seat],
            "stats": stat_fame(player),
            "cash": player.money // CASH_PER_FAME,
        }
        for seat, player in enumerate(state.players)
    ]
    for seat, parts in enumerate(state.final):
        state.players[seat].fame = sum(parts.values())
        game.log("scored", seat, fame=state.players[seat].fame, parts=dict(parts))
    state.phase = "over"


def _end_bonuses(game: Game) -> list[int]:
    """The Fame of each seat from the end-game Bonuses (RH-204, RH-205)."""
    state = game.state
    total = [0] * state.seats
    for card in state.bonuses:
        bonus = BONUSES[card.card]
        if bonus.timing == "end_of_game":
            counts = [conditions.MEASURES[bonus.most](player) for player in state.players]
            shares = conditions.shared_fame(state.seats, counts)
            game.log("end_bonus", card=card.card, counts=counts, shares=shares)
            total = [sum(pair) for pair in zip(total, shares, strict=True)]
    return total


def _end_goals(game: Game, seat: int) -> int:
    """The Fame from the seat's end-game goals that are met (RH-227)."""
    fame = 0
    player = game.players[seat]
    for held in player.goals:
        goal = GOALS[held.card]
        if goal.kind == "end":
            held.scored = conditions.goal_holds(player, goal)
            fame += goal.fame if held.scored else 0
        game.log("end_goal", seat, barrier=True, card=held.card, met=held.scored)
    return fame


def stat_fame(player: Player) -> int:
    """RH-228."""
    full = (player.chops, player.reputation, player.songs).count(STAT_MAX)
    return STAT_FAME * full + (ALL_STATS_FAME if full == 3 else 0)


def result(state: State) -> Result | None:
    """The ranking, once the game is over (RH-231)."""
    if state.phase != "over":
        return None
    players = dict(enumerate(state.players))
    return rank(
        {seat: (p.fame, p.reputation, p.money, p.royalty_tier) for seat, p in players.items()},
        {seat: p.fame for seat, p in players.items()},
        TIE_BREAKS,
        dict(enumerate(state.final)),
    )
