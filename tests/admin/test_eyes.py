"""Looking through somebody's eyes draws every table of the house, without its choices."""

from __future__ import annotations

import re

import pytest

from app.games import referee
from app.games.catalog import CATALOG
from app.games.chance import Chance
from app.games.playouts import seed_of
from app.web.house import House
from app.web.html_dialect import context_of
from app.web.templating import Renderer, Spots, environment
from tests.admin.conftest import Browser, detached
from tests.rooms.conftest import person

RENDERER = Renderer(environment())
LOOKS = 40


async def test_all_eyes_at_once_are_drawn_for_every_game(house: House, admin: Browser) -> None:
    anna, *others = [await person(house, name) for name in ("Anna", "Ben", "Cleo")]
    for slug in CATALOG:
        room = await house.lobby.create(anna, slug, {}, 3, listed=False)
        for guest in others:
            await house.lobby.sit(room, guest)
        await house.lobby.start(room, anna)
        page = await admin.get(f"/admin/rooms/{room.code}/as/all")
        assert page.status_code == 200, slug
        assert "Only Cleo sees" in page.text, slug
        ids = re.findall(r' id="([^"]+)"', page.text)
        assert len(ids) == len(set(ids)), slug


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
