"""The drawn table: every choice has its place, nothing stands twice, no secret is drawn."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from app.games.chance import Chance
from app.games.lords_of_rock import RULES
from app.games.lords_of_rock.content import CARDS
from app.games.lords_of_rock.state import State
from app.games.players import greedy_player
from app.games.playouts import draw_settings
from app.games.referee import Codec
from app.web.choices import Choice, Spots, choices, dom_id, spots_by_region
from app.web.templating import Renderer, SeatFace, TableContext, environment
from tests.games.lords_of_rock.table import Room, concert, new_game

NAMES = ["Ines", "Mo", "Noor", "Theo", "Bo"]


@pytest.fixture(scope="module")
def renderer() -> Renderer:
    return Renderer(environment())


def drawn(renderer: Renderer, state: State, viewer: int | None) -> tuple[str, list[Choice]]:
    """The viewer's whole table, and the choices it offers."""
    faces = tuple(
        SeatFace(seat, NAMES[seat], seat + 1, NAMES[seat][0]) for seat in range(state.seats)
    )
    ctx = TableContext("lords-of-rock", faces, RULES.content)
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


@pytest.mark.parametrize("seats", [3, 5])
def test_every_choice_has_its_place(renderer: Renderer, seats: int) -> None:
    """Games by computer players, looked at by the seat that moves and an onlooker."""
    kinds: set[str] = set()
    for number in range(2):
        luck = Chance(bytes([number + 1] * 32))
        settings = {**draw_settings(RULES, seats, luck), "pantheon_powers": "on"}
        settings |= {"venue_draft": "on", "rounds": "short"}
        room = new_game(seats, seed=bytes([number] * 32), **settings)
        while waiting := RULES.waiting_on(room.state):
            seat = luck.pick(sorted(waiting))
            if waiting[seat].kind not in kinds or luck.below(8) == 0:
                kinds.add(waiting[seat].kind)
                _check(renderer, room, seat)
            move = greedy_player(RULES, Codec(RULES).copy(room.position), seat, luck)
            room.play(seat, move if luck.below(2) else luck.pick(room.open(seat)))
        page, items = drawn(renderer, room.state, None)
        assert items == []
        assert 'name="move"' not in page
    assert kinds >= {"draft", "pantheon", "venue", "redraw-first", "turn", "reaction", "power"}


def _check(renderer: Renderer, room: Room, seat: int) -> None:
    page, items = drawn(renderer, room.state, seat)
    ids = Counter(re.findall(r' id="([^"]+)"', page))
    assert {one for one, times in ids.items() if times > 1} == set()
    for item in items:
        assert dom_id("spot", item.where) in ids, item
    marks = Counter(re.findall(r' data-mark="([^"=]+)=', page))
    assert {mark for mark, times in marks.items() if times > 1} == set()


def test_a_face_down_card_is_drawn_as_a_back(renderer: Renderer) -> None:
    room = concert("atlantis", "greek", "norse", "celtic", hands={1: ["siren-high-note", "roadie"]})
    room.play(1, "play:siren-high-note")
    title = CARDS["siren-high-note"].name
    for viewer in (None, 0, 2):
        page, _ = drawn(renderer, room.state, viewer)
        assert title not in page
        assert page.count('class="sback"') == 1
    assert title in drawn(renderer, room.state, 1)[0]


def test_the_resolution_stays_on_the_table_to_be_read(renderer: Renderer) -> None:
    room = concert(
        "atlantis",
        "greek",
        "norse",
        "celtic",
        piles={0: ["roadie", "stage-fright"], 1: ["power-ballad"]},
        resolve=True,
    )
    page, _ = drawn(renderer, room.state, None)
    shown = page[page.index('class="lor-res"') :]
    shown = shown[: shown.index("</details>")]
    for text in ("How Atlantis ended", "A Roadie cancels", "Power Ballad", "1st", "souls"):
        assert text in shown
    steps = [int(step) for step in re.findall(r'data-lor-step="(\d+)"', shown)]
    assert set(steps) == {1, 2, 3, 4, 5}, "cards, Roadie, sums, places, souls"
