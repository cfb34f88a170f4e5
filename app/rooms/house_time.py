"""What time it is in the house, which is the time that clocks go by.

It runs while the service does. The database keeps it: in each second that some node looks after
the clocks it goes on with the database's own clock, and stands still when none does. So neither a
standstill of the service nor somebody who sets a clock has to be noticed by anyone, and no deadline
ever has to be moved: deadlines and breaks are stored in this time. It is behind what a clock on the
wall shows by all that was lost so (``pulse.lost``).
"""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta

from sqlalchemy import DateTime, literal_column, select
from sqlalchemy.ext.asyncio import AsyncConnection

from app.tables import pulse

STANDSTILL_SECONDS = 3.0
"""The database's clock has gone on by more since it was looked at last (or back): that was no time
of play."""


def pulse_within(seconds: float) -> str:
    """Whether a node looked after the clocks in the last so many seconds, in SQL."""
    return f"clock_timestamp() - pulse.at BETWEEN interval '0' AND interval '{seconds} seconds'"


HOUSE_NOW = f"""(
    SELECT CASE WHEN {pulse_within(STANDSTILL_SECONDS)} THEN clock_timestamp() ELSE pulse.at END
           - pulse.lost
    FROM pulse)"""  # noqa: S608 - built from the constants above
"""The house's time, as an expression of SQL."""

house_now = literal_column(HOUSE_NOW, DateTime(timezone=True))

_LOOK = select(house_now.label("now"), pulse.c.lost)


class HouseTime:
    """The house's time as this node knows it, without asking each time.

    A node's own clock may be wrong, or be set while games run; so between two looks at the
    database's the monotonic clock is counted on. Before the first look the own clock must do.
    """

    def __init__(self) -> None:
        self._known: tuple[datetime, float] | None = None
        self._lost = timedelta()

    def now(self) -> datetime:
        """This moment, in UTC. It stands still while the database can't be asked."""
        if self._known is None:
            return datetime.now(UTC)
        then, at = self._known
        return then + timedelta(seconds=min(time.monotonic() - at, STANDSTILL_SECONDS))

    def stamp(self) -> int:
        """This moment on the wall in milliseconds since 1970, as pages count it."""
        return int(self.wall().timestamp() * 1000)

    def wall(self) -> datetime:
        """What the database's clock shows now, in UTC."""
        return self.on_the_wall(self.now())

    def on_the_wall(self, moment: datetime) -> datetime:
        """What the database's clock shows at a moment of the house's time, in UTC."""
        return moment + self._lost

    async def look(self, connection: AsyncConnection) -> bool:
        """Ask the database what time it is. True: moments of the house's time fall on others of
        the wall than before."""
        row = (await connection.execute(_LOOK)).one()
        # counted from the answer on, this node's time is never ahead: nobody's is over too soon
        self._known = row.now.astimezone(UTC), time.monotonic()
        before, self._lost = self._lost, row.lost
        return before != row.lost
