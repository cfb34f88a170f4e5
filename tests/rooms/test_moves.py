"""The way of a move: checked, stored once, told after the commit."""

from __future__ import annotations

import asyncio

import pytest
from sqlalchemy import func, select

from app import tables
from app.rooms.refusals import Refused
from app.rooms.room import Room
from app.web.house import House
from tests.rooms.conftest import another_node, started


def open_moves(room: Room, seat: int) -> list[str]:
    return [option.move for option in room.menu(seat) if option.blocked is None]


def decision(room: Room, seat: int) -> str:
    return room.decision_id(room.waiting[seat])


async def stored_moves(house: House, room: Room) -> int:
    async with house.engine.connect() as connection:
        count = await connection.scalar(
            select(func.count()).where(tables.move.c.room_id == room.id)
        )
    return count or 0


async def test_the_same_click_twenty_times_makes_one_move(house: House) -> None:
    room, _ = await started(house, "Anna", "Ben")
    move, asked = open_moves(room, 0)[0], decision(room, 0)

    answers = await asyncio.gather(
        *(house.rooms.move(room, 0, move, asked, "one-click") for _ in range(20))
    )

    assert await stored_moves(house, room) == 1
    assert room.version == 1
    assert sorted(answer.again for answer in answers) == [False] + [True] * 19


async def test_the_same_click_on_two_nodes_makes_one_move(house: House, database_url: str) -> None:
    room, _ = await started(house, "Anna", "Ben")
    move, asked = open_moves(room, 0)[0], decision(room, 0)
    async with another_node(database_url) as other:
        await other.open()
        there = await other.rooms.by_code(room.code)
        assert there is not None

        await asyncio.gather(
            *(house.rooms.move(room, 0, move, asked, "one-click") for _ in range(5)),
            *(other.rooms.move(there, 0, move, asked, "one-click") for _ in range(5)),
        )

        assert await stored_moves(house, room) == 1


async def test_two_seats_may_have_the_same_id_for_their_clicks(house: House) -> None:
    room, _ = await started(house, "Anna", "Ben")

    first = await house.rooms.move(room, 0, "declare:cash", decision(room, 0), "1")
    second = await house.rooms.move(room, 1, "declare:cash", decision(room, 1), "1")

    assert not first.again
    assert not second.again
    assert [entry.seat for entry in room.entries] == [0, 1]


async def test_seats_that_move_at_once_on_two_nodes_both_count(
    house: House, database_url: str
) -> None:
    room, _ = await started(house, "Anna", "Ben")
    async with another_node(database_url) as other:
        await other.open()
        there = await other.rooms.by_code(room.code)
        assert there is not None

        await asyncio.gather(
            house.rooms.move(room, 0, "declare:cash", decision(room, 0), "a"),
            other.rooms.move(there, 1, "declare:cash", decision(there, 1), "b"),
        )

        fresh = await house.store.load_by_code(room.code)
        assert fresh is not None
        assert fresh.version == 2
        assert [entry.seat for entry in fresh.entries] in ([0, 1], [1, 0])


@pytest.mark.parametrize(
    ("seat", "move", "rule"),
    [
        (0, "declare:touring", "RNR-092"),
        (0, "no such move", "RNR-157"),
        (0, "stop", "RNR-030"),
    ],
)
async def test_what_is_not_on_the_menu_changes_nothing_and_says_why(
    house: House, seat: int, move: str, rule: str
) -> None:
    room, _ = await started(house, "Anna", "Ben")
    before = room.stored

    with pytest.raises(Refused) as refused:
        await house.rooms.move(room, seat, move, decision(room, seat), None)

    assert refused.value.rule == rule
    assert refused.value.text
    fresh = await house.store.load_by_code(room.code)
    assert fresh is not None
    assert (fresh.version, fresh.stored) == (0, before)
    async with house.engine.connect() as connection:
        noted = (await connection.execute(select(tables.refused))).one()
    assert (noted.move, noted.rule) == (move, refused.value.rule)


async def test_an_answer_to_an_old_question_is_refused(house: House) -> None:
    room, _ = await started(house, "Anna", "Ben")
    old = decision(room, 0)
    await house.rooms.move(room, 0, "declare:cash", old, "first")

    with pytest.raises(Refused, match="moved on"):
        await house.rooms.move(room, 0, "stop", old, "second")

    assert room.version == 1


async def test_another_seats_move_does_not_age_my_question(house: House) -> None:
    room, _ = await started(house, "Anna", "Ben")
    mine = decision(room, 1)
    await house.rooms.move(room, 0, "declare:cash", decision(room, 0), None)

    accepted = await house.rooms.move(room, 1, "declare:cash", mine, None)

    assert accepted.version == 2


async def test_moves_are_told_only_after_they_are_stored(house: House) -> None:
    room, _ = await started(house, "Anna", "Ben")
    seen: list[tuple[int, int]] = []

    async def look(version: int) -> None:
        seen.append((version, await stored_moves(house, room)))

    looks: list[asyncio.Task[None]] = []
    house.rooms.on_change.append(lambda r: looks.append(asyncio.create_task(look(r.version))))
    await house.rooms.move(room, 0, "declare:cash", decision(room, 0), None)
    await asyncio.gather(*looks)

    assert seen == [(1, 1)]


async def test_a_node_that_was_behind_catches_up_before_it_judges(
    house: House, database_url: str
) -> None:
    room, _ = await started(house, "Anna", "Ben")
    async with another_node(database_url) as other:
        there = await other.rooms.by_code(room.code)
        assert there is not None
        await house.rooms.move(room, 0, "declare:cash", decision(room, 0), None)

        # the other node heard nothing: its version is old, the database's is not
        accepted = await other.rooms.move(there, 1, "declare:cash", decision(there, 1), None)

        assert accepted.version == 2
        assert there.version == 2


async def test_taking_back_restores_the_position_and_its_luck(house: House) -> None:
    room, _ = await started(house, "Anna", "Ben")
    before, asked = room.stored, decision(room, 0)
    await house.rooms.move(room, 0, "declare:cash", asked, None)
    assert house.rooms.may_take_back(room, 0)
    assert not house.rooms.may_take_back(room, 1)

    await house.rooms.take_back(room, 0, "undo-click")

    assert room.stored == before
    assert room.version == 2
    assert decision(room, 0) != asked, "clicks from before the taking back are stale"
    record = await house.store.record(room, with_seed=True)
    assert [entry.kind for entry in record.entries] == ["move", "undo"]


async def test_nothing_is_taken_back_past_anothers_move(house: House) -> None:
    room, _ = await started(house, "Anna", "Ben")
    await house.rooms.move(room, 0, "declare:cash", decision(room, 0), None)
    await house.rooms.move(room, 1, "declare:cash", decision(room, 1), None)

    with pytest.raises(Refused) as refused:
        await house.rooms.take_back(room, 0, None)

    assert refused.value.rule == "GR-004"


async def test_nothing_is_taken_back_past_a_throw(house: House) -> None:
    room, _ = await started(house, "Anna")
    await house.rooms.move(room, 0, "declare:cash", decision(room, 0), None)
    await house.rooms.move(room, 0, "stop", decision(room, 0), None)

    assert not house.rooms.may_take_back(room, 0), "the next month's dice have fallen"


async def test_computer_players_finish_a_game_by_the_same_way(house: House) -> None:
    finished = asyncio.Event()
    host = (await house.people.create("Anna"))[0]
    room = await house.lobby.create(host, "rock-n-roll", {}, 3, listed=False)
    house.rooms.on_change.append(lambda r: finished.set() if r.facts.status == "finished" else None)
    for _ in range(2):
        await house.lobby.seat_computer(room, host, "random")
    await house.lobby.start(room, host)
    await house.absence.leave(room, host)
    async with asyncio.timeout(30):
        await finished.wait()

    assert room.result() is not None
    record = await house.store.record(room, with_seed=True)
    from app.games.record import verify

    assert verify(record) == room.result()
    async with house.engine.connect() as connection:
        moves = select(tables.move.c.by).where(tables.move.c.kind == "move")
        by = set((await connection.execute(moves)).scalars())
    assert by == {"random", "greedy"}


async def test_any_older_position_can_be_reached(house: House) -> None:
    room, _ = await started(house, "Anna")
    kept = {0: room.codec.encode(room.position)}
    for number in range(1, 141):
        if not room.playing:
            break
        await house.rooms.move(room, 0, open_moves(room, 0)[0], None, None)
        kept[number] = room.codec.encode(room.position)

    for number in (0, 1, 63, 64, 65, max(kept)):
        if number in kept:
            position = await house.store.position_at(room, number)
            assert room.codec.encode(position) == kept[number]
