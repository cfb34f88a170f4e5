"""A program that plays, written from docs/protocol.md alone."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
from collections.abc import Callable
from typing import Any, Self

import httpx2
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

Json = dict[str, Any]


class Api:
    """A guest with a bearer token."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.http = httpx2.AsyncClient(base_url=url, timeout=20)
        self.token = ""

    async def post(self, path: str, body: Json | None = None) -> Json:
        answer = await self.http.post(f"/api/{path}", json=body or {})
        return {"http": answer.status_code, **answer.json()}

    async def introduce(self, name: str) -> Self:
        guest = await self.post("guests", {"name": name})
        self.token = guest["token"]
        self.http.headers["authorization"] = f"Bearer {self.token}"
        return self

    async def close(self) -> None:
        await self.http.aclose()

    def sit_down(self, code: str, url: str = "", ping_seconds: float | None = 20) -> Player:
        return Player(url or self.url, code, self.token, ping_seconds)


class Player:
    """A connection to a room that keeps what it is told."""

    def __init__(self, url: str, code: str, token: str, ping_seconds: float | None = 20) -> None:
        self._ping_seconds = ping_seconds
        self._address = f"{url.replace('http', 'ws', 1)}/rooms/{code}/live?as=json"
        self._token = token
        self._socket: ClientConnection | None = None
        self._reader: asyncio.Task[None] | None = None
        self._news = asyncio.Event()
        self._ids = itertools.count()
        self.replies: dict[str, Json] = {}
        self.seen: Json = {"regions": {}}
        self.messages: list[Json] = []
        self.events: list[Json] = []
        self.close_code: int | None = None

    async def __aenter__(self) -> Self:
        await self.connect()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.disconnect()

    async def connect(self) -> None:
        # whoever brings no token looks on as a page of the same site does
        site = self._address.partition("/rooms/")[0].replace("ws", "http", 1)
        headers = {"authorization": f"Bearer {self._token}"} if self._token else {"origin": site}
        self._socket = await connect(
            self._address, additional_headers=headers, ping_interval=self._ping_seconds
        )
        self._reader = asyncio.create_task(self._read(self._socket))
        await self.until(lambda seen: "version" in seen)

    async def disconnect(self) -> None:
        if self._socket is not None:
            await self._socket.close()
        if self._reader is not None:
            await self._reader

    async def _read(self, socket: ClientConnection) -> None:
        with contextlib.suppress(ConnectionClosed):
            await self._take_all(socket)
        self.close_code = socket.close_code
        self._news.set()

    async def _take_all(self, socket: ClientConnection) -> None:
        async for text in socket:
            message: Json = json.loads(text)
            self.messages.append(message)
            if "id" in message:
                self.replies[message["id"]] = message
            elif "now" not in message:
                self._take(message)
            self._news.set()

    def _take(self, message: Json) -> None:
        if message["whole"]:
            self.seen = {"regions": {}}
            self.events = []
        regions = message.pop("regions", {})
        self.events += message.pop("events", [])
        self.seen.update(message)
        self.seen["regions"].update(regions)

    async def until(self, holds: Callable[[Json], bool], seconds: float = 30) -> Json:
        """Wait for what is told here. Raises ``TimeoutError``."""
        async with asyncio.timeout(seconds):
            while not holds(self.seen):
                await self._news.wait()
                self._news.clear()
        return self.seen

    async def reached(self, version: int, seconds: float = 30) -> Json:
        return await self.until(lambda seen: seen["version"] >= version, seconds)

    @property
    def ended(self) -> bool:
        """The server has ended the connection."""
        return self._reader is not None and self._reader.done()

    async def closed(self) -> int | None:
        """Wait for the server to end the connection; its close code."""
        assert self._reader is not None
        async with asyncio.timeout(10):
            await asyncio.shield(self._reader)
        return self.close_code

    async def send(self, frame: Json | str) -> None:
        assert self._socket is not None
        await self._socket.send(frame if isinstance(frame, str) else json.dumps(frame))

    async def ask(self, frame: Json) -> Json:
        """Send a frame with an id of ours and wait for its answer."""
        name = f"{id(self)}-{next(self._ids)}"
        await self.send({**frame, "id": name})
        async with asyncio.timeout(30):
            while name not in self.replies:
                await self._news.wait()
                self._news.clear()
        return self.replies[name]

    async def play(self, move: str | None = None) -> Json:
        """Answer the open decision, with the first item of its menu unless told otherwise."""
        decision = self.seen["decision"]
        chosen = move if move is not None else self.seen["menu"][0]
        return await self.ask({"move": chosen, "decision": decision["id"]})
