"""Ways into a room on one node: who sees what of it, and how often somebody may come."""

from __future__ import annotations

from sqlalchemy import select, update

from app import tables
from tests.web.visitor import Visitor, open_house


async def test_a_stranger_opens_no_more_rooms_than_anybody(database_url: str) -> None:
    async with open_house(database_url, limit_rooms="2/hour") as (app, _):
        statuses: list[int] = []
        for _ in range(3):  # each time without a cookie: as somebody new
            async with Visitor(app) as stranger:
                await stranger.get("/profile")
                answer = await stranger.http.post(
                    "/games/rock-n-roll/new",
                    data={"csrf": stranger._csrf, "name": "Zoe", "seats": "2"},  # pyright: ignore[reportPrivateUsage]
                    follow_redirects=False,
                )
                statuses.append(answer.status_code)
    assert statuses == [303, 303, 429]


async def test_an_address_brings_no_more_guests_than_it_may_join(database_url: str) -> None:
    async with (
        open_house(database_url, limit_joins="2/hour") as (app, house),
        Visitor(app) as anna,
        Visitor(app) as zoe,
    ):
        await anna.named("Anna")
        answers = [
            await zoe.http.post("/api/guests", json={"name": name}) for name in ("Bo", "Cy", "Di")
        ]
        assert [answer.status_code for answer in answers] == [201, 201, 429]
        assert "GR-024" in answers[2].text
        await zoe.get("/profile")
        await zoe.post("/profile", 429, name="Zoe", colour="1")
        async with house.engine.connect() as connection:
            names = (await connection.execute(select(tables.person.c.name))).scalars().all()
    assert set(names) == {"Anna", "Bo", "Cy"}


async def test_a_refused_form_keeps_the_name_that_was_said(database_url: str) -> None:
    async with open_house(database_url) as (app, _), Visitor(app) as zoe:
        await zoe.post("/games/rock-n-roll/new", 422, name="Zoe", seats="99")
        assert 'value="Zoe"' in await zoe.get("/profile")


async def test_being_listed_leaves_what_is_played_and_who_is_ready(database_url: str) -> None:
    async with open_house(database_url) as (app, house), Visitor(app) as anna:
        await anna.named("Anna")
        assert anna.person is not None
        room = await house.lobby.create(anna.person, "rock-n-roll", {}, 3, listed=False)
        await house.lobby.set_ready(room, anna.person, True)

        await anna.post(f"/rooms/{room.code}/listed", listed="1")

        assert room.facts.listed
        assert room.sitters[0].ready


async def test_players_do_not_read_the_onlookers_before_the_start_either(
    database_url: str,
) -> None:
    async with (
        open_house(database_url) as (app, house),
        Visitor(app) as anna,
        Visitor(app) as zoe,
    ):
        await anna.named("Anna")
        await zoe.named("Zoe")
        assert anna.person is not None
        room = await house.lobby.create(anna.person, "rock-n-roll", {}, 3, listed=True)

        await zoe.post(f"/rooms/{room.code}/chat", text="among ourselves")

        assert "among ourselves" not in await anna.get(f"/rooms/{room.code}")


async def test_a_room_that_another_node_has_closed_to_onlookers_is_not_shown(
    database_url: str,
) -> None:
    async with open_house(database_url) as (app, house), Visitor(app) as zoe:
        host, _ = await house.people.create("Anna")
        room = await house.lobby.create(host, "rock-n-roll", {}, 3, listed=True)
        await zoe.get(f"/rooms/{room.code}")
        async with house.engine.begin() as connection:  # and no hint of it has come
            await connection.execute(update(tables.room).values(listed=False))

        await zoe.get(f"/rooms/{room.code}", 404)


async def test_a_closed_door_says_nothing_to_whoever_posts_either(database_url: str) -> None:
    async with open_house(database_url) as (app, house), Visitor(app) as zoe:
        await zoe.named("Zoe")
        host, _ = await house.people.create("Anna")
        room = await house.lobby.create(host, "rock-n-roll", {}, 3, listed=False)
        for path in ("start", "ready", "empty", "moves", "leave", "go-back", "rematch", "coach"):
            here = await zoe.post(f"/rooms/{room.code}/{path}", 404, number="1", move="x")
            nowhere = await zoe.post(f"/rooms/nosuchroom123/{path}", 404, number="1", move="x")
            assert "This door is closed" in here, path
            assert ("GR-011" in here) == ("GR-011" in nowhere)
