"""What changes something asks for a token, and cookies keep to themselves."""

from __future__ import annotations

from collections.abc import Iterator

from fastapi import FastAPI
from fastapi.dependencies.models import Dependant
from fastapi.routing import APIRoute

from app.service import create_app
from app.web.asking import honest
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
        ):
            answer = await anna.http.post(
                "/games/rock-n-roll/new", data=data, headers={"origin": origin}
            )
            assert answer.status_code == 403
        assert "Your rooms" not in await anna.get("/")


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
