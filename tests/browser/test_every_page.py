"""Every page of the house, full of what people should not have written: it is text, the policy
holds, and nothing is said on the console."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from urllib.parse import urlencode

import httpx2
import msgspec
import pytest
from playwright.sync_api import Browser, ConsoleMessage, Dialog, Page, Request, expect

from app.games.catalog import CATALOG
from app.games.playouts import playout, seed_of
from app.service import create_app
from app.web.finding import entries_of
from tests.browser.crew import admin_link
from tests.ledger import rule
from tests.payloads import HOSTILE, harm_in
from tests.rooms.conftest import settings_for
from tests.service import Service

NO_PAGES = {
    "/healthz", "/readyz", "/metrics", "/api/rooms/{code}", "/rooms/{code}/record.json",
    "/admin/rooms/{code}/record.json", "/games/{slug}/names",
}  # fmt: skip
"""What programs ask for, and files."""
NAMES = [text for text in HOSTILE.values() if len(text) <= 30]
WATCH = """
document.addEventListener("securitypolicyviolation", (event) =>
  console.error(`policy: ${event.violatedDirective} ${event.blockedURI}`));
"""
WORKED = """
() => [...document.querySelectorAll("*")].filter((e) => e.localName.startsWith("pwn")
  || [...e.attributes].some((a) => a.name.startsWith("onpwn")
    || (/^(hx-|on|src$|href$|action$)/.test(a.name)
      && /^(\\/|javascript:)pwn|pwn\\(\\)/.test(a.value)))).map((e) => e.outerHTML.slice(0, 200))
"""

SMALL_LINKS = """
() => [...document.querySelectorAll("main a")].filter((e) => e.checkVisibility()
    && [...e.getClientRects()].some((box) => box.width && Math.min(box.width, box.height) < 24))
  .map((e) => e.outerHTML.slice(0, 120))
"""
"""Links, also those in running text, that a finger hardly hits (WCAG 2.5.8)."""


class Stage:
    """A service in which everything that can be written has been written."""

    def __init__(self, service: Service) -> None:
        self.url = service.url
        self.http = httpx2.Client(base_url=service.url, headers={"origin": service.url}, timeout=20)
        self._names = itertools.cycle(NAMES)
        self._csrf = ""
        self.post("/profile", name="<pwn-8 onpwn=1>")
        self.post(f"/admin/enter/{admin_link(service.database_url)}")
        self.tables = {slug: self._table(slug) for slug in CATALOG}
        self.lobby, self.join = self._lobby("rock-n-roll", 6, listed="1")
        self._fill(self.join, 4)
        _, self.invite = self._lobby("thrash-n-roll", 3, host=next(self._names))
        self.over = self._over()
        self._write()

    def post(self, path: str, token: str = "", **form: str) -> httpx2.Response:
        if not self._csrf:
            found = re.search(r'name="csrf" value="(\w+)"', self.http.get("/profile").text)
            assert found
            self._csrf = found[1]
        headers = {"authorization": f"Bearer {token}"} if token else {}
        answer = self.http.post(path, data={"csrf": self._csrf, **form}, headers=headers)
        assert answer.status_code in (204, 303, 409), (path, answer.status_code)
        return answer

    def _guest(self, invite: str, name: str) -> str:
        token = self.http.post("/api/guests", json={"name": name}).json()["token"]
        headers = {"authorization": f"Bearer {token}"}
        joined = self.http.post(f"/api/join/{invite}", headers=headers)
        assert joined.status_code == 200, joined.text
        return token

    def _fill(self, invite: str, guests: int) -> list[str]:
        return [self._guest(invite, next(self._names)) for _ in range(guests)]

    def _lobby(self, slug: str, seats: int, host: str = "", **more: str) -> tuple[str, str]:
        """A room's code and its invitation; ``host``: a guest with that name opens it."""
        if host:
            token = self.http.post("/api/guests", json={"name": host}).json()["token"]
            headers = {"authorization": f"Bearer {token}"}
            wish = {"game": slug, "seats": seats, "listed": True}
            room = self.http.post("/api/rooms", json=wish, headers=headers).json()
            return room["code"], room["invite"]
        made = self.post(f"/games/{slug}/new", seats=str(seats), **more)
        code = made.headers["location"].rpartition("/")[2]
        found = re.search(r"/join/(\w+)", self.http.get(f"/rooms/{code}").text)
        assert found
        return code, found[1]

    def _table(self, slug: str) -> str:
        seats = max(2, CATALOG[slug].meta.min_seats)
        code, invite = self._lobby(slug, seats)
        for token in self._fill(invite, seats - 1):
            for text in itertools.islice(HOSTILE.values(), 4):
                self.post(f"/rooms/{code}/chat", token, text=text)
        self.post(f"/rooms/{code}/start")
        for slot in ("band", "vocals", "bass", "drums"):
            self.post(f"/rooms/{code}/rename", slot=slot, text=next(self._names))
        return code

    def _over(self) -> str:
        """A finished game, from a record with such names."""
        rules = CATALOG["rock-n-roll"]
        played = playout(rules, seed_of("every page"), ["random", "random"]).record
        kept = msgspec.structs.replace(played, names=[next(self._names), next(self._names)])
        files = {"record": ("r.json", msgspec.json.encode(kept))}
        form = {"csrf": self._csrf, "reason": HOSTILE["element"]}
        answer = self.http.post("/admin/import", data=form, files=files)
        assert answer.status_code == 303, answer.text
        return answer.headers["location"].rpartition("/")[2]

    def _write(self) -> None:
        table = self.tables["rock-n-roll"]
        for text, why in zip(HOSTILE.values(), reversed(HOSTILE.values()), strict=True):
            self.post(f"/admin/rooms/{table}/announce", text=text, reason=why)
            self.post(f"/rooms/{table}/moves", move=text, decision="x", id=text[:40])
        for code, text in zip((self.lobby, *self.tables.values()), HOSTILE.values(), strict=False):
            self.post(f"/admin/rooms/{code}/announce", text=text, reason=text)
        self.post("/admin/house/notice", text=" ".join(HOSTILE.values())[:300], reason="x")

    def addresses(self) -> Iterator[str]:
        """Every page: those that the routes name, in every state that they know."""
        app = create_app(settings_for("postgresql://nobody@localhost/nowhere"))
        table = self.tables["rock-n-roll"]
        known = {
            "/rooms/{code}": [self.lobby, *self.tables.values(), self.over],
            "/rooms/{code}/door": [self.lobby],
            "/rooms/{code}/settings": [self.lobby],
            "/rooms/{code}/result": [self.over],
            "/rooms/{code}/replay": [f"{self.over}?move=9&seat=1"],
            "/admin/rooms/{code}": [self.lobby, table, self.over],
            "/admin/rooms/{code}/as/{who}": ["0", "onlooker", "all"],
        }
        values = {
            "{code}": table, "{slug}": "lords-of-rock", "{invite}": self.invite, "{who}": "1",
            "{token}": "none", "{entry}": next(iter(entries_of(CATALOG["lords-of-rock"]))),
        }  # fmt: skip
        for path, calls in app.openapi()["paths"].items():
            if "get" not in calls or path in NO_PAGES:
                continue
            for one in known.get(path, [""]):
                address = path
                if one:
                    room, _, query = one.partition("?")
                    name = "{who}" if "{who}" in path else "{code}"
                    tail = f"?{query}" if query else ""
                    address = path.replace(name, room) + tail
                for name, value in values.items():
                    address = address.replace(name, value)
                yield address
        for text in (HOSTILE["element"], HOSTILE["attribute"]):
            yield f"/rules/find?{urlencode({'words': text})}"
        both = urlencode({"words": HOSTILE["attribute"], "host": HOSTILE["element"]})
        yield from (f"/admin?{both}", f"/admin/people?{both}")


@pytest.fixture(scope="module")
def stage(service: Service) -> Iterator[Stage]:
    stage = Stage(service)
    yield stage
    stage.post("/admin/house/notice", text="", reason="done")
    stage.http.close()


@pytest.mark.long
@rule("GR-056")
def test_nothing_on_any_page_is_more_than_text(chromium: Browser, stage: Stage) -> None:
    context = chromium.new_context(reduced_motion="reduce")
    context.set_default_timeout(30_000)
    context.add_init_script(WATCH)
    context.add_cookies(
        [{"name": c.name, "value": c.value or "", "url": stage.url} for c in stage.http.cookies.jar]
    )
    page = context.new_page()
    heard = _listen(page, stage)
    visited, small = 0, list[tuple[str, str]]()
    for address in stage.addresses():
        answer = page.goto(f"{stage.url}{address}", wait_until="load")
        assert answer is not None
        assert answer.status == 200, f"{address}: {answer.status}"
        if "/rooms/" in address and page.locator("#live").count():
            page.locator("body[data-connection=open], body.at-crew").wait_for()
        assert heard == [], address
        assert page.evaluate(WORKED) == [], address
        small += [(address, link) for link in page.evaluate(SMALL_LINKS)]
        assert harm_in(answer.text()) == [], address
        visited += 1
    assert visited > 45
    assert small == []
    _pushed(page, stage)
    assert heard == []
    context.close()


def _listen(page: Page, stage: Stage) -> list[str]:
    """What a page says, asks for and opens that it should not, from now on."""
    heard: list[str] = []

    def opened(dialog: Dialog) -> None:
        heard.append(f"dialog {dialog.message}")
        dialog.dismiss()

    def said(message: ConsoleMessage) -> None:
        # a browser looks for an icon of its own beside parts of pages
        if message.type == "error" and "/favicon.ico" not in str(message.location):
            heard.append(f"{message.text} {message.location}")

    def asked(request: Request) -> None:
        own = request.url.startswith((stage.url, "data:"))
        if not own or "/pwn" in request.url.partition("?")[0]:
            heard.append(request.url)

    page.on("dialog", opened)
    page.on("pageerror", lambda error: heard.append(str(error)))
    page.on("console", said)
    page.on("request", asked)
    return heard


def _pushed(page: Page, stage: Stage) -> None:
    """The same holds for what comes over the socket: morphed into the page, it is text."""
    code = stage.tables["rock-n-roll"]
    page.goto(f"{stage.url}/rooms/{code}")
    page.locator("body[data-connection=open]").wait_for()
    for text in itertools.islice(HOSTILE.values(), 5):
        stage.post(f"/rooms/{code}/chat", text=text)
        expect(page.locator("#chat-lines li").last).to_contain_text(text)
    stage.post("/profile", name="<pwn-9 onpwn=1>", colour="2")
    expect(page.locator("#region-seats")).to_contain_text("<pwn-9 onpwn=1>")
    assert page.evaluate(WORKED) == []
