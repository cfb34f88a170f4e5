"""The list of rooms, people's data, the sweep, figures, and the check before a deployment."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from fastapi import FastAPI
from sqlalchemy import func, insert, select, text, update

from app import tables
from app.rooms.check_live import Checked, check_rooms
from app.rooms.overview import Filter
from app.rooms.presence import Presence
from app.rooms.refusals import Refused
from app.web.house import House
from tests.admin.conftest import Browser
from tests.admin.test_acts import WHY, Game, play
from tests.rooms.conftest import person


async def codes(house: House, **wanted: object) -> list[str]:
    rooms, total = await house.overview.rooms(Filter(**wanted))  # type: ignore[arg-type]
    assert total == len(rooms)
    return [room.code for room in rooms]


async def test_rooms_are_found_by_what_they_are(house: House, game: Game) -> None:
    room, (anna, _) = game
    lobby = await house.lobby.create(anna, "rock-n-roll", {}, 3, listed=False)
    assert set(await codes(house)) == {room.code, lobby.code}
    assert await codes(house, status="lobby") == [lobby.code]
    assert await codes(house, words="ben") == [room.code]
    assert await codes(house, words=room.code[:6].upper()) == [room.code]
    assert await codes(house, words="100%") == []
    assert await codes(house, host="Nobody") == []
    assert await codes(house, game="thrash-n-roll") == []
    assert await codes(house, sort="old") == [room.code, lobby.code]


async def test_a_game_that_nobody_moves_in_is_stuck(house: House, game: Game) -> None:
    room, _ = game
    assert await codes(house, stuck=True) == []
    async with house.engine.begin() as connection:
        await connection.execute(
            update(tables.room)
            .where(tables.room.c.id == room.id)
            .values(updated_at=func.now() - text("interval '7 hours'"))
        )
    assert await codes(house, stuck=True) == [room.code]
    assert await codes(house, idle=60) == [room.code]
    assert await codes(house, idle=600) == []


async def test_nonsense_in_the_address_is_left_out(admin: Browser, game: Game) -> None:
    answer = await admin.get("/admin?sort=sideways&idle=-1&status=odd&game=%00x"[:-4])
    assert answer.status_code == 200
    assert game[0].code in answer.text


async def test_a_person_takes_their_data_along(house: House, friend: Browser) -> None:
    me = friend.person
    assert me is not None
    room = await house.lobby.create(me, "rock-n-roll", {}, 1, listed=False)
    await house.lobby.start(room, me)
    await house.chat.say(room, me, "hello")
    await play(house, room, 2)
    async with house.engine.begin() as connection:
        kept = {"credential_id": b"id", "person_id": me.id, "public_key": b"key", "sign_count": 0}
        await connection.execute(insert(tables.passkey).values(kept))
    answer = await friend.post("/profile/export")
    data = answer.json()
    assert "attachment" in answer.headers["content-disposition"]
    assert data["person"]["name"] == "Friend"
    assert [line["text"] for line in data["said"]] == ["hello"]
    assert [move["number"] for move in data["moves"]] == [1, 2]
    assert [seat["room"] for seat in data["seats"]] == [room.code]
    assert [list(passkey) for passkey in data["passkeys"]] == [["at"]]


async def test_an_erased_person_is_nowhere_and_the_game_goes_on(
    house: House, friend: Browser
) -> None:
    me, ben = friend.person, await person(house, "Ben")
    assert me is not None
    room = await house.lobby.create(me, "rock-n-roll", {}, 2, listed=False)
    await house.lobby.sit(room, ben)
    await house.lobby.start(room, me)
    await house.chat.say(room, me, "I live in Harbour Street")
    lobby = await house.lobby.create(me, "rock-n-roll", {}, 2, listed=False)
    over = await house.lobby.create(me, "rock-n-roll", {}, 1, listed=False)
    await house.lobby.start(over, me)
    await house.absence.give_up(over, me)
    await house.directory.rename(me.id, "Friendly", ben, "asked for")

    await friend.post("/profile/erase")

    assert (await house.rooms.by_code(over.code) or over).names == ["Somebody 1"]

    async with house.engine.connect() as connection:
        for table in tables.metadata.sorted_tables:
            for row in await connection.execute(select(table)):
                assert "Friend" not in repr(row), table.name
                assert "Harbour" not in repr(row), table.name
    fresh = await house.store.load_by_code(room.code)
    assert fresh is not None
    assert (fresh.sitters[0].name, fresh.sitters[0].computer) == ("Somebody 1", "greedy")
    assert fresh.facts.host_id == ben.id
    closed = await house.store.load_by_code(lobby.code)
    assert closed is not None
    assert closed.facts.status == "closed"
    assert await house.people.by_token(friend.http.cookies.get("greenroom_session") or "") is None


async def test_a_banned_person_is_nobody_any_more(
    house: House, admin: Browser, friend: Browser
) -> None:
    assert friend.person is not None
    await admin.post(f"/admin/people/{friend.person.id}/ban", WHY)
    assert "Sign out on this device" not in (await friend.get("/profile")).text
    await admin.post(f"/admin/people/{friend.person.id}/unban", WHY)
    assert "Sign out on this device" in (await friend.get("/profile")).text


async def test_a_new_name_stands_at_the_tables_too(
    house: House, admin: Browser, game: Game
) -> None:
    room, (anna, _) = game
    form = {**WHY, "name": "Zoe"}
    await admin.post(f"/admin/people/{anna.id}/rename", form)
    assert (await house.rooms.by_code(room.code)).names == ["Zoe", "Ben"]  # type: ignore[union-attr]
    form = {**WHY, "name": "B\u0435n"}  # looks like Ben
    assert (await admin.post(f"/admin/people/{anna.id}/rename", form)).status_code == 409


async def test_a_moderator_is_made_and_comes_in_by_a_link(
    house: House, admin: Browser, friend: Browser, strangers: Callable[[], Browser]
) -> None:
    who = friend.person
    assert who is not None
    await admin.post(f"/admin/people/{who.id}/role", {**WHY, "role": "moderator"})
    page = (await admin.post(f"/admin/people/{who.id}/link", WHY)).text
    link = page.partition("<code>http://greenroom.test")[2].partition("</code>")[0]
    device = strangers()
    await device.post(link)
    assert (await device.get("/admin")).status_code == 200
    assert (await device.get("/admin/import")).status_code == 404


async def test_nobody_gives_themselves_a_role(house: House, admin: Browser) -> None:
    assert admin.person is not None
    answer = await admin.post(f"/admin/people/{admin.person.id}/role", {**WHY, "role": ""})
    assert answer.status_code == 409


async def test_the_sweep_takes_what_nobody_comes_back_to(house: House, game: Game) -> None:
    room, (anna, _) = game
    lobby = await house.lobby.create(anna, "rock-n-roll", {}, 2, listed=False)
    old = await person(house, "Old")
    staff = await person(house, "Staff")
    await house.people.set_role(staff.id, "moderator")
    async with house.engine.begin() as connection:
        ages = {tables.room: "updated_at", tables.person: "seen_at", tables.session: "seen_at"}
        for table, column in ages.items():
            await connection.execute(
                update(table).values({column: func.now() - text("interval '200 days'")})
            )
    swept = await house.sweep.once()
    assert swept is not None
    assert (swept.lobbies, swept.rooms, swept.guests) == (1, 0, 1)
    assert (await house.rooms.by_code(lobby.code)).facts.status == "closed"  # type: ignore[union-attr]
    assert (await house.rooms.by_code(room.code)).facts.status == "playing"  # type: ignore[union-attr]
    with pytest.raises(Refused):
        await house.directory.one(old.id)
    assert (await house.directory.one(staff.id)).name == "Staff"


async def test_one_node_sweeps_at_a_time(house: House) -> None:
    async with house.engine.begin() as connection:
        await connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": 0x7377656570})
        assert await house.sweep.once() is None
    assert await house.sweep.once() is not None


async def test_figures_are_not_public(
    app: FastAPI, house: House, friend: Browser, moderator: Browser, game: Game
) -> None:
    await play(house, game[0], 2)
    proxied = {"x-forwarded-for": "203.0.113.9"}
    assert (await friend.get("/metrics", headers=proxied)).status_code == 404
    answer = await moderator.get("/metrics", headers=proxied)
    assert 'greenroom_moves_total{game="rock-n-roll"} 2.0' in answer.text
    assert 'route="/admin/enter/{token}"' not in answer.text
    assert (await friend.get("/metrics")).status_code == 200  # from this very machine


async def test_a_minute_counts_what_was_done_in_it(house: House, game: Game) -> None:
    await play(house, game[0], 3)
    await house.nodes.beat()
    minutes = await house.nodes.minutes()
    assert len(minutes) == 60
    assert sum(minute.moves for minute in minutes) == 3
    nodes = await house.nodes.all()
    assert [(node.id, node.alive) for node in nodes] == [(house.node, True)]


async def test_a_check_names_the_rooms_that_would_not_go_on(house: House, game: Game) -> None:
    room, people = game
    assert await check_rooms(house.store) == Checked(1, 0, [])
    other = await house.lobby.create(people[0], "rock-n-roll", {}, 1, listed=False)
    await house.lobby.start(other, people[0])
    async with house.engine.begin() as connection:
        await connection.execute(
            update(tables.room)
            .where(tables.room.c.id == room.id)
            .values(position=b"not a position")
        )
        await connection.execute(
            update(tables.room).where(tables.room.c.id == other.id).values(rules_version=0)
        )
    checked = await check_rooms(house.store)
    assert (checked.rooms, checked.carried) == (2, 1), "other rules that can go on with it do"
    assert [fault.room for fault in checked.faults] == [room.code]


async def test_rules_that_can_not_go_on_with_a_game_of_others_are_found(
    house: House, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It loads and looks well; only playing on shows that it has nothing to choose from then."""
    room, _ = game
    rules, menu = room.rules, room.rules.menu

    def stuck(state: Any, seat: int, open_only: bool = False) -> Any:
        return menu(state, seat, open_only) if state == room.position.state else []

    monkeypatch.setattr(rules, "menu", stuck)
    async with house.engine.begin() as connection:
        await connection.execute(update(tables.room).values(rules_version=0))
    checked = await check_rooms(house.store)
    assert checked.carried == 0
    assert "1 moves on, seat" in checked.faults[0].why


async def test_people_count_on_whatever_node_they_are(
    house: House, moderator: Browser, game: Game
) -> None:
    room, (anna, _) = game
    zoe = await person(house, "Zoe")
    elsewhere = Presence(house.engine, "another")
    for guest in (anna, zoe):
        await elsewhere.arrive(room.id, guest.id)
    page = (await moderator.get(f"/admin/rooms/{room.code}")).text
    assert "1 at seats, 1 watching" in page
    assert f"no. {anna.id}</a> · here" in page
    await elsewhere.depart(room.id, anna.id)
    assert "0 at seats, 1 watching" in (await moderator.get(f"/admin/rooms/{room.code}")).text
