"""Friends play whole games through their pages: one at a desk, one on a phone, one a computer."""

from __future__ import annotations

import random
import time
from collections import Counter
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.friends import PHONE, Friend
from tests.service import Service

pytestmark = pytest.mark.long

SHOTS = Path("test-results") / "shots"
BY_HAND = 3
"""Answers of each friend to each question, by keyboard or finger, before they go at once."""


def shoot(friend: Friend, name: str) -> None:
    SHOTS.mkdir(parents=True, exist_ok=True)
    friend.page.screenshot(path=SHOTS / f"{name}.png")


def play_to_the_end(desk: Friend, phone: Friend, luck: random.Random) -> None:
    """Everybody moves whenever asked: by keyboard alone at the desk, by tapping on the phone; the
    same kind of question is answered by hand so often, and then at once."""
    answered: Counter[tuple[str, str]] = Counter()
    while (asked := somebody_asked(desk, phone)) is not None:
        kind = asked.name, asked.question
        answered[kind] += 1
        if answered[kind] > BY_HAND:
            asked.at_once(luck)
        elif asked is desk:
            desk.by_keyboard(luck)
        else:
            phone.move(luck)


def somebody_asked(*friends: Friend) -> Friend | None:
    """Wait until one of the friends has to decide; ``None`` when all pages show the end."""
    patience = time.monotonic() + 60
    while time.monotonic() < patience:
        for friend in friends:
            if friend.is_asked:
                return friend
        if all(friend.is_over for friend in friends):
            return None
        friends[0].page.wait_for_timeout(20)
    raise AssertionError("nobody is asked, and the game is not over")


def sit_down(desk: Friend, phone: Friend, game: str, seats: int, computers: int) -> None:
    """Open a room, join it by the link on the phone, start, and look at both tables."""
    link = desk.open_room(game, seats, computers)
    phone.join(link)
    desk.page.locator(".lineup__seat").get_by_text(phone.name).wait_for()
    desk.start()
    phone.at_table()
    for friend, place in ((desk, "desk"), (phone, "phone")):
        shoot(friend, f"{game}-{place}")
        friend.no_sideways_scrolling()
        assert friend.axe() == [], f"{game} at the {place}"


def same_result(desk: Friend, phone: Friend, game: str) -> None:
    assert desk.result() == phone.result()
    shoot(desk, f"{game}-result-desk")
    shoot(phone, f"{game}-result-phone")
    assert desk.axe() == []


def test_rock_n_roll(chromium: Browser, service: Service) -> None:
    luck = random.Random(1977)
    with (
        Friend(chromium, service.url, "Anna") as anna,
        Friend(chromium, service.url, "Ben", **PHONE) as ben,
    ):
        sit_down(anna, ben, "rock-n-roll", 3, computers=1)
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

        play_to_the_end(anna, ben, luck)
        same_result(anna, ben, "rock-n-roll")


@pytest.mark.parametrize(
    ("game", "seats", "computers"),
    [
        ("thrash-n-roll", 3, 1),
        ("ready-to-rock", 4, 2),
        ("lords-of-rock", 3, 1),
        ("rock-hard-1977", 3, 1),
    ],
)
def test_a_whole_game(
    chromium: Browser, service: Service, game: str, seats: int, computers: int
) -> None:
    luck = random.Random(game)
    with (
        Friend(chromium, service.url, "Anna") as anna,
        Friend(chromium, service.url, "Ben", **PHONE) as ben,
    ):
        sit_down(anna, ben, game, seats, computers)
        play_to_the_end(anna, ben, luck)
        same_result(anna, ben, game)
