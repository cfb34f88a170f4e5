"""What was live can be looked at again: every state, through every pair of eyes."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Generator
from contextlib import contextmanager

import msgspec
import pytest
from sqlalchemy import event

from app.games import record
from app.live.sight import Eyes, look_once
from app.rooms.room import Room
from app.web.house import House
from tests.rooms.conftest import started

EYES = (Eyes(0, acting=False), Eyes(1, acting=False), Eyes(None, acting=False))


def seen(room: Room) -> list[tuple[dict[str, str], list[str], dict[int, str]]]:
    """What everybody sees of the board, reads in the log, and is waiting for."""
    views: list[tuple[dict[str, str], list[str], dict[int, str]]] = []
    for eyes in EYES:
        sight, pieces = look_once(room, eyes)
        board = {piece.id: piece.encoded for piece in pieces}
        owed = {seat: decision.kind for seat, decision in room.waiting.items()}
        views.append((board, [line.event.kind for line in sight.log], owed))
    return views


async def play_on(house: House, room: Room, moves: int, luck: random.Random) -> list[object]:
    """Random moves, with a name given and moves taken back among them; what was seen live."""
    live: list[object] = [seen(room)]
    taken_back_at = 0
    while room.version < moves and room.playing:
        if room.version in (30, 66):
            await house.rooms.rename(room, 0, "band", f"Name {room.version}")
        elif room.version > taken_back_at + 15 and (
            owners := [seat for seat in (0, 1) if house.rooms.may_take_back(room, seat)]
        ):
            await house.rooms.take_back(room, owners[0], None)
            taken_back_at = room.version
        else:
            seat = luck.choice(sorted(room.waiting))
            move = luck.choice([o.move for o in room.menu(seat) if o.blocked is None])
            await house.rooms.move(room, seat, move, None, None)
        live.append(seen(room))
    return live


async def test_every_state_is_seen_again_as_it_was_live(house: House) -> None:
    room, _ = await started(house, "Anna", "Ben")
    live = await play_on(house, room, 140, random.Random(7))
    kinds = {entry.kind for entry in room.entries}
    assert {"move", "rename", "undo"} <= kinds

    for number in (*range(0, room.version, 9), 31, 63, 64, 65, 67, room.version):
        past = await house.store.past(room, number)
        assert seen(past) == live[number], number
        assert past.version == number


async def test_looking_back_leaves_the_room_alone(house: House) -> None:
    room, _ = await started(house, "Anna", "Ben")
    await play_on(house, room, 20, random.Random(7))
    stored, version = room.stored, room.version

    past = await house.store.past(room, 3)
    past.touch()

    assert (room.stored, room.version, room.facts.status) == (stored, version, "playing")


async def test_a_record_that_was_written_by_hand_is_judged_not_believed(house: House) -> None:
    room, _ = await started(house, "Anna", "Ben")
    await play_on(house, room, 20, random.Random(7))
    kept = await house.store.record(room, with_seed=True)
    assert record.verify(kept) is None
    change = msgspec.structs.replace

    for wrong in (
        change(kept, seed="no hex"),
        change(kept, names=["Anna"]),
        change(kept, settings={"tiers": "no such"}),
        change(kept, entries=[record.Entry("move", 9, "stop")]),
        change(kept, entries=[record.Entry("undo", 0, to=4)]),
        change(kept, entries=[*kept.entries, record.Entry("move", 0, "win")]),
    ):
        with pytest.raises(record.Unverified):
            record.verify(wrong)


async def test_taking_back_again_and_again_is_as_quick_as_once(house: House) -> None:
    room, _ = await started(house, "Anna", "Ben")
    asked: list[int] = []
    for _ in range(8):
        await house.rooms.move(room, 0, "declare:cash", None, None)
        with statements(house) as sent:
            await house.rooms.take_back(room, 0, None)
        asked.append(len(sent))
    # each goes back through the ones before it: one step more a time, not twice as many
    assert asked[-1] - asked[-2] <= asked[1] - asked[0]


@contextmanager
def statements(house: House) -> Generator[list[str]]:
    """What this task asks of the database meanwhile, without what the house does in the
    background, and without the moves themselves."""
    task = asyncio.current_task()
    sent: list[str] = []

    def heard(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        if asyncio.current_task() is task:
            sent.append(statement)

    event.listen(house.engine.sync_engine, "before_cursor_execute", heard)
    try:
        yield sent
    finally:
        event.remove(house.engine.sync_engine, "before_cursor_execute", heard)
