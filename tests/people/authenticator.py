"""A device that makes and shows passkeys (WebAuthn level 2, ES256, without attestation)."""

from __future__ import annotations

import hashlib
import json
import secrets
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from webauthn.helpers import bytes_to_base64url

HERE, UNLOCKED, HAS_KEY = 0x01, 0x04, 0x40
"""Flags of authenticator data: somebody is there, has opened the lock, and a key comes along."""


class Authenticator:
    """``origin``: the page that the browser says it is on; ``unlocked``: whether the device has
    asked who holds it."""

    def __init__(self, origin: str, *, unlocked: bool = True) -> None:
        self.origin = origin
        self.unlocked = unlocked
        self.id = secrets.token_bytes(16)
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._shown = 0

    def make(self, options: dict[str, Any]) -> dict[str, Any]:
        """What a browser answers to the options of a registration."""
        at = self._key.public_key().public_numbers()
        x, y = at.x.to_bytes(32, "big"), at.y.to_bytes(32, "big")
        public = cbor2.dumps({1: 2, 3: -7, -1: 1, -2: x, -3: y})
        attested = bytes(16) + len(self.id).to_bytes(2, "big") + self.id + public
        data = self._data(options["rp"]["id"], HAS_KEY) + attested
        return self._answer(
            self._client("webauthn.create", options),
            attestationObject=cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data}),
        )

    def show(self, options: dict[str, Any]) -> dict[str, Any]:
        """What a browser answers to the options of a sign-in."""
        self._shown += 1
        client, data = self._client("webauthn.get", options), self._data(options["rpId"])
        signed = data + hashlib.sha256(client).digest()
        signature = self._key.sign(signed, ec.ECDSA(hashes.SHA256()))
        return self._answer(client, authenticatorData=data, signature=signature)

    def _data(self, name: str, flags: int = 0) -> bytes:
        flags |= HERE | (UNLOCKED if self.unlocked else 0)
        count = self._shown.to_bytes(4, "big")
        return hashlib.sha256(name.encode()).digest() + bytes([flags]) + count

    def _client(self, kind: str, options: dict[str, Any]) -> bytes:
        told = {"type": kind, "challenge": options["challenge"], "origin": self.origin}
        return json.dumps(told).encode()

    def _answer(self, client: bytes, **parts: bytes) -> dict[str, Any]:
        own = bytes_to_base64url(self.id)
        response = {name: bytes_to_base64url(part) for name, part in parts.items()}
        return {
            "id": own,
            "rawId": own,
            "type": "public-key",
            "clientExtensionResults": {},
            "response": {"clientDataJSON": bytes_to_base64url(client), **response},
        }
