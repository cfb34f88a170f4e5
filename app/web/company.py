"""The people at a table, what each of them can do about the others, and what they are asked."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from app.live.sight import Eyes
from app.rooms.room import Proposal, Room, Sitter
from app.web import regions
from app.web.templating import TableContext

_ASKS = {
    "undo": "{name} asks to go back to before move {number}, with all that came of it.",
    "pause": "{name} asks for a break.",
    "resume": "{name} asks to go on.",
}


_DECLINED = {
    "undo": "{no} would rather not go back to before move {number}.",
    "pause": "{no} would rather not take a break.",
    "resume": "{no} would rather not go on yet.",
}


def plea(room: Room, eyes: Eyes) -> regions.Plea:
    """What the table is asked, for these eyes, or until the next move who has declined it."""
    proposal = room.facts.proposal
    if proposal is None or not room.playing:
        return regions.Plea()
    if not proposal.is_open:
        if proposal.declined_at != room.version:
            return regions.Plea()
        no = " and ".join(room.names[seat] for seat in proposal.no)
        return regions.Plea(_DECLINED[proposal.kind].format(no=no, number=proposal.number))
    name = room.names[proposal.seat]
    open_seats = _open(room, proposal)
    acts = eyes.acting and eyes.viewer is not None
    return regions.Plea(
        _ASKS[proposal.kind].format(name=name, number=proposal.number),
        answers=acts and eyes.viewer in open_seats,
        mine=acts and eyes.viewer == proposal.seat,
        waiting=", ".join(room.names[seat] for seat in open_seats),
    )


def _open(room: Room, proposal: Proposal) -> list[int]:
    answered = {*proposal.yes, *proposal.no}
    people = (s for s in room.sitters if s.person_id is not None and not s.computer)
    return [s.number for s in people if s.number not in answered]


def seats(
    room: Room, ctx: TableContext, present: Mapping[int, float] | None
) -> tuple[regions.SeatCard, ...]:
    """The seats, as onlookers see them. ``present``: ``None`` where nobody knows who was there."""
    several = len(room.waiting) > 1 or len(room.sitters) > 1
    return tuple(
        regions.SeatCard(
            face,
            _presence(sitter, present),
            owes=sitter.number in room.waiting,
            done=several and bool(room.waiting) and sitter.number not in room.waiting,
            host=sitter.person_id is not None and sitter.person_id == room.facts.host_id,
        )
        for sitter, face in zip(room.sitters, ctx.seats, strict=True)
    )


def with_own(cards: tuple[regions.SeatCard, ...], eyes: Eyes) -> tuple[regions.SeatCard, ...]:
    """The seats, as these eyes see them."""
    own = eyes.viewer
    if own is None or not eyes.acting:
        return cards
    return (*cards[:own], msgspec.structs.replace(cards[own], mine=True), *cards[own + 1 :])


def companions(
    room: Room, ctx: TableContext, present: Mapping[int, float]
) -> tuple[regions.Companion, ...]:
    """The people at the table, as everybody but the host sees them."""
    return tuple(
        regions.Companion(face, _note(room, sitter, present), _absent(sitter, present))
        for sitter, face in zip(room.sitters, ctx.seats, strict=True)
    )


def company(room: Room, eyes: Eyes, people: tuple[regions.Companion, ...]) -> regions.Company:
    """The people at the table, for these eyes. ``people``: see `companions`."""
    viewer = eyes.viewer if eyes.acting else None
    own = None if viewer is None else room.sitters[viewer]
    if own is not None and own.left:
        return regions.Company()
    if own is None or not room.playing or len(room.sitters) == 1:
        alone = own is not None and room.playing
        return regions.Company(go_back=alone and _has_moved(room, own))
    is_host = own.person_id is not None and own.person_id == room.facts.host_id
    if is_host:
        people = tuple(
            _as_host(seen, sitter) if sitter is not own else seen
            for seen, sitter in zip(people, room.sitters, strict=True)
        )
    paused = room.facts.paused_at is not None
    by_house = paused and room.facts.paused_by != "table"
    return regions.Company(
        people,
        host=is_host,
        pause="" if by_house else "Ask to go on" if paused else "Ask for a break",
        go_back=not paused and _has_moved(room, own),
        door_url=f"/rooms/{room.code}/door" if is_host else "",
    )


def _as_host(seen: regions.Companion, sitter: Sitter) -> regions.Companion:
    person = sitter.person_id is not None
    return msgspec.structs.replace(seen, may_host=person and not sitter.left, may_send_out=person)


def _has_moved(room: Room, own: Sitter | None) -> bool:
    return own is not None and any(entry.seat == own.number for entry in room.standing)


def _absent(sitter: Sitter, present: Mapping[int, float]) -> bool:
    return sitter.person_id is not None and not sitter.computer and sitter.person_id not in present


def _note(room: Room, sitter: Sitter, present: Mapping[int, float]) -> str:
    notes: list[str] = []
    if sitter.person_id is not None and sitter.person_id == room.facts.host_id:
        notes.append("host")
    if sitter.left:
        notes.append("has left, a computer plays on")
    elif sitter.computer:
        notes.append("a computer plays" + ("" if sitter.person_id is None else " meanwhile"))
    else:
        notes.append("here" if sitter.person_id in present else "away")
    return ", ".join(notes)


def _presence(sitter: Sitter, present: Mapping[int, float] | None) -> regions.Presence:
    if present is None or sitter.person_id is None or sitter.person_id in present:
        return "here"
    return "gone" if sitter.left else "away"
