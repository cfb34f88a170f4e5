"""The gestures of Ready to Rock!: take a card, turn it, drop it, walk, look around.

The page is the real one around a position of the rules; what it sends is caught here.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, WebSocketRoute, expect

from app.games import referee
from app.games.ready_to_rock import RULES
from app.games.ready_to_rock.state import State
from app.web import pages, regions, room_pages
from app.web.choices import Spots, choices, spots_by_region
from app.web.templating import (
    CONTENT_SECURITY_POLICY,
    STATIC,
    Renderer,
    SeatFace,
    TableContext,
    environment,
)
from tests.games.ready_to_rock.table import SEED, Table

AXE = Path(__file__).parent.parent / "vendor" / "axe.min.js"
HOME = "http://table.test"
NAMES = ["Ines", "Mo", "Abo", "Kit"]

POSITION = Table(
    """
    column   -1    0    1
    row 3     ·    ·    M
    row 4     ·    ┼b   ·
    row 5     ·    ┼a   H
    """,
    hands={"a": "left-elbow fork beer ear-plugs mosh-pit body-surfing", "b": "beer", "c": "beer"},
    debts={"d": 4},
)


def drawn(state: State, viewer: int) -> str:
    """The page of a position, as the service draws it."""
    renderer = Renderer(environment())
    faces = tuple(SeatFace(seat, name, seat + 1, name[0]) for seat, name in enumerate(NAMES))
    ctx = TableContext(RULES.meta.slug, faces, RULES.content)
    items = choices(RULES, state, viewer, RULES.menu(state, viewer), NAMES)
    spots = spots_by_region(items)
    drawn_regions = {
        region.id: renderer.region(
            region.id, region.kind, region.data, spots.get(region.id, Spots(region.id)), ctx
        )
        for region in RULES.view(state, viewer)
    }
    listed = regions.ChoiceList(
        tuple(item for item in items if item.blocked is None),
        tuple(item for item in items if item.blocked is not None),
    )
    platform = renderer.platform_region
    page = room_pages.TablePage(
        url="/rooms/1",
        title=RULES.meta.title,
        game=RULES.meta,
        ctx=ctx,
        board=renderer.board(drawn_regions, ctx, viewer),
        turn_html=platform("turn", regions.TurnBanner(True, "Your turn", "play", "Your turn"), ctx),
        seats_html=platform("seats", regions.SeatCards((regions.SeatCard(faces[0]),)), ctx),
        choices_html=platform("choices", listed, ctx),
        moveform_html=platform("moveform", regions.MoveForm("1"), ctx),
        log_html="",
        chat_html="",
        version=1,
        now=0,
        viewer=viewer,
    )
    return renderer.page("table.html", page=page, house=pages.House(csrf="csrf"))


class Play:
    """An open page and the moves that it has sent."""

    def __init__(self, page: Page, state: State = POSITION.state, viewer: int = 0) -> None:
        self.page = page
        self.moves: list[str] = []
        self._html = drawn(state, viewer)
        page.route("**/*", self._answer)
        page.route_web_socket("**/live*", self._listen)
        page.goto(f"{HOME}/rooms/1")
        expect(page.locator("#arena[data-ui-js]")).to_be_visible()

    def _listen(self, socket: WebSocketRoute) -> None:
        """A server that takes every move and has nothing to tell."""

        def hear(frame: str | bytes) -> None:
            message = json.loads(frame)
            self.moves.append(message["move"])
            socket.send(json.dumps({"id": message["id"], "accepted": 2}))

        socket.on_message(hear)

    def _answer(self, route: Route) -> None:
        path = route.request.url.removeprefix(HOME).partition("?")[0]
        if path == "/rooms/1":
            headers = {"content-security-policy": CONTENT_SECURITY_POLICY}
            route.fulfill(body=self._html, content_type="text/html", headers=headers)
        elif path.startswith("/static/"):
            route.fulfill(path=STATIC / path.removeprefix("/static/"))
        else:
            route.fulfill(status=404)

    def take(self, kind: str) -> None:
        self.page.click(f"[data-take={kind}]")

    def lit(self) -> set[str]:
        """The cells and rockers for which the taken card is meant."""
        return set(self.page.eval_on_selector_all("[data-ui-fit]", "all => all.map(e => e.id)"))

    def sent(self, *moves: str) -> None:
        self.page.wait_for_function("() => !document.querySelector('[data-ui-sending]')")
        assert self.moves == list(moves)


@pytest.fixture
def play(chromium: Browser) -> Iterator[Play]:
    page = chromium.new_page(viewport={"width": 1280, "height": 800})
    errors: list[Exception] = []
    page.on("pageerror", lambda error: errors.append(error))
    yield Play(page)
    page.close()
    assert errors == []


def test_a_taken_card_lights_its_cells_and_shows_itself_there(play: Play) -> None:
    play.take("left-elbow")
    assert play.lit() == {
        "spot-grid-c-1r5",
        "spot-grid-c0r6",
        "spot-grid-c0r5",
        "spot-grid-c0r4",
        "spot-grid-c1r5",
    }, "empty cells beside, both cards to overlay, and the wall that any card destroys"
    play.page.hover("#spot-grid-c0r6")
    expect(play.page.locator("#spot-grid-c0r6 .ghost use")).to_have_attribute("href", "#way-FL")
    expect(play.page.locator("#spot-grid-c0r5")).to_have_attribute("data-ui-closes", "")
    play.page.hover("#spot-grid-c-1r5")
    expect(play.page.locator("#spot-grid-c-1r5 .ghost use")).to_have_attribute("href", "#way-BR")
    play.page.click("#spot-grid-c-1r5")
    play.sent("path:left-elbow:-1:5:180")


def test_r_turns_the_card(play: Play) -> None:
    play.take("fork")
    play.page.keyboard.press("r")
    play.page.hover("#spot-grid-c0r4")
    expect(play.page.locator("#spot-grid-c0r4 .ghost use")).to_have_attribute("href", "#way-BLR")
    play.page.click("#spot-grid-c0r4")
    play.sent("path:fork:0:4:180")


def test_escape_puts_the_card_back(play: Play) -> None:
    play.take("fork")
    play.page.keyboard.press("Escape")
    assert play.lit() == set()
    expect(play.page.locator("#turner")).to_be_hidden()
    expect(play.page.locator("[data-take=fork]")).to_have_attribute("aria-pressed", "false")
    play.sent()


def test_a_card_is_dragged_onto_its_cell(play: Play) -> None:
    play.page.drag_and_drop("[data-take=mosh-pit]", "#spot-grid-c1r4")
    play.sent("wall:mosh-pit:1:4")


def test_a_card_is_thrown_away_onto_a_wall(play: Play) -> None:
    play.page.drag_and_drop("#spot-hand-beer", "#spot-grid-c1r5")
    play.sent("smash:1:5:beer")


def test_a_card_dropped_elsewhere_stays_in_the_hand(play: Play) -> None:
    play.page.drag_and_drop("[data-take=mosh-pit]", "#spot-grid-c0r5")
    play.sent()


def test_the_pawn_walks_to_a_reachable_card(play: Play) -> None:
    play.page.click("#spot-grid-c0r4")
    play.sent("move:0:4")


def test_tickets_are_lit_and_chosen_by_a_click(chromium: Browser) -> None:
    state = referee.start(RULES, 4, {"curfew": "40"}, SEED).state
    play = Play(chromium.new_page(), state, state.active)
    expect(play.page.locator(".cell--ticket[data-ui-walk]")).to_have_count(9)
    play.page.click("#spot-grid-c-2r7")
    play.sent("ticket:ticket-lost-property")
    play.page.close()


def test_a_rocker_is_named_with_a_card_only(play: Play) -> None:
    play.page.click("#spot-rocker-1-name")
    play.sent()
    expect(play.page.locator(".turner__what")).to_have_text("Ear Plugs: Mo")
    play.page.click("[data-turner=go]")
    play.sent("flash:ear-plugs:1")


def test_body_surfing_lights_where_it_lands(play: Play) -> None:
    play.take("body-surfing")
    assert play.lit() == {"spot-grid-c2r5", "spot-grid-c1r5"}, "or thrown away for the wall"
    play.page.click("#spot-grid-c2r5")
    play.sent("flash:body-surfing:R")


def test_by_keys_alone(play: Play) -> None:
    page = play.page
    page.focus("[data-take=left-elbow]")
    page.keyboard.press("Enter")
    focused = page.evaluate("document.activeElement.id")
    assert focused in play.lit(), "on to the first place of the card"
    page.focus("#spot-grid-c0r5")
    page.keyboard.press("ArrowUp")
    assert page.evaluate("document.activeElement.id") == "spot-grid-c0r4"
    page.keyboard.press("Enter")
    play.sent("path:left-elbow:0:4:0")


def test_a_finger_sees_the_card_before_it_lies(chromium: Browser) -> None:
    context = chromium.new_context(viewport={"width": 390, "height": 844}, has_touch=True)
    play = Play(context.new_page())
    play.page.tap("[data-take=fork]")
    play.page.tap("#spot-grid-c0r6")
    play.sent()
    expect(play.page.locator("#spot-grid-c0r6 .ghost")).to_be_visible()
    play.page.tap("[data-turner=go]")
    play.sent("path:fork:0:6:0")
    assert play.page.evaluate("document.documentElement.scrollWidth") == 390
    context.close()


def test_looking_around(play: Play) -> None:
    page = play.page
    width = page.locator("#spot-grid-c0r5").bounding_box()
    page.click("[data-look=in]")
    page.keyboard.press("+")
    wider = page.locator("#spot-grid-c0r5").bounding_box()
    assert width
    assert wider
    assert wider["width"] > 1.5 * width["width"]
    before = page.evaluate("document.querySelector('#arena-view').scrollTop")
    page.mouse.move(600, 500)
    page.mouse.down()
    page.mouse.move(600, 420, steps=4)
    page.mouse.up()
    assert page.evaluate("document.querySelector('#arena-view').scrollTop") > before
    play.sent()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_table_is_accessible(chromium: Browser, scheme: str) -> None:
    context = chromium.new_context(color_scheme="light" if scheme == "light" else "dark")
    context.set_default_timeout(10_000)
    play = Play(context.new_page())
    play.take("left-elbow")
    play.page.evaluate(AXE.read_text("utf-8"))
    found = play.page.evaluate("axe.run(document)")
    faults = [
        (fault["id"], [node["html"][:160] for node in fault["nodes"]])
        for fault in found["violations"]
    ]
    assert faults == []
    context.close()
