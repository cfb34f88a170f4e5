"""What people at a table do about each other: stand-ins, going back, breaks."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import Response

from app.web.answers import done
from app.web.asking import Honest, SeatNumber, SeenRoom, Somebody, Ticked, house_of

router = APIRouter(prefix="/rooms/{code}")


@router.post("/call", dependencies=[Honest])
async def call_in(
    request: Request, person: Somebody, room: SeenRoom, number: SeatNumber
) -> Response:
    """A computer player stands in for somebody who is away."""
    await house_of(request).absence.call_in(room, person, number)
    await house_of(request).proposals.recheck(room)
    return done(request, room)


@router.post("/go-back", dependencies=[Honest])
async def go_back(request: Request, person: Somebody, room: SeenRoom) -> Response:
    await house_of(request).proposals.go_back(room, person)
    return done(request, room)


@router.post("/pause", dependencies=[Honest])
async def pause(request: Request, person: Somebody, room: SeenRoom) -> Response:
    await house_of(request).proposals.pause(room, person)
    return done(request, room)


@router.post("/answer", dependencies=[Honest])
async def answer(
    request: Request, person: Somebody, room: SeenRoom, agreed: Ticked = False
) -> Response:
    await house_of(request).proposals.answer(room, person, agreed)
    return done(request, room)
