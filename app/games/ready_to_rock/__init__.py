"""Ready to Rock!: up to nine rockers push through one crowd towards one stage."""

from app.games.ready_to_rock.rules import RULES

__all__ = ["RULES"]
