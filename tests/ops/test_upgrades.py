"""An upgrade under running nodes: a migration only adds what the version before can do without.

Expand and contract (docs/operating.md): what is not used any more is dropped one version later, and
stands in ``CONTRACTS`` with the version that stopped using it.
"""

from __future__ import annotations

from typing import Any

import pytest
from alembic import command
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.pool import NullPool

from app.migrate import alembic_config

BEFORE_THE_RULE = "0003"
CONTRACTS: dict[str, str] = {}

_STEPS = [
    script.revision
    for script in ScriptDirectory.from_config(alembic_config()).walk_revisions()
    if script.revision > BEFORE_THE_RULE
]

Columns = dict[tuple[str, str], dict[str, Any]]


def _migrate(connection: Connection, revision: str) -> Columns:
    config = alembic_config()
    config.attributes["connection"] = connection
    command.upgrade(config, revision)
    inspector = inspect(connection)
    return {
        (table, column["name"]): dict(column)
        for table in inspector.get_table_names()
        for column in inspector.get_columns(table)
    }


def _troubles(before: Columns, after: Columns) -> list[str]:
    """What a node of the version before would stumble over."""
    troubles = [f"{table}.{name} is gone" for table, name in before.keys() - after.keys()]
    known = {table for table, _ in before}
    for (table, name), column in after.items():
        old = before.get((table, name))
        if old is None:
            if table in known and not column["nullable"] and column["default"] is None:
                troubles.append(f"{table}.{name} must be given")
        elif str(old["type"]) != str(column["type"]):
            troubles.append(f"{table}.{name} was {old['type']} and is {column['type']}")
        elif old["nullable"] and not column["nullable"]:
            troubles.append(f"{table}.{name} must be given now")
    return troubles


@pytest.mark.parametrize("revision", _STEPS)
async def test_the_version_before_goes_on_after_a_migration(
    empty_database_url: str, revision: str
) -> None:
    engine = create_async_engine(empty_database_url, poolclass=NullPool)
    async with engine.begin() as connection:
        before = await connection.run_sync(_migrate, f"{int(revision) - 1:04}")
        after = await connection.run_sync(_migrate, revision)
    await engine.dispose()
    assert bool(_troubles(before, after)) is (revision in CONTRACTS), _troubles(before, after)
