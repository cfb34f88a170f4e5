"""Giving up a game at which nobody else plays."""

from __future__ import annotations

import random

import msgspec
import pytest

from app.games import record
from app.rooms.refusals import Refused
from app.web.house import House
from tests.ledger import rule
from tests.rooms.conftest import started
from tests.rooms.test_moves import decision
from tests.web.visitor import Visitor, open_house, play_out, seated


@rule("GR-045", "GR-041", "RNR-155")
async def test_a_solo_game_that_is_given_up_is_over_and_stands_in_no_list(
    database_url: str,
) -> None:
    async with open_house(database_url) as (app, house), Visitor(app) as anna:
        await anna.named("Anna")
        assert anna.person is not None
        await house.people.set_honours(anna.person.id, True)
        room = await seated(house, [anna.person])
        table = f"/rooms/{room.code}"
        for _ in range(5):
            move = room.rules.automatic(room.position.state, 0)
            await house.rooms.move(room, 0, move, decision(room, 0), None)
        again = room.rules.automatic(room.position.state, 0)
        assert "data-confirm" in (page := await anna.get(table))
        assert f'action="{table}/give-up"' in page

        result = await anna.post(f"{table}/give-up")

        assert "Given up" in result
        assert "It was given up." in await anna.get(table)
        assert room.facts.status == "finished"
        assert (await house.lists.running_of(anna.person.id)) == []
        assert [r.id for r in await house.lists.finished_of(anna.person.id)] == [room.id]
        assert await house.honours.by_game(anna.person.id) == []
        assert "Anna" not in (await anna.get("/games/rock-n-roll/honours")).split("<main")[1]
        # no comeback from it (RNR-155)
        assert room.code not in await anna.get("/games/rock-n-roll/new")
        with pytest.raises(Refused, match="RNR-134"):
            await house.lobby.legacy(anna.person, "rock-n-roll", room.code, "RNR-134")
        # nothing goes on, and everything can be looked at again
        with pytest.raises(Refused, match="GR-045"):
            await house.rooms.move(room, 0, again, None, None)
        with pytest.raises(Refused):
            await house.absence.give_up(room, anna.person)
        for step in range(room.version + 1):
            await anna.get(f"{table}/replay?move={step}&seat=0")
        assert "gives the game up" in await anna.get(f"{table}/replay?move={room.version}&seat=0")
        assert "lead to this point." in await anna.post(f"{table}/verify")


@rule("GR-045")
async def test_where_others_play_nobody_gives_up_for_them(house: House) -> None:
    room, (anna, ben) = await started(house, "Anna", "Ben")
    with pytest.raises(Refused, match="GR-045"):
        await house.absence.give_up(room, anna)
    await house.absence.leave(room, ben)
    with pytest.raises(Refused, match="GR-045"):
        await house.absence.give_up(room, anna)
    assert room.playing

    alone, (cleo,) = await started(house, "Cleo", computers=1)
    await house.absence.give_up(alone, cleo)
    assert not alone.playing
    kept = await house.store.record(alone, with_seed=True)
    assert record.verify(kept) is None
    longer = msgspec.structs.replace(kept, entries=[*kept.entries, record.Entry("return", 0)])
    with pytest.raises(record.Unverified, match="goes on"):
        record.verify(longer)


async def test_what_is_over_is_not_given_up(database_url: str) -> None:
    async with open_house(database_url) as (app, house), Visitor(app) as anna:
        await anna.named("Anna")
        assert anna.person is not None
        room = await seated(house, [anna.person])
        await play_out(house, room, random.Random(2))
        await anna.post(f"/rooms/{room.code}/give-up", status=409)
        assert room.result() is not None
