"""One's own passkeys, by which one comes in again: made while acting, and forgotten."""

from __future__ import annotations

from typing import Annotated

from fastapi import Form, Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response

from app.admin import pages
from app.admin.asking import Moderator, admin_router
from app.people.passkeys import BadPasskey
from app.rooms.audit import note
from app.rooms.refusals import Refused
from app.web.answers import page
from app.web.asking import Honest, house_of
from app.web.passkeys import Credential, site_of, unknown_key

router = admin_router()


@router.get("/keys")
async def show(request: Request, person: Moderator) -> HTMLResponse:
    kept = await house_of(request).passkeys.acting(person.id)
    return page(request, "admin/keys.html", pages.KeysPage(tuple(kept)), person)


@router.post("/keys/options", dependencies=[Honest])
async def offer(request: Request, person: Moderator) -> JSONResponse:
    passkeys = house_of(request).passkeys
    try:
        return JSONResponse(await passkeys.offer(person, site_of(request), acts=True))
    except BadPasskey:
        raise Refused("You have as many passkeys as we keep.", "GR-026", 409) from None


@router.post("/keys", dependencies=[Honest])
async def keep(request: Request, person: Moderator, credential: Credential) -> Response:
    house = house_of(request)
    try:
        await house.passkeys.keep(person, site_of(request), credential, acts=True)
    except BadPasskey:
        raise unknown_key() from None
    async with house.engine.begin() as connection:
        await note(connection, person, "passkey-made")
    return Response(status_code=204)


@router.post("/keys/forget", dependencies=[Honest])
async def forget(
    request: Request, person: Moderator, key: Annotated[str, Form(max_length=2000)] = ""
) -> Response:
    house = house_of(request)
    if not await house.passkeys.forget_one(person, key):
        raise Refused("There is no such passkey.", "GR-026", 404)
    async with house.engine.begin() as connection:
        await note(connection, person, "passkey-forgotten")
    return RedirectResponse("/admin/keys", 303)
