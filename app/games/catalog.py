"""The games of the house: one line a game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.games import lords_of_rock, ready_to_rock, rock_hard_1977, rock_n_roll, thrash_n_roll
from app.games.contract import Rules

GAMES: tuple[Rules[Any], ...] = (
    lords_of_rock.RULES,
    ready_to_rock.RULES,
    rock_hard_1977.RULES,
    rock_n_roll.RULES,
    thrash_n_roll.RULES,
)

CATALOG: Mapping[str, Rules[Any]] = {rules.meta.slug: rules for rules in GAMES}
