"""Persons: found, renamed, banned, given a role, taken along and forgotten."""

from __future__ import annotations

from typing import Annotated

from fastapi import Form, Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from app.admin import pages
from app.admin.asking import Admin, Moderator, Reason, admin_router
from app.people.people import ROLES, Person
from app.people.texts import plain_text
from app.rooms.audit import because, note
from app.rooms.refusals import Refused
from app.web.answers import base_url, json_file, page
from app.web.asking import Honest, Id, house_of
from app.web.identity import cleaned

router = admin_router()

KINDS = ("", "staff", "banned")


@router.get("/people")
async def search(
    request: Request, person: Moderator, words: str = "", role: str = ""
) -> HTMLResponse:
    kind = role if role in KINDS else ""
    sought = plain_text(words)[:30]
    found = await house_of(request).directory.search(sought, kind)
    content = pages.PeoplePage(sought, kind, tuple(found))
    return page(request, "admin/people.html", content, person)


@router.get("/people/{who}")
async def show(request: Request, person: Moderator, who: Id) -> HTMLResponse:
    return page(request, "admin/person.html", await _page(request, person, who), person)


async def _page(request: Request, person: Person, who: int, link: str = "") -> pages.PersonPage:
    house = house_of(request)
    return pages.PersonPage(
        f"/admin/people/{who}",
        await house.directory.one(who),
        tuple(await house.directory.seats_of(who)),
        {slug: rules.meta.title for slug, rules in house.games.items()},
        person.is_admin,
        link,
    )


def _done(who: int) -> Response:
    return RedirectResponse(f"/admin/people/{who}", 303)


@router.post("/people/{who}/rename", dependencies=[Honest])
async def rename(
    request: Request,
    person: Admin,
    who: Id,
    name: Annotated[str, Form(max_length=200)],
    reason: Reason = "",
) -> Response:
    await house_of(request).directory.rename(who, cleaned(name), person, reason)
    return _done(who)


@router.post("/people/{who}/ban", dependencies=[Honest])
async def ban(request: Request, person: Admin, who: Id, reason: Reason = "") -> Response:
    """Out of the house, on every device, at once."""
    house = house_of(request)
    await house.directory.ban(person, who, reason)
    house.hub.show_out(0, who)
    return _done(who)


@router.post("/people/{who}/unban", dependencies=[Honest])
async def unban(request: Request, person: Admin, who: Id, reason: Reason = "") -> Response:
    await house_of(request).directory.unban(person, who, reason)
    return _done(who)


@router.post("/people/{who}/sign-out", dependencies=[Honest])
async def sign_out(request: Request, person: Admin, who: Id, reason: Reason = "") -> Response:
    """End all sessions and forget all passkeys: of somebody whose device is lost."""
    house = house_of(request)
    why = because(reason)
    await house.directory.one(who)
    await house.people.sign_out_everywhere(who)
    await house.passkeys.forget(who)
    async with house.engine.begin() as connection:
        await note(connection, person, "sign-out", None, why, person=who)
    await house.hub.doors_closed()
    return _done(who)


@router.post("/people/{who}/role", dependencies=[Honest])
async def give_role(
    request: Request,
    person: Admin,
    who: Id,
    role: Annotated[str, Form()] = "",
    reason: Reason = "",
) -> Response:
    """Make somebody a moderator or an admin, or "" neither."""
    house = house_of(request)
    if role not in ROLES:
        raise Refused("There is no such role.", "GR-030", 422)
    if who == person.id:
        raise Refused("Ask another admin to change your own role.", "GR-030")
    why = because(reason)
    found = await house.directory.one(who)
    if found.banned:
        raise Refused("Lift the ban first.", "GR-030")
    await house.people.set_role(who, role)
    async with house.engine.begin() as connection:
        await note(connection, person, "role", None, why, person=who, role=role)
    return _done(who)


@router.post("/people/{who}/link", dependencies=[Honest])
async def staff_link(request: Request, person: Admin, who: Id, reason: Reason = "") -> HTMLResponse:
    """A link by which somebody with a role signs in as themself, once. Shown to be handed on."""
    house = house_of(request)
    why = because(reason)
    found = await house.directory.one(who)
    if not found.role:
        raise Refused("Only somebody with a role signs in here.", "GR-030")
    async with house.engine.begin() as connection:
        await note(connection, person, "link", None, why, person=who)
    link = f"{base_url(request)}/admin/enter/{await house.people.staff_link(who)}"
    return page(request, "admin/person.html", await _page(request, person, who, link), person)


@router.post("/people/{who}/export", dependencies=[Honest])
async def export(request: Request, person: Admin, who: Id, reason: Reason = "") -> Response:
    """A person's data as a file, to be given to them (GR-034)."""
    house = house_of(request)
    why = because(reason)
    data = await house.directory.export(who)
    async with house.engine.begin() as connection:
        await note(connection, person, "export", None, why, person=who)
    return json_file("greenroom-data.json", data)


@router.post("/people/{who}/erase", dependencies=[Honest])
async def erase(request: Request, person: Admin, who: Id, reason: Reason = "") -> Response:
    """Forget a person (GR-034)."""
    house = house_of(request)
    await house.directory.erase(who, person, reason)
    house.hub.show_out(0, who)
    return RedirectResponse("/admin/people", 303)
