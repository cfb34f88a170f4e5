"""Keeping a profile with a passkey, and coming back by it."""

from __future__ import annotations

from typing import Annotated, Any
from urllib.parse import urlsplit

from fastapi import APIRouter, Body, Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from app.people.passkeys import BadPasskey, Site
from app.rooms.refusals import Refused
from app.web.answers import base_url
from app.web.asking import Honest, Somebody, house_of
from app.web.identity import signed_in
from app.web.limits import address_of

router = APIRouter()

Credential = Annotated[dict[str, Any], Body()]
"""What `navigator.credentials` gave, as `static/passkey.js` puts it into JSON."""


def site_of(request: Request) -> Site:
    origin = base_url(request)
    return Site(urlsplit(origin).hostname or "", origin)


def unknown_key() -> Refused:
    return Refused("This passkey is not known here.", "GR-026", 403)


@router.post("/profile/passkey/options", dependencies=[Honest])
async def offer(request: Request, person: Somebody) -> JSONResponse:
    try:
        return JSONResponse(await house_of(request).passkeys.offer(person, site_of(request)))
    except BadPasskey:
        raise Refused("You have as many passkeys as we keep.", "GR-026", 409) from None


@router.post("/profile/passkey", dependencies=[Honest])
async def keep(request: Request, person: Somebody, credential: Credential) -> Response:
    try:
        await house_of(request).passkeys.keep(person, site_of(request), credential)
    except BadPasskey:
        raise unknown_key() from None
    return Response(status_code=204)


@router.post("/profile/passkey/forget", dependencies=[Honest])
async def forget(request: Request, person: Somebody) -> Response:
    await house_of(request).passkeys.forget(person.id)
    return RedirectResponse("/profile", 303)


@router.post("/passkey/options", dependencies=[Honest])
async def ask(request: Request) -> JSONResponse:
    house_of(request).limits.count("joins", address_of(request))
    return JSONResponse(await house_of(request).passkeys.ask(site_of(request)))


@router.post("/passkey", dependencies=[Honest])
async def sign_in(request: Request, credential: Credential) -> Response:
    house_of(request).limits.count("joins", address_of(request))
    try:
        token = await house_of(request).passkeys.sign_in(site_of(request), credential)
    except BadPasskey:
        raise unknown_key() from None
    return signed_in(request, Response(status_code=204), token)
