"""The words of TNR-020: what locations, actions, characters and markers give."""

from __future__ import annotations

from collections.abc import Callable

from app.games.contract import Seat
from app.games.thrash_n_roll.content import CHARACTERS, MARKERS, Effect
from app.games.thrash_n_roll.effects import draw_fan, draw_supports, gain_fame, raise_level
from app.games.thrash_n_roll.records import raise_single
from app.games.thrash_n_roll.state import (
    AlbumPick,
    CollectAssassins,
    CopyPick,
    CriticPick,
    DisplayPick,
    FameFrom,
    Gain,
    NeutralKeep,
    RecordChoice,
    ScandalOut,
    SetlistPick,
    ShiftDie,
    SkillPick,
    Source,
    Step,
    SupportLimit,
)
from app.games.thrash_n_roll.table import Table, popularity, value_of

_ABILITIES: dict[str, Callable[[Seat], Step]] = {
    "record_single": lambda seat: RecordChoice(seat, "singles"),
    "record_album": lambda seat: RecordChoice(seat, "albums"),
    "concert_setlist": SetlistPick,
    "collect_assassins": CollectAssassins,
    "copy_character": CopyPick,
    "shift_die": ShiftDie,
}


def steps_of(effect: Effect, seat: Seat, source: Source) -> list[Step]:
    """The agenda of an effect for a player, in the order in which it is carried out."""
    if effect.ability:
        return [_ABILITIES[effect.ability](seat)]
    if effect.choose:
        if any(choice.ability == "lower_album" for choice in effect.choose):
            return [CriticPick(seat)]
        return [ScandalOut(seat, discard=True, give=True, optional=effect.optional)]
    steps: list[Step] = []
    for word, amount in effect.gain.items():
        if isinstance(amount, list):
            steps.append(FameFrom(seat, amount))
        elif word == "scandal_discard":
            steps.append(ScandalOut(seat, discard=True, give=False, optional=effect.optional))
        else:
            steps.append(Gain(seat, word, amount, source))
    return steps


def ability_steps(character: str, seat: Seat) -> list[Step]:
    """The agenda of a character's ability that its player has chosen to use."""
    effect = CHARACTERS[character]
    if "scandal_give" in effect.gain:
        return [ScandalOut(seat, discard=False, give=True, optional=False)]
    return steps_of(effect, seat, "supports")


def gain(table: Table, step: Gain) -> None:
    """Carry out a gain word."""
    _GAINS[step.word](table, step)


def _fame(table: Table, step: Gain) -> None:
    gain_fame(table, step.seat, step.amount, step.source, step.source)


def _level(table: Table, step: Gain) -> None:
    raise_level(table, step.seat, step.word, step.amount)


def _support_draw(table: Table, step: Gain) -> None:
    draw_supports(table, step.seat, step.amount)
    table.push(SupportLimit(step.seat))


def _support_display(table: Table, step: Gain) -> None:
    table.push(*[DisplayPick(step.seat)] * step.amount, SupportLimit(step.seat))


def _fan(table: Table, step: Gain) -> None:
    one: list[Step] = [
        Gain(step.seat, "fan_card", 1, step.source),
        Gain(step.seat, "popularity_marker", 1, step.source),
    ]
    table.push(*one * step.amount)


def _fan_card(table: Table, step: Gain) -> None:
    draw_fan(table, step.seat)


def _popularity_marker(table: Table, step: Gain) -> None:
    band = table.state.bands[step.seat]
    if not band.covered:
        return
    marker = band.covered.pop()
    band.taken.append(marker)
    table.tell("popularity", step.seat, marker=marker, popularity=popularity(band))
    table.push(*steps_of(Effect(gain=MARKERS[marker].gain), step.seat, "fans"))


def _skill_any(table: Table, step: Gain) -> None:
    table.push(*[SkillPick(step.seat)] * step.amount)


def _album(table: Table, step: Gain) -> None:
    table.push(AlbumPick(step.seat, step.amount))


def _single(table: Table, step: Gain) -> None:
    raise_single(table, step.seat, step.amount)


_GAINS: dict[str, Callable[[Table, Gain], None]] = {
    "fame": _fame,
    "gear": _level,
    "timing": _level,
    "support_draw": _support_draw,
    "support_display": _support_display,
    "fan": _fan,
    "fan_card": _fan_card,
    "popularity_marker": _popularity_marker,
    "skill_any": _skill_any,
    "album": _album,
    "single": _single,
}


def fame_from(table: Table, step: FameFrom) -> None:
    """Gain the sum of values; a neutral die is rolled and may be kept first (TNR-067)."""
    if "neutral_die" in step.values:
        values = [name for name in step.values if name != "neutral_die"]
        roll = table.chance.die()
        table.tell("neutral_roll", step.seat, roll=roll)
        table.push(NeutralKeep(step.seat, roll, album=False, values=values))
        return
    fame_of_values(table, step.seat, step.values)


def fame_of_values(table: Table, seat: Seat, values: list[str], roll: int = 0) -> None:
    """Gain fame for the values as they are now, and the neutral die."""
    band = table.state.bands[seat]
    gain_fame(table, seat, roll + sum(value_of(band, name) for name in values), "places", "action")


def collect_assassins(table: Table, step: CollectAssassins) -> None:
    """TNR-106"""
    count = table.state.assassins
    table.state.assassins = 0
    gain_fame(table, step.seat, count, "places", "assassins")
