"""What admins and moderators do to rooms: it happens, it has a reason, it stands in the book."""

from __future__ import annotations

import json

import msgspec
import pytest
from sqlalchemy import update

from app import tables
from app.games import record
from app.games.record import Record
from app.people.people import Person
from app.rooms.refusals import Refused
from app.rooms.room import Room
from app.web.house import House
from tests.admin.conftest import Browser
from tests.rooms.conftest import person

WHY = {"reason": "somebody asked"}
Game = tuple[Room, list[Person]]


async def play(house: House, room: Room, moves: int) -> None:
    for _ in range(moves):
        seat = min(room.waiting)
        move = next(option.move for option in room.menu(seat) if option.blocked is None)
        await house.rooms.move(room, seat, move, None, None)


async def actions(house: House) -> list[str]:
    return [line.action for line in await house.audit.lines()]


async def test_an_act_needs_a_reason(house: House, admin: Browser, game: Game) -> None:
    room, _ = game
    answer = await admin.post(f"/admin/rooms/{room.code}/end", {"reason": "  "})
    assert answer.status_code == 422
    assert room.facts.status == "playing"
    assert await actions(house) == []


async def test_an_ended_room_is_closed_to_its_players(
    house: House, admin: Browser, game: Game
) -> None:
    room, _ = game
    await admin.post(f"/admin/rooms/{room.code}/end", WHY)
    assert room.facts.status == "closed"
    with pytest.raises(Refused, match="GR-015"):
        await house.rooms.move(room, 0, "declare:cash", None, None)
    assert await actions(house) == ["end"]


async def test_nobody_moves_in_a_paused_game(house: House, moderator: Browser, game: Game) -> None:
    room, _ = game
    await moderator.post(f"/admin/rooms/{room.code}/pause", WHY)
    with pytest.raises(Refused, match="GR-015"):
        await play(house, room, 1)
    await moderator.post(f"/admin/rooms/{room.code}/resume", WHY)
    await play(house, room, 1)
    assert room.version == 1
    assert await actions(house) == ["resume", "pause"]


async def test_taking_back_draws_no_other_luck(house: House, admin: Browser, game: Game) -> None:
    """Back over barriers, in a paused room too; the same moves bring the same states."""
    room, _ = game
    await play(house, room, 12)
    after = room.codec.encode(room.position)
    moves = [(entry.seat, entry.move) for entry in room.entries][4:]
    stale = {seat: room.decision_id(owed) for seat, owed in room.waiting.items()}

    await admin.post(f"/admin/rooms/{room.code}/pause", WHY)
    await admin.post(f"/admin/rooms/{room.code}/undo", {**WHY, "number": "4"})
    await admin.post(f"/admin/rooms/{room.code}/resume", WHY)
    assert room.version == 13
    assert room.entries[-1].undo_to == 5
    for seat, decision in stale.items():
        with pytest.raises(Refused):
            await house.rooms.move(room, seat, "anything", decision, None)
    for seat, move in moves:
        await house.rooms.move(room, seat, move, None, None)

    assert room.codec.encode(room.position) == after
    kept = await house.store.record(room, with_seed=True)
    assert room.codec.encode(record.replay(kept)[-1]) == after
    assert room.codec.encode(await house.store.position_at(room, room.version - 1)) != after


async def test_there_is_nothing_to_take_back_beyond_the_end(
    house: House, admin: Browser, game: Game
) -> None:
    room, _ = game
    await play(house, room, 2)
    answer = await admin.post(f"/admin/rooms/{room.code}/undo", {**WHY, "number": "2"})
    assert answer.status_code == 409
    assert room.version == 2


async def test_a_refused_undo_is_marked_in_the_book(
    house: House, admin: Browser, game: Game
) -> None:
    """Another node has ended the game in between: only the room's lock finds that out."""
    room, _ = game
    await play(house, room, 2)
    async with house.engine.begin() as connection:
        await connection.execute(update(tables.room).values(status="closed"))
    room.out_of_date = True
    assert admin.person is not None
    with pytest.raises(Refused, match="GR-015"):
        await house.stewards.undo_to(admin.person, room, 1, "too late")
    (line,) = await house.audit.lines()
    assert line.detail["refused"] == "Nobody moves in this room now."
    assert "undo, refused" in (await admin.get("/admin/book")).text


async def test_a_computer_stands_in_and_gives_back(
    house: House, moderator: Browser, game: Game
) -> None:
    room, _ = game
    await moderator.post(f"/admin/rooms/{room.code}/seats/0/stand-in", WHY)
    assert room.sitters[0].computer == "greedy"
    await moderator.post(f"/admin/rooms/{room.code}/seats/0/give-back", WHY)
    assert room.sitters[0].computer == ""


async def test_a_seat_is_handed_on(house: House, admin: Browser, game: Game) -> None:
    room, people = game
    cleo = await person(house, "Cleo")
    form = {**WHY, "seat": "0", "to": str(cleo.id)}
    await admin.post(f"/admin/rooms/{room.code}/hand-on", form)
    assert room.names == ["Cleo", "Ben"]
    assert room.seat_of(people[0].id) is None
    form = {**WHY, "seat": "1", "to": str(cleo.id)}
    assert (await admin.post(f"/admin/rooms/{room.code}/hand-on", form)).status_code == 409


async def test_a_kick_leaves_the_seat_and_a_ban_does_not(
    house: House, moderator: Browser, game: Game
) -> None:
    room, (anna, ben) = game
    await moderator.post(f"/admin/rooms/{room.code}/people/{anna.id}/kick", WHY)
    assert room.sitters[0].left
    assert room.facts.host_id == ben.id
    await house.absence.come_back(room, anna)
    assert not room.sitters[0].left

    await moderator.post(f"/admin/rooms/{room.code}/people/{anna.id}/ban", WHY)
    assert await house.lobby.is_banned(room, anna)
    with pytest.raises(Refused, match="GR-003"):
        await house.absence.come_back(room, anna)
    await moderator.post(f"/admin/rooms/{room.code}/people/{anna.id}/unban", WHY)
    assert not await house.lobby.is_banned(room, anna)


async def test_the_silenced_play_on_without_talking(
    house: House, moderator: Browser, game: Game
) -> None:
    room, (anna, _) = game
    await moderator.post(f"/admin/rooms/{room.code}/people/{anna.id}/mute", WHY)
    with pytest.raises(Refused, match="GR-023"):
        await house.chat.say(room, anna, "hello")
    await house.rooms.move(room, 0, "declare:cash", None, None)
    await moderator.post(f"/admin/rooms/{room.code}/people/{anna.id}/unmute", WHY)
    assert (await house.chat.say(room, anna, "hello")).text == "hello"


async def test_a_line_of_another_room_is_not_deleted_here(
    house: House, moderator: Browser, game: Game
) -> None:
    room, (anna, _) = game
    line = await house.chat.say(room, anna, "rude")
    other = await house.lobby.create(anna, "rock-n-roll", {}, 2, listed=False)
    wrong = await moderator.post(f"/admin/rooms/{other.code}/lines/{line.id}/delete", WHY)
    assert wrong.status_code == 404
    await moderator.post(f"/admin/rooms/{room.code}/lines/{line.id}/delete", WHY)
    assert list(await house.chat.recent(room.id)) == []


async def test_words_to_everybody_stand_on_every_page(
    house: House, admin: Browser, friend: Browser
) -> None:
    await admin.post("/admin/house/notice", {**WHY, "text": "Repairs <b>at nine</b>"})
    assert "Repairs &lt;b&gt;at nine&lt;/b&gt;" in (await friend.get("/")).text
    await admin.post("/admin/house/notice", {**WHY, "text": ""})
    assert "Repairs" not in (await friend.get("/")).text


async def test_no_game_starts_before_repairs_and_running_ones_go_on(
    house: House, admin: Browser, game: Game
) -> None:
    room, (anna, _) = game
    waiting = await house.lobby.create(anna, "rock-n-roll", {}, 1, listed=False)
    await admin.post("/admin/house/closed", {**WHY, "text": "back at ten"})
    with pytest.raises(Refused, match="back at ten"):
        await house.lobby.create(anna, "rock-n-roll", {}, 2, listed=False)
    with pytest.raises(Refused, match="GR-032"):
        await house.lobby.start(waiting, anna)
    await play(house, room, 1)
    await admin.post("/admin/house/closed", {**WHY, "text": ""})
    await house.lobby.start(waiting, anna)


async def test_a_banner_stands_in_its_room_alone(
    house: House, moderator: Browser, friend: Browser, game: Game
) -> None:
    room, _ = game
    await moderator.post(f"/admin/rooms/{room.code}/announce", {**WHY, "text": "Back soon"})
    assert "Back soon" in (await friend.get(f"/rooms/{room.code}")).text
    assert "Back soon" not in (await friend.get("/")).text


async def test_a_record_is_taken_in_and_played_on(house: House, admin: Browser, game: Game) -> None:
    room, _ = game
    await play(house, room, 9)
    await house.stewards.undo_to(Person(admin.person.id, "A", 1), room, 6, "test")  # type: ignore[union-attr]
    await play(house, room, 70)
    kept = (await admin.get(f"/admin/rooms/{room.code}/record.json")).content
    taken = await admin.post("/admin/import", WHY, files={"record": ("r.json", kept)})

    again = await house.rooms.by_code(taken.headers["location"].rpartition("/")[2])
    assert again is not None
    assert again.id != room.id
    assert again.names == room.names
    assert again.codec.encode(again.position) == room.codec.encode(room.position)
    old, new = [await house.store.position_at(r, 66) for r in (room, again)]
    assert room.codec.encode(old) == room.codec.encode(new)
    assert again.facts.paused_at is not None
    assert admin.person is not None
    await house.stewards.resume(admin.person, again, "go on")
    await play(house, again, 1)
    assert again.version == room.version + 1


@pytest.mark.parametrize(
    "broken",
    [
        {"seed": ""},
        {"seed": "zz"},
        {"game": "poker"},
        {"seats": 99},
        {"settings": {"tiers": ["x"]}},
        {"entries": [{"kind": "move", "seat": 0, "move": "win"}]},
        {"entries": [{"kind": "undo", "seat": 0, "to": 7}]},
        {"format": 9},
    ],
)
async def test_a_bad_record_is_refused(
    house: House, admin: Browser, game: Game, broken: dict[str, object]
) -> None:
    kept = await house.store.record(game[0], with_seed=True)
    data = json.loads(msgspec.json.encode(kept)) | broken
    files = {"record": ("r.json", json.dumps(data).encode())}
    answer = await admin.post("/admin/import", WHY, files=files)
    assert answer.status_code == 422
    assert 'role="alert"' in answer.text
    msgspec.convert(json.loads(msgspec.json.encode(kept)), Record)
