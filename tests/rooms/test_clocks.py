"""Clocks: their arithmetic, and what a node does when somebody's time is over."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import func, select, update

from app import tables
from app.games.contract import Decision
from app.people.people import Person
from app.rooms.clock import CLOCKS, Clock, SeatClock, chosen, due, name_of, turned
from app.rooms.refusals import Refused
from app.rooms.room import Room
from app.web.house import House
from tests.rooms.conftest import another_node, person
from tests.rooms.test_moves import decision

NOW = datetime(2026, 3, 1, 20, 0, tzinfo=UTC)
LIVE = Clock("live", 10, 60)
FIRST, SECOND, OTHER = Decision("a", 1), Decision("b", 2), Decision("c", 1)


def later(seconds: float) -> datetime:
    return NOW + timedelta(seconds=seconds)


# ---- arithmetic


def test_a_question_has_its_seconds_and_the_reserve() -> None:
    clock, deadline = turned(LIVE, None, NOW, {}, {0: FIRST, 1: OTHER})

    assert deadline == later(70)
    assert due(clock, deadline) == {0: later(70), 1: later(70)}


def test_what_was_not_needed_goes_into_the_reserve() -> None:
    clock, deadline = turned(LIVE, None, NOW, {}, {0: FIRST})
    clock, deadline = turned(clock, deadline, later(4), {0: FIRST}, {0: SECOND})

    assert due(clock, deadline) == {0: later(4 + 10 + 66)}


def test_who_takes_longer_pays_with_the_reserve() -> None:
    clock, deadline = turned(LIVE, None, NOW, {}, {0: FIRST})
    clock, deadline = turned(clock, deadline, later(40), {0: FIRST}, {0: SECOND})

    assert due(clock, deadline) == {0: later(40 + 10 + 30)}


def test_the_reserve_grows_to_twice_its_size_at_most() -> None:
    clock, deadline = turned(LIVE, None, NOW, {}, {0: FIRST})
    for number in range(2, 40):
        asked = {0: Decision("a", number)}
        clock, deadline = turned(clock, deadline, NOW, {0: Decision("a", number - 1)}, asked)

    assert due(clock, deadline) == {0: later(10 + 120)}


def test_time_runs_only_while_a_seat_is_asked() -> None:
    clock, deadline = turned(LIVE, None, NOW, {}, {0: FIRST})
    clock, deadline = turned(clock, deadline, later(5), {0: FIRST}, {1: OTHER})
    assert due(clock, deadline) == {1: later(75)}
    assert clock.seats[0] == SeatClock(65, None)

    clock, deadline = turned(clock, deadline, later(50), {1: OTHER}, {0: SECOND})

    assert due(clock, deadline) == {0: later(50 + 10 + 65)}


def test_another_seats_move_leaves_an_open_question_its_time() -> None:
    clock, deadline = turned(LIVE, None, NOW, {}, {0: FIRST, 1: OTHER})
    clock, deadline = turned(clock, deadline, later(30), {0: FIRST, 1: OTHER}, {0: FIRST})

    assert due(clock, deadline) == {0: later(70)}


def test_moving_the_deadline_moves_every_seats_time() -> None:
    clock, deadline = turned(LIVE, None, NOW, {}, {0: FIRST, 1: OTHER})
    clock, deadline = turned(clock, deadline, later(3), {0: FIRST, 1: OTHER}, {0: SECOND, 1: OTHER})
    assert deadline is not None

    stopped = due(clock, deadline + timedelta(hours=1))

    assert {seat: over - timedelta(hours=1) for seat, over in stopped.items()} == due(
        clock, deadline
    )


def test_by_mail_there_is_no_reserve() -> None:
    clock, deadline = turned(chosen("mail-8"), None, NOW, {}, {0: FIRST})
    _, deadline = turned(clock, deadline, later(5), {0: FIRST}, {0: SECOND})

    assert deadline == later(5) + timedelta(hours=8)


def test_without_a_clock_nobody_has_a_deadline() -> None:
    assert turned(Clock(), None, NOW, {}, {0: FIRST}) == (Clock(), None)


@pytest.mark.parametrize("name", CLOCKS)
def test_a_clock_is_known_by_its_name(name: str) -> None:
    assert name_of(turned(chosen(name), None, NOW, {}, {0: FIRST})[0]) == name


def test_other_clocks_are_refused() -> None:
    with pytest.raises(Refused, match="GR-017"):
        chosen("sundial")


# ---- rooms


async def timed(house: House, clock: Clock, *names: str) -> tuple[Room, list[Person]]:
    people = [await person(house, name) for name in names]
    room = await house.lobby.create(people[0], "rock-n-roll", {}, len(names), False, clock)
    for guest in people[1:]:
        await house.lobby.sit(room, guest)
    await house.lobby.start(room, people[0])
    return room, people


async def until(house: House, holds: Callable[[], bool]) -> None:
    changed = asyncio.Event()
    house.rooms.on_change.append(lambda _: changed.set())
    async with asyncio.timeout(15):
        while not holds():
            await changed.wait()
            changed.clear()


async def moves_of(house: House, room: Room) -> list[tuple[int, str]]:
    async with house.engine.connect() as connection:
        rows = await connection.execute(
            select(tables.move.c.seat, tables.move.c.by)
            .where(tables.move.c.room_id == room.id)
            .order_by(tables.move.c.number)
        )
        return [(row.seat, row.by) for row in rows]


async def test_when_time_is_over_the_games_own_choice_is_made(house: House) -> None:
    room, _ = await timed(house, Clock("live", 0.1, 0.1), "Anna", "Ben")

    await until(house, lambda: {entry.seat for entry in room.standing} == {0, 1})

    assert {by for _, by in await moves_of(house, room)} == {"clock"}


async def test_who_moves_in_time_is_left_alone(house: House) -> None:
    room, _ = await timed(house, Clock("live", 60, 60), "Anna", "Ben")
    await house.rooms.move(room, 0, "declare:cash", decision(room, 0), None)
    await house.clocks.tick()
    await asyncio.sleep(1.2)

    assert await moves_of(house, room) == [(0, "")]
    fresh = await house.store.load(room.id)
    assert fresh is not None
    assert fresh.facts.clock == room.facts.clock
    assert fresh.facts.deadline == room.facts.deadline


async def test_two_nodes_make_one_choice(house: House, database_url: str) -> None:
    async with another_node(database_url) as other:
        await other.open()
        room, _ = await timed(house, Clock("live", 0.3, 0), "Anna", "Ben")

        await until(house, lambda: room.version >= 4)
        await asyncio.sleep(0.5)

    async with house.engine.connect() as connection:
        numbers = (
            await connection.execute(
                select(tables.move.c.number, func.count())
                .where(tables.move.c.room_id == room.id)
                .group_by(tables.move.c.number)
            )
        ).all()
    assert all(count == 1 for _, count in numbers)
    record = await house.store.record(room, with_seed=True)
    from app.games.record import replay

    replay(record)


async def test_a_standstill_of_the_service_is_not_charged(house: House, database_url: str) -> None:
    room, _ = await timed(house, Clock("live", 5, 0), "Anna", "Ben")
    await house.clocks.tick()
    await house.clocks.stop()
    # as if the last node had gone down a minute ago
    async with house.engine.begin() as connection:
        await connection.execute(update(tables.pulse).values(at=func.now() - timedelta(seconds=60)))
        await connection.execute(
            update(tables.room).values(deadline=tables.room.c.deadline - timedelta(seconds=60))
        )

    async with another_node(database_url) as second:
        assert await second.clocks.tick() == []
        fresh = await second.store.load(room.id)

    assert fresh is not None
    assert fresh.facts.deadline is not None
    assert 1 < (fresh.facts.deadline - second.rooms.time.now()).total_seconds() <= 5
    assert await moves_of(house, room) == []


async def test_whoever_plays_alone_has_no_clock(house: House) -> None:
    room, _ = await timed(house, Clock("live", 0.1, 0), "Anna")

    assert room.facts.deadline is None


async def test_while_the_table_rests_no_time_runs(house: House) -> None:
    room, people = await timed(house, Clock("live", 1, 0), "Anna", "Ben")
    for each in people:
        await house.presence.arrive(room.id, each.id)
    await house.proposals.pause(room, people[0])
    await house.proposals.answer(room, people[1], agreed=True)
    assert room.facts.paused_at is not None
    deadline = room.facts.deadline
    assert deadline is not None
    await asyncio.sleep(2.5)
    assert await moves_of(house, room) == []

    await house.proposals.pause(room, people[1])
    await house.proposals.answer(room, people[0], agreed=True)

    assert room.facts.paused_at is None
    assert room.facts.deadline is not None
    assert (room.facts.deadline - deadline).total_seconds() > 2
