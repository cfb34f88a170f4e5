"""What a table agrees to: going back past a barrier, breaks."""

from __future__ import annotations

import random

import pytest

from app.live.sight import Eyes
from app.people.people import Person
from app.rooms.proposals import verdict
from app.rooms.refusals import Refused
from app.rooms.room import Proposal, Room
from app.web.company import plea
from app.web.house import House
from tests.rooms.conftest import started
from tests.rooms.test_moves import decision, open_moves
from tests.web.visitor import play_out

UNDO = Proposal("undo", 0, 5, yes=(0,))
PAUSE = Proposal("pause", 0, yes=(0,))


@pytest.mark.parametrize(
    ("yes", "no", "people", "agreed"),
    [
        ((0,), (), {0, 1, 2}, None),
        ((0, 1), (), {0, 1, 2}, None),
        ((0, 1, 2), (), {0, 1, 2}, True),
        ((0, 1), (2,), {0, 1, 2}, False),
        ((0,), (), {0}, True),
        ((), (0,), {0, 1, 2}, False),
    ],
)
def test_going_back_needs_everybody(
    yes: tuple[int, ...], no: tuple[int, ...], people: set[int], agreed: bool | None
) -> None:
    assert verdict(Proposal("undo", 0, 5, yes, no), people, people) is agreed


@pytest.mark.parametrize(
    ("yes", "no", "present", "agreed"),
    [
        ((0,), (), {0, 1}, None),
        ((0, 1), (), {0, 1}, True),
        ((0,), (1,), {0, 1}, False),
        ((0, 1), (), {0, 1, 2}, True),
        ((0,), (1,), {0, 1, 2}, None),
        ((0,), (1, 2), {0, 1, 2}, False),
        ((0,), (), {0}, True),
        ((), (0,), {0, 1}, False),
    ],
)
def test_a_break_needs_more_than_half_of_those_here(
    yes: tuple[int, ...], no: tuple[int, ...], present: set[int], agreed: bool | None
) -> None:
    assert verdict(Proposal("pause", 0, 0, yes, no), {0, 1, 2, 3}, present) is agreed


async def past_a_throw(house: House, *names: str) -> tuple[Room, list[Person]]:
    """A game in which the dice of the second month have fallen."""
    room, people = await started(house, *names)
    for seat in range(len(names)):
        await house.rooms.move(room, seat, "declare:cash", decision(room, seat), None)
    for seat in range(len(names)):
        while seat in room.waiting and "stop" in open_moves(room, seat):
            await house.rooms.move(room, seat, "stop", decision(room, seat), None)
    assert any(entry.barrier for entry in room.standing)
    return room, people


async def test_everybody_agrees_and_the_same_move_brings_the_same_luck(house: House) -> None:
    room, (anna, ben) = await past_a_throw(house, "Anna", "Ben")
    assert not house.rooms.may_take_back(room, 0)
    last = next(e for e in reversed(room.standing) if e.seat == 0)
    after = room.codec.encode(await house.store.position_at(room, last.number))

    await house.proposals.go_back(room, anna)
    assert room.facts.proposal is not None
    await house.proposals.answer(room, ben, agreed=True)

    assert room.facts.proposal is None
    undo = room.entries[-1]
    assert (undo.kind, undo.undo_to, undo.seat) == ("undo", last.number, 0)
    assert room.codec.encode(room.position) == room.codec.encode(
        await house.store.position_at(room, last.number - 1)
    )
    await house.rooms.move(room, 0, last.move, decision(room, 0), None)
    assert room.codec.encode(room.position) == after


async def test_one_who_would_rather_not_is_enough(house: House) -> None:
    room, (anna, ben, cleo) = await past_a_throw(house, "Anna", "Ben", "Cleo")
    version = room.version
    await house.proposals.go_back(room, anna)
    await house.proposals.answer(room, ben, agreed=True)

    await house.proposals.answer(room, cleo, agreed=False)

    assert room.version == version
    told = plea(room, Eyes(0))
    assert told.text.startswith("Cleo would rather not")
    assert (told.answers, told.mine, told.waiting) == (False, False, "")
    await house.proposals.answer(room, cleo, agreed=True)
    assert room.version == version, "it is decided"
    seat = next(iter(room.waiting))
    move = open_moves(room, seat)[0]
    await house.rooms.move(room, seat, move, decision(room, seat), None)
    assert not plea(room, Eyes(0)).text, "the game has gone on"
    await house.proposals.go_back(room, anna)
    assert plea(room, Eyes(1)).answers, "another question may be asked"


async def test_one_question_at_a_time(house: House) -> None:
    room, (anna, ben) = await past_a_throw(house, "Anna", "Ben")
    await house.proposals.go_back(room, anna)

    with pytest.raises(Refused, match="GR-020"):
        await house.proposals.pause(room, ben)
    await house.proposals.answer(room, anna, agreed=False)

    assert room.facts.proposal is None


async def test_who_leaves_is_not_waited_for(house: House) -> None:
    room, (anna, ben, cleo) = await past_a_throw(house, "Anna", "Ben", "Cleo")
    await house.proposals.go_back(room, anna)
    await house.proposals.answer(room, ben, agreed=True)
    await house.absence.leave(room, cleo)

    await house.proposals.recheck(room)

    assert room.facts.proposal is None
    assert "undo" in [entry.kind for entry in room.entries]


async def test_nobody_moves_in_a_break(house: House) -> None:
    room, (anna, ben) = await started(house, "Anna", "Ben")
    for each in (anna, ben):
        await house.presence.arrive(room.id, each.id)
    await house.proposals.pause(room, anna)
    await house.proposals.answer(room, ben, agreed=True)

    with pytest.raises(Refused) as refused:
        await house.rooms.move(room, 0, "declare:cash", decision(room, 0), None)

    assert refused.value.rule == "GR-015"
    with pytest.raises(Refused, match="GR-015"):
        await house.proposals.go_back(room, anna)


async def test_whoever_is_alone_at_the_table_need_not_ask(house: House) -> None:
    room, (anna,) = await started(house, "Anna")
    await house.rooms.move(room, 0, "declare:cash", decision(room, 0), None)
    await house.rooms.move(room, 0, "stop", decision(room, 0), None)
    assert not house.rooms.may_take_back(room, 0)

    await house.proposals.go_back(room, anna)

    assert room.entries[-1].kind == "undo"


async def test_whoever_has_left_has_no_say(house: House) -> None:
    room, (anna, ben, cleo) = await past_a_throw(house, "Anna", "Ben", "Cleo")
    await house.absence.leave(room, cleo)

    with pytest.raises(Refused, match="GR-014"):
        await house.proposals.pause(room, cleo)
    await house.proposals.go_back(room, anna)
    with pytest.raises(Refused, match="GR-014"):
        await house.proposals.answer(room, cleo, agreed=False)
    assert room.facts.proposal is not None
    await house.proposals.answer(room, ben, agreed=True)

    assert "undo" in [entry.kind for entry in room.entries]


async def test_a_proposal_that_the_end_has_overtaken_does_nothing(house: House) -> None:
    room, (anna, ben) = await started(house, "Anna", "Ben")
    for each in (anna, ben):
        await house.presence.arrive(room.id, each.id)
    await house.proposals.pause(room, anna)
    luck = random.Random(3)
    await play_out(house, room, luck)

    await house.proposals.answer(room, ben, agreed=True)

    assert room.facts.status == "finished"
    assert room.facts.paused_at is None
    assert room.facts.proposal is None


async def test_what_is_agreed_while_the_house_lets_the_game_rest_is_refused(house: House) -> None:
    room, (anna, ben) = await past_a_throw(house, "Anna", "Ben")
    await house.proposals.go_back(room, anna)
    admin, _ = await house.people.create("Ada")
    await house.stewards.pause(admin, room, "a look")

    with pytest.raises(Refused) as refused:
        await house.proposals.answer(room, ben, agreed=True)

    assert (refused.value.rule, refused.value.status) == ("GR-015", 409)
    with pytest.raises(Refused, match="GR-015"):
        await house.rooms.take_back(room, 0, None)
