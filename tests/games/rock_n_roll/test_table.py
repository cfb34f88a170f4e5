"""The drawn table: every choice has its place, and nothing stands twice."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from app.games.chance import Chance
from app.games.rock_n_roll import RULES
from app.games.rock_n_roll.state import State
from app.web.choices import Choice, Spots, choices, dom_id, spots_by_region
from app.web.templating import Renderer, SeatFace, TableContext, environment
from tests.games.rock_n_roll.table import Table
from tests.ledger import rule

NAMES = ["Ines", "Mo", "Jun"]
PICKED = ("again", "free", "magazine")


@pytest.fixture(scope="module")
def renderer() -> Renderer:
    return Renderer(environment())


def drawn(renderer: Renderer, state: State, viewer: int | None) -> tuple[str, list[Choice]]:
    """The viewer's whole table, and the choices it offers."""
    faces = tuple(
        SeatFace(seat, name, seat + 1, name[0], False)
        for seat, name in enumerate(NAMES[: len(state.bands)])
    )
    ctx = TableContext("rock-n-roll", faces, RULES.content)
    items: list[Choice] = []
    if viewer is not None:
        items = choices(RULES, state, viewer, RULES.menu(state, viewer), NAMES)
    spots = spots_by_region(items)
    html = {
        region.id: renderer.region(
            region.id, region.kind, region.data, spots.get(region.id, Spots(region.id)), ctx
        )
        for region in RULES.view(state, viewer)
    }
    board = renderer.board(html, ctx, viewer)
    return f"{board.board}{board.tray}{board.side}", items


@rule("RNR-082")
@pytest.mark.parametrize("seats", [1, 3])
def test_every_choice_has_its_place(renderer: Renderer, seats: int) -> None:
    """A random game with money in the tin, looked at by the seat that moves and an onlooker."""
    table, luck = Table(seats), Chance(bytes(32))
    phases: set[str] = set()
    while not table.state.over:
        seat = luck.pick(sorted(RULES.waiting_on(table.state)))
        if luck.below(4) == 0 and table.band(seat).money < 150:
            table.lay(seat, money=150)
        if luck.below(3) == 0:
            phases.add(table.band(seat).phase)
            page, items = drawn(renderer, table.state, seat)
            for item in items:
                verb = item.move.partition(":")[0]
                composed = verb in PICKED and not item.blocked
                place = (
                    f'data-compose="{verb}"' if composed else f'id="{dom_id("spot", item.where)}"'
                )
                assert place in page, item
            twice = [id for id, n in Counter(re.findall(r' id="([^"]+)"', page)).items() if n > 1]
            assert twice == []
            marks = Counter(re.findall(r' data-mark="([^"=]+)=', page))
            assert [mark for mark, n in marks.items() if n > 1] == []
        table.do(luck.pick(table.moves(seat)), seat=seat)
    for turned in table.state.turned:
        shown = f"{turned.card.removeprefix('chart-').upper()} in month {turned.month}"
        assert shown in drawn(renderer, table.state, 0)[0]
    page, items = drawn(renderer, table.state, None)
    assert items == []
    # heads that fold are no moves
    assert all('class="fold__btn"' in button for button in re.findall(r"<button[^>]*", page))
    assert phases >= {"declare", "step", "fame_step"}
