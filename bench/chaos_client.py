"""A program that plays on whatever happens, and keeps a log of what it was promised."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import secrets
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

Json = dict[str, Any]

_ANSWER_SECONDS = 15.0
_TWICE = 0.2
"""The share of frames that are sent a second time."""


class Client:
    """Plays any open move of its seat. ``acknowledged``: id -> (move, version) of each move that
    the server said it has; ``quiet``: look on only."""

    def __init__(self, port: int, code: str, token: str, luck: random.Random) -> None:
        self.port = port
        self.code = code
        self.token = token
        self.seen: Json = {}
        self.acknowledged: dict[str, tuple[str, int]] = {}
        self.refused = 0
        self.sent_twice = 0
        self.connects = 0
        self.quiet = False
        self.whole = asyncio.Event()
        self.finished = asyncio.Event()
        self._luck = luck
        self._ended = False
        self._flying: Json | None = None
        self._made = 0
        self._socket: ClientConnection | None = None

    def picture(self) -> Json:
        """What this client shows, but for who is here."""
        kept = ("version", "status", "waiting", "decision", "regions", "result")
        return {name: self.seen.get(name) for name in kept}

    async def run(self) -> None:
        """Connect, play, connect again, until `end` or the end of the game while in `quiet`."""
        address = f"ws://127.0.0.1:{self.port}/rooms/{self.code}/live?as=json"
        headers = {"authorization": f"Bearer {self.token}"}
        while not self._ended:
            try:
                async with connect(
                    address, additional_headers=headers, open_timeout=5, close_timeout=1
                ) as socket:
                    self.connects += 1
                    self._socket = socket
                    await self._serve(socket)
            except (OSError, WebSocketException, TimeoutError):
                await asyncio.sleep(self._luck.uniform(0.05, 0.4))

    async def _serve(self, socket: ClientConnection) -> None:
        if self._flying is not None:  # its answer was lost: the same id makes the same move
            await self._send(socket)
        while not self._ended:
            wait = _ANSWER_SECONDS if self._flying else None
            try:
                async with asyncio.timeout(wait):
                    message = json.loads(await socket.recv())
            except TimeoutError:
                await self._send(socket)
                continue
            if "id" in message:
                self._answered(message)
            elif "whole" in message:
                self._take(message)
            await self._play(socket)

    def _answered(self, message: Json) -> None:
        flying = self._flying
        if flying is None or message["id"] != flying["id"]:
            return  # the answer to the second of two equal frames
        if "accepted" in message:
            self.acknowledged[flying["id"]] = (flying["move"], message["accepted"])
            self._made = message["accepted"]
        else:
            self.refused += 1
        self._flying = None

    def _take(self, message: Json) -> None:
        regions = message.pop("regions", {})
        if message["whole"]:
            self.seen = {"regions": {}}
        self.seen.update(message)
        self.seen["regions"].update(regions)
        self.whole.set()
        if self.seen["status"] != "playing":
            self.finished.set()

    async def _play(self, socket: ClientConnection) -> None:
        decision = self.seen.get("decision")
        if self.quiet or self._flying is not None or decision is None:
            return
        if self.seen["version"] < self._made:
            return  # the answer to our last move came before the news of it
        move = self._luck.choice(self.seen["menu"])
        self._flying = {"move": move, "decision": decision["id"], "id": secrets.token_hex(8)}
        await self._send(socket)

    async def _send(self, socket: ClientConnection) -> None:
        frame = json.dumps(self._flying)
        await socket.send(frame)
        if self._luck.random() < _TWICE:
            self.sent_twice += 1
            await socket.send(frame)

    async def stop_reading(self, seconds: float) -> None:
        """Be as a stopped process is to the server: connected, and taking nothing."""
        if self._socket is None:
            return
        transport = self._socket.transport
        with contextlib.suppress(RuntimeError):
            transport.pause_reading()
            asyncio.get_running_loop().call_later(seconds, transport.resume_reading)

    def end(self) -> None:
        """Leave; `run` returns."""
        self._ended = True
        if self._socket is not None:
            self._socket.transport.abort()
