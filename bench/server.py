"""One node that has the bench game beside the catalog, served as ``greenroom serve`` does it.

Run as ``python -m bench.server``; the environment holds the settings. Prints READY with the port.
"""

from __future__ import annotations

import asyncio
import socket
from pathlib import Path

import uvicorn
import uvloop

from app import logs
from app.cli.server import seldom_collect, uvicorn_options
from app.games.catalog import CATALOG
from app.service import create_app
from app.settings import load
from bench.game import RULES

TEMPLATES = Path(__file__).parent / "templates"


class _Server(uvicorn.Server):
    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        port: int = self.servers[0].sockets[0].getsockname()[1]
        print("READY", port, flush=True)


def main() -> None:
    settings = load()
    logs.configure(settings)
    app = create_app(settings, {**CATALOG, RULES.meta.slug: RULES}, [TEMPLATES])
    server = _Server(uvicorn.Config(app, **uvicorn_options(settings)))
    seldom_collect()
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(server.serve())


if __name__ == "__main__":
    main()
