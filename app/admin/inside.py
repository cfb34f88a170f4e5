"""The hidden side of a room: its state, move by move, and the table through others' eyes.

Every look at a running game is written down first (GR-031).
"""

from __future__ import annotations

import asyncio

import msgspec
from fastapi import APIRouter, Request, WebSocket
from sqlalchemy import select
from starlette.requests import HTTPConnection
from starlette.responses import HTMLResponse, Response

from app import tables
from app.admin import pages
from app.admin.asking import Admin, admin_router, room_of
from app.admin.live import LATEST_SECONDS, may_follow, welcome
from app.admin.rooms import eyes_of, public_step
from app.admin.tree import changes, plain, tree
from app.live.connection import POLICY, Connection
from app.live.sight import Eyes
from app.people.people import Person
from app.rooms.journal import JournalEntry
from app.rooms.refusals import Refused
from app.rooms.room import Room
from app.web.answers import page
from app.web.asking import house_of, whoever
from app.web.choices import rule_url
from app.web.house import House
from app.web.pages import Replay, TablePage
from app.web.sockets import Client
from app.web.tables import seen_table

router = admin_router()
sockets = APIRouter(prefix="/admin")

REFUSALS_SHOWN = 60
_AROUND = 12
"""Steps that are listed before and after the one that is looked at."""


async def _started(connection: HTTPConnection, code: str) -> Room:
    room = await room_of(connection, code)
    if room.stored is None:
        raise Refused("The game has not started: there is nothing inside yet.", "", 404)
    return room


def _number(room: Room, at: int | None) -> int:
    return room.version if at is None else min(max(at, 0), room.version)


@router.get("/rooms/{code}/inside")
async def inside(request: Request, person: Admin, code: str, at: int | None = None) -> HTMLResponse:
    """The state after entry ``at`` (the newest without it), and what that entry changed."""
    house = house_of(request)
    room = await _started(request, code)
    request.state.slug = room.facts.game
    number = _number(room, at)
    await house.audit.looked(person, room, what="state", at=number)
    now = plain((await house.store.position_at(room, number)).state)
    before = plain((await house.store.position_at(room, number - 1)).state) if number else now
    async with house.engine.connect() as connection:
        entries = await house.store.entries(
            connection, room.id, number - 1 - _AROUND, number + _AROUND
        )
    steps = [hidden_step(room, entry) for entry in entries]
    content = pages.InsidePage(
        f"/admin/rooms/{room.code}",
        room.rules.meta.title,
        room.code,
        number,
        room.version,
        next((step for step in steps if step.number == number), None),
        tree(now),
        changes(before, now),
        tuple(steps),
        await _refusals(house, room),
        eyes_of(room),
        room.playing,
    )
    return page(request, "admin/inside.html", content, person)


def hidden_step(room: Room, entry: JournalEntry) -> pages.Step:
    """An entry with the move itself."""
    move = f"{entry.slot}: {entry.move}" if entry.slot else entry.move
    if entry.kind == "undo":
        move = f"back to {entry.undo_to - 1}"
    return msgspec.structs.replace(public_step(room, entry), move=move)


async def _refusals(house: House, room: Room) -> tuple[pages.Refusal, ...]:
    refused, person = tables.refused, tables.person
    async with house.engine.connect() as connection:
        rows = await connection.execute(
            select(refused, person.c.name)
            .select_from(refused.outerjoin(person, person.c.id == refused.c.person_id))
            .where(refused.c.room_id == room.id)
            .order_by(refused.c.id.desc())
            .limit(REFUSALS_SHOWN)
        )
        return tuple(
            pages.Refusal(
                pages.clock(row.at),
                row.version,
                row.name or (room.names[row.seat] if row.seat is not None else "?"),
                row.move,
                row.rule,
                rule_url(room.facts.game, row.rule),
                row.why,
            )
            for row in rows
        )


# ---------------------------------------------------------------------- others' eyes


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
    room = await _started(request, code)
    request.state.slug = room.facts.game
    eyes, number = _eyes(room, who), _number(room, at)
    await _note_eyes(house, person, room, eyes, at)
    url = f"/admin/rooms/{room.code}/as/{who}"
    shown = room if at is None else await house.store.past(room, number)
    table = await seen_table(house, shown, eyes, url)
    replay = None if at is None else _replay(url, number, room.version)
    return page(request, "table.html", _as_seen(table, room, eyes, replay), person)


def _as_seen(table: TablePage, room: Room, eyes: Eyes, replay: Replay | None) -> TablePage:
    name = "an onlooker" if eyes.viewer is None else room.names[eyes.viewer]
    written = " This is written down." if room.playing and eyes.viewer is not None else ""
    return msgspec.structs.replace(
        table, replay=replay, seen_as=f"You see what {name} sees, and can't move.{written}"
    )


def _replay(url: str, number: int, last: int) -> Replay:
    def to(step: int) -> str:
        return f"{url}?at={min(max(step, 0), last)}"

    return Replay(number, last, to(0), to(number - 1), to(number + 1), to(last))


@sockets.websocket("/rooms/{code}/as/{who}/live")
async def look_on(socket: WebSocket, code: str, who: str) -> None:
    """The same over the table's own socket, without its menu."""
    if not await welcome(socket, full=True):
        return
    house, person = house_of(socket), await whoever(socket)
    try:
        room = await _started(socket, code)
        eyes = _eyes(room, who)
    except Refused:
        await socket.close(POLICY)
        return
    assert person is not None
    await _note_eyes(house, person, room, eyes)
    await socket.accept()
    connection = Connection(
        socket, await house.hub.table(room), house.html, None, None, admin_as=eyes
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
    """The look ends with the role."""
    while await may_follow(socket, full=True):  # noqa: ASYNC110 - nobody tells when it ends
        await asyncio.sleep(LATEST_SECONDS)
    connection.close(POLICY, "signed out")


# ---------------------------------------------------------------------- the record


@router.get("/rooms/{code}/record.json")
async def record(request: Request, person: Admin, code: str) -> Response:
    """The game so far with its seed: it can be verified, and taken in as a new room."""
    house = house_of(request)
    room = await _started(request, code)
    await house.audit.looked(person, room, what="record")
    kept = await house.store.record(room, with_seed=True)
    name = f"{room.facts.game}-{room.code}-{room.version}.json"
    return Response(
        msgspec.json.format(msgspec.json.encode(kept)),
        media_type="application/json",
        headers={
            "content-disposition": f'attachment; filename="{name}"',
            "cache-control": "no-store",
        },
    )
