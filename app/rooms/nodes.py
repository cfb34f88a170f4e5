"""The processes that serve this database together: signs of life, and what each has done."""

from __future__ import annotations

import asyncio
import contextlib
import platform
from collections.abc import Callable, Sequence
from datetime import datetime
from importlib.metadata import version

import msgspec
import structlog
from sqlalchemy import bindparam, delete, func, select, text
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncEngine

from app import tables
from app.rooms.tally import Tally

log = structlog.get_logger()

BEAT_SECONDS = 10.0
GONE_AFTER_SECONDS = 35
"""Three beats and a half without a sign: the node is gone."""
MINUTES_SHOWN = 60


class Load(msgspec.Struct, frozen=True):
    """What a node carries now. ``people`` are persons with a socket."""

    rooms: int
    sockets: int
    people: int


class NodeLine(msgspec.Struct, frozen=True):
    """A node of the list. ``alive``: it gave a sign lately."""

    id: str
    host: str
    version: str
    rooms: int
    sockets: int
    people: int
    started_at: datetime
    seen_at: datetime
    alive: bool


class Minute(msgspec.Struct, frozen=True):
    """All nodes' figures of a minute; ``ago``: minutes before now. ``p95`` is that of the
    slowest node, in milliseconds."""

    ago: int
    moves: int
    refusals: int
    errors: int
    p95: int
    sockets: int


class Nodes:
    """This node's sign of life, and the list of all."""

    def __init__(
        self, engine: AsyncEngine, node: str, tally: Tally, load: Callable[[], Load]
    ) -> None:
        self._engine = engine
        self._node = node
        self._tally = tally
        self._load = load
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.create_task(self._beat_on())

    async def stop(self) -> None:
        """Take this node off the list."""
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task
        node = tables.node
        try:
            async with asyncio.timeout(2), self._engine.begin() as connection:
                await connection.execute(delete(node).where(node.c.id == self._node))
        except Exception as error:  # the list forgets it by itself
            log.warning("node not signed off", error=str(error))

    async def _beat_on(self) -> None:
        while True:
            try:
                await self.beat()
            except Exception as error:  # the database is away: the next beat will do
                log.warning("no sign of life", error=str(error))
            await asyncio.sleep(BEAT_SECONDS)

    async def beat(self) -> None:
        """Give a sign, with what was done since the last one."""
        load, counts = self._load(), self._tally.take()
        node, minute = tables.node, tables.node_minute
        carried = {"rooms": load.rooms, "sockets": load.sockets, "people": load.people}
        sign = insert(node).values(
            id=self._node,
            host=platform.node()[:80],
            version=version("greenroom"),
            **carried,
        )
        done = insert(minute).values(
            minute=func.date_trunc("minute", func.now()),
            node_id=self._node,
            moves=counts.moves,
            refusals=counts.refusals,
            errors=counts.errors,
            p95=counts.p95,
            sockets=load.sockets,
        )
        new = done.excluded
        async with self._engine.begin() as connection:
            await connection.execute(
                sign.on_conflict_do_update(
                    index_elements=["id"], set_={**carried, "seen_at": func.now()}
                )
            )
            await connection.execute(
                done.on_conflict_do_update(
                    index_elements=["minute", "node_id"],
                    set_={
                        "moves": minute.c.moves + new.moves,
                        "refusals": minute.c.refusals + new.refusals,
                        "errors": minute.c.errors + new.errors,
                        "p95": func.greatest(minute.c.p95, new.p95),
                        "sockets": new.sockets,
                    },
                )
            )

    async def all(self) -> Sequence[NodeLine]:
        """Every node that signed on and not off, the living first."""
        node = tables.node
        alive = node.c.seen_at > func.now() - text(f"interval '{GONE_AFTER_SECONDS} seconds'")
        query = select(node, alive.label("alive")).order_by(alive.desc(), node.c.started_at)
        async with self._engine.connect() as connection:
            rows = await connection.execute(query)
            return [
                NodeLine(**{name: getattr(row, name) for name in NodeLine.__struct_fields__})
                for row in rows
            ]

    async def minutes(self) -> Sequence[Minute]:
        """The last hour, oldest first, one entry a minute; a minute without a node is all 0."""
        async with self._engine.connect() as connection:
            rows = await connection.execute(_MINUTES, {"shown": MINUTES_SHOWN})
            return [
                Minute(row.ago, row.moves, row.refusals, row.errors, row.p95, row.sockets)
                for row in rows
            ]


_MINUTES = text(
    """
    SELECT ago,
           coalesce(sum(moves), 0)::int AS moves,
           coalesce(sum(refusals), 0)::int AS refusals,
           coalesce(sum(errors), 0)::int AS errors,
           coalesce(max(p95), 0) AS p95,
           coalesce(sum(sockets), 0)::int AS sockets
    FROM generate_series(CAST(:shown AS int) - 1, 0, -1) AS ago
    LEFT JOIN node_minute
      ON node_minute.minute = date_trunc('minute', now()) - make_interval(mins => ago)
    GROUP BY ago ORDER BY ago DESC
    """
).bindparams(bindparam("shown"))
