"""Seats in a circle."""

from __future__ import annotations

from collections.abc import Iterator

from app.games.contract import Seat


def clockwise(seats: int, first: Seat) -> Iterator[Seat]:
    """All seats once around, from ``first`` on."""
    for step in range(seats):
        yield (first + step) % seats


def after(seats: int, seat: Seat) -> Iterator[Seat]:
    """The other seats clockwise, from the next one on."""
    for step in range(1, seats):
        yield (seat + step) % seats
