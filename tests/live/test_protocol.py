"""Programs play over the JSON dialect, and everybody is told what they may know."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from tests.live.client import Api, Player
from tests.service import Service


@pytest.fixture
async def guests(service: Service) -> AsyncIterator[list[Api]]:
    guests = [await Api(service.url).introduce(name) for name in ("Anna", "Ben", "Cleo")]
    yield guests
    for guest in guests:
        await guest.close()


async def open_room(guests: list[Api], seats: int, computers: int = 0) -> str:
    """A running game of Rock 'n Roll; the first guests have its seats."""
    room = await guests[0].post("rooms", {"game": "rock-n-roll", "seats": seats + computers})
    for guest in guests[1:seats]:
        assert (await guest.post(f"join/{room['invite']}"))["http"] == 200
    for _ in range(computers):
        await guests[0].post(f"rooms/{room['code']}/computers", {"kind": "random"})
    assert (await guests[0].post(f"rooms/{room['code']}/start"))["http"] == 200
    return room["code"]


async def play_on(player: Player) -> None:
    """Play until the game is over."""
    while player.seen["status"] == "playing":
        answer = await player.play()
        assert "accepted" in answer, answer
        await player.reached(answer["accepted"])
        await player.until(lambda s: s["decision"] is not None or s["status"] != "playing")


async def test_two_programs_and_a_computer_play_a_whole_game(guests: list[Api]) -> None:
    code = await open_room(guests, 2, computers=1)
    async with guests[0].sit_down(code) as anna, guests[1].sit_down(code) as ben:
        await asyncio.gather(play_on(anna), play_on(ben))
        await anna.until(lambda seen: seen["status"] == "finished")
        await ben.until(lambda seen: seen["status"] == "finished")

        assert anna.seen["result"] == ben.seen["result"]
        assert anna.seen["version"] == ben.seen["version"]
        async with guests[2].sit_down(code) as late:
            assert late.seen["regions"].keys() == anna.seen["regions"].keys()
            for name, data in late.seen["regions"].items():
                if not name.startswith("dice"):
                    assert data == anna.seen["regions"][name], f"{name} had drifted"


async def test_refusals_say_why_and_change_nothing(guests: list[Api]) -> None:
    code = await open_room(guests, 2)
    async with guests[0].sit_down(code) as anna, guests[2].sit_down(code) as onlooker:
        blocked = await anna.play("declare:touring")
        assert blocked["rule"] == "RNR-092"
        assert blocked["refused"]
        stale = await anna.ask({"move": "declare:cash", "decision": "0.999"})
        assert stale["rule"] == "GR-001"
        foreign = await onlooker.ask({"move": "declare:cash", "decision": "0.1"})
        assert foreign["rule"] == "GR-003"
        assert anna.seen["version"] == 0
        assert onlooker.seen["decision"] is None


async def test_a_page_moves_over_its_socket(service: Service, guests: list[Api]) -> None:
    code = await open_room(guests, 2)
    url = f"{service.url.replace('http', 'ws', 1)}/rooms/{code}/live"
    headers = {"authorization": f"Bearer {guests[0].token}"}

    async with guests[1].sit_down(code) as ben, connect(url, additional_headers=headers) as page:
        assert "data-version" in str(await page.recv())

        async def said(**message: str) -> dict[str, str]:
            await page.send(json.dumps(message))
            while not (frame := str(await page.recv())).startswith("{"):
                pass
            return json.loads(frame)

        refused = await said(move="declare:touring", decision="0.1", id="a")
        assert refused.pop("refused")
        assert refused == {
            "id": "a",
            "need": "",
            "rule": "RNR-092",
            "rule_url": "/games/rock-n-roll/rules#RNR-092",
        }
        cash = {"move": "declare:cash", "decision": "0.1", "id": "b"}
        assert await said(**cash) == {"id": "b", "accepted": 1}
        await ben.reached(1)
        assert await said(**cash) == {"id": "b", "accepted": 1}


async def test_changes_only_are_sent(guests: list[Api]) -> None:
    code = await open_room(guests, 2)
    async with guests[0].sit_down(code) as anna, guests[1].sit_down(code) as ben:
        whole = len(json.dumps(ben.messages[0]))
        await anna.play("declare:cash")
        await ben.until(lambda seen: seen["version"] == 1)

        update = ben.messages[-1]
        assert not update["whole"]
        assert len(json.dumps(update)) < whole / 2


async def test_a_connection_that_comes_back_is_up_to_date(guests: list[Api]) -> None:
    code = await open_room(guests, 2)
    async with guests[0].sit_down(code) as anna, guests[1].sit_down(code) as ben:
        await ben.disconnect()
        await anna.play("declare:cash")
        await ben.connect()

        await ben.until(lambda seen: seen["version"] == 1)
        assert ben.messages[-1]["whole"]


@pytest.mark.long
async def test_a_kill_loses_no_acknowledged_move(database_url: str) -> None:
    with Service(database_url) as mortal:
        guests = [await Api(mortal.url).introduce(name) for name in ("Anna", "Ben")]
        await _killed_five_times(mortal, guests)
        for guest in guests:
            await guest.close()


async def _killed_five_times(mortal: Service, guests: list[Api]) -> None:
    code = await open_room(guests, 2)
    acknowledged = 0
    for _ in range(5):
        async with guests[0].sit_down(code, mortal.url) as anna:
            for _ in range(4):
                await anna.until(lambda seen: seen["decision"] is not None, 5)
                if "accepted" in (answer := await anna.play()):
                    acknowledged = answer["accepted"]
                if anna.seen["decision"] is None:
                    break
            async with guests[1].sit_down(code, mortal.url) as ben:
                while ben.seen["decision"] is not None:
                    acknowledged = max(acknowledged, (await ben.play())["accepted"])
                    await ben.reached(acknowledged)
        port = mortal.port
        mortal.kill()
        mortal.start(port)
        async with guests[1].sit_down(code, mortal.url) as ben:
            assert ben.seen["version"] >= acknowledged


async def test_two_nodes_show_the_same_room_live(service: Service, guests: list[Api]) -> None:
    code = await open_room(guests, 2)
    with Service(service.database_url) as second:
        async with (
            guests[0].sit_down(code) as anna,
            guests[1].sit_down(code, second.url) as ben,
        ):
            await anna.play("declare:cash")
            await ben.until(lambda seen: seen["version"] == 1)
            await ben.play("declare:cash")
            await anna.until(lambda seen: seen["version"] == 2)
            await anna.ask({"chat": "Hello from here"})
            await ben.until(lambda seen: "chat" in seen)
            assert ben.seen["chat"] == [{"name": "Anna", "seat": 0, "text": "Hello from here"}]


@pytest.mark.parametrize(
    ("frame", "code"),
    [("nonsense", 1008), ('{"move": 5}', 1008), ("x" * 20_000, 1009)],
)
async def test_a_bad_frame_ends_that_socket_only(guests: list[Api], frame: str, code: int) -> None:
    room = await open_room(guests, 2)
    async with guests[0].sit_down(room) as anna, guests[1].sit_down(room) as ben:
        await anna.send(frame)
        assert await anna.closed() == code
        assert "accepted" in await ben.play("declare:cash")


async def test_too_many_frames_end_the_socket(database_url: str) -> None:
    with Service(database_url, GREENROOM_LIMIT_FRAMES="5/second") as service:
        guest = await Api(service.url).introduce("Anna")
        code = await open_room([guest], 1)
        async with guest.sit_down(code) as anna:
            for _ in range(30):
                await anna.send('{"ask": "version"}')
            assert await anna.closed() == 1008
        await guest.close()


async def test_a_foreign_origin_is_refused_before_accept(
    service: Service, guests: list[Api]
) -> None:
    code = await open_room(guests, 2)
    address = f"{service.url.replace('http', 'ws', 1)}/rooms/{code}/live"
    for origin in ("https://elsewhere.example", None):
        with pytest.raises(InvalidStatus) as refused:
            await connect(address, origin=origin)  # type: ignore[arg-type]
        assert refused.value.response.status_code == 403


async def test_a_slow_reader_delays_nobody(guests: list[Api]) -> None:
    code = await open_room(guests, 2)
    async with guests[0].sit_down(code) as anna, guests[1].sit_down(code) as ben:
        stopped = await connect(
            anna._address,  # pyright: ignore[reportPrivateUsage]
            additional_headers={"authorization": f"Bearer {guests[0].token}"},
        )
        stopped.transport.pause_reading()
        for _ in range(40):
            await anna.ask({"chat": "x" * 400})
        assert len(ben.messages) > 1
        stopped.transport.abort()
