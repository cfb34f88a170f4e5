"""Looking through somebody's eyes draws every table of the house, without its choices."""

from __future__ import annotations

import pytest

from app.games import referee
from app.games.catalog import CATALOG
from app.games.chance import Chance
from app.games.playouts import seed_of
from app.web.html_dialect import context_of
from app.web.templating import Renderer, Spots, environment
from tests.admin.conftest import detached

RENDERER = Renderer(environment())
LOOKS = 40


@pytest.mark.parametrize("slug", [slug for slug in CATALOG if RENDERER.has_table(slug)])
def test_every_table_can_be_looked_at_by_somebody_who_does_not_act(slug: str) -> None:
    rules = CATALOG[slug]
    seats = rules.meta.max_seats
    seed = seed_of("eyes", slug)
    position = referee.start(rules, seats, referee.complete_settings(rules, seats, {}), seed)
    chance = Chance(seed_of("moves", slug))
    ctx = context_of(detached(rules, position, seats))
    for _ in range(LOOKS):
        for viewer in (*range(seats), None):
            for region in rules.view(position.state, viewer):
                spots = Spots(region.id)
                RENDERER.region(region.id, region.kind, region.data, spots, ctx)
        for _ in range(5):
            waiting = rules.waiting_on(position.state)
            if not waiting:
                return
            seat = min(waiting)
            option = chance.pick(rules.menu(position.state, seat, open_only=True))
            referee.perform(rules, position, seed, seat, option.move)
