"""The running service: everything that answers a request reaches the rest of it through this."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import Mapping
from typing import Any

import structlog
from sqlalchemy.ext.asyncio import create_async_engine

from app.games.catalog import CATALOG
from app.games.contract import Rules
from app.live.hub import Hub
from app.people.people import People
from app.rooms.chat import Chat
from app.rooms.lists import Lists
from app.rooms.lobby import Lobby
from app.rooms.robots import Robots
from app.rooms.rooms import Rooms
from app.rooms.store import Store
from app.settings import Settings
from app.web.html_dialect import HtmlDialect
from app.web.templating import Renderer, environment

log = structlog.get_logger()

POOL_SIZE = 8


class House:
    """One node of Greenroom: its rooms, its people, its connections."""

    def __init__(self, settings: Settings, games: Mapping[str, Rules[Any]] = CATALOG) -> None:
        if settings.database_url is None:
            raise ValueError("a house needs a database")
        self.settings = settings
        self.node = secrets.token_hex(4)
        self.engine = create_async_engine(
            settings.database_url, pool_size=POOL_SIZE, max_overflow=POOL_SIZE, pool_pre_ping=True
        )
        self.people = People(self.engine)
        self.store = Store(self.engine, games)
        self.rooms = Rooms(self.engine, self.store, self.node)
        self.lobby = Lobby(self.rooms)
        self.chat = Chat(self.engine)
        self.lists = Lists(self.engine)
        self.hub = Hub(self.rooms, self.lobby, self.chat)
        self.renderer = Renderer(environment())
        self.html = HtmlDialect(self.renderer, self.rooms)
        self.robots = Robots(self.rooms, settings.computer_pause)

    @property
    def games(self) -> Mapping[str, Rules[Any]]:
        return self.store.games

    async def open(self) -> None:
        self.rooms.bus.start()
        self.hub.start()
        # hearing the other nodes is no condition for serving this one
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(2):
                await self.rooms.bus.listening.wait()
        self.robots.start()
        log.info("house open", node=self.node)

    async def close(self) -> None:
        await self.robots.stop()
        await self.hub.stop()
        await self.rooms.bus.stop()
        await self.engine.dispose()
