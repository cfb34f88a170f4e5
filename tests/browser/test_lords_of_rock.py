"""The resolution of The Lords of Rock as a sequence: it plays, is skipped, is played again."""

from __future__ import annotations

from playwright.sync_api import Browser, Page, expect

from app.games.lords_of_rock import RULES
from app.web.choices import Spots
from app.web.templating import STATIC, Renderer, SeatFace, TableContext, environment
from tests.games.lords_of_rock.table import Room, concert

BOARD_JS = STATIC / "games" / "lords-of-rock" / "board.js"
FACES = tuple(
    SeatFace(seat, name, seat + 1, name[0]) for seat, name in enumerate(("Ines", "Mo", "Jo"))
)
CTX = TableContext("lords-of-rock", FACES, RULES.content)
HIDDEN = "[data-ui-hidden]"


def resolution(room: Room) -> str:
    """The region "resolution" as everybody gets it."""
    region = next(one for one in RULES.view(room.state, None) if one.kind == "resolution")
    renderer = Renderer(environment())
    return renderer.region(region.id, region.kind, region.data, Spots(region.id), CTX)


def running() -> Room:
    """A concert at its power step."""
    return concert(
        "atlantis",
        "greek",
        "norse",
        "celtic",
        powers=True,
        piles={0: ["roadie", "stage-fright"], 1: ["power-ballad"]},
        resolve=True,
    )


def over() -> Room:
    room = running()
    while "power" in room.asked().values():
        room.play(min(room.asked()), "power:end")
    return room


def push(page: Page, html: str) -> None:
    page.evaluate(
        """html => {
            document.querySelector("#region-resolution").outerHTML = html;
            document.dispatchEvent(new CustomEvent("greenroom:pushed"));
        }""",
        html,
    )


def opened(browser: Browser, html: str, *, calm: bool = False) -> Page:
    page = browser.new_page(reduced_motion="reduce" if calm else "no-preference")
    page.set_content(f"<main>{html}</main>")
    page.add_script_tag(path=str(BOARD_JS))
    return page


def test_who_comes_later_reads_and_may_play_it_again(chromium: Browser) -> None:
    page = opened(chromium, resolution(over()))
    expect(page.locator(HIDDEN)).to_have_count(0)
    page.click("summary")
    page.click("[data-lor-again]")
    assert page.locator(HIDDEN).count() > 5
    expect(page.locator("[data-lor-again]")).to_be_hidden()
    page.click("[data-lor-skip]")
    expect(page.locator(HIDDEN)).to_have_count(0)
    expect(page.locator("[data-lor-again]")).to_be_visible()
    page.close()


def test_a_new_resolution_plays_by_itself_to_its_end(chromium: Browser) -> None:
    page = opened(chromium, '<div id="region-resolution"></div>')
    push(page, resolution(running()))
    assert page.locator(HIDDEN).count() == 3, "the cards of three bands are still to turn"
    expect(page.locator(HIDDEN)).to_have_count(0)
    push(page, resolution(over()))
    assert page.locator(".lor-row__cards[data-ui-hidden]").count() == 0, "they have turned"
    assert page.locator(".lor-beats [data-ui-hidden]").count() == 1
    assert page.locator(".lor-row__souls[data-ui-hidden]").count() == 3
    expect(page.locator(".lor-beats [data-ui-hidden]")).to_have_count(0)
    expect(page.locator(HIDDEN)).to_have_count(0, timeout=8000)
    page.close()


def test_an_own_move_folds_what_was_seen(chromium: Browser) -> None:
    page = opened(chromium, '<div id="region-resolution"></div>')
    push(page, resolution(over()))
    assert page.locator("details[open]").count() == 1
    page.evaluate('document.dispatchEvent(new CustomEvent("greenroom:moved"))')
    assert page.locator("details[open]").count() == 0
    assert page.locator(HIDDEN).count() == 0
    page.close()


def test_nothing_moves_for_who_wants_it_calm(chromium: Browser) -> None:
    page = opened(chromium, '<div id="region-resolution"></div>', calm=True)
    push(page, resolution(over()))
    assert page.locator(HIDDEN).count() == 0
    expect(page.locator("details[open]")).to_have_count(1)
    expect(page.locator("[data-lor-again]")).to_be_hidden()
    page.close()
