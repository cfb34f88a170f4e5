"""Greenroom as a `driver.Peer`: guests with tokens, rooms of the bench game, both dialects."""

from __future__ import annotations

import asyncio
import itertools
import re
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Literal

import httpx2
import msgspec
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

from bench.driver import SEATS, Told
from bench.game import RULES, move_of

Dialect = Literal["json", "html"]

_JSON_VERSION = re.compile(rb'^\{"version":(\d+),"whole"')
_HTML_VERSION = re.compile(rb'data-version="(\d+)"')


class Api:
    """The JSON API of a node, for guests."""

    def __init__(self, port: int) -> None:
        self.port = port
        self._http = httpx2.AsyncClient(base_url=f"http://127.0.0.1:{port}/api", timeout=60)

    async def post(
        self, path: str, token: str = "", body: dict[str, Any] | None = None
    ) -> dict[str, Any]:
        """Raises ``RuntimeError`` with the refusal."""
        headers = {"authorization": f"Bearer {token}"} if token else {}
        answer = await self._http.post(path, json=body or {}, headers=headers)
        if answer.status_code >= 400:
            raise RuntimeError(f"{path}: {answer.status_code} {answer.text}")
        return answer.json()

    async def guest(self, name: str) -> str:
        """A new guest's token."""
        return (await self.post("/guests", body={"name": name}))["token"]

    async def close(self) -> None:
        await self._http.aclose()


class _Viewer(WSListener):
    """A websocket that reports the version of every push."""

    def __init__(self, told: Told, dialect: Dialect, read: Callable[[str], None] | None) -> None:
        self._told = told
        self._read = read
        self._html = dialect == "html"
        self.ready = asyncio.Event()

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type == WSMsgType.PING:
            transport.send_pong(frame.get_payload_as_bytes())
            return
        data = frame.get_payload_as_bytes()
        found = _HTML_VERSION.search(data) if self._html else _JSON_VERSION.match(data)
        if found is not None:
            if self._read is not None:
                self._read(data.decode())
            self._told(int(found[1]), len(data))
            self.ready.set()


class GreenroomRoom:
    """See `driver.PlayedRoom`. The bench game's version is the number of moves made."""

    first = 0

    def __init__(self, code: str, tokens: Sequence[str], dialect: Dialect) -> None:
        self.code = code
        self.tokens = tokens
        self._dialect: Dialect = dialect
        self._sockets: list[WSTransport] = []
        self._ids = itertools.count()

    async def connect(
        self,
        told: Told,
        ports: Sequence[int],
        read: Callable[[int, str], None] | None = None,
    ) -> None:
        """``read`` gets every push in full, with the seat that it went to."""
        viewers: list[_Viewer] = []
        for seat, (token, port) in enumerate(zip(self.tokens, ports, strict=False)):
            address = f"ws://127.0.0.1:{port}/rooms/{self.code}/live?as={self._dialect}"
            reader = partial(read, seat) if read is not None else None
            transport, listener = await ws_connect(
                partial(_Viewer, told, self._dialect, reader),
                address,
                extra_headers={"authorization": f"Bearer {token}"},
            )
            assert isinstance(listener, _Viewer)
            viewers.append(listener)
            self._sockets.append(transport)
        for viewer in viewers:
            await viewer.ready.wait()

    def send(self, number: int) -> None:
        self.move(number % SEATS, move_of(number), f"0.{number + 1}", f"{number}")

    def move(self, seat: int, move: str, decision: str, name: str) -> None:
        """Send a move as pages and programs do."""
        frame = f'{{"move":"{move}","decision":"{decision}","id":"{name}"}}'
        self._sockets[seat].send(WSMsgType.TEXT, frame.encode())

    async def close(self) -> None:
        for socket in self._sockets:
            socket.disconnect()
            await socket.wait_disconnected()


class Greenroom:
    """See `driver.Peer`. Seats are spread over the nodes' ``ports``."""

    moves_a_room = 1_000_000

    def __init__(self, ports: Sequence[int], dialect: Dialect, game: str = RULES.meta.slug) -> None:
        nodes = f", {len(ports)} nodes" if len(ports) > 1 else ""
        self.name = f"greenroom {dialect}{nodes}"
        self._dialect: Dialect = dialect
        self._game = game
        self.ports = [ports[seat % len(ports)] for seat in range(SEATS)]
        self._api = Api(ports[0])
        self._tokens: list[str] = []

    async def new_room(self) -> GreenroomRoom:
        """A started game of four guests, nobody connected yet."""
        if not self._tokens:
            self._tokens = [await self._api.guest(f"Player {seat}") for seat in range(SEATS)]
        tokens = self._tokens
        room = await self._api.post("/rooms", tokens[0], {"game": self._game, "seats": SEATS})
        for token in tokens[1:]:
            await self._api.post(f"/join/{room['invite']}", token)
        await self._api.post(f"/rooms/{room['code']}/start", tokens[0])
        return GreenroomRoom(room["code"], tokens, self._dialect)

    async def open_room(self, told: Told) -> GreenroomRoom:
        room = await self.new_room()
        await room.connect(told, self.ports)
        return room

    async def close(self) -> None:
        await self._api.close()


def written(figures: msgspec.Struct) -> str:
    """A line of results."""
    return msgspec.json.encode(figures).decode()
