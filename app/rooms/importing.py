"""A record as a new room: to look at a report where it happened, and to play on from there."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy import func, insert

from app import tables
from app.games import record, referee
from app.games.contract import Event, Refusal, Rules
from app.people.names import BadName, clean
from app.people.people import Person
from app.people.texts import all_readable, plain_text
from app.rooms.audit import because, note
from app.rooms.house_time import house_now
from app.rooms.journal import JournalEntry, pack_events, pack_position
from app.rooms.refusals import Refused
from app.rooms.room import Room
from app.rooms.rooms import Rooms
from app.rooms.seating import new_code
from app.rooms.store import result_json
from app.rooms.writer import SNAPSHOT_EVERY

LONGEST_RECORD = 2 * 1024 * 1024
"""Bytes of a record that is taken in; the longest games of the house stay far below."""
_MOST_ENTRIES = 20_000


class _Played(msgspec.Struct):
    """A replayed record: its journal, and the packed positions that are kept of it."""

    journal: list[JournalEntry]
    snapshots: dict[int, bytes]
    last: bytes
    result: str | None


def read_record(data: bytes) -> record.Record:
    """Raises `Refused` when the bytes are no record that can be played again."""
    if len(data) > LONGEST_RECORD:
        raise Refused("This record is too long.", "GR-030", 422)
    try:
        found = msgspec.json.decode(data, type=record.Record)
        seed = bytes.fromhex(found.seed)
    except (msgspec.DecodeError, ValueError):
        raise Refused("This is no record of a game.", "GR-030", 422) from None
    if found.format != record.FORMAT or len(found.entries) > _MOST_ENTRIES:
        raise Refused("This record is of another kind.", "GR-030", 422)
    names = {*found.names, *(entry.move for entry in found.entries if entry.kind == "rename")}
    if not all(_is_clean(name) for name in names):
        raise Refused("A name in this record is none.", "GR-010", 422)
    if not all_readable(msgspec.to_builtins(found)):
        raise Refused("There are signs in this record that are no text.", "GR-056", 422)
    if len(seed) != 32:
        raise Refused("This record has no seed: it can't be played again.", "GR-030", 422)
    return found


def _is_clean(name: str) -> bool:
    try:
        return clean(name) == name
    except BadName:
        return False


async def import_record(rooms: Rooms, actor: Person, data: bytes, reason: str) -> Room:
    """Open a room that stands where the record ends, with ``actor`` as its host. Its seats have
    the names of the record and belong to nobody; a running one is paused. Raises `Refused`."""
    why = because(reason)
    found = read_record(data)
    rules = rooms.store.games.get(found.game)
    if rules is None:
        raise Refused("There is no such game in this house.", "GR-008", 422)
    try:
        record.check_frame(found, rules)
    except record.Unverified as error:
        raise Refused(plain_text(str(error))[:300], "GR-030", 422) from None
    played = await asyncio.to_thread(_replay, rules, rooms.store.codec(found.game), found)
    code = new_code()
    async with rooms.engine.begin() as connection:
        over = played.result is not None
        room_id = await connection.scalar(
            insert(tables.room)
            .values(
                code=code,
                invite=new_code(),
                game=found.game,
                seats=found.seats,
                settings=found.settings,
                rules_version=rules.meta.version,
                status="finished" if over else "playing",
                host_id=actor.id,
                onlookers=False,
                seed=bytes.fromhex(found.seed),
                version=len(played.journal),
                position=played.last,
                result=None if played.result is None else msgspec.json.decode(played.result),
                started_at=func.now(),
                finished_at=func.now() if over else None,
                paused_at=None if over else house_now,
            )
            .returning(tables.room.c.id)
        )
        assert room_id is not None
        await connection.execute(
            insert(tables.seat),
            [
                {"room_id": room_id, "number": n, "name": name, "colour": n % 9 + 1}
                for n, name in enumerate(found.names)
            ],
        )
        await connection.execute(
            insert(tables.snapshot),
            [
                {"room_id": room_id, "number": number, "position": position}
                for number, position in played.snapshots.items()
            ],
        )
        if played.journal:
            await connection.execute(insert(tables.move), _rows(room_id, played.journal))
        await note(connection, actor, "import", room_id, why)
    room = await rooms.by_code(code)
    assert room is not None
    return room


def _rows(room_id: int, journal: Sequence[JournalEntry]) -> list[dict[str, Any]]:
    return [
        {
            "room_id": room_id,
            "number": entry.number,
            "kind": entry.kind,
            "seat": entry.seat,
            "move": entry.move,
            "slot": entry.slot,
            "undo_to": entry.undo_to,
            "barrier": entry.barrier,
            "draws": entry.draws,
            "events": pack_events(entry.events),
            "took": 0,
        }
        for entry in journal
    ]


def _replay(rules: Rules[Any], codec: referee.Codec[Any], found: record.Record) -> _Played:
    seed = bytes.fromhex(found.seed)
    try:
        position = referee.start(rules, found.seats, found.settings, seed)
        positions = [codec.encode(position)]
        journal: list[JournalEntry] = []
        for number, entry in enumerate(found.entries, start=1):
            if entry.kind == "undo":
                position = codec.decode(positions[entry.to - 1])
                record.keep_names(rules, position, found.entries[entry.to - 1 : number - 1])
                done = referee.Played([Event("taken_back", entry.seat, {"to": entry.to})], False)
            else:
                done = record.enter(rules, position, seed, entry)
            positions.append(codec.encode(position))
            journal.append(
                JournalEntry(
                    number,
                    entry.kind,
                    entry.seat,
                    entry.move,
                    done.events,
                    done.barrier,
                    sum(position.draws.values()),
                    slot=entry.slot,
                    undo_to=entry.to,
                )
            )
    except Refusal as refusal:
        raise Refused(
            f"The record can't be played again here: {refusal}.", "GR-030", 422
        ) from refusal
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        # settings and moves of a record are whatever its writer put there
        raise Refused("The record's settings don't fit this game.", "GR-030", 422) from error
    return _Played(
        journal,
        {n: pack_position(positions[n]) for n in range(0, len(positions), SNAPSHOT_EVERY)},
        pack_position(positions[-1]),
        result_json(rules.result(position.state)),
    )
