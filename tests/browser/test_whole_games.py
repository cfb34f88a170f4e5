"""Friends play whole games through their pages: one at a desk, one on a phone, one a computer."""

from __future__ import annotations

import random
from pathlib import Path

from playwright.sync_api import Browser

from tests.browser.friends import PHONE, Friend
from tests.service import Service

SHOTS = Path("test-results") / "shots"


def shoot(friend: Friend, name: str) -> None:
    SHOTS.mkdir(parents=True, exist_ok=True)
    friend.page.screenshot(path=SHOTS / f"{name}.png")


def play_to_the_end(friends: list[Friend], luck: random.Random, keyboard_moves: int) -> int:
    """Everybody moves whenever asked; returns the moves that were made."""
    made = 0
    while not friends[0].is_over:
        moved = False
        for friend in friends:
            if friend.is_asked and not friend.is_over:
                if friend is friends[-1] and made < keyboard_moves:
                    friend.by_keyboard()
                else:
                    friend.move(luck)
                made += 1
                moved = True
        if not moved:
            newest = max(friend.version for friend in friends)
            friends[0].page.wait_for_function(
                "() => document.querySelector('#turn[data-mine], .turn--over')"
                f" || Number(document.querySelector('#version').dataset.version) > {newest}"
            )
    return made


def test_rock_n_roll(chromium: Browser, service: Service) -> None:
    luck = random.Random(1977)
    with (
        Friend(chromium, service.url, "Anna") as anna,
        Friend(chromium, service.url, "Ben", **PHONE) as ben,
    ):
        link = anna.open_room("rock-n-roll", 3, computers=1)
        ben.join(link)
        anna.page.locator(".lineup__seat").get_by_text("Ben").wait_for()
        assert anna.axe() == []
        anna.start()
        ben.at_table()
        for friend, name in ((anna, "rock-n-roll-desk"), (ben, "rock-n-roll-phone")):
            shoot(friend, name)
            friend.no_sideways_scrolling()
            assert friend.axe() == []

        for _ in range(6):
            for friend in (anna, ben):
                if friend.is_asked:
                    friend.move(luck)

        # one loads the page anew, one loses the connection for a while
        anna.page.reload()
        anna.at_table()
        ben.context.set_offline(True)
        ben.page.evaluate("dispatchEvent(new Event('offline'))")
        if anna.is_asked:
            anna.move(luck)
        ben.context.set_offline(False)
        ben.page.locator("body[data-connection=open]").wait_for()
        ben.wait_for_version(anna.version)

        # and everybody at once, when the service dies: the pages come back by themselves
        newest, port = anna.version, service.port
        service.kill()
        service.start(port)
        for friend in (anna, ben):
            friend.page.locator("body[data-connection=open]").wait_for()
            assert friend.version >= newest

        play_to_the_end([anna, ben], luck, keyboard_moves=5)
        ben.page.locator(".turn--over").wait_for()
        assert anna.result() == ben.result()
        shoot(anna, "rock-n-roll-result")
