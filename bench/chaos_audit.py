"""The audit of a chaos run: what clients were promised and show, held against the database."""

from __future__ import annotations

import asyncio
import collections
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import asyncpg
import msgspec
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool

from app.games import record
from app.games.contract import Result
from app.games.record import Record, Unverified
from app.games.referee import Codec
from app.rooms.away import AWAY
from app.rooms.house_time import HOUSE_NOW
from app.rooms.journal import unpack_position
from app.rooms.store import Store
from bench.chaos_client import Look, fresh_look
from bench.chaos_load import CLOCK, Load

Json = dict[str, Any]

CALM_SECONDS = 3.0
_LOOKS_AT_ONCE = 12
_AGAIN_SECONDS = 0.5
_LOOKS = 20
_ROBOT_SECONDS = 30.0
_LONGEST_LEFT = CLOCK.move + 2 * CLOCK.reserve
_LONGEST_OVER = 30.0
_TOLERANCE = 5.0
"""Seconds by which a deadline may be late or far: a tick, a busy machine."""
_RUNNING = f"""
    SELECT code, version, extract(epoch FROM deadline - {HOUSE_NOW}) AS left FROM room
    WHERE status = 'playing' AND paused_at IS NULL AND deadline IS NOT NULL
    """


class Findings(msgspec.Struct):
    """What must not be, a line each. ``lost``: acknowledged and not stored; ``doubled``: stored
    twice; ``misplaced``: an old question answered; ``forgotten``: a repeated move refused;
    ``unequal``: a view that is not what a fresh client sees; ``unanswered``: a command without
    an answer; ``stuck``: a computer player or a clock that does nothing; ``unfair``: a clock
    that gives or takes time; ``unverified``: a record that does not hold."""

    lost: list[str] = []
    doubled: list[str] = []
    misplaced: list[str] = []
    forgotten: list[str] = []
    unequal: list[str] = []
    unanswered: list[str] = []
    stuck: list[str] = []
    unfair: list[str] = []
    unverified: list[str] = []
    leaked: list[str] = []

    @property
    def clean(self) -> bool:
        return not any(msgspec.structs.astuple(self))


# ---------------------------------------------------------------------- views


async def compare(load: Load, findings: Findings) -> int:
    """Hold every client's view against a fresh one's; how many were compared.

    Clocks and computer players go on meanwhile, so a client is looked at before and after; only
    where the room moves is it looked at again.
    """
    looks = await load.looks()
    left = list(looks)
    for _ in range(_LOOKS):
        before = await load.looks()
        fresh = await _fresh([before[name] for name in left])
        after = await load.looks()
        moving: list[str] = []
        for name in left:
            seen = fresh.get(name)
            if seen is None:
                findings.unequal.append(f"{name}: nobody answers a fresh client")
            elif seen.picture in (before[name].picture, after[name].picture):
                pass
            elif before[name].version != after[name].version or seen.version != (
                before[name].version
            ):
                moving.append(name)
            else:
                findings.unequal.append(_difference(before[name], seen))
        left = moving
        if not left:
            break
        await asyncio.sleep(_AGAIN_SECONDS)
    findings.unequal += [f"{name}: never as a fresh one, at any version" for name in left]
    findings.unanswered += [name for name, look in looks.items() if look.open]
    return len(looks)


async def _fresh(looks: Iterable[Look]) -> dict[str, Look]:
    turn = asyncio.Semaphore(_LOOKS_AT_ONCE)

    async def one(look: Look) -> Look | None:
        async with turn:
            try:
                return await fresh_look(look.place)
            except TimeoutError:
                return None

    found = await asyncio.gather(*map(one, looks))
    return {look.place.name: look for look in found if look is not None}


def _difference(had: Look, fresh: Look) -> str:
    names = [name for name in fresh.picture if fresh.picture[name] != had.picture.get(name)]
    names += [name for name in had.picture if name not in fresh.picture]
    first = names[0] if names else ""
    return (
        f"{had.place.name} v{had.version} against v{fresh.version}: {names}; "
        f"{had.picture.get(first)!r:.300} against {fresh.picture.get(first)!r:.300}"
    )


# ---------------------------------------------------------------------- clocks and robots


async def watch_clocks(database_url: str, findings: Findings) -> None:
    """Look at the house's time and at all running clocks every second until cancelled.

    Whichever clock is set and whatever stands still, at no moment has the house's time gone on by
    more than the true time, or back; nor is a deadline further away than the longest time of a
    seat, or passed long ago.
    """
    loop = asyncio.get_running_loop()
    first: tuple[datetime, float] | None = None
    latest = datetime.min.replace(tzinfo=UTC)
    while True:
        await asyncio.sleep(1)
        asked = loop.time()
        try:
            house, rows = await _clocks(database_url)
        except AWAY:
            continue
        first = first or (house, asked)
        gained = (house - first[0]).total_seconds() - (loop.time() - first[1])
        lost = (latest - house).total_seconds()
        latest = max(latest, house)
        if gained > _TOLERANCE or lost > _TOLERANCE:
            findings.unfair.append(f"the house's time: {gained:.0f} s ahead, {lost:.0f} s back")
        findings.unfair += [
            f"{row['code']} v{row['version']}: {float(row['left']):.0f} s left"
            for row in rows
            if not -_LONGEST_OVER < row["left"] < _LONGEST_LEFT + _TOLERANCE
        ]


async def _clocks(database_url: str) -> tuple[datetime, list[asyncpg.Record]]:
    database = await asyncpg.connect(database_url.replace("+asyncpg", ""), timeout=5)
    try:
        return await database.fetchval(f"SELECT {HOUSE_NOW}"), await database.fetch(_RUNNING)
    finally:
        database.terminate()


async def stuck(database_url: str, findings: Findings) -> None:
    """In a service that is left alone, every computer player and every clock goes on: wait
    until no computer player owes a move, and no deadline has passed; and time goes on."""
    loop = asyncio.get_running_loop()
    until = loop.time() + _ROBOT_SECONDS
    store = _store(database_url)
    try:
        while True:
            before = await _house_now(store.engine)
            waiting = await _waiting(store)
            await asyncio.sleep(1)
            if await _house_now(store.engine) <= before:
                waiting.append("the house's time stands still")
            if not waiting or loop.time() > until:
                findings.stuck += waiting
                return
    finally:
        await store.engine.dispose()


async def _waiting(store: Store) -> list[str]:
    found: list[str] = []
    for code, overdue in await _rooms(store.engine, "playing"):
        room = await store.load_by_code(code)
        if room is None:
            continue
        robots = [s.number for s in room.sitters if s.computer and s.number in room.waiting]
        if robots and room.facts.clock.kind == "none":
            found.append(f"{code} v{room.version}: computer players {robots} owe a move")
        if overdue is not None and overdue > _TOLERANCE:
            found.append(f"{code} v{room.version}: a deadline passed {overdue:.0f} s ago")
    return found


async def _house_now(engine: AsyncEngine) -> datetime:
    async with engine.connect() as connection:
        return (await connection.exec_driver_sql(f"SELECT {HOUSE_NOW}")).scalar_one()


async def _rooms(engine: AsyncEngine, status: str) -> list[tuple[str, float | None]]:
    async with engine.connect() as connection:
        rows = await connection.exec_driver_sql(
            f"SELECT code, extract(epoch FROM {HOUSE_NOW} - deadline)::float8 AS overdue "
            "FROM room WHERE status = $1",
            (status,),
        )
        return [(row.code, row.overdue) for row in rows]


def _store(database_url: str) -> Store:
    return Store(create_async_engine(database_url, poolclass=NullPool))


# ---------------------------------------------------------------------- promises


def promises(folder: Path) -> list[Json]:
    """What the service promised to the clients, as they wrote it down."""
    return [
        msgspec.json.decode(line, type=Json)
        for log in sorted(folder.glob("client-*.log"))
        for line in log.read_bytes().splitlines()
    ]


async def audit(database_url: str, folder: Path, findings: Findings) -> Mapping[str, int]:
    """Hold all promises against the database. Returns what was counted."""
    counted: collections.Counter[str] = collections.Counter()
    database = await asyncpg.connect(database_url.replace("+asyncpg", ""))
    try:
        moves = await database.fetch(
            'SELECT room.code, number, kind, move, client_id, "by" FROM move '
            "JOIN room ON room.id = move.room_id"
        )
        broken = await database.fetch(
            "SELECT code, version, count(number) FROM room LEFT JOIN move ON room_id = room.id "
            "GROUP BY room.id "
            "HAVING version <> count(number) OR version <> coalesce(max(number), 0)"
        )
        lines = await database.fetch("SELECT id, text FROM message")
    finally:
        await database.close()
    findings.lost += [f"{row['code']}: version {row['version']}, other entries" for row in broken]
    stored: dict[str, list[asyncpg.Record]] = collections.defaultdict(list)
    for row in moves:
        counted["entries of journals"] += 1
        counted["moves by the clock"] += row["by"] == "clock"
        counted["moves of computer players"] += row["by"] not in ("", "clock")
        if row["client_id"] is not None:
            stored[row["client_id"].partition(":")[2]].append(row)
    findings.doubled += [name for name, found in stored.items() if len(found) > 1]
    said = {row["id"]: row["text"] for row in lines}
    talk = collections.Counter(row["text"] for row in lines)
    findings.doubled += [f"chat: {text}" for text, times in talk.items() if times > 1]
    for promise in promises(folder):
        where = f"{promise['room']} {promise}"
        if "accepted" in promise:
            kept = [row for row in stored[promise["id"]] if _keeps(row, promise)]
            counted["acknowledged"] += 1
            if not kept:
                findings.lost.append(where)
        elif "said" in promise:
            counted["lines of chat acknowledged"] += 1
            if said.get(promise["number"]) != f"line {promise['said']}":
                findings.lost.append(where)
        elif "misplaced" in promise:
            findings.misplaced.append(where)
        elif "forgotten" in promise:
            findings.forgotten.append(where)
    return counted


def _keeps(row: asyncpg.Record, promise: Json) -> bool:
    same = row["kind"] == "undo" if "undo" in promise else row["move"] == promise["move"]
    return same and row["code"] == promise["room"] and row["number"] <= promise["accepted"]


# ---------------------------------------------------------------------- records


async def verify_records(database_url: str, findings: Findings) -> Mapping[str, int]:
    """`greenroom verify` on the record of every finished game; and of those that still run, and
    the position that is stored has to be the one that the record leads to."""
    counted: collections.Counter[str] = collections.Counter()
    store = _store(database_url)
    try:
        for status in ("finished", "playing"):
            for code, _ in await _rooms(store.engine, status):
                room = await store.load_by_code(code)
                assert room is not None
                assert room.stored is not None
                kept = await store.record(room, with_seed=True)
                counted[f"records of {status} games"] += 1
                fault = await asyncio.to_thread(_fault, kept, room.codec, room.stored)
                if fault:
                    findings.unverified.append(f"{code} {room.facts.game}: {fault}")
    finally:
        await store.engine.dispose()
    return counted


def _fault(kept: Record, codec: Codec[Any], stored: bytes) -> str:
    again = msgspec.json.decode(msgspec.json.encode(kept), type=Record)
    try:
        result: Result | None = record.verify(again)
        position = record.replay(again)[-1]
    except Unverified as error:
        return str(error)
    if result != kept.result:
        return "another result"
    if codec.decode(unpack_position(stored)) != position:
        return "the stored position is another than the journal's"
    return ""
