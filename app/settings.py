"""What an operator may set, read from the environment: one ``GREENROOM_…`` variable a field.

``docs/settings.md`` is the same table in words; a test keeps the two equal.
"""

from __future__ import annotations

import contextlib
import ipaddress
import os
import secrets
import tempfile
from email.utils import parseaddr
from pathlib import Path
from typing import Annotated, Literal, Self
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from limits import parse as parse_limit
from pydantic import AfterValidator, Field, SecretStr, field_validator, model_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from app.people.mail_address import is_address

SECRET_LENGTH = 32
"""The fewest characters that a signing secret may have."""


def _check_limit(text: str) -> str:
    parse_limit(text)
    return text


Limit = Annotated[str, AfterValidator(_check_limit)]
"""So many of something in a time, such as ``20/minute`` or ``5/second``."""


def asyncpg_url(url: str) -> str:
    """The same database in the words of our driver.

    Hosting providers hand out ``postgres://…?sslmode=require``; SQLAlchemy wants the driver's name
    in the scheme, and asyncpg knows libpq's ``sslmode`` as ``ssl``.

    Raises ValueError when the URL is not one of a Postgres.
    """
    parts = urlsplit(url)
    if parts.scheme not in {"postgres", "postgresql", "postgresql+asyncpg"}:
        raise ValueError("a database URL starts with postgresql://")
    renamed = {"sslmode": "ssl"}
    query = [(renamed.get(key, key), value) for key, value in parse_qsl(parts.query)]
    # urlunsplit would drop the slashes before an empty host, which means a unix socket
    rest = urlunsplit(("", "", parts.path, urlencode(query, safe="/"), ""))
    return f"postgresql+asyncpg://{parts.netloc}{rest}"


class Settings(BaseSettings):
    """One service's settings. Make them with :func:`load`, which also finds the secret."""

    model_config = SettingsConfigDict(
        env_prefix="GREENROOM_", env_ignore_empty=True, extra="forbid", frozen=True
    )

    database_url: str | None = Field(
        default=None,
        validation_alias="DATABASE_URL",
        description="Your own Postgres, such as `postgresql://user:password@host/greenroom`. "
        "Unset: Greenroom starts a Postgres of its own in the data directory.",
    )
    data_dir: Path = Field(
        default=Path("data"),
        description="Where Greenroom's own Postgres and the generated secret are kept.",
    )
    host: str = Field(default="0.0.0.0", description="The address to listen on.")  # noqa: S104
    port: int = Field(default=8000, ge=0, le=65535, description="The port; 0 takes a free one.")
    public_url: str | None = Field(
        default=None,
        pattern=r"^https?://[^/]+$",
        description="Where friends reach the service, such as `https://play.example.org`. Invite "
        "links begin with it, other origins are refused, and with `https` cookies are marked "
        "secure. Unset: whatever address the browser asked for.",
    )
    secret: SecretStr = Field(
        default=SecretStr(""),
        description=f"Signs sessions and links; at least {SECRET_LENGTH} characters, the same on "
        "every node. Unset: generated and kept in the data directory; with your own Postgres it "
        "must be set.",
    )
    trusted_proxies: Annotated[tuple[str, ...], NoDecode] = Field(
        default=(),
        description="Addresses or networks, separated by commas, whose `X-Forwarded-For` and "
        "`X-Forwarded-Proto` are believed.",
    )
    log_level: Literal["debug", "info", "warning", "error"] = Field(
        default="info", description="The least grave lines to log."
    )
    log_format: Literal["console", "json"] = Field(
        default="console", description="Lines for people, or one JSON object a line."
    )

    computer_pause: float = Field(
        default=0.7,
        ge=0,
        description="Seconds before each move of a computer player, so that people can follow.",
    )

    smtp_host: str | None = Field(
        default=None, description="The mail server. Unset: Greenroom sends no mail."
    )
    smtp_port: int = Field(default=587, ge=1, le=65535, description="The mail server's port.")
    smtp_security: Literal["starttls", "tls", "none"] = Field(
        default="starttls", description="How the connection to the mail server is protected."
    )
    smtp_user: str | None = Field(default=None, description="Who signs in to the mail server.")
    smtp_password: SecretStr = Field(
        default=SecretStr(""), description="The password for the mail server."
    )
    smtp_from: str | None = Field(
        default=None,
        description="The sender of mail, such as `Greenroom <table@example.org>`; needed with a "
        "mail server, as is `GREENROOM_PUBLIC_URL`, to which the links in mail lead.",
    )

    limit_rooms: Limit = Field(
        default="20/hour", description="New rooms by one person, or by strangers at one address."
    )
    limit_joins: Limit = Field(
        default="30/minute", description="Tries to join, and new guests, by one address."
    )
    limit_moves: Limit = Field(default="20/second", description="Moves by one person.")
    limit_chat: Limit = Field(default="20/minute", description="Chat messages by one person.")
    limit_advice: Limit = Field(
        default="20/minute", description="Times that one person asks what a computer would do."
    )
    limit_mail: Limit = Field(
        default="5/hour",
        description="Mails asking for an address to be confirmed: by one person, "
        "from one network address, and to one mail address.",
    )
    limit_frames: Limit = Field(
        default="50/second", description="Frames that a websocket may send."
    )

    keep_lobbies: int = Field(
        default=7, ge=1, description="Days after which a room that never started is closed."
    )
    keep_closed: int = Field(
        default=30, ge=1, description="Days after which a closed room is deleted."
    )
    keep_guests: int = Field(
        default=180,
        ge=1,
        description="Days after which an unused session ends, and a guest who has not been seen "
        "and has no seat in any game is deleted.",
    )
    keep_refusals: int = Field(
        default=30, ge=1, description="Days for which refused moves are kept for the dashboard."
    )
    metrics_token: SecretStr = Field(
        default=SecretStr(""),
        description="Whoever brings it as a bearer token may read `/metrics`. Unset: only admins "
        "and programs on the same machine may.",
    )

    @field_validator("trusted_proxies", mode="before")
    @classmethod
    def _split(cls, value: object) -> object:
        if isinstance(value, str):
            return tuple(part.strip() for part in value.split(",") if part.strip())
        return value

    @field_validator("trusted_proxies")
    @classmethod
    def _networks(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        for proxy in value:
            ipaddress.ip_network(proxy)
        return value

    @field_validator("smtp_from")
    @classmethod
    def _one_sender(cls, value: str | None) -> str | None:
        if value and (not value.isprintable() or not is_address(parseaddr(value)[1])):
            raise ValueError("the sender is not one mail address")
        return value

    @field_validator("database_url")
    @classmethod
    def _driver(cls, value: str | None) -> str | None:
        return asyncpg_url(value) if value else None

    @property
    def mail_on(self) -> bool:
        """Does this service send mail?"""
        return self.smtp_host is not None

    @model_validator(mode="after")
    def _together(self) -> Self:
        secret = self.secret.get_secret_value()
        if secret and len(secret) < SECRET_LENGTH:
            raise ValueError(f"GREENROOM_SECRET needs at least {SECRET_LENGTH} characters")
        if self.smtp_host and not (self.smtp_from and self.public_url):
            raise ValueError(
                "GREENROOM_SMTP_HOST needs GREENROOM_SMTP_FROM and GREENROOM_PUBLIC_URL"
            )
        return self


def load() -> Settings:
    """The environment's settings, with a secret in any case.

    Raises pydantic's ValidationError (a ValueError) when a variable makes no sense, and ValueError
    when an own Postgres is named without a secret: several nodes must share one, so none of them
    may invent it.
    """
    settings = Settings()
    if settings.secret.get_secret_value():
        return settings
    if settings.database_url is not None:
        raise ValueError("DATABASE_URL is set, so GREENROOM_SECRET must be set too")
    return settings.model_copy(update={"secret": SecretStr(_kept_secret(settings.data_dir))})


def _kept_secret(data_dir: Path) -> str:
    path = data_dir / "secret"
    data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
    if not path.exists():
        descriptor, draft = tempfile.mkstemp(prefix="secret.new-", dir=data_dir)  # for us alone
        with os.fdopen(descriptor, "w") as file:
            file.write(secrets.token_urlsafe(48))
        # complete or absent, and of two that start together, one wins
        with contextlib.suppress(FileExistsError):
            os.link(draft, path)
        os.unlink(draft)
    return path.read_text().strip()
