"""Coming in to act by a passkey: whose it is, what it lets do, and when it ends."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from urllib.parse import urlsplit

import httpx2
import pytest
from fastapi import FastAPI
from sqlalchemy import func, text, update

from app import tables
from app.people.passkeys import MOST_KEYS, BadPasskey, Site
from app.service import create_app
from app.web.house import House
from tests.admin.conftest import ORIGIN, Browser
from tests.admin.test_doors import calls, tries
from tests.people.authenticator import Authenticator
from tests.rooms.conftest import settings_for

WHY = {"reason": "the phone is lost"}


async def tell(browser: Browser, path: str, told: object = None) -> httpx2.Response:
    """Post JSON as the page's script does."""
    headers = {"x-csrf": await browser.csrf(), "hx-request": "true"}
    headers["content-type"] = "application/json"
    # as JSON writes them, lone surrogates may stand in a text
    return await browser.http.post(path, content=json.dumps(told or {}), headers=headers)


async def make(browser: Browser, device: Authenticator, at: str = "/admin/keys") -> int:
    options = (await tell(browser, f"{at}/options")).json()
    return (await tell(browser, at, device.make(options))).status_code


async def show(browser: Browser, device: Authenticator) -> int:
    options = (await tell(browser, "/admin/enter/options")).json()
    return (await tell(browser, "/admin/enter", device.show(options))).status_code


@pytest.fixture
async def device(admin: Browser) -> Authenticator:
    """A device with a key of the admin's."""
    device = Authenticator(ORIGIN)
    assert await make(admin, device) == 204
    return device


async def test_a_key_lets_one_in_again_and_stands_in_the_book(
    house: House, admin: Browser, friend: Browser, device: Authenticator
) -> None:
    planted = friend.http.cookies["greenroom_session"]
    assert await show(friend, device) == 204
    assert (await friend.get("/admin")).status_code == 200
    assert await house.people.by_token(planted) is None, "the browser's old session has ended"
    came = await house.people.by_token(friend.http.cookies["greenroom_session"])
    assert came is not None
    assert admin.person is not None
    assert (came.id, came.role) == (admin.person.id, "admin")
    lines = [(line.action, line.detail) for line in await house.audit.lines()]
    assert lines == [("sign-in", {"by": "passkey"}), ("passkey-made", {})]


async def test_a_key_does_what_its_role_says_now(
    house: House, admin: Browser, friend: Browser, device: Authenticator
) -> None:
    assert admin.person is not None
    await house.people.set_role(admin.person.id, "moderator")
    assert await show(friend, device) == 204
    assert (await friend.get("/admin")).status_code == 200
    assert (await friend.get("/admin/import")).status_code == 404

    await house.people.set_role(admin.person.id, "")
    assert (await friend.get("/admin")).status_code == 404
    assert await show(friend, device) == 403
    await house.people.set_role(admin.person.id, "admin")
    assert await show(friend, device) == 403, "a role that comes back brings no old key along"


async def test_a_friends_key_opens_no_dashboard(
    house: House, friend: Browser, strangers: Callable[[], Browser]
) -> None:
    """Whoever held the session of a friend who got a role later could have made one."""
    assert friend.person is not None
    device = Authenticator(ORIGIN)
    assert await make(friend, device, "/profile/passkey") == 204
    await house.people.set_role(friend.person.id, "admin")
    assert await show(strangers(), device) == 403


async def test_a_device_asks_who_holds_it(
    admin: Browser, friend: Browser, device: Authenticator
) -> None:
    assert await make(admin, Authenticator(ORIGIN, unlocked=False)) == 403
    device.unlocked = False
    assert await show(friend, device) == 403
    assert (await friend.get("/admin")).status_code == 404


async def test_what_was_shown_once_or_elsewhere_opens_nothing(
    admin: Browser, friend: Browser, device: Authenticator
) -> None:
    options = (await tell(friend, "/admin/enter/options")).json()
    shown = device.show(options)
    assert (await tell(friend, "/admin/enter", shown)).status_code == 204
    await friend.post("/admin/leave")
    assert (await tell(friend, "/admin/enter", shown)).status_code == 403
    for_a_key = (await tell(admin, "/admin/keys/options")).json()
    made_for = {"challenge": for_a_key["challenge"], "rpId": options["rpId"]}
    assert (await tell(friend, "/admin/enter", device.show(made_for))).status_code == 403
    device.origin = "http://evil.test"
    assert await show(friend, device) == 403
    assert await show(friend, Authenticator(ORIGIN)) == 403
    for nonsense in ({}, {"response": 1}):
        assert (await tell(friend, "/admin/enter", nonsense)).status_code == 403
    # half a character is no text at all (GR-056), and no key either
    nonsenses = {None: 403, "": 403, "AAAA": 403, "\ud800": 422}
    for part in ("authenticatorData", "signature"):
        for nonsense, status in nonsenses.items():
            shown = device.show((await tell(friend, "/admin/enter/options")).json())
            shown["response"][part] = nonsense
            assert (await tell(friend, "/admin/enter", shown)).status_code == status, (part, status)
    for nonsense, status in (nonsenses | {"oWNmbXQ": 403}).items():
        made = device.make((await tell(admin, "/admin/keys/options")).json())
        made["response"]["attestationObject"] = nonsense
        assert (await tell(admin, "/admin/keys", made)).status_code == status, status
    assert (await friend.get("/admin")).status_code == 404


async def test_acting_by_key_ends_after_its_hours(
    house: House, friend: Browser, device: Authenticator
) -> None:
    assert await show(friend, device) == 204
    async with house.engine.begin() as connection:
        lasts = await connection.execute(
            tables.session.select().where(
                tables.session.c.admin_until > func.now() + text("interval '12 hours'")
            )
        )
        assert lasts.first() is None
        await connection.execute(update(tables.session).values(admin_until=func.now()))
    assert (await friend.get("/admin")).status_code == 404


async def test_signing_out_everywhere_ends_sessions_and_keys(
    house: House, admin: Browser, moderator: Browser, friend: Browser
) -> None:
    assert moderator.person is not None
    device = Authenticator(ORIGIN)
    assert await make(moderator, device) == 204
    assert await show(friend, device) == 204
    await admin.post(f"/admin/people/{moderator.person.id}/sign-out", WHY)
    for browser in (moderator, friend):
        assert (await browser.get("/admin")).status_code == 404
    assert await show(friend, device) == 403
    assert (await house.audit.lines())[0].reason == WHY["reason"]


async def test_a_forgotten_key_opens_nothing(
    admin: Browser, moderator: Browser, friend: Browser, device: Authenticator
) -> None:
    own = device.make({"rp": {"id": ""}, "challenge": ""})["id"]
    assert (await moderator.post("/admin/keys/forget", {"key": own})).status_code == 404
    assert f'value="{own}"' in (await admin.get("/admin/keys")).text
    await admin.post("/admin/keys/forget", {"key": own})
    assert "You have none." in (await admin.get("/admin/keys")).text
    assert await show(friend, device) == 403


async def test_without_a_secret_there_is_no_dashboard(
    app: FastAPI, admin: Browser, database_url: str, device: Authenticator
) -> None:
    link = await app.state.house.people.admin_link()
    bare = create_app(settings_for(database_url, secret=""))
    await bare.state.house.open()
    try:
        for name in calls(bare):
            visitor = Browser(bare)
            visitor.http.cookies = admin.http.cookies
            assert not await tries(bare, visitor, name, "none", link), name
            await visitor.http.aclose()
    finally:
        await bare.state.house.close()


async def test_no_more_keys_are_kept_than_are_offered(house: House, friend: Browser) -> None:
    me, site = friend.person, site_named(ORIGIN)
    assert me is not None
    devices = [Authenticator(ORIGIN) for _ in range(MOST_KEYS + 1)]
    offers = [await house.passkeys.offer(me, site) for _ in (*devices, devices[0])]
    await house.passkeys.keep(me, site, devices[0].make(offers[0]))
    with pytest.raises(BadPasskey):
        await house.passkeys.keep(me, site, devices[0].make(offers[-1]))

    answers = await asyncio.gather(
        *(
            house.passkeys.keep(me, site, device.make(offer))
            for device, offer in zip(devices[1:], offers[1:-1], strict=True)
        ),
        return_exceptions=True,
    )

    assert sum(isinstance(answer, BadPasskey) for answer in answers) == 1
    assert await house.passkeys.count(me) == MOST_KEYS


def site_named(origin: str) -> Site:
    return Site(urlsplit(origin).hostname or "", origin)
