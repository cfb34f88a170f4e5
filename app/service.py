"""The application: routes, errors in words, the house's opening and closing."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import asynccontextmanager
from os import PathLike, stat_result
from pathlib import Path
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Receive, Scope, Send

from app.admin import acts, entry, eyes, inside, keys, metrics, people, rooms
from app.admin import house as house_pages
from app.admin.live import Feeds
from app.games.catalog import CATALOG
from app.games.contract import Rules
from app.rooms.away import AWAY
from app.rooms.refusals import Refused
from app.settings import Settings
from app.web import (
    agreements,
    answers,
    api,
    coaching,
    glossaries,
    health,
    home,
    honours,
    hosts,
    lobbies,
    mail,
    new_rooms,
    passkeys,
    replays,
    sockets,
    tables,
)
from app.web.house import House
from app.web.security import Security
from app.web.straight import Sockets
from app.web.templating import STATIC
from app.web.watch import Watch


def create_app(
    settings: Settings, games: Mapping[str, Rules[Any]] = CATALOG, templates: Sequence[Path] = ()
) -> Greenroom:
    """One node of the service. ``settings.database_url`` must be set and migrated;
    ``templates`` are folders with the tables of games that are kept elsewhere."""
    house = House(settings, games, templates)
    feeds = Feeds()
    house.rooms.on_change.append(lambda _: feeds.poke())

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncGenerator[None]:
        await house.open()
        yield
        await feeds.stop()
        await house.close()

    app = Greenroom(title="Greenroom", lifespan=lifespan, docs_url=None, redoc_url=None)
    app.state.house = house
    app.state.feeds = feeds
    app.add_middleware(Security, settings=settings)
    app.add_middleware(Watch, tally=house.tally)
    app.add_exception_handler(Refused, answers.refused)
    app.add_exception_handler(400, _unreadable)
    for error in AWAY:
        app.add_exception_handler(error, answers.away)
    app.add_exception_handler(404, answers.missing)
    app.add_exception_handler(405, answers.missing)
    app.add_exception_handler(RequestValidationError, _misshapen)
    app.add_exception_handler(Exception, answers.broken)
    app.mount("/static", Static(directory=STATIC), name="static")
    for part in (
        home,
        glossaries,
        honours,
        passkeys,
        mail,
        new_rooms,
        lobbies,
        hosts,
        tables,
        coaching,
        agreements,
        replays,
    ):
        app.include_router(part.router)
    for part in (api, health):
        app.include_router(part.router)
    for part in (entry, keys, house_pages, rooms, inside, eyes, acts, people, metrics):
        app.include_router(part.router)
    for part in (sockets, house_pages, rooms, eyes):
        app.sockets.include(part.sockets)
    return app


class Greenroom(FastAPI):
    """Requests go through the layers that were added, sockets straight to their endpoints."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.sockets = Sockets()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            scope["app"] = self
            await self.sockets(scope, receive, send)
        else:
            await super().__call__(scope, receive, send)


async def _misshapen(request: Request, _: Exception) -> Response:
    return await answers.refused(
        request, Refused("Something in this form is missing or does not fit.", "GR-001", 422)
    )


async def _unreadable(request: Request, error: Exception) -> Response:
    """A body that is no form or no JSON, or more than we take."""
    why = error.__cause__
    if not isinstance(why, Refused):
        why = Refused("This could not be read.", "GR-056", 400)
    return await answers.refused(request, why)


class Static(StaticFiles):
    """Files whose address carries their content's mark may be kept for ever."""

    def file_response(
        self,
        full_path: PathLike[str] | str,
        stat_result: stat_result,
        scope: Scope,
        status_code: int = 200,
    ) -> Response:
        response = super().file_response(full_path, stat_result, scope, status_code)
        if scope["query_string"].startswith(b"v="):
            response.headers["cache-control"] = "public, max-age=31536000, immutable"
        return response
