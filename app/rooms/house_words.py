"""What the house says to everybody: a notice on every page, and why no game starts now."""

from __future__ import annotations

from typing import Literal

from sqlalchemy import delete, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from app import tables
from app.rooms.refusals import Refused

Word = Literal["notice", "closed"]


class HouseWords:
    """The words as this node last read them: pages are drawn with them. ``notice``: a word to
    everybody; ``closed``: why no game starts (GR-032); both "" for none."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self.notice = ""
        self.closed = ""

    async def load(self) -> bool:
        """Read them anew; says whether they are others than before."""
        word = tables.house_word
        async with self._engine.connect() as connection:
            rows = await connection.execute(select(word.c.name, word.c.text))
            found = {row.name: row.text for row in rows}
        before = (self.notice, self.closed)
        self.notice, self.closed = found.get("notice", ""), found.get("closed", "")
        return before != (self.notice, self.closed)


async def put_word(connection: AsyncConnection, name: Word, text: str) -> None:
    """Say something, or with "" nothing any more."""
    word = tables.house_word
    if not text:
        await connection.execute(delete(word).where(word.c.name == name))
        return
    statement = insert(word).values(name=name, text=text)
    await connection.execute(
        statement.on_conflict_do_update(index_elements=["name"], set_={"text": text})
    )


async def refuse_when_closed(connection: AsyncConnection) -> None:
    """Raises `Refused` (GR-032) while no game may start, whatever this node knew of it."""
    word = tables.house_word
    why = await connection.scalar(select(word.c.text).where(word.c.name == "closed"))
    if why is not None:
        raise Refused(f"No new games now: {why}", "GR-032", 503)
