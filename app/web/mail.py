"""Mail: the address on the profile, and where the links in letters lead.

Nothing changes by opening a link: previews and scanners open links as well.
"""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Form, Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from app.rooms.refusals import Refused
from app.web import pages
from app.web.answers import page
from app.web.asking import Asking, Honest, Somebody, house_of
from app.web.home import profile_page
from app.web.limits import address_of

router = APIRouter()


@router.post("/profile/email", dependencies=[Honest])
async def write_in(
    request: Request, person: Somebody, email: Annotated[str, Form(max_length=1000)] = ""
) -> Response:
    """Take an address down; its owner is asked by mail whether that is right (GR-043)."""
    house, email = house_of(request), email.strip()
    try:
        if not house.settings.mail_on:
            raise Refused("This house sends no mail.", "GR-043", 404)
        for who in (f"person {person.id}", f"from {address_of(request)}", f"to {email.lower()}"):
            house.limits.count("mail", who)
        await house.addresses.write_in(person.id, email)
    except Refused as refused:
        content = await profile_page(request, person, error=refused.text)
        return page(request, "profile.html", content, person, refused.status)
    house.postman.ring()
    return RedirectResponse("/profile", 303)


@router.post("/profile/email/forget", dependencies=[Honest])
async def strike_out(request: Request, person: Somebody) -> Response:
    await house_of(request).addresses.strike_out(person.id)
    return RedirectResponse("/profile", 303)


@router.get("/mail/confirm/{token}")
async def ask_owner(request: Request, person: Asking) -> HTMLResponse:
    content = pages.MailPage(
        "Is this your address?",
        "Greenroom will write here when it is your turn in a game by mail and you are not at the "
        "table. Every letter has a link that ends it.",
        "Yes, write to me",
    )
    return page(request, "mail.html", content, person)


@router.post("/mail/confirm/{token}", dependencies=[Honest])
async def confirm(request: Request, person: Asking, token: str) -> HTMLResponse:
    if not await house_of(request).addresses.confirm(token):
        raise Refused("This link has been used, or it is too old.", "GR-043", 404)
    content = pages.MailPage("On the list", "When it is your turn by mail, we will write.")
    return page(request, "mail.html", content, person)


@router.get("/mail/off/{token}")
async def ask_off(request: Request, person: Asking) -> HTMLResponse:
    content = pages.MailPage(
        "No more mail?", "Greenroom forgets your address. Your games go on.", "No more mail"
    )
    return page(request, "mail.html", content, person)


@router.post("/mail/off/{token}")
async def sign_off(request: Request, person: Asking, token: str) -> HTMLResponse:
    """End all mail. Mail programs post here by themselves (RFC 8058), without a session, an
    origin or a token of a page: what is in the address is the permission."""
    await house_of(request).addresses.sign_off(token)
    content = pages.MailPage("No more mail", "Your address is forgotten. Nothing more will come.")
    return page(request, "mail.html", content, person)
