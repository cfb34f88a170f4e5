"""Uvicorn's websocket, less what it keeps of the handshake and what most sockets never use.

A room has a handful of sockets that are silent most of the time: what each of them holds is a good
part of what the room takes of memory (`docs/measuring.md`).
"""

from __future__ import annotations

import asyncio
from typing import Any, cast

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol


class Inbox:
    """A queue with a single reader: what ``asyncio.Queue`` is to uvicorn, at a twentieth of its
    size. Few things ever wait in it, since reading pauses with the first."""

    __slots__ = ("_items", "_waiting")

    def __init__(self) -> None:
        self._items: list[Any] = []
        self._waiting: asyncio.Future[None] | None = None

    def put_nowait(self, item: object) -> None:
        self._items.append(item)
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)

    def empty(self) -> bool:
        return not self._items

    async def get(self) -> Any:
        while not self._items:
            self._waiting = asyncio.get_running_loop().create_future()
            try:
                await self._waiting
            finally:
                self._waiting = None
        return self._items.pop(0)


class Gate:
    """An ``asyncio.Event`` that is set nearly always, and is made only while it is not."""

    __slots__ = ("_event",)

    def __init__(self) -> None:
        self._event: asyncio.Event | None = None

    def clear(self) -> None:
        if self._event is None:
            self._event = asyncio.Event()

    def set(self) -> None:
        if self._event is not None:
            self._event.set()
            self._event = None

    async def wait(self) -> None:
        if self._event is not None:
            await self._event.wait()


class LeanSocket(WebSocketsSansIOProtocol):
    """For ``uvicorn.Config(ws=...)``."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.queue = cast("Any", Inbox())
        self.writable = cast("Any", Gate())

    def start_keepalive(self) -> None:
        """Called once, when the handshake is over: its headers are needed no more (the endpoint
        has its own, in the scope)."""
        super().start_keepalive()
        self.request.headers.clear()
        self.response.headers.clear()
