"""The JSON side for programs: a guest, a room, a seat, a start, a move (docs/protocol.md)."""

from __future__ import annotations

from typing import Any, Literal

from fastapi import APIRouter, Request, Security
from fastapi.security import HTTPBearer
from pydantic import BaseModel, Field

from app.rooms.journal import LONGEST_ID
from app.rooms.refusals import closed_door
from app.rooms.room import Room
from app.web.asking import Honest, SeenRoom, Somebody, house_of
from app.web.identity import cleaned
from app.web.limits import address_of
from app.web.new_rooms import count_room


class Refusal(BaseModel):
    """Why nothing has changed, and the rule that says so ("" where none does)."""

    refused: str
    rule: str


# what each of them is refused with; 422 takes the place of FastAPI's own form
_REFUSED: dict[int | str, dict[str, Any]] = {
    status: {"model": Refusal, "description": why}
    for status, why in {
        400: "This could not be read.",
        401: "No token, or one that is known no more.",
        403: "Not for this person.",
        404: "This door is closed.",
        409: "Not now.",
        413: "This is more than we take.",
        422: "This does not fit.",
        429: "Too much at once.",
        503: "Try again in a moment.",
    }.items()
}
_token = Security(HTTPBearer(auto_error=False, description="The token of `POST /api/guests`."))

router = APIRouter(prefix="/api", responses=_REFUSED)


class NewGuest(BaseModel):
    """Who joins: a name of 1 to 30 characters."""

    name: str = Field(max_length=200)


class NewRoom(BaseModel):
    """What is played, and by how many."""

    game: str
    seats: int
    settings: dict[str, Any] = {}
    listed: bool = False


class NewMove(BaseModel):
    """An open item of the menu, the decision it answers, and the client's own id for it."""

    move: str = Field(max_length=200)
    decision: str = Field(max_length=40)
    id: str = Field(default="", max_length=LONGEST_ID)


class Password(BaseModel):
    """The password of the room, where it has one."""

    password: str = Field(default="", max_length=200)


class Guest(BaseModel):
    """A new guest, and the token that speaks for them from now on."""

    id: int
    name: str
    token: str


class Taken(BaseModel):
    """A seat that somebody has taken. ``computer``: a computer player moves for it."""

    seat: int
    name: str
    colour: int
    computer: bool


class RoomShown(BaseModel):
    """A room as anybody may see it who may look."""

    code: str
    game: str
    status: Literal["lobby", "playing", "finished", "closed"]
    version: int
    seats: int
    settings: dict[str, str]
    taken: list[Taken]


class RoomOpened(RoomShown):
    """A new room, with the secret of its invitation."""

    invite: str


class Joined(RoomShown):
    """A room, and the seat in it that is yours."""

    seat: int


class Moved(BaseModel):
    """The room's version with the move. ``again``: it had been made before."""

    accepted: int
    again: bool


class Computer(BaseModel):
    """A computer player: "greedy" or "random"."""

    kind: str = "greedy"


def _room(room: Room) -> dict[str, Any]:
    return {
        "code": room.code,
        "game": room.facts.game,
        "status": room.facts.status,
        "version": room.version,
        "seats": room.facts.seats,
        "settings": {k: v for k, v in room.facts.settings.items() if isinstance(v, str)},
        "taken": [
            {"seat": s.number, "name": s.name, "colour": s.colour, "computer": bool(s.computer)}
            for s in room.sitters
        ],
    }


@router.post("/guests", status_code=201, response_model=Guest)
async def new_guest(request: Request, guest: NewGuest) -> dict[str, Any]:
    """A new guest; ``token`` is the bearer token of all that follows."""
    house = house_of(request)
    house.limits.count("joins", address_of(request))
    person, token = await house.people.create(cleaned(guest.name))
    return {"id": person.id, "name": person.name, "token": token}


@router.post("/rooms", status_code=201, dependencies=[Honest, _token], response_model=RoomOpened)
async def new_room(request: Request, person: Somebody, wish: NewRoom) -> dict[str, Any]:
    """Open a room with the caller as host, at seat 0."""
    count_room(request, person)
    room = await house_of(request).lobby.create(
        person, wish.game, wish.settings, wish.seats, wish.listed
    )
    return {**_room(room), "invite": room.facts.invite}


@router.get("/rooms/{code}", dependencies=[_token], response_model=RoomShown)
async def show_room(request: Request, person: Somebody, room: SeenRoom) -> dict[str, Any]:
    return _room(room)


@router.post("/join/{invite}", dependencies=[Honest, _token], response_model=Joined)
async def join(
    request: Request, person: Somebody, invite: str, said: Password | None = None
) -> dict[str, Any]:
    """Take the first free seat of the room that this invitation opens."""
    house = house_of(request)
    house.limits.count("joins", address_of(request))
    room = await house.rooms.by_invite(invite)
    if room is None or await house.lobby.is_banned(room, person):
        raise closed_door()
    await house.passwords.say(room, person, said.password if said else "")
    seat = await house.lobby.sit(room, person)
    return {**_room(room), "seat": seat}


@router.post(
    "/rooms/{code}/computers",
    status_code=201,
    dependencies=[Honest, _token],
    response_model=RoomShown,
)
async def add_computer(
    request: Request, person: Somebody, room: SeenRoom, computer: Computer
) -> dict[str, Any]:
    await house_of(request).lobby.seat_computer(room, person, computer.kind)
    return _room(room)


@router.post("/rooms/{code}/start", dependencies=[Honest, _token], response_model=RoomShown)
async def start(request: Request, person: Somebody, room: SeenRoom) -> dict[str, Any]:
    await house_of(request).lobby.start(room, person)
    return _room(room)


@router.post("/rooms/{code}/moves", dependencies=[Honest, _token], response_model=Moved)
async def make_move(
    request: Request, person: Somebody, room: SeenRoom, move: NewMove
) -> dict[str, Any]:
    """Make a move, as the socket does it."""
    seat = room.own_seat(person.id)
    house_of(request).limits.count("moves", person.id)
    accepted = await house_of(request).rooms.move(
        room, seat, move.move, move.decision, move.id or None, person_id=person.id
    )
    return {"accepted": accepted.version, "again": accepted.again}
