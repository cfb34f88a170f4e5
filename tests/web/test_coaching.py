"""The coach: tables to learn at, hints for one seat, advice for who plays alone."""

from __future__ import annotations

import random
import re

import pytest

from app.rooms import advice
from app.rooms.honours import honours_of
from app.rooms.room import Room
from app.web.house import House
from tests.ledger import rule
from tests.web.visitor import Visitor, open_house, play_out, seated

GAME = "rock-n-roll"


async def learns(house: House, visitor: Visitor, slug: str = GAME) -> Room:
    """Go to the table at which the game is learned."""
    page = await visitor.post(f"/games/{slug}/learn")
    found = re.search(r'data-room="/rooms/(\w+)"', page)
    assert found
    room = await house.rooms.by_code(found[1])
    assert room is not None
    return room


@rule("GR-053")
async def test_one_click_opens_a_private_table_that_has_begun(database_url: str) -> None:
    async with open_house(database_url) as (app, house), Visitor(app) as anna:
        await anna.named("Anna")
        assert anna.person is not None
        for slug, lesson in house.guides.items():
            assert lesson is not None
            room = await learns(house, anna, slug)
            assert room.playing
            assert room.facts.learning
            assert not room.facts.listed
            assert room.facts.clock.kind == "none"
            assert len(room.sitters) == lesson.seats
            people = [sitter.person_id for sitter in room.sitters if not sitter.computer]
            assert people == [anna.person.id]


async def test_a_stranger_learns_under_a_name_of_the_house(database_url: str) -> None:
    async with open_house(database_url) as (app, house), Visitor(app) as stranger:
        room = await learns(house, stranger)
        assert room.names == ["Rookie"]
        assert "Rookie" in await stranger.get("/profile")


async def test_the_way_there_stands_at_home_and_beside_the_rules(database_url: str) -> None:
    async with open_house(database_url) as (app, house), Visitor(app) as guest:
        home = await guest.get("/")
        for slug in house.games:
            assert f'action="/games/{slug}/learn"' in home
            assert f'action="/games/{slug}/learn"' in await guest.get(f"/games/{slug}/rules")
        assert "/learn" not in await guest.get("/rules")
        await guest.post("/games/no-such-game/learn", status=404)


@rule("GR-053")
async def test_what_is_learned_is_in_no_table_of_honour(database_url: str) -> None:
    async with open_house(database_url) as (app, house), Visitor(app) as anna:
        await anna.named("Anna")
        assert anna.person is not None
        await house.people.set_honours(anna.person.id, True)
        hall = honours_of(house.games[GAME].meta)[0]
        await play_out(house, await learns(house, anna), random.Random(1))
        assert await house.honours.best(GAME, hall) == []
        await play_out(house, await seated(house, [anna.person]), random.Random(1))
        assert [entry.name for entry in await house.honours.best(GAME, hall)] == ["Anna"]


@rule("GR-054")
async def test_the_coach_is_off_until_somebody_wants_it(database_url: str) -> None:
    async with open_house(database_url) as (app, house), Visitor(app) as anna:
        await anna.named("Anna")
        assert anna.person is not None
        table = f"/rooms/{(await seated(house, [anna.person])).code}"
        on = re.compile(r'id="coach"[^>]* data-on')

        page = await anna.get(table)
        assert not on.search(page)
        assert "coach.css" not in page.partition("</head>")[0]
        assert on.search(await anna.post(f"{table}/coach", on="1"))
        assert on.search(await anna.get(table))
        assert not on.search(await anna.post(f"{table}/coach", on=""))
        # who asks for a lesson wants it all the same
        lesson = f"/rooms/{(await learns(house, anna)).code}"
        assert on.search(await anna.get(lesson))
        assert not on.search(await anna.get(table))


@rule("GR-054")
async def test_hints_are_for_who_sits_there_and_follow_the_question(database_url: str) -> None:
    async with (
        open_house(database_url) as (app, house),
        Visitor(app) as anna,
        Visitor(app) as zoe,
    ):
        await anna.named("Anna")
        await zoe.named("Zoe")
        room = await learns(house, anna)
        url = f"/rooms/{room.code}/coach"
        html = await anna.get(url)
        shown = re.findall(r'data-hint="(\w+)"', html)
        assert shown == ["goal", "sheet", "calendar", "declare"]
        assert 'data-targets="region-dice-0"' in html
        assert 'href="/games/rock-n-roll/rules#RNR-030"' in html
        await zoe.get(url, status=403)

        await house.rooms.move(room, 0, "declare:cash", None, None)
        assert 'data-hint="cash"' in await anna.get(url)
        assert 'data-hint="declare"' not in await anna.get(url)


@rule("GR-055")
async def test_advice_is_an_open_choice_and_the_same_when_asked_again(database_url: str) -> None:
    async with open_house(database_url) as (app, house), Visitor(app) as anna:
        await anna.named("Anna")
        for slug in house.games:
            room = await learns(house, anna, slug)
            while 0 not in room.waiting:
                seat = min(room.waiting)
                move = next(o.move for o in room.menu(seat) if o.blocked is None)
                await house.rooms.move(room, seat, move, None, None)
            version = room.version
            html = await anna.post(f"/rooms/{room.code}/advice")
            found = re.search(r'data-move="([^"]+)"', html)
            assert found
            assert found[1] in [o.move for o in room.menu(0) if o.blocked is None]
            assert re.search(rf'href="/games/{slug}/rules#[A-Z]+-\d+"', html)
            assert await anna.post(f"/rooms/{room.code}/advice") == html
            assert room.version == version


@rule("GR-055")
async def test_advice_knows_what_the_seat_knows(database_url: str) -> None:
    """The cards of the others don't matter to it: dealt anew, the answer stays."""
    async with open_house(database_url) as (app, house), Visitor(app) as anna:
        await anna.named("Anna")
        room = await learns(house, anna, "ready-to-rock")
        assert 0 in room.waiting or room.waiting
        seat = 0
        while seat not in room.waiting:
            other = min(room.waiting)
            move = next(o.move for o in room.menu(other) if o.blocked is None)
            await house.rooms.move(room, other, move, None, None)
        state = room.position.state
        told = (await advice.advise(room, seat)).move
        for rocker in state.rockers[1:]:
            rocker.hand = sorted(rocker.hand + state.deck.draw[:4])[: len(rocker.hand)]
        assert (await advice.advise(room, seat)).move == told


@rule("GR-055")
async def test_no_advice_with_others_at_the_table(database_url: str) -> None:
    async with (
        open_house(database_url) as (app, house),
        Visitor(app) as anna,
        Visitor(app) as ben,
    ):
        await anna.named("Anna")
        await ben.named("Ben")
        assert anna.person is not None
        assert ben.person is not None
        room = await seated(house, [anna.person, ben.person])
        assert "coach-ask" not in await anna.get(f"/rooms/{room.code}")
        refusal = await anna.post(f"/rooms/{room.code}/advice", status=409)
        assert "GR-055" in refusal


async def test_advice_has_a_limit(database_url: str) -> None:
    async with (
        open_house(database_url, limit_advice="2/minute") as (app, house),
        Visitor(app) as anna,
    ):
        await anna.named("Anna")
        room = await learns(house, anna)
        for status in (200, 200, 429):
            await anna.post(f"/rooms/{room.code}/advice", status=status)


@pytest.mark.parametrize("path", ["coach", "advice"])
async def test_nobody_is_coached_before_the_start(database_url: str, path: str) -> None:
    async with open_house(database_url) as (app, house), Visitor(app) as anna:
        await anna.named("Anna")
        assert anna.person is not None
        room = await house.lobby.create(anna.person, GAME, {}, 2, listed=False)
        await anna.post(f"/rooms/{room.code}/{path}", status=403)
