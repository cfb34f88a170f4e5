"""Who may use the dashboard. For everybody else there is nothing here."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Form
from starlette.requests import HTTPConnection

from app.people.people import Person
from app.rooms.refusals import Refused
from app.rooms.room import Room
from app.web.asking import house_of, whoever
from app.web.house import House

NOTHING = "There is nothing here."


def is_open(house: House) -> bool:
    """A house without a secret has no dashboard: its tokens could be made up by anybody."""
    return bool(house.settings.secret.get_secret_value())


async def opened(connection: HTTPConnection) -> None:
    """Raises `Refused` (404) while there is no dashboard."""
    if not is_open(house_of(connection)):
        raise Refused(NOTHING, "", 404)


async def moderator(connection: HTTPConnection) -> Person:
    """Somebody who acts as moderator or admin now. Raises `Refused` (404) for all others: they
    can't tell the dashboard from a page that does not exist."""
    await opened(connection)
    person = await whoever(connection)
    if person is None or not person.is_moderator:
        raise Refused(NOTHING, "", 404)
    return person


async def admin(connection: HTTPConnection) -> Person:
    """Somebody who acts as admin now. Raises `Refused` (404) for all others."""
    person = await moderator(connection)
    if not person.is_admin:
        raise Refused(NOTHING, "", 404)
    return person


Moderator = Annotated[Person, Depends(moderator)]
Admin = Annotated[Person, Depends(admin)]
Reason = Annotated[str, Form(max_length=1000)]
"""Why something is done. `app.rooms.audit.because` refuses an empty one."""


def admin_router() -> APIRouter:
    """A router whose every route asks for a moderator first; routes for admins ask for more."""
    return APIRouter(prefix="/admin", dependencies=[Depends(moderator)])


async def room_of(connection: HTTPConnection, code: str) -> Room:
    """A room at its address, whatever its state. Raises `Refused` (404)."""
    room = await house_of(connection).rooms.by_code(code)
    if room is None:
        raise Refused("There is no such room.", "", 404)
    return room
