"""The table through others' eyes: a seat's, an onlooker's, or all of them at once.

Every look at a running game is written down first (GR-031).
"""

from __future__ import annotations

import asyncio

import msgspec
from fastapi import Request, WebSocket
from markupsafe import Markup
from starlette.responses import HTMLResponse

from app.admin.asking import Admin, admin_router
from app.admin.inside import started, step_at
from app.admin.live import LATEST_SECONDS, may_follow, welcome
from app.admin.rooms import ALL
from app.games.contract import Seat, Viewer
from app.live.connection import POLICY, TRY_AGAIN, Connection
from app.live.sight import Eyes, Piece, look_once
from app.people.people import Person
from app.rooms.refusals import Refused
from app.rooms.room import Room
from app.web.answers import page
from app.web.asking import house_of, whoever
from app.web.house import House
from app.web.room_pages import Replay, TablePage
from app.web.sockets import Client, frames_per_second
from app.web.straight import Sockets
from app.web.tables import seen_table
from app.web.templating import Renderer, TableContext

router = admin_router()
sockets = Sockets("/admin")


def _eyes(room: Room, who: str) -> Eyes:
    """Raises `Refused` (404) for eyes that are not at this table."""
    if who == "onlooker":
        return Eyes(None, acting=False)
    seat = next((sitter.number for sitter in room.sitters if str(sitter.number) == who), None)
    if seat is None:
        raise Refused("Nobody sits there.", "", 404)
    return Eyes(seat, acting=False)


async def _note_eyes(
    house: House, person: Person, room: Room, eyes: Eyes, at: int | None = None
) -> None:
    """What an onlooker sees is hidden from nobody."""
    if eyes.viewer is not None:
        detail = {"seat": eyes.viewer} if at is None else {"seat": eyes.viewer, "at": at}
        await house.audit.looked(person, room, what="eyes", **detail)


@router.get("/rooms/{code}/as/{who}")
async def look_as(
    request: Request, person: Admin, code: str, who: str, at: int | None = None
) -> HTMLResponse:
    """The table as somebody else sees it: live, or as it stood after entry ``at``."""
    house = house_of(request)
    room = await started(request, code)
    request.state.slug = room.facts.game
    number = step_at(room, at)
    if who == ALL:
        return page(request, "table.html", await _all_eyes(house, person, room, number), person)
    eyes = _eyes(room, who)
    await _note_eyes(house, person, room, eyes, at)
    url = f"/admin/rooms/{room.code}/as/{who}"
    shown = room if at is None else await house.store.past(room, number)
    table = await seen_table(house, shown, eyes, url)
    replay = None if at is None else _replay(url, number, room.version)
    return page(request, "table.html", _as_seen(table, room, eyes, replay), person)


async def _all_eyes(house: House, person: Person, room: Room, number: int) -> TablePage:
    """A step as an onlooker sees it, and below it what each seat alone knows."""
    await house.audit.looked(person, room, what="eyes", seat=ALL, at=number)
    url = f"/admin/rooms/{room.code}/as/{ALL}"
    past = await house.store.past(room, number)
    table = await seen_table(house, past, Eyes(None, acting=False), url, past=True)
    known = _look(past, None)
    hidden: list[tuple[str, tuple[Markup, ...]]] = []
    for sitter in past.sitters:
        own = (
            piece
            for piece in _look(past, sitter.number).values()
            if piece.id not in known or known[piece.id].encoded != piece.encoded
        )
        drawn = tuple(_apart(house.renderer, piece, sitter.number, table.ctx) for piece in own)
        hidden.append((sitter.name, drawn))
    below = house.renderer.part("admin/parts.html", "only_seen_by", hidden)
    board = msgspec.structs.replace(table.board, board=table.board.board + Markup(below))  # noqa: S704
    written = " This is written down." if room.playing else ""
    return msgspec.structs.replace(
        table,
        board=board,
        replay=_replay(url, number, room.version),
        seen_as=f"You see what everybody sees, and below it what each seat alone knows.{written}",
        seen_from=f"/admin/rooms/{room.code}",
    )


def _look(room: Room, viewer: Viewer) -> dict[str, Piece]:
    return {piece.id: piece for piece in look_once(room, Eyes(viewer, acting=False))[1]}


def _apart(renderer: Renderer, piece: Piece, seat: Seat, ctx: TableContext) -> Markup:
    """A region as a seat sees it, under an id of its own beside the others'."""
    html = renderer.region(f"{piece.id}-as-{seat}", piece.kind, piece.data, (), ctx)
    return Markup(html)  # noqa: S704  drawn by our templates, which escape


def _as_seen(table: TablePage, room: Room, eyes: Eyes, replay: Replay | None) -> TablePage:
    name = "an onlooker" if eyes.viewer is None else room.names[eyes.viewer]
    written = " This is written down." if room.playing and eyes.viewer is not None else ""
    return msgspec.structs.replace(
        table,
        replay=replay,
        seen_as=f"You see what {name} sees, and can't move.{written}",
        seen_from=f"/admin/rooms/{room.code}",
    )


def _replay(url: str, number: int, last: int) -> Replay:
    def to(step: int) -> str:
        return f"{url}?at={min(max(step, 0), last)}"

    return Replay(number, last, to(0), to(number - 1), to(number + 1), to(last))


@sockets.at("/rooms/{code}/as/{who}/live")
async def look_on(socket: WebSocket, code: str, who: str) -> None:
    """The same over the table's own socket, without its menu."""
    if not await welcome(socket, full=True):
        return
    house, person = house_of(socket), await whoever(socket)
    try:
        room = await started(socket, code)
        eyes = _eyes(room, who)
    except Refused:
        await socket.close(POLICY)
        return
    assert person is not None
    await _note_eyes(house, person, room, eyes)
    await socket.accept()
    connection = Connection(
        socket,
        await house.hub.table(room),
        house.html,
        None,
        None,
        frames_per_second(house),
        admin_as=eyes,
    )
    house.hub.arrived(connection)
    watch = asyncio.create_task(_watch(socket, connection))
    try:
        await connection.run(Client(house, room, None, connection).receive)
    finally:
        watch.cancel()
        await asyncio.gather(watch, return_exceptions=True)
        house.hub.departed(connection)


async def _watch(socket: WebSocket, connection: Connection) -> None:
    """The look ends with the role, and where nobody can say whether there still is one."""
    code, why = TRY_AGAIN, "not known"
    try:
        while await may_follow(socket, full=True):  # noqa: ASYNC110 - nobody tells when it ends
            await asyncio.sleep(LATEST_SECONDS)
        code, why = POLICY, "signed out"
    finally:
        connection.close(code, why)
