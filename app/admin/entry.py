"""Coming in by a link that works once, and going out."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from app.admin.asking import Moderator
from app.rooms.refusals import Refused
from app.web.answers import page
from app.web.asking import Asking, Honest, house_of, token_of
from app.web.identity import signed_in

router = APIRouter(prefix="/admin")


@router.get("/enter/{token}")
async def ask(request: Request, person: Asking) -> HTMLResponse:
    """Link previews must not use the link up: opening it only asks. It asks for any token, so
    that nobody learns here which ones are good."""
    return page(request, "admin/enter.html", None, person)


@router.post("/enter/{token}", dependencies=[Honest])
async def enter(request: Request, person: Asking, token: str) -> Response:
    """Begin a new session: whoever knows the browser's old one gains nothing by it."""
    people = house_of(request).people
    session = await people.use_admin_link(token, person)
    if session is None:
        raise Refused("This link has been used, or it is too old.", "GR-011", 404)
    old = token_of(request)
    if old:
        await people.sign_out(old)
    return signed_in(request, RedirectResponse("/admin", 303), session)


@router.post("/leave", dependencies=[Honest])
async def leave(request: Request, _: Moderator) -> Response:
    """Go on as a friend."""
    await house_of(request).people.stop_acting(token_of(request))
    return RedirectResponse("/", 303)
