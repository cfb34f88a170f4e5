"""The chart: turning a card and placing the albums of a month (RNR-081 to RNR-091)."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from app.games.chance import Chance
from app.games.contract import Seat
from app.games.rock_n_roll.content import CARDS
from app.games.rock_n_roll.state import PENDING, UNRANKED, Album, State, Turned


class Release(msgspec.Struct, frozen=True):
    """An album that waits for its spot, and the fans that its band has now."""

    seat: Seat
    rating: int
    fans: int


def spot_by_card(requirements: Sequence[int], rating: int) -> int:
    """The best spot whose requirement is met, or `UNRANKED` (RNR-083, RNR-084)."""
    for spot, required in enumerate(requirements, start=1):
        if rating >= required:
            return spot
    return UNRANKED


def spots(requirements: Sequence[int], releases: Sequence[Release]) -> dict[Seat, int]:
    """The final spots of the albums of one month, by seat (RNR-085 to RNR-089)."""
    placed: dict[Seat, int] = {}
    floor_above = 0
    for rating in sorted({release.rating for release in releases}, reverse=True):
        equals = [release for release in releases if release.rating == rating]
        by_card = spot_by_card(requirements, rating)
        for release in equals:
            ahead = sum(other.fans > release.fans for other in equals)
            placed[release.seat] = min(UNRANKED, max(by_card + ahead, floor_above))
        floor_above = max(floor_above, *(placed[release.seat] for release in equals))
    return placed


def waiting_albums(state: State) -> dict[Seat, Album]:
    """The albums of the running month that have no spot yet."""
    return {
        seat: band.albums[-1]
        for seat, band in enumerate(state.bands)
        if band.albums and band.albums[-1].spot == PENDING
    }


def turn_card(state: State, chance: Chance) -> dict[Seat, int]:
    """Turn a card for the albums of the month and place them. Returns the spots by seat;
    nothing happens, and the answer is empty, in a month without a release (RNR-081)."""
    albums = waiting_albums(state)
    if not albums:
        return {}
    if not state.deck.draw:
        state.deck.reshuffle(chance, "deck")
    card = state.deck.top()
    state.deck.discard(card)
    state.turned.append(Turned(state.month, card))
    releases = [
        Release(seat, album.rating, state.bands[seat].fans) for seat, album in albums.items()
    ]
    placed = spots(CARDS[card].requirements, releases)
    for seat, album in albums.items():
        album.spot = placed[seat]
    return placed
