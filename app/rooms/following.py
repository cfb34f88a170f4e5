"""What other nodes do is heard, and the rooms that people look at here follow at once."""

from __future__ import annotations

import asyncio

import structlog

from app.rooms.bus import Hint
from app.rooms.room import Room
from app.rooms.rooms import Rooms

log = structlog.get_logger()


class Following:
    """Hears hints, brings rooms up to them, and hands them on to ``rooms.on_hint``."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms
        self._at_work: set[asyncio.Task[None]] = set()

    def start(self) -> None:
        self._rooms.bus.start(self._hear, self._catch_up)

    async def stop(self) -> None:
        await self._rooms.bus.stop()
        for task in self._at_work:
            task.cancel()
        await asyncio.gather(*self._at_work, return_exceptions=True)

    async def _hear(self, hint: Hint) -> None:
        if hint.kind == "missed":
            await self._catch_up()
            return
        room = self._rooms.peek(hint.room_id)
        if room is not None and hint.kind == "lobby":
            await self._read_again(room)
        elif room is not None and hint.kind == "move" and hint.number > room.version:
            self._play_on(room, hint.number)
        for listener in self._rooms.on_hint:
            listener(hint)

    async def _read_again(self, room: Room) -> None:
        if self._rooms.watched(room.id):
            await self._rooms.refresh(room, elsewhere=True)
        else:
            room.out_of_date = True

    def _play_on(self, room: Room, number: int) -> None:
        if not self._rooms.watched(room.id):
            room.out_of_date = True
            return
        # beside the listening: rooms that are behind ask for their news together
        task = asyncio.create_task(self._follow(room, number))
        self._at_work.add(task)
        task.add_done_callback(self._at_work.discard)

    async def _follow(self, room: Room, number: int) -> None:
        try:
            await self._rooms.follow(room, number)
        except Exception as error:  # the database is away: whoever asks next reads it again
            room.out_of_date = True
            log.warning("news not read", room=room.code, error=str(error))

    async def _catch_up(self) -> None:
        """Hints may have been missed."""
        self._rooms.outdate_all()
        await self._rooms.check_watched()
        for listener in self._rooms.on_hint:
            listener(Hint("", "missed", 0))
