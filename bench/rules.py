"""Random playouts on one core, open menu and move: ``python -m bench.rules``.

Decisions a second of CPU, so that others on the machine count little. catanatron and OpenSpiel's
games in Python stand beside when they are installed (``bench/requirements.txt``).
"""

from __future__ import annotations

import argparse
import importlib
import random
import time
from collections.abc import Callable
from typing import Any

import msgspec

from app.games import referee
from app.games.catalog import CATALOG
from app.games.chance import Chance
from app.games.contract import Rules
from app.games.playouts import draw_settings, seed_of

SPIEL = ("python_tic_tac_toe", "python_kuhn_poker", "python_liars_poker")


class Pace(msgspec.Struct):
    """Decisions a second of CPU, and the length of a game."""

    engine: str
    games: int
    decisions_a_second: int
    decisions_a_game: float


def _game(rules: Rules[Any]) -> Callable[[], int]:
    seats = min(4, rules.meta.max_seats)
    games = iter(range(1_000_000))

    def play() -> int:
        seed = seed_of(rules.meta.slug, next(games))
        luck = random.Random(seed)
        position = referee.start(rules, seats, draw_settings(rules, seats, Chance(seed)), seed)
        state, chance = position.state, Chance(seed, position.draws)
        moves = 0
        while waiting := rules.waiting_on(state):
            seat = next(iter(waiting))
            rules.play(state, seat, luck.choice(rules.menu(state, seat, True)).move, chance)
            moves += 1
        return moves

    return play


def _catan() -> Callable[[], int]:
    catanatron: Any = importlib.import_module("catanatron")
    colours = list(catanatron.Color)[:4]

    def play() -> int:
        game = catanatron.Game([catanatron.RandomPlayer(colour) for colour in colours])
        game.play()
        state = game.state
        return len(state.action_records if hasattr(state, "action_records") else state.actions)

    return play


def _spiel(name: str) -> Callable[[], int]:
    spiel: Any = importlib.import_module("pyspiel")
    importlib.import_module("open_spiel.python.games")
    game = spiel.load_game(name)

    def play() -> int:
        state = game.new_initial_state()
        moves = 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(random.choices(outcomes, chances)[0])
            else:
                state.apply_action(random.choice(state.legal_actions()))
                moves += 1
        return moves

    return play


def measure(engine: str, play: Callable[[], int], seconds: float) -> Pace:
    """Whole games for ``seconds`` of CPU, after one to warm up."""
    play()
    games = moves = 0
    began = time.process_time()
    while (spent := time.process_time() - began) < seconds:
        moves += play()
        games += 1
    return Pace(engine, games, round(moves / spent), round(moves / games, 1))


def run(seconds: float) -> list[Pace]:
    """All games of the house, and the peers that are installed."""
    paces = [measure(slug, _game(rules), seconds) for slug, rules in CATALOG.items()]
    try:
        paces.append(measure("catanatron, 4 players", _catan(), seconds))
    except ImportError:
        print("catanatron is not installed: see bench/requirements.txt")
    try:
        paces += [measure(f"OpenSpiel {name}", _spiel(name), seconds) for name in SPIEL]
    except ImportError:
        print("open-spiel is not installed: see bench/requirements.txt")
    return paces


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=3, help="CPU seconds a game")
    for pace in run(parser.parse_args().seconds):
        print(msgspec.json.encode(pace).decode(), flush=True)


if __name__ == "__main__":
    main()
