"""A table at which nobody moves, behind an nginx with its default patience of 60 seconds.

``make idle`` needs nginx on the machine. It sits still for ten minutes, then one player moves, and
the other must be told on the socket that has been open all the time.
"""

from __future__ import annotations

import argparse
import asyncio
import re
import shutil
import sys
import tempfile
import time
from pathlib import Path

from tests.drills.stand import free_port, nodes, program
from tests.live.client import Api
from tests.service import ROOT

_FRAME = """
daemon off;
pid {folder}/nginx.pid;
error_log {folder}/error.log;
events {{}}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    {site}
}}
"""


def configuration(folder: Path, port: int, node_ports: list[int]) -> str:
    """docs/deploy/nginx.conf for these ports."""
    site = (ROOT / "docs" / "deploy" / "nginx.conf").read_text()
    site = re.sub(r"(\tserver 127\.0\.0\.1:\d+;\n)+", "{servers}", site)
    servers = "".join(f"\tserver 127.0.0.1:{node};\n" for node in node_ports)
    site = site.replace("{servers}", servers).replace("listen 80;", f"listen 127.0.0.1:{port};")
    return _FRAME.format(folder=folder, site=site)


async def sit_still(url: str, seconds: float) -> str:
    """What went wrong, or ""."""
    anna, ben = [await Api(url).introduce(name) for name in ("Anna", "Ben")]
    room = await anna.post("rooms", {"game": "rock-n-roll", "seats": 2})
    await ben.post(f"join/{room['invite']}")
    await anna.post(f"rooms/{room['code']}/start")
    # programs may ping; browsers can't, so these don't
    seats = [guest.sit_down(room["code"], ping_seconds=None) for guest in (anna, ben)]
    for seat in seats:
        await seat.connect()
    told = len(seats[1].messages)
    print(f"sitting still for {seconds:.0f} s", file=sys.stderr, flush=True)
    await asyncio.sleep(seconds)
    if any(seat.ended for seat in seats):
        return f"closed while idle: {[seat.close_code for seat in seats]}"
    began = time.monotonic()
    answer = await seats[0].play("declare:cash")
    await seats[1].reached(answer["accepted"], 10)
    print(f"told after {(time.monotonic() - began) * 1000:.0f} ms", file=sys.stderr)
    if len(seats[1].messages) == told:
        return "not told on the same socket"
    for seat in seats:
        await seat.disconnect()
    for guest in (anna, ben):
        await guest.close()
    return ""


async def run(seconds: float) -> str:
    """The whole drill; what went wrong, or ""."""
    port = free_port()
    nginx = shutil.which("nginx", path="/usr/sbin:/usr/bin:/usr/local/sbin:/usr/local/bin")
    if nginx is None:
        return "nginx is not installed"
    trusted = {"GREENROOM_TRUSTED_PROXIES": "127.0.0.1"}
    with tempfile.TemporaryDirectory(prefix="greenroom-idle-") as name:
        folder = Path(name)
        async with nodes(1, **trusted) as (node,):
            (folder / "nginx.conf").write_text(configuration(folder, port, [node.port]))
            command = [nginx, "-p", name, "-c", f"{name}/nginx.conf", "-e", f"{name}/error.log"]
            with program(command, folder, port):
                return await sit_still(f"http://127.0.0.1:{port}", seconds)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=600)
    trouble = asyncio.run(run(parser.parse_args().seconds))
    print(trouble or "the table is as it was")
    sys.exit(1 if trouble else 0)


if __name__ == "__main__":
    main()
