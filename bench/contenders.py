"""One run of Greenroom or of a peer, with fresh processes and the same driver for all.

The peers' packages come from ``npm install`` in ``bench/peers``.
"""

from __future__ import annotations

import socket
import tempfile
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

from app.postgres import EmbeddedPostgres
from bench.driver import Figures, Load
from bench.peers.clients import BoardgameIo, Colyseus
from bench.rooms import measure
from bench.servers import ROOT, site, start, stop

PEERS = ROOT / "bench" / "peers"
CONTENDERS = "json,html,json2,bgio,bgio-postgres,colyseus"
"""``json2``: JSON with two nodes."""


async def one(contender: str, rooms: int, rate: int, seconds: float, warm: float) -> Figures:
    """One run of one contender."""
    if contender in ("json", "html", "json2"):
        async with site(2 if contender == "json2" else 1) as where:
            return await measure(where, contender[:4], rooms, rate, seconds, warm)
    with tempfile.TemporaryDirectory(prefix="greenroom-bench-") as folder:
        if contender != "bgio-postgres":
            return await _peer(contender, Path(folder), None, rooms, rate, seconds, warm)
        async with EmbeddedPostgres(Path(folder)) as postgres:
            return await _peer(contender, Path(folder), postgres, rooms, rate, seconds, warm)


async def _peer(
    contender: str,
    folder: Path,
    postgres: EmbeddedPostgres | None,
    rooms: int,
    rate: int,
    seconds: float,
    warm: float,
) -> Figures:
    script = "colyseus.mjs" if contender == "colyseus" else "boardgameio.mjs"
    environment = {"PORT": str(_free_port()), "NODE_ENV": "production"}
    trees: dict[str, list[int]] = {}
    if postgres is not None:
        environment["PGHOST"] = parse_qs(urlsplit(postgres.url).query)["host"][0]
        trees["postgres"] = [postgres.pid or 0]
    server = await start(["node", script], environment, PEERS, folder / "peer.log")
    trees["server"] = [server.pid]
    storage = "memory" if postgres is None else "Postgres"
    peer = Colyseus(server.port) if contender == "colyseus" else BoardgameIo(server.port, storage)
    try:
        return await Load(peer, rooms, rate, trees).run(seconds, warm)
    finally:
        await peer.close()
        await stop(server)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]
