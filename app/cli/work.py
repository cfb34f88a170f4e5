"""What the commands about the service share, and the short ones whole."""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
from collections.abc import AsyncGenerator, Coroutine
from typing import Any, TypeVar

import msgspec
import typer
import uvloop
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.pool import NullPool

from app import logs
from app.migrate import NewerDatabase, upgrade
from app.people.people import ADMIN_LINK_MINUTES, People
from app.postgres import EmbeddedPostgres, PostgresFailed
from app.rooms.check_live import check_rooms
from app.rooms.store import Store
from app.settings import Settings, load

Result = TypeVar("Result")


def settings() -> Settings:
    """The environment's settings, with logs set up as they say; ends the command when wrong."""
    try:
        found = load()
    except ValueError as error:
        raise _refusal(error) from error
    logs.configure(found)
    return found


def carry_out(work: Coroutine[Any, Any, Result]) -> Result:
    """Run a command's work; what an operator can mend is told in a line, without a traceback."""
    try:
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            return runner.run(work)
    except (PostgresFailed, NewerDatabase, DBAPIError, OSError) as error:
        raise _refusal(error) from error
    except (KeyboardInterrupt, asyncio.CancelledError):
        raise typer.Exit(130) from None


def _refusal(error: Exception) -> typer.Exit:
    told = error.orig if isinstance(error, DBAPIError) else error
    typer.echo(f"greenroom: {told}", err=True)
    return typer.Exit(1)


@contextlib.asynccontextmanager
async def database(settings: Settings) -> AsyncGenerator[str]:
    """The database of a service, whether that is running meanwhile or not."""
    if settings.database_url is not None:
        yield settings.database_url
        return
    postgres = EmbeddedPostgres(settings.data_dir)
    if await postgres.answers():
        yield postgres.url
        return
    async with postgres:
        yield postgres.url


async def migrate(settings: Settings) -> None:
    """Bring the tables up to date."""
    async with database(settings) as url:
        await upgrade(url)


async def check_live(settings: Settings) -> int:
    """Print the running rooms that this code could not go on with; how many they are."""
    async with database(settings) as url:
        engine = create_async_engine(url, poolclass=NullPool)
        try:
            checked = await check_rooms(Store(engine))
        finally:
            await engine.dispose()
    for fault in checked.faults:
        typer.echo(msgspec.json.encode(fault).decode())
    typer.echo(
        f"{checked.rooms} running games, {len(checked.faults)} would not go on; "
        f"{checked.carried} were begun under other rules and go on under these",
        err=True,
    )
    return len(checked.faults)


async def print_admin_link(settings: Settings) -> None:
    """Print a new admin link for the service as it is set up."""
    async with database(settings) as url:
        typer.echo(await new_admin_link(url, base_url(settings, settings.port)))
    typer.echo(f"It works once, within {ADMIN_LINK_MINUTES} minutes.", err=True)


async def new_admin_link(database_url: str, base: str) -> str:
    """A link that makes whoever opens it first an admin."""
    engine = create_async_engine(database_url, poolclass=NullPool)
    try:
        return f"{base}/admin/enter/{await People(engine).admin_link()}"
    finally:
        await engine.dispose()


def base_url(settings: Settings, port: int) -> str:
    """The service's address for somebody on this machine, or the public one if there is one."""
    if settings.public_url is not None:
        return settings.public_url
    host = "localhost" if is_everywhere(settings.host) else settings.host
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def is_everywhere(host: str) -> bool:
    """Whether listening there means to listen on all of the machine's addresses."""
    with contextlib.suppress(ValueError):
        return ipaddress.ip_address(host).is_unspecified
    return False
