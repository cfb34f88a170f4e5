"""The frame of a table in a browser: one form sends every move, pushes disturb nobody, and what
was missed is fetched."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.stage import Stage

AXE = Path(__file__).parent.parent / "vendor" / "axe.min.js"


HIDE = "Object.defineProperty(document, 'hidden', {value: true, configurable: true})"
SHOW = HIDE.replace("true", "false", 1)
TONES = """
window.tones = 0;
const value = {value: 0, setValueAtTime() {}, linearRampToValueAtTime() {},
  exponentialRampToValueAtTime() {}};
const part = () => ({connect: (next) => next, start: () => { window.tones += 1; }, stop() {},
  getChannelData: () => [], frequency: value, gain: value});
window.AudioContext = class {
  currentTime = 0; sampleRate = 10; destination = part();
  resume() {} createOscillator = part; createGain = part; createBufferSource = part;
  createBiquadFilter = part; createBuffer = part;
};
"""
SEEN = """root => ["#turn", "#main", ".tray", "#log-lines", "#region-choices", ".bar__seats"]
  .map((part) => root.querySelector(part).textContent.replace(/\\s+/g, " ").trim())"""
FRESH = f"""async () => ({SEEN})(new DOMParser().parseFromString(
  await (await fetch(location.href)).text(), "text/html"))"""


@pytest.fixture
def table(chromium: Browser, stage: Stage) -> Iterator[Page]:
    page = chromium.new_page(viewport={"width": 1280, "height": 800})
    errors: list[Exception] = []
    page.on("pageerror", lambda error: errors.append(error))
    page.goto(f"{stage.url}/rooms/1")
    expect(page.locator("body")).to_have_attribute("data-connection", "open")
    yield page
    page.close()
    assert errors == []


def fans(page: Page, number: int) -> None:
    expect(page.locator("#fans")).to_have_text(str(number))


# ---- moves


def test_a_piece_sends_its_move(table: Page, stage: Stage):
    table.click("#spot-hand-play")
    fans(table, 2)
    assert len(stage.moves) == 1
    sent = stage.moves[0]
    assert sent == {"move": "play", "decision": "1", "id": sent["id"]}
    assert re.fullmatch(r"[0-9a-f-]{36}", sent["id"])


def test_a_list_that_is_longer_than_the_screen_is_scrolled_to_its_end(table: Page, stage: Stage):
    table.set_viewport_size({"width": 1280, "height": 300})
    table.click("#tab-choices")
    table.locator("#region-choices button[name=move]").last.click(timeout=5_000)
    fans(table, 2)
    assert stage.moves[0]["move"] == "keep:2.6"


def test_a_double_click_is_one_move(table: Page, stage: Stage):
    table.dblclick("#spot-hand-play")
    fans(table, 2)
    table.wait_for_timeout(400)
    assert len(stage.moves) == 1


def test_the_next_decision_can_be_answered_at_once(table: Page, stage: Stage):
    for version in (2, 3, 4):
        table.click("#spot-hand-play")
        fans(table, version)
        expect(table.locator("#table")).not_to_have_attribute("data-ui-sending", "")
    assert [sent["decision"] for sent in stage.moves] == ["1", "2", "3"]
    assert len({sent["id"] for sent in stage.moves}) == 3


def test_a_move_is_posted_while_the_socket_is_down(table: Page, stage: Stage):
    stage.cut(4000)
    expect(table.locator("#connection")).to_be_visible()
    table.click("#spot-hand-play")
    table.wait_for_function("() => !document.querySelector('[data-ui-sending]')")
    sent = stage.moves[0]
    assert (sent["move"], sent["decision"], sent["csrf"]) == ("play", "1", "csrf")
    assert len(stage.moves) == 1


def test_a_move_whose_answer_was_lost_is_posted_under_the_same_id(table: Page, stage: Stage):
    stage.deaf = True
    table.click("#spot-hand-play")
    expect(table.locator("#table")).to_have_attribute("data-ui-sending", "")
    while not stage.moves:
        table.wait_for_timeout(10)
    stage.cut(1012)
    fans(table, 2)
    lost, again = stage.moves
    assert "csrf" not in lost
    assert lost == {key: again[key] for key in lost}
    expect(table.locator("#table")).not_to_have_attribute("data-ui-sending", "")


def test_a_socket_that_does_not_answer_is_left(table: Page, stage: Stage):
    stage.deaf = True
    table.click("#spot-hand-play")
    fans(table, 2)
    assert len({sent["id"] for sent in stage.moves}) == 1
    assert len(stage.since) == 2


def test_an_answer_tried_again_without_connection_keeps_its_id(table: Page, stage: Stage):
    stage.cut(4000)
    ids: list[str] = []
    table.route(
        "**/moves", lambda route: (ids.append(route.request.post_data or ""), route.abort())
    )
    for _ in range(2):
        table.click("#spot-hand-play")
        expect(table.locator("#toasts")).to_contain_text("Not sent")
        expect(table.locator("#table")).not_to_have_attribute("data-ui-sending", "")
    assert len(ids) == 2
    assert re.findall(r"id=([^&]+)", ids[0]) == re.findall(r"id=([^&]+)", ids[1])


def test_a_refusal_is_told_with_its_rule(table: Page, stage: Stage):
    table.click("#spot-hand-forbidden")
    expect(table.locator("#toasts")).to_contain_text("Too few roadies.")
    expect(table.locator("#toasts a")).to_have_attribute("href", "/games/stage/rules#STG-007")
    table.click("#spot-hand-play")
    fans(table, 2)


def test_several_moves_of_a_place_open_a_menu(table: Page, stage: Stage):
    table.click("#spot-hand-many")
    expect(table.locator(".menu__item >> nth=0")).to_be_focused()
    table.click(".menu__item >> text=Right")
    fans(table, 2)
    assert stage.moves[0]["move"] == "right"
    expect(table.locator(".menu:popover-open")).to_have_count(0)


def test_a_grave_move_is_asked_once(table: Page, stage: Stage):
    table.click("#spot-hand-grave")
    expect(table.locator("#confirm-text")).to_have_text("Really end it?")
    table.click("#confirm [value=no]")
    assert stage.moves == []
    table.click("#spot-hand-grave")
    table.click("#confirm [value=yes]")
    fans(table, 2)
    assert [sent["move"] for sent in stage.moves] == ["end"]


def test_a_blocked_piece_says_why_and_sends_nothing(table: Page, stage: Stage):
    blocked = table.locator("#spot-hand-no")
    reason = table.locator("#reason")
    blocked.hover()
    expect(reason).to_contain_text("Too few roadies. crew: 0 of 2. STG-007")
    table.keyboard.press("Escape")
    expect(reason).to_be_hidden()
    blocked.click(force=True)
    expect(reason).to_be_visible()
    table.keyboard.press("Escape")
    blocked.focus()
    table.keyboard.press("Shift+Tab")
    table.keyboard.press("Tab")
    expect(reason).to_be_visible()
    assert stage.moves == []


def test_picked_pieces_survive_a_push_and_make_one_move(table: Page, stage: Stage):
    go = table.locator("[data-compose=keep]")
    table.click('[data-pick="6"]')
    expect(go).to_have_attribute("aria-disabled", "true")
    table.click('[data-pick="2"]')
    expect(go).to_have_attribute("aria-disabled", "false")
    stage.push()
    fans(table, 2)
    expect(table.locator('[data-pick][aria-pressed="true"]')).to_have_count(2)
    go.click()
    fans(table, 3)
    assert stage.moves[0]["move"] == "keep:2.6"
    expect(table.locator('[data-pick][aria-pressed="true"]')).to_have_count(0)


def test_the_list_says_everything_too(table: Page, stage: Stage):
    table.click("#tab-choices")
    expect(table.locator("#panel-choices .list button")).to_have_count(6)
    table.click("#panel-choices >> text=Keep 2 and 6")
    fans(table, 2)
    assert stage.moves[0]["move"] == "keep:2.6"


# ---- pushes


def test_typing_and_focus_survive_pushes(table: Page, stage: Stage):
    table.click("#tab-chat")
    table.locator("#chat-text").press_sequentially("hello d")
    table.keyboard.press("ArrowLeft")
    for letter in "worl" + " " * 46:
        stage.push()
        table.keyboard.type(letter.strip())
    fans(table, 51)
    expect(table.locator("#chat-text")).to_have_value("hello world")
    table.keyboard.press("Enter")
    expect(table.locator("#chat-lines li")).to_contain_text("hello world")
    expect(table.locator("#chat-text")).to_have_value("")
    table.locator("#spot-hand-play").focus()
    stage.push()
    fans(table, 52)
    expect(table.locator("#spot-hand-play")).to_be_focused()


def test_what_changed_is_marked_until_the_next_own_move(table: Page, stage: Stage):
    stage.push()
    expect(table.locator("#fans")).to_have_attribute("data-ui-new", "")
    expect(table.locator("#log-lines [data-ui-fresh]")).to_have_count(1)
    table.reload()
    expect(table.locator("#fans")).not_to_have_attribute("data-ui-new", "")
    stage.push()
    expect(table.locator("#fans")).to_have_attribute("data-ui-new", "")
    table.click("#spot-hand-play")
    fans(table, 4)
    expect(table.locator("#fans")).not_to_have_attribute("data-ui-new", "")


def test_the_title_says_whose_turn_it_is(table: Page, stage: Stage):
    expect(table).to_have_title("Your turn · Stage · Greenroom")
    table.evaluate(HIDE)
    stage.push()
    expect(table).to_have_title("Stage · Greenroom", timeout=2000)
    stage.push()
    expect(table).to_have_title("Your turn · Stage · Greenroom", timeout=2000)


def test_a_sound_calls_until_somebody_looks(chromium: Browser, stage: Stage):
    page = chromium.new_page()
    page.clock.install()
    page.add_init_script(TONES)
    page.goto(f"{stage.url}/rooms/1")
    expect(page.locator("body")).to_have_attribute("data-connection", "open")

    def tones_of_a_turn(wait: int = 0) -> int:
        before = page.evaluate("tones")
        for _ in range(0 if wait else 2):
            stage.push()
        expect(page.locator("#version")).to_have_attribute("data-version", str(stage.version))
        page.clock.fast_forward(wait)
        return page.evaluate("tones") - before

    page.evaluate(HIDE)
    assert tones_of_a_turn() == 0, "nobody has asked for sounds"
    page.evaluate(SHOW)
    page.click("#sound")
    once = page.evaluate("tones")
    page.evaluate(HIDE)
    assert tones_of_a_turn() == once > 0
    assert [tones_of_a_turn(wait) for wait in (31_000, 91_000, 600_000)] == [once, once, 0]
    assert tones_of_a_turn() == once
    page.evaluate(SHOW)
    assert tones_of_a_turn(600_000) == 0, "who looks is not called again"
    page.close()


# ---- losing and finding each other


@pytest.mark.parametrize("code", [1012, 1011, 1001])
def test_a_cut_page_comes_back_and_catches_up(table: Page, stage: Stage, code: int):
    stage.cut(code)
    for _ in range(5):
        stage.push()
    fans(table, 6)
    expect(table.locator("#log-lines li")).to_have_count(6)
    expect(table.locator("#connection")).to_be_hidden()
    assert stage.since == ["1", "1"]
    assert table.evaluate(f"({SEEN})(document)") == table.evaluate(FRESH)


def test_a_gap_is_noticed(table: Page, stage: Stage):
    stage.silent = True
    stage.push()
    stage.push()
    stage.silent = False
    stage.push()
    expect(table.locator("#log-lines li")).to_have_count(4)
    assert stage.asked == ["page"]


def test_waking_up_a_page_asks_what_it_missed(table: Page, stage: Stage):
    stage.silent = True
    stage.push()
    stage.silent = False
    table.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    fans(table, 2)
    assert stage.asked == ["version", "page"]


@pytest.mark.parametrize(
    "wakes",
    ["dispatchEvent(new Event('online'))", "document.dispatchEvent(new Event('visibilitychange'))"],
)
def test_a_dead_connection_is_replaced(table: Page, stage: Stage, wakes: str):
    stage.silent = True
    table.evaluate(wakes)
    expect(table.locator("#connection")).to_have_text("Reconnecting…", timeout=4000)
    stage.silent = False
    expect(table.locator("#connection")).to_be_hidden()
    assert stage.since == ["1", "1"]
    stage.push()
    fans(table, 2)


def test_who_was_sent_out_does_not_knock_again(table: Page, stage: Stage):
    stage.cut(1008)
    expect(table.locator("#connection")).to_contain_text("no longer have a place")
    table.wait_for_timeout(800)
    assert len(stage.since) == 1


def test_a_late_extension_still_connects(chromium: Browser, stage: Stage):
    page = chromium.new_page()

    def late(route: Route) -> None:
        page.wait_for_timeout(300)
        route.continue_()

    page.route("**/hx-ws.min.js*", late)
    page.goto(f"{stage.url}/rooms/1")
    expect(page.locator("body")).to_have_attribute("data-connection", "open")
    assert stage.since == ["1"]
    page.close()


# ---- for everybody


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_accessible(chromium: Browser, stage: Stage, scheme: str):
    context = chromium.new_context(
        bypass_csp=True, color_scheme="dark" if scheme == "dark" else "light"
    )
    page = context.new_page()
    page.goto(f"{stage.url}/rooms/1")
    page.evaluate(AXE.read_text("utf-8"))
    found = page.evaluate("axe.run(document)")
    assert [fault["id"] for fault in found["violations"]] == []
    assert len(found["passes"]) > 20
    context.close()


def test_a_phone_plays_without_sideways_scrolling(chromium: Browser, stage: Stage):
    context = chromium.new_context(
        viewport={"width": 360, "height": 640}, has_touch=True, is_mobile=True
    )
    page = context.new_page()
    page.goto(f"{stage.url}/rooms/1")
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    page.locator("#spot-hand-no").scroll_into_view_if_needed()
    page.locator("#spot-hand-no").tap(force=True)
    reason = page.locator("#reason").bounding_box()
    tray = page.locator(".tray").bounding_box()
    assert reason
    assert tray
    assert reason["y"] + reason["height"] <= tray["y"]
    page.tap("[data-open=tab-choices]")
    page.tap("#panel-choices >> text=Keep 2 and 6")
    fans(page, 2)
    expect(page.locator("#drawer")).to_be_hidden()
    # what I look at stays where it is while others move
    page.evaluate("document.querySelector('#main').style.minHeight = '900px'")
    there = page.evaluate("(scrollTo(0, 90), [scrollY, fans.getBoundingClientRect().top])")
    assert there[0] == 90
    for version in range(3, 8):
        stage.push()
        fans(page, version)
        assert page.evaluate("[scrollY, fans.getBoundingClientRect().top]") == there
    context.close()
