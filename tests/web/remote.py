"""Somebody at a browser without script, at a service that runs as a process of its own."""

from __future__ import annotations

import re
from typing import Self

import httpx2
from httpx2 import Response


class Remote:
    """Posts forms as the pages do; redirects are not followed. An async context manager."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.http = httpx2.AsyncClient(base_url=url, timeout=20)
        self._csrf = ""

    async def __aenter__(self) -> Self:
        found = re.search(r'name="csrf" value="(\w+)"', (await self.get("/profile")).text)
        assert found
        self._csrf = found[1]
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.http.aclose()

    async def get(self, path: str) -> Response:
        return await self.http.get(path)

    async def post(self, path: str, **form: str) -> Response:
        return await self.http.post(
            path, data={"csrf": self._csrf, **form}, headers={"origin": self.url}
        )

    async def named(self, name: str) -> Self:
        assert (await self.post("/profile", name=name)).status_code == 303
        return self

    async def open_room(self, seats: int = 2, **form: str) -> str:
        """Open a room; its path: "/rooms/…"."""
        answer = await self.post("/games/rock-n-roll/new", seats=str(seats), **form)
        assert answer.status_code == 303, answer.text
        return answer.headers["location"]

    async def invite(self, room: str) -> str:
        """The path of a room's invitation."""
        found = re.search(r"/join/\w+", (await self.get(room)).text)
        assert found
        return found[0]

    @property
    def cookie(self) -> str:
        return "; ".join(f"{each.name}={each.value}" for each in self.http.cookies.jar)
