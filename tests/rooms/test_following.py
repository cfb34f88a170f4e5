"""A node follows what another node plays, entry by entry, without reading the room again."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from typing import Any

import pytest
from sqlalchemy import event

from app.people.people import Person
from app.rooms.room import Room
from app.web.house import House
from tests.rooms.conftest import another_node, started


class Table:
    """A room on two nodes: it is played on ours, and looked at on theirs."""

    def __init__(self, ours: House, theirs: House, room: Room, seen: Room) -> None:
        self.ours, self.theirs = ours, theirs
        self.room, self.seen = room, seen
        self.luck = random.Random(7)
        self.changed = asyncio.Event()
        self.read_again = 0
        theirs.rooms.watched = lambda room_id: room_id == seen.id
        theirs.rooms.on_change.append(lambda _: self.changed.set())
        event.listen(theirs.engine.sync_engine, "before_cursor_execute", self._count)

    def _count(self, _connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        self.read_again += "room.seed" in statement

    async def play(self, moves: int = 1) -> None:
        for _ in range(moves):
            seat = self.luck.choice(sorted(self.room.waiting))
            options = [option for option in self.room.menu(seat) if option.blocked is None]
            await self.ours.rooms.move(self.room, seat, self.luck.choice(options).move, None, None)

    async def followed(self) -> None:
        """Wait until the other node has what this one has, and hold it against the database."""
        async with asyncio.timeout(30):
            while self.seen.version < self.room.version:
                await self.changed.wait()
                self.changed.clear()
        fresh, seen = await self.ours.store.load(self.room.id), self.seen
        assert fresh is not None
        assert seen.position == fresh.position == self.room.position
        assert seen.facts == fresh.facts
        assert list(seen.entries) == list(fresh.entries)
        assert seen.sitters == fresh.sitters
        assert seen.undone == fresh.undone
        assert not seen.stale
        assert seen.waiting == self.room.waiting


@pytest.fixture
async def friends_and_table(
    house: House, database_url: str
) -> AsyncIterator[tuple[list[Person], Table]]:
    async with another_node(database_url) as other:
        await other.open()
        room, people = await started(house, "Ada", "Bo")
        seen = await other.rooms.by_id(room.id)
        assert seen is not None
        yield people, Table(house, other, room, seen)


@pytest.fixture
def table(friends_and_table: tuple[list[Person], Table]) -> Table:
    return friends_and_table[1]


async def test_moves_are_followed_one_by_one(table: Table) -> None:
    for _ in range(12):
        await table.play()
        await table.followed()
    assert table.read_again == 0


async def test_what_was_taken_back_is_followed(table: Table) -> None:
    await table.play(6)
    seats = range(len(table.room.sitters))
    while not any(table.ours.rooms.may_take_back(table.room, seat) for seat in seats):
        await table.play()
    seat = next(s for s in seats if table.ours.rooms.may_take_back(table.room, s))
    await table.ours.rooms.take_back(table.room, seat, None)
    await table.followed()
    assert table.seen.undone == 1


async def test_a_burst_is_followed_to_its_end(table: Table) -> None:
    await table.play(40)
    await table.followed()


async def test_who_moves_for_a_seat_is_read_again(
    friends_and_table: tuple[list[Person], Table],
) -> None:
    """Entries that change more of a room than what is on the table: the room is read."""
    people, table = friends_and_table
    await table.play(3)
    await table.followed()
    await table.ours.absence.leave(table.room, people[1])
    await table.ours.rooms.refresh(table.room)
    await table.followed()
    assert table.seen.sitters[1].left
    assert table.read_again > 0


async def test_what_is_no_move_is_found_without_a_hint(house: House, database_url: str) -> None:
    """A node may end between its change and the hint that tells of it."""
    async with another_node(database_url) as other:
        room, (anna, ben) = await started(house, "Anna", "Ben")
        theirs = await other.rooms.by_code(room.code)
        assert theirs is not None
        await house.hosting.lock(room, anna, locked=True)
        await other.rooms.compare([theirs])
        assert theirs.facts.locked

        await house.proposals.pause(room, anna)
        await house.proposals.answer(room, ben, agreed=True)
        await other.rooms.compare([theirs])
        assert theirs.facts.paused_at == room.facts.paused_at is not None


async def test_a_room_that_is_played_here_is_compared_but_not_read_again(table: Table) -> None:
    """A commit of our own on its way is no news, whenever somebody compares."""
    ours = table.ours
    event.listen(ours.engine.sync_engine, "before_cursor_execute", table._count)  # pyright: ignore[reportPrivateUsage]
    table.theirs.rooms.watched = lambda room_id: False
    playing = asyncio.create_task(table.play(20))
    while not playing.done():
        await ours.rooms.compare([table.room])
    await playing
    assert table.read_again == 0
    assert not table.room.led_elsewhere
