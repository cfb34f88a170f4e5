"""What each seat has seen of its game: kept for all its devices, without a write a move.

Pages report the version they show when they are put out of sight, and now and then while they
are looked at. A person's own move counts as a look too.
"""

from __future__ import annotations

from collections.abc import Mapping

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

from app.games.contract import Seat

SEEN = """
    greatest(seat.seen_version, (
      SELECT max(move.number) FROM move
      WHERE move.room_id = seat.room_id AND move.seat = seat.number
        AND move.kind = 'move' AND move.by = ''))
"""
"""SQL: the room's version that the seat has seen."""

_LOOK = text(
    """
    UPDATE seat SET seen_version = least(:version, room.version)
    FROM room
    WHERE room.id = :room AND seat.room_id = room.id AND seat.number = :seat
      AND seat.seen_version < least(:version, room.version)
    """
)
_LAST = text(
    f"SELECT {SEEN} FROM seat WHERE seat.room_id = :room AND seat.number = :seat"  # noqa: S608
)
_MISSED = text(
    f"""
    SELECT seat.room_id, count(*) AS moves
    FROM seat
    JOIN room ON room.id = seat.room_id AND room.status = 'playing'
    CROSS JOIN LATERAL (SELECT {SEEN} AS version) AS seen
    JOIN move ON move.room_id = seat.room_id AND move.number > seen.version
      AND move.kind = 'move'
    WHERE seat.person_id = :person
    GROUP BY seat.room_id
    """  # noqa: S608
)


class Looks:
    """Queries over what seats have seen."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def look(self, room_id: int, seat: Seat, version: int) -> None:
        """A seat's person has seen the room up to a version. Older news changes nothing."""
        async with self._engine.begin() as connection:
            values = {"room": room_id, "seat": seat, "version": version}
            await connection.execute(_LOOK, values)

    async def last(self, room_id: int, seat: Seat) -> int:
        """The version that a seat has seen, -1 for not even the start."""
        async with self._engine.connect() as connection:
            values = {"room": room_id, "seat": seat}
            return int(await connection.scalar(_LAST, values) or 0)

    async def missed(self, person_id: int) -> Mapping[int, int]:
        """By running room, how many moves were made since the person looked; none is left out."""
        async with self._engine.connect() as connection:
            rows = await connection.execute(_MISSED, {"person": person_id})
            return {row.room_id: row.moves for row in rows}
