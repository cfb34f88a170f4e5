"""What docs/hosting.md and docs/operating.md tell to do with the database, done."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import asyncpg
import pytest

from app.games.record import replay
from app.people.people import Person
from app.postgres.host import bin_dir
from app.rooms.room import Room
from app.web.house import House
from tests.conftest import DatabaseServer
from tests.rooms.conftest import another_node, settings_for, started
from tests.rooms.test_moves import decision

ROOT = Path(__file__).parents[2]
HOSTING, OPERATING = [(ROOT / "docs" / name).read_text() for name in ("hosting.md", "operating.md")]


def block(language: str, beginning: str) -> str:
    """A block of the page, by how it begins."""
    blocks = re.findall(rf"^```{language}\n(.*?)^```", HOSTING, re.S | re.M)
    (found,) = [each for each in blocks if each.startswith(beginning)]
    return found


async def play_on(house: House, room: Room, moves: int) -> None:
    """So many moves by whoever is asked, each with an id."""
    for _ in range(moves):
        seat = min(room.waiting)
        option = next(each for each in room.menu(seat) if each.blocked is None)
        name = f"{room.version}-{seat}"
        made = await house.rooms.move(room, seat, option.move, decision(room, seat), name)
        again = await house.rooms.move(room, seat, option.move, None, name)
        assert (again.version, again.again) == (made.version, True), "the same click is one move"


async def whole(house: House, room: Room) -> list[str]:
    """The journal, once the game has been replayed from it."""
    record = await house.store.record(room, with_seed=True)
    replay(record)
    return [entry.move for entry in record.entries]


async def test_the_journal_in_partitions_takes_every_move(database_url: str) -> None:
    house = House(settings_for(database_url))
    await house.open()
    room, _ = await started(house, "Anna", "Ben")
    await play_on(house, room, 5)
    # the page names days to come; here the boundary is now, between two moves
    statements = block("sql", "BEGIN").replace("'2027-01-01'", "'now'")

    connection = await asyncpg.connect(database_url.replace("+asyncpg", "", 1))
    await connection.execute(statements)
    await play_on(house, room, 5)
    async with another_node(database_url) as second:
        other = await second.rooms.by_code(room.code)
        assert other is not None
        await play_on(second, other, 2)
    await house.rooms.refresh(room)

    assert len(await whole(house, room)) == 12
    held = await connection.fetch("SELECT tableoid::regclass::text, count(*) FROM move GROUP BY 1")
    assert {row[0]: row[1] for row in held} == {"move_until_2027": 5, "move_2027": 7}
    numbers = await connection.fetchval("SELECT count(DISTINCT number) FROM move")
    assert numbers == 12, "the room's row lets each number happen once"
    await connection.execute("DELETE FROM room")
    assert await connection.fetchval("SELECT count(*) FROM move") == 0
    await connection.close()
    await house.close()


async def run(*command: str) -> None:
    process = await asyncio.create_subprocess_exec(
        *command, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT
    )
    output, _ = await process.communicate()
    assert process.returncode == 0, output.decode()


@pytest.fixture
async def played(database_url: str) -> tuple[str, list[str], list[Person]]:
    """A room with some moves: its code and its journal, and the people in it."""
    house = House(settings_for(database_url))
    await house.open()
    room, people = await started(house, "Anna", "Ben")
    await play_on(house, room, 6)
    journal = await whole(house, room)
    await house.close()
    return room.code, journal, people


async def test_a_backup_brings_everything_back(
    database_server: DatabaseServer,
    database_url: str,
    played: tuple[str, list[str], list[Person]],
    tmp_path: Path,
) -> None:
    code, journal, people = played
    for command in ("pg_dump --format=custom --no-owner", "pg_restore --no-owner"):
        assert command in OPERATING
    name = database_server.create("template0")
    source, target = [
        url.replace("+asyncpg", "", 1) for url in (database_url, database_server.url(name))
    ]
    file = str(tmp_path / "greenroom.dump")
    dump, restore = bin_dir() / "pg_dump", bin_dir() / "pg_restore"
    await run(str(dump), "--format=custom", "--no-owner", f"--file={file}", source)
    await run(
        str(restore),
        "--no-owner",
        "--exit-on-error",
        "--single-transaction",
        f"--dbname={target}",
        file,
    )

    house = House(settings_for(database_server.url(name)))
    await house.open()
    room = await house.rooms.by_code(code)
    assert room is not None
    assert await whole(house, room) == journal
    await play_on(house, room, 2)
    assert {sitter.person_id for sitter in room.sitters} == {person.id for person in people}
    await house.close()
    database_server.drop(name)
