"""Opening a room, and changing before the start what is played in it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from fastapi import APIRouter, Request
from starlette.datastructures import FormData
from starlette.responses import HTMLResponse, RedirectResponse, Response

from app.games.contract import Rules
from app.people.people import Person
from app.rooms import clock as clocks
from app.rooms.refusals import Refused
from app.rooms.seating import before_start, host_only
from app.web import room_pages
from app.web.answers import page
from app.web.asking import Asking, Honest, SeenRoom, Somebody, game_at, house_of
from app.web.identity import introduce, signed_in
from app.web.limits import address_of

router = APIRouter()


class Wish(msgspec.Struct):
    """What a host has filled in, as the form has it."""

    seats: int
    listed: bool = False
    clock: str = "none"
    settings: Mapping[str, str] = {}


@router.get("/games/{slug}/new")
async def new_room_form(request: Request, person: Asking, slug: str) -> HTMLResponse:
    rules = game_at(request, slug)
    content = await _room_form(request, person, rules, Wish(rules.meta.max_seats))
    return page(request, "new_room.html", content, person)


@router.post("/games/{slug}/new", dependencies=[Honest])
async def open_room(request: Request, person: Asking, slug: str) -> Response:
    rules = game_at(request, slug)
    form = await request.form()
    wish = _wish_of(form, rules)
    house = house_of(request)
    token = ""
    try:
        clock = clocks.chosen(wish.clock)
        count_room(request, person)
        person, token = await introduce(request, person, str(form.get("name", "")))
        settings = await resolved(request, person, rules, wish.settings, wish.seats)
        room = await house.lobby.create(person, slug, settings, wish.seats, wish.listed, clock)
    except Refused as refused:
        content = await _room_form(request, person, rules, wish, refused.text)
        answer = page(request, "new_room.html", content, person, refused.status)
        return signed_in(request, answer, token)
    return signed_in(request, RedirectResponse(f"/rooms/{room.code}", 303), token)


def count_room(request: Request, person: Person | None) -> None:
    """Count a new room of a person, or of a stranger's address: who has no session could come as
    somebody new each time. Raises `Refused` (GR-024)."""
    who = address_of(request) if person is None else person.id
    house_of(request).limits.count("rooms", who)


@router.get("/rooms/{code}/settings")
async def settings_form(request: Request, person: Somebody, room: SeenRoom) -> HTMLResponse:
    """The same form once more, for the host of a room that has not started."""
    host_only(room.facts, person)
    before_start(room.facts)
    facts = room.facts
    kept = {name: value for name, value in facts.settings.items() if isinstance(value, str)}
    wish = Wish(facts.seats, facts.listed, clocks.name_of(facts.clock), kept)
    content = await _room_form(request, person, room.rules, wish, code=room.code)
    return page(request, "new_room.html", content, person)


@router.post("/rooms/{code}/settings", dependencies=[Honest])
async def change_settings(request: Request, person: Somebody, room: SeenRoom) -> Response:
    host_only(room.facts, person)
    before_start(room.facts)
    wish = _wish_of(await request.form(), room.rules)
    try:
        settings = await resolved(request, person, room.rules, wish.settings, wish.seats)
        clock = clocks.chosen(wish.clock)
        await house_of(request).lobby.configure(
            room, person, settings, wish.seats, wish.listed, clock
        )
    except Refused as refused:
        content = await _room_form(request, person, room.rules, wish, refused.text, room.code)
        return page(request, "new_room.html", content, person, refused.status)
    return RedirectResponse(f"/rooms/{room.code}", 303)


async def _room_form(
    request: Request,
    person: Person | None,
    rules: Rules[Any],
    wish: Wish,
    error: str = "",
    code: str = "",
) -> room_pages.NewRoomPage:
    earlier: tuple[tuple[str, str], ...] = ()
    if person is not None and any(setting.legacy for setting in rules.meta.settings):
        finished = await house_of(request).lists.finished_of(person.id)
        earlier = tuple(
            (room.code, f"{room.updated_at:%d %B %Y}")
            for room in finished
            if room.game == rules.meta.slug and len(room.seats) == 1 and room.result is not None
        )
    fields = tuple(
        room_pages.SettingField(
            setting,
            wish.settings.get(setting.name) or setting.default_for(wish.seats),
            earlier if setting.legacy else (),
        )
        for setting in rules.meta.settings
    )
    return room_pages.NewRoomPage(
        rules.meta,
        fields,
        wish.seats,
        wish.listed,
        clocks=tuple((name, label) for name, (label, _) in clocks.CLOCKS.items()),
        clock=wish.clock,
        error=error,
        room_url=f"/rooms/{code}" if code else "",
    )


def _wish_of(form: FormData, rules: Rules[Any]) -> Wish:
    seats = str(form.get("seats", ""))
    chosen = {s.name: str(form.get(f"set-{s.name}", "")) for s in rules.meta.settings}
    return Wish(
        int(seats) if seats.isdecimal() and len(seats) < 3 else rules.meta.max_seats,
        bool(form.get("listed")),
        str(form.get("clock", "")) or "none",
        {name: value for name, value in chosen.items() if value},
    )


async def resolved(
    request: Request, person: Person, rules: Rules[Any], chosen: Mapping[str, str], seats: int
) -> dict[str, Any]:
    """The chosen settings, with an earlier game's legacy in the place of its room's code. What
    is not for this number of seats falls back to its default."""
    settings: dict[str, Any] = {}
    for setting in rules.meta.settings:
        value = chosen.get(setting.name, "")
        if not value or (setting.seats and seats not in setting.seats):
            continue
        if setting.legacy:
            needed = chosen.get(setting.legacy_when, "")
            default = next(
                s.default_for(seats) for s in rules.meta.settings if s.name == setting.legacy_when
            )
            if needed in ("", default):
                continue
            lobby = house_of(request).lobby
            settings[setting.name] = await lobby.legacy(
                person, rules.meta.slug, value, setting.rule
            )
        else:
            settings[setting.name] = value
    return settings
