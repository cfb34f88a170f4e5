"""Passkeys: a profile that is kept by a device's own lock, without a password and without mail."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime
from typing import Any

import msgspec
from sqlalchemy import delete, func, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncEngine
from webauthn import (
    generate_authentication_options,
    generate_registration_options,
    options_to_json,
    verify_authentication_response,
    verify_registration_response,
)
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url
from webauthn.helpers.exceptions import WebAuthnException
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from app import tables
from app.people.people import People, Person

HOUSE = "Greenroom"
MOST_KEYS = 10


class BadPasskey(Exception):
    """What the browser sent proves nothing."""


class Site(msgspec.Struct, frozen=True):
    """Where passkeys are good. ``name``: the host without a port, ``origin``: with scheme and
    port, as the browser says it."""

    name: str
    origin: str


class Key(msgspec.Struct, frozen=True):
    """A key that somebody has. ``id``: its credential's, in base64url."""

    id: str
    made_at: datetime


class Passkeys:
    """Registers keys, and signs people in by them. Challenges are links that work once.

    Keys that ``act`` are made while acting for the house. They let one act again, and ask the
    device for its lock (user verification) each time.
    """

    def __init__(self, engine: AsyncEngine, people: People) -> None:
        self._engine = engine
        self._people = people

    async def count(self, person: Person) -> int:
        """How many keys the person has."""
        key = tables.passkey
        async with self._engine.connect() as connection:
            query = select(func.count()).where(key.c.person_id == person.id)
            return await connection.scalar(query) or 0

    async def acting(self, person_id: int) -> Sequence[Key]:
        """The keys by which a person may act for the house, the oldest first."""
        key = tables.passkey
        query = select(key).where(key.c.person_id == person_id, key.c.acts).order_by(key.c.at)
        async with self._engine.connect() as connection:
            rows = await connection.execute(query)
            return [Key(bytes_to_base64url(bytes(row.credential_id)), row.at) for row in rows]

    async def offer(self, person: Person, site: Site, *, acts: bool = False) -> Any:
        """What the browser needs to make a key for the person, as JSON. Raises `BadPasskey` when
        there are as many as are kept."""
        key = tables.passkey
        async with self._engine.connect() as connection:
            rows = (
                await connection.execute(
                    select(key.c.credential_id, key.c.acts).where(key.c.person_id == person.id)
                )
            ).all()
        if len(rows) >= MOST_KEYS:
            raise BadPasskey
        # a device that has a key of the other kind makes another one in its place
        known = [
            PublicKeyCredentialDescriptor(id=bytes(row.credential_id))
            for row in rows
            if row.acts == acts
        ]
        options = generate_registration_options(
            rp_id=site.name,
            rp_name=HOUSE,
            user_id=person.id.to_bytes(8, "big"),
            user_name=person.name,
            challenge=(await self._people.challenge(person.id)).encode(),
            exclude_credentials=known,
            authenticator_selection=AuthenticatorSelectionCriteria(
                resident_key=ResidentKeyRequirement.REQUIRED, user_verification=_lock(acts)
            ),
        )
        return json.loads(options_to_json(options))

    async def keep(
        self, person: Person, site: Site, credential: dict[str, Any], *, acts: bool = False
    ) -> None:
        """Keep the key that the browser has made. Raises `BadPasskey`, also for one that is known
        already, and when there are as many as are kept by now."""
        challenge = _challenge_of(credential)
        if await self._people.use_challenge(challenge) != person.id:
            raise BadPasskey
        try:
            made = verify_registration_response(
                credential=credential,
                expected_challenge=challenge.encode(),
                expected_rp_id=site.name,
                expected_origin=site.origin,
                require_user_verification=acts,
            )
        except WebAuthnException as error:
            raise BadPasskey from error
        key, owner = tables.passkey, tables.person
        async with self._engine.begin() as connection:
            # keys that come at the same moment are counted one after the other
            await connection.execute(
                select(owner.c.id).where(owner.c.id == person.id).with_for_update()
            )
            count = select(func.count()).where(key.c.person_id == person.id)
            if (await connection.scalar(count) or 0) >= MOST_KEYS:
                raise BadPasskey
            kept = await connection.execute(
                insert(key)
                .values(
                    acts=acts,
                    credential_id=made.credential_id,
                    person_id=person.id,
                    public_key=made.credential_public_key,
                    sign_count=made.sign_count,
                )
                .on_conflict_do_nothing()
            )
            if kept.rowcount == 0:
                raise BadPasskey

    async def forget(self, person_id: int) -> None:
        """Take all keys of the person away."""
        async with self._engine.begin() as connection:
            await connection.execute(
                delete(tables.passkey).where(tables.passkey.c.person_id == person_id)
            )

    async def forget_one(self, person: Person, key_id: str) -> bool:
        """Take one key of the person away; says whether there was such a key."""
        key = tables.passkey
        try:
            credential_id = base64url_to_bytes(key_id)
        except ValueError:
            return False
        async with self._engine.begin() as connection:
            gone = await connection.execute(
                delete(key).where(
                    key.c.credential_id == credential_id, key.c.person_id == person.id
                )
            )
        return gone.rowcount > 0

    async def ask(self, site: Site, *, acts: bool = False) -> Any:
        """What the browser needs to show a key it has, as JSON."""
        options = generate_authentication_options(
            rp_id=site.name,
            challenge=(await self._people.challenge(None)).encode(),
            user_verification=_lock(acts),
        )
        return json.loads(options_to_json(options))

    async def sign_in(self, site: Site, credential: dict[str, Any]) -> str:
        """A new session's token for the person whose key it is. Raises `BadPasskey`."""
        person_id = await self._whose(site, credential, acts=False)
        return await self._people.sign_in(person_id)

    async def act(self, site: Site, credential: dict[str, Any]) -> tuple[int, str]:
        """The person whose key it is, and the token of a new session that acts with the role
        they have now. Raises `BadPasskey` for a key that does not act, and without a role."""
        person_id = await self._whose(site, credential, acts=True)
        token = await self._people.act(person_id)
        if token is None:
            raise BadPasskey
        return person_id, token

    async def _whose(self, site: Site, credential: dict[str, Any], *, acts: bool) -> int:
        """The person of a shown key; ``acts``: it has to be one that acts, shown with the
        device's lock opened. Raises `BadPasskey`."""
        challenge = _challenge_of(credential)
        if await self._people.use_challenge(challenge) != 0:
            raise BadPasskey
        key = tables.passkey
        async with self._engine.begin() as connection:
            row = (
                await connection.execute(
                    select(key).where(key.c.credential_id == _id_of(credential)).with_for_update()
                )
            ).one_or_none()
            if row is None or (acts and not row.acts):
                raise BadPasskey
            try:
                shown = verify_authentication_response(
                    credential=credential,
                    expected_challenge=challenge.encode(),
                    expected_rp_id=site.name,
                    expected_origin=site.origin,
                    credential_public_key=bytes(row.public_key),
                    credential_current_sign_count=row.sign_count,
                    require_user_verification=acts,
                )
            except WebAuthnException as error:
                raise BadPasskey from error
            await connection.execute(
                update(key)
                .where(key.c.credential_id == row.credential_id)
                .values(sign_count=shown.new_sign_count)
            )
            return row.person_id


def _lock(acts: bool) -> UserVerificationRequirement:
    """Whether a device has to ask who holds it."""
    return UserVerificationRequirement.REQUIRED if acts else UserVerificationRequirement.PREFERRED


def _challenge_of(credential: dict[str, Any]) -> str:
    """The challenge that the browser says it has answered; it is checked against ours."""
    try:
        data = json.loads(base64url_to_bytes(credential["response"]["clientDataJSON"]))
        return base64url_to_bytes(data["challenge"]).decode()
    except (KeyError, TypeError, ValueError) as error:
        raise BadPasskey from error


def _id_of(credential: dict[str, Any]) -> bytes:
    try:
        return base64url_to_bytes(credential["rawId"])
    except (KeyError, TypeError, ValueError) as error:
        raise BadPasskey from error
