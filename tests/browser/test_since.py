"""Coming back to a table, in a real browser."""

from __future__ import annotations

import random

from playwright.sync_api import Browser, expect

from tests.browser.friends import PHONE, Friend
from tests.service import Service

LOOK = """hidden => {
  Object.defineProperty(document, 'hidden', {value: hidden, configurable: true});
  document.dispatchEvent(new Event('visibilitychange'));
}"""


def test_coming_back_one_reads_what_happened(chromium: Browser, service: Service) -> None:
    luck = random.Random(5)
    with (
        Friend(chromium, service.url, "Anna") as anna,
        Friend(chromium, service.url, "Ben", **PHONE) as ben,
    ):
        ben.join(anna.open_room("rock-n-roll", 2))
        anna.start()
        ben.at_table()
        room = anna.page.url
        strip = anna.page.locator("#since")
        expect(strip).to_be_hidden()

        # the page lies open in the background while Ben plays
        anna.page.evaluate(LOOK, True)
        ben.wait_until_asked()
        ben.move(luck)
        if ben.is_asked:
            ben.move(luck)
        anna.wait_for_version(ben.version)
        expect(strip).to_be_hidden()
        anna.page.evaluate(LOOK, False)
        expect(strip).to_be_visible()
        lines = strip.locator("#since-lines li")
        told = anna.page.locator("#log-lines > li > span:last-child").all_inner_texts()
        assert lines.all_inner_texts() == told[-lines.count() :]
        assert strip.locator("#since-count").inner_text() == str(lines.count())
        # a line has the strip's width, not a column's beside it
        height = "list => list.firstElementChild.firstElementChild.getBoundingClientRect().height"
        line = "list => parseFloat(getComputedStyle(list).lineHeight)"
        shown = strip.locator("#since-lines")
        assert shown.evaluate(height) <= 3 * shown.evaluate(line)
        anna.no_sideways_scrolling()
        assert anna.axe() == []

        # away for good; another device of hers knows what she has seen
        strip.get_by_role("button", name="Put away").click()
        expect(strip).to_be_hidden()
        anna.page.goto(f"{service.url}/")
        anna.page.goto(room)
        anna.at_table()
        expect(strip).to_be_hidden()

        # she was not there at all
        while not ben.is_asked:
            anna.move(luck)
        anna.page.goto(f"{service.url}/rules")
        ben.wait_until_asked()
        ben.move(luck)
        anna.page.goto(f"{service.url}/")
        expect(anna.page.get_by_text("1 move since you looked")).to_be_visible()
        anna.page.goto(room)
        anna.at_table()
        expect(strip).to_be_visible()
        anna.move(luck)
        expect(strip).to_be_hidden()
