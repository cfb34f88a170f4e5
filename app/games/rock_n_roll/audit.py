"""The ledger's invariants, checked on any state between two moves."""

from __future__ import annotations

from collections import defaultdict
from itertools import pairwise

from app.games.contract import Broken, Seat
from app.games.rock_n_roll.content import CARDS, MUSICIANS, NUMBERS, PRICES
from app.games.rock_n_roll.menu import FAME, PRACTICE, menu
from app.games.rock_n_roll.sheet import fan_limit
from app.games.rock_n_roll.state import PENDING, UNRANKED, Album, Band, State, dice_of, year_of

MOST_ABILITY_A_MONTH = 4
MONTHS_BETWEEN_RELEASES = NUMBERS.gigs_per_album + 1


def audit(state: State) -> None:
    """See `contract.Rules.audit`."""
    _require(1 <= state.month <= NUMBERS.months, "RNR-015", "month off the calendar")
    _require(not state.over or state.month == NUMBERS.months, "RNR-115", "over too early")
    _deck(state)
    for seat, band in enumerate(state.bands):
        _band(state, band)
        _albums(state, band)
        _question(state, seat, band)
    _chart(state)
    if not state.over:
        _require(not all(band.ready for band in state.bands), "RNR-024", "a month stays open")


def _require(holds: bool, rule: str, what: str) -> None:
    if not holds:
        raise Broken(rule, what)


def _deck(state: State) -> None:
    cards = sorted(state.deck.draw + state.deck.used)
    _require(cards == sorted(CARDS), "RNR-091", "the deck is not the eight cards")
    released = {
        album.month for band in state.bands for album in band.albums if album.spot != PENDING
    }
    turned = [card.month for card in state.turned]
    _require(turned == sorted(released), "RNR-081", "not one card for each month of releases")
    solo = len(state.bands) == 1
    _require(not solo or len(turned) <= len(CARDS), "RNR-091", "more than eight cards solo")


def _band(state: State, band: Band) -> None:
    _require(len(band.abilities) == len(MUSICIANS), "RNR-003", "not four musicians")
    _require(min(band.abilities) >= NUMBERS.least_ability, "RNR-068", "an ability below 1")
    risen = band.total - band.opening_total
    _require(risen <= MOST_ABILITY_A_MONTH, "RNR-044", "abilities rose by more than 4 in a month")
    limit = fan_limit(band.abilities)
    _require(band.fans >= 0, "RNR-098", "negative fans")
    _require(limit is None or band.fans <= limit, "RNR-057", "more fans than the limit")
    _require(band.fame >= band.opening_fame >= 0, "RNR-073", "fame fell")
    spent = (
        PRICES["magazine"] * band.finances.magazines
        + PRICES["session"] * band.finances.sessions
        + PRICES["roadie"] * band.finances.roadies
    )
    earned = band.finances.cash + band.finances.gigs
    _require(band.money == earned - spent >= 0, "RNR-101", "money out of nowhere")
    _require(all(1 <= value <= 6 for value in band.dice), "RNR-006", "a face off the die")
    _require(len(band.dice) == dice_of(band), "RNR-109", "a wrong number of dice")
    _require(len(band.thrown) == len(band.dice), "RNR-142", "a die of no throw")
    _require(band.finances.roadies <= year_of(state.month), "RNR-111", "two roadies in one year")
    sessions = sum(album.session for album in band.albums)
    _require(band.finances.sessions == sessions, "RNR-108", "a session musician without an album")
    _action(state, band)


def _action(state: State, band: Band) -> None:
    action = band.action
    if action is None:
        _require(band.phase in ("declare", "done"), "RNR-030", "an open question of no action")
        return
    _require(band.phase not in ("declare", "done"), "RNR-031", "an action after its end")
    _require(1 <= action.throws <= NUMBERS.throws_per_action, "RNR-034", "too many throws")
    most = {FAME: 1, PRACTICE: 2}.get(action.category, action.throws)
    _require(action.months == min(action.throws, most), "RNR-035", "months and throws disagree")
    _require(action.pot == 0 or action.category == FAME, "RNR-073", "a pot outside Fame")
    if band.phase == "committed":
        _require(state.month < NUMBERS.months, "RNR-040", "committed without a month")
        _require(len(band.held) < dice_of(band), "RNR-037", "nothing left to throw")


def _albums(state: State, band: Band) -> None:
    albums = band.albums
    _require(len(albums) <= NUMBERS.albums_max, "RNR-009", "too many albums")
    for earlier, later in pairwise(albums):
        full = len(earlier.gigs) == NUMBERS.gigs_per_album
        _require(full, "RNR-074", "an album before the end of the tour")
        apart = later.month - earlier.month >= MONTHS_BETWEEN_RELEASES
        _require(apart, "RNR-074", "releases too close")
    for album in albums:
        _require(len(album.gigs) <= NUMBERS.gigs_per_album, "RNR-092", "too many gigs")
        dice = NUMBERS.dice_for_result <= album.dice <= 6 * NUMBERS.dice_for_result
        _require(dice and album.rating >= 9, "RNR-076", "a rating out of range")
        waits = album.spot == PENDING
        running = album.month == state.month and not state.over
        _require(waits == running, "RNR-026", "a spot that is early or late")


def _chart(state: State) -> None:
    """Spots keep to the card and to the order of the ratings (RNR-083, RNR-088)."""
    by_month: defaultdict[int, list[Album]] = defaultdict(list)
    for band in state.bands:
        for album in band.albums:
            if album.spot != PENDING:
                by_month[album.month].append(album)
    for turned in state.turned:
        needed = CARDS[turned.card].requirements
        albums = by_month[turned.month]
        for album in albums:
            if album.spot != UNRANKED:
                met = needed[album.spot - 1] <= album.rating
                _require(met, "RNR-083", "a spot that the rating does not reach")
            rivals = [other for other in albums if other is not album]
            if album.spot > 1 and all(other.rating < album.rating for other in rivals):
                missed = needed[album.spot - 2] > album.rating
                _require(missed, "RNR-083", "a better spot was reached")
            overtaken = any(
                other.rating > album.rating and other.spot > album.spot for other in rivals
            )
            _require(not overtaken, "RNR-088", "a lower rating stands higher")


def _question(state: State, seat: Seat, band: Band) -> None:
    options = menu(state, seat, open_only=True)
    if band.ready or state.over:
        _require(not options, "RNR-023", "a band that is done has a menu")
    else:
        _require(len(options) >= 2, "RNR-028", "a question with one answer")
