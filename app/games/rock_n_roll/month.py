"""The month that all bands share: its Opening and its Close (RNR-016 to RNR-025)."""

from __future__ import annotations

from typing import Any

import msgspec

from app.games.contract import Event
from app.games.rock_n_roll import flavour
from app.games.rock_n_roll.actions import (
    Play,
    ask_after_throw,
    opening_throw,
    put_roadies_die_aside,
)
from app.games.rock_n_roll.chart import turn_card
from app.games.rock_n_roll.content import NUMBERS


def run(play: Play) -> None:
    """Close and open months until somebody has to decide, or the game is over."""
    while not play.state.over and all(band.ready for band in play.state.bands):
        _close(play)
        if not play.state.over:
            open_month(play)


def open_month(play: Play) -> None:
    """Check the box of the next month, then throw for every band (RNR-018, RNR-019)."""
    state = play.state
    state.month += 1
    for seat, band in enumerate(state.bands):
        band.outcome = None
        band.opening_total, band.opening_fame = band.total, band.fame
        band.flavour = play.chance.below(flavour.FLAVOUR_RANGE, "flavour")
        opening_throw(play, seat)
    throws = [
        {"seat": seat, "category": band.doing, "dice": list(band.values)}
        for seat, band in enumerate(state.bands)
    ]
    play.tell("month", month=state.month, throws=throws)
    for seat in range(len(state.bands)):
        ask_after_throw(play, seat)


def _close(play: Play) -> None:
    state = play.state
    _release(play)
    if state.month % NUMBERS.months_per_year == 0:
        _end_year(play)
    state.over = state.month == NUMBERS.months
    if state.over:
        press = msgspec.structs.asdict(flavour.press(state.bands[0], "final"))
        play.tell("final", press=press)
    # nothing before a Close can be taken back (RNR-029)
    play.events.append(Event("closed", facts={"month": state.month}, barrier=True))


def _release(play: Play) -> None:
    """Place the albums of the month; the sheets' calendars show them from now on."""
    state = play.state
    placed = turn_card(state, play.chance)
    if not placed:
        return
    albums: list[dict[str, Any]] = []
    for seat, spot in sorted(placed.items(), key=lambda item: item[1]):
        band = state.bands[seat]
        title = band.titles[len(band.albums) - 1]
        moment = flavour.release_moment(spot)
        band.press = flavour.press(band, moment, album=title, n=spot)
        albums.append(
            {
                "seat": seat,
                "album": title,
                "rating": band.albums[-1].rating,
                "spot": spot,
                "press": msgspec.structs.asdict(band.press),
            }
        )
    play.tell("chart", card=state.turned[-1].card, month=state.month, albums=albums)


def _end_year(play: Play) -> None:
    state = play.state
    for seat, band in enumerate(state.bands):
        if band.roadie:
            put_roadies_die_aside(band)
            press = flavour.press(band, "roadie_out")
            play.tell("roadie_left", seat, press=msgspec.structs.asdict(press))
    press = flavour.press(state.bands[0], "year_end")
    year = state.month // NUMBERS.months_per_year
    play.tell("year_end", year=year, press=msgspec.structs.asdict(press))
