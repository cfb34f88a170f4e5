"""What things are worth in fame to a computer player (the ledger's heuristics 1 to 7)."""

from __future__ import annotations

from app.games.contract import Seat
from app.games.thrash_n_roll.content import (
    LAST_LEVEL,
    LAST_SPACE,
    LIMITS,
    ROUNDS,
    SCANDALS,
    SKILL_INDEX,
    STARS,
    Action,
    Effect,
    Location,
)
from app.games.thrash_n_roll.records import album_base, single_space
from app.games.thrash_n_roll.state import Band, State
from app.games.thrash_n_roll.table import best_album, popularity, value_of

DIE = 4.0
FAN_SPENT = 2.0
_NEUTRAL_DIE = 3.5
_POPULARITY_BONUS = 2.0


def rounds_left(state: State) -> int:
    """The rounds after this one: the L of the heuristics."""
    return ROUNDS - state.round


def gear(state: State, band: Band, amount: int = 1) -> float:
    return min(amount, LAST_LEVEL - band.gear) * (1.0 + rounds_left(state))


def timing(state: State, band: Band, amount: int = 1) -> float:
    return min(amount, LAST_LEVEL - band.timing) * (1.2 + 1.3 * rounds_left(state))


def fan(band: Band) -> float:
    if not band.covered:
        return FAN_SPENT
    return 2.5 + (6 - popularity(band)) / 2


def support(state: State, band: Band) -> float:
    room = len(band.supports) < LIMITS.support_hand
    return 4.0 if room and rounds_left(state) else 0.5


def single_at(state: State, seat: Seat, space: int) -> float:
    """The worth of having the single on ``space`` instead of where it is."""
    payments = rounds_left(state) + 1
    old = state.bands[seat].single
    others = max(band.single for other, band in enumerate(state.bands) if other != seat)
    best = LIMITS.best_single_fame * payments * ((space > others) - (old > others))
    return (space - old) * (0.4 + 0.35 * payments) + best


def album_at(state: State, seat: Seat, space: float) -> float:
    """The worth of another album on ``space``."""
    payments = rounds_left(state) + 1
    best = max(best_album(band) for band in state.bands)
    return space / 4 * payments + (3 * payments * 0.7 if space > best else 0.0)


def album_raised(state: State, seat: Seat, spaces: int = 1) -> float:
    albums = state.bands[seat].albums
    if not albums or albums[0] == LAST_SPACE["albums"]:
        return 0.0
    return spaces * (0.5 + 0.25 * (rounds_left(state) + 1))


def skill_marker(state: State, seat: Seat, skill: int) -> float:
    """The worth of one more marker of a skill (by number)."""
    own = state.bands[seat].skills[skill]
    others = max(band.skills[skill] for other, band in enumerate(state.bands) if other != seat)
    late = rounds_left(state) < 2
    value = 3.5 if not own else 1.5
    if own + 1 >= others and own - others <= 1:
        value = max(value, 12.0 if late else 4.5)
    scandals = sum(
        SKILL_INDEX[SCANDALS[card].skill] == skill for card in state.bands[seat].scandals
    )
    return value - scandals


def best_skill(state: State, seat: Seat) -> float:
    return max(skill_marker(state, seat, skill) for skill in range(len(SKILL_INDEX)))


def scandal(state: State, seat: Seat) -> float:
    """What one more scandal costs."""
    band = state.bands[seat]
    payments = rounds_left(state) + 1
    grows = 1 if rounds_left(state) else 0
    return (popularity(band) + grows) * payments + sum(band.skills) / len(band.skills)


def location_bonus(state: State, seat: Seat, location: Location) -> float:
    return sum(effect(state, seat, state.bands[seat], bonus) for bonus in location.bonus)


def action(state: State, seat: Seat, band: Band, chosen: Action) -> float:
    """The worth of an action to a band as it is after paying for it."""
    return sum(effect(state, seat, band, part) for part in chosen.steps)


def ability(state: State, seat: Seat, character: Effect) -> float:
    """The worth of a character's ability."""
    band = state.bands[seat]
    if character.ability == "copy_character":
        return 5.0
    if character.ability == "shift_die":
        return 1.0 if band.dice else 0.0
    return effect(state, seat, band, character)


def effect(state: State, seat: Seat, band: Band, what: Effect) -> float:
    """The worth of an effect of the content."""
    if what.ability:
        return _special(state, seat, band, what.ability)
    if what.choose:
        critic = any(choice.ability for choice in what.choose)
        if critic:
            return album_raised(state, seat) or 1.0
        return scandal(state, seat) if band.scandals else 0.0
    return sum(_gain(state, seat, band, word, amount) for word, amount in what.gain.items())


def _special(state: State, seat: Seat, band: Band, name: str) -> float:
    match name:
        case "record_single":
            return max(0.0, single_at(state, seat, single_space(band)))
        case "record_album":
            return album_at(state, seat, album_base(band) + _NEUTRAL_DIE)
        case "concert_setlist":
            return len(band.fans) * 0.5
        case "collect_assassins":
            return float(state.assassins)
        case _:
            return 0.0


def _gain(state: State, seat: Seat, band: Band, word: str, amount: int | list[str]) -> float:
    if isinstance(amount, list):
        return sum(
            _NEUTRAL_DIE if name == "neutral_die" else value_of(band, name) for name in amount
        )
    match word:
        case "fame":
            return amount
        case "support_draw" | "support_display":
            return amount * support(state, band) + (word == "support_display")
        case "fan":
            return amount * fan(band)
        case "fan_card":
            return FAN_SPENT
        case "popularity_marker":
            return _POPULARITY_BONUS if band.covered else 0.0
        case "gear":
            return gear(state, band, amount)
        case "timing":
            return timing(state, band, amount)
        case "skill_any":
            return best_skill(state, seat)
        case "single":
            space = min(band.single + amount, LAST_SPACE["singles"])
            return single_at(state, seat, space) if band.single else 0.0
        case "album":
            return album_raised(state, seat, amount)
        case "scandal_discard" | "scandal_give":
            return scandal(state, seat) if band.scandals else 0.0
        case _:
            raise ValueError(f"no gain is called {word}")


def position(state: State, seat: Seat) -> float:
    """A band's fame and what its pieces will still bring."""
    band = state.bands[seat]
    payments = rounds_left(state) + 1
    value = float(band.fame)
    value += (band.gear - 1) * payments + (band.timing - 1) * 1.25 * payments
    value += STARS["singles"][band.single] * payments
    value += sum(STARS["albums"][space] for space in band.albums) * payments
    value += band.single * 0.4 + sum(band.albums) * 0.1
    value += popularity(band) * payments + len(band.taken) * 0.5
    value += len(band.fans) * FAN_SPENT + len(band.supports) * support(state, band) / 2
    value -= (len(band.scandals) + len(band.beside)) * scandal(state, seat)
    value += len(band.dice) * DIE
    for skill, count in enumerate(band.skills):
        others = max(
            other.skills[skill] for number, other in enumerate(state.bands) if number != seat
        )
        value += count * 1.5 + (LIMITS.award_fame * 0.4 if count > others else 0.0)
    return value
