"""Who asks, and whether they may: the dependencies of the routes."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Request
from starlette.requests import HTTPConnection

from app.people.people import Person
from app.rooms.refusals import Refused, closed_door
from app.rooms.room import Room
from app.web.house import House
from app.web.security import SESSION_COOKIE, csrf_token, good_csrf, own_origin


def house_of(connection: HTTPConnection) -> House:
    house = connection.app.state.house
    assert isinstance(house, House)
    return house


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


async def somebody(connection: HTTPConnection) -> Person:
    """The person of the session. Raises `Refused` (401) for a stranger."""
    person = await whoever(connection)
    if person is None:
        raise Refused("Say your name first.", "GR-011", 401)
    return person


def csrf_of(connection: HTTPConnection) -> str:
    return csrf_token(house_of(connection).settings, connection.scope["state"]["visitor"])


async def honest(request: Request) -> None:
    """A change must come from a page of ours, or from a program with its token.

    Raises `Refused` (403) otherwise.
    """
    if bearer_of(request):
        return
    settings = house_of(request).settings
    token = request.headers.get("x-csrf", "")
    if not token:
        form = await request.form()
        value = form.get("csrf", "")
        token = value if isinstance(value, str) else ""
    visitor = request.scope["state"]["visitor"]
    if not own_origin(settings, request.headers) or not good_csrf(settings, visitor, token):
        raise Refused("This page is too old, or not one of ours. Load it again.", "GR-001", 403)


async def room_at(request: HTTPConnection, code: str) -> Room:
    """The room at an address. Raises `Refused` (404), the same for every closed door."""
    room = await house_of(request).rooms.by_code(code)
    if room is None:
        raise closed_door()
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


Asking = Annotated[Person | None, Depends(whoever)]
Somebody = Annotated[Person, Depends(somebody)]
Honest = Depends(honest)
