"""All tables of this node: who is there, and what has to be told to whom."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable, Collection, Coroutine, Iterator, Sequence
from typing import Any

import structlog
from sqlalchemy.exc import SQLAlchemyError

from app.live.connection import POLICY, Connection
from app.live.sight import Eyes
from app.live.table import Listener, LiveTable, readable
from app.rooms.bus import Hint
from app.rooms.chat import Chat, ChatLine
from app.rooms.doors import Doors, Visit
from app.rooms.hosting import Hosting
from app.rooms.presence import BEAT_SECONDS, Presence
from app.rooms.refusals import Refused
from app.rooms.room import Room
from app.rooms.rooms import Rooms

log = structlog.get_logger()

GONE_AFTER_SECONDS = 4.0
"""A page that is loaded anew is not gone in between."""
HOST_GONE_AFTER_SECONDS = 30.0
"""Then somebody else at the table is the host (GR-008)."""
CHECK_SECONDS = 3.0
CHECKED_AT_ONCE = 250
"""Tables that are compared with the database in one go: a crowd holds no move up for long."""
COUNT_SECONDS = 0.3
"""Nameless onlookers who come or go within this time make one change."""


class Hub:
    """The live side of this node's rooms."""

    def __init__(
        self, rooms: Rooms, hosting: Hosting, presence: Presence, chat: Chat, doors: Doors
    ) -> None:
        self.rooms = rooms
        self._hosting = hosting
        self._presence = presence
        self.chat = chat
        self._doors = doors
        self._tables: dict[int, LiveTable] = {}
        self._opening: dict[int, asyncio.Lock] = {}
        self._leaving: dict[tuple[int, int], asyncio.TimerHandle] = {}
        self._counting: dict[int, asyncio.TimerHandle] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        rooms.on_change.append(self._room_changed)
        rooms.on_hint.append(self._hear)
        rooms.watched = lambda room_id: room_id in self._tables

    def start(self) -> None:
        self._spawn(self._check())

    async def stop(self) -> None:
        for handle in (*self._leaving.values(), *self._counting.values()):
            handle.cancel()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        with contextlib.suppress(SQLAlchemyError, OSError):
            await self._presence.close()

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    @property
    def tables(self) -> list[LiveTable]:
        return list(self._tables.values())

    def _groups(self) -> Iterator[list[LiveTable]]:
        tables = self.tables
        for at in range(0, len(tables), CHECKED_AT_ONCE):
            yield tables[at : at + CHECKED_AT_ONCE]

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
                table.present |= (await self._presence.here([room.id]))[room.id]
                crowds = await self._presence.nameless_elsewhere([room.id])
                table.nameless_elsewhere = crowds.get(room.id, 0)
                self._tables[room.id] = table
        self._opening.pop(room.id, None)
        return table

    def peek(self, room: Room) -> LiveTable | None:
        """The live table of a room, if somebody looks at it here."""
        return self._tables.get(room.id)

    async def up_to_date(self, room: Room) -> None:
        """Read a room again if the database has it otherwise: hints of other nodes may still be
        under way to this one, and those of a node that has died never come."""
        if room.facts.status != "lobby":
            await self.rooms.compare([room])
            return
        found = await self.rooms.store.load(room.id)  # a lobby has no versions to compare
        if found is None or (found.facts, found.sitters) != (room.facts, room.sitters):
            await self.rooms.refresh(room, elsewhere=True)

    async def chat_for(self, room: Room, eyes: Eyes) -> Sequence[ChatLine]:
        """The lines of chat that these eyes may read."""
        return readable(await self.chat.recent(room.id), eyes)

    def arrived(self, connection: Connection) -> None:
        """A person's connection is up: they are here."""
        person, table = connection.person_id, connection.table
        if connection.admin_as is not None:
            return
        if person is None:
            self._count_soon(table)
            return
        handle = self._leaving.pop((table.room.id, person), None)
        if handle is not None:
            handle.cancel()
        if person not in table.present:
            table.present[person] = self.rooms.time.wall().timestamp()
            table.repaint()
        self._spawn(self._write_down(self._presence.arrive, table.room.id, person))

    def departed(self, connection: Connection) -> None:
        """A connection is down; after a moment its person counts as away."""
        person, table = connection.person_id, connection.table
        if person is None and connection.admin_as is None:
            self._count_soon(table)
        if person is not None and person not in _persons(table):
            key = (table.room.id, person)
            loop = asyncio.get_running_loop()
            self._leaving[key] = loop.call_later(GONE_AFTER_SECONDS, self._gone, table, person)
        if not table.connections and self._tables.get(table.room.id) is table:
            del self._tables[table.room.id]

    def _gone(self, table: LiveTable, person: int) -> None:
        self._leaving.pop((table.room.id, person), None)
        self._spawn(self._write_down(self._presence.depart, table.room.id, person))

    async def _write_down(
        self, write: Callable[[int, int], Awaitable[None]], room_id: int, number: int
    ) -> None:
        """Tell the other nodes who comes or goes (``number``: the person, or how many nameless
        ones there are now), then look who is here."""
        try:
            await write(room_id, number)
            self.rooms.bus.tell("presence", room_id)
            await self._read_presence([room_id])
        except (SQLAlchemyError, OSError) as error:  # looked at again in a moment
            log.warning("presence not written down", error=str(error))

    def _count_soon(self, table: LiveTable) -> None:
        """Nameless onlookers came or went: count once for all who do so within a moment."""
        if table.room.id not in self._counting:
            loop = asyncio.get_running_loop()
            self._counting[table.room.id] = loop.call_later(
                COUNT_SECONDS, lambda: self._spawn(self._count(table.room.id))
            )

    async def _count(self, room_id: int) -> None:
        self._counting.pop(room_id, None)
        table = self._tables.get(room_id)
        if table is not None:
            table.repaint()
        nameless = 0 if table is None else table.nameless
        await self._write_down(self._presence.count, room_id, nameless)

    async def _read_presence(self, room_ids: Collection[int]) -> None:
        """Who is here on any node; people of this node's connections are, whatever is written."""
        crowds = await self._presence.nameless_elsewhere(room_ids)
        leaving: dict[int, set[int]] = {}
        for room_id, person in self._leaving:
            leaving.setdefault(room_id, set()).add(person)
        for room_id, here in (await self._presence.here(room_ids)).items():
            table = self._tables.get(room_id)
            if table is None:
                continue
            own = _persons(table) | leaving.get(room_id, set())
            now = {p: table.present[p] for p in own if p in table.present} | here
            crowd = crowds.get(room_id, 0)
            shown = (table.present.keys(), table.nameless_elsewhere)
            table.present, table.nameless_elsewhere = now, crowd
            if shown != (now.keys(), crowd):
                table.repaint()

    async def _replace_hosts(self, tables: Sequence[LiveTable]) -> None:
        for table in tables:
            facts = table.room.facts
            waits = facts.status == "lobby" or (table.room.playing and facts.clock.kind != "mail")
            if not waits or facts.host_id in table.present or not table.present:
                continue
            away = HOST_GONE_AFTER_SECONDS
            if facts.host_id is not None:
                seen = await self._presence.away_for(table.room.id, facts.host_id)
                away = time.monotonic() - table.opened_at if seen is None else seen
            if away >= HOST_GONE_AFTER_SECONDS:
                here = sorted(table.present, key=lambda person: table.present[person])
                with contextlib.suppress(Refused):
                    await self._hosting.replace(table.room, here)

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

    async def doors_closed(self) -> None:
        """Some who are in may not stay: their connections end, on every node."""
        self.rooms.bus.tell("doors", 0)
        await self._look_at_doors()

    async def _look_at_doors(self) -> None:
        """Close connections of those who would not be let in any more, whether a hint said so
        or not."""
        for tables in self._groups():
            visits: dict[Visit, list[Listener]] = {}
            for table in tables:
                for listener in table.connections:
                    if listener.session is not None:
                        visit = Visit(table.room.id, listener.session)
                        visits.setdefault(visit, []).append(listener)
            for visit in await self._doors.unwelcome(list(visits)):
                for listener in visits[visit]:
                    listener.close(POLICY, "shown out")

    def repaint_all(self) -> None:
        """Something that stands on every table has changed."""
        for table in self.tables:
            table.repaint()

    # ------------------------------------------------------------------ news

    def _room_changed(self, room: Room) -> None:
        table = self._tables.get(room.id)
        if table is None:
            return
        for connection in table.connections:
            if connection.admin_as is None and not room.admits(connection.person_id):
                connection.close(POLICY, "no onlookers")
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
        elif hint.kind == "doors":
            self._spawn(self._look_at_doors())
        elif hint.kind == "missed":
            self._spawn(self._catch_up())
        elif hint.kind == "presence" and hint.room_id in self._tables:
            self._spawn(self._read_presence([hint.room_id]))
        elif hint.kind == "chat" and hint.room_id in self._tables:
            self._spawn(self._fetch_line(hint))

    async def _fetch_line(self, hint: Hint) -> None:
        line = await self.chat.line(hint.number)
        table = self._tables.get(hint.room_id)
        if line is not None and table is not None:
            table.say(line)

    async def _catch_up(self) -> None:
        """Hints were lost: look at everything that they might have told."""
        await self._look_at_doors()
        for tables in self._groups():
            await self._read_presence([table.room.id for table in tables])
        for table in self.tables:
            table.correct_chat(await self.chat.recent(table.room.id, deleted=True))

    async def _read_chat(self, tables: Sequence[LiveTable]) -> None:
        """Lines of which no hint came, because the node that stored them has died."""
        known = {table.room.id: table.newest_line for table in tables}
        for room_id, lines in (await self.chat.since(known)).items():
            table = self._tables.get(room_id)
            if table is not None:
                table.correct_chat(lines)

    async def _check(self) -> None:
        beaten = 0.0
        while True:
            await asyncio.sleep(CHECK_SECONDS)
            for table in self.tables:
                table.hurry()
            try:
                if time.monotonic() - beaten >= BEAT_SECONDS:
                    beaten = time.monotonic()
                    await self._presence.beat()
                    await self._look_at_doors()
                for tables in self._groups():
                    await self.rooms.compare([table.room for table in tables])
                    await self._read_presence([table.room.id for table in tables])
                    await self._read_chat(tables)
                    await self._replace_hosts(tables)
            except Exception as error:  # the database is away: try again
                log.warning("rooms not compared", error=str(error))


def _persons(table: LiveTable) -> set[int]:
    """Who has a connection to this node."""
    return {
        connection.person_id
        for connection in table.connections
        if connection.person_id is not None and connection.admin_as is None
    }
