"""How often somebody may do something. Each node counts for itself."""

from __future__ import annotations

from typing import Literal

from fastapi import Request
from limits import parse
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter
from starlette.requests import HTTPConnection

from app.rooms.refusals import Refused
from app.settings import Settings

Kind = Literal["rooms", "joins", "moves", "chat", "advice", "mail"]


class Limits:
    """The limits that the settings name (GR-024)."""

    def __init__(self, settings: Settings) -> None:
        self._limiter = MovingWindowRateLimiter(MemoryStorage())
        self._limits = {
            "rooms": parse(settings.limit_rooms),
            "joins": parse(settings.limit_joins),
            "moves": parse(settings.limit_moves),
            "chat": parse(settings.limit_chat),
            "advice": parse(settings.limit_advice),
            "mail": parse(settings.limit_mail),
        }

    def count(self, kind: Kind, who: object) -> None:
        """Count one of these by a person or an address. Raises `Refused` (429) over the limit."""
        if not self._limiter.hit(self._limits[kind], kind, str(who)):
            raise Refused("That was a lot at once. Wait a little.", "GR-024", 429)


def address_of(connection: HTTPConnection | Request) -> str:
    """Where a request comes from; proxies that are trusted have been believed by then."""
    return connection.client.host if connection.client else ""
