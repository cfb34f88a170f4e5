"""Anybody may go at any moment: a computer player goes on, and the game ends.

``GREENROOM_DROPS`` sets the games a seat count (default 1; ``make drops`` plays 500 of each game).
"""

from __future__ import annotations

import hashlib
import os
from typing import Any

import pytest

from app.games import referee
from app.games.catalog import GAMES
from app.games.chance import Chance
from app.games.contract import Rules
from app.games.players import PLAYERS
from app.games.playouts import MOVE_LIMIT, draw_settings, seed_of

DROPS = int(os.environ.get("GREENROOM_DROPS", "1"))
CASES = [
    pytest.param(rules, seats, number, id=f"{rules.meta.slug}-{seats}-{number}")
    for rules in GAMES
    for seats in range(max(2, rules.meta.min_seats), rules.meta.max_seats + 1)
    for number in range(DROPS)
]


@pytest.mark.parametrize(("rules", "seats", "number"), CASES)
def test_a_game_goes_on_and_ends_whoever_leaves(rules: Rules[Any], seats: int, number: int) -> None:
    """A random game in which, at random moments, every seat in turn is handed to the computer
    player that the rooms put in, some come back, and in the end nobody is left."""
    seed = seed_of("dropping", rules.meta.slug, seats, number)
    luck = Chance(hashlib.sha256(b"drops" + seed).digest())
    position = referee.start(rules, seats, draw_settings(rules, seats, luck), seed)
    players = ["random"] * seats
    moves = 0
    # a game has some hundred moves: one change in about fifteen comes at every kind of step
    while waiting := rules.waiting_on(position.state):
        assert moves < MOVE_LIMIT, "the game does not end"
        if luck.below(15) == 0:
            seat = luck.below(seats)
            players[seat] = "random" if players[seat] == "greedy" and moves < 200 else "greedy"
        seat = luck.pick(sorted(waiting))
        codec = referee.Codec(rules)
        thought = codec.copy(position)
        move = PLAYERS[players[seat]](rules, thought, seat, luck)
        referee.play(rules, position, seed, seat, move)
        rules.audit(position.state)
        moves += 1
    assert rules.result(position.state) is not None


@pytest.mark.parametrize(
    ("rules", "seats"),
    [
        pytest.param(rules, seats, id=f"{rules.meta.slug}-{seats}")
        for rules in GAMES
        for seats in (max(2, rules.meta.min_seats), rules.meta.max_seats)
    ],
)
def test_in_every_state_somebody_can_act_and_the_clock_can_too(
    rules: Rules[Any], seats: int
) -> None:
    """No reachable state is stuck: whoever is asked has an open choice, and the automatic one is
    among them, so that a host, a clock or a stand-in can always move the game on."""
    seed = seed_of("stuck", rules.meta.slug, seats)
    luck = Chance(hashlib.sha256(b"stuck" + seed).digest())
    position = referee.start(rules, seats, draw_settings(rules, seats, luck), seed)
    while waiting := rules.waiting_on(position.state):
        for seat in waiting:
            moves = {o.move for o in rules.menu(position.state, seat, open_only=True)}
            assert rules.automatic(position.state, seat) in moves
        seat = luck.pick(sorted(waiting))
        # now and then by the clock, so that its choices lead somewhere too
        by_clock = luck.below(4) == 0
        move = (
            rules.automatic(position.state, seat)
            if by_clock
            else luck.pick(rules.menu(position.state, seat, open_only=True)).move
        )
        referee.play(rules, position, seed, seat, move)
    assert rules.result(position.state) is not None
