"""What a host does to a room: its door, its people, its seats."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Form, Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from app.people.people import Person
from app.rooms.refusals import Refused
from app.rooms.room import Room
from app.web import pages
from app.web.answers import done, page
from app.web.asking import (
    Honest,
    LineNumber,
    PersonNumber,
    SeatNumber,
    Somebody,
    house_of,
    may_look,
    room_at,
)

router = APIRouter(prefix="/rooms/{code}")


async def _room(request: Request, person: Person, code: str) -> Room:
    room = await room_at(request, code)
    await may_look(request, room, person)
    return room


@router.get("/door")
async def door(request: Request, person: Somebody, code: str) -> HTMLResponse:
    """Who comes in, for the host alone."""
    room = await _room(request, person, code)
    if room.facts.host_id != person.id:
        raise Refused("Only the host can do this.", "GR-008", 403)
    url, facts = f"/rooms/{code}", room.facts
    shut = tuple(
        pages.Shut(
            each.name,
            "sent out" if each.out else "silenced",
            pages.Action(
                "Let in again" if each.out else "Let talk again",
                f"{url}/{'let-in' if each.out else 'let-talk'}",
                {"person": str(each.person_id)},
            ),
        )
        for each in await house_of(request).hosting.shut(room)
    )
    content = pages.DoorPage(
        url,
        room.rules.meta.title,
        f"/join/{facts.invite}",
        facts.password_hash is not None,
        facts.locked,
        facts.onlookers,
        shut,
    )
    return page(request, "door.html", content, person)


def _back(request: Request, code: str) -> Response:
    return RedirectResponse(f"/rooms/{code}/door", 303)


@router.post("/password", dependencies=[Honest])
async def password(
    request: Request,
    person: Somebody,
    code: str,
    password: Annotated[str, Form(max_length=200)] = "",
) -> Response:
    room = await _room(request, person, code)
    await house_of(request).hosting.set_password(room, person, password)
    return _back(request, code)


@router.post("/lock", dependencies=[Honest])
async def lock(
    request: Request, person: Somebody, code: str, locked: Annotated[str, Form()] = ""
) -> Response:
    room = await _room(request, person, code)
    await house_of(request).hosting.lock(room, person, bool(locked))
    return _back(request, code)


@router.post("/onlookers", dependencies=[Honest])
async def onlookers(
    request: Request, person: Somebody, code: str, onlookers: Annotated[str, Form()] = ""
) -> Response:
    room = await _room(request, person, code)
    await house_of(request).hosting.let_look_on(room, person, bool(onlookers))
    return _back(request, code)


@router.post("/invite", dependencies=[Honest])
async def invite(request: Request, person: Somebody, code: str) -> Response:
    room = await _room(request, person, code)
    await house_of(request).hosting.renew_invite(room, person)
    return done(request, f"/rooms/{code}")


@router.post("/out", dependencies=[Honest])
async def send_out(request: Request, person: Somebody, code: str, number: SeatNumber) -> Response:
    room = await _room(request, person, code)
    house = house_of(request)
    gone = await house.hosting.send_out(room, person, number)
    house.hub.show_out(room.id, gone)
    await house.proposals.recheck(room)
    return done(request, f"/rooms/{code}")


@router.post("/let-in", dependencies=[Honest])
async def let_in(request: Request, person: Somebody, code: str, shut: PersonNumber) -> Response:
    room = await _room(request, person, code)
    await house_of(request).hosting.let_in_again(room, person, shut)
    return _back(request, code)


@router.post("/silence", dependencies=[Honest])
async def silence(request: Request, person: Somebody, code: str, line: LineNumber) -> Response:
    """Silence whoever wrote a line of the chat."""
    room = await _room(request, person, code)
    await house_of(request).hosting.silence(room, person, line)
    return done(request, f"/rooms/{code}")


@router.post("/let-talk", dependencies=[Honest])
async def let_talk(request: Request, person: Somebody, code: str, shut: PersonNumber) -> Response:
    room = await _room(request, person, code)
    await house_of(request).hosting.let_talk_again(room, person, shut)
    return _back(request, code)


@router.post("/shuffle", dependencies=[Honest])
async def shuffle(request: Request, person: Somebody, code: str) -> Response:
    room = await _room(request, person, code)
    await house_of(request).hosting.shuffle(room, person)
    return done(request, f"/rooms/{code}")


@router.post("/host", dependencies=[Honest])
async def hand_over(request: Request, person: Somebody, code: str, number: SeatNumber) -> Response:
    room = await _room(request, person, code)
    await house_of(request).hosting.hand_over(room, person, number)
    return done(request, f"/rooms/{code}")
