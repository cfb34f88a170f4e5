"""What hosts decide, and what they can't."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from app import tables
from app.people.people import Person
from app.rooms.clock import chosen
from app.rooms.refusals import Refused
from app.rooms.room import Room
from app.web.house import House
from tests.rooms.conftest import person, started


async def lobby(house: House, *names: str, seats: int = 4) -> tuple[Room, list[Person]]:
    people = [await person(house, name) for name in names]
    room = await house.lobby.create(people[0], "rock-n-roll", {}, seats, False)
    for guest in people[1:]:
        await house.lobby.sit(room, guest)
    return room, people


async def test_who_is_sent_out_loses_the_seat_and_cannot_come_back(house: House) -> None:
    room, (anna, ben) = await lobby(house, "Anna", "Ben")

    assert await house.hosting.send_out(room, anna, 1) == ben.id

    assert [s.name for s in room.sitters] == ["Anna"]
    with pytest.raises(Refused, match="GR-011"):
        await house.lobby.sit(room, ben)
    await house.hosting.let_in_again(room, anna, ben.id)
    await house.lobby.sit(room, ben)
    assert [s.name for s in room.sitters] == ["Anna", "Ben"]


async def test_sent_out_of_a_running_game_a_computer_player_goes_on(house: House) -> None:
    room, (anna, ben) = await started(house, "Anna", "Ben")

    await house.hosting.send_out(room, anna, 1)

    assert room.sitters[1].computer
    assert room.sitters[1].name == "Ben"
    assert room.seat_of(ben.id) is None
    assert "leave" in [entry.kind for entry in room.entries]
    with pytest.raises(Refused, match="GR-003"):
        await house.absence.come_back(room, ben)


async def test_only_the_host_sends_people_out(house: House) -> None:
    room, (_, ben, _) = await lobby(house, "Anna", "Ben", "Cleo")

    for forbidden in (
        house.hosting.send_out(room, ben, 2),
        house.hosting.set_password(room, ben, "x"),
        house.hosting.lock(room, ben, True),
        house.hosting.let_look_on(room, ben, False),
        house.hosting.shuffle(room, ben),
        house.hosting.hand_over(room, ben, 1),
        house.hosting.renew_invite(room, ben),
        house.lobby.configure(room, ben, {}, 4, False, chosen("none")),
    ):
        with pytest.raises(Refused, match="GR-008"):
            await forbidden


async def test_a_locked_room_takes_nobody_new(house: House) -> None:
    room, (anna, ben) = await lobby(house, "Anna", "Ben")
    await house.hosting.lock(room, anna, True)

    with pytest.raises(Refused, match="GR-011"):
        await house.lobby.sit(room, await person(house, "Cleo"))
    assert await house.lobby.sit(room, ben, 3) == 3, "who sits there may still move"


async def test_seats_are_shuffled_among_those_who_sit_there(house: House) -> None:
    room, (anna, *_) = await lobby(house, "Anna", "Ben", "Cleo")
    orders: set[tuple[str, ...]] = set()
    for _ in range(40):
        await house.hosting.shuffle(room, anna)
        assert [s.number for s in room.sitters] == [0, 1, 2]
        orders.add(tuple(room.names))

    assert len(orders) > 2
    assert all(sorted(order) == ["Anna", "Ben", "Cleo"] for order in orders)


async def test_the_host_hands_the_room_over(house: House) -> None:
    room, (anna, ben) = await lobby(house, "Anna", "Ben")

    await house.hosting.hand_over(room, anna, 1)

    assert room.facts.host_id == ben.id
    with pytest.raises(Refused, match="GR-008"):
        await house.lobby.start(room, anna)


async def test_the_longest_here_follows_a_host_who_is_gone(house: House) -> None:
    room, (_, ben, cleo) = await lobby(house, "Anna", "Ben", "Cleo")
    stranger = await person(house, "Zoe")

    await house.hosting.replace(room, [stranger.id, cleo.id, ben.id])

    assert room.facts.host_id == cleo.id


async def test_settings_change_until_the_start_and_ask_for_readiness_anew(house: House) -> None:
    room, (anna, ben) = await lobby(house, "Anna", "Ben")
    await house.lobby.set_ready(room, ben, True)

    await house.lobby.configure(room, anna, {"tiers": "cumulative"}, 3, True, chosen("live-25"))

    assert room.facts.settings == {"tiers": "cumulative"}
    assert (room.facts.seats, room.facts.listed) == (3, True)
    assert room.facts.clock == chosen("live-25")
    assert not room.sitters[1].ready
    with pytest.raises(Refused, match="GR-009"):
        await house.lobby.configure(room, anna, {}, 1, False, chosen("none"))
    await house.lobby.start(room, anna)
    with pytest.raises(Refused, match="GR-007"):
        await house.lobby.configure(room, anna, {}, 3, False, chosen("none"))


async def test_who_has_left_is_sent_out_without_leaving_twice(house: House) -> None:
    room, (anna, ben) = await started(house, "Anna", "Ben")
    await house.absence.leave(room, anna)
    assert room.facts.host_id == ben.id

    await house.hosting.send_out(room, ben, 0)
    await house.stewards.ban(ben, room, anna.id, "for good")

    assert [entry.kind for entry in room.entries].count("leave") == 1, "the log tells it once"
    assert room.seat_of(anna.id) is None


async def test_nobody_takes_a_name_that_looks_like_anothers(house: House) -> None:
    room, (_, ben) = await lobby(house, "Anna", "Ben")

    for double in ("аnna", "ANNA", "An\u200bna", "Ánna"):
        with pytest.raises(Refused, match="GR-010"):
            await house.directory.rename(ben.id, double)
    with pytest.raises(Refused, match="GR-010"):
        await house.lobby.sit(room, await person(house, "Anna"))
    await house.directory.rename(ben.id, "Benno")

    fresh = await house.rooms.by_code(room.code)
    assert fresh is not None
    assert fresh.names == ["Anna", "Benno"]


async def test_an_onlooker_does_not_talk_under_a_players_name(house: House) -> None:
    room, _ = await started(house, "Anna", "Ben")

    with pytest.raises(Refused, match="GR-010"):
        await house.chat.say(room, await person(house, "Аnna"), "I give up")


async def test_passwords_are_kept_hashed_and_known_per_person(house: House) -> None:
    room, (anna, ben) = await lobby(house, "Anna", "Ben")
    zoe = await person(house, "Zoe")
    await house.hosting.set_password(room, anna, "sesame")

    async with house.engine.connect() as connection:
        stored = await connection.scalar(select(tables.room.c.password_hash))
    assert stored is not None
    assert stored.startswith("$argon2id$")
    assert await house.passwords.knows(room, ben), "who sits there is in already"
    assert not await house.passwords.knows(room, zoe)
    assert not await house.passwords.knows(room, None)
    with pytest.raises(Refused, match="GR-022"):
        await house.passwords.say(room, zoe, "simsalabim")
    await house.passwords.say(room, zoe, "sesame")
    assert await house.passwords.knows(room, zoe)

    await house.hosting.set_password(room, anna, "another")
    assert not await house.passwords.knows(room, zoe)
    await house.hosting.set_password(room, anna, "")
    assert await house.passwords.knows(room, zoe)


async def test_who_is_silenced_does_not_talk(house: House) -> None:
    room, (anna, ben) = await lobby(house, "Anna", "Ben")
    line = await house.chat.say(room, ben, "Hello")

    await house.hosting.silence(room, anna, line.id)

    with pytest.raises(Refused, match="GR-023"):
        await house.chat.say(room, ben, "Hello again")
    assert [each.name for each in await house.hosting.shut(room)] == ["Ben"]
    await house.hosting.let_talk_again(room, anna, ben.id)
    await house.chat.say(room, ben, "Thanks")


async def test_whoever_has_left_does_not_become_the_host_by_looking_on(house: House) -> None:
    room, (anna, ben, cleo) = await started(house, "Anna", "Ben", "Cleo")
    await house.absence.leave(room, ben)

    await house.hosting.replace(room, [ben.id])
    assert room.facts.host_id == anna.id, "nobody else is there: the host stays"
    await house.hosting.replace(room, [ben.id, cleo.id])

    assert room.facts.host_id == cleo.id


async def test_a_seat_that_is_handed_on_takes_the_host_with_it(house: House) -> None:
    room, (anna, ben) = await started(house, "Anna", "Ben")
    cleo = await person(house, "Cleo")

    assert await house.stewards.hand_on(ben, room, 0, cleo.id, "asked for") == anna.id

    assert room.facts.host_id == cleo.id, "the host has a seat"
    await house.hosting.send_out(room, cleo, 1)
    with pytest.raises(Refused, match="GR-012"):
        await house.stewards.hand_on(cleo, room, 1, ben.id, "asked for")


async def test_nobody_is_shown_out_of_a_game_that_is_over(house: House) -> None:
    room, (anna,) = await started(house, "Anna")
    await house.absence.give_up(room, anna)

    with pytest.raises(Refused, match="GR-012"):
        await house.stewards.kick(anna, room, anna.id, "too late")
    await house.stewards.ban(anna, room, anna.id, "never again")

    assert (room.sitters[0].person_id, room.sitters[0].computer) == (None, "")


async def test_a_link_of_somebody_who_has_lost_the_role_opens_nothing(house: House) -> None:
    moderator = await person(house, "Mo")
    await house.people.set_role(moderator.id, "moderator")
    link = await house.people.staff_link(moderator.id)
    await house.people.set_role(moderator.id, "")

    assert await house.people.use_admin_link(link, None) is None
