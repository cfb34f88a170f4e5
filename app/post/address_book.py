"""Where people want mail: an address counts once its owner has confirmed it (GR-043)."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from datetime import UTC, datetime, timedelta

from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from app import tables
from app.people.mail_address import is_address
from app.people.people import TOKEN_BYTES, hashed
from app.rooms.refusals import Refused

CONFIRM_HOURS = 24


class AddressBook:
    """The addresses of persons. ``secret`` signs the links that end all mail."""

    def __init__(self, engine: AsyncEngine, secret: str) -> None:
        self._engine = engine
        self._key = secret.encode()

    async def write_in(self, person_id: int, address: str) -> None:
        """Take an address down and put the question to its owner into the post. Raises
        `Refused` (GR-043) for what is no address."""
        if not is_address(address):
            raise Refused("That is no mail address.", "GR-043", 422)
        async with self._engine.begin() as connection:
            await self._strike(connection, person_id, address)
            await connection.execute(
                insert(tables.mail).values(kind="confirm", person_id=person_id)
            )

    async def strike_out(self, person_id: int) -> None:
        """Forget the address, with every letter that was to go there."""
        async with self._engine.begin() as connection:
            await self._strike(connection, person_id, None)

    @staticmethod
    async def _strike(connection: AsyncConnection, person_id: int, address: str | None) -> None:
        """Put ``address``, not confirmed, in the place of what stood there."""
        person, mail, link = tables.person, tables.mail, tables.once_link
        await connection.execute(
            update(person)
            .where(person.c.id == person_id)
            .values(email=address, email_confirmed_at=None)
        )
        await connection.execute(delete(mail).where(mail.c.person_id == person_id))
        await connection.execute(
            delete(link).where(link.c.person_id == person_id, link.c.purpose == "email")
        )

    async def confirmation(self, person_id: int, address: str) -> str | None:
        """A token that confirms the person's address, once, for a day. ``None`` when that is
        another by now: a letter to the one must not confirm the other."""
        token, person = secrets.token_urlsafe(TOKEN_BYTES), tables.person
        async with self._engine.begin() as connection:
            still = await connection.execute(
                select(person.c.id)
                .where(person.c.id == person_id, person.c.email == address)
                .with_for_update(read=True)
            )
            if still.first() is None:
                return None
            await connection.execute(
                insert(tables.once_link).values(
                    token_hash=hashed(token),
                    purpose="email",
                    person_id=person_id,
                    expires_at=datetime.now(UTC) + timedelta(hours=CONFIRM_HOURS),
                )
            )
        return token

    async def confirm(self, token: str) -> bool:
        """Somebody who reads the mail of an address agrees. False: the link is used up, too old,
        or its address has been changed since."""
        person, link = tables.person, tables.once_link
        async with self._engine.begin() as connection:
            used = delete(link).where(
                link.c.token_hash == hashed(token),
                link.c.purpose == "email",
                link.c.expires_at > func.now(),
            )
            owner = await connection.scalar(used.returning(link.c.person_id))
            if owner is None:
                return False
            await connection.execute(
                update(person)
                .where(person.c.id == owner, person.c.email.is_not(None))
                .values(email_confirmed_at=func.now())
            )
        return True

    def sign_off_token(self, person_id: int, address: str) -> str:
        """What ends all mail to this address without a session. It lasts as long as the
        address stands, and is nowhere stored."""
        return f"{person_id}-{self._signed(person_id, address)}"

    async def sign_off(self, token: str) -> None:
        """Forget the address whose letters carry this token. A token that is not known, or not
        any more, changes nothing."""
        number, _, signature = token.partition("-")
        if not (number.isascii() and number.isdigit() and len(number) < 19):
            return
        query = select(tables.person.c.email).where(tables.person.c.id == int(number))
        async with self._engine.connect() as connection:
            address = await connection.scalar(query)
        expected = self._signed(int(number), address or "")
        if address and hmac.compare_digest(expected.encode(), signature.encode()):
            await self.strike_out(int(number))

    def _signed(self, person_id: int, address: str) -> str:
        text = f"mail-off:{person_id}:{address}"
        return hmac.new(self._key, text.encode(), hashlib.sha256).hexdigest()[:40]
