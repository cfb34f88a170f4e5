"""Migrations: whole, once, and equal to the tables in the code."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, text
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.pool import NullPool

from app.migrate import NewerDatabase, upgrade
from app.tables import metadata


async def test_the_migrations_make_the_tables_that_the_code_describes(database_url: str) -> None:
    def differences(connection: Connection) -> Sequence[Any]:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        return compare_metadata(context, metadata)

    engine = create_async_engine(database_url, poolclass=NullPool)
    async with engine.connect() as connection:
        assert await connection.run_sync(differences) == []
    await engine.dispose()


async def test_nodes_that_start_together_migrate_once(empty_database_url: str) -> None:
    await asyncio.gather(*(upgrade(empty_database_url) for _ in range(4)))
    await upgrade(empty_database_url)


async def test_an_old_program_refuses_a_newer_database(database_url: str) -> None:
    engine = create_async_engine(database_url, poolclass=NullPool)
    async with engine.begin() as connection:
        await connection.execute(text("DELETE FROM alembic_version"))
        await connection.execute(text("INSERT INTO alembic_version VALUES ('from_the_future')"))
    await engine.dispose()
    with pytest.raises(NewerDatabase, match="from_the_future"):
        await upgrade(database_url)
