"""The invariants of the ledger."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import chain

from app.games.contract import Broken
from app.games.kit.decks import Deck
from app.games.thrash_n_roll.content import (
    ASSASSIN_MARKERS,
    FANS,
    FIRST_LEVEL,
    GROUPS,
    LAST_LEVEL,
    LAST_SPACE,
    LIMITS,
    MARKERS,
    ROUNDS,
    SCANDALS,
    SKILLS,
    SUPPORTS,
    dice_spaces,
)
from app.games.thrash_n_roll.menu import menu_of
from app.games.thrash_n_roll.state import (
    Band,
    FanLimit,
    Pairs,
    Planning,
    Question,
    State,
    SupportLimit,
)
from app.games.thrash_n_roll.table import owner_of, record_pool, skill_pool

_MARKERS = Counter({marker.id: marker.copies for marker in MARKERS.values()})


def audit(state: State) -> None:
    """Raise `Broken` if an invariant does not hold."""
    _cards(state)
    _markers(state)
    _tracks(state)
    for band in state.bands:
        _band(state, band)
    _dice(state)
    _decisions(state)


def _check(rule: str, holds: bool, what: str) -> None:
    if not holds:
        raise Broken(rule, what)


def _cards(state: State) -> None:
    """Invariants 1 to 3."""
    bands = state.bands
    supports = chain(state.display, *(band.supports for band in bands))
    fans = chain.from_iterable(band.fans for band in bands)
    scandals = chain.from_iterable((*band.scandals, *band.beside) for band in bands)
    _deck("TNR-054", state.support_deck, (card for card in supports if card), SUPPORTS)
    _deck("TNR-062", state.fan_deck, fans, FANS)
    _deck("TNR-081", state.scandal_deck, scandals, SCANDALS)
    _check("TNR-022", len([card for card in state.display if card]) == LIMITS.display, "display")


def _deck(rule: str, deck: Deck, elsewhere: Iterable[str], cards: Mapping[str, object]) -> None:
    found = sorted((*deck.draw, *deck.used, *elsewhere))
    _check(rule, found == sorted(cards), "each card is in one place")


def _markers(state: State) -> None:
    """Invariants 4 to 6."""
    for skill, name in enumerate(SKILLS):
        _check("TNR-004", skill_pool(state, skill) >= 0, f"too many markers of {name}")
    _check("TNR-063", 0 <= state.assassins <= ASSASSIN_MARKERS, "Assassin markers")
    for seat in range(len(state.bands)):
        _check("TNR-122", record_pool(state, seat) >= 0, "more records than markers")


def _tracks(state: State) -> None:
    """Invariant 7."""
    singles = [band.single for band in state.bands if band.single]
    _check("TNR-017", len(set(singles)) == len(singles), "two singles on a space")
    for seat, band in enumerate(state.bands):
        _check("TNR-015", 0 <= band.single <= LAST_SPACE["singles"], "single off its track")
        _check("TNR-016", band.albums == sorted(band.albums), "albums out of order")
        for album in band.albums:
            _check("TNR-016", 1 <= album <= LAST_SPACE["albums"], "album off its track")
            _check("TNR-017", owner_of(state, "albums", album) == seat, "a space with two owners")


def _band(state: State, band: Band) -> None:
    """Invariants 8 to 11."""
    for level in (band.gear, band.timing):
        _check("TNR-008", FIRST_LEVEL <= level <= LAST_LEVEL, "a level off its track")
    _check("TNR-014", band.fame >= 0, "fame below 0")
    _check("TNR-014", band.fame == sum(band.score.values()), "fame without a source")
    markers = Counter([*band.covered, *band.taken, *band.removed])
    _check("TNR-026", markers == _MARKERS, "popularity markers")
    groups = [MARKERS[marker].group for marker in reversed(band.covered)]
    _check("TNR-010", groups == sorted(groups), "markers on spaces of another group")
    _check("TNR-026", [MARKERS[one].group for one in band.removed] == list(GROUPS), "removed")
    over_supports = any(isinstance(step, SupportLimit) for step in state.agenda)
    over_fans = any(isinstance(step, FanLimit) for step in state.agenda)
    _check("TNR-053", over_supports or len(band.supports) <= LIMITS.support_hand, "support hand")
    _check("TNR-061", over_fans or len(band.fans) <= LIMITS.fan_hand, "fan hand")
    scandals = len(band.scandals) + len(band.beside)
    _check("TNR-074", scandals <= LIMITS.scandals_total, "more than five scandals")
    _check("TNR-073", len(band.beside) <= LIMITS.scandals_per_round, "scandals of a round")


def _dice(state: State) -> None:
    """Invariants 12 and 13."""
    placed = Counter(seat for dice in state.places.values() for seat, _ in dice)
    ending = state.over or isinstance(state.agenda[-1], Pairs)
    for seat, band in enumerate(state.bands):
        count = placed[seat] + len(band.dice)
        _check("TNR-158", count == (0 if ending else LIMITS.dice_per_player), "dice of a player")
        _check("TNR-005", all(1 <= die <= 6 for die in band.dice), "a die without a face")
        _check("TNR-029", band.dice == sorted(band.dice), "unplaced dice out of order")
    scandals = sum(len(band.beside) for band in state.bands)
    for location, dice in state.places.items():
        within = len(dice) <= dice_spaces(location, len(state.bands))
        _check("TNR-046", within or scandals > 0, "more dice than spaces")


def _decisions(state: State) -> None:
    """Invariants 15 to 17."""
    _check("TNR-028", 1 <= state.round <= ROUNDS, "round")
    _check("TNR-168", state.over == (not state.agenda), "an end without a result")
    if state.over or isinstance(state.agenda[-1], Pairs):
        _check("TNR-160", not any(band.beside for band in state.bands), "scandals beside boards")
    if state.over:
        return
    top = state.agenda[-1]
    _check("TNR-087", isinstance(top, Question), "nobody is asked")
    if isinstance(top, Question):
        _check("TNR-087", bool(menu_of(state, top, open_only=True)), "a dead end")
    if isinstance(top, Planning):
        own = state.bands[top.seat]
        _check("TNR-095", set(top.plan.supports) <= set(own.supports), "a drafted card has left")
        _check("TNR-095", set(top.plan.fans) <= set(own.fans), "a drafted fan has left")
