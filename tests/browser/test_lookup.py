"""Looking things up: at the table, in the glossaries, on the rules page."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from app.games.catalog import GAMES
from tests.browser.friends import AXE, DESKTOP, PHONE
from tests.browser.stage import Stage
from tests.ledger import rule
from tests.service import Service

FEW = """for (const folios of document.querySelectorAll(".folios")) {
  for (const leaf of [...folios.children].slice(2)) leaf.remove();
}"""


@pytest.fixture
def table(chromium: Browser, stage: Stage) -> Iterator[Page]:
    stage.log.append("Ines plays Loud Song and hopes.")
    page = chromium.new_page(viewport={"width": 1280, "height": 800})
    page.goto(f"{stage.url}/rooms/1")
    expect(page.locator("body")).to_have_attribute("data-connection", "open")
    yield page
    page.close()


def look(page: Page) -> Locator:
    return page.locator("#look")


@rule("GR-050")
def test_resting_on_a_piece_tells_what_it_is_and_is_no_move(table: Page, stage: Stage):
    stage.push()
    expect(table.locator("#fans")).to_have_text("2")
    assert stage.looked == []  # nothing is fetched before somebody reaches for a piece
    table.hover("#spot-hand-play")
    expect(look(table)).to_contain_text("What Loud Song does.")
    expect(table.locator("body")).to_be_focused()
    stage.push()
    expect(table.locator("#fans")).to_have_text("3")
    expect(look(table)).to_be_visible()
    expect(look(table).locator("a.rule")).to_have_attribute("href", "/games/stage/rules#STG-007")
    # it came by itself: the pieces under it can be played
    expect(look(table)).to_have_css("pointer-events", "none")
    table.hover("#fans")
    expect(look(table)).to_be_hidden()
    table.hover("#spot-hand-play")
    expect(look(table)).to_be_visible()
    assert stage.looked == ["names", "play"]
    assert stage.moves == []


def test_by_keyboard_a_piece_is_read_and_left_again(table: Page, stage: Stage):
    piece = table.locator("#spot-hand-many")
    piece.focus()
    table.keyboard.press("?")
    expect(look(table)).to_be_focused()
    expect(look(table)).to_have_accessible_name("Crossroads")
    stage.push()
    expect(table.locator("#fans")).to_have_text("2")
    expect(look(table)).to_be_focused()
    table.keyboard.press("Escape")
    expect(look(table)).to_be_hidden()
    expect(piece).to_be_focused()
    table.locator("#spot-hand-grave").focus()
    table.keyboard.press("?")
    expect(table.locator("#panel-room #find")).to_be_focused()
    table.click("#tab-chat")
    table.locator("#chat-text").press_sequentially("Why?")
    expect(table.locator("#chat-text")).to_have_value("Why?")
    assert stage.moves == []


def test_a_blocked_piece_tells_its_reason_and_then_what_it_is(table: Page, stage: Stage):
    table.hover("#spot-hand-no")
    reason = table.locator("#reason")
    expect(reason).to_contain_text("Too few roadies.")
    reason.get_by_role("button", name="What is The Wall?").click()
    expect(look(table)).to_contain_text("What The Wall does.")
    assert stage.moves == []


def test_a_name_in_the_log_is_looked_up_where_it_stands(table: Page, stage: Stage):
    line = table.locator("#log-lines li", has_text="Loud Song")
    line.hover()
    expect(table.locator("link[href*='cards.css']").first).to_be_attached()
    marked = table.evaluate("[...CSS.highlights.get('card-name')].map(String)")
    assert marked == ["Loud Song"]
    at = line.evaluate(
        """line => { const range = [...CSS.highlights.get("card-name")][0];
        const box = range.getBoundingClientRect();
        return [box.x + box.width / 2, box.y + box.height / 2]; }"""
    )
    table.mouse.click(*at)
    expect(look(table)).to_contain_text("What Loud Song does.")
    table.locator("h1").click()
    expect(look(table)).to_be_hidden()


def test_holding_a_piece_down_opens_a_sheet_and_plays_nothing(chromium: Browser, stage: Stage):
    context = chromium.new_context(**PHONE)
    page = context.new_page()
    page.goto(f"{stage.url}/rooms/1")
    expect(page.locator("body")).to_have_attribute("data-connection", "open")
    piece = page.locator("#spot-hand-play")
    piece.scroll_into_view_if_needed()
    box = piece.bounding_box()
    assert box
    finger = context.new_cdp_session(page)
    at = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [at]})
    expect(look(page)).to_contain_text("What Loud Song does.")
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    sheet = look(page).bounding_box()
    tray = page.locator(".tray").bounding_box()
    assert sheet
    assert tray
    assert sheet["y"] + sheet["height"] <= tray["y"] + 1
    page.get_by_role("button", name="Close").tap()
    expect(look(page)).to_be_hidden()
    assert stage.moves == []
    piece.tap()  # a tap is a move as ever
    expect(page.locator("#fans")).to_have_text("2")
    assert [sent["move"] for sent in stage.moves] == ["play"]
    context.close()


@pytest.mark.long
@rule("GR-050")
def test_the_five_glossaries_pass_the_accessibility_check(chromium: Browser, service: Service):
    """By day on a desk and by night on a phone, which also leaf without sideways scrolling. A few
    leaves of each chapter are looked at: the check takes long, and the rest are drawn alike."""
    day: dict[str, Any] = {**DESKTOP, "color_scheme": "light"}
    night: dict[str, Any] = {**PHONE, "color_scheme": "dark"}
    for device in (day, night):
        context = chromium.new_context(reduced_motion="reduce", **device)
        page = context.new_page()
        for rules in GAMES:
            page.goto(f"{service.url}/games/{rules.meta.slug}/cards")
            width = page.viewport_size
            assert width
            assert page.evaluate("document.documentElement.scrollWidth") == width["width"]
            page.evaluate(FEW)
            page.evaluate(AXE.read_text("utf-8"))
            found = page.evaluate("axe.run(document)")
            faults = [(fault["id"], fault["nodes"][0]["html"]) for fault in found["violations"]]
            assert faults == [], rules.meta.slug
        context.close()


def test_what_is_sought_is_found_while_one_types(chromium: Browser, service: Service):
    context = chromium.new_context(**DESKTOP)
    page = context.new_page()
    page.goto(f"{service.url}/games/ready-to-rock/rules")
    page.keyboard.press("/")
    page.keyboard.type("mosh pit")
    hits = page.locator("#finds a")
    expect(hits.first).to_contain_text("Mosh Pit")
    page.keyboard.press("ArrowDown")
    expect(hits.first).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#card-mosh-pit")).to_be_in_viewport()

    page.keyboard.press("/")
    page.keyboard.type("groupies")
    expect(page.locator(".folio:visible")).to_have_count(1)
    expect(page.locator("#count")).to_have_text("1 of 37")
    page.keyboard.press("Escape")
    expect(page.locator(".folio:visible")).to_have_count(37)
    page.keyboard.type("groupies")
    page.keyboard.press("Enter")  # the rules as well: a page that needs no script
    expect(page.locator("#finds a").first).to_contain_text("Groupies")
    context.close()
