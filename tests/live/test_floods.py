"""What many do at once leaves nothing behind, and nothing out."""

from __future__ import annotations

import asyncio

import psutil
import pytest
from websockets.asyncio.client import connect

from tests.live.client import Api
from tests.live.test_protocol import open_room
from tests.service import Service

CYCLES = 1_000
AT_ONCE = 20


@pytest.mark.long
async def test_a_thousand_connections_leave_nothing_behind(database_url: str) -> None:
    with Service(database_url) as service:
        guest = await Api(service.url).introduce("Anna")
        code = await open_room([guest], 1)
        address = f"{service.url.replace('http', 'ws', 1)}/rooms/{code}/live?as=json"
        headers = {"authorization": f"Bearer {guest.token}"}
        process = psutil.Process(service.process.pid)

        async def come_and_go(times: int) -> None:
            for number in range(times):
                socket = await connect(address, additional_headers=headers)
                await socket.recv()
                if number % 2:
                    socket.transport.abort()
                else:
                    await socket.close()

        async def all_gone(files: int) -> int:
            for _ in range(40):
                await asyncio.sleep(0.25)
                if process.num_fds() <= files:
                    break
            return process.num_fds()

        await asyncio.gather(*(come_and_go(5) for _ in range(AT_ONCE)))
        await asyncio.sleep(3)
        files, memory = process.num_fds(), process.memory_info().rss
        await asyncio.gather(*(come_and_go(CYCLES // AT_ONCE) for _ in range(AT_ONCE)))

        assert await all_gone(files + 2) <= files + 2
        assert process.memory_info().rss < memory + 30_000_000
        async with guest.sit_down(code) as anna:
            assert "accepted" in await anna.play("declare:cash")
        await guest.close()


async def test_six_who_choose_within_a_moment_are_all_counted(service: Service) -> None:
    """Everybody declares at once, on two nodes, in any order: six entries, one month on."""
    with Service(service.database_url) as second:
        names = ("Anna", "Ben", "Cleo", "Dora", "Emil", "Fips")
        guests = [await Api(service.url).introduce(name) for name in names]
        code = await open_room(guests, 6)
        urls = (service.url, second.url)
        players = [guest.sit_down(code, urls[n % 2]) for n, guest in enumerate(guests)]
        for player in players:
            await player.connect()

        answers = await asyncio.gather(*(player.play("declare:cash") for player in players))

        assert sorted(answer["accepted"] for answer in answers) == [1, 2, 3, 4, 5, 6]
        for player in players:
            await player.reached(6)
        months = {str(player.seen["regions"]["month"]) for player in players}
        assert len(months) == 1
        for player in players:
            await player.disconnect()
        for guest in guests:
            await guest.close()
