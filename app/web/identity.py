"""Saying one's name, and the cookie that remembers it."""

from __future__ import annotations

from typing import TypeVar

from fastapi import Request
from starlette.responses import Response

from app.people import names
from app.people.people import Person
from app.rooms.refusals import Refused
from app.web.asking import house_of
from app.web.security import SESSION_COOKIE, cookie

ResponseT = TypeVar("ResponseT", bound=Response)


def cleaned(name: str) -> str:
    """A name as it is stored. Raises `Refused` (GR-010)."""
    try:
        return names.clean(name)
    except names.BadName as error:
        raise Refused(str(error), "GR-010", 422) from None


async def introduce(request: Request, person: Person | None, name: str) -> tuple[Person, str]:
    """The person of the session under the name just typed, or a new guest with a token."""
    if person is None:
        return await house_of(request).people.create(cleaned(name))
    if name and cleaned(name) != person.name:
        await rename(request, person, name, person.colour)
    return person, ""


async def rename(request: Request, person: Person, name: str, colour: int) -> None:
    """Give a person another name, in the rooms that are not over as well. Raises `Refused`."""
    house = house_of(request)
    new = cleaned(name)
    if new != person.name:
        await house.directory.rename(person.id, new)
    if colour != person.colour:
        await house.people.set_colour(person.id, colour)
    person.name, person.colour = new, colour


def signed_in(request: Request, response: ResponseT, token: str) -> ResponseT:
    """Remember a new session in the browser. Without a token nothing changes."""
    if token:
        secure = (house_of(request).settings.public_url or "").startswith("https://")
        response.headers.append("set-cookie", cookie(SESSION_COOKIE, token, secure))
    return response


def signed_out(request: Request, response: ResponseT) -> ResponseT:
    secure = (house_of(request).settings.public_url or "").startswith("https://")
    response.headers.append("set-cookie", cookie(SESSION_COOKIE, "", secure, lasts=0))
    return response
