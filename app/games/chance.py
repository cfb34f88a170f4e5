"""Seeded chance that replays, verifies, and can't be re-rolled.

Every draw is a keyed hash of (source, number of the draw): BLAKE2b (RFC 7693) keyed with the
room's 256-bit seed. Who knows the seed can check every shuffle and die; who knows results
cannot find the seed. The state keeps only how many draws each source has made, so an undo that
restores the counters restores the future as well.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import MutableSequence, Sequence
from typing import TypeVar

T = TypeVar("T")

SEED_BYTES = 32
_DRAW_BITS = 64
_DRAW_RANGE = 1 << _DRAW_BITS


def new_seed() -> bytes:
    """A fresh 256-bit seed from the system's randomness."""
    return secrets.token_bytes(SEED_BYTES)


def commitment(seed: bytes) -> str:
    """The SHA-256 of a seed in hex: shown at the start, checked by anyone at the end."""
    return hashlib.sha256(seed).hexdigest()


class Chance:
    """Draws from a seed. ``draws`` (source -> draws made) is the only thing that changes.

    Sources are independent: what one gives never depends on draws from another. A game names
    its sources when turns may interleave ("band-2"); elsewhere the unnamed source will do.
    """

    __slots__ = ("_seed", "draws")

    def __init__(self, seed: bytes, draws: dict[str, int] | None = None) -> None:
        if len(seed) != SEED_BYTES:
            raise ValueError(f"a seed has {SEED_BYTES} bytes, not {len(seed)}")
        self._seed = seed
        self.draws: dict[str, int] = {} if draws is None else draws

    def below(self, limit: int, source: str = "") -> int:
        """A whole number from 0 to ``limit - 1``, each equally likely (rejection sampling)."""
        if limit < 1:
            raise ValueError("nothing to draw from")
        fair = _DRAW_RANGE - _DRAW_RANGE % limit
        while True:
            number = self.draws.get(source, 0)
            self.draws[source] = number + 1
            digest = hashlib.blake2b(
                f"{source}:{number}".encode(), digest_size=_DRAW_BITS // 8, key=self._seed
            ).digest()
            value = int.from_bytes(digest, "big")
            if value < fair:
                return value % limit

    def die(self, source: str = "", sides: int = 6) -> int:
        """A throw of one die: 1 to ``sides``."""
        return self.below(sides, source) + 1

    def pick(self, items: Sequence[T], source: str = "") -> T:
        """One of ``items``, each equally likely."""
        return items[self.below(len(items), source)]

    def shuffle(self, items: MutableSequence[T], source: str = "") -> None:
        """Shuffle in place (Fisher-Yates): every order equally likely."""
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1, source)
            items[last], items[other] = items[other], items[last]
