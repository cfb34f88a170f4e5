"""The Lords of Rock: pantheons form bands and compete for souls."""

from app.games.lords_of_rock.rules import RULES

__all__ = ["RULES"]
