"""Run by Alembic, either by ``app.migrate`` with an open connection or by Alembic's own command."""

from __future__ import annotations

import asyncio

from alembic import context
from sqlalchemy import Connection
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.pool import NullPool

from app.settings import Settings
from app.tables import metadata


def _migrate(connection: Connection) -> None:
    context.configure(connection=connection, target_metadata=metadata, compare_type=True)
    with context.begin_transaction():
        context.run_migrations()


async def _connect_and_migrate() -> None:
    url = Settings().database_url
    if url is None:
        raise SystemExit("set DATABASE_URL to the database that Alembic shall look at")
    engine = create_async_engine(url, poolclass=NullPool)
    try:
        async with engine.begin() as connection:
            await connection.run_sync(_migrate)
    finally:
        await engine.dispose()


if context.is_offline_mode():
    raise SystemExit("migrations look at the database, so they don't run without one (--sql)")
given = context.config.attributes.get("connection")
if given is None:
    asyncio.run(_connect_and_migrate())
else:
    _migrate(given)
