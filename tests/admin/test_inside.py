"""Looking at hidden things: it works, and it is told."""

from __future__ import annotations

from sqlalchemy import select

from app import tables
from app.admin.tree import changes, plain, tree
from app.rooms.refusals import Refused
from app.rooms.room import Room
from app.web.house import House
from tests.admin.conftest import Browser
from tests.admin.test_acts import WHY, Game, play
from tests.rooms.conftest import person


async def looks(house: House) -> list[dict[str, object]]:
    action = tables.admin_action
    async with house.engine.connect() as connection:
        rows = await connection.execute(
            select(action.c.detail).where(action.c.action == "look").order_by(action.c.id)
        )
        return [row.detail for row in rows]


async def test_every_look_at_a_running_game_is_written_down(
    house: House, admin: Browser, game: Game
) -> None:
    room, _ = game
    await play(house, room, 3)
    url = f"/admin/rooms/{room.code}"
    for path in ("inside", "inside?at=2", "as/1", "as/0?at=1", "record.json", "as/1"):
        assert (await admin.get(f"{url}/{path}")).status_code == 200, path
    assert await looks(house) == [
        {"what": "state", "at": 3},
        {"what": "state", "at": 2},
        {"what": "eyes", "seat": 1},
        {"what": "eyes", "seat": 0, "at": 1},
        {"what": "record"},
    ]


async def test_all_eyes_at_once_show_what_each_seat_alone_knows(
    house: House, admin: Browser, game: Game
) -> None:
    """Ready to Rock! deals hands: each is on the page once, under its owner's name."""
    _, (anna, ben) = game
    room = await house.lobby.create(anna, "ready-to-rock", {}, 3, listed=False)
    for guest in (ben, await person(house, "Cleo")):
        await house.lobby.sit(room, guest)
    await house.lobby.start(room, anna)
    page = (await admin.get(f"/admin/rooms/{room.code}/as/all")).text
    known, hidden = hands(room, None), [hands(room, seat) for seat in (0, 1)]
    for seat, name in enumerate(("Anna", "Ben")):
        assert f"Only {name} sees" in page
        own = [region for region in hidden[seat] if hidden[seat][region] != known.get(region)]
        assert own
        for region in own:
            assert page.count(f'id="region-{region}-as-{seat}"') == 1
    assert 'form="move"' not in page
    assert "/live" not in page
    assert await looks(house) == [{"what": "eyes", "seat": "all", "at": 0}]


def hands(room: Room, viewer: int | None) -> dict[str, object]:
    return {region.id: region.data for region in room.rules.view(room.position.state, viewer)}


async def test_what_everybody_sees_is_no_look(house: House, admin: Browser, game: Game) -> None:
    room, _ = game
    await admin.get(f"/admin/rooms/{room.code}")
    await admin.get(f"/admin/rooms/{room.code}/as/onlooker")
    assert await looks(house) == []


async def test_players_read_of_it_when_the_game_is_over(
    house: House, admin: Browser, friend: Browser, game: Game
) -> None:
    room, _ = game
    await admin.get(f"/admin/rooms/{room.code}/inside")
    assert (await friend.get(f"/rooms/{room.code}/result")).status_code == 404
    while room.playing:
        await play(house, room, 1)
    page = (await friend.get(f"/rooms/{room.code}/result")).text
    assert "The house looked in" in page
    assert "Admin, 1 time, last on" in page
    await admin.get(f"/admin/rooms/{room.code}/inside")
    assert len(await looks(house)) == 1


async def test_other_eyes_have_no_choices(house: House, admin: Browser, game: Game) -> None:
    room, _ = game
    page = (await admin.get(f"/admin/rooms/{room.code}/as/0")).text
    assert "You see what Anna sees" in page
    assert f'<a href="/admin/rooms/{room.code}">' in page
    assert 'form="move"' not in page
    assert (await admin.get(f"/admin/rooms/{room.code}/as/9")).status_code == 404


async def test_a_step_tells_what_it_changed(house: House, admin: Browser, game: Game) -> None:
    room, _ = game
    await play(house, room, 4)
    page = (await admin.get(f"/admin/rooms/{room.code}/inside?at=1")).text
    entry = next(entry for entry in room.entries if entry.number == 1)
    before = plain((await house.store.position_at(room, 0)).state)
    after = plain((await house.store.position_at(room, 1)).state)
    assert f"<code>{entry.move}</code>" in page
    found = changes(before, after)
    assert found
    assert all(f"<code>{change.path}</code>" in page for change in found)


async def test_refused_moves_are_shown_with_their_reasons(
    house: House, admin: Browser, game: Game
) -> None:
    room, _ = game
    try:
        await house.rooms.move(room, 0, "declare:touring", None, None)
    except Refused as refused:
        page = (await admin.get(f"/admin/rooms/{room.code}/inside")).text
        assert refused.rule in page
        assert "declare:touring" in page


async def test_a_lobby_has_nothing_inside(house: House, admin: Browser, game: Game) -> None:
    _, (anna, _) = game
    room = await house.lobby.create(anna, "rock-n-roll", {}, 2, listed=False)
    assert (await admin.get(f"/admin/rooms/{room.code}")).status_code == 200
    assert (await admin.get(f"/admin/rooms/{room.code}/inside")).status_code == 404


def test_changes_are_told_by_their_place() -> None:
    before = {"bands": [{"fans": 1, "hand": ["a"]}], "round": 1, "gone": 2}
    after = {"bands": [{"fans": 3, "hand": ["a", "b"]}], "round": 1, "new": None}
    assert [(c.path, c.before, c.after) for c in changes(before, after)] == [
        ("bands.0.fans", "1", "3"),
        ("bands.0.hand", '["a"]', '["a","b"]'),
        ("gone", "2", ""),
        ("new", "", "none"),
    ]


def test_a_short_part_stands_in_one_line() -> None:
    nodes = tree({"dice": [1, 2], "bands": [{"name": "Fuzz", "hands": {"a": [1]}}], "over": False})
    assert [(n.name, n.value, n.note) for n in nodes] == [
        ("dice", "1, 2", ""),
        ("bands", "", "1"),
        ("over", "no", ""),
    ]
    assert nodes[1].parts[0].path == "bands.0"


async def test_names_and_talk_stay_text(house: House, admin: Browser, game: Game) -> None:
    room, (anna, _) = game
    evil = '<img src=x onerror="alert(1)">'
    await house.directory.rename(anna.id, evil)
    await house.chat.say(room, anna, evil)
    form = {**WHY, "reason": evil, "text": evil}
    await admin.post(f"/admin/rooms/{room.code}/announce", form)
    pages = (
        "/admin",
        f"/admin/rooms/{room.code}",
        f"/admin/rooms/{room.code}/inside",
        "/admin/people",
        f"/admin/people/{anna.id}",
        "/admin/book",
        f"/admin?words={evil}&host={evil}",
    )
    for path in pages:
        answer = await admin.get(path)
        assert answer.status_code == 200, path
        assert "<img src=x" not in answer.text, path
