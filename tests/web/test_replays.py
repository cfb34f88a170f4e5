"""The pages after the game: stepping through it, checking its luck."""

from __future__ import annotations

import random
import re

from app.live.sight import Eyes, look_once
from tests.web.visitor import Visitor, open_house, play_out, seated


def part(html: str, region: str) -> str:
    """A region's text and attributes as the page has them."""
    found = re.search(rf'<div id="region-{region}".*?(?=<div id="region-|</main>)', html, re.S)
    assert found, region
    return found[0]


async def test_a_finished_game_is_stepped_through_by_its_address(database_url: str) -> None:
    async with (
        open_house(database_url) as (app, house),
        Visitor(app) as anna,
        Visitor(app) as guest,
    ):
        await anna.named("Anna")
        assert anna.person is not None
        ben = (await house.people.create("Ben"))[0]
        room = await seated(house, [anna.person, ben])
        live: dict[int, dict[str, str]] = {}
        luck = random.Random(5)
        await anna.get(f"/rooms/{room.code}/replay?move=0", status=404)
        await guest.get(f"/rooms/{room.code}/replay", status=404)
        for number in range(4):
            sight, pieces = look_once(room, Eyes(None))
            live[number] = house.html.whole(room, None, sight, pieces).regions
            seat = min(room.waiting)
            moves = [option.move for option in room.menu(seat) if option.blocked is None]
            await house.rooms.move(room, seat, luck.choice(moves), None, None)
        await play_out(house, room, luck)

        for number, regions in live.items():
            html = await guest.get(f"/rooms/{room.code}/replay?move={number}&seat=onlooker")
            for region in regions.values():
                assert region in html, f"move {number}"
            assert f'value="{number}"' in html
            assert (
                f'href="/rooms/{room.code}/replay?seat=onlooker&amp;move={number + 1}" rel="next"'
                in html
            )
            assert "hx-ws:connect" not in html
            assert 'name="decision" value=""' in html
            assert "is-away" not in html, "who was there then is not known"
        end = await anna.get(f"/rooms/{room.code}/replay?move=99999&seat=0")
        assert f'value="{room.version}"' in end
        assert "The game is over" in end
        assert 'data-viewer="0"' in end
        last = room.entries[-1].number
        table = await anna.get(f"/rooms/{room.code}")
        assert f'href="/rooms/{room.code}/replay?seat=0&amp;move={last}"' in table
        assert f"/rooms/{room.code}/replay?seat=0&amp;move=0" in await anna.get(
            f"/rooms/{room.code}/result"
        )


async def test_a_closed_door_is_closed_for_the_replay_too(database_url: str) -> None:
    async with open_house(database_url) as (app, house), Visitor(app) as guest:
        people = [(await house.people.create(name))[0] for name in ("Anna", "Ben")]
        room = await seated(house, people)
        await play_out(house, room, random.Random(5))
        await guest.get(f"/rooms/{room.code}/replay")
        room.facts.onlookers = False

        await guest.get(f"/rooms/{room.code}/replay", status=404)
        await guest.post(f"/rooms/{room.code}/verify", status=404)


async def test_the_page_says_whether_a_record_holds(database_url: str) -> None:
    async with open_house(database_url) as (app, house), Visitor(app) as guest:
        people = [(await house.people.create(name))[0] for name in ("Anna", "Ben")]
        room = await seated(house, people)
        await play_out(house, room, random.Random(5))
        kept = (await guest.http.get(f"/rooms/{room.code}/record.json")).content

        async def asked(data: bytes, status: int) -> str:
            file = ("record.json", data, "application/json")
            return await guest.post("/verify", status, files={"record": file})

        assert "Verified." in await guest.post(f"/rooms/{room.code}/verify")
        assert "Verified." in await asked(kept, 200)
        forged = kept.replace(b'"score": ', b'"score": 1', 1)
        assert "another result" in await asked(forged, 422)
        reseeded = re.sub(rb'"seed": "..', b'"seed": "00', kept)
        assert "committed" in await asked(reseeded, 422)
        assert "no record" in await asked(b"{}", 422)
        assert "too long" in await asked(b" " * 1_000_001, 422)
