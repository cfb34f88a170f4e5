"""What nobody or not everybody knows, dealt anew (TNR-170 to TNR-175)."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from app.games.chance import Chance
from app.games.contract import Viewer
from app.games.kit.decks import Deck
from app.games.thrash_n_roll.content import MARKERS
from app.games.thrash_n_roll.state import Band, Planning, State

_ENCODER = msgspec.msgpack.Encoder()
_DECODER = msgspec.msgpack.Decoder(State)


def redealt(state: State, viewer: Viewer, chance: Chance) -> State:
    """A state that looks the same to ``viewer``."""
    other = _DECODER.decode(_ENCODER.encode(state))
    _hands(other, viewer, chance, other.support_deck, lambda band: band.supports)
    _hands(other, viewer, chance, other.fan_deck, lambda band: band.fans)
    _scandals(other, viewer, chance)
    for band in other.bands:
        _popularity(band, chance)
    top = other.agenda[-1] if other.agenda else None
    if isinstance(top, Planning) and top.seat != viewer:
        # the draft is made of cards that have just changed; others only know of a turn
        other.agenda.pop()
    return other


def _hands(
    state: State,
    viewer: Viewer,
    chance: Chance,
    deck: Deck,
    hand_of: Callable[[Band], list[str]],
) -> None:
    hands = [hand_of(band) for seat, band in enumerate(state.bands) if seat != viewer]
    _deal([deck.draw, *hands], chance)


def _scandals(state: State, viewer: Viewer, chance: Chance) -> None:
    piles = [state.scandal_deck.draw, *(band.beside for band in state.bands)]
    if not state.over:
        piles.extend(band.scandals for seat, band in enumerate(state.bands) if seat != viewer)
    _deal(piles, chance)


def _deal(piles: list[list[str]], chance: Chance) -> None:
    """Shuffle the cards of all piles together and deal as many back to each."""
    cards = sorted(card for pile in piles for card in pile)
    chance.shuffle(cards)
    for pile in piles:
        pile[:] = [cards.pop() for _ in pile]


def _popularity(band: Band, chance: Chance) -> None:
    """Covered and removed markers of a group may be any that have not been taken."""
    places: dict[int, list[int]] = {}
    for index, marker in enumerate(band.covered):
        places.setdefault(MARKERS[marker].group, []).append(index)
    for number, removed in enumerate(band.removed):
        covered = places.get(MARKERS[removed].group, [])
        markers = sorted([removed, *(band.covered[index] for index in covered)])
        chance.shuffle(markers)
        band.removed[number] = markers.pop()
        for index in covered:
            band.covered[index] = markers.pop()
