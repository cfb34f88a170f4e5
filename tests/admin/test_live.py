"""The dashboard's sockets on a running service: what happens shows, and they end with the role."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator

import httpx2
import pytest
from sqlalchemy.ext.asyncio import create_async_engine
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidStatus

from app.people.people import People
from tests.live.client import Api
from tests.live.test_protocol import open_room
from tests.service import Service


@pytest.fixture
async def guests(service: Service) -> AsyncIterator[list[Api]]:
    guests = [await Api(service.url).introduce(name) for name in ("Anna", "Ben")]
    yield guests
    for guest in guests:
        await guest.close()


@pytest.fixture
async def admin(service: Service) -> AsyncIterator[httpx2.AsyncClient]:
    engine = create_async_engine(service.database_url)
    link = await People(engine).admin_link()
    await engine.dispose()
    origin = {"origin": service.url}
    async with httpx2.AsyncClient(base_url=service.url, headers=origin, timeout=20) as http:
        await post(http, f"/admin/enter/{link}")
        yield http


async def post(http: httpx2.AsyncClient, path: str, **form: str) -> httpx2.Response:
    found = re.search(r'name="csrf" value="(\w+)"', (await http.get("/profile")).text)
    assert found
    return await http.post(path, data={"csrf": found[1], **form})


def follow(http: httpx2.AsyncClient, service: Service, path: str, origin: str = "") -> connect:
    cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in http.cookies.jar)
    return connect(
        service.url.replace("http", "ws", 1) + path,
        origin=origin or service.url,  # type: ignore[arg-type]
        additional_headers={"cookie": cookies},
    )


async def until(socket: ClientConnection, words: str) -> str:
    async with asyncio.timeout(15):
        async for frame in socket:
            assert isinstance(frame, str)
            if words in frame:
                return frame
    raise AssertionError(f"closed before {words!r}")


async def test_the_list_shows_a_new_room_and_its_moves(
    service: Service, guests: list[Api], admin: httpx2.AsyncClient
) -> None:
    host = await Api(service.url).introduce("Listed")
    async with follow(admin, service, "/admin/live?host=Listed") as socket:
        assert "<section data-oob" in await until(socket, "No room fits.")
        code = await open_room([host, guests[1]], 2)
        await until(socket, code)
        async with host.sit_down(code) as player:
            await player.play("declare:cash")
        frame = await until(socket, "1 <small>moves")
        assert '<li data-oob id="room-' in frame
    await host.close()


async def test_an_admin_sees_a_seats_table_live_and_says_nothing_to_it(
    service: Service, guests: list[Api], admin: httpx2.AsyncClient
) -> None:
    code = await open_room(guests, 2)
    async with follow(admin, service, f"/admin/rooms/{code}/as/0/live") as socket:
        whole = await until(socket, 'id="version"')
        assert 'form="move"' not in whole
        async with guests[0].sit_down(code) as anna:
            assert [seat["here"] for seat in anna.seen["seats"]] == [True, False]
            await socket.send('{"move": "declare:cash", "decision": "0.1"}')
            await anna.play("declare:cash")
        await until(socket, 'data-version="1"')


async def test_the_sockets_close_with_the_role(
    service: Service, guests: list[Api], admin: httpx2.AsyncClient
) -> None:
    code = await open_room(guests, 2)
    paths = ("/admin/live", f"/admin/rooms/{code}/live", f"/admin/rooms/{code}/as/1/live")
    sockets = [await follow(admin, service, path) for path in paths]
    await post(admin, "/admin/leave")
    for socket in sockets:
        async with asyncio.timeout(6):
            await socket.wait_closed()
        assert socket.close_code == 1008


async def test_a_page_elsewhere_gets_no_socket(
    service: Service, guests: list[Api], admin: httpx2.AsyncClient
) -> None:
    code = await open_room(guests, 2)
    for path in ("/admin/live", f"/admin/rooms/{code}/live", f"/admin/rooms/{code}/as/1/live"):
        with pytest.raises(InvalidStatus, match="403"):
            await follow(admin, service, path, "http://evil.test")


async def test_who_is_kicked_or_signed_out_is_shown_out_within_two_seconds(
    service: Service, guests: list[Api], admin: httpx2.AsyncClient
) -> None:
    code = await open_room(guests, 2)
    async with guests[0].sit_down(code) as anna, guests[1].sit_down(code) as ben:
        page = (await admin.get(f"/admin/rooms/{code}")).text
        found = re.search(r"/people/(\d+)/kick\" data-ask=\"Show Ben", page)
        assert found
        async with asyncio.timeout(2):
            await post(admin, f"/admin/rooms/{code}/people/{found[1]}/kick", reason="asked for")
            assert await ben.closed() == 1008
        found = re.search(r"/people/(\d+)/kick\" data-ask=\"Show Anna", page)
        assert found
        async with asyncio.timeout(2):
            await post(admin, f"/admin/people/{found[1]}/sign-out", reason="her phone is lost")
            assert await anna.closed() == 1008
