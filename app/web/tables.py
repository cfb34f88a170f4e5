"""The table of a running or finished game: its page, moves, chat, leaving, the result."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import msgspec
from fastapi import APIRouter, Form, Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from app.games.chance import commitment
from app.live.sight import Eyes, Sight, look_once
from app.people.people import Person
from app.rooms.absence import plays_alone
from app.rooms.honours import Tally
from app.rooms.journal import LONGEST_ID
from app.rooms.refusals import Refused
from app.rooms.room import Room
from app.web import pages, room_pages
from app.web.answers import done, json_file, page
from app.web.asking import Asking, Honest, SeenRoom, Somebody, house_of, may_look, room_at
from app.web.coaching import coach_of
from app.web.house import House
from app.web.html_dialect import context_of, replay_url, steps_of
from app.web.identity import cleaned
from app.web.lobbies import lobby_page
from app.web.tallies import tallied
from app.web.templating import TableContext

router = APIRouter()

ClickId = Annotated[str, Form(max_length=LONGEST_ID)]
"""The page's own id for a click: sent again after a lost answer it makes nothing twice (GR-002)."""


@router.get("/rooms/{code}")
async def show(request: Request, person: Asking, code: str) -> HTMLResponse:
    """The room as it is now: the lobby before the start, the table from then on."""
    room = await room_at(request, code)
    # what was done a moment ago may have been done on another node
    await house_of(request).hub.up_to_date(room)
    await may_look(request, room, person)
    if room.facts.status == "closed":
        raise Refused("This room has been closed.", "GR-015", 404)
    if room.stored is None:
        return page(request, "lobby.html", await lobby_page(request, room, person), person)
    return page(request, "table.html", await table_page(request, room, person), person)


async def table_page(request: Request, room: Room, person: Person | None) -> room_pages.TablePage:
    """Everything of a table, drawn for one viewer."""
    viewer = None if person is None else room.viewer_of(person.id)
    url = f"/rooms/{room.code}"
    actions: list[pages.Action] = []
    if viewer is not None and room.playing and len(room.sitters) > 1:
        question = "Hand your seat to a computer player for good?"
        if room.sitters[viewer].left:
            actions.append(pages.Action("Take my seat back", f"{url}/return"))
        else:
            actions.append(pages.Action("Leave the game", f"{url}/leave", {}, question))
    if viewer is not None and room.playing and plays_alone(room):
        question = "Give the game up? It ends here, and stands in no list."
        actions.append(pages.Action("Give up", f"{url}/give-up", {}, question))
    house = house_of(request)
    seen = None if viewer is None else await house.looks.last(room.id, viewer)
    could_be_told = viewer is not None and person is not None and not person.email_confirmed
    by_mail = room.facts.clock.kind == "mail" and house.settings.mail_on
    return msgspec.structs.replace(
        await seen_table(house, room, Eyes(viewer), url, seen=seen),
        mail_url="/profile#mail" if could_be_told and by_mail else "",
        invite_url=f"/join/{room.facts.invite}" if viewer is not None else "",
        may_chat=person is not None,
        actions=tuple(actions),
        result_url=f"{url}/result" if room.facts.status == "finished" else "",
        coach=coach_of(request, room) if viewer is not None else None,
    )


async def seen_table(
    house: House,
    room: Room,
    eyes: Eyes,
    url: str,
    steps: str = "",
    seen: int | None = None,
    past: bool = False,
) -> room_pages.TablePage:
    """A table through some eyes, with nothing around it. ``url``: where its forms and its
    socket are; ``steps``: see `HtmlDialect.log_lines`; ``seen``: the version that the seat has
    seen, for what it has missed; ``past``: see `HtmlDialect.whole`."""
    table = house.hub.peek(room)
    sight, pieces = look_once(room, eyes)
    drawn = house.html.whole(room, table, sight, pieces, past=past)
    return room_pages.TablePage(
        url,
        room.rules.meta.title,
        room.rules.meta,
        drawn.ctx,
        house.renderer.board(drawn.regions, drawn.ctx, eyes.viewer),
        drawn.platform["turn"],
        drawn.platform["seats"],
        drawn.platform["choices"],
        drawn.platform["moveform"],
        house.html.log_lines(room, list(sight.log), drawn.ctx, steps or steps_of(room, sight)),
        house.html.chat_lines(await house.hub.chat_for(room, eyes), drawn.ctx),
        room.version,
        house.rooms.time.stamp(),
        viewer=eyes.viewer,
        may_chat=False,
        proposal_html=drawn.platform["proposal"],
        company_html=drawn.platform["company"],
        notice_html=drawn.platform["notice"],
        fairness=f"Luck committed to: SHA-256 {commitment(room.seed)}",
        missed=None if seen is None else _missed(house, room, sight, drawn.ctx, seen),
    )


def _missed(
    house: House, room: Room, sight: Sight, ctx: TableContext, seen: int
) -> room_pages.Missed:
    """What the log tells these eyes of the time since they looked (GR-044); who has never looked
    has missed nothing."""
    lines = [line for line in sight.log if line.number > seen >= 0]
    count, html = house.html.lines_of("since", room, lines, ctx)
    return room_pages.Missed(
        seen, html, count, bool(room.entries) and room.entries[0].number > seen + 1
    )


@router.post("/rooms/{code}/moves", dependencies=[Honest])
async def move(
    request: Request,
    person: Somebody,
    room: SeenRoom,
    move: Annotated[str, Form(max_length=200)],
    decision: Annotated[str, Form(max_length=40)] = "",
    id: ClickId = "",
) -> Response:
    seat = room.own_seat(person.id)
    house_of(request).limits.count("moves", person.id)
    await house_of(request).rooms.move(room, seat, move, decision, id or None, person_id=person.id)
    return done(request, room)


@router.post("/rooms/{code}/undo", dependencies=[Honest])
async def undo(request: Request, person: Somebody, room: SeenRoom, id: ClickId = "") -> Response:
    house_of(request).limits.count("moves", person.id)
    await house_of(request).rooms.take_back(room, room.own_seat(person.id), id or None)
    return done(request, room)


@router.post("/rooms/{code}/seen", dependencies=[Honest])
async def seen(
    request: Request,
    person: Somebody,
    room: SeenRoom,
    version: Annotated[int, Form(ge=0, lt=2**31)],
) -> Response:
    """The person has seen the table up to a version (GR-044)."""
    await house_of(request).looks.look(room.id, room.own_seat(person.id), version)
    return done(request, room)


@router.post("/rooms/{code}/rename", dependencies=[Honest])
async def rename(
    request: Request,
    person: Somebody,
    room: SeenRoom,
    slot: Annotated[str, Form(max_length=60)],
    text: Annotated[str, Form(max_length=200)],
) -> Response:
    """Name a piece of one's own, where the game has such pieces."""
    house_of(request).limits.count("moves", person.id)
    await house_of(request).rooms.rename(room, room.own_seat(person.id), slot, cleaned(text))
    return done(request, room)


@router.post("/rooms/{code}/chat", dependencies=[Honest])
async def chat(
    request: Request,
    person: Somebody,
    room: SeenRoom,
    text: Annotated[str, Form(max_length=4000)] = "",
) -> Response:
    house = house_of(request)
    house.limits.count("chat", person.id)
    line = await house.chat.say(room, person, text)
    await house.hub.say(room, line)
    return done(request, room)


@router.post("/rooms/{code}/leave", dependencies=[Honest])
async def leave(request: Request, person: Somebody, room: SeenRoom) -> Response:
    """Before the start: free the seat. During the game: hand it to a computer player."""
    house = house_of(request)
    if room.facts.status == "lobby":
        await house.lobby.empty_seat(room, person, room.own_seat(person.id))
    else:
        await house.absence.leave(room, person)
        await house.proposals.recheck(room)
    return RedirectResponse("/", 303)


@router.post("/rooms/{code}/give-up", dependencies=[Honest])
async def give_up(request: Request, person: Somebody, room: SeenRoom) -> Response:
    """End the own game, at which nobody else plays (GR-045)."""
    await house_of(request).absence.give_up(room, person)
    return RedirectResponse(f"/rooms/{room.code}/result", 303)


@router.post("/rooms/{code}/return", dependencies=[Honest])
async def come_back(request: Request, person: Somebody, room: SeenRoom) -> Response:
    await house_of(request).absence.come_back(room, person)
    return done(request, room)


# ---------------------------------------------------------------------- after the game


@router.get("/rooms/{code}/result")
async def result(request: Request, person: Asking, room: SeenRoom) -> HTMLResponse:
    looks = await house_of(request).audit.looks(room.id)
    looked = tuple(
        f"{name}, {times} {'time' if times == 1 else 'times'}, last on {at:%d %B %Y at %H:%M} UTC"
        for name, at, times in looks
    )
    series = await house_of(request).honours.series(room.id)
    return page(request, "result.html", _result_page(room, person, looked, series), person)


def _result_page(
    room: Room, person: Person | None, looked: tuple[str, ...], series: Sequence[Tally]
) -> room_pages.ResultPage:
    outcome = room.result()
    if room.facts.status != "finished":
        raise Refused("The game is not over yet.", "GR-007", 404)
    ctx = context_of(room)
    words = room.rules.words
    mine = None if person is None else room.seat_of(person.id)
    url = f"/rooms/{room.code}"
    again = "To the next game" if room.next_code else "Once more"
    places = () if outcome is None else outcome.places
    winners = [] if outcome is None else [room.names[seat] for seat in outcome.winners]
    headline = f"{' and '.join(winners)} {'win' if len(winners) > 1 else 'wins'}"
    if outcome is None:
        headline = "Given up"
    elif len(room.sitters) == 1:
        headline = "The final curtain"
    elif not winners:
        headline = "Nobody wins"
    return room_pages.ResultPage(
        url,
        room.rules.meta,
        headline,
        tuple(
            room_pages.ResultRow(
                ctx.seats[place.seat],
                place.rank,
                place.score,
                tuple((words.score(key), number) for key, number in place.detail.items()),
                mine is not None and mine.number == place.seat,
                place.rank == 1,
            )
            for place in places
        ),
        words.score(outcome.decided_by) if outcome is not None and outcome.decided_by else "",
        url,
        replay_url=f"{replay_url(room.code, None if mine is None else mine.number)}0",
        record_url=f"{url}/record.json",
        verify=pages.Action("Verify", f"{url}/verify"),
        series=tallied(series) if series and series[0].games > 1 else (),
        rematch=None if mine is None else pages.Action(again, f"{url}/rematch"),
        seed=room.seed.hex(),
        commitment=commitment(room.seed),
        looked=looked,
    )


@router.get("/rooms/{code}/record.json")
async def record(request: Request, person: Asking, room: SeenRoom) -> Response:
    """The whole game, for `greenroom verify`. Only when it is over: moves and seed of a
    running game give hidden things away."""
    if room.facts.status != "finished":
        raise Refused("The record is given out when the game is over.", "GR-005", 404)
    kept = await house_of(request).store.record(room, with_seed=True)
    return json_file(f"{room.facts.game}-{room.code}.json", kept)


@router.post("/rooms/{code}/rematch", dependencies=[Honest])
async def rematch(request: Request, person: Somebody, room: SeenRoom) -> Response:
    room.own_seat(person.id)
    again = await house_of(request).lobby.rematch(room, person)
    return RedirectResponse(f"/rooms/{again.code}", 303)
