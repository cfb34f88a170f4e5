"""Tables of honour, one's own record, and the score of a series."""

from __future__ import annotations

import random

import msgspec
from sqlalchemy import update

from app import tables
from app.games.contract import Place, Result
from app.people.people import Person
from app.rooms.honours import honours_of
from app.rooms.room import Room
from app.rooms.store import result_json
from app.web.house import House
from tests.ledger import rule
from tests.rooms.conftest import person

HALL, COMEBACKS = 0, 1


async def known(house: House, name: str) -> Person:
    """Somebody who wants to appear."""
    somebody = await person(house, name)
    await house.people.set_honours(somebody.id, True)
    return somebody


async def finished(house: House, people: list[Person], *places: Place, **seat: object) -> Room:
    """A room whose game ended like this; ``seat`` changes the first seat."""
    room = await house.lobby.create(people[0], "rock-n-roll", {}, len(people), listed=False)
    for guest in people[1:]:
        await house.lobby.sit(room, guest)
    await house.lobby.start(room, people[0])
    outcome = msgspec.json.decode(result_json(Result(places)) or "")
    async with house.engine.begin() as connection:
        await connection.execute(
            update(tables.room)
            .where(tables.room.c.id == room.id)
            .values(status="finished", result=outcome, finished_at=tables.room.c.updated_at)
        )
        if seat:
            await connection.execute(
                update(tables.seat)
                .where(tables.seat.c.room_id == room.id, tables.seat.c.number == 0)
                .values(**seat)
            )
    await house.rooms.refresh(room)
    return room


def solo(points: int, rating: int = 0, fame: int = 0, comeback: int = 0) -> Place:
    detail = {
        "hall_points": points, "best_rating": rating, "fame": fame, "comeback": comeback,
    }  # fmt: skip
    return Place(0, 1, points, detail)


async def listed(house: House, number: int) -> list[tuple[str, tuple[int, ...]]]:
    honour = honours_of(house.games["rock-n-roll"].meta)[number]
    return [(e.name, e.figures) for e in await house.honours.best("rock-n-roll", honour)]


@rule("RNR-132", "RNR-140")
async def test_the_hall_of_fame_is_ordered_by_points_rating_fame_then_date(house: House) -> None:
    people = [await known(house, name) for name in ("Early", "Late", "Famous", "Rated", "Best")]
    figures = [(5, 1, 1), (5, 1, 1), (5, 1, 2), (5, 2, 0), (6, 0, 0)]
    for somebody, one in zip(people, figures, strict=True):
        await finished(house, [somebody], solo(*one))
    await finished(house, [people[0]], solo(99, comeback=1))

    assert await listed(house, HALL) == [
        ("Best", (6, 0, 0)),
        ("Rated", (5, 2, 0)),
        ("Famous", (5, 1, 2)),
        ("Early", (5, 1, 1)),
        ("Late", (5, 1, 1)),
    ]
    assert await listed(house, COMEBACKS) == [("Early", (99, 0, 0))]


@rule("RNR-155")
async def test_a_solo_game_that_was_given_up_does_not_enter(house: House) -> None:
    anna = await known(house, "Anna")
    await finished(house, [anna], solo(9), left_game=True, computer="greedy")

    assert await listed(house, HALL) == []


async def test_who_does_not_want_to_appear_is_in_no_list(house: House) -> None:
    anna, shy = await known(house, "Anna"), await person(house, "Shy")
    await finished(house, [shy], solo(9))
    await finished(house, [shy, anna], Place(0, 1, 50), Place(1, 2, 40))

    assert await listed(house, HALL) == []
    assert await listed(house, 2) == [("Anna", (40,))]
    assert await listed(house, 3) == []
    assert await house.honours.winners("rock-n-roll") == []
    await house.people.set_honours(shy.id, True)
    assert await listed(house, HALL) == [("Shy", (9, 0, 0))]
    assert [t.name for t in await house.honours.winners("rock-n-roll")] == ["Shy"]
    assert await house.honours.winners("thrash-n-roll") == []


@rule("RNR-154")
async def test_what_a_computer_player_ended_is_marked_and_no_win(house: House) -> None:
    anna, ben = await known(house, "Anna"), await known(house, "Ben")
    places = (Place(0, 1, 50), Place(1, 2, 40))
    await finished(house, [anna, ben], *places, left_game=True, computer="greedy")
    best = honours_of(house.games["rock-n-roll"].meta)[2]

    entries = await house.honours.best("rock-n-roll", best)

    assert [(e.name, e.computer) for e in entries] == [("Anna", True), ("Ben", False)]
    assert await house.honours.winners("rock-n-roll") == []


async def test_ones_own_record_counts_wins_by_game_and_against_whom(house: House) -> None:
    anna, ben = await person(house, "Anna"), await person(house, "Ben")
    await finished(house, [anna, ben], Place(0, 1, 5), Place(1, 2, 4))
    await finished(house, [anna, ben], Place(0, 2, 3), Place(1, 1, 4))
    await finished(house, [anna], solo(5))

    assert [(t.name, t.games, t.wins) for t in await house.honours.by_game(anna.id)] == [
        ("rock-n-roll", 3, 1)
    ]
    assert [(t.name, t.games, t.wins) for t in await house.honours.against(anna.id)] == [
        ("Ben", 2, 1)
    ]


async def test_a_rematch_has_the_names_of_today(house: House) -> None:
    people = [await person(house, name) for name in ("Anna", "Ben", "Cleo")]
    over = await finished(house, people, *(Place(seat, seat + 1, 3) for seat in range(3)))
    await house.directory.rename(people[1].id, "Benno")
    await house.directory.rename(people[2].id, "ANNA")

    again = await house.lobby.rematch(over, people[0])

    assert again.names == ["Benno", "Cleo", "Anna"], "nobody looks like another"


async def test_a_series_is_counted_over_its_rematches(house: House) -> None:
    anna, ben = await person(house, "Anna"), await person(house, "Ben")
    first = await finished(house, [anna, ben], Place(0, 1, 5), Place(1, 2, 4))
    await house.hosting.let_look_on(first, anna, onlookers=not first.facts.onlookers)
    again = await house.lobby.rematch(first, ben)
    assert again.facts.onlookers == first.facts.onlookers
    assert first.next_code == again.code
    assert (await house.lobby.rematch(first, anna)).code == again.code
    assert [sitter.name for sitter in again.sitters] == ["Ben", "Anna"], "seats are turned"
    fresh = await house.store.load(first.id)
    assert fresh is not None
    assert fresh.next_code == again.code, "other nodes know it too"

    assert [(t.name, t.games, t.wins) for t in await house.honours.series(again.id)] == [
        ("Anna", 1, 1),
        ("Ben", 1, 0),
    ]
    await house.lobby.start(again, ben)
    luck = random.Random(1)
    while again.playing:
        seat = luck.choice(sorted(again.waiting))
        options = [option.move for option in again.menu(seat) if option.blocked is None]
        await house.rooms.move(again, seat, luck.choice(options), None, None)
    series = await house.honours.series(again.id)
    assert {t.games for t in series} == {2}
    result = again.result()
    assert result is not None
    assert sum(t.wins for t in series) == 1 + len(result.winners)
