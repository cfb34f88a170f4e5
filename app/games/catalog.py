"""The games of the house: one line a game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.games.contract import Rules
from app.games.rock_n_roll import RULES as ROCK_N_ROLL
from app.games.thrash_n_roll import RULES as THRASH_N_ROLL

GAMES: tuple[Rules[Any], ...] = (ROCK_N_ROLL, THRASH_N_ROLL)

CATALOG: Mapping[str, Rules[Any]] = {rules.meta.slug: rules for rules in GAMES}
