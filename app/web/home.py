"""The house's own pages: home, profile, rules, credits."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import msgspec
from fastapi import APIRouter, Form, Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from app.people.people import Person
from app.rooms.lists import ListedRoom
from app.rooms.refusals import Refused
from app.web import pages
from app.web.answers import base_url, json_file, page, qr
from app.web.asking import Asking, Honest, Somebody, game_at, house_of, token_of
from app.web.identity import cleaned, rename, signed_in, signed_out
from app.web.limits import address_of
from app.web.lobbies import face_of
from app.web.rules_pages import game_rules, rules_of_the_house
from app.web.tallies import tallied

router = APIRouter()


@router.get("/")
async def home(request: Request, person: Asking) -> HTMLResponse:
    house = house_of(request)
    own = await house.lists.running_of(person.id) if person is not None else ()
    missed = await house.looks.missed(person.id) if person is not None else {}
    listed = await house.lists.open_to_all()
    posters = tuple(
        pages.Poster(
            rules.meta,
            sum(room.game == slug for room in listed),
            any(room.game == slug for room in own),
            house.guides[slug] is not None,
        )
        for slug, rules in house.games.items()
    )
    content = pages.HomePage(
        posters,
        tuple([await _own_card(request, room, person, missed.get(room.id, 0)) for room in own]),
        tuple(
            _card(request, room, f"/join/{room.invite}", _free(room))
            for room in listed
            if person is None or all(seat.person_id != person.id for seat in room.seats)
        ),
    )
    return page(request, "home.html", content, person)


def _free(room: ListedRoom) -> str:
    free = room.places - len(room.seats)
    return f"{free} {'seat' if free == 1 else 'seats'} free" if free else ""


def _card(
    request: Request,
    room: ListedRoom,
    url: str,
    note: str = "",
    hot: bool = False,
    missed: int = 0,
) -> pages.RoomCard:
    return pages.RoomCard(
        url,
        room.game,
        house_of(request).games[room.game].meta.title,
        tuple(face_of(s.number, s.name, s.colour, s.computer) for s in room.seats),
        room.places,
        note,
        hot,
        missed,
    )


async def _own_card(
    request: Request, room: ListedRoom, person: Person | None, missed: int
) -> pages.RoomCard:
    note, hot = ("Waiting to start", False) if room.status == "lobby" else ("", False)
    if room.status == "playing" and person is not None:
        live = await house_of(request).rooms.by_id(room.id)
        sitter = None if live is None else live.seat_of(person.id)
        if live is not None and sitter is not None:
            hot = sitter.number in live.waiting
            others = [live.names[seat] for seat in sorted(live.waiting)]
            note = "Your turn" if hot else f"Waiting for {' and '.join(others)}"
    return _card(request, room, f"/rooms/{room.code}", note, hot, missed)


@router.get("/profile")
async def profile(request: Request, person: Asking, kept: str = "") -> HTMLResponse:
    content = await profile_page(request, person)
    content = msgspec.structs.replace(content, kept=person is not None and kept == "1")
    return page(request, "profile.html", content, person)


async def profile_page(
    request: Request, person: Person | None, device: pages.Device | None = None, error: str = ""
) -> pages.ProfilePage:
    played: Sequence[ListedRoom] = ()
    if person is not None:
        played = await house_of(request).lists.finished_of(person.id)
    name = "" if person is None else person.name
    house = house_of(request)
    by_game = () if person is None else await house.honours.by_game(person.id)
    against = () if person is None else await house.honours.against(person.id)
    titles = {slug: rules.meta.title for slug, rules in house.games.items()}
    return pages.ProfilePage(
        name,
        1 if person is None else person.colour,
        name[:1].upper(),
        tuple(_card(request, room, f"/rooms/{room.code}/result") for room in played),
        device,
        error,
        person is not None and person.honours,
        tuple((titles.get(name, name), wins, games) for name, wins, games in tallied(by_game)),
        tallied(against),
        0 if person is None else await house.passkeys.count(person),
        pages.Mail(person.email or "", person.email_confirmed)
        if person is not None and house.settings.mail_on
        else None,
    )


@router.post("/profile", dependencies=[Honest])
async def keep_profile(
    request: Request,
    person: Asking,
    name: Annotated[str, Form(max_length=200)] = "",
    colour: Annotated[int, Form(ge=1, le=9)] = 1,
) -> Response:
    house, token = house_of(request), ""
    try:
        if person is None:
            house.limits.count("joins", address_of(request))
            person, token = await house.people.create(cleaned(name), colour)
        else:
            await rename(request, person, name, colour)
    except Refused as refused:
        content = await profile_page(request, person, error=refused.text)
        return page(request, "profile.html", content, person, refused.status)
    return signed_in(request, RedirectResponse("/profile?kept=1", 303), token)


@router.post("/profile/device", dependencies=[Honest])
async def device_link(request: Request, person: Somebody) -> HTMLResponse:
    """A link that carries the person to another device, once."""
    token = await house_of(request).people.device_link(person.id)
    url = f"{base_url(request)}/device/{token}"
    content = await profile_page(request, person, pages.Device(url, qr(url)))
    return page(request, "profile.html", content, person)


@router.get("/device/{token}")
async def ask_device(request: Request, person: Asking) -> HTMLResponse:
    """Link previews must not use the link up: opening it only asks."""
    return page(request, "device.html", None, person)


@router.post("/device/{token}", dependencies=[Honest])
async def use_device(request: Request, token: str) -> Response:
    session = await house_of(request).people.use_device_link(token)
    if session is None:
        raise Refused("This link has been used, or it is too old.", "GR-011", 404)
    return signed_in(request, RedirectResponse("/", 303), session)


@router.post("/profile/leave", dependencies=[Honest])
async def sign_out(request: Request) -> Response:
    house = house_of(request)
    await house.people.sign_out(token_of(request))
    await house.hub.doors_closed()
    return signed_out(request, RedirectResponse("/", 303))


@router.post("/profile/export", dependencies=[Honest])
async def take_along(request: Request, person: Somebody) -> Response:
    """All that the house knows of the person, as a file (GR-034)."""
    data = await house_of(request).directory.export(person.id)
    return json_file("greenroom-data.json", data)


@router.post("/profile/erase", dependencies=[Honest])
async def erase_me(request: Request, person: Somebody) -> Response:
    """Forget the person (GR-034): seats go to computer players, names and talk go."""
    house = house_of(request)
    await house.directory.erase(person.id)
    house.hub.show_out(0, person.id)
    return signed_out(request, RedirectResponse("/", 303))


@router.get("/rules")
async def rules_of_every_table(request: Request, person: Asking) -> HTMLResponse:
    return page(request, "rules.html", rules_of_the_house(), person)


@router.get("/games/{slug}/rules")
async def rules_of_a_game(request: Request, person: Asking, slug: str) -> HTMLResponse:
    rulebook = game_rules(game_at(request, slug))
    if house_of(request).guides[slug] is not None:
        rulebook = msgspec.structs.replace(rulebook, learn_url=f"/games/{slug}/learn")
    return page(request, "rules.html", rulebook, person)


@router.get("/credits")
async def credits_page(request: Request, person: Asking) -> HTMLResponse:
    return page(request, "credits.html", pages.CreditsPage(), person)
