"""The book of moves that were refused: what admins read when somebody reports a fault."""

from __future__ import annotations

from sqlalchemy import insert
from sqlalchemy.ext.asyncio import AsyncEngine

from app import tables
from app.games.contract import Viewer
from app.people.texts import plain_text
from app.rooms.refusals import Refused
from app.rooms.room import Room


async def write_down(
    engine: AsyncEngine,
    room: Room,
    seat: Viewer,
    person_id: int | None,
    move: str,
    refused: Refused,
) -> None:
    """Write down who wanted what, and why not."""
    async with engine.begin() as connection:
        await connection.execute(
            insert(tables.refused).values(
                room_id=room.id,
                version=room.version,
                seat=seat,
                person_id=person_id,
                move=plain_text(move)[:200],
                rule=refused.rule,
                why=refused.text,
            )
        )
