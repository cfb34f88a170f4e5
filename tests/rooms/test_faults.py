"""What the database may do to a commit, to its clock and to the word between nodes."""

from __future__ import annotations

import asyncio
from asyncio import Event
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path

import pytest
from asyncpg import QueryCanceledError
from sqlalchemy import make_url, select, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

from app import tables
from app.live.sight import Eyes, OpenRegions, Sight
from app.rooms.away import is_away
from app.rooms.clock import Clock
from app.rooms.house_time import HOUSE_NOW
from app.rooms.room import Room
from app.web.house import House
from tests.rooms.conftest import another_node, started
from tests.rooms.test_clocks import timed
from tests.rooms.test_moves import decision, open_moves, stored_moves

COMMITTING = text(
    "SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%turned AS%'"
    " AND datname = current_database()"
)


@asynccontextmanager
async def held(house: House, room: Room) -> AsyncGenerator[None]:
    """The room's row belongs to somebody else meanwhile: no move can be stored."""
    async with house.engine.begin() as connection:
        await connection.execute(
            select(tables.room.c.id).where(tables.room.c.id == room.id).with_for_update()
        )
        yield


async def committing(connection: AsyncConnection) -> int:
    """The backend whose commit waits for a held room."""
    async with asyncio.timeout(10):
        while True:
            pid = await connection.scalar(COMMITTING)
            await connection.rollback()  # within a transaction it would always be the same
            if pid is not None:
                return pid


def moved(house: House, room: Room, name: str) -> asyncio.Task[object]:
    """A click of seat 0, under way."""
    return asyncio.create_task(
        house.rooms.move(room, 0, open_moves(room, 0)[0], decision(room, 0), name)
    )


async def test_a_connection_that_ends_in_the_middle_of_a_commit_loses_no_move(house: House) -> None:
    room, _ = await started(house, "Anna", "Ben")
    await moved(house, room, "before")
    async with house.engine.connect() as looking:
        async with held(house, room):
            click = moved(house, room, "one-click")
            backend = await committing(looking)
            await looking.execute(text(f"SELECT pg_terminate_backend({backend})"))
        async with asyncio.timeout(10):
            await click

    assert await stored_moves(house, room) == 2
    assert room.version == 2


async def test_a_commit_that_fails_is_told_and_holds_nobody_up(house: House) -> None:
    stuck, _ = await started(house, "Anna", "Ben")
    beside, _ = await started(house, "Cleo", "Dan")
    first, _ = await started(house, "Eva", "Finn")
    async with house.engine.connect() as looking, held(house, stuck):
        name = await looking.scalar(text("SELECT current_database()"))
        await looking.execute(text(f"ALTER DATABASE {name} SET statement_timeout = '500ms'"))
        await looking.commit()
        await house.rooms.writer.close()
        # two moves that wait while a third is stored go into one statement
        async with held(house, first):
            third = moved(house, first, "third")
            await committing(looking)
            refused, stored = moved(house, stuck, "stuck"), moved(house, beside, "beside")
        async with asyncio.timeout(10):
            await asyncio.gather(third, stored)
            with pytest.raises(QueryCanceledError):
                await refused
        assert await stored_moves(house, beside) == 1
        assert await stored_moves(house, stuck) == 0

    async with asyncio.timeout(10):
        await moved(house, stuck, "stuck")

    assert await stored_moves(house, stuck) == 1


@asynccontextmanager
async def never_hung_up(database_url: str, folder: Path) -> AsyncGenerator[tuple[str, Event]]:
    """The database by a way on which its last words arrive, but not that it has hung up; and
    when it has."""
    there, gone = make_url(database_url).query["host"], Event()
    ends: list[asyncio.StreamWriter] = []

    async def carry(source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
        ends.append(sink)
        while data := await source.read(65_536):
            sink.write(data)

    async def serve(source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
        answers, questions = await asyncio.open_unix_connection(f"{there}/.s.PGSQL.5432")
        asking = asyncio.create_task(carry(source, questions))
        await carry(answers, sink)
        gone.set()
        await asking

    server = await asyncio.start_unix_server(serve, folder / ".s.PGSQL.5432")
    url = make_url(database_url).update_query_dict({"host": str(folder)})
    yield url.render_as_string(hide_password=False), gone
    server.close()
    for end in ends:
        end.close()


async def test_a_database_that_said_goodbye_and_has_not_hung_up_is_away(
    house: House, database_url: str, tmp_path: Path
) -> None:
    async with never_hung_up(database_url, tmp_path) as (way, gone):
        engine = create_async_engine(way)
        async with engine.connect() as connection:
            backend = await connection.scalar(text("SELECT pg_backend_pid()"))
            async with house.engine.connect() as killer:
                await killer.execute(text(f"SELECT pg_terminate_backend({backend})"))
                await gone.wait()
                await killer.execute(text("SELECT 1"))  # what has been said is heard by now
            with pytest.raises(DBAPIError) as caught:
                await connection.execute(text("SELECT 1"))
        await engine.dispose()

    assert is_away(caught.value)


async def set_clock(house: House, seconds: int) -> None:
    """From now on the database's clock is so far ahead, as if somebody had set it."""
    async with house.engine.begin() as connection:
        name = await connection.scalar(text("SELECT current_database()"))
        for statement in (
            "CREATE SCHEMA wrong",
            "CREATE FUNCTION wrong.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE AS "
            f"$$ SELECT pg_catalog.clock_timestamp() + interval '{seconds} seconds' $$",
            "CREATE FUNCTION wrong.now() RETURNS timestamptz LANGUAGE sql STABLE AS "
            f"$$ SELECT pg_catalog.now() + interval '{seconds} seconds' $$",
            f"ALTER DATABASE {name} SET search_path = wrong, pg_catalog, public",
        ):
            await connection.execute(text(statement))
    # whatever is connected goes by the old clock still
    async with house.engine.connect() as connection:
        await connection.execute(
            text(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
        )
        await connection.invalidate()


async def left(house: House, room: Room) -> float:
    """Seconds until the room's deadline by the database's clock."""
    async with house.engine.connect() as connection:
        return float(
            await connection.scalar(
                text(f"SELECT extract(epoch FROM deadline - {HOUSE_NOW}) FROM room")
            )
        )


@pytest.mark.parametrize("seconds", [-3600, 3600])
async def test_a_clock_that_is_set_gives_and_takes_no_time(house: House, seconds: int) -> None:
    room, _ = await timed(house, Clock("live", 30, 0), "Anna", "Ben")
    await house.clocks.tick()
    await house.clocks.stop()

    await set_clock(house, seconds)
    assert await house.clocks.tick() == []

    assert 20 < await left(house, room) <= 31
    await moved(house, room, "one-click")
    assert 20 < await left(house, room) <= 31


async def test_pages_are_told_when_deadlines_fall_on_another_time(house: House) -> None:
    room, _ = await timed(house, Clock("live", 30, 0), "Anna", "Ben")
    await house.clocks.tick()
    await house.clocks.stop()
    assert room.facts.deadline is not None
    shown = house.rooms.time.on_the_wall(room.facts.deadline)
    told: list[Room] = []
    house.rooms.on_change.append(told.append)
    await house.clocks.tick()
    assert told == []

    await set_clock(house, 3600)
    await house.clocks.tick()

    assert told == [room]
    later = house.rooms.time.on_the_wall(room.facts.deadline) - shown
    assert 3590 < later.total_seconds() < 3610


@pytest.mark.parametrize("seconds", [-3600, 3600])
async def test_a_move_right_after_the_clock_was_set_has_its_time(
    house: House, seconds: int
) -> None:
    room, _ = await timed(house, Clock("live", 30, 0), "Anna", "Ben")
    await house.clocks.tick()
    await house.clocks.stop()

    await set_clock(house, seconds)
    await moved(house, room, "one-click")
    assert await house.clocks.tick() == []

    assert 20 < await left(house, room) <= 31


@pytest.mark.parametrize("seconds", [-3600, 3600])
async def test_a_standstill_after_the_clock_was_set_takes_no_time(
    house: House, seconds: int
) -> None:
    room, _ = await timed(house, Clock("live", 30, 0), "Anna", "Ben")
    await house.clocks.tick()
    await house.clocks.stop()
    await set_clock(house, seconds)
    await house.clocks.tick()

    async with house.engine.begin() as connection:  # nobody ticked since, nor lived through it
        ago = tables.pulse.c.at - timedelta(seconds=10)
        await connection.execute(tables.pulse.update().values(at=ago))
    assert await house.clocks.tick() == []

    assert 20 < await left(house, room) <= 41


@pytest.mark.parametrize("seconds", [-3600, 3600])
async def test_a_node_that_came_after_the_clock_was_set_gives_and_takes_no_time(
    house: House, database_url: str, seconds: int
) -> None:
    room, _ = await timed(house, Clock("live", 30, 0), "Anna", "Ben")
    await house.clocks.tick()
    await house.clocks.stop()
    await set_clock(house, seconds)

    async with another_node(database_url) as late:
        async with late.engine.connect() as connection:
            await late.rooms.time.look(connection)
        found = await late.rooms.by_id(room.id)
        assert found is not None
        await moved(late, found, "one-click")  # before anybody looked after the clocks
        assert await late.clocks.tick() == []

    assert 20 < await left(house, room) <= 31


async def test_a_line_of_the_log_has_one_name_for_whoever_came_early_or_late(house: House) -> None:
    room, _ = await started(house, "Anna", "Ben", computers=1)
    early, late = Sight(Eyes(0)), Sight(Eyes(0))
    opened = OpenRegions()
    for number in range(6):
        early.look(room, number, opened)
        seat = next(iter(room.waiting))
        await house.rooms.move(
            room, seat, open_moves(room, seat)[0], decision(room, seat), f"click {number}"
        )
    early.look(room, 7, opened)
    late.look(room, 8, opened)

    names = [(line.number, line.place) for line in late.log]
    assert names == [(line.number, line.place) for line in early.log]
    assert len(set(names)) == len(names) > 3
