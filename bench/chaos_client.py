"""Programs and pages that go on whatever happens, and keep a log of what they were promised."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import socket
from collections import deque
from random import Random
from typing import Any, Literal, TextIO
from xml.etree.ElementTree import Element

import httpx2
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from bench.chaos_page import Document, read

Json = dict[str, Any]
Dialect = Literal["json", "html"]

_ANSWER_SECONDS = 8.0
_REST_SECONDS = 0.1
_SLOW_BUFFER = 4096
_FRAME_CHANCES = {"twice": 0.15, "crossed": 0.05, "late": 0.06, "stale": 0.05, "talk": 0.01}
"""How often a move brings this with it: the same frame again; the same move posted to another node
at the same moment; an older move again, under its id; an older question answered under a new id
(which has to be refused); a line of chat."""
_UNDO = 0.02
_SLEEP = 0.15
"""The share of questions that players at tables with a clock leave to the clock."""


class Place(msgspec.Struct, frozen=True):
    """Where a client connects: any of ``ports``. ``slow``: it reads through a narrow pipe;
    ``clocked``: it lets its time run out now and then; ``pause``: at most, seconds before a move.
    """

    code: str
    token: str
    ports: tuple[int, ...]
    dialect: Dialect = "json"
    slow: bool = False
    clocked: bool = False
    pause: float = 0.0

    @property
    def name(self) -> str:
        return f"{self.code} {self.dialect} {self.token[-6:]}"


class Look(msgspec.Struct):
    """What a client shows. ``open``: it waits for an answer."""

    place: Place
    version: int
    status: str
    picture: Json
    open: bool = False


class Client:
    """A connection that is made again until `end`. ``counts``: what happened, by name."""

    def __init__(self, place: Place, luck: Random, counts: dict[str, int]) -> None:
        self.place = place
        self._calm = asyncio.Event()
        self.whole = asyncio.Event()
        self.counts = counts
        self._luck = luck
        self._ended = False
        self._socket: ClientConnection | None = None
        self._port = luck.choice(place.ports)

    def look(self) -> Look:
        """What this client shows at this moment."""
        raise NotImplementedError

    async def serve(self, socket: ClientConnection) -> None:
        """Follow one connection until it ends."""
        raise NotImplementedError

    @property
    def quiet(self) -> bool:
        """Look on only, and read as fast as news come."""
        return self._calm.is_set()

    @quiet.setter
    def quiet(self, quiet: bool) -> None:
        if quiet:
            self._calm.set()
        else:
            self._calm.clear()

    def count(self, what: str) -> None:
        self.counts[what] = self.counts.get(what, 0) + 1

    async def run(self) -> None:
        """Connect, follow, connect again; to another node when one does not answer."""
        headers = {"authorization": f"Bearer {self.place.token}"}
        while not self._ended:
            try:
                async with connect(
                    f"ws://127.0.0.1:{self._port}/rooms/{self.place.code}/live"
                    f"?as={self.place.dialect}",
                    sock=await self._pipe(),
                    additional_headers=headers,
                    open_timeout=5,
                    close_timeout=1,
                    ping_interval=None,
                    max_queue=1 if self.place.slow else 16,
                    compression=None,
                ) as self._socket:
                    self.count("connections")
                    await self.serve(self._socket)
            except (OSError, WebSocketException, TimeoutError):
                closed = self._socket.close_code if self._socket is not None else None
                if closed == 1013:
                    self.count("dropped as too slow")
                self._port = self._luck.choice(self.place.ports)
                await asyncio.sleep(self._luck.uniform(0.05, 0.3))

    async def _pipe(self) -> socket.socket:
        pipe = socket.socket()
        pipe.setblocking(False)
        if self.place.slow:
            pipe.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, _SLOW_BUFFER)
        try:
            await asyncio.get_running_loop().sock_connect(pipe, ("127.0.0.1", self._port))
        except BaseException:
            pipe.close()
            raise
        return pipe

    async def receive(self, socket: ClientConnection) -> str:
        """The next message; slow clients take their time."""
        if self.place.slow and not self.quiet:
            long = self._luck.random() < 0.02
            slowly = self._luck.uniform(11, 14) if long else self._luck.uniform(0, 0.6)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(slowly):
                    await self._calm.wait()
        return str(await socket.recv())

    def end(self) -> None:
        """Leave; `run` returns."""
        self._ended = True
        if self._socket is not None:
            self._socket.transport.abort()


class Player(Client):
    """A program that plays any open move of its seat, and writes down each promise."""

    def __init__(
        self, place: Place, luck: Random, counts: dict[str, int], log: TextIO | None = None
    ) -> None:
        super().__init__(place, luck, counts)
        self.seen: Json = {}
        self._log = log
        self._talk: deque[str] = deque(maxlen=20)
        self._flying: Json | None = None
        self._done: deque[Json] = deque(maxlen=5)
        self._late: set[str] = set()
        self._stale: set[str] = set()
        self._made = 0
        self._rest = 0.0
        self._slept: str | None = None
        self._posts: set[asyncio.Task[None]] = set()
        self._http = httpx2.AsyncClient(timeout=10)

    def look(self) -> Look:
        kept = ("status", "waiting", "decision", "regions", "result")
        picture: Json = {name: self.seen.get(name) for name in kept}
        picture["chat"] = sorted(self._talk)
        version, status = self.seen.get("version", -1), self.seen.get("status", "")
        return Look(self.place, version, status, picture, self._flying is not None)

    async def serve(self, socket: ClientConnection) -> None:
        self._late.clear()
        self._stale.clear()
        if self._flying is not None:  # its answer was lost: the same id makes the same move
            await socket.send(_text(self._flying))
        while not self._ended:
            try:
                async with asyncio.timeout(None if self._flying is None else _ANSWER_SECONDS):
                    message = msgspec.json.decode(await self.receive(socket), type=Json)
            except TimeoutError:
                self.count("asked again")
                await socket.send(_text(self._flying))
                continue
            if "id" in message:
                self._answered(message)
            elif "whole" in message:
                self._take(message)
            await self.play()

    def _answered(self, message: Json) -> None:
        name, flying = message["id"], self._flying
        if name in self._stale:
            self._stale.discard(name)
            if "accepted" in message:
                self._write({"misplaced": name, "version": message["accepted"]})
            return
        if name in self._late:
            self._late.discard(name)
            if "accepted" not in message:
                self._write({"forgotten": name, "why": message["refused"]})
            return
        if "said" in message:
            self._write({"said": name, "number": message["said"]})
        if flying is None or name != flying["id"]:
            return  # the answer to the second of two equal frames
        self._flying = None
        if "accepted" in message:
            self._write({"accepted": message["accepted"], **flying})
            self._made = message["accepted"]
            if "move" in flying:
                self._done.append(flying)
        else:
            self.count("refused")
            self._rest = _REST_SECONDS  # the news that made it wrong may be on its way

    def _write(self, line: Json) -> None:
        if self._log is not None:
            self.count(next(iter(line)))
            self._log.write(_text({"room": self.place.code, **line}) + "\n")

    def _take(self, message: Json) -> None:
        regions = message.pop("regions", {})
        talk = [line["text"] for line in message.pop("chat", ())]
        if message["whole"]:
            self.seen = {"regions": {}}
            self._talk.clear()
        self._talk.extend(talk)
        self.seen.update(message)
        self.seen["regions"].update(regions)
        self.whole.set()

    async def play(self) -> None:
        """Make a move, if one is owed; with it may go what should change nothing."""
        decision, socket = self.seen.get("decision"), self._socket
        if self.quiet or self._flying is not None or decision is None or socket is None:
            return
        if self.seen["version"] < self._made:
            return  # the answer to our last move came before the news of it
        if self.place.clocked and (self._slept == decision["id"] or self._luck.random() < _SLEEP):
            self._slept = decision["id"]
            return
        name = secrets.token_hex(8)
        if self._luck.random() < _UNDO:
            self._flying = {"undo": True, "id": name}
        else:
            move = self._luck.choice(self.seen["menu"])
            self._flying = {"move": move, "decision": decision["id"], "id": name}
        rest, self._rest = self._rest, 0.0
        await asyncio.sleep(rest + self._luck.uniform(0, self.place.pause))
        await socket.send(_text(self._flying))
        await self._mischief(socket, self._flying)

    async def _mischief(self, socket: ClientConnection, frame: Json) -> None:
        chosen = {what for what, chance in _FRAME_CHANCES.items() if self._luck.random() < chance}
        if "twice" in chosen:
            self.count("sent twice")
            await socket.send(_text(frame))
        if "crossed" in chosen and "move" in frame:
            self.count("sent to two nodes")
            task = asyncio.create_task(self._post(frame))
            self._posts.add(task)
            task.add_done_callback(self._posts.discard)
        if "late" in chosen and self._done:
            self.count("sent late")
            old = self._luck.choice(self._done)
            self._late.add(old["id"])
            await socket.send(_text(old))
        if "stale" in chosen and self._done:
            self.count("sent to an old question")
            old = {**self._luck.choice(self._done), "id": secrets.token_hex(8)}
            self._stale.add(old["id"])
            await socket.send(_text(old))
        if "talk" in chosen:
            name = secrets.token_hex(8)
            await socket.send(_text({"chat": f"line {name}", "id": name}))

    async def _post(self, frame: Json) -> None:
        port = self._luck.choice(self.place.ports)
        with contextlib.suppress(httpx2.HTTPError):
            await self._http.post(
                f"http://127.0.0.1:{port}/api/rooms/{self.place.code}/moves",
                json=frame,
                headers={"authorization": f"Bearer {self.place.token}"},
            )


_VOLATILE = {"region-seats", "region-company", "seats", "company"}
"""What tells who is here, which needs a moment longer than the game itself."""
_LOG_COMPARED = 10


class Page(Client):
    """A page as docs/protocol.md has it: elements by id, the log's lines, and a version."""

    def __init__(self, place: Place, luck: Random, counts: dict[str, int]) -> None:
        super().__init__(place, luck, counts)
        self._document = Document()
        self._lines: list[str] = []
        self._version = 0

    def look(self) -> Look:
        shown = self._document.shown()
        picture: Json = {name: html for name, html in shown.items() if name not in _VOLATILE}
        picture["log"] = self._lines[-_LOG_COMPARED:]
        return Look(self.place, self._version, "", picture)

    async def serve(self, socket: ClientConnection) -> None:
        self._version = 0
        while not self._ended:
            text = await self.receive(socket)
            if text.startswith("{"):
                self._version = msgspec.json.decode(text, type=Json)["version"]
                continue
            for element in read(text):
                await self._swap(socket, element)
            self.whole.set()

    async def _swap(self, socket: ClientConnection, element: Element) -> None:
        name = element.attrib.get("id", "")
        if name == "version":
            if self._version < int(element.attrib.get("data-after", 0)):
                self.count("pages asked for everything")
                await socket.send('{"ask": "page"}')
            self._version = int(element.attrib["data-version"])
        elif name == "log-lines":
            lines = [line.attrib["id"] for line in element if "id" in line.attrib]
            whole = element.attrib["hx-swap-oob"] == "innerMorph"
            self._lines = lines if whole else self._lines + lines
        elif name and name != "chat-lines" and "data-oob" in element.attrib:
            self._document.morph(element)


def client(
    place: Place, luck: Random, counts: dict[str, int], log: TextIO | None = None
) -> Player | Page:
    """A client of the dialect of its place."""
    if place.dialect == "json":
        return Player(place, luck, counts, log)
    return Page(place, luck, counts)


async def fresh_look(place: Place) -> Look:
    """What somebody sees who comes now. Raises ``TimeoutError`` when nobody answers."""
    plain = msgspec.structs.replace(place, slow=False)
    fresh = client(plain, Random(), {})
    fresh.quiet = True
    task = asyncio.create_task(fresh.run())
    try:
        async with asyncio.timeout(15):
            await fresh.whole.wait()
        return fresh.look()
    finally:
        fresh.end()
        await task


def _text(value: object) -> str:
    return msgspec.json.encode(value).decode()
