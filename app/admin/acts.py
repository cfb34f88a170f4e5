"""What admins and moderators do to a room. Each act has a reason, and stands in the book."""

from __future__ import annotations

import functools
from collections.abc import Awaitable, Callable
from typing import Annotated, Any, Concatenate, ParamSpec

import msgspec
from fastapi import Depends, Form, Request, UploadFile
from starlette.responses import HTMLResponse, RedirectResponse, Response

from app.admin import pages
from app.admin.asking import Admin, Moderator, Reason, admin, admin_router, moderator, room_of
from app.people.people import Person
from app.people.texts import plain_text
from app.rooms.importing import LONGEST_RECORD, import_record
from app.rooms.refusals import Refused
from app.rooms.room import Room
from app.rooms.stewards import Stewards
from app.web.answers import page
from app.web.asking import Honest, Id, SeatNumber, house_of
from app.web.house import House

router = admin_router()

Number = Annotated[int, Form(ge=0, le=2**31 - 1)]
More = ParamSpec("More")


class Scene(msgspec.Struct, frozen=True):
    """Who acts in which room, and why."""

    house: House
    actor: Person
    room: Room
    reason: str

    @property
    def stewards(self) -> Stewards:
        return self.house.stewards

    async def show_out(self, who: int) -> None:
        """Close the person's connections to the room, whose answer the table need not wait for."""
        self.house.hub.show_out(self.room.id, who)
        await self.house.proposals.recheck(self.room)


async def _scene(request: Request, person: Moderator, code: str, reason: Reason = "") -> Scene:
    room = await room_of(request, code)
    request.state.slug = room.facts.game
    return Scene(house_of(request), person, room, reason)


At = Annotated[Scene, Depends(_scene)]
Act = Callable[Concatenate[Scene, More], Awaitable[None]]


def act(path: str, who: Callable[..., Any]) -> Callable[[Act[More]], Act[More]]:
    """Declare an act: where below a room it is posted to, and ``who`` may do it. The answer is
    the room's page. What more it takes stands in its signature, as FastAPI reads it."""

    def declare(do: Act[More]) -> Act[More]:
        @functools.wraps(do)
        async def carry_out(at: Scene, *args: More.args, **more: More.kwargs) -> Response:
            await do(at, *args, **more)
            return _to(at.room)

        asks = [Depends(who), Honest]
        router.post(f"/rooms/{{code}}/{path}", dependencies=asks, response_model=None)(carry_out)
        return do

    return declare


def _to(room: Room) -> Response:
    return RedirectResponse(f"/admin/rooms/{room.code}", 303)


# ---------------------------------------------------------------------- the game


@act("end", admin)
async def end(at: At) -> None:
    await at.stewards.end(at.actor, at.room, at.reason)


@act("pause", moderator)
async def pause(at: At) -> None:
    await at.stewards.pause(at.actor, at.room, at.reason)


@act("resume", moderator)
async def resume(at: At) -> None:
    await at.stewards.resume(at.actor, at.room, at.reason)


@act("undo", admin)
async def undo(at: At, number: Number) -> None:
    """Back to the state after entry ``number``."""
    await at.stewards.undo_to(at.actor, at.room, number, at.reason)


@act("announce", moderator)
async def announce(at: At, text: Annotated[str, Form(max_length=300)] = "") -> None:
    await at.stewards.announce(at.actor, at.room, plain_text(text), at.reason)


# ---------------------------------------------------------------------- the seats


@act("seats/{number}/stand-in", moderator)
async def stand_in(at: At, number: Id) -> None:
    await at.stewards.stand_in(at.actor, at.room, number, at.reason)
    await at.house.proposals.recheck(at.room)


@act("seats/{number}/give-back", moderator)
async def give_back(at: At, number: Id) -> None:
    await at.stewards.give_back(at.actor, at.room, number, at.reason)


@act("hand-on", admin)
async def hand_on(at: At, seat: SeatNumber, to: Annotated[int, Form(ge=0, le=2**63 - 1)]) -> None:
    """Move a seat to the person with the number ``to``."""
    before = await at.stewards.hand_on(at.actor, at.room, seat, to, at.reason)
    if before is not None:
        await at.show_out(before)


# ---------------------------------------------------------------------- the people


@act("people/{who}/kick", moderator)
async def kick(at: At, who: Id) -> None:
    await at.stewards.kick(at.actor, at.room, who, at.reason)
    await at.show_out(who)


@act("people/{who}/ban", moderator)
async def ban(at: At, who: Id) -> None:
    await at.stewards.ban(at.actor, at.room, who, at.reason)
    await at.show_out(who)


@act("people/{who}/unban", moderator)
async def unban(at: At, who: Id) -> None:
    await at.stewards.unban(at.actor, at.room, who, at.reason)


@act("people/{who}/mute", moderator)
async def mute(at: At, who: Id) -> None:
    await at.stewards.mute(at.actor, at.room, who, at.reason)


@act("people/{who}/unmute", moderator)
async def unmute(at: At, who: Id) -> None:
    await at.stewards.unmute(at.actor, at.room, who, at.reason)


@act("lines/{line}/delete", moderator)
async def delete_line(at: At, line: Id) -> None:
    """Take a line of chat away, from all pages at once."""
    chat = at.house.chat
    if line not in {said.id for said in await chat.recent(at.room.id)}:
        raise Refused("There is no such line.", "", 404)
    await at.stewards.note_line(at.actor, at.room, line, at.reason)
    taken = await chat.delete(line)
    assert taken is not None
    await at.house.hub.say(at.room, taken)


# ---------------------------------------------------------------------- a record comes in


@router.get("/import")
async def import_form(request: Request, person: Admin) -> HTMLResponse:
    return page(request, "admin/import.html", pages.ImportPage(), person)


@router.post("/import", dependencies=[Honest])
async def take_in(
    request: Request, person: Admin, record: UploadFile | None = None, reason: Reason = ""
) -> Response:
    """Open a room that stands where a record ends."""
    try:
        if record is None:
            raise Refused("Choose a record first.", "GR-030", 422)
        data = await record.read(LONGEST_RECORD + 1)
        room = await import_record(house_of(request).rooms, person, data, reason)
    except Refused as refused:
        content = pages.ImportPage(refused.text)
        return page(request, "admin/import.html", content, person, refused.status)
    return _to(room)
