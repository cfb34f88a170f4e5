"""Every game's table on the smallest phone: nothing goes sideways, and a finger hits."""

from __future__ import annotations

import random
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.browser.friends import PHONE, Friend
from tests.service import Service

SMALL: dict[str, Any] = PHONE | {"viewport": {"width": 360, "height": 640}}
FINGER = 44
"""Pixels of a target's shorter side."""

# what a finger is meant for, where it is drawn; links in a sentence may be as small as its words.
# A target counts with all that is the same control: a label with its box, a wide hit area around.
SMALL_TARGETS = """least => {
  const hits = (piece, x, y) => {
    const hit = document.elementFromPoint(x, y);
    return hit && (piece.contains(hit) || hit.contains(piece) && hit.matches('label,summary'));
  };
  const reach = (piece, box, dx, dy) => {
    let [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    let steps = 0;
    while (steps < least && hits(piece, x + dx * (steps + 1), y + dy * (steps + 1))) steps += 1;
    return steps;
  };
  const found = [];
  const all = '#table .is-legal, #table button, .handles button, .bar button, .bar a, #since *';
  for (const piece of document.querySelectorAll(all)) {
    if (!piece.matches('button, a, summary, label, [tabindex], .is-legal')) continue;
    if (!piece.checkVisibility() || piece.closest('dialog:not([open])')) continue;
    piece.scrollIntoView({block: 'center', inline: 'center'});
    const box = piece.getBoundingClientRect();
    if (!box.width || !hits(piece, box.x + box.width / 2, box.y + box.height / 2)) continue;
    const wide = Math.max(box.width, reach(piece, box, -1, 0) + reach(piece, box, 1, 0) + 1);
    const high = Math.max(box.height, reach(piece, box, 0, -1) + reach(piece, box, 0, 1) + 1);
    if (Math.min(wide, high) < least) {
      const name = piece.id || piece.className || piece.textContent.trim();
      found.push(`${name} ${Math.round(wide)}x${Math.round(high)}`);
    }
  }
  scrollTo(0, 0);
  return found;
}"""


IN_SIGHT = """selector => {
  const piece = document.querySelector(selector);
  const box = piece.getBoundingClientRect();
  return box.left >= 0 && box.right <= innerWidth && piece.scrollWidth <= piece.clientWidth;
}"""


# a choice in a closed fold is told by the fold's head
HIDDEN_CHOICES = """() => {
  const told = (fold) =>
    fold?.matches('.fold--marked') && fold.querySelector('.fold__btn').checkVisibility();
  const lit = [...document.querySelectorAll('#table .is-legal')];
  return lit
    .filter((piece) => !piece.closest('dialog') && !piece.checkVisibility())
    .filter((piece) => !told(piece.closest('.fold')))
    .map((piece) => piece.id);
}"""
SCREENS = 3.5
"""How long a table may be on a phone, in screens of 360 by 640."""


@pytest.mark.parametrize(
    ("game", "seats"),
    [
        ("rock-n-roll", 2),
        ("thrash-n-roll", 2),
        ("ready-to-rock", 3),
        ("lords-of-rock", 3),
        ("rock-hard-1977", 2),
    ],
)
def test_the_smallest_phone(chromium: Browser, service: Service, game: str, seats: int) -> None:
    luck = random.Random(game)
    with Friend(chromium, service.url, "Anna", **SMALL) as anna:
        anna.open_room(game, seats, computers=seats - 1)
        anna.start()
        for _ in range(3):
            anna.wait_until_asked()
            anna.no_sideways_scrolling()
            assert anna.page.evaluate(IN_SIGHT, ".seat.is-mine")
            assert anna.page.evaluate(IN_SIGHT, ".bar__title")
            assert anna.page.evaluate(SMALL_TARGETS, FINGER) == []
            assert anna.page.evaluate(HIDDEN_CHOICES) == []
            assert anna.page.evaluate("document.documentElement.scrollHeight") <= SCREENS * 640
            if game == "thrash-n-roll":
                assert anna.page.evaluate(IN_SIGHT, ".tray"), "the whole hand, up and down"
            anna.move(luck)


@pytest.mark.parametrize("game", ["thrash-n-roll", "rock-hard-1977"])
def test_what_is_unfolded_stays_open(chromium: Browser, service: Service, game: str) -> None:
    luck = random.Random(game)
    with Friend(chromium, service.url, "Anna", **SMALL) as anna:
        anna.open_room(game, 2, computers=1)
        anna.start()
        anna.wait_until_asked()
        head = anna.page.locator("#main .fold__btn[aria-expanded=false]:visible").last
        part = head.get_attribute("aria-controls")
        head = anna.page.locator(f"[aria-controls='{part}']")
        head.press("Enter")
        anna.move(luck)
        assert anna.page.locator(f"#{part}").is_visible()
        assert head.get_attribute("aria-expanded") == "true"
        assert anna.axe() == []
        anna.page.reload()
        anna.at_table()
        assert anna.page.locator(f"#{part}").is_visible(), "also when the page is loaded anew"
        head.press("Enter")
        assert anna.page.locator(f"#{part}").is_hidden()
        assert head.get_attribute("aria-expanded") == "false"
