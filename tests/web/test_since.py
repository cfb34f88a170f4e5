"""What happened since one looked, as the pages tell it."""

from __future__ import annotations

import re

from app.games.contract import Seat
from app.live.sight import Eyes, look_once
from app.rooms.room import Room
from app.web.house import House
from app.web.html_dialect import event_text
from tests.ledger import rule
from tests.rooms.test_moves import decision
from tests.web.visitor import Visitor, open_house, seated


def strip(page: str) -> tuple[bool, list[str]]:
    """Is the strip shown, and what does it list?"""
    form = re.search(r'<form class="notice since"(.*?)</form>', page, re.DOTALL)
    assert form is not None
    lines = re.findall(r"<li><span>(.*?)</span></li>", form[1])
    return "hidden>" not in form[1].split("\n")[0], lines


def told(room: Room, seat: Seat, after: int) -> int:
    """How many lines of the log this seat may read from after a version on."""
    sight, _ = look_once(room, Eyes(seat))
    return sum(bool(event_text(room, line)) for line in sight.log if line.number > after)


async def moves(house: House, room: Room, seat: Seat, by: str = "") -> None:
    move = room.rules.automatic(room.position.state, seat)
    await house.rooms.move(room, seat, move, decision(room, seat), None, by)


@rule("GR-044")
async def test_what_came_since_one_looked_is_told_on_every_device(database_url: str) -> None:
    async with open_house(database_url) as (app, house), Visitor(app) as anna, Visitor(app) as ben:
        await anna.named("Anna")
        await ben.named("Ben")
        room = await seated(house, [v.person for v in (anna, ben) if v.person is not None])
        table = f"/rooms/{room.code}"
        assert strip(await anna.get(table)) == (False, [])
        assert "since you looked" not in await anna.get("/")

        await anna.post(f"{table}/seen", version="0")
        for _ in range(2):
            await moves(house, room, 1)
        assert "2 moves since you looked" in await anna.get("/")
        shown, lines = strip(await anna.get(table))
        assert shown
        assert len(lines) == told(room, 0, 0) > 0
        assert strip(await ben.get(table))[0] is False, "an own move is a look"

        # reading a page of it puts nothing away; saying so does, everywhere
        assert strip(await anna.get(table))[0]
        await anna.post(f"{table}/seen", version="1")
        assert "1 move since you looked" in await anna.get("/")
        await anna.post(f"{table}/seen", version=str(room.version))
        assert strip(await anna.get(table)) == (False, [])

        # an older page on another device takes nothing back, a made-up number sees nothing ahead
        await anna.post(f"{table}/seen", version="0")
        await anna.post(f"{table}/seen", version="2000000000")
        assert strip(await anna.get(table)) == (False, [])
        await moves(house, room, 1 if 1 in room.waiting else 0, by="clock")
        assert strip(await anna.get(table))[0]


@rule("GR-044")
async def test_it_tells_a_seat_what_it_may_read_and_onlookers_nothing(database_url: str) -> None:
    async with (
        open_house(database_url) as (app, house),
        Visitor(app) as anna,
        Visitor(app) as olga,
    ):
        await anna.named("Anna")
        await olga.named("Olga")
        people = [anna.person, (await house.people.create("Ben"))[0]]
        room = await seated(house, [person for person in people if person is not None])
        table = f"/rooms/{room.code}"
        await moves(house, room, 1)
        assert strip(await anna.get(table)) == (False, []), "who was never here has missed nothing"
        await anna.post(f"{table}/seen", version="1")
        for _ in range(12):
            await moves(house, room, min(room.waiting), by="clock")
        _, lines = strip(await anna.get(table))
        assert len(lines) == told(room, 0, 1) > 3
        assert 'id="since"' not in await olga.get(table)
        await olga.post(f"{table}/seen", status=403, version="3")
        await anna.post(f"{table}/seen", status=422, version="-1")


async def test_the_list_of_rooms_says_what_the_table_says(database_url: str) -> None:
    async with open_house(database_url) as (app, house), Visitor(app) as anna, Visitor(app) as ben:
        await anna.named("Anna")
        await ben.named("Ben")
        room = await seated(house, [v.person for v in (anna, ben) if v.person is not None])
        said: set[tuple[str, ...]] = set()
        for _ in range(8):
            pages = [(await v.get("/"), await v.get(f"/rooms/{room.code}")) for v in (anna, ben)]
            for seat, (rooms, table) in enumerate(pages):
                asked = seat in room.waiting
                assert ("Your turn</span>" in rooms) == asked
                assert ('<span class="turn__who">Your turn</span>' in table) == asked
                assert ("Waiting for" in rooms) == (not asked)
            said.add(tuple(str(seat in room.waiting) for seat in (0, 1)))
            await moves(house, room, max(room.waiting))
        assert len(said) > 1


async def test_the_log_begins_with_who_begins(database_url: str) -> None:
    async with open_house(database_url) as (_, house):
        people = [(await house.people.create(name))[0] for name in ("Anna", "Ben")]
        room = await house.lobby.create(people[0], "thrash-n-roll", {}, 2, listed=False)
        await house.lobby.sit(room, people[1])
        await house.lobby.start(room, people[0])
        (first,) = room.waiting
        begins = f"The game begins with {room.names[first]}."
        assert _log(room) == [begins]

        await moves(house, room, first)

        fresh = await house.store.load(room.id)
        assert fresh is not None
        for each in (room, fresh):
            assert _log(each)[0] == begins
            assert _log(each).count(begins) == 1


def _log(room: Room) -> list[str]:
    return [event_text(room, line) for line in look_once(room, Eyes(0))[0].log]
