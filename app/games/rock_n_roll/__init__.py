"""Rock 'n Roll: four years of a band on one sheet of paper, rolled and written."""

from app.games.rock_n_roll.rules import RULES

__all__ = ["RULES"]
