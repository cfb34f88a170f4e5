"""What admins and moderators do to a room. Each act has a reason, and stands in the book."""

from __future__ import annotations

from typing import Annotated

from fastapi import Form, Request, UploadFile
from starlette.responses import HTMLResponse, RedirectResponse, Response

from app.admin import pages
from app.admin.asking import Admin, Moderator, admin_router, room_of
from app.rooms.importing import LONGEST_RECORD, import_record
from app.rooms.refusals import Refused
from app.rooms.room import Room
from app.web.answers import page
from app.web.asking import Honest, house_of
from app.web.house import House

router = admin_router()

Reason = Annotated[str, Form(max_length=1000)]
Number = Annotated[int, Form(ge=0)]


async def _at(request: Request, code: str) -> tuple[House, Room]:
    room = await room_of(request, code)
    request.state.slug = room.facts.game
    return house_of(request), room


def _done(room: Room) -> Response:
    return RedirectResponse(f"/admin/rooms/{room.code}", 303)


# ---------------------------------------------------------------------- the game


@router.post("/rooms/{code}/end", dependencies=[Honest])
async def end(request: Request, person: Admin, code: str, reason: Reason = "") -> Response:
    house, room = await _at(request, code)
    await house.stewards.end(person, room, reason)
    return _done(room)


@router.post("/rooms/{code}/pause", dependencies=[Honest])
async def pause(request: Request, person: Moderator, code: str, reason: Reason = "") -> Response:
    house, room = await _at(request, code)
    await house.stewards.pause(person, room, reason)
    return _done(room)


@router.post("/rooms/{code}/resume", dependencies=[Honest])
async def resume(request: Request, person: Moderator, code: str, reason: Reason = "") -> Response:
    house, room = await _at(request, code)
    await house.stewards.resume(person, room, reason)
    return _done(room)


@router.post("/rooms/{code}/undo", dependencies=[Honest])
async def undo(
    request: Request, person: Admin, code: str, number: Number, reason: Reason = ""
) -> Response:
    """Back to the state after entry ``number``."""
    house, room = await _at(request, code)
    await house.stewards.undo_to(person, room, number, reason)
    return _done(room)


@router.post("/rooms/{code}/announce", dependencies=[Honest])
async def announce(
    request: Request,
    person: Moderator,
    code: str,
    text: Annotated[str, Form(max_length=300)] = "",
    reason: Reason = "",
) -> Response:
    house, room = await _at(request, code)
    await house.stewards.announce(person, room, " ".join(text.split()), reason)
    return _done(room)


# ---------------------------------------------------------------------- the seats


@router.post("/rooms/{code}/seats/{number}/stand-in", dependencies=[Honest])
async def stand_in(
    request: Request, person: Moderator, code: str, number: int, reason: Reason = ""
) -> Response:
    house, room = await _at(request, code)
    await house.stewards.stand_in(person, room, number, reason)
    return _done(room)


@router.post("/rooms/{code}/seats/{number}/give-back", dependencies=[Honest])
async def give_back(
    request: Request, person: Moderator, code: str, number: int, reason: Reason = ""
) -> Response:
    house, room = await _at(request, code)
    await house.stewards.give_back(person, room, number, reason)
    return _done(room)


@router.post("/rooms/{code}/hand-on", dependencies=[Honest])
async def hand_on(
    request: Request,
    person: Admin,
    code: str,
    seat: Number,
    to: Number,
    reason: Reason = "",
) -> Response:
    """Move a seat to the person with the number ``to``."""
    house, room = await _at(request, code)
    before = await house.stewards.hand_on(person, room, seat, to, reason)
    if before is not None:
        house.hub.show_out(room.id, before)
    return _done(room)


# ---------------------------------------------------------------------- the people


@router.post("/rooms/{code}/people/{who}/kick", dependencies=[Honest])
async def kick(
    request: Request, person: Moderator, code: str, who: int, reason: Reason = ""
) -> Response:
    house, room = await _at(request, code)
    await house.stewards.kick(person, room, who, reason)
    house.hub.show_out(room.id, who)
    return _done(room)


@router.post("/rooms/{code}/people/{who}/ban", dependencies=[Honest])
async def ban(
    request: Request, person: Moderator, code: str, who: int, reason: Reason = ""
) -> Response:
    house, room = await _at(request, code)
    await house.stewards.ban(person, room, who, reason)
    house.hub.show_out(room.id, who)
    return _done(room)


@router.post("/rooms/{code}/people/{who}/unban", dependencies=[Honest])
async def unban(
    request: Request, person: Moderator, code: str, who: int, reason: Reason = ""
) -> Response:
    house, room = await _at(request, code)
    await house.stewards.unban(person, room, who, reason)
    return _done(room)


@router.post("/rooms/{code}/people/{who}/mute", dependencies=[Honest])
async def mute(
    request: Request, person: Moderator, code: str, who: int, reason: Reason = ""
) -> Response:
    house, room = await _at(request, code)
    await house.stewards.mute(person, room, who, reason)
    return _done(room)


@router.post("/rooms/{code}/people/{who}/unmute", dependencies=[Honest])
async def unmute(
    request: Request, person: Moderator, code: str, who: int, reason: Reason = ""
) -> Response:
    house, room = await _at(request, code)
    await house.stewards.unmute(person, room, who, reason)
    return _done(room)


@router.post("/rooms/{code}/lines/{line}/delete", dependencies=[Honest])
async def delete_line(
    request: Request, person: Moderator, code: str, line: int, reason: Reason = ""
) -> Response:
    """Take a line of chat away, from all pages at once."""
    house, room = await _at(request, code)
    found = await house.chat.line(line)
    if found is None or found.id not in {said.id for said in await house.chat.recent(room.id)}:
        raise Refused("There is no such line.", "", 404)
    await house.stewards.note_line(person, room, line, reason)
    taken = await house.chat.delete(line)
    assert taken is not None
    await house.hub.say(room, taken)
    return _done(room)


# ---------------------------------------------------------------------- a record comes in


@router.get("/import")
async def import_form(request: Request, person: Admin) -> HTMLResponse:
    return page(request, "admin/import.html", pages.ImportPage(), person)


@router.post("/import", dependencies=[Honest])
async def take_in(
    request: Request, person: Admin, record: UploadFile | None = None, reason: Reason = ""
) -> Response:
    """Open a room that stands where a record ends."""
    try:
        if record is None:
            raise Refused("Choose a record first.", "GR-030", 422)
        data = await record.read(LONGEST_RECORD + 1)
        room = await import_record(house_of(request).rooms, person, data, reason)
    except Refused as refused:
        content = pages.ImportPage(refused.text)
        return page(request, "admin/import.html", content, person, refused.status)
    return _done(room)
