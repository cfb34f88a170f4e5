"""What a band may do now, and why not: one source for menus and refusals."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, lru_cache

from app.games.contract import Blocked, Option, Seat
from app.games.kit.dice import value_sets, written
from app.games.rock_n_roll.content import CATEGORIES, MUSICIANS, NUMBERS, PRICES
from app.games.rock_n_roll.results import ALL, HOUSE, ONE, TWO, Values, practice_gains, sixes
from app.games.rock_n_roll.sheet import may_lose_ability
from app.games.rock_n_roll.state import Action, Band, State, dice_next_month

PRACTICE, FANS, FAME, RECORDING, TOURING, CASH = CATEGORIES
FREE_THROW = 3
"""The number of the throw that costs Practice no month (RNR-050)."""


def menu(state: State, seat: Seat, open_only: bool = False) -> list[Option]:
    """See `contract.Rules.menu`."""
    band = state.bands[seat]
    make = _MENUS.get(band.phase)
    if make is None or state.over:
        return []
    options = make(state, seat, band)
    return [option for option in options if option.blocked is None] if open_only else options


@cache
def dice_spot(seat: Seat, spot: str) -> str:
    return f"dice-{seat}/{spot}"


def sheet_spot(seat: Seat, spot: str) -> str:
    return f"band-{seat}/{spot}"


@lru_cache(maxsize=16384)
def _option(move: str, where: str, confirm: str = "") -> Option:
    return Option(move, where, None, confirm)


@lru_cache(maxsize=8192)
def _keeping(verb: str, seat: Seat, values: Values, most: int) -> tuple[Option, ...]:
    """An item for every set of ``values`` that may be kept, at most ``most`` of them."""
    where = dice_spot(seat, verb)
    return tuple(Option(f"{verb}:{written(kept)}", where) for kept in value_sets(values, 0, most))


def most_kept(state: State, band: Band, verb: str) -> int:
    """How many dice may stay: at least one must be thrown (RNR-037, RNR-113)."""
    thrown_with = dice_next_month(state, band) if verb == "again" else len(band.dice)
    return thrown_with - 1


def blocked_category(band: Band, category: str) -> Blocked | None:
    """Why a free band can't declare this (RNR-074, RNR-092)."""
    if category == RECORDING and band.touring:
        left = NUMBERS.gigs_per_album - len(band.albums[-1].gigs)
        facts = {"album": band.titles[len(band.albums) - 1], "n": left}
        return Blocked("RNR-074", "tour_unfinished", facts=facts)
    if category == TOURING and not band.albums:
        return Blocked("RNR-092", "no_album")
    if category == TOURING and not band.touring:
        facts = {"album": band.titles[len(band.albums) - 1]}
        return Blocked("RNR-092", "tour_complete", facts=facts)
    return None


def blocked_again(state: State, action: Action) -> Blocked | None:
    """Why no further throw can be bought with a month."""
    if action.category == FAME:
        return Blocked("RNR-062", "fame_one_month")
    if action.throws >= NUMBERS.throws_per_action:
        return Blocked("RNR-034", "three_throws")
    if action.category == PRACTICE and action.throws == FREE_THROW - 1:
        return Blocked("RNR-050", "third_is_free")
    if state.month >= NUMBERS.months:
        return Blocked("RNR-040", "no_month_left")
    return None


def blocked_free(action: Action) -> Blocked | None:
    """Why there is no free throw now."""
    if action.category == PRACTICE and action.throws == FREE_THROW - 1:
        return None
    return Blocked("RNR-050", "not_free")


def blocked_price(band: Band, purchase: str, rule: str) -> Blocked | None:
    price = PRICES[purchase]
    if band.money >= price:
        return None
    facts = {"price": price, "n": band.money}
    needs, has = {"money": price}, {"money": band.money}
    return Blocked(rule, f"{purchase}_price", needs, has, facts)


def blocked_roadie(band: Band) -> Blocked | None:
    if band.roadie:
        return Blocked("RNR-111", "roadie_here")
    return blocked_price(band, "roadie", "RNR-109")


def blocked_session(band: Band) -> Blocked | None:
    if band.doing != RECORDING:
        return Blocked("RNR-107", "session_elsewhere")
    return blocked_price(band, "session", "RNR-106")


def blocked_loss(band: Band, musician: str) -> Blocked | None:
    index = MUSICIANS.index(musician)
    if index in may_lose_ability(band):
        return None
    return Blocked("RNR-068", "lowest", facts={"musician": band.musicians[index]})


def _sets(state: State, seat: Seat, band: Band, verb: str, blocked: Blocked | None) -> list[Option]:
    """The items of a throw; one blocked item stands for them all."""
    if blocked:
        return [Option(f"{verb}:-", dice_spot(seat, verb), blocked)]
    return list(_keeping(verb, seat, band.values, most_kept(state, band, verb)))


def _purchases(state: State, seat: Seat, band: Band) -> list[Option]:
    magazine = blocked_price(band, "magazine", "RNR-104")
    options = _sets(state, seat, band, "magazine", magazine)
    if not band.roadie:
        where = dice_spot(seat, "roadie")
        blocked = blocked_roadie(band)
        december = state.month % NUMBERS.months_per_year == 0
        confirm = "roadie_in_december" if december else ""
        options.append(
            Option("roadie", where, blocked) if blocked else _option("roadie", where, confirm)
        )
    return options


def _declare(state: State, seat: Seat, band: Band) -> list[Option]:
    options: list[Option] = []
    for category in CATEGORIES:
        where = dice_spot(seat, category)
        blocked = blocked_category(band, category)
        unlucky = category == FAME and not sixes(band.values)
        confirm = "fame_without_six" if unlucky else ""
        move = f"declare:{category}"
        options.append(Option(move, where, blocked) if blocked else _option(move, where, confirm))
    return options + _purchases(state, seat, band)


def _step(state: State, seat: Seat, band: Band) -> list[Option]:
    action = band.action
    assert action is not None
    options = [_option("stop", dice_spot(seat, action.category))]
    if action.category == RECORDING:
        session = dice_spot(seat, "session")
        blocked = blocked_session(band)
        options.append(
            Option("stop_session", session, blocked)
            if blocked
            else _option("stop_session", session)
        )
    if blocked_free(action) is None:
        options += _sets(state, seat, band, "free", None)
    else:
        options += _sets(state, seat, band, "again", blocked_again(state, action))
    return options + _purchases(state, seat, band)


def _practice_set(state: State, seat: Seat, band: Band) -> list[Option]:
    options: list[Option] = []
    for gain in practice_gains(band.values):
        kind, _, who = gain.partition(":")
        shared = kind == HOUSE or not who
        where = dice_spot(seat, PRACTICE) if shared else sheet_spot(seat, who)
        options.append(_option(gain, where))
    return options


def _fame_step(state: State, seat: Seat, band: Band) -> list[Option]:
    options = [
        _option("bank", dice_spot(seat, FAME)),
        _option("all_again", dice_spot(seat, "all_again")),
    ]
    return options + _purchases(state, seat, band)


def _bust(state: State, seat: Seat, band: Band) -> list[Option]:
    return [_option("accept", dice_spot(seat, FAME)), *_purchases(state, seat, band)]


def _lose_ability(state: State, seat: Seat, band: Band) -> list[Option]:
    options: list[Option] = []
    for musician in MUSICIANS:
        where = sheet_spot(seat, musician)
        options.append(Option(f"lose:{musician}", where, blocked_loss(band, musician)))
    return options


_MENUS: Mapping[str, Callable[[State, Seat, Band], list[Option]]] = {
    "declare": _declare,
    "step": _step,
    "practice_set": _practice_set,
    "fame_step": _fame_step,
    "bust": _bust,
    "lose_ability": _lose_ability,
}

VERBS = frozenset(
    [
        *("declare", "stop", "stop_session", "again", "free", "magazine", "roadie"),
        *("bank", "all_again", "accept", "lose", ALL, TWO, HOUSE, ONE),
    ]
)
"""What moves start with."""
