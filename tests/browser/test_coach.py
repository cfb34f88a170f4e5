"""Somebody learns each game at the table: the coach points at what is there, and is followed."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.friends import PHONE, Friend
from tests.ledger import rule
from tests.service import Service

LEAST_HINTS = 6
MOVES = {
    "rock-n-roll": 7,
    "ready-to-rock": 5,
    "lords-of-rock": 8,
    "thrash-n-roll": 10,
    "rock-hard-1977": 7,
}
"""Choices in which the coach is followed: into the second round, or over what a first one asks."""

POINTS_AT = """ring => {
  const [r, vw, vh] = [ring.getBoundingClientRect(), innerWidth, innerHeight];
  const seen = Math.max(0, Math.min(r.right, vw) - Math.max(r.left, 0))
    * Math.max(0, Math.min(r.bottom, vh) - Math.max(r.top, 0));
  return seen > 100;
}"""


class Learner(Friend):
    """A person who has never played."""

    def learn(self, game: str) -> None:
        """From the front door to the table in one click."""
        self.page.goto(self.url)
        self.page.locator(f"form[action='/games/{game}/learn'] button").click()
        self.page.wait_for_url("**/rooms/*")
        self.at_table()

    @property
    def hint(self) -> str:
        """The hint that is shown, or ""."""
        shown = self.page.locator(".coach__hint:visible")
        return shown.get_attribute("data-hint") or "" if shown.count() else ""

    def wait_for_hints(self) -> None:
        """Wait until the coach has asked what is due for the question on the table."""
        self.page.wait_for_function("""() => document.querySelector('#coach').dataset.uiFor
            === (document.querySelector('#move [name=decision]')?.value ?? '')""")

    def read(self) -> list[str]:
        """Read all hints of this question; each stands beside something that can be seen."""
        read: list[str] = []
        while self.page.locator("#coach-card").is_visible():
            read.append(self.hint)
            ring = self.page.locator("#coach-ring")
            expect(ring, f"nothing is there for {self.hint}").to_be_visible()
            self.page.wait_for_function(POINTS_AT, arg=ring.element_handle())
            self.page.locator("#coach-next").click()
        return read

    def follow(self) -> None:
        """Ask the coach, and do what it says."""
        asked = self._asked()
        if not self.page.locator("#coach-card").is_visible():
            self.page.locator("#coach-toggle").click()
        self.page.locator("#coach-ask").click()
        said = self.page.locator("#coach-advice .coach__advice")
        expect(said.locator("b")).to_have_text("I would take:")
        expect(self.page.locator("#coach-ring")).to_be_visible()
        move = said.get_attribute("data-move")
        self.from_choices(move or "")
        self._wait_until_answered(asked)

    def from_choices(self, move: str) -> None:
        """Make this move from the plain list beside the board."""
        if not self.page.locator("#region-choices").is_visible():
            opener = "[data-open=tab-choices]:visible, #tab-choices:visible"
            self.page.locator(opener).first.press("Enter")
        self.page.locator(f"#region-choices button[value='{move}']").press("Enter")
        self._say_yes()


@pytest.mark.parametrize(
    ("game", "device"),
    [(game, {} if number % 2 else PHONE) for number, game in enumerate(MOVES)],
)
def test_a_first_round_with_the_coach(
    chromium: Browser, service: Service, game: str, device: dict[str, object]
) -> None:
    with Learner(chromium, service.url, "Lea", **device) as lea:
        lea.learn(game)
        read: list[str] = []
        for _ in range(MOVES[game]):
            lea.wait_until_asked()
            if lea.is_over:
                break
            lea.wait_for_hints()
            read += lea.read()
            lea.follow()
        assert read[0] == "goal"
        assert len(read) == len(set(read)), "a hint was told twice"
        assert len(read) >= LEAST_HINTS, read


@rule("GR-054")
def test_the_coach_keeps_out_of_the_way(chromium: Browser, service: Service) -> None:
    with Learner(chromium, service.url, "Lea") as lea:
        page = lea.page
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        lea.open_room("rock-n-roll", 2, computers=1)
        lea.start()
        expect(page.locator("#coach")).to_be_hidden()
        lea.from_choices("declare:cash")
        assert not [url for url in asked if re.search("coach$|coach.css", url)]

        page.locator("#coach-toggle").click()
        expect(page.locator("#coach-card")).to_be_visible()
        page.reload()
        lea.at_table()
        expect(page.locator("#coach-card")).to_be_visible()
        assert lea.axe() == []

        # next and back by keyboard, and the focus stays where it is
        page.locator("#coach-next").focus()
        page.keyboard.press("Enter")
        expect(page.locator("[data-hint=sheet]")).to_be_visible()
        expect(page.locator("#coach-next")).to_be_focused()
        page.locator("#coach-back").press("Enter")
        expect(page.locator("[data-hint=goal_together]")).to_be_visible()

        # the ring goes with its piece when the page scrolls
        hugs = """() => Math.abs(document.querySelector('#coach-ring').getBoundingClientRect().top
            - document.querySelector('#region-standing').getBoundingClientRect().top) < 8"""
        page.wait_for_function(hugs)
        page.set_viewport_size({"width": 1280, "height": 500})
        page.mouse.wheel(0, 120)
        page.wait_for_function("() => scrollY > 50")
        page.wait_for_function(hugs)

        # a push takes no focus, and what has been read is not said again
        page.keyboard.press("Escape")
        expect(page.locator("#coach-card")).to_be_hidden()
        page.set_viewport_size({"width": 1280, "height": 900})
        page.locator("#tab-chat").press("Enter")
        page.locator("#chat-text").focus()
        page.reload()
        lea.at_table()
        lea.wait_for_hints()
        expect(page.locator("[data-hint=goal_together]")).to_be_hidden()

        # off again, here and at every table
        page.locator("#tab-room").press("Enter")
        page.get_by_role("button", name="Coach: hints beside the board").press("Enter")
        expect(page.locator("#coach")).to_be_hidden()
        page.reload()
        lea.at_table()
        expect(page.locator("#coach")).to_be_hidden()
