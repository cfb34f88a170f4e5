"""The hidden side of a room: its state, move by move, and its record.

Every look at a running game is written down first (GR-031).
"""

from __future__ import annotations

import msgspec
from fastapi import Request
from sqlalchemy import select
from starlette.requests import HTTPConnection
from starlette.responses import HTMLResponse, Response

from app import tables
from app.admin import pages
from app.admin.asking import Admin, admin_router, room_of
from app.admin.rooms import eyes_of, public_step
from app.admin.tree import changes, plain, tree
from app.rooms.journal import JournalEntry
from app.rooms.refusals import Refused
from app.rooms.room import Room
from app.web.answers import json_file, page
from app.web.asking import house_of
from app.web.choices import rule_url
from app.web.house import House

router = admin_router()

REFUSALS_SHOWN = 60
_AROUND = 12
"""Steps that are listed before and after the one that is looked at."""


async def started(connection: HTTPConnection, code: str) -> Room:
    """A room whose game has started. Raises `Refused` (404)."""
    room = await room_of(connection, code)
    if room.stored is None:
        raise Refused("The game has not started: there is nothing inside yet.", "", 404)
    return room


def step_at(room: Room, at: int | None) -> int:
    """A step of the game: the one asked for, or the newest."""
    return room.version if at is None else min(max(at, 0), room.version)


@router.get("/rooms/{code}/inside")
async def inside(request: Request, person: Admin, code: str, at: int | None = None) -> HTMLResponse:
    """The state after entry ``at`` (the newest without it), and what that entry changed."""
    house = house_of(request)
    room = await started(request, code)
    request.state.slug = room.facts.game
    number = step_at(room, at)
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


# ---------------------------------------------------------------------- the record


@router.get("/rooms/{code}/record.json")
async def record(request: Request, person: Admin, code: str) -> Response:
    """The game so far with its seed: it can be verified, and taken in as a new room."""
    house = house_of(request)
    room = await started(request, code)
    await house.audit.looked(person, room, what="record")
    kept = await house.store.record(room, with_seed=True)
    return json_file(f"{room.facts.game}-{room.code}-{room.version}.json", kept)
