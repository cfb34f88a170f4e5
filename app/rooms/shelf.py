"""The rooms in this node's memory, each one object, kept up to what the database has."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from weakref import WeakValueDictionary

import structlog
from sqlalchemy.ext.asyncio import AsyncEngine

from app.rooms.bus import Bus, Hint
from app.rooms.news import Newsroom
from app.rooms.room import Room
from app.rooms.store import Store

log = structlog.get_logger()

KEPT_ROOMS = 2_000
"""The rooms asked for last stay in memory, whether anybody has them in hand or not."""
_FEW = 20
"""Entries of another node that are taken over one by one; after more the room is read again."""


class Shelf:
    """Loads rooms, and tells listeners and other nodes when they have changed.

    ``on_change`` is called with every room that changed, after the commit.
    ``watched`` says which rooms somebody looks at on this node: they are kept up to date.
    """

    def __init__(self, engine: AsyncEngine, store: Store, bus: Bus) -> None:
        self.engine = engine
        self.store = store
        self.bus = bus
        self.newsroom = Newsroom(engine)
        self.on_change: list[Callable[[Room], None]] = []
        self.on_hint: list[Callable[[Hint], None]] = []
        self.watched: Callable[[int], bool] = lambda _: False
        # one object a room for as long as anybody has it in hand, or its lock would be none
        self._rooms: WeakValueDictionary[int, Room] = WeakValueDictionary()
        self._by_code: WeakValueDictionary[str, Room] = WeakValueDictionary()
        self._recent: dict[int, Room] = {}
        """The oldest first."""
        self._loading: dict[str, asyncio.Lock] = {}

    async def close(self) -> None:
        """Let go of the connections to the database."""
        await self.newsroom.close()

    # ------------------------------------------------------------------ finding rooms

    async def by_code(self, code: str) -> Room | None:
        """The room at an address, as the database has it."""
        room = self._by_code.get(code)
        if room is None:
            lock = self._loading.setdefault(code, asyncio.Lock())
            async with lock:
                room = self._by_code.get(code)
                if room is None:
                    room = await self.store.load_by_code(code)
                    if room is not None:
                        room = self._keep(room)
            self._loading.pop(code, None)
        else:
            self._keep(room)
            if room.stale:
                await self._freshen(room)
        return room

    async def _freshen(self, room: Room) -> None:
        async with room.lock:
            if room.stale:
                await self.reload(room)

    async def by_invite(self, invite: str) -> Room | None:
        """The room that an invitation opens."""
        code = await self.store.code_of(invite)
        return None if code is None else await self.by_code(code)

    async def by_id(self, room_id: int) -> Room | None:
        room = self._rooms.get(room_id)
        if room is not None:
            self._keep(room)
            if room.stale:
                await self._freshen(room)
            return room
        room = await self.store.load(room_id)
        return self._keep(room) if room is not None else None

    def _keep(self, room: Room) -> Room:
        """Remember a room that was asked for, as the object that others may have in hand."""
        room = self._rooms.setdefault(room.id, room)
        self._by_code[room.code] = room
        self._recent.pop(room.id, None)
        self._recent[room.id] = room
        if len(self._recent) > KEPT_ROOMS:
            del self._recent[next(iter(self._recent))]
        return room

    def outdate(self, room_id: int) -> None:
        """The database has a room otherwise than before: all nodes read it again."""
        room = self._rooms.get(room_id)
        if room is not None:
            room.out_of_date = True
        self.bus.tell("lobby", room_id)

    @property
    def loaded(self) -> int:
        """How many rooms are in memory."""
        return len(self._rooms)

    async def refresh(self, room: Room, elsewhere: bool = False) -> None:
        """Bring a room up to what the database has. ``elsewhere``: another node changed it."""
        room.out_of_date, room.led_elsewhere = True, elsewhere
        await self._freshen(room)

    async def reload(self, room: Room) -> None:
        """Read a room again. For who holds its lock."""
        fresh = await self.store.load(room.id)
        if fresh is None:
            room.facts.status = "closed"
        else:
            room.facts, room.sitters = fresh.facts, fresh.sitters
            room.version, room.entries = fresh.version, fresh.entries
            room.undone, room.next_code = fresh.undone, fresh.next_code
            room.replace_position(fresh.stored)
        room.out_of_date = room.in_doubt = False
        room.touch()
        self.changed(room)

    def changed(self, room: Room) -> None:
        """Tell this node's listeners that a room is not what it was."""
        for listener in self.on_change:
            try:
                listener(room)
            except Exception:  # the move is stored: failing to tell it must not refuse it
                log.exception("a change was not told", room=room.code)

    def deadlines_fall_otherwise(self) -> None:
        """What pages show of deadlines is not what a clock on the wall will show then."""
        for room in list(self._rooms.values()):
            if room.facts.deadline is not None:
                self.changed(room)

    # ------------------------------------------------------------------ other nodes

    def peek(self, room_id: int) -> Room | None:
        """A room in memory, as this node knows it."""
        return self._rooms.get(room_id)

    def outdate_all(self) -> None:
        """Other nodes may have done anything: every room is read again before its next use."""
        for room in list(self._rooms.values()):
            room.out_of_date = True

    async def follow(self, room: Room, number: int) -> None:
        """Another node has made entry ``number``: take over what was played meanwhile, or read
        the room again where that is not all."""
        async with room.lock:
            if room.version >= number and not room.stale:
                return
            room.led_elsewhere = True
            few = number - room.version <= _FEW and not room.stale
            news = await self.newsroom.since(room.id, room.version) if few else None
            if news is not None and news.is_all:
                room.follow(news)
                self.changed(room)
            else:
                await self.reload(room)

    async def check_watched(self) -> None:
        """Compare the rooms that people look at here. What makes a lost hint harmless."""
        await self.compare([room for room in list(self._rooms.values()) if self.watched(room.id)])

    async def compare(self, rooms: Sequence[Room]) -> None:
        """Compare rooms with the database; reload those that are behind."""
        for room, stamp in await self.store.stamps(rooms):
            if not (room.stale or stamp.is_news_to(room)):
                continue
            async with room.lock:  # it may have been a move of our own, which is told now
                if room.stale or stamp.is_news_to(room):
                    room.led_elsewhere = True
                    await self.reload(room)
