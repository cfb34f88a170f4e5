"""The book of what was done and looked at by those who run the house."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import msgspec
from sqlalchemy import func, insert, select, text, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from app import tables
from app.people.people import Person
from app.people.texts import plain_text
from app.rooms.refusals import Refused
from app.rooms.room import Room

LOOK = "look"
REFUSED = "refused"
SHOWN = 100


class AuditLine(msgspec.Struct, frozen=True):
    """A line of the book. ``room``: the code of the room it is about, if there still is one.
    With "refused" in its ``detail`` the act was tried and did not happen."""

    id: int
    at: datetime
    person: str
    action: str
    room: str
    detail: dict[str, Any]
    reason: str


def because(reason: str) -> str:
    """A reason as it is written down. Raises `Refused` (GR-030) when there is none."""
    reason = plain_text(reason)
    if not reason:
        raise Refused("Say why: the reason is written down.", "GR-030", 422)
    return reason[:300]


async def note(
    connection: AsyncConnection,
    actor: Person,
    action: str,
    room_id: int | None = None,
    reason: str = "",
    **detail: Any,
) -> int:
    """Write a line, in the transaction of what it tells of; returns the line's number."""
    made = await connection.execute(
        insert(tables.admin_action)
        .values(person_id=actor.id, action=action, room_id=room_id, reason=reason, detail=detail)
        .returning(tables.admin_action.c.id)
    )
    return made.scalar_one()


async def note_refusal(connection: AsyncConnection, line: int, why: str) -> None:
    """Say in a line that what it tells of was refused after all."""
    action = tables.admin_action
    await connection.execute(
        update(action)
        .where(action.c.id == line)
        .values(detail=action.c.detail.concat({REFUSED: why}))
    )


class Audit:
    """Writes looks, reads lines."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def looked(self, person: Person, room: Room, **at: Any) -> None:
        """Somebody is about to see hidden things: of a running game that is written down, the
        same look once in ten minutes."""
        if room.facts.status != "playing":
            return
        action = tables.admin_action
        async with self._engine.begin() as connection:
            again = await connection.execute(
                select(action.c.id).where(
                    action.c.room_id == room.id,
                    action.c.person_id == person.id,
                    action.c.action == LOOK,
                    action.c.detail == at,
                    action.c.at > func.now() - text("interval '10 minutes'"),
                )
            )
            if again.first() is None:
                await note(connection, person, LOOK, room.id, **at)

    async def looks(self, room_id: int) -> Sequence[tuple[str, datetime, int]]:
        """Who looked at hidden things of a room while it ran: name, last time, how often."""
        action, person = tables.admin_action, tables.person
        async with self._engine.connect() as connection:
            rows = await connection.execute(
                select(person.c.name, func.max(action.c.at), func.count())
                .select_from(action.outerjoin(person, person.c.id == action.c.person_id))
                .where(action.c.room_id == room_id, action.c.action == LOOK)
                .group_by(person.c.id, person.c.name)
                .order_by(func.max(action.c.at))
            )
            return [(row[0] or "Somebody", row[1], row[2]) for row in rows]

    async def lines(
        self, room_id: int | None = None, before: int | None = None
    ) -> Sequence[AuditLine]:
        """The newest lines, of one room or of all, older than line ``before``."""
        action, person, room = tables.admin_action, tables.person, tables.room
        query = (
            select(action, person.c.name, room.c.code)
            .select_from(
                action.outerjoin(person, person.c.id == action.c.person_id).outerjoin(
                    room, room.c.id == action.c.room_id
                )
            )
            .order_by(action.c.id.desc())
            .limit(SHOWN)
        )
        if room_id is not None:
            query = query.where(action.c.room_id == room_id)
        if before is not None:
            query = query.where(action.c.id < before)
        async with self._engine.connect() as connection:
            rows = (await connection.execute(query)).all()
        return [
            AuditLine(
                row.id,
                row.at,
                row.name or "",
                row.action,
                row.code or "",
                row.detail,
                row.reason,
            )
            for row in rows
        ]
