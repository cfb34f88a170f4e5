"""The way into a room, and the room before its start."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Form, Request
from starlette.responses import RedirectResponse, Response

from app.games import referee
from app.live.sight import Eyes
from app.people.people import Person
from app.rooms import clock as clocks
from app.rooms.refusals import Refused, closed_door
from app.rooms.room import Room
from app.web import room_pages
from app.web.answers import base_url, done, page, qr
from app.web.asking import Asking, Honest, SeatNumber, SeenRoom, Somebody, Ticked, house_of
from app.web.choices import Denial, rule_url
from app.web.html_dialect import context_of
from app.web.identity import introduce, signed_in
from app.web.limits import address_of
from app.web.tallies import tallied
from app.web.templating import SeatFace

router = APIRouter()

COMPUTERS = (("greedy", "Add a computer player"), ("random", "Add a clueless computer player"))


# ---------------------------------------------------------------------- the way in


@router.get("/join/{invite}")
async def join_form(request: Request, person: Asking, invite: str) -> Response:
    room = await _invited(request, person, invite)
    if person is not None and room.seat_of(person.id) is not None:
        return RedirectResponse(f"/rooms/{room.code}", 303)
    return page(request, "join.html", await _join_page(request, room, person), person)


@router.post("/join/{invite}", dependencies=[Honest])
async def join(
    request: Request,
    person: Asking,
    invite: str,
    name: Annotated[str, Form()] = "",
    password: Annotated[str, Form()] = "",
) -> Response:
    room = await _invited(request, person, invite)
    house = house_of(request)
    token = ""
    try:
        person, token = await introduce(request, person, name)
        await house.passwords.say(room, person, password)
        if _has_seats(room):
            await house.lobby.sit(room, person)
    except Refused as refused:
        if refused.rule == "GR-011":
            raise
        content = await _join_page(request, room, person, refused.text)
        return signed_in(
            request, page(request, "join.html", content, person, refused.status), token
        )
    return signed_in(request, RedirectResponse(f"/rooms/{room.code}", 303), token)


def _has_seats(room: Room) -> bool:
    """Is there a seat that the invitation is good for?"""
    return (
        room.facts.status == "lobby"
        and not room.facts.locked
        and len(room.sitters) < room.facts.seats
    )


async def _invited(request: Request, person: Person | None, invite: str) -> Room:
    """The room that an invitation opens. Raises `Refused`, the same for a wrong one, a full or
    closed room, and somebody who was sent out (GR-011)."""
    house = house_of(request)
    house.limits.count("joins", address_of(request))
    room = await house.rooms.by_invite(invite)
    if room is None or room.facts.status == "closed":
        raise closed_door()
    request.state.slug = room.facts.game
    if person is not None and room.seat_of(person.id) is not None:
        return room
    banned = person is not None and await house.lobby.is_banned(room, person)
    if banned or not (_has_seats(room) or room.open_to_onlookers):
        raise closed_door()
    return room


async def _join_page(
    request: Request, room: Room, person: Person | None, error: str = ""
) -> room_pages.JoinPage:
    name = "" if person is None else person.name
    if not await house_of(request).passwords.knows(room, person):
        # who sits there is told to those who know the password
        return room_pages.JoinPage(
            room.rules.meta,
            "A friend",
            (),
            0,
            name,
            error,
            may_watch=not _has_seats(room),
            password=True,
        )
    host = next((s.name for s in room.sitters if s.person_id == room.facts.host_id), "A friend")
    return room_pages.JoinPage(
        room.rules.meta,
        host,
        context_of(room).seats,
        room.facts.seats,
        name,
        error,
        may_watch=not _has_seats(room),
    )


# ---------------------------------------------------------------------- the room before the start


async def lobby_page(request: Request, room: Room, person: Person | None) -> room_pages.LobbyPage:
    """The room before its start, as this person sees it."""
    mine = None if person is None else room.seat_of(person.id)
    eyes = Eyes(None if mine is None else mine.number)
    is_host = person is not None and person.id == room.facts.host_id
    table = house_of(request).hub.peek(room)
    present = table.present if table else {}
    ctx = context_of(room)
    faces = {face.seat: face for face in ctx.seats}
    sitters = {sitter.number: sitter for sitter in room.sitters}
    seats: list[room_pages.LobbySeat] = []
    for number in range(room.facts.seats):
        sitter = sitters.get(number)
        # whoever loads this page is here, though their socket is not up yet
        here = sitter is not None and (
            sitter is mine or bool(sitter.computer) or sitter.person_id in present
        )
        seats.append(
            room_pages.LobbySeat(number)
            if sitter is None
            else room_pages.LobbySeat(
                number,
                faces[number],
                mine=sitter is mine,
                host=sitter.person_id is not None and sitter.person_id == room.facts.host_id,
                ready=sitter.ready,
                presence="here" if here else "away",
            )
        )
    invite_url = f"/join/{room.facts.invite}" if mine is not None else ""
    colours = {sitter.colour for sitter in room.sitters}
    open_seats = room.facts.seats - len(room.sitters)
    return room_pages.LobbyPage(
        f"/rooms/{room.code}",
        room.rules.meta,
        ctx,
        tuple(seats),
        room.version,
        house_of(request).rooms.time.stamp(),
        mine=None if mine is None else mine.number,
        is_host=is_host,
        ready=mine is not None and mine.ready,
        invite_url=invite_url,
        qr=qr(base_url(request) + invite_url) if invite_url else "",
        settings=_settings_shown(room),
        settings_url=f"/rooms/{room.code}/settings" if is_host else "",
        door_url=f"/rooms/{room.code}/door" if is_host else "",
        listed=room.facts.listed,
        locked=room.facts.locked,
        password=room.facts.password_hash is not None,
        free_colours=tuple(colour for colour in range(1, 10) if colour not in colours),
        computers=COMPUTERS if is_host and open_seats else (),
        blocked=_not_yet(room),
        series=tallied(await house_of(request).honours.series(room.id)),
        chat_html=house_of(request).html.chat_lines(
            await house_of(request).hub.chat_for(room, eyes), ctx
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
    name = clocks.name_of(room.facts.clock)
    shown.append(("Clock", clocks.CLOCKS[name][0], "GR-017"))
    return tuple(shown)


def _not_yet(room: Room) -> Denial | None:
    """Why the game can't start now."""
    least, taken = room.rules.meta.min_seats, len(room.sitters)
    needs, has = ({"players": least}, {"players": taken}) if taken < least else ({}, {})
    text = "Not enough players yet."
    if taken >= least:
        try:
            referee.complete_settings(room.rules, taken, room.facts.settings)
        except ValueError as error:
            text = str(error)
        else:
            return None
    return Denial(text, "GR-009", rule_url("", "GR-009"), needs, has)


@router.post("/rooms/{code}/sit", dependencies=[Honest])
async def sit(request: Request, person: Somebody, room: SeenRoom, number: SeatNumber) -> Response:
    await house_of(request).lobby.sit(room, person, number)
    return done(request, room)


@router.post("/rooms/{code}/colour", dependencies=[Honest])
async def colour(
    request: Request, person: Somebody, room: SeenRoom, colour: SeatNumber
) -> Response:
    await house_of(request).lobby.choose_colour(room, person, colour)
    return done(request, room)


@router.post("/rooms/{code}/ready", dependencies=[Honest])
async def ready(
    request: Request, person: Somebody, room: SeenRoom, ready: Ticked = False
) -> Response:
    await house_of(request).lobby.set_ready(room, person, ready)
    return done(request, room)


@router.post("/rooms/{code}/computers", dependencies=[Honest])
async def computers(
    request: Request, person: Somebody, room: SeenRoom, kind: Annotated[str, Form()] = "greedy"
) -> Response:
    await house_of(request).lobby.seat_computer(room, person, kind)
    return done(request, room)


@router.post("/rooms/{code}/empty", dependencies=[Honest])
async def empty(request: Request, person: Somebody, room: SeenRoom, number: SeatNumber) -> Response:
    await house_of(request).lobby.empty_seat(room, person, number)
    return done(request, room)


@router.post("/rooms/{code}/listed", dependencies=[Honest])
async def listed(
    request: Request, person: Somebody, room: SeenRoom, listed: Ticked = False
) -> Response:
    await house_of(request).hosting.show_in_list(room, person, listed)
    return done(request, room)


@router.post("/rooms/{code}/start", dependencies=[Honest])
async def start(request: Request, person: Somebody, room: SeenRoom) -> Response:
    await house_of(request).lobby.start(room, person)
    return done(request, room)


def face_of(seat: int, name: str, colour: int, computer: bool) -> SeatFace:
    """A face for lists, where no letters have to differ."""
    return SeatFace(seat, name, colour, name[:1].upper() or "?", computer)
