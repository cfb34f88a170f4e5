"""After the game, in real browsers: stepping through it, and once more with the same people."""

from __future__ import annotations

import random
import re

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.friends import PHONE, Friend
from tests.browser.test_whole_games import somebody_asked
from tests.service import Service


def board(page: Page) -> str:
    """Everything that is written on the board, shown on this screen or not."""
    return " ".join((page.locator("#main").text_content() or "").split())


def play_out(anna: Friend, luck: random.Random, live: dict[int, str], onlooker: Page) -> None:
    """Anna moves until the game is over; the onlooker's board is kept, version by version."""
    for _ in range(400):
        anna.wait_until_asked()
        if anna.is_over:
            return
        live[anna.version] = kept(onlooker, anna.version)
        anna.at_once(luck)
    raise AssertionError("the game does not end")


def kept(onlooker: Page, version: int) -> str:
    onlooker.wait_for_function(
        "v => Number(document.querySelector('#version').dataset.version) >= v", arg=version
    )
    return board(onlooker)


@pytest.mark.long
def test_a_finished_game_is_stepped_through(chromium: Browser, service: Service) -> None:
    luck = random.Random(3)
    live: dict[int, str] = {}
    with (
        Friend(chromium, service.url, "Anna") as anna,
        Friend(chromium, service.url, "Olga", **PHONE) as olga,
    ):
        anna.open_room("rock-n-roll", 1)
        anna.start()
        room = anna.page.url
        olga.page.goto(room)
        olga.at_table()
        play_out(anna, luck, live, olga.page)
        anna.page.locator("a[href$='/result']").first.wait_for(state="attached")
        steps = sorted(live)[:3] + sorted(live)[-2:]
        page = olga.page
        for number in steps:
            page.goto(f"{room}/replay?move={number}&seat=onlooker")
            assert board(page) == live[number], f"move {number}"
        olga.no_sideways_scrolling()
        assert olga.axe() == []

        # the arrows step without loading the page anew, and the address follows
        first, second = steps[0], steps[1]
        page = anna.page
        page.goto(f"{room}/replay?move={first}&seat=onlooker")
        page.evaluate("window.sameDocument = true")
        for number in range(first + 1, second + 1):
            page.keyboard.press("ArrowRight")
            page.wait_for_url(f"**move={number}")
        assert board(page) == live[second]
        page.keyboard.press("ArrowLeft")
        page.wait_for_url(f"**move={second - 1}")
        page.keyboard.press("End")
        page.locator(".turn--over").wait_for()
        page.go_back()
        page.wait_for_url(f"**move={second - 1}")
        page.locator(".turn--over").wait_for(state="detached")
        assert page.evaluate("window.sameDocument")

        # it plays by itself to the end
        near = max(live) - 3
        page.goto(f"{room}/replay?move={near}&seat=0")
        page.locator("#replay-speed").select_option("0")
        page.get_by_role("button", name="Play").click()
        page.locator(".turn--over").wait_for()

        # a line of the log leads to the state that it made
        page.goto(room)
        line = page.locator("a.log__step").first
        number = re.search(r"move=(\d+)", line.get_attribute("href") or "")
        assert number
        page.goto(f"{service.url}{line.get_attribute('href')}")
        assert page.locator("#replay [name=move]").input_value() == number[1]

        # and anybody may ask whether the luck was fair
        page.goto(f"{room}/result")
        page.get_by_role("button", name="Verify").click()
        page.get_by_text("Verified.").wait_for()


@pytest.mark.long
def test_the_others_find_the_rematch_from_the_old_room(chromium: Browser, service: Service) -> None:
    with (
        Friend(chromium, service.url, "Anna") as anna,
        Friend(chromium, service.url, "Ben", **PHONE) as ben,
    ):
        link = anna.open_room("rock-n-roll", 2)
        ben.join(link)
        anna.page.locator(".lineup__seat").get_by_text("Ben").wait_for()
        anna.start()
        ben.at_table()
        room = anna.page.url
        luck = random.Random(3)
        while (asked := somebody_asked(anna, ben)) is not None:
            asked.at_once(luck)
        ben.page.locator("a[href$='/result']").first.wait_for(state="attached")
        ben.at_table()
        assert ben.page.get_by_role("link", name="To the next game").count() == 0

        anna.result()
        anna.page.get_by_role("button", name="Once more").click()
        anna.page.locator("#lobby").wait_for()
        assert anna.page.url != room
        assert "THE SERIES" in anna.page.locator(".split__side").inner_text()

        ben.page.get_by_role("link", name="To the next game").click()
        ben.page.locator("#lobby").wait_for()
        assert ben.page.url == anna.page.url
        names = ben.page.locator(".lineup__seat .seat__name").all_inner_texts()
        assert [name.split()[0] for name in names] == ["Ben", "Anna"], "the seats are turned"


NOTES = """
window.notes = [];
window.Notification = class extends EventTarget {
  static permission = 'default';
  static async requestPermission() { return (this.permission = 'granted'); }
  constructor(title) { super(); window.notes.push(title); }
  close() { window.notes.push('closed'); }
};
"""


def test_word_comes_when_it_is_my_turn_elsewhere(chromium: Browser, service: Service) -> None:
    with Friend(chromium, service.url, "Anna") as anna:
        anna.page.add_init_script(NOTES)
        anna.open_room("rock-n-roll", 1)
        anna.start()
        page = anna.page
        assert page.evaluate("Notification.permission") == "default", "nobody asks on load"
        turn = "document.dispatchEvent(new CustomEvent('greenroom:your-turn'))"
        hide = "Object.defineProperty(document, 'hidden', {value: %s, configurable: true})"
        page.evaluate(hide % "true")
        page.evaluate(turn)
        assert page.evaluate("notes") == [], "nothing before the button"

        page.locator("#tab-room").click()
        page.locator("#notify").click()
        page.locator("#notify[aria-pressed=true]").wait_for()
        page.evaluate(turn)
        page.evaluate(turn)
        notes: list[str] = page.evaluate("notes")
        assert [note == "closed" for note in notes] == [False, True, False], "one at a time"
        assert "Your turn" in notes[0]
        page.evaluate(hide % "false")
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        assert page.evaluate("notes.at(-1)") == "closed"
        page.evaluate(turn)
        assert page.evaluate("notes").count("closed") == 2
        assert len(page.evaluate("notes")) == 4, "nothing while I look at the table"
        page.evaluate("document.hasFocus = () => false")
        page.evaluate(turn)
        assert "Your turn" in page.evaluate("notes.at(-1)"), "an open window is not a look"
