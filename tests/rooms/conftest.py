"""Rooms on a real database, with Rock 'n Roll on the table."""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager

import pytest

from app.people.people import Person
from app.rooms.room import Room
from app.settings import Settings
from app.web.house import House

SECRET = "for tests only, for tests only, for tests only"


def settings_for(database_url: str, **more: object) -> Settings:
    return Settings.model_validate(
        {"DATABASE_URL": database_url, "secret": SECRET, "computer_pause": 0.0, **more}
    )


@pytest.fixture
async def house(database_url: str) -> AsyncIterator[House]:
    """A node of its own, not yet listening to others."""
    house = House(settings_for(database_url))
    await house.open()
    yield house
    await house.close()


@asynccontextmanager
async def another_node(database_url: str, **more: object) -> AsyncGenerator[House]:
    """A second node on the same database that has not opened: it hears nobody."""
    other = House(settings_for(database_url, **more))
    try:
        yield other
    finally:
        await other.close()


async def person(house: House, name: str) -> Person:
    return (await house.people.create(name))[0]


async def started(house: House, *names: str, computers: int = 0) -> tuple[Room, list[Person]]:
    """A running game of Rock 'n Roll with a person for each name, the first being the host."""
    people = [await person(house, name) for name in names]
    room = await house.lobby.create(
        people[0], "rock-n-roll", {}, len(names) + computers, listed=False
    )
    for guest in people[1:]:
        await house.lobby.sit(room, guest)
    for _ in range(computers):
        await house.lobby.seat_computer(room, people[0], "random")
    await house.lobby.start(room, people[0])
    return room, people
