"""A new game: names, sheets, the chart deck, and a band that comes back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from app.games.chance import Chance
from app.games.kit.decks import shuffled
from app.games.rock_n_roll import flavour, sheet
from app.games.rock_n_roll.actions import Play
from app.games.rock_n_roll.content import BAND_ROWS, CARDS, CONTENT, MUSICIANS, NUMBERS, BandRow
from app.games.rock_n_roll.month import open_month, run
from app.games.rock_n_roll.state import Band, Career, State


def new_game(seats: int, settings: Mapping[str, Any], chance: Chance) -> State:
    """See `contract.Rules.setup`. The first month is open."""
    rows = list(BAND_ROWS.values())
    chance.shuffle(rows, "names")
    state = State(
        bands=[_new_band(rows[seat]) for seat in range(seats)],
        deck=shuffled(CARDS, chance, "deck"),
        tiers=settings["tiers"],
        comeback=settings["comeback"],
    )
    if state.comeback != "off":
        career = msgspec.convert(settings["source"], Career)
        _come_back(state, career, chance)
    play = Play(state, chance)
    open_month(play)
    run(play)
    return state


def _new_band(row: BandRow) -> Band:
    return Band(
        name=row.name,
        musicians=[row.vocals, row.rhythm, row.bass, row.drums],
        titles=list(row.albums),
        abilities=[musician.start_ability for musician in CONTENT.musicians],
        fans=NUMBERS.start_fans,
        fame=NUMBERS.start_fame,
    )


def _come_back(state: State, career: Career, chance: Chance) -> None:
    """The sheet takes over names and abilities, half the fans and half the fame (RNR-135)."""
    band = state.bands[0]
    band.name = career.band
    band.musicians = list(career.musicians)
    band.abilities = list(career.abilities)
    band.fans = career.fans // 2
    band.fame = career.fame // 2
    if state.comeback == "rusty":
        band.abilities = [max(NUMBERS.least_ability, value - 1) for value in band.abilities]
    elif state.comeback == "split":
        leaver = chance.below(len(MUSICIANS), "comeback")
        band.abilities[leaver] = NUMBERS.start_ability
        band.musicians[leaver] = next(
            name for name in CONTENT.newcomers[0].names if name not in career.musicians
        )
    sheet.cut_fans(band)
    band.press = flavour.press(band, "comeback")
