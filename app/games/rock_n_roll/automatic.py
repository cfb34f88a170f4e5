"""The choice that is made for a band whose time is out (RNR-149)."""

from __future__ import annotations

from app.games.contract import Seat
from app.games.rock_n_roll import results
from app.games.rock_n_roll.content import MUSICIANS
from app.games.rock_n_roll.menu import CASH, FAME, FANS, PRACTICE, TOURING
from app.games.rock_n_roll.sheet import fan_limit, fan_room, may_lose_ability
from app.games.rock_n_roll.state import Band, State

_BY_PHASE = {"step": "stop", "fame_step": "bank", "bust": "accept"}


def automatic(state: State, seat: Seat) -> str:
    """See `contract.Rules.automatic`. Looks at the band's own sheet and dice only."""
    band = state.bands[seat]
    if band.phase == "declare":
        return f"declare:{_category(band)}"
    if band.phase == "practice_set":
        return max(
            results.practice_gains(band.values),
            key=lambda gain: (sum(results.gain_of(gain)), gain.startswith(results.TWO)),
        )
    if band.phase == "lose_ability":
        return f"lose:{MUSICIANS[least_harm(band)]}"
    return _BY_PHASE[band.phase]


def _category(band: Band) -> str:
    values = band.values
    if band.touring and results.different(values) >= 4:
        return TOURING
    if results.sixes(values) >= 2:
        return FAME
    if results.practice_gains(values):
        return PRACTICE
    room = fan_room(band)
    if results.fans_from(values) and (room is None or room > 0):
        return FANS
    return CASH


def least_harm(band: Band) -> int:
    """The loss that leaves the highest fan limit, then the weakest musician, then the lowest
    number."""

    def harm(index: int) -> tuple[bool, int, int, int]:
        left = list(band.abilities)
        left[index] -= 1
        limit = fan_limit(left)
        return (limit is not None, -(limit or 0), band.abilities[index], index)

    return min(may_lose_ability(band), key=harm)
