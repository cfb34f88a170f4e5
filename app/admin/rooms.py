"""A room's page: what everybody at the table may know of it, live, with the acts beside it."""

from __future__ import annotations

from datetime import datetime

from fastapi import Request, WebSocket
from starlette.responses import HTMLResponse

from app.admin import pages
from app.admin.asking import Moderator, admin_router, room_of
from app.admin.house import PARTS
from app.admin.live import Drawing, feeds_of, follow, welcome
from app.live.sight import LogLine
from app.rooms.clock import CLOCKS, name_of
from app.rooms.journal import JournalEntry
from app.rooms.refusals import Refused
from app.rooms.room import Room
from app.web.answers import page
from app.web.asking import house_of
from app.web.house import House
from app.web.html_dialect import context_of, event_text
from app.web.straight import Sockets

router = admin_router()
sockets = Sockets("/admin")

STEPS_SHOWN = 40
ALL = "all"
"""Whose eyes: everybody's at once."""


@router.get("/rooms/{code}")
async def show(request: Request, person: Moderator, code: str) -> HTMLResponse:
    house = house_of(request)
    room = await room_of(request, code)
    request.state.slug = room.facts.game
    drawing = await draw(house, room)
    url = f"/admin/rooms/{room.code}"
    content = pages.RoomPage(
        url,
        room.code,
        room.rules.meta.title,
        drawing.parts["facts"],
        drawing.parts["seats"],
        drawing.list,
        drawing.parts["chat-lines"],
        await _visitors(house, room),
        tuple(await house.audit.lines(room.id)),
        f"{url}/live",
        person.is_admin,
        room.facts.status,
        room.facts.paused_at is not None,
        room.version,
        eyes_of(room),
        room.facts.notice,
    )
    return page(request, "admin/room.html", content, person)


@sockets.at("/rooms/{code}/live")
async def live(socket: WebSocket, code: str) -> None:
    if not await welcome(socket):
        return
    house = house_of(socket)
    try:
        room = await room_of(socket, code)
    except Refused:
        await socket.close(1008)
        return

    async def newest() -> Drawing:
        return await draw(house, await room_of(socket, code))

    await follow(socket, feeds_of(socket), f"room/{room.id}", newest)


def eyes_of(room: Room) -> tuple[tuple[str, str], ...]:
    """Whose eyes one may look through: (name in the address, name to read)."""
    if room.stored is None:
        return ()
    seats = tuple((str(sitter.number), sitter.name) for sitter in room.sitters)
    return (*seats, ("onlooker", "An onlooker"), (ALL, "All at once"))


async def draw(house: House, room: Room) -> Drawing:
    """The parts of a room's page. None of them shows anything hidden."""
    part, url = house.renderer.part, f"/admin/rooms/{room.code}"
    steps = [public_step(room, entry) for entry in reversed(room.entries)][:STEPS_SHOWN]
    lines = await house.chat.recent(room.id)
    here = set((await house.presence.here([room.id]))[room.id])
    return Drawing(
        {
            "facts": part(PARTS, "facts", _facts(room, here, house.rooms.time.now())),
            "seats": part(PARTS, "seats", await _seats(house, room, here), url),
            "chat-lines": part(PARTS, "chat", lines, url),
        },
        {f"step-{step.number}": part(PARTS, "step", step) for step in steps},
        part(PARTS, "steps", steps),
    )


def _facts(room: Room, here: set[int], now: datetime) -> pages.Facts:
    """``here``: who has a connection to any node; ``now`` by the house's time."""
    facts = room.facts
    seated = {sitter.person_id for sitter in room.sitters}
    state = "paused" if facts.paused_at is not None and room.playing else facts.status
    left = ""
    if facts.deadline is not None:
        seconds = (facts.deadline - now).total_seconds()
        left = f"in {pages.span(seconds)}" if seconds > 0 else f"{pages.span(-seconds)} ago"
    shown = [
        (setting.label, next((c.label for c in setting.choices if c.value == value), str(value)))
        for setting in room.rules.meta.settings
        if not setting.legacy and (value := facts.settings.get(setting.name)) is not None
    ]
    hidden = "listed" if facts.listed else "private"
    doors = f"{hidden}{', onlookers welcome' if facts.onlookers else ''}"
    lines = (
        ("Moves", str(room.version)),
        ("Deadline", left or "none"),
        ("Clock", CLOCKS[name_of(facts.clock)][0]),
        ("Here", f"{len(here & seated)} at seats, {len(here - seated)} watching"),
        ("Doors", f"{doors}{', locked' if facts.locked else ''}"),
        ("Opened", pages.clock(facts.created_at)),
        ("Started", pages.clock(facts.started_at) or "not yet"),
        ("Finished", pages.clock(facts.finished_at) or "not yet"),
        ("Rules", f"version {facts.rules_version}, here {room.rules.meta.version}"),
        *shown,
    )
    return pages.Facts(state, room.playing, lines)


async def _seats(house: House, room: Room, here: set[int]) -> tuple[pages.Seat, ...]:
    silenced = (await house.directory.doors(room.id)).muted
    ctx = context_of(room)
    return tuple(
        pages.Seat(
            face,
            sitter.person_id,
            _state(room, sitter.number),
            sitter.person_id in here,
            sitter.person_id is not None and sitter.person_id == room.facts.host_id,
            sitter.number in room.waiting,
            sitter.person_id in silenced,
            bool(sitter.computer),
        )
        for sitter, face in zip(room.sitters, ctx.seats, strict=True)
    )


def _state(room: Room, number: int) -> str:
    sitter = next(s for s in room.sitters if s.number == number)
    if sitter.computer and sitter.person_id is None:
        return f"computer player, {sitter.computer}"
    if sitter.computer:
        return f"{sitter.computer} stands in{', left for good' if sitter.left else ''}"
    if sitter.person_id is None:
        return "nobody's: move it to somebody"
    owed = room.waiting.get(number)
    if owed is not None:
        return f"owes: {(owed.public or owed.kind).replace('_', ' ')}"
    return "ready" if room.facts.status == "lobby" and sitter.ready else "waits"


async def _visitors(house: House, room: Room) -> tuple[pages.Visitor, ...]:
    """People without a seat who are banned or silenced here, or talked here."""
    doors = await house.directory.doors(room.id)
    seated = {sitter.person_id for sitter in room.sitters}
    return tuple(
        pages.Visitor(person_id, name, person_id in doors.banned, person_id in doors.muted)
        for person_id, name in doors.names.items()
        if person_id not in seated
    )


def public_step(room: Room, entry: JournalEntry) -> pages.Step:
    """An entry as an onlooker reads it."""
    told: list[str] = []
    for event in entry.events:
        seen = event.seen_by(None)
        if seen is not None:
            told.append(event_text(room, LogLine(entry.number, seen, 0)))
    who = room.names[entry.seat] if entry.seat < len(room.names) else "?"
    return pages.Step(
        entry.number,
        pages.clock(entry.at),
        "The house" if entry.by == "house" else f"{who} ({entry.by})" if entry.by else who,
        entry.kind,
        " ".join(text for text in told if text),
        f"{entry.took / 1000:.1f} ms",
    )
