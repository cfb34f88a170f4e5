"""Flavour lines: one for what happened, picked by the band's number of the month (RNR-148).

The numbers are drawn at each Opening from a random source of their own, so that telling the
story draws nothing: an action that ends can still be taken back (RNR-029).
"""

from __future__ import annotations

from collections import defaultdict

from app.games.rock_n_roll.content import CONTENT
from app.games.rock_n_roll.state import UNRANKED, Band, Press

_BY_MOMENT: defaultdict[str, list[str]] = defaultdict(list)
for _line in CONTENT.lines:
    _BY_MOMENT[_line.moment].append(_line.id)

FLAVOUR_RANGE = 1 << 16


def press(
    band: Band, moment: str, musician: int | None = None, album: str = "", n: int = 0
) -> Press:
    """The line for ``moment``; ``musician`` is one whom it concerns, by index."""
    lines = _BY_MOMENT[moment]
    if musician is None:
        musician = band.flavour // 7 % len(band.musicians)
    line = lines[band.flavour % len(lines)]
    return Press(line, band.name, band.musicians[musician], album, n)


def fans_moment(gained: int, lost: int) -> str:
    """What an ended Fans action is told as; ``lost`` to the limit goes first."""
    if lost:
        return "fans_full"
    if gained >= 3:
        return "fans_many"
    return "fans_some" if gained else "fans_none"


def fame_moment(banked: int) -> str:
    if banked >= 5:
        return "fame_huge"
    return "fame_big" if banked >= 3 else "fame_small"


def bust_moment(lost_ability: bool, fans_lost: int) -> str:
    if fans_lost:
        return "fans_cut"
    return "bust_ability" if lost_ability else "bust"


def gig_moment(gig: str, tour_over: bool) -> str:
    """``gig`` is the ID of a gig result, such as "gig-epic"."""
    return "tour_done" if tour_over else gig.replace("-", "_")


def cash_moment(money: int) -> str:
    return "cash_high" if money >= 18 else "cash_low"


def release_moment(spot: int) -> str:
    if spot == UNRANKED:
        return "release_none"
    step = next(step for step in (1, 5, 10, 20) if spot <= step)
    return f"release_{step}"
