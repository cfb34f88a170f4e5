"""What changes something asks for a token, and cookies keep to themselves."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

from fastapi import FastAPI
from fastapi.dependencies.models import Dependant
from fastapi.routing import APIRoute
from sqlalchemy import select

from app import tables
from app.rooms.seating import ALPHABET, CODE_LENGTH
from app.service import create_app
from app.web.asking import honest
from app.web.security import SESSION_COOKIE
from tests.ledger import rule
from tests.rooms.conftest import settings_for
from tests.web.visitor import Visitor, open_house

OPEN = {"/api/guests", "/mail/off/{token}"}
"""A new guest: there is no session yet that a foreign page could ride on. The end of all mail:
mail programs ask for it (RFC 8058), and the secret in the address is the permission."""


def _routes(app: FastAPI) -> Iterator[tuple[str, set[str], Dependant]]:
    """Path, methods and dependencies of every route; FastAPI keeps included routers as such."""
    for included in app.routes:
        for route in getattr(included, "original_router", app.router).routes:
            if isinstance(route, APIRoute):
                yield route.path, route.methods or set(), route.dependant


def _asks(dependant: Dependant) -> bool:
    return any(each.call is honest or _asks(each) for each in dependant.dependencies)


def test_every_change_asks_for_the_token(database_url: str) -> None:
    app = create_app(settings_for(database_url))
    checked = 0
    for path, methods, dependant in _routes(app):
        if methods <= {"GET", "HEAD"} or path in OPEN:
            continue
        assert _asks(dependant), path
        checked += 1
    assert checked > 30


async def test_a_form_without_token_or_from_elsewhere_changes_nothing(database_url: str) -> None:
    async with open_house(database_url) as (app, _), Visitor(app) as anna:
        await anna.named("Anna")
        token = {"csrf": anna._csrf or "x"}  # pyright: ignore[reportPrivateUsage]
        for data, origin in (
            ({}, "http://greenroom.test"),
            ({"csrf": "made up"}, "http://greenroom.test"),
            (token, "https://evil.example"),
            (token, "http://["),
        ):
            answer = await anna.http.post(
                "/games/rock-n-roll/new", data=data, headers={"origin": origin}
            )
            assert answer.status_code == 403
        assert "Your rooms" not in await anna.get("/")


async def test_no_token_is_kept_as_it_is(database_url: str) -> None:
    """Whoever reads the database can be nobody by it: sessions and links are kept hashed."""
    async with open_house(database_url) as (app, house), Visitor(app) as anna:
        await anna.named("Anna")
        assert anna.person is not None
        secrets = [
            anna.http.cookies[SESSION_COOKIE],
            await house.people.device_link(anna.person.id),
            await house.people.admin_link(),
            await house.people.challenge(anna.person.id),
        ]
        async with house.engine.connect() as connection:
            rows = [
                *(await connection.execute(select(tables.session))),
                *(await connection.execute(select(tables.once_link))),
            ]
        assert len(rows) == len(secrets)
        kept = {value for row in rows for value in row if isinstance(value, bytes)}
        assert kept == {hashlib.sha256(secret.encode()).digest() for secret in secrets}
        assert not any(secret in str(row) for row in rows for secret in secrets)
        assert all(len(secret) >= 43 for secret in secrets), "256 bits in base64url"


async def test_who_is_somebody_gets_a_session_that_nobody_chose(database_url: str) -> None:
    """A session that was planted in a browser is nobody's, and stays so (session fixation)."""
    planted = "p" * 43
    async with open_house(database_url) as (app, house), Visitor(app) as visitor:
        visitor.http.cookies.set(SESSION_COOKIE, planted)
        await visitor.post("/profile", name="Anna", colour="1")
        given = visitor.http.cookies.get(SESSION_COOKIE, domain="greenroom.test")
        assert given not in (planted, None)
        assert await house.people.by_token(planted) is None
        assert given is not None
        link = await house.people.device_link(1)
        await visitor.post(f"/device/{link}")
        another = visitor.http.cookies.get(SESSION_COOKIE, domain="greenroom.test")
        assert another not in (planted, given, None)


@rule("GR-011", "GR-024")
async def test_invitations_are_not_guessed(database_url: str) -> None:
    """64 bits, 30 tries a minute, and after those a good one is answered like a bad one."""
    assert len(ALPHABET) ** CODE_LENGTH >= 2**60
    async with open_house(database_url) as (app, house), Visitor(app) as host, Visitor(app) as zoe:
        await host.named("Anna")
        await zoe.named("Zoe")
        assert host.person is not None
        room = await house.lobby.create(host.person, "rock-n-roll", {}, 2, listed=False)
        for number in range(30):
            await zoe.get(f"/join/guess{number}", 404)
        limited = {await zoe.get(f"/join/{code}", 429) for code in ("guess", room.facts.invite)}
        assert len(limited) == 1


async def test_cookies_are_out_of_reach(database_url: str) -> None:
    async with (
        open_house(database_url, public_url="https://greenroom.test") as (app, _),
        Visitor(app) as visitor,
    ):
        answer = await visitor.http.get("/")
        for cookie in answer.headers.get_list("set-cookie"):
            for part in ("HttpOnly", "SameSite=Lax", "Secure", "Path=/"):
                assert part in cookie
        assert answer.headers.get_list("set-cookie")
        policy = answer.headers["content-security-policy"]
        assert "default-src 'self'" in policy
        assert "unsafe" not in policy
