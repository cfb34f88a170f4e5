"""Thrash'n Roll: six rounds of dice, gigs, records and scandals for 2 to 5 bands."""

from app.games.thrash_n_roll.rules import RULES

__all__ = ["RULES"]
