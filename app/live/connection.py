"""One websocket: an outbox that holds only the newest state, and a reader with limits."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from app.live.sight import Eyes
from app.live.table import Dialect, LiveTable

SEND_SECONDS = 10.0
"""A client that takes no data for so long is dropped: it gets everything when it is back."""

_BURST_SECONDS = 4
"""Whoever keeps sending faster than allowed is shown out; a burst of as much as so many seconds
allow is fine."""

POLICY = 1008
"""RFC 6455 close code: not allowed here. Pages don't come back by themselves after it."""
TRY_AGAIN = 1013
"""Close code of a client that was too slow: it comes back by itself and gets the whole state."""


class Connection:
    """A websocket of a table. Nothing ever waits for it but its own task."""

    def __init__(
        self,
        socket: WebSocket,
        table: LiveTable,
        dialect: Dialect,
        person_id: int | None,
        session: bytes | None,
        frames_per_second: float,
        admin_as: Eyes | None = None,
    ) -> None:
        self.socket = socket
        self.table = table
        self.dialect = dialect
        self.person_id = person_id
        self.session = session
        self.admin_as = admin_as
        self._frames_per_second = frames_per_second
        self._has = -1
        self._news = asyncio.Event()
        self._closing: tuple[int, str] | None = None
        self._replies: list[str] = []
        self._sending_since = 0.0
        """On the monotonic clock; 0: nothing is on its way."""
        self._patience = asyncio.timeout(None)

    def wake(self) -> None:
        self._news.set()

    def start_over(self) -> None:
        self._has = -1

    def close(self, code: int, reason: str) -> None:
        self._closing = (code, reason)
        self._news.set()

    def hurry(self) -> None:
        """Drop a client that has taken nothing for too long. To be called every few seconds: a
        timer for every message would cost more than the message."""
        since = self._sending_since
        if since and time.monotonic() - since > SEND_SECONDS:
            self._sending_since = 0.0
            self._patience.reschedule(asyncio.get_running_loop().time())

    def reply(self, text: str) -> None:
        """Answer this connection alone (before the next news)."""
        self._replies.append(text)
        self._news.set()

    async def run(self, receive: Callable[[str], Awaitable[None]]) -> None:
        """Serve the socket until it ends. ``receive`` is awaited for each text frame."""
        self.table.join(self)
        self._news.set()
        reader = asyncio.create_task(self._read(receive))
        try:
            async with self._patience:
                await self._write(reader)
        except TimeoutError:
            await self._end(TRY_AGAIN, "too slow")
        finally:
            self.table.leave(self)
            reader.cancel()
            await asyncio.gather(reader, return_exceptions=True)

    async def _write(self, reader: asyncio.Task[None]) -> None:
        reader.add_done_callback(lambda _: self._news.set())
        while True:
            await self._news.wait()
            self._news.clear()
            if reader.done():
                error = None if reader.cancelled() else reader.exception()
                if error is not None and not isinstance(error, WebSocketDisconnect):
                    await self._end(1011, "")
                    raise error
                if self._closing is not None:
                    await self._end(*self._closing)
                return
            if self._closing is not None:
                await self._end(*self._closing)
                return
            try:
                await self._send_news()
            except (WebSocketDisconnect, RuntimeError, OSError):
                return

    async def _send_news(self) -> None:
        while self._replies:
            await self._send(self._replies.pop(0))
        if self._has < self.table.tick:
            message = self.table.audience_of(self).message_since(self._has)
            self._has = self.table.tick
            await self._send(message)

    async def _send(self, text: str) -> None:
        self._sending_since = time.monotonic()
        await self.socket.send_text(text)
        self._sending_since = 0.0

    async def _read(self, receive: Callable[[str], Awaitable[None]]) -> None:
        most = self._frames_per_second * _BURST_SECONDS
        allowance = most
        last = time.monotonic()
        while True:
            message = await self.socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            now = time.monotonic()
            allowance = min(most, allowance + (now - last) * self._frames_per_second) - 1
            last = now
            text = message.get("text")
            if allowance < 0 or text is None:
                self.close(POLICY, "too many frames" if text is not None else "text frames only")
                return
            await receive(text)

    async def _end(self, code: int, reason: str) -> None:
        if self.socket.application_state is not WebSocketState.DISCONNECTED:
            try:
                async with asyncio.timeout(1):
                    await self.socket.close(code, reason)
            except (TimeoutError, RuntimeError, OSError):
                pass
