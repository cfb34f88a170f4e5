"""A game that starts from an earlier one: Rock 'n Roll's comeback through the rooms."""

from __future__ import annotations

import pytest

from app.people.people import Person
from app.rooms.refusals import Refused
from app.rooms.room import Room
from app.web.house import House
from tests.rooms.conftest import person, started


async def finished_solo(house: House, name: str) -> tuple[Room, Person]:
    room, people = await started(house, name)
    while room.playing:
        move = room.rules.automatic(room.position.state, 0)
        await house.rooms.move(room, 0, move, None, None)
    return room, people[0]


async def test_a_comeback_starts_with_the_old_band(house: House) -> None:
    earlier, anna = await finished_solo(house, "Anna")
    then = earlier.position.state.bands[0]

    source = await house.lobby.legacy(anna, "rock-n-roll", earlier.code, "RNR-134")
    settings = {"comeback": "plain", "source": source}
    room = await house.lobby.create(anna, "rock-n-roll", settings, 1, listed=False)
    await house.lobby.start(room, anna)

    now = room.position.state.bands[0]
    assert now.abilities == then.abilities
    assert (now.fans, now.fame, now.money) == (then.fans // 2, then.fame // 2, 0)
    fresh = await house.store.load_by_code(room.code)
    assert fresh is not None
    assert fresh.codec.encode(fresh.position) == room.codec.encode(room.position)


async def test_only_a_finished_game_of_ones_own_can_be_the_source(house: House) -> None:
    earlier, _ = await finished_solo(house, "Anna")
    running, people = await started(house, "Ben")
    ben = people[0]

    for code in (earlier.code, running.code, "no-such-room"):
        with pytest.raises(Refused) as refused:
            await house.lobby.legacy(ben, "rock-n-roll", code, "RNR-134")
        assert refused.value.rule == "RNR-134"


async def test_a_comeback_needs_its_source(house: House) -> None:
    anna = await person(house, "Anna")

    with pytest.raises(Refused, match="has to be chosen"):
        await house.lobby.create(anna, "rock-n-roll", {"comeback": "plain"}, 1, listed=False)
