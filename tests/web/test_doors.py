"""Ways into a room, path by path, and what they answer to those who may not come in."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from tests.live.client import Api
from tests.service import Service
from tests.web.remote import Remote


@pytest.fixture
async def people(service: Service) -> AsyncIterator[list[Remote]]:
    async with AsyncExitStack() as stack:
        found = [await stack.enter_async_context(Remote(service.url)) for _ in range(4)]
        for name, visitor in zip(("Anna", "Ben", "Zoe"), found, strict=False):
            await visitor.named(name)
        yield found


async def socket_status(visitor: Remote, room: str) -> int:
    address = f"{visitor.url.replace('http', 'ws', 1)}{room}/live"
    headers = {"cookie": visitor.cookie}
    try:
        async with connect(address, origin=visitor.url, additional_headers=headers):  # type: ignore[arg-type]
            return 101
    except InvalidStatus as refused:
        return refused.response.status_code


async def test_a_password_is_asked_on_every_path(people: list[Remote]) -> None:
    anna, ben, zoe, nobody = people
    room = await anna.open_room(2)
    invite = await anna.invite(room)
    assert (await anna.post(f"{room}/password", password="sesame")).status_code == 303

    form = await ben.get(invite)
    assert 'name="password"' in form.text
    assert "Anna" not in form.text, "who sits there is told to those who know the password"
    assert (await ben.post(invite, name="Ben", password="wrong")).status_code == 403
    assert (await ben.get(room)).status_code == 404
    assert (await ben.post(invite, name="Ben", password="sesame")).status_code == 303
    assert (await ben.get(room)).status_code == 200
    assert (await anna.post(f"{room}/start")).status_code == 303

    paths = ("", "/result", "/record.json", "/replay", "/door")
    for stranger in (zoe, nobody):
        for path in paths:
            assert (await stranger.get(room + path)).status_code in (401, 404), path
        assert await socket_status(stranger, room) == 403
    for path in ("sit", "chat", "lock", "call", "moves"):
        answer = await zoe.post(f"{room}/{path}", text="x", number="0", move="x")
        assert answer.status_code in (403, 404), path
    api = await Api(anna.url).introduce("Robo")
    code = room.rpartition("/")[2]
    assert (await api.http.get(f"/api/rooms/{code}")).status_code == 404
    assert (await api.post(f"join/{invite.rpartition('/')[2]}"))["http"] == 403

    assert (await zoe.post(invite, name="Zoe", password="sesame")).status_code == 303
    assert (await zoe.get(room)).status_code == 200
    address = f"{zoe.url.replace('http', 'ws', 1)}{room}/live"
    cookie = {"cookie": zoe.cookie}
    async with connect(address, origin=zoe.url, additional_headers=cookie) as socket:  # type: ignore[arg-type]
        await socket.recv()
        await anna.post(f"{room}/password", password="other")
        async with asyncio.timeout(5):
            await socket.wait_closed()
        assert socket.close_code == 1008, "who looks on has to say the new one"
    assert (await zoe.get(room)).status_code == 404
    assert await socket_status(zoe, room) == 403
    assert (await ben.get(room)).status_code == 200, "who sits there stays"
    await api.close()


async def test_wrong_full_closed_and_shut_doors_answer_alike(people: list[Remote]) -> None:
    anna, ben, zoe, _ = people
    full = await anna.open_room(1)
    await anna.post(f"{full}/onlookers")
    locked = await anna.open_room(2)
    await anna.post(f"{locked}/lock", locked="1")
    banned = await anna.open_room(2)
    banned_invite = await anna.invite(banned)
    await zoe.post(banned_invite, name="Zoe")
    await anna.post(f"{banned}/out", number="1")
    closed = await ben.open_room(2)
    closed_invite = await ben.invite(closed)
    await ben.post(f"{closed}/leave")

    answers: set[tuple[int, str]] = set()
    for invite in (
        "/join/nosuchinvite1",
        await anna.invite(full),
        await anna.invite(locked),
        banned_invite,
        closed_invite,
    ):
        for answer in (await zoe.get(invite), await zoe.post(invite, name="Zoe")):
            answers.add((answer.status_code, re.sub(r'value="\w+"', "", answer.text)))
    assert {status for status, _ in answers} == {404}
    assert len({text for _, text in answers}) == 1


async def test_a_new_invitation_kills_the_old_one(people: list[Remote]) -> None:
    anna, ben, _, _ = people
    room = await anna.open_room(2)
    old = await anna.invite(room)
    await anna.post(f"{room}/invite")
    new = await anna.invite(room)

    assert old != new
    assert (await ben.get(old)).status_code == 404
    assert (await ben.post(old, name="Ben")).status_code == 404
    assert (await ben.post(new, name="Ben")).status_code == 303


async def test_onlookers_are_shown_out_when_the_host_says_so(people: list[Remote]) -> None:
    anna, _, zoe, _ = people
    room = await anna.open_room(1)
    await anna.post(f"{room}/start")
    assert (await zoe.get(room)).status_code == 200

    address = f"{zoe.url.replace('http', 'ws', 1)}{room}/live"
    cookie = {"cookie": zoe.cookie}
    async with connect(address, origin=zoe.url, additional_headers=cookie) as socket:  # type: ignore[arg-type]
        await socket.recv()
        await anna.post(f"{room}/onlookers")
        await socket.wait_closed()
        assert socket.close_code == 1008
    assert (await zoe.get(room)).status_code == 404


async def test_a_device_link_works_once_and_asks_first(people: list[Remote]) -> None:
    anna, _, _, phone = people
    room = await anna.open_room(2)
    page = await anna.post("/profile/device")
    found = re.search(r"/device/[\w-]+", page.text)
    assert found
    assert (await phone.get(found[0])).status_code == 200, "a preview does not use it up"
    assert (await phone.get(found[0])).status_code == 200

    assert (await phone.post(found[0])).status_code == 303
    assert 'value="Anna"' in (await phone.get("/profile")).text
    assert (await phone.get(room)).status_code == 200
    assert (await anna.get(room)).status_code == 200, "the first device stays signed in"
    assert (await phone.post(found[0])).status_code == 404


async def test_pages_say_how_things_stand(people: list[Remote]) -> None:
    anna, ben, _, stranger = people
    nameless = (await stranger.get("/profile")).text
    assert "A name is all it takes" in nameless
    assert 'action="/profile/device"' not in nameless, "nobody has no seats to take along"
    kept = await stranger.post("/profile", name="Dee", colour="4")
    assert "Kept." in (await stranger.get(kept.headers["location"])).text
    later = (await stranger.get("/profile")).text
    assert 'action="/profile/device"' in later
    assert "Kept." not in later

    room = await anna.open_room(3)
    await ben.post(await anna.invite(room), name="Ben")
    swatch = re.compile(r'data-seat="\d" aria-label="([^"]+)" aria-pressed="(\w+)"( disabled)?')
    seen = swatch.findall((await anna.get(room)).text)
    assert len(seen) == 9
    assert seen[0] == ("Red", "true", "")
    assert [each for each in seen if each[2]] == [("Blue stripes, taken", "false", " disabled")]

    stands = re.compile(r'class="latch__t">([^<]+)<')
    assert stands.findall((await anna.get(f"{room}/door")).text) == [
        "No password",
        "The door is open",
        "People may look on",
    ]
    await anna.post(f"{room}/password", password="sesame")
    await anna.post(f"{room}/lock", locked="1")
    await anna.post(f"{room}/onlookers", onlookers="")
    assert stands.findall((await anna.get(f"{room}/door")).text) == [
        "There is a password",
        "The door is locked",
        "Nobody looks on",
    ]


async def test_settings_are_the_hosts_until_the_start(people: list[Remote]) -> None:
    anna, ben, _, _ = people
    room = await anna.open_room(2)
    await ben.post(await anna.invite(room), name="Ben")

    assert (await ben.get(f"{room}/settings")).status_code == 403
    assert "Keep it so" in (await anna.get(f"{room}/settings")).text
    changed = await anna.post(
        f"{room}/settings", seats="3", clock="live-25", **{"set-tiers": "cumulative"}
    )
    assert changed.status_code == 303
    assert "Calm: 25 seconds" in (await ben.get(room)).text
    await anna.post(f"{room}/start")
    assert (await anna.get(f"{room}/settings")).status_code == 409


async def test_what_people_write_does_nothing(people: list[Remote]) -> None:
    anna, ben, _, _ = people
    evil = '<b hx-get="/" id=x>'
    await anna.named(evil)
    room = await anna.open_room(2)
    await ben.post(await anna.invite(room), name="Ben")
    for text in ('<img src=x onerror="x()">', '<a href="https://evil.example" hx-get="/">'):
        await anna.post(f"{room}/chat", text=text)
    await anna.post(f"{room}/start")

    for path in (room, "/profile", "/"):
        html = (await anna.get(path)).text
        assert "<b hx-get" not in html
        assert "<img src=x" not in html
        assert 'href="https://evil' not in html
    assert "&lt;a href=" in (await ben.get(room)).text


async def test_five_lines_in_five_seconds(people: list[Remote]) -> None:
    anna, _, _, _ = people
    room = await anna.open_room(1)
    statuses = [(await anna.post(f"{room}/chat", text=f"{n}")).status_code for n in range(7)]

    assert statuses == [303] * 5 + [429] * 2
    assert (await anna.post(f"{room}/chat", text="x" * 501)).status_code == 422


@pytest.mark.parametrize(
    ("limit", "times", "calls"),
    # who comes to the house counts as one who joins
    [("ROOMS", 3, "/games/rock-n-roll/new"), ("JOINS", 4, "/join/nosuchinvite1")],
)
async def test_the_operators_limits_hold(
    database_url: str, limit: str, times: int, calls: str
) -> None:
    with Service(database_url, **{f"GREENROOM_LIMIT_{limit}": f"{times}/minute"}) as service:
        async with Remote(service.url) as visitor:
            await visitor.named("Anna")
            answers = [await visitor.post(calls, name="Anna", seats="2") for _ in range(5)]
    assert [answer.status_code for answer in answers[3:]] == [429, 429]
    assert 429 not in [answer.status_code for answer in answers[:3]]
