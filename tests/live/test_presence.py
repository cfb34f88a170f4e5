"""Who is here, on every node; who goes is seen to go, and who is sent out is out."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterator

import pytest

from tests.live.client import Api, Json
from tests.live.test_protocol import open_room
from tests.service import Service

pytestmark = pytest.mark.long

SLEEPER = """
import asyncio, sys
from websockets.asyncio.client import connect
async def main():
    headers = {"authorization": "Bearer " + sys.argv[2]}
    async with connect(sys.argv[1], additional_headers=headers) as socket:
        async for _ in socket:
            print("told", flush=True)
asyncio.run(main())
"""


@pytest.fixture(scope="module")
def second(service: Service) -> Iterator[Service]:
    """Another node of the same house."""
    with Service(service.database_url) as second:
        yield second


@pytest.fixture
async def guests(service: Service) -> AsyncIterator[list[Api]]:
    guests = [await Api(service.url).introduce(name) for name in ("Anna", "Ben", "Cleo")]
    yield guests
    for guest in guests:
        await guest.close()


def here(seat: int, is_here: bool = True) -> Callable[[Json], bool]:
    def holds(seen: Json) -> bool:
        return "seats" in seen and seen["seats"][seat]["here"] is is_here

    return holds


async def act(guest: Api, code: str, what: str, **form: str) -> int:
    answer = await guest.http.post(f"/rooms/{code}/{what}", data=form)
    return answer.status_code


async def test_who_comes_and_goes_on_another_node_is_seen_here(
    guests: list[Api], second: Service
) -> None:
    code = await open_room(guests, 2)
    async with guests[0].sit_down(code) as anna:
        await anna.until(here(1, False))
        ben = guests[1].sit_down(code, second.url)
        await ben.connect()
        await anna.until(here(1))
        await ben.until(here(0))
        await ben.disconnect()
        await anna.until(here(1, False), 15)


async def test_one_of_two_devices_is_enough_to_be_here(guests: list[Api], second: Service) -> None:
    code = await open_room(guests, 2)
    async with guests[0].sit_down(code) as anna, guests[1].sit_down(code, second.url):
        phone = guests[1].sit_down(code)
        await phone.connect()
        await anna.until(here(1))
        await phone.disconnect()
        await asyncio.sleep(8)
        assert here(1)(anna.seen)


async def test_a_stopped_client_is_away_within_45_seconds_and_back_at_once(
    guests: list[Api],
) -> None:
    code = await open_room(guests, 2)
    async with guests[0].sit_down(code) as anna:
        address = guests[1].sit_down(code)._address  # pyright: ignore[reportPrivateUsage]
        client = await asyncio.create_subprocess_exec(
            sys.executable, "-c", SLEEPER, address, guests[1].token, stdout=asyncio.subprocess.PIPE
        )
        try:
            await anna.until(here(1), 20)
            os.kill(client.pid, signal.SIGSTOP)
            stopped = time.monotonic()
            await anna.until(here(1, False), 50)
            assert time.monotonic() - stopped < 45
            assert "accepted" in await anna.play("declare:cash"), "nobody waits for it"
        finally:
            os.kill(client.pid, signal.SIGCONT)
            client.kill()
            await client.wait()
        async with guests[1].sit_down(code):
            await anna.until(here(1), 5)


async def test_whom_the_host_sends_out_is_out_within_two_seconds_on_every_node(
    guests: list[Api], second: Service
) -> None:
    code = await open_room(guests, 2)
    async with guests[0].sit_down(code) as anna, guests[1].sit_down(code, second.url) as ben:
        began = time.monotonic()
        assert await act(guests[0], code, "out", number="1") == 303
        assert await ben.closed() == 1008
        assert time.monotonic() - began < 2
        await anna.until(lambda seen: seen["seats"][1]["computer"])
        assert (await guests[1].http.get(f"/api/rooms/{code}")).status_code == 404


async def test_who_is_away_is_replaced_and_gets_the_seat_back(guests: list[Api]) -> None:
    code = await open_room(guests, 2)
    async with guests[0].sit_down(code) as anna:
        async with guests[1].sit_down(code):
            await anna.until(here(1))
            assert await act(guests[0], code, "call", number="1") == 409
        await anna.until(here(1, False), 15)
        assert await act(guests[0], code, "call", number="1") == 303
        await anna.until(lambda seen: seen["seats"][1]["computer"])
        async with guests[1].sit_down(code):
            await anna.until(lambda seen: not seen["seats"][1]["computer"], 5)


async def test_the_role_of_host_passes_on_after_thirty_seconds(guests: list[Api]) -> None:
    room = await guests[0].post("rooms", {"game": "rock-n-roll", "seats": 3})
    for guest in guests[1:]:
        await guest.post(f"join/{room['invite']}")
    code = room["code"]
    anna = guests[0].sit_down(code)
    await anna.connect()
    async with guests[1].sit_down(code), guests[2].sit_down(code):
        await anna.disconnect()
        left = time.monotonic()
        assert (await guests[1].post(f"rooms/{code}/start"))["http"] == 403
        async with asyncio.timeout(50):
            while (await guests[1].post(f"rooms/{code}/start"))["http"] != 200:  # noqa: ASYNC110
                await asyncio.sleep(1)
        assert time.monotonic() - left > 25
