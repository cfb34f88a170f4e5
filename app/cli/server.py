"""The running service: database, tables, web server, and an orderly end."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import signal
import socket
from collections.abc import AsyncGenerator, Generator, Iterator
from typing import Any

import structlog
import typer
import uvicorn
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.pool import NullPool

from app.cli.lean_socket import LeanSocket
from app.cli.work import base_url, is_everywhere, new_admin_link
from app.migrate import upgrade
from app.people.people import ADMIN_LINK_MINUTES
from app.postgres import EmbeddedPostgres
from app.service import create_app
from app.settings import Settings

log = structlog.get_logger()

LONGEST_FRAME = 16 * 1024
"""Bytes of one websocket message from a client: moves and chat are far shorter."""

_PING = 20.0  # seconds between signs of life on a websocket
GRACE = 10
"""Seconds that open requests get at the end."""

_DATABASE_PATIENCE = 60.0  # seconds for a database that starts at the same time
_NOT_YET = {"57P03", "3D000"}  # SQLSTATEs: the server is starting; the database isn't made yet


class _Server(uvicorn.Server):
    """A web server that tells when it listens, and leaves signals to :func:`run`.

    Uvicorn raises a caught signal again once it has ended, which would kill us before our
    Postgres is shut down.
    """

    def __init__(self, config: uvicorn.Config, announcement: Announcement) -> None:
        super().__init__(config)
        self._announcement = announcement

    @contextlib.contextmanager
    def capture_signals(self) -> Generator[None]:
        yield

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        port: int = self.servers[0].sockets[0].getsockname()[1]
        await self._announcement.make(port)


class Announcement:
    """The links that ``greenroom serve`` prints."""

    def __init__(self, settings: Settings, database_url: str) -> None:
        self._settings = settings
        self._database_url = database_url

    async def make(self, port: int) -> None:
        settings = self._settings
        lines = [("Greenroom", base_url(settings, port))]
        if settings.public_url is None and is_everywhere(settings.host):
            lines += [("in this network", f"http://{address}:{port}") for address in _lan()]
        if settings.database_url is None:
            link = await new_admin_link(self._database_url, base_url(settings, port))
            lines.append((f"admin, once, within {ADMIN_LINK_MINUTES} minutes", link))
        for name, link in lines:
            typer.echo(f"{name}: {link}")


async def run(settings: Settings, *, migrate: bool) -> None:
    """Serve until SIGINT or SIGTERM, then end in order: requests, the app, our Postgres."""
    server: _Server | None = None
    starting = asyncio.current_task()

    def stop(number: int) -> None:
        if server is not None:
            server.handle_exit(number, None)
        elif starting is not None:
            starting.cancel()

    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stop, number)
    async with _database(settings) as url:
        if migrate:
            await upgrade(url)
        app = create_app(settings.model_copy(update={"database_url": url}))
        config = uvicorn.Config(app, **uvicorn_options(settings))
        server = _Server(config, Announcement(settings, url))
        seldom_collect()
        await server.serve()


def seldom_collect() -> None:
    """Have Python look for cycles among new objects only, and seldom among all.

    What is loaded now stays for good, and rooms are let go by reference counts; a look through
    the boards of a hundred rooms would stop them all for a tenth of a second.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 20, 20)


def uvicorn_options(settings: Settings) -> dict[str, Any]:
    """How the service is served: arguments of ``uvicorn.Config``."""
    return {
        "host": settings.host,
        "port": settings.port,
        "http": "httptools",
        "ws": LeanSocket,
        "ws_max_size": LONGEST_FRAME,
        "ws_ping_interval": _PING,
        "ws_ping_timeout": _PING,
        "timeout_graceful_shutdown": GRACE,
        "proxy_headers": bool(settings.trusted_proxies),
        "forwarded_allow_ips": list(settings.trusted_proxies),
        "log_config": None,
        "access_log": False,
        "server_header": False,
    }


@contextlib.asynccontextmanager
async def _database(settings: Settings) -> AsyncGenerator[str]:
    if settings.database_url is None:
        async with EmbeddedPostgres(settings.data_dir) as postgres:
            yield postgres.url
    else:
        await _reachable(settings.database_url)
        yield settings.database_url


async def _reachable(url: str) -> None:
    """Wait for a database that is still starting.

    Raises OSError when it never answers, and DBAPIError when it doesn't want us.
    """
    engine = create_async_engine(url, poolclass=NullPool)
    try:
        async with asyncio.timeout(_DATABASE_PATIENCE):
            while True:
                try:
                    async with engine.connect():
                        return
                except (OSError, DBAPIError) as error:
                    if isinstance(error, DBAPIError) and _sqlstate(error) not in _NOT_YET:
                        raise
                    log.warning("database.not_there_yet", error=str(error))
                await asyncio.sleep(1)
    except TimeoutError:
        raise OSError("the database of DATABASE_URL does not answer") from None
    finally:
        await engine.dispose()


def _lan() -> Iterator[str]:
    """This machine's address in its network; nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, contextlib.suppress(OSError):
        probe.connect(("192.0.2.1", 9))  # an address for documentation
        yield probe.getsockname()[0]


def _sqlstate(error: DBAPIError) -> str | None:
    return getattr(error.orig, "sqlstate", None)
