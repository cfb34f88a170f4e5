"""The letters to be sent, as the database knows them: put in once, taken by one node at a time."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

import msgspec
from sqlalchemy import Row, delete, text
from sqlalchemy.ext.asyncio import AsyncEngine

from app import tables
from app.rooms.looks import SEEN
from app.rooms.presence import FRESH_SECONDS

STILL_SECONDS = 30
"""A table has been still for so long before anybody is written to: undoing a move is quicker."""
IDLE_SECONDS = 600
"""Somebody with a page open there has so long to look at it."""
FIRST_RETRY_SECONDS, LAST_RETRY_SECONDS = 60, 3600
MOST_ATTEMPTS = 30
"""Then (after a day) a letter is given up."""
_AT_ONCE = 20

# A seat is written to when it was asked after what it has seen, and once: until it has seen what it
# was written of. The row of the seat is both the claim and the memory of it: of two nodes, one
# changes it.
_ASKED = "CAST(room.clock -> 'seats' -> CAST(seat.number AS text) ->> 'asked' AS integer)"
_WAITS = f"""
    room.status = 'playing' AND room.paused_at IS NULL AND room.clock ->> 'kind' = 'mail'
    AND seat.computer = '' AND {_ASKED} > {SEEN}
"""
_PUT_IN = text(
    f"""
    WITH told AS (
      UPDATE seat SET mailed_version = room.version
      FROM person, room
      WHERE person.email_confirmed_at IS NOT NULL AND person.banned_at IS NULL
        AND seat.person_id = person.id AND room.id = seat.room_id
        AND {_WAITS}
        AND seat.mailed_version <= {SEEN}
        AND room.updated_at < now() - make_interval(secs => CASE
          WHEN EXISTS (
            SELECT FROM presence
            WHERE presence.room_id = room.id AND presence.person_id = person.id
              AND NOT presence.gone
              AND presence.seen_at > now() - make_interval(secs => :fresh))
          THEN CAST(:idle AS float) ELSE :still END)
      RETURNING seat.room_id, seat.number, seat.person_id
    )
    INSERT INTO mail (kind, person_id, room_id, seat)
    SELECT 'turn', person_id, room_id, number FROM told
    RETURNING id
    """  # noqa: S608
)
_GIVE_UP = text("DELETE FROM mail WHERE attempts >= :most AND due_at <= now()")
_TAKE = text(
    """
    UPDATE mail SET
      attempts = attempts + 1,
      due_at = now() + make_interval(secs => least(:last, :first * 2 ^ least(attempts, 10)))
    WHERE id IN (
      SELECT id FROM mail WHERE due_at <= now() ORDER BY due_at
      LIMIT :most FOR UPDATE SKIP LOCKED)
    RETURNING id
    """
)
_READ = text(
    f"""
    SELECT mail.id, mail.kind, mail.person_id, mail.room_id, mail.seat, mail.at,
      person.email, person.email_confirmed_at IS NOT NULL AS confirmed,
      coalesce({_WAITS}, false) AS waits
    FROM mail
    JOIN person ON person.id = mail.person_id
    LEFT JOIN room ON room.id = mail.room_id
    LEFT JOIN seat ON seat.room_id = mail.room_id AND seat.number = mail.seat
      AND seat.person_id = mail.person_id
    WHERE mail.id = ANY(:ids) AND person.email IS NOT NULL
    ORDER BY mail.id
    """  # noqa: S608
)
# nothing was sent, so the next question may be written of
_UNTELL = text(
    "UPDATE seat SET mailed_version = -1 "
    "WHERE room_id = :room AND number = :seat AND person_id = :person"
)


class Item(msgspec.Struct, frozen=True):
    """A letter to be sent. ``moot``: the reason for it has gone since."""

    id: int
    kind: str
    person_id: int
    room_id: int | None
    seat: int | None
    at: datetime
    address: str
    moot: bool


class Outbox:
    """Queries over the letters that are still to be sent."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def put_turns_in(self) -> int:
        """Write down who is to be told that they are asked; how many that were."""
        async with self._engine.begin() as connection:
            times = {"idle": IDLE_SECONDS, "still": STILL_SECONDS, "fresh": FRESH_SECONDS}
            return len((await connection.execute(_PUT_IN, times)).all())

    async def take(self) -> Sequence[Item]:
        """Letters that are due, for this node alone until their next attempt is."""
        async with self._engine.begin() as connection:
            await connection.execute(_GIVE_UP, {"most": MOST_ATTEMPTS})
            taken = await connection.execute(
                _TAKE,
                {"first": FIRST_RETRY_SECONDS, "last": LAST_RETRY_SECONDS, "most": _AT_ONCE},
            )
            ids = list(taken.scalars())
            rows = await connection.execute(_READ, {"ids": ids}) if ids else ()
            return [_item(row) for row in rows]

    async def done(self, item: Item) -> None:
        """A letter is out, or will never be taken."""
        async with self._engine.begin() as connection:
            await connection.execute(delete(tables.mail).where(tables.mail.c.id == item.id))

    async def drop(self, item: Item) -> None:
        """A letter is not wanted any more, and was never sent."""
        async with self._engine.begin() as connection:
            await connection.execute(delete(tables.mail).where(tables.mail.c.id == item.id))
            await connection.execute(
                _UNTELL, {"room": item.room_id, "seat": item.seat, "person": item.person_id}
            )


def _item(row: Row[tuple[object, ...]]) -> Item:
    moot = row.confirmed if row.kind == "confirm" else not (row.confirmed and row.waits)
    return Item(
        row.id,
        row.kind,
        row.person_id,
        row.room_id,
        row.seat,
        row.at,
        row.email,
        moot,
    )
