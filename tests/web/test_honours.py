"""The pages of honour, and the switch that lets one appear there."""

from __future__ import annotations

import random

from tests.web.visitor import Visitor, open_house, play_out, seated


async def test_a_switch_on_the_profile_decides_who_appears(database_url: str) -> None:
    async with open_house(database_url) as (app, house), Visitor(app) as anna:
        await anna.named("Anna Apparent")
        assert anna.person is not None
        room = await seated(house, [anna.person])
        await play_out(house, room, random.Random(5))
        page = "/games/rock-n-roll/honours"

        assert "House Hall of Fame" in await anna.get(page)
        assert ">Anna Apparent" not in (await anna.get(page)).partition("<main")[2]
        assert "Rather not appear" in await anna.post("/profile/honours", honours="1")
        assert ">Anna Apparent" in (await anna.get(page)).partition("<main")[2]
        assert "Let me appear" in await anna.post("/profile/honours", honours="")
        assert ">Anna Apparent" not in (await anna.get(page)).partition("<main")[2]
        assert "Your record" in await anna.get("/profile")


async def test_every_game_has_its_page_of_honours(database_url: str) -> None:
    async with open_house(database_url) as (app, house), Visitor(app) as guest:
        for slug in house.games:
            assert "Most wins" in await guest.get(f"/games/{slug}/honours")
        await guest.get("/games/no-such-game/honours", status=404)
