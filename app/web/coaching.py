"""The coach: tables at which a game is learned, hints beside the pieces, advice for who asks.

A page whose coach is off asks for nothing here, and nothing of a push knows of it.
"""

from __future__ import annotations

from collections.abc import Sequence

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from app.games import guide, ledger
from app.games.contract import Option, Region, Seat
from app.people.people import Person
from app.rooms import advice
from app.rooms.absence import plays_alone
from app.rooms.refusals import Refused
from app.rooms.room import Room
from app.web import room_pages
from app.web.answers import done
from app.web.asking import Asking, Honest, SeenRoom, Somebody, Ticked, game_at, house_of
from app.web.choices import choices, dom_id, rule_url
from app.web.identity import introduce, signed_in
from app.web.new_rooms import count_room
from app.web.security import cookie

router = APIRouter()

COACH_COOKIE = "greenroom_coach"
ON, OFF = "on", "off"
NEWCOMER = "Rookie"
"""The name of somebody who has not said one; the profile has a field for another."""

OPPONENT = "greedy"


@router.post("/games/{slug}/learn", dependencies=[Honest])
async def learn(request: Request, person: Asking, slug: str) -> Response:
    """Open a table with computer players, start it, and go there (GR-053)."""
    rules = game_at(request, slug)
    house = house_of(request)
    lesson = house.guides[slug]
    if lesson is None:
        raise Refused("There is no coach for this game yet.", "GR-053", 404)
    count_room(request, person)
    host, token = await introduce(request, person, NEWCOMER if person is None else "")
    room = await house.lobby.create(
        host, rules.meta.slug, lesson.settings, lesson.seats, listed=False, learning=True
    )
    for _ in range(lesson.seats - 1):
        await house.lobby.seat_computer(room, host, OPPONENT)
    await house.lobby.start(room, host)
    response = RedirectResponse(f"/rooms/{room.code}", 303)
    if request.cookies.get(COACH_COOKIE) == OFF:
        _remember(request, response, "")
    return signed_in(request, response, token)


def coach_of(request: Request, room: Room) -> room_pages.Coach | None:
    """The coach of a page of somebody who sits at the table, if there is one."""
    if house_of(request).guides[room.facts.game] is None or not room.playing:
        return None
    wish = request.cookies.get(COACH_COOKIE, "")
    return room_pages.Coach(wish == ON or (room.facts.learning and wish != OFF), plays_alone(room))


@router.post("/rooms/{code}/coach", dependencies=[Honest])
async def switch(
    request: Request, person: Somebody, room: SeenRoom, on: Ticked = False
) -> Response:
    """Switch the coach on or off, at this and every other table (GR-054)."""
    _seated(room, person)
    response = done(request, room)
    _remember(request, response, ON if on else OFF)
    return response


def _remember(request: Request, response: Response, wish: str) -> None:
    secure = (house_of(request).settings.public_url or "").startswith("https://")
    line = cookie(COACH_COOKIE, wish, secure) if wish else cookie(COACH_COOKIE, "", secure, 0)
    response.headers.append("set-cookie", line)


@router.get("/rooms/{code}/coach")
async def hints(request: Request, person: Somebody, room: SeenRoom) -> HTMLResponse:
    """What the coach has to say now, as a part of the page."""
    seat = _seated(room, person)
    shown = [_in_words(room, due) for due in _due(request, room, seat)]
    return _part(request, "hints", shown)


@router.post("/rooms/{code}/advice", dependencies=[Honest])
async def advise(request: Request, person: Somebody, room: SeenRoom) -> HTMLResponse:
    """What a computer player would do in the asker's place (GR-055)."""
    seat = _seated(room, person)
    house_of(request).limits.count("advice", person.id)
    option = await advice.advise(room, seat)
    return _part(request, "advice", _advice(request, room, seat, option))


def _seated(room: Room, person: Person) -> Seat:
    sitter = room.seat_of(person.id)
    if sitter is None or room.facts.status == "lobby":
        raise Refused("The coach talks to those who play.", "GR-054", 403)
    return sitter.number


def _due(request: Request, room: Room, seat: Seat) -> list[guide.Due]:
    lesson = house_of(request).guides[room.facts.game]
    if lesson is None or not room.playing:
        return []
    owed = room.waiting.get(seat)
    kind = guide.WAIT if owed is None else owed.kind
    menu = [option for option in room.menu(seat) if option.blocked is None]
    regions: list[Region] = room.rules.view(room.position.state, seat)
    return guide.due(lesson, kind, menu, regions, seat)


def _in_words(room: Room, due: guide.Due) -> room_pages.CoachHint:
    hint, meta = due.hint, room.rules.meta
    rulebook = ledger.of(meta)
    return room_pages.CoachHint(
        hint.id,
        hint.title,
        hint.text,
        hint.choice,
        hint.rule,
        rulebook.rules[hint.rule].title,
        rule_url(meta.slug, hint.rule),
        f"/games/{meta.slug}/cards",
        _elements(due.places),
    )


def _elements(places: Sequence[str]) -> tuple[str, ...]:
    """The ids of the elements that stand for "region/spot" or "region": a region stands in for
    spots that it has not drawn."""
    spots = [dom_id("spot", place) for place in places if "/" in place]
    regions = [dom_id("region", place.partition("/")[0]) for place in places]
    return tuple(dict.fromkeys([*spots, *regions]))


def _advice(request: Request, room: Room, seat: Seat, option: Option) -> room_pages.CoachAdvice:
    (choice,) = choices(room.rules, room.position.state, seat, [option], room.names)
    own = [due.hint for due in _due(request, room, seat) if guide.START not in due.hint.when]
    # the hint that speaks of this very move, or else the last one, which is the closest
    spoken = [hint for hint in own if any(option.move.startswith(start) for start in hint.why)]
    hint = (spoken or own or [None])[-1]
    rule = "" if hint is None else hint.rule
    return room_pages.CoachAdvice(
        choice.label,
        "" if hint is None else hint.reason_for(option.move),
        rule,
        rule_url(room.facts.game, rule) if rule else "",
        option.move,
        _elements([option.where] if option.where else []),
    )


def _part(request: Request, name: str, *data: object) -> HTMLResponse:
    html = house_of(request).renderer.part("coach.html", name, *data)
    return HTMLResponse(html, headers={"cache-control": "no-store"})
