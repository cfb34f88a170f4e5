"""Coming in by a link that works once or by a passkey, and going out."""

from __future__ import annotations

from fastapi import APIRouter, Depends, Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response

from app.admin.asking import Moderator, opened
from app.people.passkeys import BadPasskey
from app.rooms.audit import note
from app.rooms.refusals import Refused
from app.web.answers import page
from app.web.asking import Asking, Honest, house_of, token_of
from app.web.identity import ResponseT, signed_in
from app.web.limits import address_of
from app.web.passkeys import Credential, site_of, unknown_key

router = APIRouter(prefix="/admin", dependencies=[Depends(opened)])


@router.get("/enter")
async def sign_in(request: Request, person: Asking) -> HTMLResponse:
    """The way in by passkey. It is the same for everybody, and tells nothing of who has one."""
    return page(request, "admin/sign_in.html", None, person)


@router.post("/enter/options", dependencies=[Honest])
async def ask_for_key(request: Request) -> JSONResponse:
    house = house_of(request)
    house.limits.count("joins", address_of(request))
    return JSONResponse(await house.passkeys.ask(site_of(request), acts=True))


@router.post("/enter", dependencies=[Honest])
async def enter_by_key(request: Request, credential: Credential) -> Response:
    """Begin a session that acts with the role that the key's person has now."""
    house = house_of(request)
    house.limits.count("joins", address_of(request))
    try:
        _, token = await house.passkeys.act(site_of(request), credential)
    except BadPasskey:
        raise unknown_key() from None
    return await _let_in(request, Response(status_code=204), token, "passkey")


@router.get("/enter/{token}")
async def ask(request: Request, person: Asking) -> HTMLResponse:
    """Link previews must not use the link up: opening it only asks. It asks for any token, so
    that nobody learns here which ones are good."""
    return page(request, "admin/enter.html", None, person)


@router.post("/enter/{token}", dependencies=[Honest])
async def enter(request: Request, person: Asking, token: str) -> Response:
    house = house_of(request)
    house.limits.count("joins", address_of(request))
    session = await house.people.use_admin_link(token, person)
    if session is None:
        raise Refused("This link has been used, or it is too old.", "GR-011", 404)
    return await _let_in(request, RedirectResponse("/admin", 303), session, "link")


async def _let_in(request: Request, answer: ResponseT, token: str, by: str) -> ResponseT:
    """Begin a new session, and end the browser's old one: whoever knows that one gains nothing
    by it. It stands in the book."""
    house = house_of(request)
    old = token_of(request)
    if old:
        await house.people.sign_out(old)
        await house.hub.doors_closed()
    person = await house.people.by_token(token)
    assert person is not None
    async with house.engine.begin() as connection:
        await note(connection, person, "sign-in", by=by)
    return signed_in(request, answer, token)


@router.post("/leave", dependencies=[Honest])
async def leave(request: Request, _: Moderator) -> Response:
    """Go on as a friend."""
    await house_of(request).people.stop_acting(token_of(request))
    return RedirectResponse("/", 303)
