"""Computer players in the place of people who are away or gone."""

from __future__ import annotations

from datetime import timedelta

import pytest
from sqlalchemy import func, update

from app import tables
from app.games.record import verify
from app.people.people import Person
from app.rooms.refusals import Refused
from app.rooms.room import Room
from app.web.house import House
from tests.rooms.conftest import person, started
from tests.rooms.test_moves import decision


async def gone_for(house: House, room: Room, person: Person, seconds: float) -> None:
    """The person was in the room, and has not been seen for so long."""
    await house.presence.arrive(room.id, person.id)
    async with house.engine.begin() as connection:
        await connection.execute(
            update(tables.presence)
            .where(tables.presence.c.person_id == person.id)
            .values(gone=True, seen_at=func.now() - timedelta(seconds=seconds))
        )


async def test_the_host_may_call_in_a_computer_player_at_once(house: House) -> None:
    room, (anna, ben, *_) = await started(house, "Anna", "Ben")
    await gone_for(house, room, ben, 5)

    await house.absence.call_in(room, anna, 1)

    assert room.sitters[1].computer == "greedy"
    assert not room.sitters[1].left
    assert room.entries[0].kind == "stand-in"


async def test_others_give_a_minute(house: House) -> None:
    room, (anna, ben, cleo) = await started(house, "Anna", "Ben", "Cleo")
    await gone_for(house, room, cleo, 30)
    with pytest.raises(Refused) as refused:
        await house.absence.call_in(room, ben, 2)
    assert refused.value.rule == "GR-019"

    await gone_for(house, room, cleo, 61)
    await house.absence.call_in(room, ben, 2)

    assert room.sitters[2].computer
    assert room.facts.host_id == anna.id


async def test_nobody_who_is_here_is_replaced(house: House) -> None:
    room, (anna, ben) = await started(house, "Anna", "Ben")
    await house.presence.arrive(room.id, ben.id)

    with pytest.raises(Refused, match="Ben is here"):
        await house.absence.call_in(room, anna, 1)


async def test_onlookers_replace_nobody(house: House) -> None:
    room, (_, ben) = await started(house, "Anna", "Ben")
    await gone_for(house, room, ben, 100)

    with pytest.raises(Refused, match="GR-003"):
        await house.absence.call_in(room, await person(house, "Zoe"), 1)


async def test_a_stand_in_goes_when_the_person_is_back(house: House) -> None:
    room, (anna, ben) = await started(house, "Anna", "Ben")
    await gone_for(house, room, ben, 5)
    await house.absence.call_in(room, anna, 1)

    await house.absence.welcome_back(room, ben)

    assert room.sitters[1].computer == ""
    assert [e.kind for e in room.entries if e.kind != "move"] == ["stand-in", "return"]


async def test_whoever_left_for_good_is_not_fetched_back_by_looking(house: House) -> None:
    room, (_, ben) = await started(house, "Anna", "Ben")
    await house.absence.leave(room, ben)

    await house.absence.welcome_back(room, ben)
    assert room.sitters[1].left
    await house.absence.come_back(room, ben)

    assert not room.sitters[1].left


async def test_the_host_who_leaves_hands_the_room_on(house: House) -> None:
    room, (anna, ben) = await started(house, "Anna", "Ben")

    await house.absence.leave(room, anna)

    assert room.facts.host_id == ben.id


async def test_leaving_stands_in_the_journal_and_survives_undo_and_replay(house: House) -> None:
    room, (anna, ben, _) = await started(house, "Anna", "Ben", "Cleo")
    start = room.stored
    await house.rooms.move(room, 0, "declare:cash", decision(room, 0), None)
    await house.absence.leave(room, ben)
    left_at = next(e.number for e in room.entries if e.kind == "leave")

    # everybody agrees to go back to before the leaving
    await house.proposals.go_back(room, anna)
    await house.proposals.answer(room, (await person_at(house, room, 2)), agreed=True)

    assert room.stored != start or room.entries[-1].kind in ("undo", "move")
    assert any(e.kind == "undo" and e.undo_to < left_at for e in room.entries)
    assert room.sitters[1].left, "going back does not fetch the person back"
    record = await house.store.record(room, with_seed=True)
    assert "leave" in [entry.kind for entry in record.entries]
    verify(record)
    for number in range(room.version + 1):
        await house.store.position_at(room, number)


async def person_at(house: House, room: Room, seat: int) -> Person:
    found = room.sitters[seat]
    assert found.person_id is not None
    return Person(found.person_id, found.name, found.colour)


async def test_a_game_alone_waits(house: House) -> None:
    room, (anna,) = await started(house, "Anna")

    with pytest.raises(Refused, match="waits for you"):
        await house.absence.leave(room, anna)
