"""Commands that run the service or look after its database."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncGenerator, Coroutine
from typing import Annotated, Any

import asyncpg
import typer
import uvloop

from app import logs
from app.migrate import NewerDatabase, upgrade
from app.people.people import ADMIN_LINK_MINUTES
from app.postgres import EmbeddedPostgres, PostgresFailed
from app.settings import Settings, load

commands = typer.Typer()


@commands.command()
def serve(
    host: Annotated[str | None, typer.Option(help="The address to listen on.")] = None,
    port: Annotated[int | None, typer.Option(help="The port; 0 takes a free one.")] = None,
    migrate: Annotated[bool, typer.Option(help="Bring the tables up to date first.")] = True,
) -> None:
    """Run Greenroom, with a Postgres of its own unless DATABASE_URL names yours."""
    from app.cli.server import run  # takes half a second, which other commands needn't wait

    given = {"host": host, "port": port}
    settings = _settings().model_copy(
        update={name: value for name, value in given.items() if value is not None}
    )
    _run(run(settings, migrate=migrate))


@commands.command("migrate")
def migrate_database() -> None:
    """Bring the database's tables up to date. Several at once do no harm."""

    async def work() -> None:
        async with _database(_settings()) as url:
            await upgrade(url)
        typer.echo("the database is up to date")

    _run(work())


@commands.command()
def admin_link() -> None:
    """Print a link that makes whoever opens it first an admin."""
    from app.cli.server import base_url, new_admin_link

    async def work() -> None:
        settings = _settings()
        async with _database(settings) as url:
            typer.echo(await new_admin_link(url, base_url(settings, settings.port)))
        typer.echo(f"It works once, within {ADMIN_LINK_MINUTES} minutes.", err=True)

    _run(work())


def _settings() -> Settings:
    try:
        settings = load()
    except ValueError as error:
        raise _refusal(error) from error
    logs.configure(settings)
    return settings


@contextlib.asynccontextmanager
async def _database(settings: Settings) -> AsyncGenerator[str]:
    """The database of a service that may or may not be running meanwhile."""
    if settings.database_url is not None:
        yield settings.database_url
        return
    postgres = EmbeddedPostgres(settings.data_dir)
    if await postgres.answers():
        yield postgres.url
        return
    async with postgres:
        yield postgres.url


def _run(work: Coroutine[Any, Any, None]) -> None:
    try:
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            runner.run(work)
    except (PostgresFailed, NewerDatabase, asyncpg.PostgresError, OSError) as error:
        raise _refusal(error) from error
    except (KeyboardInterrupt, asyncio.CancelledError):
        raise typer.Exit(130) from None


def _refusal(error: Exception) -> typer.Exit:
    typer.echo(f"greenroom: {error}", err=True)
    return typer.Exit(1)
