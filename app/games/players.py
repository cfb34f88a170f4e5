"""Computer players. They see what their seat may see, and move as people do.

A player is handed a position of its own (a copy); what the seat may not know is dealt anew
before any thought is spent on it, so no computer player can cheat.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from app.games.chance import Chance
from app.games.contract import Option, Rules, Seat
from app.games.referee import Codec, Position

ComputerPlayer = Callable[[Rules[Any], Position[Any], Seat, Chance], str]
"""Picks an open move for a seat that owes a decision. ``chance`` is the player's own."""


def random_player(rules: Rules[Any], position: Position[Any], seat: Seat, chance: Chance) -> str:
    """Any open move, each equally likely."""
    return chance.pick(rules.menu(position.state, seat, open_only=True)).move


def greedy_player(rules: Rules[Any], position: Position[Any], seat: Seat, chance: Chance) -> str:
    """The ledger's heuristics; where they are silent, the move whose next state looks best."""
    options = rules.menu(position.state, seat, open_only=True)
    if len(options) == 1:
        return options[0].move
    state = rules.redeal(position.state, seat, chance)
    advised = rules.advise(state, seat, options, chance)
    if advised is not None:
        return advised
    return _best_next(rules, Position(state, {}), seat, options, chance)


def _best_next(
    rules: Rules[Any],
    position: Position[Any],
    seat: Seat,
    options: list[Option],
    chance: Chance,
) -> str:
    codec = Codec(rules)
    thought = codec.encode(position)
    # every option meets the same luck, or the luckiest would look the best
    luck = b"".join(chance.below(1 << 32).to_bytes(4, "big") for _ in range(8))
    best: list[str] = []
    best_value = float("-inf")
    for option in options:
        trial = codec.decode(thought)
        rules.play(trial.state, seat, option.move, Chance(luck, trial.draws))
        value = rules.appraise(trial.state, seat)
        if value > best_value:
            best, best_value = [option.move], value
        elif value == best_value:
            best.append(option.move)
    return chance.pick(best)


PLAYERS: Mapping[str, ComputerPlayer] = {"greedy": greedy_player, "random": random_player}
