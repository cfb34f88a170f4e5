"""Brings a database's tables up to date."""

from __future__ import annotations

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import Connection, text
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.pool import NullPool

from app.resources import resources

_LOCK = 0x67726565_6E726F6F  # "greenroo", the key of the advisory lock


class NewerDatabase(RuntimeError):
    """The database was made by a newer Greenroom than this one."""


def alembic_config() -> Config:
    """Alembic's settings, without a file of its own."""
    config = Config()
    # Alembic reads a % as the start of a reference
    config.set_main_option("script_location", str(resources("migrations")).replace("%", "%%"))
    return config


async def upgrade(url: str) -> None:
    """Run the migrations that this database has not had yet, all or none.

    Nodes that start together take turns: the first migrates, the others find it done.
    Raises NewerDatabase when a newer Greenroom has been here.
    """
    engine = create_async_engine(url, poolclass=NullPool)
    try:
        async with engine.begin() as connection:
            await connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _LOCK})
            await connection.run_sync(_upgrade)
    finally:
        await engine.dispose()


def _upgrade(connection: Connection) -> None:
    config = alembic_config()
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, "head")
    except CommandError as error:
        known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
        at = connection.execute(text("SELECT version_num FROM alembic_version")).scalars().all()
        if unknown := set(at) - known:
            raise NewerDatabase(
                f"the database is at revision {', '.join(sorted(unknown))}, which this Greenroom "
                "does not know: run a newer one"
            ) from error
        raise
