"""Who may not stay: the truth behind every hint that somebody has been shown out."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from sqlalchemy import ARRAY, BigInteger, LargeBinary, bindparam, text
from sqlalchemy.ext.asyncio import AsyncEngine


class Visit(msgspec.Struct, frozen=True):
    """A session that looks at a room. ``session``: the hash of its token."""

    room_id: int
    session: bytes


class Doors:
    """Compares those who are in with the database."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def unwelcome(self, visits: Sequence[Visit]) -> set[Visit]:
        """Visits that would be refused if they came now: signed out, forgotten, banned from the
        house; or without a seat in the room, and sent out of it (GR-012) or not knowing its
        password (GR-022)."""
        parameters = {
            "rooms": [visit.room_id for visit in visits],
            "sessions": [visit.session for visit in visits],
        }
        async with self._engine.connect() as connection:
            rows = await connection.execute(_UNWELCOME, parameters)
            return {visits[at - 1] for at in rows.scalars()}


_UNWELCOME = text(
    """
    SELECT visit.at
    FROM unnest(:rooms, :sessions) WITH ORDINALITY AS visit(room_id, token_hash, at)
    LEFT JOIN session ON session.token_hash = visit.token_hash
    LEFT JOIN person ON person.id = session.person_id AND person.banned_at IS NULL
    WHERE person.id IS NULL
       OR ((EXISTS (SELECT FROM ban
                    WHERE ban.room_id = visit.room_id AND ban.person_id = person.id)
            OR (EXISTS (SELECT FROM room
                        WHERE room.id = visit.room_id AND room.password_hash IS NOT NULL)
                AND NOT EXISTS (SELECT FROM room_key
                                WHERE room_key.room_id = visit.room_id
                                  AND room_key.person_id = person.id)))
           AND NOT EXISTS (SELECT FROM seat
                           WHERE seat.room_id = visit.room_id AND seat.person_id = person.id)
           AND (person.role = '' OR coalesce(session.admin_until < now(), true)))
    """
).bindparams(
    bindparam("rooms", type_=ARRAY(BigInteger)), bindparam("sessions", type_=ARRAY(LargeBinary))
)
