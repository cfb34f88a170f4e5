"""Rock Hard: 1977: nine months from day jobs to stadiums. The ledger is in ``rules.md``."""

from app.games.rock_hard_1977.rules import RULES

__all__ = ["RULES"]
