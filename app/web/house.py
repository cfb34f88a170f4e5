"""The running service: everything that answers a request reaches the rest of it through this."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import structlog
from sqlalchemy.ext.asyncio import create_async_engine

from app.games import guide
from app.games.catalog import CATALOG
from app.games.contract import Rules
from app.live.hub import Hub
from app.people.passkeys import Passkeys
from app.people.people import People
from app.post.address_book import AddressBook
from app.post.postman import Postman
from app.rooms.absence import Absence
from app.rooms.audit import Audit
from app.rooms.bus import Hint
from app.rooms.chat import Chat
from app.rooms.clocks import Clocks
from app.rooms.directory import Directory
from app.rooms.doors import Doors
from app.rooms.following import Following
from app.rooms.honours import Honours
from app.rooms.hosting import Hosting
from app.rooms.house_words import HouseWords
from app.rooms.lists import Lists
from app.rooms.lobby import Lobby
from app.rooms.looks import Looks
from app.rooms.nodes import Load, Nodes
from app.rooms.overview import Overview
from app.rooms.passwords import Passwords
from app.rooms.presence import Presence
from app.rooms.proposals import Proposals
from app.rooms.robots import Robots
from app.rooms.rooms import Rooms
from app.rooms.stewards import Stewards
from app.rooms.store import Store
from app.rooms.sweep import Sweep
from app.settings import Settings
from app.web.html_dialect import HtmlDialect
from app.web.limits import Limits
from app.web.templating import Renderer, environment

log = structlog.get_logger()

POOL_SIZE = 8


class House:
    """One node of Greenroom: its rooms, its people, its connections."""

    def __init__(
        self,
        settings: Settings,
        games: Mapping[str, Rules[Any]] = CATALOG,
        templates: Sequence[Path] = (),
    ) -> None:
        if settings.database_url is None:
            raise ValueError("a house needs a database")
        self.settings = settings
        self.node = secrets.token_hex(4)
        self.engine = create_async_engine(
            settings.database_url, pool_size=POOL_SIZE, max_overflow=POOL_SIZE, pool_pre_ping=True
        )
        self.people = People(self.engine)
        self.passkeys = Passkeys(self.engine, self.people)
        self.store = Store(self.engine, games)
        self.rooms = Rooms(self.engine, self.store, self.node)
        self.following = Following(self.rooms)
        self.lobby = Lobby(self.rooms)
        self.stewards = Stewards(self.rooms, self.lobby)
        self.audit = Audit(self.engine)
        self.overview = Overview(self.engine)
        self.directory = Directory(self.rooms)
        self.words = HouseWords(self.engine)
        self.presence = Presence(self.engine, self.node)
        self.passwords = Passwords(self.engine)
        self.hosting = Hosting(self.lobby, self.passwords)
        self.absence = Absence(self.lobby, self.presence)
        self.proposals = Proposals(self.rooms, self.lobby, self.presence)
        self.clocks = Clocks(self.rooms)
        self.limits = Limits(settings)
        self.chat = Chat(self.engine)
        self.lists = Lists(self.engine)
        self.looks = Looks(self.engine)
        self.honours = Honours(self.engine)
        self.hub = Hub(self.rooms, self.hosting, self.presence, self.chat, Doors(self.engine))
        self.renderer = Renderer(environment(*templates))
        self.guides = {slug: guide.read(rules.meta) for slug, rules in games.items()}
        self.html = HtmlDialect(self.renderer, self.rooms, self.words)
        self.robots = Robots(self.rooms, settings.computer_pause)
        self.tally = self.rooms.tally
        self.nodes = Nodes(self.engine, self.node, self.tally, self.load)
        self.tally.gauge("greenroom_rooms", "Rooms in memory.", lambda: self.load().rooms)
        self.tally.gauge(
            "greenroom_sockets", "Open sockets of tables.", lambda: self.load().sockets
        )
        self.tally.gauge("greenroom_tasks", "Tasks of the event loop.", _tasks)
        self.sweep = Sweep(self.rooms, settings)
        self.addresses = AddressBook(self.engine, settings.secret.get_secret_value())
        self.postman = Postman(self.rooms, self.addresses, settings)
        self.rooms.on_hint.append(self._hear)
        self._hearing: set[asyncio.Task[None]] = set()

    @property
    def games(self) -> Mapping[str, Rules[Any]]:
        return self.store.games

    def load(self) -> Load:
        """What this node carries now."""
        connections = [c for table in self.hub.tables for c in table.connections]
        people = {c.person_id for c in connections if c.person_id is not None}
        return Load(self.rooms.loaded, len(connections), len(people))

    async def say_to_all(self) -> None:
        """The house's words have changed in the database: show them here and everywhere."""
        self.rooms.bus.tell("house", 0)
        await self._hear_words()

    def _hear(self, hint: Hint) -> None:
        if hint.kind in ("house", "missed"):
            task = asyncio.create_task(self._hear_words())
            self._hearing.add(task)
            task.add_done_callback(self._hearing.discard)

    async def _hear_words(self) -> None:
        if await self.words.load():
            self.hub.repaint_all()

    async def open(self) -> None:
        async with self.engine.connect() as connection:
            await self.rooms.time.look(connection)
        self.following.start()
        self.hub.start()
        # hearing the other nodes is no condition for serving this one
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(2):
                await self.rooms.bus.listening.wait()
        await self.words.load()
        self.nodes.start()
        self.sweep.start()
        self.robots.start()
        self.clocks.start()
        self.postman.start()
        log.info("house open", node=self.node)

    async def close(self) -> None:
        await self.postman.stop()
        await self.clocks.stop()
        await self.sweep.stop()
        await self.nodes.stop()
        await self.robots.stop()
        await self.hub.stop()
        # what is stored last is told too, and what is told last has been sent
        await self.rooms.writer.settle()
        await self.following.stop()
        for task in self._hearing:
            task.cancel()
        await asyncio.gather(*self._hearing, return_exceptions=True)
        await self.rooms.close()
        await self.people.close()
        await self.engine.dispose()


def _tasks() -> float:
    return len(asyncio.all_tasks())
