"""Rooms have no home: what happens on one node is true on the other."""

from __future__ import annotations

import asyncio
import json
import signal
import time
from collections.abc import Callable
from contextlib import AsyncExitStack

import httpx2
from websockets.asyncio.client import ClientConnection, connect

from app.rooms.house_time import HOUSE_NOW
from tests.live.client import Api, Json, Player
from tests.live.test_protocol import open_room
from tests.nodes.conftest import Pair
from tests.nodes.proxy import RoundRobin
from tests.service import Service

_LISTENERS = (
    "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity "
    "WHERE datname = current_database() AND query LIKE 'LISTEN%'"
)


# both have been asked for a minute, and have nothing left of it
_OVER = json.dumps(
    {
        "kind": "live",
        "move": 60,
        "reserve": 0,
        "seats": {"0": {"reserve": 0, "left": 0}, "1": {"reserve": 0, "left": 0}},
    }
)


# the dead node held two of the persons, the living one one: its signs are made older
_SILENT = """
    WITH dead AS (
      SELECT node FROM presence JOIN room ON room.id = room_id WHERE code = $1
      GROUP BY node ORDER BY count(*) DESC LIMIT 1
    ), old AS (
      UPDATE presence SET seen_at = seen_at - interval '40 seconds'
      FROM dead WHERE presence.node = dead.node RETURNING 1
    )
    SELECT count(*) FROM old
"""


def here(seat: int, is_here: bool = True) -> Callable[[Json], bool]:
    return lambda seen: "seats" in seen and seen["seats"][seat]["here"] is is_here


def page_of(url: str, code: str, guest: Api) -> connect:
    """The socket of a page."""
    address = f"{url.replace('http', 'ws', 1)}/rooms/{code}/live?since=0"
    return connect(address, additional_headers={"authorization": f"Bearer {guest.token}"})


async def told(page: ClientConnection, words: str) -> None:
    """Wait until a push holds these words. Raises ``TimeoutError``."""
    async with asyncio.timeout(10):
        while words not in str(await page.recv()):
            pass


async def post(token: str, url: str, path: str, body: Json) -> httpx2.Response:
    """A request on a connection of its own: the proxy gives it to the next node."""
    async with httpx2.AsyncClient(headers={"authorization": f"Bearer {token}"}) as http:
        return await http.post(url + path, json=body)


async def act(person: Api, path: str, **form: str) -> None:
    answer = await person.http.post(path, data=form)
    assert answer.status_code == 303, answer.text


async def test_every_move_may_go_to_another_node(
    pair: Pair, proxy: RoundRobin, guests: list[Api]
) -> None:
    code = await open_room(guests, 2)
    async with (
        guests[0].sit_down(code, pair.first.url) as anna,
        guests[1].sit_down(code, pair.second.url) as ben,
    ):
        before = dict(proxy.sent)
        for version in range(1, 13):
            player = anna if anna.seen["decision"] is not None else ben
            token = guests[0].token if player is anna else guests[1].token
            body = {
                "move": player.seen["menu"][0],
                "decision": player.seen["decision"]["id"],
                "id": f"click-{version}",
            }
            answer = await post(token, proxy.url, f"/api/rooms/{code}/moves", body)
            assert answer.json() == {"accepted": version, "again": False}
            again = await post(token, proxy.url, f"/api/rooms/{code}/moves", body)
            assert again.json()["again"], "the other node knows the click"
            await asyncio.gather(anna.reached(version), ben.reached(version))
        assert {proxy.sent[port] - before[port] for port in before} == {12}
        for name, data in anna.seen["regions"].items():
            if not name.startswith("dice"):
                assert ben.seen["regions"][name] == data


async def test_who_looks_on_is_counted_wherever_they_are(pair: Pair, guests: list[Api]) -> None:
    code = await open_room(guests, 2)
    async with AsyncExitStack() as stack:
        players = [
            await stack.enter_async_context(guests[n].sit_down(code, url))
            for n, url in enumerate((pair.first.url, pair.second.url))
        ]
        await players[0].until(here(1), 5)
        await players[1].until(here(0), 5)
        await stack.enter_async_context(guests[2].sit_down(code, pair.second.url))
        nameless = [Player(url, code, "") for url in [pair.first.url] * 2 + [pair.second.url]]
        for onlooker in nameless:
            await onlooker.connect()
        for player in players:
            await player.until(lambda seen: seen["onlookers"] == 4, 5)
        for onlooker in nameless:
            await onlooker.disconnect()
        for player in players:
            await player.until(lambda seen: seen["onlookers"] == 1, 5)
        assert await pair.value("SELECT count(*) FROM crowd") == 0


async def test_whom_the_host_sends_out_stays_out_on_both(pair: Pair, guests: list[Api]) -> None:
    code = await open_room(guests, 2)
    async with (
        guests[0].sit_down(code, pair.first.url) as anna,
        guests[1].sit_down(code, pair.second.url) as ben,
    ):
        async with asyncio.timeout(2):
            await act(guests[0], f"/rooms/{code}/out", number="1")
            assert await ben.closed() == 1008
        await anna.until(lambda seen: seen["seats"][1]["computer"])
        for node in (pair.first, pair.second):
            async with httpx2.AsyncClient(headers=guests[1].http.headers) as http:
                assert (await http.get(f"{node.url}/api/rooms/{code}")).status_code == 404


async def test_what_an_admin_does_on_one_node_reaches_the_other(
    pair: Pair, guests: list[Api], admin: Api
) -> None:
    code = await open_room(guests, 2)
    async with (
        page_of(pair.second.url, code, guests[0]) as page,
        guests[1].sit_down(code, pair.second.url) as ben,
        guests[2].sit_down(code, pair.second.url) as cleo,
    ):
        why = {"reason": "A test."}
        await act(admin, "/admin/house/notice", text="Back in five", **why)
        await told(page, "Back in five")
        await act(admin, "/admin/house/notice", text="", **why)
        await act(admin, f"/admin/rooms/{code}/pause", **why)
        await ben.until(lambda seen: seen["paused"], 5)
        await act(admin, f"/admin/rooms/{code}/resume", **why)
        await ben.until(lambda seen: not seen["paused"], 5)
        who = await pair.value(
            "SELECT person_id FROM seat JOIN room ON room.id = seat.room_id "
            "WHERE code = $1 AND number = 1",
            code,
        )
        await act(admin, f"/admin/people/{who}/ban", **why)
        assert await ben.closed() == 1008
        await cleo.until(lambda seen: seen["seats"][1]["computer"], 5)
        for node in (pair.first, pair.second):
            answer = await post(guests[1].token, node.url, "/api/rooms", {"game": "", "seats": 2})
            assert answer.status_code == 401


async def test_who_signs_out_is_out_on_both(pair: Pair, guests: list[Api]) -> None:
    code = await open_room(guests, 2)
    async with guests[1].sit_down(code, pair.second.url) as ben:
        async with asyncio.timeout(2):
            answer = await post(guests[1].token, pair.first.url, "/profile/leave", {})
            assert answer.status_code == 303
            assert await ben.closed() == 1008


async def test_when_nodes_do_not_hear_each_other_nothing_is_lost(
    pair: Pair, guests: list[Api], admin: Api
) -> None:
    code = await open_room(guests, 3)
    async with (
        guests[0].sit_down(code, pair.first.url) as anna,
        guests[1].sit_down(code, pair.second.url) as ben,
        guests[2].sit_down(code, pair.second.url) as cleo,
        page_of(pair.second.url, code, guests[1]) as page,
    ):
        said = (await anna.ask({"chat": "to be taken away"}))["said"]
        await ben.until(lambda seen: "chat" in seen)

        assert await pair.value(_LISTENERS) >= 2
        accepted = (await anna.play("declare:cash"))["accepted"]
        await anna.ask({"chat": "nobody hears me"})
        await act(admin, f"/admin/rooms/{code}/lines/{said}/delete", reason="A test.")
        await act(guests[0], f"/rooms/{code}/out", number="2")

        assert await cleo.closed() == 1008
        await ben.reached(accepted, 10)
        await ben.until(lambda seen: seen["seats"][2]["computer"], 10)
        await ben.until(lambda seen: seen["chat"][-1]["text"] == "nobody hears me", 10)
        await told(page, "to be taken away")
        await told(page, f'id="chat-{said}" class="is-taken"')


async def test_a_clock_strikes_once(pair: Pair, guests: list[Api]) -> None:
    """Both nodes look after all clocks; time that is over is acted on by one of them."""
    codes = [await open_room(guests, 2) for _ in range(6)]
    for code in codes:
        await pair.value(
            f"UPDATE room SET clock = $2, deadline = {HOUSE_NOW} WHERE code = $1", code, _OVER
        )
    await pair.until(
        f"SELECT bool_and(deadline > {HOUSE_NOW} + interval '30 seconds') FROM room "
        "WHERE code = ANY($1)",
        codes,
    )
    moves = await pair.value(
        "SELECT array_agg(DISTINCT by || seat ORDER BY by || seat) "
        "FROM move JOIN room ON room.id = room_id WHERE code = ANY($1)",
        codes,
    )
    assert moves == ["clock0", "clock1"]
    for code in codes:
        answer = await guests[0].http.get(f"/api/rooms/{code}")
        made = await pair.value(
            "SELECT count(*) FROM move JOIN room ON room.id = room_id WHERE code = $1", code
        )
        assert answer.json()["version"] == made


async def test_a_node_that_dies_leaves_nobody_behind(
    pair: Pair, mortal: Service, proxy: RoundRobin, guests: list[Api]
) -> None:
    code = await open_room(guests[1:], 1, computers=1)
    anna = Player(pair.first.url, code, "")
    ben = guests[1].sit_down(code, mortal.url)
    cleo = guests[2].sit_down(code, mortal.url)
    for each in (anna, ben, cleo):
        await each.connect()
    await anna.until(lambda seen: seen["onlookers"] == 2, 5)
    # the computer player thinks on the node where the last move was made
    version = 0
    while ben.seen["decision"] is not None:
        version = (await ben.play())["accepted"]
        await ben.reached(version)
    assert "1" in ben.seen["waiting"]

    mortal.kill()
    for each in (ben, cleo):
        assert await each.closed() in (1005, 1006)
    back = guests[1].sit_down(code, proxy.url)
    await back.connect()
    assert back.seen["version"] >= version, "nothing acknowledged is lost"
    # as if the seconds had passed after which a silent node counts as gone
    assert await pair.value(_SILENT, code) >= 2
    await anna.until(lambda seen: seen["onlookers"] == 1, 10)
    assert here(0)(anna.seen), "who came back is here"
    await anna.until(lambda seen: seen["version"] > version, 30)
    for each in (back, anna):
        await each.disconnect()


async def test_a_node_that_ends_sends_its_people_on(
    pair: Pair, mortal: Service, proxy: RoundRobin, guests: list[Api]
) -> None:
    code = await open_room(guests, 2)
    async with guests[0].sit_down(code, pair.first.url) as anna:
        ben = guests[1].sit_down(code, mortal.url)
        cleo = guests[2].sit_down(code, mortal.url)
        for each in (ben, cleo):
            await each.connect()
        await anna.until(here(1), 5)
        began = time.monotonic()
        mortal.process.send_signal(signal.SIGTERM)
        assert await ben.closed() == 1012
        assert await cleo.closed() == 1012
        accepted = (await anna.play("declare:cash"))["accepted"]
        async with guests[1].sit_down(code, proxy.url) as back:
            assert back.seen["version"] == accepted
            assert here(1)(back.seen)
            assert "accepted" in await back.play("declare:cash")
        await asyncio.to_thread(mortal.process.communicate, timeout=15)
        assert mortal.process.returncode == 0
        assert time.monotonic() - began < 10
