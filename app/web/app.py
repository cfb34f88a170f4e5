"""The application: routes, errors in words, the house's opening and closing."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI, Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.staticfiles import StaticFiles

from app.games.catalog import CATALOG
from app.games.contract import Rules
from app.rooms.refusals import Refused
from app.settings import Settings
from app.web import api, sockets
from app.web.house import House
from app.web.security import Security
from app.web.templating import STATIC


def create_app(settings: Settings, games: Mapping[str, Rules[Any]] = CATALOG) -> FastAPI:
    """One node of the service. ``settings.database_url`` must be set and migrated."""
    house = House(settings, games)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncGenerator[None]:
        await house.open()
        yield
        await house.close()

    app = FastAPI(title="Greenroom", lifespan=lifespan, docs_url=None, redoc_url=None)
    app.state.house = house
    app.add_middleware(Security, settings=settings)
    app.add_exception_handler(Refused, _refused)
    app.mount("/static", StaticFiles(directory=STATIC), name="static")
    for part in (api, sockets):
        app.include_router(part.router)
    return app


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, Refused)
    if request.url.path.startswith("/api/"):
        return JSONResponse({"refused": error.text, "rule": error.rule}, error.status)
    return PlainTextResponse(error.text, error.status)
