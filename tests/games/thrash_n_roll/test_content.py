"""The tables of the content file (TNR-044, TNR-060, TNR-107, TNR-183 to TNR-185)."""

from __future__ import annotations

import re
from collections import Counter

from app.games import ledger
from app.games.thrash_n_roll.content import (
    ACTIONS,
    CHARACTERS,
    FANS,
    LOCATIONS,
    MARKERS,
    SCANDALS,
    SKILLS,
    SUPPORTS,
    dice_spaces,
)
from tests.ledger import rule


@rule("TNR-044")
def test_dice_spaces_by_number_of_players() -> None:
    table = {
        "metal-skull": (4, 5, 7, 8),
        "academy": (3, 4, 6, 7),
        "broken-bone": (3, 4, 5, 6),
        "thrashing-mall": (4, 5, 7, 8),
        "spark-vinyl": (4, 5, 7, 8),
        "viper-tv": (3, 4, 6, 7),
        "radio": (3, 4, 5, 6),
    }
    for name, spaces in table.items():
        assert tuple(dice_spaces(name, seats) for seats in range(2, 6)) == spaces
        symbols = LOCATIONS[name].symbols
        assert sum(symbols[letter] for letter in "CDEF") == spaces[-1]
        assert symbols["C"] == spaces[0]
    assert dice_spaces("concert", 2) > 25


@rule("TNR-183")
def test_the_sixty_support_cards() -> None:
    characters = list(CHARACTERS)
    for card in SUPPORTS.values():
        number = characters.index(card.character) + SKILLS.index(card.skill)
        assert card.value == number % 6 + 1
    by_value = Counter((card.value, card.skill) for card in SUPPORTS.values())
    assert len(by_value) == 30
    assert set(by_value.values()) == {2}
    text = ledger.read("app.games.thrash_n_roll", "TNR").rules["TNR-183"].text
    for row in re.findall(r"^\| (.+?) \| (.+?) \| (\d(?: \| \d){4}) \|$", text, re.M):
        name, places, values = row
        cards = [card for card in SUPPORTS.values() if card.name == name]
        shown = CHARACTERS[cards[0].character].bonus_locations
        assert {LOCATIONS[place].name for place in shown} == set(places.split(", "))
        assert [card.value for card in cards] == [int(value) for value in values.split(" | ")]


@rule("TNR-184", "TNR-055")
def test_the_forty_fans() -> None:
    for skill in SKILLS:
        fans = [fan for fan in FANS.values() if fan.skill == skill]
        assert [fan.assassin for fan in fans] == [True] * 4 + [False] * 4
    text = ledger.read("app.games.thrash_n_roll", "TNR").rules["TNR-184"].text
    for fan in FANS.values():
        assert fan.name in text


@rule("TNR-185")
def test_the_scandals() -> None:
    assert Counter(card.skill for card in SCANDALS.values()) == dict.fromkeys(SKILLS, 5)
    text = ledger.read("app.games.thrash_n_roll", "TNR").rules["TNR-185"].text
    for card in SCANDALS.values():
        assert card.name in text


@rule("TNR-060", "TNR-059")
def test_the_popularity_markers_of_a_colour() -> None:
    icons = {
        group: sorted(
            marker.icon
            for marker in MARKERS.values()
            if marker.group == group
            for _ in range(marker.copies)
        )
        for group in range(1, 7)
    }
    assert icons == {
        1: ["card", "card", "clef", "microphone", "star-1"],
        2: ["card", "guitar", "single", "star-1", "star-3"],
        3: ["camera", "guitar", "microphone", "single", "star-3"],
        4: ["album", "camera", "clef", "star-3"],
        5: ["album", "guitar", "microphone", "star-5"],
        6: ["album", "star-10", "star-5"],
    }
    gains = {marker.icon: dict(marker.gain) for marker in MARKERS.values()}
    assert gains == {
        "card": {"support_draw": 1},
        "guitar": {"gear": 1},
        "clef": {"timing": 1},
        "microphone": {"skill_any": 1},
        "single": {"single": 1},
        "album": {"album": 1},
        "camera": {"scandal_discard": 1},
        "star-1": {"fame": 1},
        "star-3": {"fame": 3},
        "star-5": {"fame": 5},
        "star-10": {"fame": 10},
    }


@rule("TNR-107")
def test_the_twenty_two_actions() -> None:
    assert len(ACTIONS) == 22
    costs = {
        location.id: [action.cost for action in location.action] for location in LOCATIONS.values()
    }
    assert costs == {
        "metal-skull": [1, 2, 3, 4],
        "academy": [1, 2, 3],
        "broken-bone": [1, 2, 3],
        "thrashing-mall": [2, 3, 4],
        "spark-vinyl": [2, 3],
        "viper-tv": [1, 2, 3],
        "radio": [1, 2, 3],
        "concert": [5],
    }
