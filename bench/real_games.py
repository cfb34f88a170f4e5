"""The games of the house under load, as pages play them: ``python -m bench.real_games``.

Four viewers a room over HTML sockets, as pages have them. The driver makes a random choice of
the list that was pushed to whoever is asked, until the game is over; then a new room is opened.
"""

from __future__ import annotations

import argparse
import asyncio
import html
import random
import re
from collections.abc import Sequence

import uvloop

from app.games.catalog import CATALOG
from bench.driver import Figures, GameOver, Load, Told
from bench.greenroom import Greenroom, GreenroomRoom, written
from bench.servers import site

_LIST = re.compile(r'id="list" class="list">(.*?)</ul>', re.DOTALL)
_MOVE = re.compile(r'name="move" value="([^"]*)"')
_DECISION = re.compile(r'name="decision" value="([^"]*)"')
_LUCK = random.Random(1977)


class GameRoom(GreenroomRoom):
    """See `bench.driver.PlayedRoom`. Knows of each seat what it is asked and may answer."""

    def __init__(self, code: str, tokens: Sequence[str]) -> None:
        super().__init__(code, tokens, "html")
        self._asked: dict[int, str] = {}
        self._open: dict[int, list[str]] = {}

    def read(self, seat: int, push: str) -> None:
        """Keep what a push says of the seat's decision."""
        if decision := _DECISION.search(push):
            self._asked[seat] = decision[1]
        if listed := _LIST.search(push):
            self._open[seat] = [html.unescape(move) for move in _MOVE.findall(listed[1])]

    def send(self, number: int) -> None:
        seat = next((seat for seat, decision in self._asked.items() if decision), None)
        if seat is None:
            raise GameOver
        self.move(seat, _LUCK.choice(self._open[seat]), self._asked[seat], f"{number}")


class RealGame(Greenroom):
    """See `bench.driver.Peer`."""

    def __init__(self, port: int, game: str) -> None:
        super().__init__([port], "html", game)
        self.name = f"greenroom html, {game}"

    async def open_room(self, told: Told) -> GameRoom:
        opened = await self.new_room()
        room = GameRoom(opened.code, opened.tokens)
        await room.connect(told, self.ports, room.read)
        return room


async def measure(game: str, rooms: int, seconds: float, warm: float) -> Figures:
    """One run of one game on a site of its own."""
    async with site(1) as where:
        peer = RealGame(where.nodes[0].port, game)
        trees = {"server": [where.nodes[0].pid], "postgres": [where.postgres.pid or 0]}
        try:
            return await Load(peer, rooms, 0, trees).run(seconds, warm)
        finally:
            await peer.close()


async def run(options: argparse.Namespace) -> None:
    for _ in range(options.rounds):
        for game in options.games.split(","):
            print(written(await measure(game, options.rooms, options.seconds, 1)), flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", default=",".join(CATALOG))
    parser.add_argument("--rooms", type=int, default=10)
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--rounds", type=int, default=1)
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(run(parser.parse_args()))


if __name__ == "__main__":
    main()
