"""A room's password: stored as argon2, said once by each person who comes in."""

from __future__ import annotations

import asyncio

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from sqlalchemy import delete, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from app import tables
from app.people.people import Person
from app.rooms.refusals import Refused
from app.rooms.room import Room

LONGEST = 100
_AT_ONCE = 2
"""Hashes worked on together: each takes 64 MB and a tenth of a second of a core."""


class Passwords:
    """Says who knows a room's password. Knowing it lasts until it is changed."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._hasher = PasswordHasher()
        self._turn = asyncio.Semaphore(_AT_ONCE)

    async def hashed(self, password: str) -> str:
        """What is stored of a password. Raises `Refused` (GR-022) for a longer one than 100."""
        if len(password) > LONGEST:
            raise Refused(f"A password has up to {LONGEST} characters.", "GR-022", 422)
        async with self._turn:
            return await asyncio.to_thread(self._hasher.hash, password)

    async def knows(self, room: Room, person: Person | None) -> bool:
        """May the person pass, as far as the password goes?"""
        if room.facts.password_hash is None:
            return True
        if person is None:
            return False
        if room.seat_of(person.id) is not None:
            return True
        key = tables.room_key
        async with self._engine.connect() as connection:
            found = await connection.execute(
                select(key.c.person_id).where(
                    key.c.room_id == room.id, key.c.person_id == person.id
                )
            )
            return found.first() is not None

    async def say(self, room: Room, person: Person, password: str) -> None:
        """Remember that the person knows the password. Raises `Refused` (GR-022) when not."""
        stored = room.facts.password_hash
        if stored is None or await self.knows(room, person):
            return
        async with self._turn:
            right = await asyncio.to_thread(self._verify, stored, password[: LONGEST + 1])
        if not right:
            raise Refused("That is not the password of this room.", "GR-022", 403)
        async with self._engine.begin() as connection:
            await connection.execute(
                insert(tables.room_key)
                .values(room_id=room.id, person_id=person.id)
                .on_conflict_do_nothing()
            )

    def _verify(self, stored: str, password: str) -> bool:
        try:
            return self._hasher.verify(stored, password)
        except (VerificationError, InvalidHashError):
            return False


async def forget_keys(
    connection: AsyncConnection, room_id: int, person_id: int | None = None
) -> None:
    """Everybody (or one person) has to say the password again."""
    key = tables.room_key
    which = key.c.room_id == room_id
    if person_id is not None:
        which &= key.c.person_id == person_id
    await connection.execute(delete(key).where(which))
