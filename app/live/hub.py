"""All tables of this node: who is there, and what has to be told to whom."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Sequence

import structlog

from app.live.connection import POLICY, Connection
from app.live.sight import Eyes
from app.live.table import LiveTable, readable
from app.rooms.bus import Hint
from app.rooms.chat import Chat, ChatLine
from app.rooms.lobby import Lobby
from app.rooms.refusals import Refused
from app.rooms.room import Room
from app.rooms.rooms import Rooms

log = structlog.get_logger()

GONE_AFTER_SECONDS = 4.0
"""A page that is loaded anew is not gone in between."""
HOST_GONE_AFTER_SECONDS = 30.0
CHECK_SECONDS = 3.0


class Hub:
    """The live side of this node's rooms."""

    def __init__(self, rooms: Rooms, lobby: Lobby, chat: Chat) -> None:
        self.rooms = rooms
        self._lobby = lobby
        self.chat = chat
        self._tables: dict[int, LiveTable] = {}
        self._opening: dict[int, asyncio.Lock] = {}
        self._leaving: dict[tuple[int, int], asyncio.TimerHandle] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        rooms.on_change.append(self._room_changed)
        rooms.on_hint.append(self._hear)
        rooms.watched = lambda room_id: room_id in self._tables

    def start(self) -> None:
        self._spawn(self._check())

    async def stop(self) -> None:
        for handle in self._leaving.values():
            handle.cancel()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _spawn(self, work: object) -> None:
        task: asyncio.Task[None] = asyncio.create_task(work)  # type: ignore[arg-type]
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    @property
    def tables(self) -> list[LiveTable]:
        return list(self._tables.values())

    # ------------------------------------------------------------------ connections

    async def table(self, room: Room) -> LiveTable:
        """The live table of a room, opened if nobody looks at it yet."""
        table = self._tables.get(room.id)
        if table is not None:
            return table
        async with self._opening.setdefault(room.id, asyncio.Lock()):
            table = self._tables.get(room.id)
            if table is None:
                table = LiveTable(room, await self.chat.recent(room.id))
                self._tables[room.id] = table
        self._opening.pop(room.id, None)
        return table

    def peek(self, room: Room) -> LiveTable | None:
        """The live table of a room, if somebody looks at it here."""
        return self._tables.get(room.id)

    async def chat_for(self, room: Room, eyes: Eyes) -> Sequence[ChatLine]:
        """The lines of chat that these eyes may read."""
        return readable(await self.chat.recent(room.id), eyes)

    def arrived(self, connection: Connection) -> None:
        """A person's connection is up: they are here."""
        person, table = connection.person_id, connection.table
        if person is None or connection.admin_as is not None:
            return
        handle = self._leaving.pop((table.room.id, person), None)
        if handle is not None:
            handle.cancel()
        if person not in table.present:
            table.present[person] = time.time()
            table.repaint()

    def departed(self, connection: Connection) -> None:
        """A connection is down; after a moment its person counts as away."""
        person, table = connection.person_id, connection.table
        if person is not None and not any(c.person_id == person for c in table.connections):
            key = (table.room.id, person)
            loop = asyncio.get_running_loop()
            self._leaving[key] = loop.call_later(GONE_AFTER_SECONDS, self._away, table, person)
        if not table.connections and self._tables.get(table.room.id) is table:
            del self._tables[table.room.id]

    def _away(self, table: LiveTable, person: int) -> None:
        self._leaving.pop((table.room.id, person), None)
        if table.present.pop(person, None) is not None:
            table.repaint()
            if table.room.facts.host_id == person:
                asyncio.get_running_loop().call_later(
                    HOST_GONE_AFTER_SECONDS - GONE_AFTER_SECONDS, self._host_gone, table, person
                )

    def _host_gone(self, table: LiveTable, person: int) -> None:
        if person not in table.present and table.room.facts.host_id == person and table.present:
            here = sorted(table.present, key=lambda p: table.present[p])
            self._spawn(self._replace_host(table.room, here))

    async def _replace_host(self, room: Room, here: list[int]) -> None:
        with contextlib.suppress(Refused):
            await self._lobby.replace_host(room, here)

    def show_out(self, room_id: int, person: int) -> None:
        """Close a person's connections to a room (0: to all rooms), on every node."""
        self._close_here(room_id, person)
        self.rooms.bus.tell("gone", room_id, person)

    def _close_here(self, room_id: int, person: int) -> None:
        tables = self.tables if room_id == 0 else [t for t in self.tables if t.room.id == room_id]
        for table in tables:
            for connection in table.connections:
                if connection.person_id == person:
                    connection.close(POLICY, "shown out")

    def repaint_all(self) -> None:
        """Something that stands on every table has changed."""
        for table in self.tables:
            table.repaint()

    # ------------------------------------------------------------------ news

    def _room_changed(self, room: Room) -> None:
        table = self._tables.get(room.id)
        if table is None:
            return
        if table.room is not room or table.faces_changed():
            table.repaint()
        else:
            table.refresh()

    async def say(self, room: Room, line: ChatLine) -> None:
        """A stored line of chat goes to everybody who may read it."""
        table = self._tables.get(room.id)
        if table is not None:
            table.say(line)
        self.rooms.bus.tell("chat", room.id, line.id)

    def _hear(self, hint: Hint) -> None:
        if hint.kind == "gone":
            self._close_here(hint.room_id, hint.number)
        elif hint.kind == "chat" and hint.room_id in self._tables:
            self._spawn(self._fetch_line(hint))

    async def _fetch_line(self, hint: Hint) -> None:
        line = await self.chat.line(hint.number)
        table = self._tables.get(hint.room_id)
        if line is not None and table is not None:
            table.say(line)

    async def _check(self) -> None:
        while True:
            await asyncio.sleep(CHECK_SECONDS)
            try:
                await self.rooms.check_watched()
            except Exception as error:  # the database is away: try again
                log.warning("rooms not compared", error=str(error))
