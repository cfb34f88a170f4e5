"""What other eyes get: who looks through a seat's eyes without its menu (an admin, a replay) sees
every state drawn, and nobody is sent a byte of what is hidden from them."""

from __future__ import annotations

import random
from typing import Any

import pytest

from app.games import referee
from app.games.catalog import GAMES
from app.games.chance import Chance
from app.games.contract import Rules, Viewer
from app.web import regions
from app.web.choices import Spots, choices, spots_by_region
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


def sent(
    renderer: Renderer, rules: Rules[Any], state: Any, viewer: Viewer, ctx: TableContext
) -> list[str]:
    """The pieces of a table's page that depend on the state, as they go to a viewer."""
    names = [face.name for face in ctx.seats]
    owed = rules.waiting_on(state)
    items = []
    if viewer is not None and viewer in owed:
        items = choices(rules, state, viewer, rules.menu(state, viewer), names)
    spots = spots_by_region(items)
    listed = regions.ChoiceList(
        tuple(item for item in items if item.blocked is None),
        tuple(item for item in items if item.blocked is not None),
    )
    return [
        renderer.platform_region("choices", listed, ctx),
        *(
            renderer.region(region.id, region.kind, region.data, spots.get(region.id) or (), ctx)
            for region in rules.view(state, viewer)
        ),
    ]


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.meta.slug)
def test_no_byte_of_a_page_tells_what_is_hidden(rules: Rules[Any]) -> None:
    """Deals that look the same to a viewer give the same page, with every attribute in it."""
    renderer = Renderer(environment())
    luck = Chance(b"eyes" * 8)
    seats = rules.meta.min_seats
    seed = luck.below(1 << 62).to_bytes(32, "big")
    position = referee.start(rules, seats, referee.complete_settings(rules, seats, {}), seed)
    codec = referee.Codec(rules)
    faces = tuple(SeatFace(seat, f"Name {seat}", seat + 1, str(seat)) for seat in range(seats))
    ctx = TableContext(rules.meta.slug, faces, rules.content)
    hidden = 0
    for number in range(120):
        waiting = sorted(rules.waiting_on(position.state))
        if not waiting:
            break
        for viewer in (None, *range(seats)) if number % 8 == 0 else ():
            other = rules.redeal(position.state, viewer, luck)
            hidden += codec.encode(referee.Position(other, position.draws)) != codec.encode(
                position
            )
            assert sent(renderer, rules, position.state, viewer, ctx) == sent(
                renderer, rules, other, viewer, ctx
            )
        seat = luck.pick(waiting)
        options = rules.menu(position.state, seat, open_only=True)
        referee.play(rules, position, seed, seat, luck.pick(options).move)
    assert hidden > 10, "something is hidden from everybody"
