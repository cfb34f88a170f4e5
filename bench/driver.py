"""The load: rooms of four viewers, and the time until all four know of a move.

The same for every server; what differs is in a `Peer`. Nothing is parsed but the number of the
move, so that the driver stays well below a core.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable, Sequence
from typing import Protocol

import msgspec
import psutil

from bench import machine

SEATS = 4
_OPENED_AT_ONCE = 10


class GameOver(Exception):
    """Nobody is asked in a room any more."""


class PlayedRoom(Protocol):
    """A room with four connected viewers."""

    first: int
    """The number of the move that comes next when the room is opened."""

    def send(self, number: int) -> None:
        """Send move ``number`` from the seat whose turn it is. Raises `GameOver`."""
        ...

    async def close(self) -> None: ...


Told = Callable[[int, int], None]
"""Called with (moves made, bytes) for every update that one of the viewers gets."""


class Peer(Protocol):
    """A kind of server. ``moves_a_room``: after so many a new room is opened, as when a game is
    over."""

    name: str
    moves_a_room: int

    async def open_room(self, told: Told) -> PlayedRoom: ...


class Figures(msgspec.Struct):
    """What one run measured. Times in ms; ``cpu``: ms of CPU a move by process tree."""

    name: str
    rooms: int
    rate: int
    moves: int
    seconds: float
    moves_per_second: float
    p50: float
    p95: float
    p99: float
    cpu: dict[str, float]
    driver_cpu: float
    foreign_percent: float
    bytes_an_update: float
    rss_mb: float
    rss_kb_a_room: float


class _Slot:
    """A room and the move that is on its way in it; ``flying`` while it is, and while a new room
    is opened."""

    def __init__(self, load: Load) -> None:
        self._load = load
        self.room: PlayedRoom | None = None
        self.number = 0
        self.heard = 0
        self.sent = 0.0
        self.flying = False
        self.due: deque[float] = deque()

    def told(self, moves: int, size: int) -> None:
        load = self._load
        if load.recording:
            load.bytes += size
            load.updates += 1
        if not self.flying or moves != self.number + 1:
            return
        self.heard += 1
        if self.heard < SEATS:
            return
        self.flying = False
        self.number += 1
        now = time.perf_counter()
        if load.recording:
            load.took.append(now - self.sent)
        load.next(self, now)

    def fire(self, since: float) -> None:
        assert self.room is not None
        self.flying, self.heard, self.sent = True, 0, since
        try:
            self.room.send(self.number)
        except GameOver:
            self._load.renew(self)


class Load:
    """Plays in ``rooms`` rooms of a peer and measures. ``rate``: moves a second over all rooms,
    counted from when each was due; 0 plays every next move as soon as all have the last."""

    def __init__(self, peer: Peer, rooms: int, rate: int, trees: dict[str, list[int]]) -> None:
        self._peer = peer
        self._rooms = rooms
        self._rate = rate
        self._trees = trees
        self._going = False
        self._slots: list[_Slot] = []
        self._renewing: set[asyncio.Task[None]] = set()
        self.recording = False
        self.bytes = 0
        self.updates = 0
        self.took: list[float] = []

    def next(self, slot: _Slot, now: float) -> None:
        """A move of the slot is known to all: what now?"""
        if not self._going:
            return
        if slot.room is not None and slot.number >= slot.room.first + self._peer.moves_a_room:
            self.renew(slot)
        elif not self._rate:
            slot.fire(now)
        elif slot.due:
            slot.fire(slot.due.popleft())

    def renew(self, slot: _Slot) -> None:
        """Open a new room for the slot, and go on in it."""
        task = asyncio.create_task(self._renew(slot))
        self._renewing.add(task)
        task.add_done_callback(self._renewing.discard)

    async def _renew(self, slot: _Slot) -> None:
        assert slot.room is not None
        slot.flying = True
        await slot.room.close()
        await self._open(slot)
        self.next(slot, time.perf_counter())

    async def _open(self, slot: _Slot) -> None:
        slot.room = await self._peer.open_room(slot.told)
        slot.number = slot.room.first
        slot.flying = False

    async def run(self, seconds: float, warm: float) -> Figures:
        """Open the rooms, warm up, measure for ``seconds``, close the rooms."""
        before = self._rss()
        self._slots = [_Slot(self) for _ in range(self._rooms)]
        for at in range(0, self._rooms, _OPENED_AT_ONCE):
            await asyncio.gather(*map(self._open, self._slots[at : at + _OPENED_AT_ONCE]))
        await asyncio.sleep(0.3)
        connected = self._rss()
        self._going = True
        pacer = asyncio.create_task(self._pace()) if self._rate else None
        if pacer is None:
            for slot in self._slots:
                slot.fire(time.perf_counter())
        await asyncio.sleep(warm)
        figures = await self._measure(seconds, before, connected)
        self._going = False
        if pacer is not None:
            pacer.cancel()
        await asyncio.sleep(0.5)
        await asyncio.gather(*self._renewing)
        await asyncio.gather(*(slot.room.close() for slot in self._slots if slot.room))
        return figures

    async def _pace(self) -> None:
        began = time.perf_counter()
        count = 0
        while True:
            due = began + count / self._rate
            delay = due - time.perf_counter()
            if delay > 0:
                await asyncio.sleep(delay)
            slot = self._slots[count % len(self._slots)]
            count += 1
            if slot.flying:
                slot.due.append(due)
            else:
                slot.fire(due)

    async def _measure(self, seconds: float, before: int, connected: int) -> Figures:
        own = psutil.Process()
        busy, own_before, began = machine.busy(self._trees), own.cpu_times(), time.perf_counter()
        self.recording = True
        await asyncio.sleep(seconds)
        self.recording = False
        passed = time.perf_counter() - began
        spent = machine.busy(self._trees).since(busy)
        own_after = own.cpu_times()
        driver = own_after.user + own_after.system - own_before.user - own_before.system
        foreign = spent.machine - sum(spent.of.values()) - driver
        moves = max(1, len(self.took))
        took = sorted(self.took)
        return Figures(
            name=self._peer.name,
            rooms=self._rooms,
            rate=self._rate,
            moves=len(self.took),
            seconds=round(passed, 2),
            moves_per_second=round(len(self.took) / passed, 1),
            p50=percentile(took, 50),
            p95=percentile(took, 95),
            p99=percentile(took, 99),
            cpu={name: round(s * 1000 / moves, 3) for name, s in spent.of.items()},
            driver_cpu=round(driver * 1000 / moves, 3),
            foreign_percent=round(100 * max(0.0, foreign) / passed, 1),
            bytes_an_update=round(self.bytes / max(1, self.updates), 1),
            rss_mb=round(connected / 2**20, 1),
            rss_kb_a_room=round((connected - before) / 1024 / self._rooms, 1),
        )

    def _rss(self) -> int:
        return sum(map(machine.rss, self._trees["server"]))


def percentile(sorted_seconds: Sequence[float], percent: int) -> float:
    """Milliseconds, of sorted seconds."""
    if not sorted_seconds:
        return 0.0
    at = min(len(sorted_seconds) - 1, len(sorted_seconds) * percent // 100)
    return round(sorted_seconds[at] * 1000, 2)
