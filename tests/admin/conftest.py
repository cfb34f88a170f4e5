"""The whole application in this process, with browsers that are only cookie jars."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Callable, MutableMapping
from datetime import UTC, datetime
from typing import Any

import httpx2
import pytest
from fastapi import FastAPI

from app.games.contract import Rules
from app.games.referee import Codec, Position
from app.people.people import Person
from app.rooms.clock import Clock
from app.rooms.journal import pack_position
from app.rooms.room import Room, RoomFacts, Sitter
from app.service import Greenroom, create_app
from app.web.house import House
from tests.rooms.conftest import settings_for, started

ORIGIN = "http://greenroom.test"


class Browser:
    """Follows nothing by itself; knows its cookies and the token of the pages it was shown."""

    def __init__(self, app: FastAPI) -> None:
        self.http = httpx2.AsyncClient(
            transport=httpx2.ASGITransport(app=app), base_url=ORIGIN, headers={"origin": ORIGIN}
        )
        self.person: Person | None = None

    async def get(self, path: str, **more: Any) -> httpx2.Response:
        return await self.http.get(path, **more)

    async def csrf(self) -> str:
        page = await self.http.get("/profile")
        found = re.search(r'name="csrf" value="(\w+)"', page.text)
        assert found
        return found[1]

    async def post(
        self, path: str, data: dict[str, Any] | None = None, **more: Any
    ) -> httpx2.Response:
        form = {"csrf": await self.csrf(), **(data or {})}
        return await self.http.post(path, data=form, **more)

    async def connects(self, app: FastAPI, path: str, origin: str = ORIGIN) -> bool:
        """Whether a websocket of this browser is accepted."""
        sent: list[str] = []
        frames: list[dict[str, Any]] = [
            {"type": "websocket.connect"},
            {"type": "websocket.disconnect", "code": 1000},
        ]

        async def receive() -> dict[str, Any]:
            if len(frames) == 1:
                # the page's first push comes before it goes away
                await asyncio.sleep(0.01)
            return frames.pop(0)

        async def send(message: MutableMapping[str, Any]) -> None:
            sent.append(message["type"])

        cookies = "; ".join(f"{c.name}={c.value}" for c in self.http.cookies.jar)
        scope = {
            "type": "websocket",
            "path": path,
            "raw_path": path.encode(),
            "query_string": b"",
            "scheme": "ws",
            "headers": [
                (b"host", b"greenroom.test"),
                (b"origin", origin.encode()),
                (b"cookie", cookies.encode()),
            ],
            "client": ("127.0.0.1", 1),
            "server": ("greenroom.test", 80),
            "subprotocols": [],
        }
        await app(scope, receive, send)
        return "websocket.accept" in sent

    def hold(self, token: str) -> None:
        self.http.cookies.set("greenroom_session", token, domain="greenroom.test", path="/")


def detached(rules: Rules[Any], position: Position[Any], seats: int) -> Room:
    """A room that is in no database, to be drawn."""
    facts = RoomFacts(
        id=1,
        code="code",
        invite="invite",
        game=rules.meta.slug,
        seats=seats,
        settings={},
        rules_version=rules.meta.version,
        status="playing",
        host_id=None,
        listed=False,
        locked=False,
        onlookers=True,
        password_hash=None,
        clock=Clock(),
        paused_at=None,
        paused_by="",
        proposal=None,
        notice="",
        learning=False,
        deadline=None,
        first_seat=None,
        created_at=datetime.now(UTC),
        started_at=None,
        finished_at=None,
    )
    codec: Codec[Any] = Codec(rules)
    sitters = [Sitter(n, None, f"Player {n}", n + 1) for n in range(seats)]
    stored = pack_position(codec.encode(position))
    return Room(facts, rules, codec, sitters, bytes(32), 0, stored, [], 0)


@pytest.fixture
async def app(database_url: str) -> AsyncIterator[Greenroom]:
    app = create_app(settings_for(database_url))
    await app.state.house.open()
    yield app
    await app.state.house.close()


@pytest.fixture
def house(app: FastAPI) -> House:
    house: House = app.state.house
    return house


@pytest.fixture
async def strangers(app: FastAPI) -> AsyncIterator[Callable[[], Browser]]:
    """Makes browsers of strangers."""
    made: list[Browser] = []

    def make() -> Browser:
        made.append(Browser(app))
        return made[-1]

    yield make
    for each in made:
        await each.http.aclose()


async def acting(house: House, browser: Browser, role: str) -> Browser:
    """Somebody with a role, in a session that may act with it; "" is a friend."""
    person, token = await house.people.create(role.capitalize() or "Friend")
    browser.person = person
    if role:
        await house.people.set_role(person.id, role)
        link = await house.people.staff_link(person.id)
        token = await house.people.use_admin_link(link, None) or ""
    browser.hold(token)
    return browser


@pytest.fixture
async def admin(house: House, strangers: Callable[[], Browser]) -> Browser:
    return await acting(house, strangers(), "admin")


@pytest.fixture
async def moderator(house: House, strangers: Callable[[], Browser]) -> Browser:
    return await acting(house, strangers(), "moderator")


@pytest.fixture
async def friend(house: House, strangers: Callable[[], Browser]) -> Browser:
    return await acting(house, strangers(), "")


@pytest.fixture
async def game(house: House) -> tuple[Room, list[Person]]:
    """A running game of Anna and Ben."""
    return await started(house, "Anna", "Ben")
