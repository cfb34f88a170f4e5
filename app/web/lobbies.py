"""Opening, entering and setting up a room."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Annotated, Any

from fastapi import APIRouter, Form, Request
from starlette.datastructures import FormData
from starlette.responses import HTMLResponse, RedirectResponse, Response

from app.games.contract import Rules
from app.games.players import PLAYERS
from app.people.people import Person
from app.rooms.refusals import Refused
from app.rooms.room import Room
from app.web import pages
from app.web.answers import base_url, done, page, qr
from app.web.asking import CLOSED_DOOR, Asking, Honest, Somebody, house_of, room_at
from app.web.choices import Denial, rule_url
from app.web.html_dialect import context_of
from app.web.identity import introduce, signed_in
from app.web.templating import SeatFace

router = APIRouter()

COMPUTERS = (("greedy", "Add a computer player"), ("random", "Add a clueless one"))


def game_at(request: Request, slug: str) -> Rules[Any]:
    rules = house_of(request).games.get(slug)
    if rules is None:
        raise Refused("There is no such game in this house.", "GR-008", 404)
    request.state.slug = slug
    return rules


# ---------------------------------------------------------------------- a new room


@router.get("/games/{slug}/new")
async def new_room_form(request: Request, person: Asking, slug: str) -> HTMLResponse:
    rules = game_at(request, slug)
    content = await _new_room_page(request, person, rules, {}, rules.meta.max_seats, False, "")
    return page(request, "new_room.html", content, person)


@router.post("/games/{slug}/new", dependencies=[Honest])
async def open_room(request: Request, person: Asking, slug: str) -> Response:
    rules = game_at(request, slug)
    form = await request.form()
    seats, listed = _seats_of(form, rules), bool(form.get("listed"))
    chosen = _settings_of(form, rules)
    try:
        person, token = await introduce(request, person, str(form.get("name", "")))
        settings = await resolved(request, person, rules, chosen, seats)
        room = await house_of(request).lobby.create(person, slug, settings, seats, listed)
    except Refused as refused:
        content = await _new_room_page(request, person, rules, chosen, seats, listed, refused.text)
        return page(request, "new_room.html", content, person, refused.status)
    return signed_in(request, RedirectResponse(f"/rooms/{room.code}", 303), token)


async def _new_room_page(
    request: Request,
    person: Person | None,
    rules: Rules[Any],
    chosen: Mapping[str, str],
    seats: int,
    listed: bool,
    error: str,
) -> pages.NewRoomPage:
    earlier: tuple[tuple[str, str], ...] = ()
    if person is not None and any(setting.legacy for setting in rules.meta.settings):
        finished = await house_of(request).lists.finished_of(person.id)
        earlier = tuple(
            (room.code, f"{room.updated_at:%d %B %Y}")
            for room in finished
            if room.game == rules.meta.slug and len(room.seats) == 1
        )
    fields = tuple(
        pages.SettingField(
            setting,
            chosen.get(setting.name) or setting.default_for(seats),
            earlier if setting.legacy else (),
        )
        for setting in rules.meta.settings
    )
    return pages.NewRoomPage(rules.meta, fields, seats, listed, error=error)


def _seats_of(form: FormData, rules: Rules[Any]) -> int:
    value = form.get("seats", "")
    if isinstance(value, str) and value.isdecimal():
        return int(value)
    return rules.meta.max_seats


def _settings_of(form: FormData, rules: Rules[Any]) -> dict[str, str]:
    chosen = {s.name: str(form.get(f"set-{s.name}", "")) for s in rules.meta.settings}
    return {name: value for name, value in chosen.items() if value}


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


# ---------------------------------------------------------------------- the way in


@router.get("/join/{invite}")
async def join_form(request: Request, person: Asking, invite: str) -> Response:
    room = await _invited(request, invite)
    if person is not None and room.seat_of(person.id) is not None:
        return RedirectResponse(f"/rooms/{room.code}", 303)
    return page(request, "join.html", _join_page(room, person, ""), person)


@router.post("/join/{invite}", dependencies=[Honest])
async def join(
    request: Request, person: Asking, invite: str, name: Annotated[str, Form()] = ""
) -> Response:
    room = await _invited(request, invite)
    token = ""
    try:
        person, token = await introduce(request, person, name)
        if room.facts.status == "lobby" and len(room.sitters) < room.facts.seats:
            await house_of(request).lobby.sit(room, person)
        elif not room.facts.onlookers:
            raise Refused(CLOSED_DOOR, "GR-011", 404)
    except Refused as refused:
        content = _join_page(room, person, refused.text)
        return signed_in(
            request, page(request, "join.html", content, person, refused.status), token
        )
    return signed_in(request, RedirectResponse(f"/rooms/{room.code}", 303), token)


async def _invited(request: Request, invite: str) -> Room:
    room = await house_of(request).rooms.by_invite(invite)
    if room is None or room.facts.status == "closed":
        raise Refused(CLOSED_DOOR, "GR-011", 404)
    request.state.slug = room.facts.game
    return room


def _join_page(room: Room, person: Person | None, error: str) -> pages.JoinPage:
    host = next((s.name for s in room.sitters if s.person_id == room.facts.host_id), "A friend")
    full = room.facts.status != "lobby" or len(room.sitters) >= room.facts.seats
    return pages.JoinPage(
        room.rules.meta,
        host,
        context_of(room).seats,
        room.facts.seats,
        "" if person is None else person.name,
        error,
        may_watch=full,
    )


# ---------------------------------------------------------------------- the room before the start


async def lobby_page(request: Request, room: Room, person: Person | None) -> pages.LobbyPage:
    """The room before its start, as this person sees it."""
    mine = None if person is None else room.seat_of(person.id)
    is_host = person is not None and person.id == room.facts.host_id
    table = house_of(request).hub.peek(room)
    present = table.present if table else {}
    ctx = context_of(room)
    faces = {face.seat: face for face in ctx.seats}
    sitters = {sitter.number: sitter for sitter in room.sitters}
    seats: list[pages.LobbySeat] = []
    for number in range(room.facts.seats):
        sitter = sitters.get(number)
        seats.append(
            pages.LobbySeat(number)
            if sitter is None
            else pages.LobbySeat(
                number,
                faces[number],
                mine=sitter is mine,
                host=sitter.person_id is not None and sitter.person_id == room.facts.host_id,
                ready=sitter.ready,
                presence="here" if sitter.person_id in present or sitter.computer else "away",
            )
        )
    invite_url = f"/join/{room.facts.invite}" if mine is not None else ""
    colours = {sitter.colour for sitter in room.sitters}
    open_seats = room.facts.seats - len(room.sitters)
    return pages.LobbyPage(
        f"/rooms/{room.code}",
        room.rules.meta,
        ctx,
        tuple(seats),
        room.version,
        int(time.time() * 1000),
        mine=None if mine is None else mine.number,
        is_host=is_host,
        ready=mine is not None and mine.ready,
        invite_url=invite_url,
        qr=qr(base_url(request) + invite_url) if invite_url else "",
        settings=_settings_shown(room),
        listed=room.facts.listed,
        free_colours=tuple(colour for colour in range(1, 10) if colour not in colours),
        computers=COMPUTERS if is_host and open_seats else (),
        blocked=_not_yet(room),
        chat_html=house_of(request).html.chat_lines(
            await house_of(request).chat.recent(room.id), ctx
        ),
        notices=(room.facts.notice,) if room.facts.notice else (),
    )


def _settings_shown(room: Room) -> tuple[tuple[str, str, str], ...]:
    shown: list[tuple[str, str, str]] = []
    for setting in room.rules.meta.settings:
        seats = room.facts.seats
        if setting.legacy or (setting.seats and seats not in setting.seats):
            continue
        value = room.facts.settings.get(setting.name) or setting.default_for(seats)
        label = next((c.label for c in setting.choices if c.value == value), value)
        shown.append((setting.label, label, setting.rule))
    return tuple(shown)


def _not_yet(room: Room) -> Denial | None:
    """Why the game can't start now."""
    least = room.rules.meta.min_seats
    taken = len(room.sitters)
    if taken >= least:
        return None
    text = "Not enough players yet."
    return Denial(text, "GR-009", rule_url("", "GR-009"), {"players": least}, {"players": taken})


@router.post("/rooms/{code}/sit", dependencies=[Honest])
async def sit(
    request: Request, person: Somebody, code: str, number: Annotated[int, Form()]
) -> Response:
    room = await room_at(request, code)
    if not room.facts.listed and room.seat_of(person.id) is None:
        raise Refused(CLOSED_DOOR, "GR-011", 404)
    await house_of(request).lobby.sit(room, person, number)
    return done(request, f"/rooms/{code}")


@router.post("/rooms/{code}/colour", dependencies=[Honest])
async def colour(
    request: Request, person: Somebody, code: str, colour: Annotated[int, Form()]
) -> Response:
    room = await room_at(request, code)
    await house_of(request).lobby.choose_colour(room, person, colour)
    return done(request, f"/rooms/{code}")


@router.post("/rooms/{code}/ready", dependencies=[Honest])
async def ready(
    request: Request, person: Somebody, code: str, ready: Annotated[str, Form()] = ""
) -> Response:
    room = await room_at(request, code)
    await house_of(request).lobby.set_ready(room, person, bool(ready))
    return done(request, f"/rooms/{code}")


@router.post("/rooms/{code}/computers", dependencies=[Honest])
async def computers(
    request: Request, person: Somebody, code: str, kind: Annotated[str, Form()] = "greedy"
) -> Response:
    if kind not in PLAYERS:
        raise Refused("There is no such computer player.", "GR-008", 422)
    room = await room_at(request, code)
    await house_of(request).lobby.seat_computer(room, person, kind)
    return done(request, f"/rooms/{code}")


@router.post("/rooms/{code}/empty", dependencies=[Honest])
async def empty(
    request: Request, person: Somebody, code: str, number: Annotated[int, Form()]
) -> Response:
    room = await room_at(request, code)
    await house_of(request).lobby.empty_seat(room, person, number)
    return done(request, f"/rooms/{code}")


@router.post("/rooms/{code}/invite", dependencies=[Honest])
async def invite(request: Request, person: Somebody, code: str) -> Response:
    room = await room_at(request, code)
    await house_of(request).lobby.renew_invite(room, person)
    return done(request, f"/rooms/{code}")


@router.post("/rooms/{code}/listed", dependencies=[Honest])
async def listed(
    request: Request, person: Somebody, code: str, listed: Annotated[str, Form()] = ""
) -> Response:
    room = await room_at(request, code)
    await house_of(request).lobby.configure(
        room, person, room.facts.settings, room.facts.seats, bool(listed)
    )
    return done(request, f"/rooms/{code}")


@router.post("/rooms/{code}/start", dependencies=[Honest])
async def start(request: Request, person: Somebody, code: str) -> Response:
    room = await room_at(request, code)
    await house_of(request).lobby.start(room, person)
    return done(request, f"/rooms/{code}")


def face_of(seat: int, name: str, colour: int, computer: bool) -> SeatFace:
    """A face for lists, where no letters have to differ."""
    return SeatFace(seat, name, colour, name[:1].upper() or "?", computer)
