"""Word between nodes: what has changed in which room, through Postgres LISTEN/NOTIFY.

Only short hints travel ("move 12 57"); whoever cares reads the database. Hints are sent after
the commit, in a statement of their own, gathered while one is on its way: a notifying commit
takes a lock of the whole cluster, and a payload ends at 8,000 bytes. A lost hint costs no
truth: what people watch is compared with the database every few seconds as well, and a node
that could not send says so when it can again.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

import asyncpg
import msgspec
import structlog
from sqlalchemy.ext.asyncio import AsyncEngine

from app.line import Line

log = structlog.get_logger()

CHANNEL = "greenroom"
_PAYLOAD_LIMIT = 7_500
_RETRY_SECONDS = 1.0
_NOTIFY = "SELECT pg_notify($1, $2)"


class Hint(msgspec.Struct, frozen=True):
    """``kind``: "move" (``number``: the new version), "lobby" (seats, settings or status
    changed), "chat" (``number``: the message), "presence", "gone" (``number``: the person;
    room 0: out of every room), "doors" (sessions have ended), "house" (what is said to everybody
    has changed), "missed" (hints were lost: compare everything)."""

    node: str
    kind: str
    room_id: int
    number: int = 0

    def written(self) -> str:
        return f"{self.node} {self.kind} {self.room_id} {self.number}"

    @classmethod
    def read(cls, line: str) -> Hint:
        node, kind, room_id, number = line.split(" ")
        return cls(node, kind, int(room_id), int(number))


Hear = Callable[[Hint], Awaitable[None]]
CaughtUp = Callable[[], Awaitable[None]]


class Bus:
    """Sends this node's hints and hears those of the others."""

    def __init__(self, engine: AsyncEngine, node: str) -> None:
        self._engine = engine
        # a hint may be lost, so it waits for no disk, and no move's commit waits behind it
        self._line = Line(engine, synchronous_commit="off")
        self._node = node
        self._missed = Hint(node, "missed", 0).written()
        self._unsent: dict[str, None] = {}
        self._sender: asyncio.Task[None] | None = None
        self._listener: asyncio.Task[None] | None = None
        self.listening = asyncio.Event()

    def tell(self, kind: str, room_id: int, number: int = 0) -> None:
        """Queue a hint for the other nodes. Never blocks, never fails."""
        self._unsent[Hint(self._node, kind, room_id, number).written()] = None
        if self._sender is None:
            self._sender = asyncio.create_task(self._send())

    async def _send(self) -> None:
        try:
            while self._unsent:
                lines: list[str] = []
                size = 0
                for line in list(self._unsent):
                    size += len(line) + 1
                    if size > _PAYLOAD_LIMIT:
                        break
                    lines.append(line)
                    del self._unsent[line]
                try:
                    await self._line.fetch(_NOTIFY, CHANNEL, "\n".join(lines))
                except Exception as error:  # a hint may be lost, never a move
                    log.warning("hints not sent", error=str(error), hints=len(lines))
                    self._unsent = {self._missed: None}
                    await asyncio.sleep(_RETRY_SECONDS)
        finally:
            self._sender = None

    def start(self, hear: Hear, caught_up: CaughtUp) -> None:
        """Listen. ``hear`` is awaited for every hint of another node, ``caught_up`` after the
        listening connection was made anew, when hints may have been missed."""
        self._listener = asyncio.create_task(self._listen(hear, caught_up))

    async def stop(self) -> None:
        if self._listener is not None:
            self._listener.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._listener
        if self._sender is not None:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(_RETRY_SECONDS):
                    await self._sender
        await self._line.close()

    async def _listen(self, hear: Hear, caught_up: CaughtUp) -> None:
        first = True
        while True:
            try:
                await self._listen_once(hear, None if first else caught_up)
            except asyncio.CancelledError:
                raise
            except Exception as error:  # whatever broke the connection: make a new one
                log.warning("notify connection lost", error=str(error))
            first = False
            self.listening.clear()
            await asyncio.sleep(_RETRY_SECONDS)

    async def _listen_once(self, hear: Hear, caught_up: CaughtUp | None) -> None:
        # a queue of this connection's own: the end of one must not end the next
        payloads: asyncio.Queue[str] = asyncio.Queue()

        def heard(*notice: Any) -> None:
            payloads.put_nowait(notice[3])

        def lost(_: Any) -> None:
            payloads.put_nowait("")

        _, arguments = self._engine.dialect.create_connect_args(self._engine.url)
        connection = await asyncpg.connect(**arguments)
        try:
            connection.add_termination_listener(lost)
            await connection.add_listener(CHANNEL, heard)
            self.listening.set()
            if caught_up is not None:
                await caught_up()
            while payload := await payloads.get():
                for hint in self._read(payload):
                    await hear(hint)
            raise ConnectionError("terminated")
        finally:
            await connection.close(timeout=2)

    def _read(self, payload: str) -> Iterator[Hint]:
        """The hints of other nodes."""
        for line in payload.split("\n"):
            try:
                hint = Hint.read(line)
            except ValueError:  # a node of another version may have other hints
                log.warning("hint not understood", line=line)
                continue
            if hint.node != self._node:
                yield hint
