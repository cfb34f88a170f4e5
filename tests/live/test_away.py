"""The database goes away under a running service, and comes back."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from app.migrate import upgrade
from app.postgres import EmbeddedPostgres
from tests.live.client import Api
from tests.service import Service


async def test_while_the_database_is_away_everything_says_try_again(tmp_path: Path) -> None:
    postgres = EmbeddedPostgres(tmp_path, {"fsync": "off", "full_page_writes": "off"})
    await upgrade(await postgres.start())
    try:
        service = Service(postgres.url)
        await asyncio.to_thread(service.start)
        try:
            await _goes_and_comes(service, postgres)
        finally:
            await asyncio.to_thread(service.stop)
    finally:
        await postgres.stop()


async def _goes_and_comes(service: Service, postgres: EmbeddedPostgres) -> None:
    anna = await Api(service.url).introduce("Anna")
    room = await anna.post("rooms", {"game": "rock-n-roll", "seats": 2})
    address = f"{service.url.replace('http', 'ws', 1)}/rooms/{room['code']}/live?as=json"
    headers = {"authorization": f"Bearer {anna.token}"}
    await postgres.stop()

    answer = await anna.http.post("/api/rooms", json={"game": "rock-n-roll", "seats": 2})
    assert answer.status_code == 503
    assert answer.headers["retry-after"] == "1"
    assert "try again" in answer.json()["refused"]
    page = await anna.http.get("/")
    assert page.status_code == 503
    with pytest.raises(WebSocketException):
        async with connect(address, additional_headers=headers):
            pass

    await postgres.start()
    assert (await anna.post("rooms", {"game": "rock-n-roll", "seats": 2}))["http"] == 201
    async with connect(address, additional_headers=headers) as socket:
        assert '"whole":true' in str(await socket.recv())
    # it is told in a line each, not as an error of ours
    assert "Traceback" not in service.log.read_text()
    await anna.close()
