"""Who gets in: every route of the dashboard, called by everybody."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from fastapi.routing import iter_route_contexts

from app.people.people import Person
from app.rooms.room import Room
from app.service import Greenroom
from app.web.house import House
from tests.admin.conftest import Browser, acting

# routes of admins alone, of moderators too, and of everybody
ADMINS = {
    "LIVE /admin/rooms/{code}/as/{who}/live",
    "GET /admin/import",
    "GET /admin/rooms/{code}/as/{who}",
    "GET /admin/rooms/{code}/inside",
    "GET /admin/rooms/{code}/record.json",
    "POST /admin/house/closed",
    "POST /admin/house/notice",
    "POST /admin/import",
    "POST /admin/people/{who}/ban",
    "POST /admin/people/{who}/erase",
    "POST /admin/people/{who}/export",
    "POST /admin/people/{who}/link",
    "POST /admin/people/{who}/rename",
    "POST /admin/people/{who}/role",
    "POST /admin/people/{who}/sign-out",
    "POST /admin/people/{who}/unban",
    "POST /admin/rooms/{code}/end",
    "POST /admin/rooms/{code}/hand-on",
    "POST /admin/rooms/{code}/undo",
}
MODERATORS = {
    "LIVE /admin/live",
    "LIVE /admin/rooms/{code}/live",
    "GET /admin",
    "GET /admin/book",
    "GET /admin/keys",
    "GET /admin/people",
    "GET /admin/people/{who}",
    "GET /admin/rooms/{code}",
    "POST /admin/keys",
    "POST /admin/keys/forget",
    "POST /admin/keys/options",
    "POST /admin/leave",
    "POST /admin/rooms/{code}/announce",
    "POST /admin/rooms/{code}/lines/{line}/delete",
    "POST /admin/rooms/{code}/pause",
    "POST /admin/rooms/{code}/people/{who}/ban",
    "POST /admin/rooms/{code}/people/{who}/kick",
    "POST /admin/rooms/{code}/people/{who}/mute",
    "POST /admin/rooms/{code}/people/{who}/unban",
    "POST /admin/rooms/{code}/people/{who}/unmute",
    "POST /admin/rooms/{code}/resume",
    "POST /admin/rooms/{code}/seats/{number}/give-back",
    "POST /admin/rooms/{code}/seats/{number}/stand-in",
}
EVERYBODY = {
    "GET /admin/enter",
    "POST /admin/enter",
    "POST /admin/enter/options",
    "GET /admin/enter/{token}",
    "POST /admin/enter/{token}",
}
CALLERS = ("nobody", "friend", "moderator", "admin")


def calls(app: Greenroom) -> list[str]:
    """Every route below /admin: "GET /admin/…", and "LIVE /admin/…" for a websocket."""
    names = {
        f"{method} {route.path}"
        for route in iter_route_contexts(app.routes)
        for method in (route.methods or ())
    } | {f"LIVE {path}" for path in app.sockets.paths}
    return sorted(name for name in names if name.partition(" ")[2].startswith("/admin"))


async def tries(app: Greenroom, browser: Browser, name: str, code: str, token: str) -> bool:
    """Call a route. Was the caller told anything other than that there is nothing here?"""
    method, path = name.split(" ")
    path = path.replace("{code}", code).replace("{token}", token)
    path = re.sub(r"{\w+}", "0", path)
    if method == "LIVE":
        return await browser.connects(app, path)
    call = browser.get if method == "GET" else browser.post
    answer = await call(path)
    return not (answer.status_code == 404 and "There is nothing here." in answer.text)


@pytest.mark.parametrize("caller", CALLERS)
async def test_every_route_is_closed_to_those_it_is_not_for(
    app: Greenroom,
    house: House,
    strangers: Callable[[], Browser],
    game: tuple[Room, list[Person]],
    caller: str,
) -> None:
    for name in calls(app):
        who = strangers()
        if caller != "nobody":
            await acting(house, who, "" if caller == "friend" else caller)
        welcome = {"admin"} if name in ADMINS else {"moderator", "admin"}
        expected = name in EVERYBODY or caller in welcome
        let_in = await tries(app, who, name, game[0].code, "none")
        assert let_in is expected, f"{caller} calls {name}"


async def test_the_table_names_every_route(app: Greenroom) -> None:
    named = ADMINS | MODERATORS | EVERYBODY
    assert named == set(calls(app))


async def test_a_role_alone_does_not_act(house: House, friend: Browser) -> None:
    assert friend.person is not None
    await house.people.set_role(friend.person.id, "admin")
    assert (await friend.get("/admin")).status_code == 404


async def test_a_link_lets_one_in_once_and_only_after_a_click(
    house: House, strangers: Callable[[], Browser]
) -> None:
    link = await house.people.admin_link()
    preview, first, second = strangers(), strangers(), strangers()

    assert (await preview.get(f"/admin/enter/{link}")).status_code == 200
    entered = await first.post(f"/admin/enter/{link}")
    assert entered.headers["location"] == "/admin"
    assert (await first.get("/admin")).status_code == 200
    assert (await second.post(f"/admin/enter/{link}")).status_code == 404
    assert (await second.get("/admin")).status_code == 404


async def test_entering_begins_a_new_session(house: House, friend: Browser) -> None:
    """Whoever planted a session in a browser does not get in along with it."""
    planted = friend.http.cookies["greenroom_session"]
    await friend.post(f"/admin/enter/{await house.people.admin_link()}")

    assert friend.http.cookies["greenroom_session"] != planted
    assert (await friend.get("/admin")).status_code == 200
    assert await house.people.by_token(planted) is None


async def test_a_friend_becomes_an_admin_and_keeps_who_they_are(
    house: House, friend: Browser
) -> None:
    await friend.post(f"/admin/enter/{await house.people.admin_link()}")
    now = await house.people.by_token(friend.http.cookies["greenroom_session"])
    assert now is not None
    assert friend.person is not None
    assert (now.id, now.is_admin) == (friend.person.id, True)


async def test_leaving_ends_the_role_and_not_the_session(admin: Browser) -> None:
    await admin.post("/admin/leave")
    assert (await admin.get("/admin")).status_code == 404
    assert "Sign out on this device" in (await admin.get("/profile")).text


async def test_a_role_that_is_taken_away_ends_at_once(house: House, moderator: Browser) -> None:
    assert (await moderator.get("/admin")).status_code == 200
    assert moderator.person is not None
    await house.people.set_role(moderator.person.id, "")
    assert (await moderator.get("/admin")).status_code == 404


async def test_acts_from_elsewhere_are_refused(admin: Browser) -> None:
    answer = await admin.http.post("/admin/leave", data={"csrf": "guessed"})
    assert answer.status_code == 403
    token = await admin.csrf()
    foreign = {"origin": "http://evil.test"}
    answer = await admin.http.post("/admin/leave", data={"csrf": token}, headers=foreign)
    assert answer.status_code == 403
    assert (await admin.get("/admin")).status_code == 200
