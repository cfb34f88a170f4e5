"""Visitors of a node in this process: they load pages and send their forms."""

from __future__ import annotations

import random
import re
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any, Self

import httpx2
from fastapi import FastAPI

from app.people.people import Person
from app.rooms.room import Room
from app.service import create_app
from app.web.house import House
from app.web.security import SESSION_COOKIE
from tests.rooms.conftest import settings_for

SITE = "http://greenroom.test"


@asynccontextmanager
async def open_house(
    database_url: str, **settings: object
) -> AsyncGenerator[tuple[FastAPI, House]]:
    """A node with its pages."""
    app = create_app(settings_for(database_url, **settings))
    house: House = app.state.house
    await house.open()
    try:
        yield app, house
    finally:
        await house.close()


class Visitor:
    """A browser without script."""

    def __init__(self, app: FastAPI) -> None:
        self._house: House = app.state.house
        transport = httpx2.ASGITransport(app)
        site = self._house.settings.public_url or SITE
        self.http = httpx2.AsyncClient(
            transport=transport, base_url=site, follow_redirects=True, headers={"origin": site}
        )
        self.person: Person | None = None
        self._csrf = ""

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.http.aclose()

    async def named(self, name: str) -> Self:
        """Be somebody, with a session."""
        self.person, token = await self._house.people.create(name)
        self.http.cookies.set(SESSION_COOKIE, token)
        return self

    async def get(self, path: str, status: int = 200) -> str:
        answer = await self.http.get(path)
        assert answer.status_code == status, f"{path}: {answer.status_code}"
        if found := re.search(r'name="csrf" value="(\w+)"', answer.text):
            self._csrf = found[1]
        return answer.text

    async def post(self, path: str, status: int = 200, files: Any = None, **fields: str) -> str:
        if not self._csrf:
            await self.get("/profile")
        answer = await self.http.post(path, data={"csrf": self._csrf, **fields}, files=files)
        assert answer.status_code == status, f"{path}: {answer.status_code} {answer.text[:300]}"
        return answer.text


async def seated(house: House, people: list[Person], **more: Any) -> Room:
    """A running game of Rock 'n Roll with these people at its seats."""
    room = await house.lobby.create(
        people[0], "rock-n-roll", more.get("settings", {}), len(people), listed=False
    )
    for guest in people[1:]:
        await house.lobby.sit(room, guest)
    await house.lobby.start(room, people[0])
    return room


async def play_out(house: House, room: Room, luck: random.Random) -> None:
    """Random moves for every seat until the game is over."""
    while room.playing:
        seat = luck.choice(sorted(room.waiting))
        moves = [option.move for option in room.menu(seat) if option.blocked is None]
        await house.rooms.move(room, seat, luck.choice(moves), None, None)
