"""What people at a table do about each other: stand-ins, going back, breaks."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Form, Request
from starlette.responses import Response

from app.rooms.room import Room
from app.web.answers import done
from app.web.asking import Honest, SeatNumber, Somebody, house_of, room_at

router = APIRouter(prefix="/rooms/{code}")


async def _room(request: Request, code: str) -> Room:
    room = await room_at(request, code)
    request.state.slug = room.facts.game
    return room


@router.post("/call", dependencies=[Honest])
async def call_in(request: Request, person: Somebody, code: str, number: SeatNumber) -> Response:
    """A computer player stands in for somebody who is away."""
    room = await _room(request, code)
    await house_of(request).absence.call_in(room, person, number)
    await house_of(request).proposals.recheck(room)
    return done(request, f"/rooms/{code}")


@router.post("/go-back", dependencies=[Honest])
async def go_back(request: Request, person: Somebody, code: str) -> Response:
    room = await _room(request, code)
    await house_of(request).proposals.go_back(room, person)
    return done(request, f"/rooms/{code}")


@router.post("/pause", dependencies=[Honest])
async def pause(request: Request, person: Somebody, code: str) -> Response:
    room = await _room(request, code)
    await house_of(request).proposals.pause(room, person)
    return done(request, f"/rooms/{code}")


@router.post("/answer", dependencies=[Honest])
async def answer(
    request: Request, person: Somebody, code: str, agreed: Annotated[str, Form()] = ""
) -> Response:
    room = await _room(request, code)
    await house_of(request).proposals.answer(room, person, bool(agreed))
    return done(request, f"/rooms/{code}")
