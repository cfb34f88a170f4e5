"""The house at a glance, and the list of its rooms."""

from __future__ import annotations

import asyncio
from importlib.metadata import version
from typing import Annotated, cast, get_args
from urllib.parse import urlencode

from fastapi import Form, Query, Request, WebSocket
from starlette.datastructures import QueryParams
from starlette.responses import HTMLResponse, RedirectResponse, Response

from app.admin import pages
from app.admin.asking import Admin, Moderator, Reason, admin_router
from app.admin.charts import charts
from app.admin.live import Drawing, feeds_of, follow, welcome
from app.people.texts import plain_text
from app.rooms.audit import SHOWN, because, note
from app.rooms.house_words import Word, put_word
from app.rooms.overview import Filter, RoomRow, Sort
from app.web.answers import page
from app.web.asking import Honest, house_of
from app.web.house import House
from app.web.lobbies import face_of
from app.web.straight import Sockets

router = admin_router()
sockets = Sockets("/admin")

PARTS = "admin/parts.html"
STATES = ("lobby", "playing", "finished", "closed")


def filter_of(query: QueryParams) -> Filter:
    """The wanted rooms; what makes no sense in an address is left out."""
    sort = query.get("sort", "")
    idle = query.get("idle", "")[:7]
    return Filter(
        game=query.get("game", "")[:40],
        status=query.get("status", "") if query.get("status") in STATES else "",
        words=plain_text(query.get("words", ""))[:60],
        host=plain_text(query.get("host", ""))[:30],
        idle=int(idle) if idle.isascii() and idle.isdecimal() else 0,
        stuck=bool(query.get("stuck")),
        sort=cast("Sort", sort) if sort in get_args(Sort) else "busy",
    )


def address_of(wanted: Filter) -> str:
    """A filter as the end of an address."""
    fields = {
        "game": wanted.game,
        "status": wanted.status,
        "words": wanted.words,
        "host": wanted.host,
        "idle": str(wanted.idle or ""),
        "stuck": "1" if wanted.stuck else "",
        "sort": "" if wanted.sort == "busy" else wanted.sort,
    }
    return urlencode({name: value for name, value in fields.items() if value})


@router.get("")
async def show(request: Request, person: Moderator) -> HTMLResponse:
    house = house_of(request)
    wanted = filter_of(request.query_params)
    drawing = await draw(house, wanted)
    content = pages.HousePage(
        drawing.parts["glance"],
        drawing.list,
        drawing.parts["rooms-total"],
        wanted,
        tuple((slug, rules.meta.title) for slug, rules in house.games.items()),
        f"/admin/live?{address_of(wanted)}",
        person.is_admin,
        house.words.notice,
        house.words.closed,
    )
    return page(request, "admin/house.html", content, person)


@sockets.at("/live")
async def live(socket: WebSocket) -> None:
    if not await welcome(socket):
        return
    house = house_of(socket)
    wanted = filter_of(socket.query_params)
    await follow(
        socket, feeds_of(socket), f"house?{address_of(wanted)}", lambda: draw(house, wanted)
    )


async def draw(house: House, wanted: Filter) -> Drawing:
    """The page's two parts: the glance, and the list with its rows."""
    glance, (found, total) = await asyncio.gather(_glance(house), house.overview.rooms(wanted))
    rows = tuple(_row(house, room) for room in found)
    part = house.renderer.part
    return Drawing(
        {
            "glance": part(PARTS, "glance", glance),
            "rooms-total": part(PARTS, "rooms_total", len(rows), total),
        },
        {f"room-{row.id}": part(PARTS, "room_row", row) for row in rows},
        part(PARTS, "room_rows", rows),
    )


async def _glance(house: House) -> pages.Glance:
    overview = house.overview
    counts, stuck, minutes, nodes, database = await asyncio.gather(
        overview.counts(),
        overview.stuck(),
        house.nodes.minutes(),
        house.nodes.all(),
        overview.database(),
    )
    alive = [node for node in nodes if node.alive]
    return pages.Glance(
        sum(n for (_, status), n in counts.items() if status == "lobby"),
        sum(n for (_, status), n in counts.items() if status == "playing"),
        stuck,
        sum(node.people for node in alive),
        sum(node.sockets for node in alive),
        charts(minutes),
        tuple(
            pages.GameCount(
                slug, rules.meta.title, *(counts.get((slug, status), 0) for status in STATES)
            )
            for slug, rules in house.games.items()
        ),
        tuple(nodes),
        database,
        version("greenroom"),
    )


def _row(house: House, room: RoomRow) -> pages.Row:
    rules = house.games.get(room.game)
    state = "paused" if room.paused and room.status == "playing" else room.status
    return pages.Row(
        room.id,
        f"/admin/rooms/{room.code}",
        room.code,
        room.game if rules is not None else "",
        rules.meta.title if rules is not None else room.game,
        state,
        room.host,
        tuple(face_of(s.number, s.name, s.colour, s.computer) for s in room.seats),
        room.places,
        room.version,
        pages.ago(room.updated_at),
        pages.ago(room.created_at),
        room.stuck,
        room.listed,
    )


# ---------------------------------------------------------------------- words to everybody


@router.post("/house/notice", dependencies=[Honest])
async def announce(
    request: Request,
    person: Admin,
    text: Annotated[str, Form(max_length=300)] = "",
    reason: Reason = "",
) -> Response:
    """A banner on every page of the house, until it is taken away again."""
    return await _say(request, person, "notice", text, reason)


@router.post("/house/closed", dependencies=[Honest])
async def close_house(
    request: Request,
    person: Admin,
    text: Annotated[str, Form(max_length=300)] = "",
    reason: Reason = "",
) -> Response:
    """No new games from now on (GR-032), or with an empty text: again."""
    return await _say(request, person, "closed", text, reason)


async def _say(request: Request, person: Admin, name: Word, text: str, reason: str) -> Response:
    house = house_of(request)
    why, words = because(reason), plain_text(text)
    async with house.engine.begin() as connection:
        await put_word(connection, name, words)
        await note(connection, person, name, None, why, text=words)
    await house.say_to_all()
    return RedirectResponse("/admin", 303)


# ---------------------------------------------------------------------- the book


@router.get("/book")
async def book(
    request: Request,
    person: Moderator,
    before: Annotated[int, Query(ge=0, le=2**63 - 1)] | None = None,
) -> HTMLResponse:
    """What was done and looked at, newest first."""
    lines = await house_of(request).audit.lines(before=before)
    older = f"/admin/book?before={lines[-1].id}" if len(lines) == SHOWN else ""
    return page(request, "admin/book.html", pages.BookPage(tuple(lines), older), person)
