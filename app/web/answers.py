"""Answers: pages from their structs, refusals in the form that the asker reads."""

from __future__ import annotations

import contextlib
import io
from typing import Any
from urllib.parse import urlsplit

import msgspec
import segno
import structlog
from fastapi import Request, WebSocket
from starlette.requests import HTTPConnection
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response

from app.live.connection import TRY_AGAIN
from app.people.people import Person
from app.rooms.away import is_away
from app.rooms.refusals import Refused
from app.rooms.room import Room
from app.web import pages
from app.web.asking import csrf_of, house_of
from app.web.choices import rule_url
from app.web.security import HEADERS, parted

log = structlog.get_logger()

_TITLES = {
    401: "Who are you?",
    403: "Not through this door",
    404: "This door is closed",
    405: "This door is closed",
    409: "Not now",
    422: "That doesn't fit",
    429: "Slow down",
    500: "A string broke",
    503: "Back in a minute",
}


def base_url(request: HTTPConnection) -> str:
    """The site's address as friends reach it, without a slash at the end."""
    settings = house_of(request).settings
    return settings.public_url or str(request.base_url).rstrip("/")


def page(
    request: Request, template: str, content: Any, person: Person | None, status: int = 200
) -> HTMLResponse:
    """A page of the house."""
    house = pages.House(
        csrf=csrf_of(request),
        name="" if person is None else person.name,
        base_url=base_url(request),
        path=request.url.path,
        notice=house_of(request).words.notice,
    )
    html = house_of(request).renderer.page(template, page=content, house=house)
    # what a page shows depends on who asks, and is never to be shown to anybody else
    return HTMLResponse(html, status, {"cache-control": "no-store"})


def done(request: Request, room: Room) -> Response:
    """The answer to a form of a room that was carried out: nothing for htmx (the socket tells what
    changed), the page itself for a browser without script."""
    if "hx-request" in request.headers:
        return Response(status_code=204)
    return RedirectResponse(f"/rooms/{room.code}", 303)


def came_from(request: Request) -> str:
    """The page of ours, path and query, whose link or form led to this request; else nothing.
    Its address may be told in a page: it is on our own site (a path, and no "//" before it)."""
    told = parted(request.headers.get("referer", ""))
    own = {request.headers.get("host", ""), urlsplit(base_url(request)).netloc}
    if told is None or told.netloc not in own or told.path == request.url.path:
        return ""
    if not told.path.startswith("/") or told.path.startswith("//"):
        return ""
    return f"{told.path}?{told.query}" if told.query else told.path


def slug_of(request: Request) -> str:
    """The game that the request's refusals speak of, for the links of their rules."""
    return getattr(request.state, "slug", "")


def refusal_of(error: Refused, slug: str) -> dict[str, str]:
    """A refusal as scripts and programs get it. ``need``: the figures, in words; ``rule_url``: the
    rule on the rules page of the game ``slug``."""
    url = rule_url(slug, error.rule) if error.rule else ""
    return {"refused": error.text, "need": error.need, "rule": error.rule, "rule_url": url}


async def refused(request: Request, error: Exception) -> Response:
    """A refusal as a toast's JSON, as the API's JSON, or as a page."""
    assert isinstance(error, Refused)
    if request.url.path.startswith("/api/"):
        return JSONResponse({"refused": error.text, "rule": error.rule}, error.status)
    said = refusal_of(error, slug_of(request))
    if "hx-request" in request.headers:
        return JSONResponse(said, error.status)
    content = pages.ErrorPage(
        error.status,
        _TITLES.get(error.status, "Not now"),
        error.text,
        error.rule,
        said["rule_url"],
        came_from(request),
        request.method == "GET" and error.status >= 500,
    )
    return page(request, "error.html", content, None, error.status)


async def away(connection: HTTPConnection, error: Exception) -> Any:
    """The database is out of reach: nothing has changed, and soon it will do. A request gets a
    refusal, a socket is closed. Raises any other error again."""
    if not is_away(error):
        raise error
    log.warning("database away", path=connection.url.path, error=str(error))
    if isinstance(connection, WebSocket):
        with contextlib.suppress(RuntimeError):  # it may be closed already
            await connection.close(TRY_AGAIN)
        return None
    assert isinstance(connection, Request)
    text = "The house can't reach its books. Nothing of your game is lost: try again in a moment."
    answer = await refused(connection, Refused(text, "GR-001", 503))
    answer.headers["retry-after"] = "1"
    return answer


async def broken(request: Request, error: Exception) -> Response:
    """Something that should not happen: said without anything of the inside."""
    text = "Something went wrong on our side. Nothing of your game is lost: try again."
    answer = await refused(request, Refused(text, "", 500))
    answer.headers.update(HEADERS)  # it is sent from outside of `Security`
    return answer


async def missing(request: Request, error: Exception) -> Response:
    """No such page, or no such method."""
    status = getattr(error, "status_code", 404)
    text = "There is nothing here."
    return await refused(request, Refused(text, "", status))


def json_file(name: str, content: Any) -> Response:
    """Plain data or structs as a file to keep, under a name of plain letters."""
    return Response(
        msgspec.json.format(msgspec.json.encode(content)),
        media_type="application/json",
        headers={
            "content-disposition": f'attachment; filename="{name}"',
            "cache-control": "no-store",
        },
    )


def qr(url: str) -> str:
    """A QR code as an SVG to be put into a page."""
    out = io.BytesIO()
    segno.make(url, error="m").save(
        out, kind="svg", xmldecl=False, svgns=True, scale=4, border=2, omitsize=True, nl=False
    )
    return out.getvalue().decode()
