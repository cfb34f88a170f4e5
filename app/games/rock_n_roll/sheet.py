"""Changes of one band's sheet: fans and their limit, abilities, money."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from app.games.rock_n_roll.content import CONTENT, NUMBERS, PRICES
from app.games.rock_n_roll.state import Band


@lru_cache(maxsize=4096)
def _limit(abilities: tuple[int, ...]) -> int | None:
    total = sum(abilities)
    second, first = sorted(abilities)[-2:]
    fitting = [
        row
        for row in CONTENT.fan_limits
        if total >= row.need.total and first >= row.need.first and second >= row.need.second
    ]
    return None if fitting[-1].unlimited else fitting[-1].limit


def fan_limit(abilities: Sequence[int]) -> int | None:
    """The most fans that these abilities hold; ``None`` for no limit (RNR-057)."""
    return _limit(tuple(abilities))


def fan_room(band: Band) -> int | None:
    """How many fans the band may still gain; ``None`` for any number."""
    limit = fan_limit(band.abilities)
    return None if limit is None else limit - band.fans


def change_of_fans(band: Band, gain: int) -> int:
    """What a gain changes: fans go up to the limit and never below 0 (RNR-056, RNR-098)."""
    room = fan_room(band)
    change = gain if room is None else min(gain, room)
    return max(change, -band.fans)


def add_fans(band: Band, gain: int) -> int:
    """Add fans as far as they can change. Returns the change."""
    change = change_of_fans(band, gain)
    band.fans += change
    return change


def cut_fans(band: Band) -> int:
    """Drop the fans above the limit. Returns how many (RNR-060)."""
    room = fan_room(band)
    lost = max(0, -room) if room is not None else 0
    band.fans -= lost
    return lost


def may_lose_ability(band: Band) -> list[int]:
    """The musicians above the floor, by index (RNR-068)."""
    return [index for index, value in enumerate(band.abilities) if value > NUMBERS.least_ability]


def spend(band: Band, purchase: str) -> None:
    """Pay for "magazine", "session" or "roadie" and note it in the finances."""
    band.money -= PRICES[purchase]
    finances = band.finances
    if purchase == "magazine":
        finances.magazines += 1
    elif purchase == "session":
        finances.sessions += 1
    else:
        finances.roadies += 1
