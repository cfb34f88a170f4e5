"""Friends at their browsers: they host, join by the link, and play through the page."""

from __future__ import annotations

import random
import re
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from playwright.sync_api import Browser, BrowserContext, Locator, Page, TimeoutError

AXE = Path(__file__).parent.parent / "vendor" / "axe.min.js"
DESKTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 900}}
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 2,
    "has_touch": True,
    "is_mobile": True,
}
WAIT_MS = 30_000
FORWARD = ":not([value=back]):not([value=cancel])"
"""Who goes back and forth at random never ends a game."""
LEGAL = f".is-legal{FORWARD}, [form=move][name=move]{FORWARD}"
TAKEN = """
window.movesTaken = 0;
document.addEventListener("greenroom:moved", () => { window.movesTaken += 1; });
"""
ASKED = """() => !document.querySelector('[data-ui-sending]')
  && [document.querySelector('#decision').value, window.movesTaken]"""
ANSWERED = """([decision]) => document.readyState !== 'loading'
  && document.querySelector('#decision')?.value !== decision"""
"""Others may move meanwhile: an own move is on the table when its question is gone."""
MADE = f"""([decision, taken]) => {{
  if (({ANSWERED})([decision]) || window.movesTaken > taken) return 'yes';
  return document.querySelector('[data-ui-sending]') ? '' : 'no';
}}"""
"""Has what was just clicked been a move? A page marks itself as sending with the click."""
AT_ONCE = f"""luck => {{
  const all = document.querySelectorAll('#region-choices button[name=move]{FORWARD}');
  const one = all[Math.floor(luck * all.length)];
  delete one?.dataset.confirm;
  one?.click();
  return Boolean(one);
}}"""
FOLDED = ".fold--marked:not([data-ui-open]):has(.is-legal) .fold__btn"
"""On a phone: the heads of closed parts of the table that hold a choice."""
CUT = (
    "ERR_INTERNET_DISCONNECTED",
    "ERR_CONNECTION_REFUSED",
    "ERR_CONNECTION_RESET",
    "htmx:ws:error",
)


class Friend:
    """A person at a browser of their own. Leaving the context checks for console errors."""

    def __init__(self, browser: Browser, url: str, name: str, **device: Any) -> None:
        self.url = url
        self.name = name
        self.context: BrowserContext = browser.new_context(
            reduced_motion="reduce", **(device or DESKTOP)
        )
        self.context.set_default_timeout(WAIT_MS)
        self.context.add_init_script(TAKEN)
        self.page: Page = self.context.new_page()
        self.errors: list[str] = []
        self.refused: list[str] = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", self._console)
        self.page.on("response", self._response)
        self.page.on("websocket", lambda live: live.on("framereceived", self._frame))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, _: object, trace: TracebackType | None
    ) -> None:
        self.context.close()
        if kind is None:
            assert self.errors == [], f"{self.name}'s console: {self.errors}, {self.refused}"

    def _console(self, message: Any) -> None:
        # a cut connection is what some tests are about
        if message.type == "error" and not any(code in message.text for code in CUT):
            self.errors.append(message.text)

    def _response(self, response: Any) -> None:
        # the console tells of a refused request, but not of which
        if response.status >= 400:
            self.refused.append(f"{response.status} {response.url} {response.request.post_data}")

    def _frame(self, frame: str | bytes) -> None:
        if isinstance(frame, str) and frame.startswith('{"id"') and '"accepted"' not in frame:
            self.errors.append(frame)

    # ------------------------------------------------------------------ the way in

    def open_room(self, game: str, seats: int, computers: int = 0) -> str:
        """Host a room; returns its invite link."""
        page = self.page
        page.goto(f"{self.url}/games/{game}/new")
        if page.locator("#name").count():
            page.fill("#name", self.name)
        page.locator(f"input[name=seats][value='{seats}']").check(force=True)
        page.get_by_role("button", name="Open the room").click()
        page.wait_for_url("**/rooms/*")
        for number in range(computers):
            page.get_by_role("button", name="Add a computer player").click()
            page.locator(".lineup__seat").get_by_text("computer").nth(number).wait_for()
        return page.locator("#invite-link").input_value()

    def join(self, link: str) -> None:
        self.page.goto(link)
        self.page.fill("#name", self.name)
        self.page.get_by_role("button", name="Come in").click()
        self.page.wait_for_url("**/rooms/*")

    def start(self) -> None:
        self.page.get_by_role("button", name="Start the game").click()
        self.at_table()

    def at_table(self) -> None:
        """Wait until the table is here and connected."""
        self.page.locator("#turn").wait_for(state="attached")
        self.page.locator("body[data-connection=open]").wait_for()

    # ------------------------------------------------------------------ playing

    @property
    def version(self) -> int:
        return int(self.page.locator("#version").get_attribute("data-version") or 0)

    @property
    def is_asked(self) -> bool:
        return self.page.locator("#turn[data-mine]").count() > 0

    @property
    def is_over(self) -> bool:
        return self.page.locator(".turn--over").count() > 0

    def wait_for_version(self, version: int) -> None:
        self.page.wait_for_function(
            "v => Number(document.querySelector('#version').dataset.version) >= v", arg=version
        )

    def wait_until_asked(self) -> None:
        """Wait until this friend has to decide, or the game is over."""
        self.page.locator("#turn[data-mine], .turn--over").first.wait_for(state="attached")

    @property
    def question(self) -> str:
        """What this friend is asked."""
        return self.page.locator(".turn__what").inner_text()

    def move(self, luck: random.Random) -> None:
        """Make any legal move on the board itself (or from the list, where no piece offers
        one), and wait until it is on the table."""
        asked = self._asked()
        folded = self.page.locator(f"{FOLDED}:visible")
        if folded.count():
            folded.nth(luck.randrange(folded.count())).press("Enter")
        spots = self.page.locator(f".is-legal{FORWARD}:visible")
        pieces = spots.count()
        if pieces:
            self._click(spots.nth(luck.randrange(pieces)))
            menu = self.page.locator(".menu:popover-open .menu__item[name=move]")
            if menu.count():
                menu.nth(luck.randrange(menu.count())).click()
        else:
            self.from_list(luck)
        if not self._say_yes() and not self._has_moved(asked):
            # the piece was only picked up: the list offers everything in one step
            self.from_list(luck)
            self._say_yes()
        self._wait_until_answered(asked)

    def at_once(self, luck: random.Random) -> None:
        """Make any legal move by script: quicker than the hand, and no test of it."""
        asked = self._asked()
        # a push is put into the page piece by piece
        self.page.wait_for_function(AT_ONCE, arg=luck.random())
        self._wait_until_answered(asked)

    def _say_yes(self) -> bool:
        """Whether there was something to say yes to."""
        confirm = self.page.locator("#confirm[open] button[value=yes]")
        if not confirm.count():
            return False
        confirm.press("Enter")
        return True

    def _asked(self) -> list[Any]:
        """The open question, and how many moves of this page the house has taken."""
        return self.page.wait_for_function(ASKED).json_value()

    def _has_moved(self, asked: list[Any]) -> bool:
        """Was the last click a move? One that only picked a piece up sends nothing."""
        return self.page.wait_for_function(MADE, arg=asked).json_value() == "yes"

    def _wait_until_answered(self, asked: list[Any]) -> None:
        self.page.wait_for_function(ANSWERED, arg=asked)

    def from_list(self, luck: random.Random) -> None:
        """Choose from the plain list beside the board."""
        if not self.page.locator("#region-choices").is_visible():
            opener = "[data-open=tab-choices]:visible, #tab-choices:visible"
            self.page.locator(opener).first.click()
        items = self.page.locator(f"#region-choices button[name=move]{FORWARD}")
        self._click(items.nth(luck.randrange(items.count())))

    def by_keyboard(self, luck: random.Random) -> None:
        """Make one of the legal moves with Tab and Enter alone."""
        asked = self._asked()
        page = self.page
        page.locator("#turn").focus()
        skipped = luck.randrange(3)
        reached = False
        for _ in range(400):
            page.keyboard.press("Tab")
            if page.evaluate(f"document.activeElement.matches('{LEGAL}')"):
                reached = True
                if skipped == 0:
                    break
                skipped -= 1
            elif reached and page.evaluate("document.activeElement === document.body"):
                skipped = 0
        assert reached, "no legal piece can be reached with Tab"
        page.keyboard.press("Enter")
        if page.locator(".menu:popover-open").count():
            page.keyboard.press("Enter")
        if not self._say_yes() and not self._has_moved(asked):
            page.locator("#tab-choices").press("Enter")
            items = page.locator(f"#region-choices button[name=move]{FORWARD}")
            items.nth(luck.randrange(items.count())).press("Enter")
            self._say_yes()
        self._wait_until_answered(asked)

    @staticmethod
    def _click(piece: Locator) -> None:
        piece.scroll_into_view_if_needed()
        try:
            piece.click(timeout=5_000)
        except TimeoutError:  # the tray may lie over it, however far the page is scrolled
            piece.press("Enter")

    # ------------------------------------------------------------------ what is seen

    def result(self) -> str:
        """The ranking on the result page, as text."""
        # the page of a finished game loads itself anew, and then knows its result
        link = self.page.locator("a[href$='/result']").first
        link.wait_for(state="attached")
        self.page.goto(f"{self.url}{link.get_attribute('href')}")
        text = self.page.locator(".podium").inner_text()
        return " ".join(re.sub(r"\byou\b", "", text).split())

    def axe(self) -> list[str]:
        """Serious and critical findings of axe on the page as it is now."""
        page = self.page
        if not page.evaluate("typeof axe !== 'undefined'"):
            # a bookmarklet, not a script of the page: the policy would forbid it there
            page.evaluate(AXE.read_text("utf-8"))
        found: list[dict[str, Any]] = page.evaluate(
            "axe.run(document, {resultTypes: ['violations']}).then(r => r.violations)"
        )
        return [
            f"{each['id']}: {[node['target'] for node in each['nodes'][:3]]}"
            for each in found
            if each["impact"] in ("serious", "critical")
        ]

    def no_sideways_scrolling(self) -> None:
        wider = self.page.evaluate(
            "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        )
        assert wider <= 0, f"the page is {wider} px too wide"
