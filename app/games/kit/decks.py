"""A face-down deck with its discards."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from app.games.chance import Chance


class Deck(msgspec.Struct):
    """Card ids. The top of the deck is the end of ``draw``, that of the discards of ``used``."""

    draw: list[str]
    used: list[str] = []

    def top(self) -> str:
        """Take the top card. Raises ``IndexError`` when the deck is empty."""
        return self.draw.pop()

    def discard(self, *cards: str) -> None:
        self.used.extend(cards)

    def reshuffle(self, chance: Chance, source: str = "") -> None:
        """Shuffle the discards back into the deck."""
        self.draw.extend(self.used)
        self.used.clear()
        chance.shuffle(self.draw, source)


def shuffled(cards: Iterable[str], chance: Chance, source: str = "") -> Deck:
    """A new deck in random order."""
    draw = list(cards)
    chance.shuffle(draw, source)
    return Deck(draw)
