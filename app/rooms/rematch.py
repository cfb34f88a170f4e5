"""The same people once more (GR-042)."""

from __future__ import annotations

from typing import Any

import msgspec
from sqlalchemy import insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from app import tables
from app.games.chance import new_seed
from app.games.contract import Seat
from app.people.names import skeleton
from app.people.people import Person
from app.rooms.room import Room
from app.rooms.seating import new_code


async def open_rematch(connection: AsyncConnection, room: Room, person: Person) -> str:
    """Open a room like a finished one, seats turned by one, ``person`` the host. Returns its
    code."""
    code = new_code()
    room_id = await connection.scalar(
        insert(tables.room)
        .values(
            code=code,
            invite=new_code(),
            game=room.facts.game,
            seats=len(room.sitters),
            settings=_settings_of(room),
            rules_version=room.rules.meta.version,
            host_id=person.id,
            listed=False,
            onlookers=room.facts.onlookers,
            clock=msgspec.to_builtins(msgspec.structs.replace(room.facts.clock, seats={})),
            seed=new_seed(),
            rematch_of=room.id,
        )
        .returning(tables.room.c.id)
    )
    names = await _names_now(connection, room)
    for sitter in room.sitters:
        if sitter.left and sitter.person_id is not None:
            continue
        await connection.execute(
            insert(tables.seat).values(
                room_id=room_id,
                number=(sitter.number - 1) % len(room.sitters),
                person_id=sitter.person_id,
                name=names[sitter.number],
                colour=sitter.colour,
                computer=sitter.computer if sitter.person_id is None else "",
                ready=sitter.person_id is None,
            )
        )
    return code


def _settings_of(room: Room) -> dict[str, Any]:
    """The settings, without the earlier game that one of them may have started from."""
    settings = dict(room.facts.settings)
    for setting in room.rules.meta.settings:
        if setting.legacy:
            settings.pop(setting.name, None)
            settings.pop(setting.legacy_when, None)
    return settings


async def _names_now(connection: AsyncConnection, room: Room) -> dict[Seat, str]:
    """What the people are called by now. A name that looks like another's here stays what it
    was (GR-010)."""
    person = tables.person
    ids = [sitter.person_id for sitter in room.sitters if sitter.person_id is not None]
    rows = await connection.execute(select(person.c.id, person.c.name).where(person.c.id.in_(ids)))
    now = {row.id: row.name for row in rows}
    names = {sitter.number: sitter.name for sitter in room.sitters}
    for sitter in room.sitters:
        new = now.get(sitter.person_id, sitter.name)
        others = {skeleton(name) for seat, name in names.items() if seat != sitter.number}
        if skeleton(new) not in others:
            names[sitter.number] = new
    return names
