"""Pages of the dashboard that renew themselves: drawn once for all who look at the same."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable

import msgspec
import structlog
from fastapi import WebSocket
from starlette.requests import HTTPConnection
from starlette.websockets import WebSocketDisconnect

from app.admin.asking import admin, moderator
from app.live.connection import POLICY, SEND_SECONDS, TRY_AGAIN
from app.rooms.refusals import Refused
from app.web.asking import house_of
from app.web.security import own_origin
from app.web.templating import push_part

log = structlog.get_logger()

SOONEST_SECONDS = 0.5
LATEST_SECONDS = 2.0
"""How soon after a change, and at the latest how often, a page is drawn anew."""


class Drawing(msgspec.Struct, frozen=True):
    """A page's parts by the id of their element; of a list, the ``rows`` and the ``list`` with
    all of them, which is sent when rows came, went or changed places."""

    parts: dict[str, str] = {}
    rows: dict[str, str] = {}
    list: str = ""


Draw = Callable[[], Awaitable[Drawing]]


class Feed:
    """A page that somebody looks at. Keeps the newest drawing."""

    def __init__(self, draw: Draw) -> None:
        self._draw = draw
        self._changed = asyncio.Event()
        self.readers: set[asyncio.Event] = set()
        self.drawing: Drawing | None = None
        self.task: asyncio.Task[None] | None = None

    def poke(self) -> None:
        """Something has changed that may show here."""
        self._changed.set()

    async def run(self) -> None:
        """Draw until nobody looks any more."""
        while self.readers:
            try:
                self.drawing = await self._draw()
            except Exception as error:  # the database is away: the page stays as it is
                log.warning("dashboard not drawn", error=str(error))
            for reader in self.readers:
                reader.set()
            await asyncio.sleep(SOONEST_SECONDS)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(LATEST_SECONDS - SOONEST_SECONDS):
                    await self._changed.wait()
            self._changed.clear()


class Feeds:
    """All feeds of this node, by the address of their page."""

    def __init__(self) -> None:
        self._feeds: dict[str, Feed] = {}

    def poke(self) -> None:
        for feed in self._feeds.values():
            feed.poke()

    def join(self, key: str, draw: Draw) -> tuple[Feed, asyncio.Event]:
        """Look at a page; the event is set whenever there is a new drawing."""
        feed = self._feeds.get(key)
        if feed is None:
            feed = self._feeds[key] = Feed(draw)
        event = asyncio.Event()
        feed.readers.add(event)
        if feed.task is None:
            feed.task = asyncio.create_task(feed.run())
        else:
            event.set()
        return feed, event

    def leave(self, key: str, feed: Feed, event: asyncio.Event) -> None:
        feed.readers.discard(event)
        if not feed.readers and self._feeds.get(key) is feed:
            del self._feeds[key]
            if feed.task is not None:
                feed.task.cancel()

    async def stop(self) -> None:
        tasks = [feed.task for feed in self._feeds.values() if feed.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def feeds_of(connection: HTTPConnection) -> Feeds:
    feeds = connection.app.state.feeds
    assert isinstance(feeds, Feeds)
    return feeds


def news(old: Drawing | None, new: Drawing) -> str:
    """What turns a page with one drawing (``None``: with any) into the other."""
    if old is None:
        return "".join(push_part(html) for html in (*new.parts.values(), new.list) if html)
    parts = [html for name, html in new.parts.items() if old.parts.get(name) != html]
    if list(old.rows) != list(new.rows):
        parts.append(new.list)
    else:
        parts += [html for name, html in new.rows.items() if old.rows[name] != html]
    return "".join(push_part(html) for html in parts)


async def may_follow(socket: WebSocket, *, full: bool = False) -> bool:
    """Whether the other end may see the dashboard (``full``: as an admin) now."""
    try:
        await (admin if full else moderator)(socket)
    except Refused:
        return False
    return True


async def welcome(socket: WebSocket, *, full: bool = False) -> bool:
    """Refuse, before it is accepted, a socket from elsewhere or of somebody without a role."""
    own = own_origin(house_of(socket).settings, socket.headers)
    if own and await may_follow(socket, full=full):
        return True
    await socket.close(POLICY)
    return False


async def follow(socket: WebSocket, feeds: Feeds, key: str, draw: Draw) -> None:
    """Serve a page's socket until it ends, or its role does."""
    await socket.accept()
    feed, event = feeds.join(key, draw)
    reader = asyncio.create_task(_until_gone(socket))
    shown: Drawing | None = None
    try:
        while not reader.done():
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(LATEST_SECONDS):
                    await event.wait()
            event.clear()
            if not await may_follow(socket):
                await socket.close(POLICY, "signed out")
                return
            if feed.drawing is None:
                continue
            text = news(shown, feed.drawing)
            shown = feed.drawing
            if text and not reader.done():
                async with asyncio.timeout(SEND_SECONDS):
                    await socket.send_text(text)
    except TimeoutError:
        await socket.close(TRY_AGAIN, "too slow")
    except (WebSocketDisconnect, RuntimeError, OSError):
        pass
    finally:
        feeds.leave(key, feed, event)
        reader.cancel()
        await asyncio.gather(reader, return_exceptions=True)


async def _until_gone(socket: WebSocket) -> None:
    """Pages say nothing: whoever does is shown out."""
    message = await socket.receive()
    if message["type"] != "websocket.disconnect":
        with contextlib.suppress(RuntimeError):
            await socket.close(POLICY, "only to be read")
