"""Clients in a process of their own: ``python -m bench.chaos_company LOG`` reads orders from its
standard input and answers on its standard output, a line of JSON each; every promise of the
service is a line of LOG.

So a stopped process is what it is on a friend's computer: many connections that take nothing.
"""

from __future__ import annotations

import asyncio
import contextlib
import sys
from pathlib import Path
from random import Random
from typing import TextIO

import msgspec
import uvloop
from websockets.exceptions import WebSocketException

from bench.chaos_client import Look, Page, Place, Player, client


class Order(msgspec.Struct):
    """``do``: "sit" (at ``place``), "quiet", "play", "look" or "leave" (``code``, or all)."""

    do: str
    place: Place | None = None
    code: str = ""


class Answer(msgspec.Struct):
    """``looks``: the answer to "look"; ``counts`` come with it and by themselves."""

    counts: dict[str, int]
    over: list[str] = []
    looks: list[Look] | None = None


class Company:
    """The clients of this process."""

    def __init__(self, log: TextIO) -> None:
        self._log = log
        self._luck = Random()
        self._counts: dict[str, int] = {}
        self._quiet = False
        self._clients: dict[Player | Page, asyncio.Task[None]] = {}

    async def obey(self, order: Order) -> None:
        if order.do == "sit" and order.place is not None:
            one = client(order.place, self._luck, self._counts, self._log)
            one.quiet = self._quiet
            self._clients[one] = asyncio.create_task(one.run())
        elif order.do in ("quiet", "play"):
            self._quiet = order.do == "quiet"
            for one in self._clients:
                one.quiet = self._quiet
                if isinstance(one, Player):
                    with contextlib.suppress(OSError, WebSocketException):
                        await one.play()
        elif order.do == "leave":
            gone = [one for one in self._clients if order.code in ("", one.place.code)]
            for one in gone:
                one.end()
            await asyncio.gather(*map(self._clients.pop, gone), return_exceptions=True)
        elif order.do == "look":
            self.report([one.look() for one in self._clients])

    def report(self, looks: list[Look] | None = None) -> None:
        self._log.flush()
        over = {one.place.code for one in self._clients if one.look().status == "finished"}
        answer = Answer(self._counts, sorted(over), looks)
        print(msgspec.json.encode(answer).decode(), flush=True)

    async def report_on(self) -> None:
        while True:
            await asyncio.sleep(0.5)
            self.report()


async def _main(path: Path) -> None:
    orders = asyncio.StreamReader(limit=2**24)
    loop = asyncio.get_running_loop()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(orders), sys.stdin)
    with path.open("a") as log:
        company = Company(log)
        reports = asyncio.create_task(company.report_on())
        async for line in orders:
            await company.obey(msgspec.json.decode(line, type=Order))
        reports.cancel()
        await company.obey(Order("leave"))


if __name__ == "__main__":
    uvloop.run(_main(Path(sys.argv[1])))
