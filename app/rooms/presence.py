"""Who is in which room, as all nodes together know it."""

from __future__ import annotations

from collections.abc import Collection
from datetime import timedelta

from sqlalchemy import case, delete, func, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncEngine

from app import tables
from app.tables import any_of

BEAT_SECONDS = 12.0
FRESH_SECONDS = 36
"""A node that has given no sign for so long is gone, and the people with it."""

_FRESH = timedelta(seconds=FRESH_SECONDS)
_presence = tables.presence
_HERE = ~_presence.c.gone & (_presence.c.seen_at > func.now() - _FRESH)
_crowd = tables.crowd


class Presence:
    """Connections of this node written down for the others, theirs read."""

    def __init__(self, engine: AsyncEngine, node: str) -> None:
        self._engine = engine.execution_options(isolation_level="AUTOCOMMIT")
        self._node = node

    async def arrive(self, room_id: int, person_id: int) -> None:
        """The person has a connection to this node."""
        new = insert(_presence).values(room_id=room_id, person_id=person_id, node=self._node)
        again = case((_HERE, _presence.c.since), else_=func.now())
        await self._execute(
            new.on_conflict_do_update(
                index_elements=["room_id", "person_id", "node"],
                set_={"gone": False, "since": again, "seen_at": func.now()},
            )
        )

    async def depart(self, room_id: int, person_id: int) -> None:
        """The person's last connection to this node is gone."""
        await self._execute(
            update(_presence)
            .where(
                _presence.c.room_id == room_id,
                _presence.c.person_id == person_id,
                _presence.c.node == self._node,
            )
            .values(gone=True, seen_at=func.now())
        )

    async def count(self, room_id: int, nameless: int) -> None:
        """So many onlookers without a name are connected to this node."""
        if nameless == 0:
            mine = (_crowd.c.room_id == room_id) & (_crowd.c.node == self._node)
            await self._execute(delete(_crowd).where(mine))
            return
        new = insert(_crowd).values(room_id=room_id, node=self._node, nameless=nameless)
        await self._execute(
            new.on_conflict_do_update(
                index_elements=["room_id", "node"],
                set_={"nameless": nameless, "seen_at": func.now()},
            )
        )

    async def beat(self) -> None:
        """This node is alive, and all who are connected to it are here."""
        mine = (_presence.c.node == self._node) & ~_presence.c.gone
        await self._execute(update(_presence).where(mine).values(seen_at=func.now()))
        crowd = update(_crowd).where(_crowd.c.node == self._node)
        await self._execute(crowd.values(seen_at=func.now()))

    async def close(self) -> None:
        """This node ends: nobody is here any more."""
        mine = (_presence.c.node == self._node) & ~_presence.c.gone
        await self._execute(update(_presence).where(mine).values(gone=True, seen_at=func.now()))
        await self._execute(delete(_crowd).where(_crowd.c.node == self._node))

    async def here(self, room_ids: Collection[int]) -> dict[int, dict[int, float]]:
        """By room, the persons who are there on any node, and since when (seconds since 1970)."""
        since = func.extract("epoch", func.min(_presence.c.since))
        query = (
            select(_presence.c.room_id, _presence.c.person_id, since.label("since"))
            .where(_presence.c.room_id == any_of(room_ids), _HERE)
            .group_by(_presence.c.room_id, _presence.c.person_id)
        )
        found: dict[int, dict[int, float]] = {room_id: {} for room_id in room_ids}
        async with self._engine.connect() as connection:
            for row in await connection.execute(query):
                found[row.room_id][row.person_id] = float(row.since)
        return found

    async def nameless_elsewhere(self, room_ids: Collection[int]) -> dict[int, int]:
        """By room, the onlookers without a name on other nodes; rooms without any are left out."""
        query = (
            select(_crowd.c.room_id, func.sum(_crowd.c.nameless).label("nameless"))
            .where(
                _crowd.c.room_id == any_of(room_ids),
                _crowd.c.node != self._node,
                _crowd.c.seen_at > func.now() - _FRESH,
            )
            .group_by(_crowd.c.room_id)
        )
        async with self._engine.connect() as connection:
            rows = await connection.execute(query)
            return {row.room_id: int(row.nameless) for row in rows}

    async def away_for(self, room_id: int, person_id: int) -> float | None:
        """Seconds since the person was last seen in the room: 0 while here, ``None`` for never."""
        ago = func.extract("epoch", func.now() - func.max(_presence.c.seen_at))
        query = select(func.bool_or(_HERE).label("here"), ago.label("ago")).where(
            _presence.c.room_id == room_id, _presence.c.person_id == person_id
        )
        async with self._engine.connect() as connection:
            row = (await connection.execute(query)).one()
        if row.ago is None:
            return None
        return 0.0 if row.here else max(float(row.ago), 0.001)

    async def _execute(self, statement: object) -> None:
        async with self._engine.connect() as connection:
            await connection.execute(statement)  # type: ignore[call-overload]
