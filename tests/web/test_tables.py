"""Every region of every game can be drawn in every state, for every pair of eyes.

Undefined names are errors in templates, so a random walk finds data that a macro counts on and
a state does not have.
"""

from __future__ import annotations

from html.parser import HTMLParser
from typing import Any

import pytest

from app.games import referee
from app.games.catalog import GAMES
from app.games.chance import Chance
from app.games.contract import Rules, Viewer
from app.games.players import greedy_player, random_player
from app.games.playouts import draw_settings, seed_of
from app.web.choices import Choice, choices, spots_by_region
from app.web.templating import Renderer, SeatFace, TableContext, environment

STATES = 40
"""States of a game that are drawn, besides its last one."""


class Ids(HTMLParser):
    """Collects the ids of a page, and whether inline style or script stands in it."""

    def __init__(self) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.forbidden: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name == "id" and value is not None:
                self.ids.append(value)
            if name == "style" or name.startswith("on"):
                self.forbidden.append(f"{tag} {name}={value}")
        if tag in ("script", "style"):
            self.forbidden.append(tag)


@pytest.fixture(scope="module")
def renderer() -> Renderer:
    return Renderer(environment())


def draw(renderer: Renderer, rules: Rules[Any], state: Any, viewer: Viewer, seats: int) -> None:
    """Draw a whole board. Raises what the templates raise."""
    names = [f"Player {seat + 1}" for seat in range(seats)]
    faces = tuple(SeatFace(seat, name, seat + 1, str(seat + 1)) for seat, name in enumerate(names))
    ctx = TableContext(rules.meta.slug, faces, rules.content)
    items: list[Choice] = []
    if viewer is not None:
        items = choices(rules, state, viewer, rules.menu(state, viewer), names)
    spots = spots_by_region(items)
    drawn = {
        region.id: renderer.region(
            region.id, region.kind, region.data, spots.get(region.id, ()), ctx
        )
        for region in rules.view(state, viewer)
    }
    board = renderer.board(drawn, ctx, viewer)
    page = Ids()
    page.feed(f"{board.board}{board.tray}{board.side}")
    twice = {name for name in page.ids if page.ids.count(name) > 1}
    assert not twice, f"ids that stand twice: {sorted(twice)}"
    assert page.forbidden == []


@pytest.mark.long
@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.meta.slug)
@pytest.mark.parametrize("few", [True, False], ids=["few", "many"])
def test_every_state_can_be_drawn(renderer: Renderer, rules: Rules[Any], few: bool) -> None:
    seats = rules.meta.min_seats if few else rules.meta.max_seats
    seed = seed_of("drawn", rules.meta.slug, seats)
    luck = Chance(seed_of("luck", rules.meta.slug, seats))
    settings = draw_settings(rules, seats, luck)
    position = referee.start(rules, seats, settings, seed)
    codec = referee.Codec(rules)
    made = 0
    while waiting := rules.waiting_on(position.state):
        seat = luck.pick(sorted(waiting))
        if made < 8 or luck.below(200) < STATES:
            for viewer in (None, seat, (seat + 1) % seats):
                draw(renderer, rules, position.state, viewer, seats)
        player = greedy_player if luck.below(3) else random_player
        move = player(rules, codec.copy(position), seat, luck)
        referee.play(rules, position, seed, seat, move)
        made += 1
    for viewer in (None, *range(seats)):
        draw(renderer, rules, position.state, viewer, seats)
