"""The table page: every choice has its piece, and the page says what a plan costs and gives."""

from __future__ import annotations

import pytest

from app.games import referee
from app.games.chance import Chance
from app.games.contract import Viewer
from app.games.playouts import seed_of
from app.games.thrash_n_roll import RULES
from app.games.thrash_n_roll.content import CHARACTERS, LOCATIONS
from app.games.thrash_n_roll.state import State
from app.web.choices import Spots, choices, dom_id, spots_by_region
from app.web.templating import STATIC, Renderer, SeatFace, TableContext, environment
from tests.games.thrash_n_roll.scene import PLAIN_FANS, VOCALS_SCANDAL, Scene

RENDERER = Renderer(environment())
NAMES = ["Ines", "Jun", "Abo", "Mo", "Kim"]


def drawn(state: State, viewer: Viewer) -> str:
    """The board, tray and side of a viewer."""
    seats = len(state.bands)
    faces = tuple(SeatFace(seat, NAMES[seat], seat + 1, NAMES[seat][0]) for seat in range(seats))
    ctx = TableContext(RULES.meta.slug, faces, RULES.content)
    menu = RULES.menu(state, viewer) if viewer is not None else []
    spots = spots_by_region(choices(RULES, state, viewer or 0, menu, NAMES[:seats]))
    regions = {
        region.id: RENDERER.region(
            region.id, region.kind, region.data, spots.get(region.id, Spots(region.id)), ctx
        )
        for region in RULES.view(state, viewer)
    }
    board = RENDERER.board(regions, ctx, viewer)
    return board.board + board.tray + board.side


@pytest.mark.parametrize("seats", [2, 5])
def test_every_choice_of_a_game_stands_on_the_board(seats: int) -> None:
    seed = seed_of("table", seats)
    luck = Chance(seed)
    position = referee.start(RULES, seats, {}, seed)
    met: set[str] = set()
    while waiting := RULES.waiting_on(position.state):
        ((seat, decision),) = waiting.items()
        menu = RULES.menu(position.state, seat)
        if decision.kind not in met or luck.below(12) == 0:
            met.add(decision.kind)
            html = drawn(position.state, seat)
            for option in menu:
                if option.where == "plan/dice":
                    assert 'data-compose="dice"' in html
                    assert f'data-pick="{option.move[-1]}"' in html
                else:
                    assert f'id="{dom_id("spot", option.where)}"' in html, option
        moves = [option.move for option in menu if option.blocked is None]
        move = luck.pick([one for one in moves if one not in ("pass", "back", "cancel")] or moves)
        referee.play(RULES, position, seed, seat, move)
    for viewer in (None, 0):
        assert "The ceremony" in drawn(position.state, viewer)


def test_the_plan_slip_says_what_is_paid_and_given() -> None:
    scene = Scene(3)
    scene.hold(supports=["support-bouncer-lead-guitar"])
    scene.plan("broken-bone-3", "3", ["support-bouncer-lead-guitar"], scandals=1)
    html = drawn(scene.state, 0)
    assert 'aria-label="Paid 3 of 3"' in html
    assert '<b class="num">+2</b> fame' in html
    assert 'value="confirm"' in html
    assert 'value="confirm"' not in drawn(scene.state, 1)


def test_an_onlooker_has_no_hand() -> None:
    scene = Scene(3)
    scene.hold(fans=[PLAIN_FANS["bass"]], scandals=[VOCALS_SCANDAL])
    assert "Four-String Fiona" in drawn(scene.state, 0)
    for viewer in (None, 1):
        html = drawn(scene.state, viewer)
        assert "Four-String Fiona" not in html
        assert "Hello, Wrong Town" not in html


def test_every_place_and_character_has_its_art() -> None:
    sprite = (STATIC / "games" / "thrash-n-roll" / "sprite.svg").read_text("utf-8")
    for name in (*(f"at-{place}" for place in LOCATIONS), *(f"ch-{one}" for one in CHARACTERS)):
        assert f'<symbol id="{name}"' in sprite
