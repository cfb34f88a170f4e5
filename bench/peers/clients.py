"""boardgame.io and Colyseus as `bench.driver.Peer`s, on their wire protocols.

Frames are searched for the number of the move and never parsed, as with Greenroom.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable
from typing import Any

import httpx2
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

from bench.driver import SEATS, Told
from bench.game import amount_of, hex_of

_STATE_ID = b'"_stateID":'
_DIGITS = re.compile(rb"\d+")
_JOIN, _LEAVE, _DATA, _STATE, _PATCH = 10, 12, 13, 14, 15  # Colyseus' message codes


def _handing(viewer: WSListener) -> Callable[[], WSListener]:
    return lambda: viewer


class _Sockets:
    """Four websockets of a room."""

    first = 0

    def __init__(self) -> None:
        self.sockets: list[WSTransport] = []

    async def close(self) -> None:
        for socket in self.sockets:
            socket.disconnect(graceful=False)
        await asyncio.sleep(0)


class _SocketIo(WSListener):
    """Speaks as much of socket.io 4 as a game needs."""

    def __init__(self, match: str, seat: int, secret: str, told: Told) -> None:
        self._sync = f'42/bench,["sync","{match}","{seat}","{secret}",4]'.encode()
        self._told = told
        self.ready = asyncio.Event()

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        data = frame.get_payload_as_bytes()
        if data.startswith(b'42/bench,["update"'):
            # the last one is the log entry's: the state that the move was made on
            at = data.rindex(_STATE_ID) + len(_STATE_ID)
            found = _DIGITS.match(data, at)
            assert found is not None
            self._told(1 + int(found[0]), len(data))
        elif data.startswith(b'42/bench,["sync"'):
            self.ready.set()
        elif data.startswith(b"40"):
            transport.send(WSMsgType.TEXT, self._sync)
        elif data.startswith(b"0"):
            transport.send(WSMsgType.TEXT, b"40/bench,")
        elif data == b"2":
            transport.send(WSMsgType.TEXT, b"3")


class _Match(_Sockets):
    """A match of boardgame.io."""

    def __init__(self, match: str, secrets: list[str]) -> None:
        super().__init__()
        self._match = match
        self._secrets = secrets

    def send(self, number: int) -> None:
        seat = number % SEATS
        payload = {
            "type": "place",
            "args": [hex_of(number), amount_of(number)],
            "playerID": str(seat),
            "credentials": self._secrets[seat],
        }
        update = ["update", {"type": "MAKE_MOVE", "payload": payload}, number]
        frame = f"42/bench,{json.dumps([*update, self._match, str(seat)])}"
        self.sockets[seat].send(WSMsgType.TEXT, frame.encode())


class BoardgameIo:
    """See `bench.driver.Peer`. Its log grows with every move, so matches are short."""

    moves_a_room = 300

    def __init__(self, port: int, storage: str) -> None:
        self.name = f"boardgame.io {storage}"
        self._port = port
        self._http = httpx2.AsyncClient(base_url=f"http://127.0.0.1:{port}/games/bench", timeout=60)

    async def _post(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        answer = await self._http.post(path, json=body)
        answer.raise_for_status()
        return answer.json()

    async def open_room(self, told: Told) -> _Match:
        match = (await self._post("/create", {"numPlayers": SEATS}))["matchID"]
        secrets: list[str] = []
        for seat in range(SEATS):
            body = {"playerID": str(seat), "playerName": f"Player {seat}"}
            secrets.append((await self._post(f"/{match}/join", body))["playerCredentials"])
        room = _Match(match, secrets)
        address = f"ws://127.0.0.1:{self._port}/socket.io/?EIO=4&transport=websocket"
        for seat, secret in enumerate(secrets):
            viewer = _SocketIo(match, seat, secret, told)
            room.sockets.append((await ws_connect(_handing(viewer), address))[0])
            await viewer.ready.wait()
        return room

    async def close(self) -> None:
        await self._http.aclose()


class _Schema(WSListener):
    """Counts patches: one move is on its way in a room, so the n-th patch is the n-th move."""

    def __init__(self, told: Told) -> None:
        self._told = told
        self._patches = 0
        self.ready = asyncio.Event()

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        data = frame.get_payload_as_bytes()
        code = data[0] & 0x1F if frame.msg_type == WSMsgType.BINARY else 0
        if code == _PATCH:
            self._patches += 1
            self._told(self._patches, len(data))
        elif code == _JOIN:
            transport.send(WSMsgType.BINARY, bytes([_JOIN]))
        elif code == _STATE:
            self.ready.set()


class _SchemaRoom(_Sockets):
    """A room of Colyseus."""

    def send(self, number: int) -> None:
        # "place" and [hex, amount] as msgpack
        frame = bytes([_DATA, 0xA5, *b"place", 0x92, hex_of(number), amount_of(number)])
        self.sockets[number % SEATS].send(WSMsgType.BINARY, frame)


class Colyseus:
    """See `bench.driver.Peer`."""

    name = "colyseus memory"
    moves_a_room = 1_000_000

    def __init__(self, port: int) -> None:
        self._port = port
        self._http = httpx2.AsyncClient(base_url=f"http://127.0.0.1:{port}/matchmake", timeout=60)

    async def open_room(self, told: Told) -> _SchemaRoom:
        room = _SchemaRoom()
        path = "/create/bench"
        for _ in range(SEATS):
            answer = await self._http.post(path, json={})
            answer.raise_for_status()
            seat = answer.json()
            where = seat.get("room", seat)
            path = f"/joinById/{where['roomId']}"
            address = (
                f"ws://127.0.0.1:{self._port}/{where['processId']}/{where['roomId']}"
                f"?sessionId={seat['sessionId']}"
            )
            viewer = _Schema(told)
            room.sockets.append((await ws_connect(_handing(viewer), address))[0])
            await viewer.ready.wait()
        return room

    async def close(self) -> None:
        await self._http.aclose()
