"""How often somebody may do something. Each node counts for itself."""

from __future__ import annotations

import time
from collections import OrderedDict, deque
from collections.abc import Callable
from typing import Literal

from fastapi import Request
from limits import parse
from starlette.requests import HTTPConnection

from app.rooms.refusals import Refused
from app.settings import Settings

Kind = Literal["rooms", "joins", "moves", "chat", "advice", "mail"]


class Limits:
    """The limits that the settings name (GR-024), in windows that move.

    The storage of `limits` goes by the wall clock, which may be set while somebody waits, and
    starts a thread for every hundredth of a second in which something is counted.
    """

    def __init__(self, settings: Settings, clock: Callable[[], float] = time.monotonic) -> None:
        """``clock``: seconds that never go back."""
        self._clock = clock
        self._limits = {
            "rooms": parse(settings.limit_rooms),
            "joins": parse(settings.limit_joins),
            "moves": parse(settings.limit_moves),
            "chat": parse(settings.limit_chat),
            "advice": parse(settings.limit_advice),
            "mail": parse(settings.limit_mail),
        }
        self._longest = max(limit.get_expiry() for limit in self._limits.values())
        self._counted: OrderedDict[tuple[Kind, str], deque[float]] = OrderedDict()
        """When, by what and who; who did something last stands last."""

    def count(self, kind: Kind, who: object) -> None:
        """Count one of these by a person or an address. Raises `Refused` (429) over the limit."""
        limit, now = self._limits[kind], self._clock()
        self._forget(now)
        times = self._counted.setdefault((kind, str(who)), deque())
        while times and times[0] <= now - limit.get_expiry():
            times.popleft()
        if len(times) >= limit.amount:
            raise Refused("That was a lot at once. Wait a little.", "GR-024", 429)
        times.append(now)
        self._counted.move_to_end((kind, str(who)))

    @property
    def remembered(self) -> int:
        """Of how many pairs of people and deeds something is known."""
        return len(self._counted)

    def _forget(self, now: float) -> None:
        while self._counted:
            first, times = next(iter(self._counted.items()))
            if times and times[-1] > now - self._longest:
                return
            del self._counted[first]


def address_of(connection: HTTPConnection | Request) -> str:
    """Where a request comes from; proxies that are trusted have been believed by then."""
    return connection.client.host if connection.client else ""
