"""Clocks: how long a seat may think.

A clock is data in the room's row. What is left of each seat's time is kept as of the room's
deadline, which is the earliest moment at which somebody's time is over; so whoever stops the
clock for a while (a break, a standstill of the service) moves the deadline and nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta

import msgspec

from app.games.contract import Decision, Seat
from app.rooms.refusals import Refused

MINUTE, HOUR, DAY = 60, 3600, 86_400


class SeatClock(msgspec.Struct, frozen=True):
    """Seconds of a seat. ``reserve``: what it had in reserve when it was asked last; ``left``:
    what is left of the open question, as of the room's deadline, ``None`` for a seat that is
    not asked; ``asked``: the room's version at which that question was put."""

    reserve: float
    left: float | None = None
    asked: int | None = None


class Clock(msgspec.Struct, frozen=True):
    """A room's clock. ``kind``: "none", "live" or "mail"; ``move``: seconds for each choice;
    ``reserve``: seconds that a seat has on top of them at the start."""

    kind: str = "none"
    move: float = 0
    reserve: float = 0
    seats: dict[Seat, SeatClock] = {}


CLOCKS: Mapping[str, tuple[str, Clock]] = {
    "none": ("No clock", Clock()),
    "live-10": ("Brisk: 10 seconds a choice, 2 minutes in reserve", Clock("live", 10, 2 * MINUTE)),
    "live-25": ("Calm: 25 seconds a choice, 5 minutes in reserve", Clock("live", 25, 5 * MINUTE)),
    "live-60": ("Slow: a minute a choice, 10 minutes in reserve", Clock("live", 60, 10 * MINUTE)),
    "mail-8": ("By mail: 8 hours a choice", Clock("mail", 8 * HOUR)),
    "mail-24": ("By mail: a day a choice", Clock("mail", DAY)),
    "mail-72": ("By mail: three days a choice", Clock("mail", 3 * DAY)),
}
"""The clocks that a host can choose, by name, each with its label (GR-017)."""


def chosen(name: str) -> Clock:
    """The clock of that name. Raises `Refused` for any other name."""
    if name not in CLOCKS:
        raise Refused("There is no such clock.", "GR-017", 422)
    return CLOCKS[name][1]


def name_of(clock: Clock) -> str:
    """The name under which a host chose a clock."""
    bare = Clock(clock.kind, clock.move, clock.reserve)
    return next((name for name, (_, known) in CLOCKS.items() if known == bare), "none")


def due(clock: Clock, deadline: datetime | None) -> dict[Seat, datetime]:
    """When the time of each seat that is being asked is over."""
    left = {seat: each.left for seat, each in clock.seats.items() if each.left is not None}
    if deadline is None or not left:
        return {}
    least = min(left.values())
    return {seat: deadline + timedelta(seconds=each - least) for seat, each in left.items()}


def turned(
    clock: Clock,
    deadline: datetime | None,
    now: datetime,
    before: Mapping[Seat, Decision],
    after: Mapping[Seat, Decision],
    version: int = 0,
) -> tuple[Clock, datetime | None]:
    """The clock and the deadline once ``after`` is asked instead of ``before``, from the room's
    ``version`` on (GR-017).

    A question that is still open goes on; a new one has the seconds of a move and the reserve,
    into which went what was left of the seat's last question (at most twice what it began with).
    """
    if clock.kind == "none":
        return clock, None
    running = due(clock, deadline)
    seats: dict[Seat, SeatClock] = {}
    for seat in {*clock.seats, *after}:
        kept = clock.seats.get(seat, SeatClock(clock.reserve))
        left = (running[seat] - now).total_seconds() if seat in running else None
        if left is not None and kept.left is not None:
            left = min(left, kept.left)  # whatever was done to a clock, thinking gives no time
        if left is not None and seat in after and before.get(seat) == after[seat]:
            seats[seat] = SeatClock(kept.reserve, left, kept.asked)
            continue
        reserve = kept.reserve if left is None else min(max(left, 0.0), 2 * clock.reserve)
        seats[seat] = (
            SeatClock(reserve, clock.move + reserve, version)
            if seat in after
            else SeatClock(reserve)
        )
    least = min((each.left for each in seats.values() if each.left is not None), default=None)
    turned_clock = msgspec.structs.replace(clock, seats=seats)
    return turned_clock, None if least is None else now + timedelta(seconds=least)
