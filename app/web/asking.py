"""Who asks, and whether they may: the dependencies of the routes."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Depends, Form, Path, Request
from starlette.requests import HTTPConnection

from app.games.contract import Rules
from app.people.people import Person
from app.people.texts import all_readable
from app.rooms.refusals import Refused, closed_door
from app.rooms.room import Room
from app.web.house import House
from app.web.security import SESSION_COOKIE, csrf_token, good_csrf, own_origin


def house_of(connection: HTTPConnection) -> House:
    house = connection.app.state.house
    assert isinstance(house, House)
    return house


def game_at(request: Request, slug: str) -> Rules[Any]:
    """The rules of a game in this house; refusals of the request speak of it from then on. Raises
    `Refused` (404)."""
    rules = house_of(request).games.get(slug)
    if rules is None:
        raise Refused("There is no such game in this house.", "GR-008", 404)
    request.state.slug = slug
    return rules


def bearer_of(connection: HTTPConnection) -> str:
    """The token that a program brings, or ""."""
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else ""


def token_of(connection: HTTPConnection) -> str:
    return bearer_of(connection) or connection.cookies.get(SESSION_COOKIE, "")


async def whoever(connection: HTTPConnection) -> Person | None:
    """The person of the session, or ``None``."""
    token = token_of(connection)
    return await house_of(connection).people.by_token(token) if token else None


Asking = Annotated[Person | None, Depends(whoever)]


async def somebody(person: Asking) -> Person:
    """The person of the session. Raises `Refused` (401) for a stranger."""
    if person is None:
        raise Refused("Say your name first.", "GR-011", 401)
    return person


def csrf_of(connection: HTTPConnection) -> str:
    return csrf_token(house_of(connection).settings, connection.scope["state"]["visitor"])


async def honest(request: Request) -> None:
    """A change must come from a page of ours, or from a program with its token; and what it says
    must be text (GR-056).

    Raises `Refused` (403, 422) otherwise.
    """
    said = await _said(request)
    if not all_readable(said):
        raise Refused("There are signs in this that are no text.", "GR-056", 422)
    if bearer_of(request):
        return
    settings = house_of(request).settings
    token = request.headers.get("x-csrf", "") or dict(said).get("csrf", "")
    token = token if isinstance(token, str) else ""
    visitor = request.scope["state"]["visitor"]
    if not own_origin(settings, request.headers) or not good_csrf(settings, visitor, token):
        raise Refused("This page is too old, or not one of ours. Load it again.", "GR-001", 403)


async def _said(request: Request) -> list[tuple[str, object]]:
    """The fields of a form (of a file: its name), or what a JSON body holds."""
    if request.headers.get("content-type", "").startswith("application/json"):
        try:
            return [("json", await request.json())]
        except ValueError:
            raise Refused("This is no JSON.", "GR-056", 422) from None
    form = await request.form()
    return [
        (name, value if isinstance(value, str) else value.filename)
        for name, value in form.multi_items()
    ]


async def room_at(request: HTTPConnection, code: str) -> Room:
    """The room at an address; refusals speak of its game from here on. Raises `Refused` (404), the
    same for every closed door."""
    room = await house_of(request).rooms.by_code(code)
    if room is None:
        raise closed_door()
    request.state.slug = room.facts.game
    return room


async def room_seen(request: Request, person: Asking, code: str) -> Room:
    """The room at an address, for those who may see it. Raises `Refused` (404) for all others."""
    room = await room_at(request, code)
    await may_look(request, room, person)
    return room


async def may_look(request: HTTPConnection, room: Room, person: Person | None) -> None:
    """Who may see a room: those who sit there, moderators, and onlookers where they are welcome,
    with the password if there is one. Every way into a room asks here.

    Raises `Refused` (404) for everybody else.
    """
    if person is not None and (person.is_moderator or room.seat_of(person.id) is not None):
        return
    house = house_of(request)
    if not room.open_to_onlookers or (
        person is not None and await house.lobby.is_banned(room, person)
    ):
        raise closed_door()
    if not await house.passwords.knows(room, person):
        raise closed_door()


Id = Annotated[int, Path(ge=0, le=2**63 - 1)]
"""The number of something in an address, as far as the database counts."""
SeatNumber = Annotated[int, Form(ge=0, le=99)]
LineNumber = Annotated[int, Form(ge=0, le=2**63 - 1)]
PersonNumber = Annotated[int, Form(alias="person", ge=0, le=2**63 - 1)]

Ticked = Annotated[bool, Form()]
"""A box of a form: "1" when it is ticked, nothing when it is not."""

Somebody = Annotated[Person, Depends(somebody)]
SeenRoom = Annotated[Room, Depends(room_seen)]
Honest = Depends(honest)
