"""What a host does to a room: its door, its people, its seats."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Form, Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from app.rooms.room import Room
from app.rooms.seating import host_only
from app.web import pages, room_pages
from app.web.answers import done, page
from app.web.asking import (
    Honest,
    LineNumber,
    PersonNumber,
    SeatNumber,
    SeenRoom,
    Somebody,
    Ticked,
    house_of,
)

router = APIRouter(prefix="/rooms/{code}")


@router.get("/door")
async def door(request: Request, person: Somebody, room: SeenRoom) -> HTMLResponse:
    """Who comes in, for the host alone."""
    host_only(room.facts, person)
    url, facts = f"/rooms/{room.code}", room.facts
    shut = tuple(
        room_pages.Shut(
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
    content = room_pages.DoorPage(
        url,
        room.rules.meta.title,
        f"/join/{facts.invite}",
        facts.password_hash is not None,
        facts.locked,
        facts.onlookers,
        shut,
    )
    return page(request, "door.html", content, person)


def _back(room: Room) -> Response:
    return RedirectResponse(f"/rooms/{room.code}/door", 303)


@router.post("/password", dependencies=[Honest])
async def password(
    request: Request,
    person: Somebody,
    room: SeenRoom,
    password: Annotated[str, Form(max_length=200)] = "",
) -> Response:
    house = house_of(request)
    await house.hosting.set_password(room, person, password)
    await house.hub.doors_closed()
    return _back(room)


@router.post("/lock", dependencies=[Honest])
async def lock(
    request: Request, person: Somebody, room: SeenRoom, locked: Ticked = False
) -> Response:
    await house_of(request).hosting.lock(room, person, locked)
    return _back(room)


@router.post("/onlookers", dependencies=[Honest])
async def onlookers(
    request: Request, person: Somebody, room: SeenRoom, onlookers: Ticked = False
) -> Response:
    await house_of(request).hosting.let_look_on(room, person, onlookers)
    return _back(room)


@router.post("/invite", dependencies=[Honest])
async def invite(request: Request, person: Somebody, room: SeenRoom) -> Response:
    await house_of(request).hosting.renew_invite(room, person)
    return done(request, room)


@router.post("/out", dependencies=[Honest])
async def send_out(
    request: Request, person: Somebody, room: SeenRoom, number: SeatNumber
) -> Response:
    house = house_of(request)
    gone = await house.hosting.send_out(room, person, number)
    house.hub.show_out(room.id, gone)
    await house.proposals.recheck(room)
    return done(request, room)


@router.post("/let-in", dependencies=[Honest])
async def let_in(
    request: Request, person: Somebody, room: SeenRoom, shut: PersonNumber
) -> Response:
    await house_of(request).hosting.let_in_again(room, person, shut)
    return _back(room)


@router.post("/silence", dependencies=[Honest])
async def silence(request: Request, person: Somebody, room: SeenRoom, line: LineNumber) -> Response:
    """Silence whoever wrote a line of the chat."""
    await house_of(request).hosting.silence(room, person, line)
    return done(request, room)


@router.post("/let-talk", dependencies=[Honest])
async def let_talk(
    request: Request, person: Somebody, room: SeenRoom, shut: PersonNumber
) -> Response:
    await house_of(request).hosting.let_talk_again(room, person, shut)
    return _back(room)


@router.post("/shuffle", dependencies=[Honest])
async def shuffle(request: Request, person: Somebody, room: SeenRoom) -> Response:
    await house_of(request).hosting.shuffle(room, person)
    return done(request, room)


@router.post("/host", dependencies=[Honest])
async def hand_over(
    request: Request, person: Somebody, room: SeenRoom, number: SeatNumber
) -> Response:
    await house_of(request).hosting.hand_over(room, person, number)
    return done(request, room)
