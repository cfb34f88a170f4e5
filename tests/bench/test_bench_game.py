"""The game that is measured is a game like any other, and of the size that it claims."""

from __future__ import annotations

import msgspec
import pytest

from app.games import referee
from app.games.playouts import seed_of
from app.web.templating import Renderer, SeatFace, TableContext, environment
from bench.game import LONG, RULES, BenchGame, move_of
from bench.server import TEMPLATES
from tests.games.properties import Walk


@pytest.mark.parametrize("number", range(2))
def test_random_game(number: int) -> None:
    Walk(BenchGame(60), 4, seed_of("bench", number), deep_every=5, package="bench").run()


def test_state_is_as_big_as_the_peers() -> None:
    state = referee.start(RULES, 4, {}, seed_of("size")).state
    assert 18_000 < len(msgspec.json.encode(state)) < 22_000


def test_drivers_moves_are_on_the_menu() -> None:
    position = referee.start(RULES, 4, {}, seed_of("moves"))
    for number in range(200):
        referee.play(RULES, position, seed_of("moves"), number % 4, move_of(number))
    assert position.state.moves == 200
    assert position.state.last == LONG


def test_a_move_changes_few_regions() -> None:
    seed = seed_of("regions")
    position = referee.start(RULES, 4, {}, seed)
    encode = msgspec.json.encode
    changed: list[int] = []
    for number in range(100):
        before = {region.id: encode(region.data) for region in RULES.view(position.state, 0)}
        referee.play(RULES, position, seed, number % 4, move_of(number))
        after = {region.id: encode(region.data) for region in RULES.view(position.state, 0)}
        changed.append(sum(len(data) for id, data in after.items() if data != before[id]))
    assert sum(changed) / len(changed) < 600


def test_every_region_is_drawn() -> None:
    env = environment(TEMPLATES)
    renderer = Renderer(env)
    faces = tuple(SeatFace(seat, f"Player {seat}", seat + 1, str(seat)) for seat in range(4))
    ctx = TableContext("bench", faces, RULES.content)
    state = referee.start(RULES, 4, {}, seed_of("draw")).state
    drawn = {r.id: renderer.region(r.id, r.kind, r.data, (), ctx) for r in RULES.view(state, 2)}
    board = renderer.board(drawn, ctx, 2)
    assert all(f'id="region-{name}"' in board.board for name in drawn)
