"""Computer players at the tables: they move through the same way as people."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Sequence
from datetime import timedelta

import structlog
from sqlalchemy import func, select

from app import tables
from app.games.chance import Chance, new_seed
from app.games.players import PLAYERS
from app.games.referee import Position
from app.rooms.refusals import Refused
from app.rooms.room import Room
from app.rooms.rooms import Rooms

log = structlog.get_logger()

SWEEP_SECONDS = 10
ELSEWHERE_SECONDS = 3.0
"""How much longer computer players pause when the last move was made on another node: theirs
move there, unless that node has died."""


class Robots:
    """Moves for the seats of a room that computer players hold, one move after another.

    ``pause``: seconds between two of their moves, so that people can follow.
    """

    def __init__(self, rooms: Rooms, pause: float) -> None:
        self._rooms = rooms
        self._pause = pause
        self._at_work: dict[int, asyncio.Task[None]] = {}
        self._sweeper: asyncio.Task[None] | None = None
        rooms.on_change.append(self.look)

    def look(self, room: Room) -> None:
        """Start to move in a room where a computer player owes a decision."""
        if room.id not in self._at_work and self._next(room) is not None:
            task = asyncio.create_task(self._work(room))
            self._at_work[room.id] = task

    def start(self) -> None:
        self._sweeper = asyncio.create_task(self._sweep())

    async def _sweep(self) -> None:
        """Take up rooms in which a computer player owes a move and nothing happens: the node
        that would have made it is gone. Two nodes that do so at once make one move."""
        while True:
            try:
                for room_id in await self._abandoned():
                    room = await self._rooms.by_id(room_id)
                    if room is not None:
                        self.look(room)
            except Exception as error:  # the database is away: look again later
                log.warning("abandoned rooms not found", error=str(error))
            await asyncio.sleep(SWEEP_SECONDS)

    async def _abandoned(self) -> Sequence[int]:
        room, seat = tables.room, tables.seat
        query = select(room.c.id).where(
            room.c.status == "playing",
            room.c.paused_at.is_(None),
            room.c.id.in_(select(seat.c.room_id).where(seat.c.computer != "")),
            # what lies ahead was written before the database's clock was set back
            ~room.c.updated_at.between(func.now() - timedelta(seconds=SWEEP_SECONDS), func.now()),
            room.c.updated_at > func.now() - timedelta(days=1),
        )
        async with self._rooms.engine.connect() as connection:
            return (await connection.execute(query)).scalars().all()

    @staticmethod
    def _next(room: Room) -> int | None:
        if not room.running:
            return None
        return next(
            (s.number for s in room.sitters if s.computer and s.number in room.waiting), None
        )

    async def _work(self, room: Room) -> None:
        try:
            while (seat := self._next(room)) is not None:
                version = room.version
                await asyncio.sleep(self._pause + ELSEWHERE_SECONDS * room.led_elsewhere)
                if room.version == version:
                    await self._move(room, seat)
        except Exception:
            log.exception("computer player stumbled", room=room.code)
        finally:
            del self._at_work[room.id]

    async def _move(self, room: Room, seat: int) -> None:
        sitter = room.sitters[seat]
        owed = room.waiting.get(seat)
        if owed is None or not sitter.computer:
            return
        decision = room.decision_id(owed)
        # a copy: thinking happens beside the room, which may move on meanwhile
        thought = room.codec.encode(room.position)
        move = await asyncio.to_thread(self._think, room, thought, seat, sitter.computer)
        # the person may be back, or another node's computer player was faster
        with contextlib.suppress(Refused):
            if room.sitters[seat].computer:
                await self._rooms.move(room, seat, move, decision, None, by=sitter.computer)

    @staticmethod
    def _think(room: Room, thought: bytes, seat: int, computer: str) -> str:
        position: Position[object] = room.codec.decode(thought)
        return PLAYERS[computer](room.rules, position, seat, Chance(new_seed()))

    async def stop(self) -> None:
        tasks = [*self._at_work.values(), *([self._sweeper] if self._sweeper else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
