"""Who looks through a seat's eyes without its menu (an admin, a replay) sees every state drawn."""

from __future__ import annotations

import random
from typing import Any

import pytest

from app.games import referee
from app.games.catalog import GAMES
from app.games.contract import Rules
from app.web.choices import Spots
from app.web.templating import Renderer, SeatFace, TableContext, environment

STATES = 250


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.meta.slug)
def test_every_state_is_drawn_without_a_menu(rules: Rules[Any]) -> None:
    renderer = Renderer(environment())
    luck = random.Random(11)
    seats = rules.meta.max_seats
    seed = luck.randbytes(32)
    position = referee.start(rules, seats, referee.complete_settings(rules, seats, {}), seed)
    faces = tuple(SeatFace(seat, f"Name {seat}", seat + 1, str(seat)) for seat in range(seats))
    ctx = TableContext(rules.meta.slug, faces, rules.content)
    for number in range(STATES):
        waiting = sorted(rules.waiting_on(position.state))
        if not waiting:
            break
        if number % 2:
            for viewer in (waiting[0], None):
                for region in rules.view(position.state, viewer):
                    html = renderer.region(
                        region.id, region.kind, region.data, Spots(region.id), ctx
                    )
                    assert f'id="region-{region.id}"' in html
        seat = luck.choice(waiting)
        options = rules.menu(position.state, seat, open_only=True)
        referee.play(rules, position, seed, seat, luck.choice(options).move)
