"""The property suite over every game of the catalog (see `tests.games.properties`).

``GREENROOM_WALKS`` sets the games a seat count (default 2; ``make fuzz`` runs many more).
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, cast

import pytest

from app.games.catalog import CATALOG, GAMES
from app.games.contract import Option, Rules
from app.games.playouts import seed_of
from tests.games import properties
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


class OneAnswer:
    """Rock 'n Roll with menus cut to their first open item: it asks what is no choice."""

    def __init__(self) -> None:
        self._rules = CATALOG["rock-n-roll"]

    def __getattr__(self, name: str) -> Any:
        return getattr(self._rules, name)

    def menu(self, state: Any, seat: int, open_only: bool = False) -> list[Option]:
        return self._rules.menu(state, seat, open_only=True)[:1]

    def automatic(self, state: Any, seat: int) -> str:
        return self.menu(state, seat)[0].move


def test_a_game_that_asks_what_is_no_choice_is_found_out(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(properties, "FAILURES", tmp_path)
    walk = Walk(cast("Rules[Any]", OneAnswer()), 1, seed_of("narrow", 1, 0), 5)
    with pytest.raises(AssertionError, match="which is no choice"):
        walk.run()
