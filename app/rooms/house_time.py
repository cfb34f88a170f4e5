"""What time it is in the house: deadlines are set and watched by one clock, the database's."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncConnection

LEAP_SECONDS = 3.0
"""A clock that is set by no more than this does nobody harm."""
_SLOWEST_SECONDS = 0.5
"""An answer that took longer says too little of when it was given."""


class HouseTime:
    """The database's clock as this node knows it, without asking each time.

    A node's own clock may be wrong, or be set while games run; so between two looks at the
    database's the monotonic clock is counted on. Before the first look the own clock must do.
    """

    def __init__(self) -> None:
        self._known: tuple[datetime, float] | None = None

    def now(self) -> datetime:
        """This moment, in UTC."""
        if self._known is None:
            return datetime.now(UTC)
        then, at = self._known
        return then + timedelta(seconds=time.monotonic() - at)

    def stamp(self) -> int:
        """This moment in milliseconds since 1970, as pages count it."""
        return int(self.now().timestamp() * 1000)

    async def look(self, connection: AsyncConnection) -> float:
        """Ask the database what time it is. Returns the seconds by which its clock was set
        since the last look; 0 when it was not, or not by more than `LEAP_SECONDS`."""
        before = time.monotonic()
        then: datetime = (await connection.execute(select(func.clock_timestamp()))).scalar_one()
        after = time.monotonic()
        if self._known is not None and after - before > _SLOWEST_SECONDS:
            return 0.0
        expected = self._known
        self._known = then.astimezone(UTC), (before + after) / 2
        if expected is None:
            return 0.0
        leap = (self._known[0] - expected[0]).total_seconds() - (self._known[1] - expected[1])
        return leap if abs(leap) > LEAP_SECONDS else 0.0
