"""The turn order of the next round (step 3 of Clean-Up, RH-214 to RH-216)."""

from __future__ import annotations

from app.games.contract import Option
from app.games.rock_hard_1977 import effects
from app.games.rock_hard_1977.content import SPACES, TOKENS
from app.games.rock_hard_1977.game import Game
from app.games.rock_hard_1977.state import State, standees
from app.games.rock_hard_1977.steps import FirstInLine


def parking(game: Game) -> None:
    """Who has a parking space by the door is asked first (RH-353)."""
    state = game.state
    state.first_in_line = []
    for seat in reversed(state.order):
        if effects.waiting(game.players[seat], "first_in_line"):
            game.push(FirstInLine(seat=seat))


def ask_first(game: Game, step: FirstInLine) -> bool:
    """Asked only if somebody else would come earlier as things stand."""
    return new_order(game.state)[0] != step.seat


def first_menu(state: State, step: FirstInLine) -> list[Option]:
    return [Option("yes", "spotlight/yes"), Option("no", "spotlight/no")]


def answer_first(game: Game, step: FirstInLine, move: str) -> None:
    if move == "yes":
        card = effects.waiting(game.players[step.seat], "first_in_line")[0]
        effects.use_up(game, step.seat, card)
        game.state.first_in_line.append(step.seat)


def first_automatic(state: State, step: FirstInLine) -> str:
    return "no"


def turn_value(state: State, seat: int) -> int | None:
    """The value of the space where the standee stands (RH-214), None without one (RH-216)."""
    player = state.players[seat]
    space = SPACES.get(player.at)
    if space is None or "placed" not in player.did:
        return None
    if space.turn_from:
        return TOKENS[state.tokens[space.place]].value
    return space.turn or None


def new_order(state: State) -> list[int]:
    """The turn order by the spaces as they stand (RH-214 to RH-216, RH-353)."""

    def key(seat: int) -> tuple[int, int, int]:
        parked = 0 if seat in state.first_in_line else 1
        value = turn_value(state, seat)
        if value is None:
            return parked, 1 + max(token.value for token in TOKENS.values()), place[seat]
        there = standees(state, state.players[seat].at)
        early = SPACES[state.players[seat].at].action == "bed_early"
        among = there.index(seat) if early else -there.index(seat)
        return parked, value, among

    place = {seat: index for index, seat in enumerate(state.order)}
    return sorted(state.order, key=key)


def make_order(game: Game) -> None:
    state = game.state
    state.order = new_order(state)
    state.first_in_line = []
    game.log("order", order=list(state.order))
