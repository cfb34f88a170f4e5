"""The ledger's heuristics for computer players: exact odds, valued in rating points.

Rivals are taken as they stood at the Opening of the month (RNR-151), so that it does not
matter who decides first.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from app.games.contract import Option, Seat
from app.games.kit.dice import read
from app.games.rock_n_roll import results
from app.games.rock_n_roll.automatic import automatic, least_harm
from app.games.rock_n_roll.content import CATEGORIES, MUSICIANS, NUMBERS, PRICES, SESSION_BONUS
from app.games.rock_n_roll.menu import (
    FAME,
    FANS,
    FREE_THROW,
    PRACTICE,
    RECORDING,
    TOURING,
    blocked_category,
)
from app.games.rock_n_roll.odds import Outlook, chances_of_sixes, scored
from app.games.rock_n_roll.scoring import points
from app.games.rock_n_roll.sheet import fan_limit, fan_room
from app.games.rock_n_roll.state import Band, State, year_of

POUND = 0.04
ABILITY = 1.2
MISSING_ABILITY = 0.8
LAST_ABILITY = 2.0
GIG = 2.5
MONTH = 1.7
LATE_MONTH = 0.85
LATE_MONTHS = 3
RIVALS_FAME = 0.2
NEAR_LIMIT = 6
FIRST_RECORDING = 22
LAST_RECORDINGS = 8
YEARS_ALBUM_MONTH = 7
"""With rivals, the month of a year from which an own album of that year is due."""
FIRST_OF_YEAR_MONTH = 4
"""The same while nobody has released in that year."""
RECORDING_DUE = 3.0
RECORDING_LATE = 6.0
NOT_NOW = -100.0
SESSION_STEPS = (79.5, 67.5, 55.0, 34.5)
"""The average requirements for number 1, top 5, top 10 and top 20."""
STAKE_WORTH_SAVING = 4
ROADIE_UNTIL = 3
ROADIE_RESERVE = 60


def advise(state: State, seat: Seat, options: Sequence[Option]) -> str:
    """See `contract.Rules.advise`."""
    band = state.bands[seat]
    moves = [option.move for option in options]
    if "roadie" in moves and _wants_roadie(state, band):
        return "roadie"
    if band.phase == "declare":
        return f"declare:{_best_category(state, band)}"
    if band.phase == "practice_set":
        weights = _ability_weights(state, band)
        return max(moves, key=lambda gain: _weighed(results.gain_of(gain), weights))
    if band.phase == "lose_ability":
        return f"lose:{MUSICIANS[least_harm(band)]}"
    if band.phase == "step":
        return _best_step(state, band, moves)
    return _best_in_fame(band, moves) or automatic(state, seat)


def appraise(state: State, seat: Seat) -> float:
    """See `contract.Rules.appraise`: points first, then what the sheet is worth."""
    rows = [sum(row.values()) for row in points(state)]
    rivals = [row for other, row in enumerate(rows) if other != seat]
    lead = rows[seat] - max(rivals, default=0)
    band = state.bands[seat]
    if state.over:
        return 1000 * lead + band.fans
    sheet = band.fans + band.fame + ABILITY * band.total + POUND * band.money
    gigs = len(band.albums[-1].gigs) if band.touring else NUMBERS.gigs_per_album
    return 8 * rows[seat] + sheet + GIG * gigs


def _prices(state: State, band: Band, throws: int) -> tuple[float, ...]:
    """What each further throw of the action costs in months (heuristic 1)."""
    ahead = NUMBERS.throws_per_action - throws
    prices: list[float] = []
    month = state.month
    for number in range(throws + 1, throws + ahead + 1):
        if band.doing == PRACTICE and number == FREE_THROW:
            prices.append(0.0)
            continue
        month += 1
        if month > NUMBERS.months:
            break
        prices.append(LATE_MONTH if month > NUMBERS.months - LATE_MONTHS else MONTH)
    return tuple(prices)


def _ability_weights(state: State, band: Band) -> tuple[float, ...]:
    """What 1 ability of each musician is worth."""
    rivals = [other.opening_total for other in state.bands if other is not band]
    if len(rivals) >= 2 and state.month >= 40 and band.total <= min(rivals):
        return (LAST_ABILITY,) * len(MUSICIANS)
    limit = fan_limit(band.abilities)
    if limit is None or limit - band.fans > NEAR_LIMIT:
        return (ABILITY,) * len(MUSICIANS)
    total, first, second = (10, 4, 0) if limit == 20 else (16, 6, 4)
    order = sorted(range(len(MUSICIANS)), key=lambda i: -band.abilities[i])
    missing = set(order) if band.total < total else set[int]()
    if band.abilities[order[0]] < first:
        missing.add(order[0])
    if band.abilities[order[1]] < second:
        missing.add(order[1])
    return tuple(
        ABILITY + (MISSING_ABILITY if index in missing else 0.0) for index in range(len(MUSICIANS))
    )


def _weighed(gains: Sequence[int], weights: Sequence[float]) -> float:
    return sum(gain * weight for gain, weight in zip(gains, weights, strict=True))


@lru_cache(maxsize=64)
def _practice(size: int, weights: tuple[float, ...], prices: tuple[float, ...]) -> Outlook:
    def score(hand: results.Values) -> float:
        gains = results.practice_gains(hand)
        return max((_weighed(results.gain_of(gain), weights) for gain in gains), default=0.0)

    return Outlook(size, scored(size, score), prices)


@lru_cache(maxsize=64)
def _fans(size: int, room: int, prices: tuple[float, ...]) -> Outlook:
    score = scored(size, lambda hand: min(results.fans_from(hand), room))
    return Outlook(size, score, prices)


@lru_cache(maxsize=64)
def _touring(size: int, gig: float, gains: bool, loses: bool, prices: tuple[float, ...]) -> Outlook:
    def score(hand: results.Values) -> float:
        values = results.different(hand)
        row = results.gig_result(values)
        fans = row.gain.fans * gains - row.cost.fans * loses
        return gig * row.gain.gig + fans + POUND * row.gain.money_per_different * values

    return Outlook(size, scored(size, score), prices)


@lru_cache(maxsize=64)
def _summed(size: int, point: float, prices: tuple[float, ...]) -> Outlook:
    """Recording and Cash: ``point`` is what one pip is worth."""
    score = scored(size, lambda hand: point * results.best_sum(hand))
    return Outlook(size, score, prices)


def _outlook(state: State, band: Band, category: str, throws: int) -> Outlook:
    size = len(band.dice)
    prices = _prices(state, band, throws)
    if category == PRACTICE:
        if not band.doing and len(prices) == 2:
            prices = (prices[0], 0.0)
        return _practice(size, _ability_weights(state, band), prices)
    if category == FANS:
        room = fan_room(band)
        return _fans(size, size if room is None else min(room, size), prices)
    if category == TOURING:
        return _touring(size, _gig_worth(state, band), fan_room(band) != 0, band.fans > 0, prices)
    return _summed(size, 1.0 if category == RECORDING else POUND, prices)


def _gig_worth(state: State, band: Band) -> float:
    """A gig counts only if another album can follow the tour (heuristic 12)."""
    left = NUMBERS.gigs_per_album - len(band.albums[-1].gigs)
    return GIG if state.month + left <= NUMBERS.months else 0.0


def _best_category(state: State, band: Band) -> str:
    open_categories = [one for one in CATEGORIES if blocked_category(band, one) is None]
    return max(open_categories, key=lambda one: _category_worth(state, band, one))


def _category_worth(state: State, band: Band, category: str) -> float:
    values = band.values
    if category == FAME:
        return _fame_worth(state, len(values), results.sixes(values))
    outlook = _outlook(state, band, category, throws=1)
    if category == RECORDING:
        # an album has to be made some day: what counts is how these dice differ from others
        return outlook.now[values] - outlook.mean + _recording_due(state, band)
    return outlook.now[values]


def _recording_due(state: State, band: Band) -> float:
    """How much recording now is worth beside the dice (heuristics 5, 6 and 12)."""
    left = NUMBERS.months - state.month
    if left < LAST_RECORDINGS:
        return RECORDING_LATE + LAST_RECORDINGS - left
    if state.month >= FIRST_RECORDING or _years_album_due(state, band):
        return RECORDING_DUE
    return NOT_NOW


def _years_album_due(state: State, band: Band) -> bool:
    """With rivals, one release in every year from the second on (heuristic 6)."""
    year = year_of(state.month)
    if year == 1 or len(state.bands) == 1 or _released(state, band, year):
        return False
    of_the_year = (state.month - 1) % NUMBERS.months_per_year + 1
    taken = any(_released(state, rival, year) for rival in state.bands)
    return of_the_year >= (YEARS_ALBUM_MONTH if taken else FIRST_OF_YEAR_MONTH)


def _released(state: State, band: Band, year: int) -> bool:
    """The band had an album of the year when this month opened (RNR-151)."""
    return any(album.year == year and album.month < state.month for album in band.albums)


def _fame_worth(state: State, size: int, sixes: int) -> float:
    point = 1.0 + (RIVALS_FAME if len(state.bands) > 1 else 0.0)
    return point * _fame_ahead(size, sixes) if sixes else -ABILITY / 10


@lru_cache(maxsize=64)
def _fame_ahead(size: int, pot: int) -> float:
    """The fame to be expected with ``pot`` sixes in hand (heuristic 4)."""
    if pot > _go_on_up_to(size):
        return pot
    chances = chances_of_sixes(size, NUMBERS.dice_for_result)
    return sum(
        chance * _fame_ahead(size, pot + more) for more, chance in enumerate(chances) if more
    )


def _go_on_up_to(size: int) -> int:
    return 2 if size > NUMBERS.dice_per_band else 1


def _best_in_fame(band: Band, moves: Sequence[str]) -> str | None:
    """Bank, go on, or save a stake with a magazine (heuristics 4 and 9)."""
    assert band.action is not None
    if band.phase == "fame_step":
        in_hand = band.action.pot + results.sixes(band.values)
        return "all_again" if in_hand <= _go_on_up_to(len(band.dice)) else "bank"
    if band.action.pot >= STAKE_WORTH_SAVING and "magazine:-" in moves:
        return "magazine:-"
    return None


def _best_step(state: State, band: Band, moves: Sequence[str]) -> str:
    action = band.action
    assert action is not None
    outlook = _outlook(state, band, action.category, action.throws)
    stopped = _outlook(state, band, action.category, NUMBERS.throws_per_action)
    best, most = "stop", stopped.now[band.values]
    for move in moves:
        verb, _, text = move.partition(":")
        if verb in ("again", "free"):
            worth = outlook.kept[read(text)] - outlook.price
        elif verb == "magazine":
            worth = outlook.thrown[read(text)] - POUND * PRICES["magazine"]
        else:
            continue
        if worth > most + 1e-9:
            best, most = move, worth
    if best == "stop" and "stop_session" in moves and _wants_session(state, band):
        return "stop_session"
    return best


def _wants_session(state: State, band: Band) -> bool:
    """The 5 points carry the rating over a step of the chart (heuristic 8)."""
    rating = results.best_sum(band.values) + band.total + band.fame + band.fans
    if any(rating < step <= rating + SESSION_BONUS for step in SESSION_STEPS):
        return True
    ends = state.month + NUMBERS.gigs_per_album >= NUMBERS.months
    return ends or band.money >= PRICES["session"] + PRICES["magazine"]


def _wants_roadie(state: State, band: Band) -> bool:
    early = (state.month - 1) % NUMBERS.months_per_year < ROADIE_UNTIL
    return early and band.money >= PRICES["roadie"] + ROADIE_RESERVE
