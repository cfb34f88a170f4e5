"""Passkeys: a profile that is kept by a device's own lock, without a password and without mail."""

from __future__ import annotations

import json
from typing import Any

import msgspec
from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncEngine
from webauthn import (
    generate_authentication_options,
    generate_registration_options,
    options_to_json,
    verify_authentication_response,
    verify_registration_response,
)
from webauthn.helpers import base64url_to_bytes
from webauthn.helpers.exceptions import WebAuthnException
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
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


class Passkeys:
    """Registers keys, and signs people in by them. Challenges are links that work once."""

    def __init__(self, engine: AsyncEngine, people: People) -> None:
        self._engine = engine
        self._people = people

    async def count(self, person: Person) -> int:
        """How many keys the person has."""
        key = tables.passkey
        async with self._engine.connect() as connection:
            query = select(func.count()).where(key.c.person_id == person.id)
            return await connection.scalar(query) or 0

    async def offer(self, person: Person, site: Site) -> Any:
        """What the browser needs to make a key for the person, as JSON."""
        key = tables.passkey
        async with self._engine.connect() as connection:
            rows = await connection.execute(
                select(key.c.credential_id).where(key.c.person_id == person.id)
            )
            known = [PublicKeyCredentialDescriptor(id=bytes(row[0])) for row in rows]
        if len(known) >= MOST_KEYS:
            raise BadPasskey
        options = generate_registration_options(
            rp_id=site.name,
            rp_name=HOUSE,
            user_id=person.id.to_bytes(8, "big"),
            user_name=person.name,
            challenge=(await self._people.challenge(person.id)).encode(),
            exclude_credentials=known,
            authenticator_selection=AuthenticatorSelectionCriteria(
                resident_key=ResidentKeyRequirement.REQUIRED
            ),
        )
        return json.loads(options_to_json(options))

    async def keep(self, person: Person, site: Site, credential: dict[str, Any]) -> None:
        """Keep the key that the browser has made. Raises `BadPasskey`."""
        challenge = _challenge_of(credential)
        if await self._people.use_challenge(challenge) != person.id:
            raise BadPasskey
        try:
            made = verify_registration_response(
                credential=credential,
                expected_challenge=challenge.encode(),
                expected_rp_id=site.name,
                expected_origin=site.origin,
            )
        except WebAuthnException as error:
            raise BadPasskey from error
        async with self._engine.begin() as connection:
            await connection.execute(
                insert(tables.passkey).values(
                    credential_id=made.credential_id,
                    person_id=person.id,
                    public_key=made.credential_public_key,
                    sign_count=made.sign_count,
                )
            )

    async def forget(self, person: Person) -> None:
        """Take all keys of the person away."""
        async with self._engine.begin() as connection:
            await connection.execute(
                delete(tables.passkey).where(tables.passkey.c.person_id == person.id)
            )

    async def ask(self, site: Site) -> Any:
        """What the browser needs to show a key it has, as JSON."""
        options = generate_authentication_options(
            rp_id=site.name, challenge=(await self._people.challenge(None)).encode()
        )
        return json.loads(options_to_json(options))

    async def sign_in(self, site: Site, credential: dict[str, Any]) -> str:
        """A new session's token for the person whose key it is. Raises `BadPasskey`."""
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
            if row is None:
                raise BadPasskey
            try:
                shown = verify_authentication_response(
                    credential=credential,
                    expected_challenge=challenge.encode(),
                    expected_rp_id=site.name,
                    expected_origin=site.origin,
                    credential_public_key=bytes(row.public_key),
                    credential_current_sign_count=row.sign_count,
                )
            except WebAuthnException as error:
                raise BadPasskey from error
            await connection.execute(
                update(key)
                .where(key.c.credential_id == row.credential_id)
                .values(sign_count=shown.new_sign_count)
            )
        return await self._people.sign_in(row.person_id)


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
