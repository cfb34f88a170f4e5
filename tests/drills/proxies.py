"""Caddy and nginx before two nodes, with the files of ``docs/deploy/``, over real sockets.

``make proxies`` needs both on the machine (Debian: ``apt-get install caddy nginx``). Through each:
pages and sockets, over TLS where the proxy does it; forged ``X-Forwarded-For``; figures and
foreign sites shut out; a node that dies and nodes that restart one after the other, unnoticed.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import shutil
import sys
import tempfile
import time
from collections.abc import AsyncGenerator, Callable, Generator, Sequence
from contextlib import AbstractContextManager, asynccontextmanager, contextmanager
from pathlib import Path

import httpx2
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from tests.drills.idle import configuration
from tests.drills.stand import Node, free_port, nodes, program
from tests.live.client import Api
from tests.service import ROOT

_PATH = "/usr/sbin:/usr/bin:/usr/local/sbin:/usr/local/bin"
_LATER = re.compile(r"\t\t#[^\n]*\n\t\tstream_close_delay \w+\n")
"""What Caddy knows from 2.7 on; Debian 12 has 2.6."""


Proxy = Callable[[Path, int, Sequence[Node]], AbstractContextManager[None]]

_SETTLES = 12.0
"""Seconds after which a proxy asks a node again that did not answer: nginx takes ten."""


def _installed(name: str) -> str:
    found = shutil.which(name, path=_PATH)
    if found is None:
        sys.exit(f"{name} is not installed")
    return found


@contextmanager
def caddy(folder: Path, port: int, running: Sequence[Node]) -> Generator[None]:
    """docs/deploy/Caddyfile with certificates of Caddy's own authority."""
    site = (ROOT / "docs" / "deploy" / "Caddyfile").read_text()
    upstreams = " ".join(f"127.0.0.1:{node.port}" for node in running)
    site = re.sub(r"node1:\d+ node2:\d+", upstreams, _LATER.sub("", site))
    options = f"skip_install_trust\nadmin off\nhttp_port {free_port()}\nhttps_port {port}"
    (folder / "Caddyfile").write_text(f"{{\n{options}\n}}\n{site}")
    os.environ |= {"XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    os.environ["GREENROOM_DOMAIN"] = "localhost"
    with program([_installed("caddy"), "run", "--config", "Caddyfile"], folder, port):
        root = folder / "caddy/pki/authorities/local/root.crt"
        while not root.exists():
            time.sleep(0.1)
        os.environ["SSL_CERT_FILE"] = str(root)
        yield
        del os.environ["SSL_CERT_FILE"]


@contextmanager
def nginx(folder: Path, port: int, running: Sequence[Node]) -> Generator[None]:
    """docs/deploy/nginx.conf."""
    (folder / "nginx.conf").write_text(configuration(folder, port, [n.port for n in running]))
    command = [_installed("nginx"), "-p", f"{folder}", "-c", f"{folder}/nginx.conf"]
    with program([*command, "-e", f"{folder}/error.log"], folder, port):
        yield


async def ordinary(url: str) -> None:
    """Two programs play, a page shows a secure cookie, strangers are kept out."""
    anna, ben = [await Api(url).introduce(name) for name in ("Anna", "Ben")]
    room = await anna.post("rooms", {"game": "rock-n-roll", "seats": 2})
    await ben.post(f"join/{room['invite']}")
    code = room["code"]
    await anna.post(f"rooms/{code}/start")
    async with anna.sit_down(code) as one, ben.sit_down(code) as two:
        for _ in range(3):
            for player in (one, two):
                if player.seen["decision"] is not None:
                    accepted = (await player.play())["accepted"]
                    await asyncio.gather(one.reached(accepted), two.reached(accepted))
        assert one.seen["version"] >= 2
    page = await anna.http.get("/", headers={"authorization": ""})
    assert page.status_code == 200
    assert ("secure" in page.headers["set-cookie"].lower()) is url.startswith("https")
    assert (await anna.http.get(f"/rooms/{code}")).text.count(f"{url}/join/") > 0
    headers = {"authorization": ""}
    assert (await anna.http.get("/metrics", headers=headers)).status_code == 404
    address = f"{url.replace('http', 'ws', 1)}/rooms/{code}/live"
    try:
        await connect(address, origin="https://elsewhere.example")  # type: ignore[arg-type]
    except InvalidStatus as refused:
        assert refused.response.status_code == 403
    else:
        raise AssertionError("another site's page came in")
    for guest in (anna, ben):
        await guest.close()


async def forged(url: str) -> None:
    """Whoever makes up an address is known by the real one: the limit of joining finds them."""
    guest = await Api(url).introduce("Cleo")
    answers = [
        await guest.http.post(
            "/api/join/nowhere", json={}, headers={"x-forwarded-for": f"203.0.113.{number}"}
        )
        for number in range(14)
    ]
    await guest.close()
    assert {answer.status_code for answer in answers} == {404, 429}


@asynccontextmanager
async def visits(url: str) -> AsyncGenerator[list[int]]:
    """Somebody who looks at the house all the time; the answers they get."""
    got: list[int] = []

    async def look() -> None:
        while True:
            async with httpx2.AsyncClient(timeout=20) as http:
                got.append((await http.get(f"{url}/api/rooms/none")).status_code)

    task = asyncio.create_task(look())
    yield got
    task.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await task


async def unnoticed(url: str, running: Sequence[Node]) -> None:
    """A node dies, then all restart one after the other; whoever asks meanwhile is answered."""
    async with visits(url) as got:
        running[1].kill()
        await asyncio.sleep(3)
        await asyncio.to_thread(running[1].start)
        await asyncio.sleep(_SETTLES)
        for node in running:
            await asyncio.to_thread(node.stop)
            await asyncio.to_thread(node.start)
            await asyncio.sleep(_SETTLES)
    print(f"  {len(got)} requests meanwhile: {sorted(set(got))}", file=sys.stderr)
    assert set(got) == {401}, "asked by a stranger, all the same"


async def through(proxy: Proxy, scheme: str) -> None:
    port = free_port()
    url = f"{scheme}://localhost:{port}"
    limits = {"GREENROOM_LIMIT_JOINS": "5/minute", "GREENROOM_TRUSTED_PROXIES": "127.0.0.1"}
    with tempfile.TemporaryDirectory(prefix="greenroom-proxy-") as name:
        async with nodes(2, GREENROOM_PUBLIC_URL=url, **limits) as running:
            with proxy(Path(name), port, running):
                for check in (ordinary(url), forged(url), unnoticed(url, running)):
                    print(f"  {check.__name__}", file=sys.stderr, flush=True)
                    await check


def main() -> None:
    for proxy, scheme in ((caddy, "https"), (nginx, "http")):
        print(proxy.__name__, file=sys.stderr, flush=True)
        asyncio.run(through(proxy, scheme))
    print("both proxies pass everything on")


if __name__ == "__main__":
    main()
