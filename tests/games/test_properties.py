"""The property suite over every game of the catalog (see `tests.games.properties`).

``GREENROOM_WALKS`` sets the games a seat count (default 2; ``make fuzz`` runs many more).
"""

from __future__ import annotations

import os
from typing import Any

import pytest

from app.games.catalog import GAMES
from app.games.contract import Rules
from app.games.playouts import seed_of
from tests.games.properties import Walk

WALKS = int(os.environ.get("GREENROOM_WALKS", "2"))
CASES = [
    pytest.param(rules, seats, number, id=f"{rules.meta.slug}-{seats}-{number}")
    for rules in GAMES
    for seats in range(rules.meta.min_seats, rules.meta.max_seats + 1)
    for number in range(WALKS)
]


@pytest.mark.parametrize(("rules", "seats", "number"), CASES)
def test_random_game(rules: Rules[Any], seats: int, number: int) -> None:
    Walk(rules, seats, seed_of(rules.meta.slug, seats, number), deep_every=5).run()
