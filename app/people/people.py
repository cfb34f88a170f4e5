"""Guests and their sessions: a name and a random token in a cookie, of which we keep a hash."""

from __future__ import annotations

import hashlib
import secrets
from datetime import UTC, datetime, timedelta

import msgspec
from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncEngine

from app import tables
from app.people.sessions import Sessions

TOKEN_BYTES = 32
DEVICE_LINK_MINUTES = 15
ADMIN_LINK_MINUTES = 15
CHALLENGE_MINUTES = 5
ADMIN_SESSION_HOURS = 12
_SEEN_EVERY = timedelta(minutes=5)

ROLES = ("", "moderator", "admin")


class Person(msgspec.Struct):
    """Somebody with a session. ``role`` counts only while this session may act with it."""

    id: int
    name: str
    colour: int
    role: str = ""
    honours: bool = False
    email: str | None = None
    email_confirmed: bool = False

    @property
    def is_admin(self) -> bool:
        return self.role == "admin"

    @property
    def is_moderator(self) -> bool:
        return self.role in ("moderator", "admin")


def _acting_until() -> datetime:
    return datetime.now(UTC) + timedelta(hours=ADMIN_SESSION_HOURS)


def hashed(token: str) -> bytes:
    """What is stored of a secret link or cookie (SHA-256; tokens have 256 random bits)."""
    return hashlib.sha256(token.encode()).digest()


class People:
    """Persons, their sessions, and links that work once."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._sessions = Sessions(engine)

    async def by_token(self, token: str) -> Person | None:
        """Who holds this session's token, if anybody."""
        now = datetime.now(UTC)
        row = await self._sessions.find(hashed(token))
        if row is None:
            return None
        if now - row["last"] > _SEEN_EVERY:
            await self._note_seen(row["id"], row["token_hash"])
        acting = row["admin_until"] is not None and row["admin_until"] > now
        role = row["role"] if acting else ""
        return Person(
            row["id"],
            row["name"],
            row["colour"],
            role,
            row["honours"],
            row["email"],
            row["email_confirmed_at"] is not None,
        )

    async def _note_seen(self, person_id: int, token_hash: bytes) -> None:
        person, session = tables.person, tables.session
        async with self._engine.begin() as connection:
            await connection.execute(
                update(session).where(session.c.token_hash == token_hash).values(seen_at=func.now())
            )
            await connection.execute(
                update(person).where(person.c.id == person_id).values(seen_at=func.now())
            )

    async def close(self) -> None:
        """Look for nobody's session any more."""
        await self._sessions.close()

    async def create(self, name: str, colour: int = 1) -> tuple[Person, str]:
        """A new guest and the token of the first session. ``name`` is clean."""
        async with self._engine.begin() as connection:
            person_id = await connection.scalar(
                insert(tables.person).values(name=name, colour=colour).returning(tables.person.c.id)
            )
        assert person_id is not None
        return Person(person_id, name, colour), await self.sign_in(person_id)

    async def sign_in(self, person_id: int, admin_until: datetime | None = None) -> str:
        """A new session; returns its token, which is nowhere else."""
        token = secrets.token_urlsafe(TOKEN_BYTES)
        async with self._engine.begin() as connection:
            await connection.execute(
                insert(tables.session).values(
                    token_hash=hashed(token), person_id=person_id, admin_until=admin_until
                )
            )
        return token

    async def sign_out(self, token: str) -> None:
        async with self._engine.begin() as connection:
            await connection.execute(
                delete(tables.session).where(tables.session.c.token_hash == hashed(token))
            )

    async def sign_out_everywhere(self, person_id: int) -> None:
        """End all sessions of a person."""
        async with self._engine.begin() as connection:
            await connection.execute(
                delete(tables.session).where(tables.session.c.person_id == person_id)
            )

    async def set_colour(self, person_id: int, colour: int) -> None:
        """The colour that a person's seats have where it is free."""
        async with self._engine.begin() as connection:
            await connection.execute(
                update(tables.person).where(tables.person.c.id == person_id).values(colour=colour)
            )

    async def set_honours(self, person_id: int, honours: bool) -> None:
        """Whether a person's games may stand in tables of honour."""
        async with self._engine.begin() as connection:
            await connection.execute(
                update(tables.person).where(tables.person.c.id == person_id).values(honours=honours)
            )

    async def device_link(self, person_id: int) -> str:
        """A token that signs this person in on another device, once, for 15 minutes."""
        return await self._once("device", person_id, timedelta(minutes=DEVICE_LINK_MINUTES))

    async def admin_link(self) -> str:
        """A token that makes whoever opens it an admin, once, for 15 minutes."""
        return await self._once("admin", None, timedelta(minutes=ADMIN_LINK_MINUTES))

    async def challenge(self, person_id: int | None) -> str:
        """A text that a passkey signs once: to be kept for this person, or to sign in by."""
        return await self._once("passkey", person_id, timedelta(minutes=CHALLENGE_MINUTES))

    async def use_challenge(self, token: str) -> int | None:
        """For whom a challenge was made (0: to sign in by), ``None`` if it is used or too old."""
        row = await self._use(token, "passkey")
        return None if row is None else row[0] or 0

    async def _once(self, purpose: str, person_id: int | None, lasts: timedelta) -> str:
        token = secrets.token_urlsafe(TOKEN_BYTES)
        async with self._engine.begin() as connection:
            await connection.execute(
                insert(tables.once_link).values(
                    token_hash=hashed(token),
                    purpose=purpose,
                    person_id=person_id,
                    expires_at=datetime.now(UTC) + lasts,
                )
            )
        return token

    async def use_device_link(self, token: str) -> str | None:
        """A new session's token for the person of the link, or ``None`` if it is used up."""
        row = await self._use(token, "device")
        return None if row is None or row[0] is None else await self.sign_in(row[0])

    async def staff_link(self, person_id: int) -> str:
        """A token that lets this person act with the role they have, once, for 15 minutes."""
        return await self._once("admin", person_id, timedelta(minutes=ADMIN_LINK_MINUTES))

    async def use_admin_link(self, token: str, person: Person | None) -> str | None:
        """A fresh session that may act for 12 hours; its token, or ``None`` for a used link.

        A link that was made for somebody is theirs, with the role they have (``None`` when they
        have none any more); any other makes ``person`` (or somebody new) an admin.
        """
        used = await self._use(token, "admin")
        if used is None:
            return None
        if used[0] is not None:
            return await self.act(used[0])
        if person is None:
            person, _ = await self.create("Admin")
        await self.set_role(person.id, "admin")
        return await self.sign_in(person.id, _acting_until())

    async def act(self, person_id: int) -> str | None:
        """The token of a fresh session that may act for 12 hours with the role that the person
        has, or ``None`` without one."""
        person = tables.person
        async with self._engine.connect() as connection:
            found = await connection.execute(
                select(person.c.id).where(
                    person.c.id == person_id, person.c.role != "", person.c.banned_at.is_(None)
                )
            )
        return None if found.first() is None else await self.sign_in(person_id, _acting_until())

    async def set_role(self, person_id: int, role: str) -> None:
        """Give a role, or with "" take it away; sessions that act with another one end that.
        Whoever loses the role has no passkey any more that acts, whatever comes later."""
        person, session, key = tables.person, tables.session, tables.passkey
        async with self._engine.begin() as connection:
            changed = await connection.execute(
                update(person)
                .where(person.c.id == person_id, person.c.role != role)
                .values(role=role)
            )
            if changed.rowcount:
                await connection.execute(
                    update(session).where(session.c.person_id == person_id).values(admin_until=None)
                )
                if not role:
                    await connection.execute(
                        update(key).where(key.c.person_id == person_id).values(acts=False)
                    )

    async def stop_acting(self, token: str) -> None:
        """The session stays, its role ends."""
        async with self._engine.begin() as connection:
            await connection.execute(
                update(tables.session)
                .where(tables.session.c.token_hash == hashed(token))
                .values(admin_until=None)
            )

    async def _use(self, token: str, purpose: str) -> tuple[int | None] | None:
        link = tables.once_link
        async with self._engine.begin() as connection:
            row = (
                await connection.execute(
                    delete(link)
                    .where(link.c.token_hash == hashed(token), link.c.purpose == purpose)
                    .returning(link.c.person_id, link.c.expires_at)
                )
            ).one_or_none()
        if row is None or row.expires_at < datetime.now(UTC):
            return None
        return (row.person_id,)
