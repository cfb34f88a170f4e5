"""A real SMTP server on loopback, and the letters that reached it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from ssl import SSLContext
from typing import Any

from aiosmtpd.smtp import SMTP, AuthResult

PASSWORD = "open sesame, for tests"
SENDER = "Greenroom <table@greenroom.test>"


class Mailbox:
    """What the server took. ``answer``: what it says to the next letters."""

    def __init__(self) -> None:
        self.letters: list[EmailMessage] = []
        self.signed_in: list[tuple[bytes, bytes]] = []
        self.answer = "250 OK"
        self.port = 0

    def sign_in(
        self, _server: Any, session: Any, _envelope: Any, _mechanism: str, said: Any
    ) -> AuthResult:
        """Takes `PASSWORD`, over TLS only."""
        self.signed_in.append((said.login, said.password))
        good = session.ssl is not None and said.password.decode() == PASSWORD
        return AuthResult(success=good, handled=False)

    async def handle_DATA(self, _server: Any, _session: Any, envelope: Any) -> str:  # noqa: N802
        if self.answer.startswith("250"):
            letter = message_from_bytes(envelope.content, policy=default)
            assert isinstance(letter, EmailMessage)
            self.letters.append(letter)
        return self.answer

    def settings(self) -> dict[str, object]:
        """What a service says to send its mail here."""
        return {
            "smtp_host": "127.0.0.1",
            "smtp_port": self.port,
            "smtp_security": "none",
            "smtp_from": SENDER,
            "public_url": "https://greenroom.test",
            "limit_mail": "1000/second",
        }


@asynccontextmanager
async def mailbox(port: int = 0, tls: SSLContext | None = None) -> AsyncGenerator[Mailbox]:
    """The server on a port of loopback (0: a free one), until the end of the block. With ``tls``
    it takes nothing before STARTTLS, and nothing from whoever has not signed in."""
    box = Mailbox()
    loop = asyncio.get_running_loop()
    strict: dict[str, Any] = {}
    if tls is not None:
        strict = {
            "tls_context": tls,
            "require_starttls": True,
            "auth_required": True,
            "authenticator": box.sign_in,
        }
    server = await loop.create_server(
        lambda: SMTP(box, hostname="mail.greenroom.test", loop=loop, **strict), "127.0.0.1", port
    )
    box.port = server.sockets[0].getsockname()[1]
    try:
        yield box
    finally:
        server.close()
        await server.wait_closed()
