"""After the game: stepping through it, and checking that its luck was fair."""

from __future__ import annotations

import asyncio
from typing import Annotated

import msgspec
from fastapi import APIRouter, Depends, File, Query, Request, UploadFile
from starlette.responses import HTMLResponse

from app.games import record
from app.games.contract import Viewer
from app.live.sight import Eyes
from app.people.texts import plain_text
from app.rooms.refusals import Refused
from app.rooms.room import Room
from app.web import pages, room_pages
from app.web.answers import page
from app.web.asking import Asking, Honest, SeenRoom, house_of
from app.web.html_dialect import replay_url
from app.web.tables import seen_table

router = APIRouter()

LONGEST_RECORD = 1_000_000
"""Bytes of a record that the page takes; the longest games have a tenth of it."""
MOST_ENTRIES = 5_000


async def _finished(room: SeenRoom) -> Room:
    if room.facts.status != "finished":
        raise Refused("What lies behind is open when the game is over.", "GR-025", 404)
    return room


FinishedRoom = Annotated[Room, Depends(_finished)]


@router.get("/rooms/{code}/replay")
async def replay(
    request: Request,
    person: Asking,
    room: FinishedRoom,
    move: Annotated[int, Query(ge=0)] = 0,
    seat: Annotated[str, Query(max_length=8)] = "onlooker",
) -> HTMLResponse:
    """A finished game after ``move`` entries, with the eyes of a seat or of an onlooker."""
    viewer = _viewer(room, seat)
    number = min(move, room.version)
    house, url = house_of(request), f"/rooms/{room.code}"
    past = await house.store.past(room, number)
    eyes = Eyes(viewer, acting=False)
    content = msgspec.structs.replace(
        await seen_table(house, past, eyes, url, replay_url(room.code, viewer), past=True),
        result_url=f"{url}/result",
        replay=_replay(room, viewer, number),
    )
    return page(request, "table.html", content, person)


def _viewer(room: Room, seat: str) -> Viewer:
    if seat.isdecimal() and int(seat) < len(room.sitters):
        return int(seat)
    return None


def _replay(room: Room, viewer: Viewer, number: int) -> room_pages.Replay:
    steps = replay_url(room.code, viewer)
    return room_pages.Replay(
        number,
        room.version,
        f"{steps}0",
        f"{steps}{max(number - 1, 0)}",
        f"{steps}{min(number + 1, room.version)}",
        f"{steps}{room.version}",
        (*((str(s.number), s.name) for s in room.sitters), ("onlooker", "Onlookers")),
        "onlooker" if viewer is None else str(viewer),
    )


# ---------------------------------------------------------------------- fair luck


@router.get("/verify")
async def ask_for_record(request: Request, person: Asking) -> HTMLResponse:
    return page(request, "verify.html", pages.VerifyPage(), person)


@router.post("/verify", dependencies=[Honest])
async def verify_record(
    request: Request, person: Asking, record: Annotated[UploadFile, File()]
) -> HTMLResponse:
    """What the rules of this house say to a record that somebody has kept."""
    content = await _verdict(await record.read(LONGEST_RECORD + 1))
    return page(request, "verify.html", content, person, 200 if content.verified else 422)


@router.post("/rooms/{code}/verify", dependencies=[Honest])
async def verify_room(request: Request, person: Asking, room: FinishedRoom) -> HTMLResponse:
    """The same for the record of a room, as its page would hand it out."""
    kept = await house_of(request).store.record(room, with_seed=True)
    content = await _verdict(msgspec.json.encode(kept))
    return page(request, "verify.html", content, person, 200 if content.verified else 422)


async def _verdict(data: bytes) -> pages.VerifyPage:
    if len(data) > LONGEST_RECORD:
        return pages.VerifyPage(fault="This is too long for a record.")
    try:
        kept = msgspec.json.decode(data, type=record.Record)
    except (msgspec.ValidationError, msgspec.DecodeError):
        return pages.VerifyPage(fault="This is no record of a game.")
    if len(kept.entries) > MOST_ENTRIES:
        return pages.VerifyPage(fault="This is too long for a record.")
    try:
        result = await asyncio.to_thread(record.verify, kept)
    except record.Unverified as error:
        return pages.VerifyPage(fault=plain_text(str(error))[:300])
    places = () if result is None else result.places
    return pages.VerifyPage(
        verified=f"The seed is the one of the start, and {len(kept.entries)} moves, played again, "
        f"lead to this {'result' if places else 'point'}.",
        places=tuple(
            (place.rank, plain_text(kept.names[place.seat]), place.score) for place in places
        ),
        commitment=kept.commitment,
    )
