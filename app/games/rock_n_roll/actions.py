"""A band's month: throws, declarations, purchases, and how an action ends."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec

from app.games.chance import Chance
from app.games.contract import Event, Seat
from app.games.kit.dice import read
from app.games.rock_n_roll import flavour, results, sheet
from app.games.rock_n_roll.content import MUSICIANS, NUMBERS
from app.games.rock_n_roll.menu import CASH, FAME, FANS, PRACTICE, RECORDING, TOURING, menu
from app.games.rock_n_roll.state import (
    Action,
    Album,
    Band,
    Outcome,
    Phase,
    Press,
    State,
    dice_of,
)


@dataclass(slots=True)
class Play:
    """One move being played: the state that it changes, its chance, what it tells."""

    state: State
    chance: Chance
    events: list[Event] = field(default_factory=list[Event])

    def tell(self, kind: str, seat: Seat | None = None, **facts: Any) -> None:
        self.events.append(Event(kind, seat, facts))


def dice_source(seat: Seat) -> str:
    """The random source of a band's dice (RNR-012)."""
    return f"band-{seat}"


def places_of(dice: Sequence[int], kept: Sequence[int]) -> list[int]:
    """The places of dice with the values ``kept``, the first ones where several fit."""
    places: list[int] = []
    for value in kept:
        places.append(next(i for i, face in enumerate(dice) if face == value and i not in places))
    return sorted(places)


def throw(play: Play, seat: Seat, held: list[int]) -> None:
    """Throw the dice that are not in the places ``held`` (RNR-037)."""
    band, source = play.state.bands[seat], dice_source(seat)
    band.held = held
    band.throws += 1
    for place in range(len(band.dice)):
        if place not in held:
            band.dice[place] = play.chance.die(source)
            band.thrown[place] = band.throws


def opening_throw(play: Play, seat: Seat) -> None:
    """The throw of a month: all dice, or the next one of a committed band (RNR-019)."""
    band = play.state.bands[seat]
    if band.action:
        band.action.throws += 1
        band.action.months += 1
        throw(play, seat, band.held)
    else:
        band.dice = [0] * dice_of(band)
        band.thrown = [0] * len(band.dice)
        throw(play, seat, [])


def ask(play: Play, seat: Seat, phase: Phase) -> None:
    """Ask the band; a single open item is taken at once (RNR-028)."""
    band = play.state.bands[seat]
    band.phase = phase
    options = menu(play.state, seat, open_only=True)
    if len(options) == 1:
        answer(play, seat, options[0].move)
    else:
        band.asked += 1


def ask_after_throw(play: Play, seat: Seat) -> None:
    """What the table dice ask for, after any throw (RNR-041, RNR-064, RNR-105)."""
    band = play.state.bands[seat]
    if band.action is None:
        ask(play, seat, "declare")
    elif band.action.category == FAME:
        ask(play, seat, "fame_step" if results.sixes(band.values) else "bust")
    else:
        ask(play, seat, "step")


def answer(play: Play, seat: Seat, move: str) -> None:
    """Carry out an open item of the band's menu."""
    verb, _, rest = move.partition(":")
    _ANSWERS[verb](play, seat, rest)


def _declare(play: Play, seat: Seat, category: str) -> None:
    band = play.state.bands[seat]
    band.action = Action(category)
    play.tell("declared", seat, category=category, dice=list(band.values))
    ask_after_throw(play, seat)


def _again(play: Play, seat: Seat, kept: str) -> None:
    """Buy the next month for another throw (RNR-036)."""
    band = play.state.bands[seat]
    values = read(kept)
    band.held = places_of(band.dice, values)
    band.phase = "committed"
    play.tell("committed", seat, category=band.doing, kept=list(values))


def _throw_now(play: Play, seat: Seat, kept: str, kind: str) -> None:
    band = play.state.bands[seat]
    values = read(kept)
    throw(play, seat, places_of(band.dice, values))
    play.tell(kind, seat, kept=list(values), dice=list(band.values))
    ask_after_throw(play, seat)


def _free(play: Play, seat: Seat, kept: str) -> None:
    action = play.state.bands[seat].action
    assert action is not None
    action.throws += 1
    _throw_now(play, seat, kept, "free_throw")


def _magazine(play: Play, seat: Seat, kept: str) -> None:
    band = play.state.bands[seat]
    sheet.spend(band, "magazine")
    band.press = flavour.press(band, "magazine")
    _throw_now(play, seat, kept, "magazine")


def _roadie(play: Play, seat: Seat, _: str) -> None:
    """The sixth die is thrown at once (RNR-110)."""
    band = play.state.bands[seat]
    sheet.spend(band, "roadie")
    band.roadie = True
    band.held = []
    band.throws += 1
    band.dice.append(play.chance.die(dice_source(seat)))
    band.thrown.append(band.throws)
    band.press = flavour.press(band, "roadie_in")
    play.tell("roadie_hired", seat, die=band.dice[-1], press=_plain(band.press))
    ask_after_throw(play, seat)


def _all_again(play: Play, seat: Seat, _: str) -> None:
    band = play.state.bands[seat]
    assert band.action is not None
    band.action.pot += results.sixes(band.values)
    throw(play, seat, [])
    play.tell("all_again", seat, pot=band.action.pot, dice=list(band.values))
    ask_after_throw(play, seat)


def _bank(play: Play, seat: Seat, _: str) -> None:
    band = play.state.bands[seat]
    assert band.action is not None
    banked = band.action.pot + results.sixes(band.values)
    band.fame += banked
    finish(play, seat, Outcome(FAME, fame=banked), flavour.fame_moment(banked))


def _accept(play: Play, seat: Seat, _: str) -> None:
    """The bust: the pot first, then the ability (RNR-072)."""
    band = play.state.bands[seat]
    assert band.action is not None
    band.action.pot = 0
    if results.ones_in_bust(band.values) >= 2 and sheet.may_lose_ability(band):
        ask(play, seat, "lose_ability")
    else:
        finish(play, seat, Outcome(FAME, bust=True), flavour.bust_moment(False, 0))


def _lose(play: Play, seat: Seat, musician: str) -> None:
    band = play.state.bands[seat]
    index = MUSICIANS.index(musician)
    band.abilities[index] -= 1
    lost = sheet.cut_fans(band)
    change = [-int(place == index) for place in range(len(MUSICIANS))]
    outcome = Outcome(FAME, bust=True, fans=-lost, fans_lost=lost, abilities=change)
    finish(play, seat, outcome, flavour.bust_moment(True, lost), index)


def _stop(play: Play, seat: Seat, _: str) -> None:
    _STOPS[play.state.bands[seat].doing](play, seat)


def _stop_practice(play: Play, seat: Seat) -> None:
    if results.practice_gains(play.state.bands[seat].values):
        ask(play, seat, "practice_set")
    else:
        finish(play, seat, Outcome(PRACTICE), "practice_none")


def _take_gain(kind: str) -> Callable[[Play, Seat, str], None]:
    def take(play: Play, seat: Seat, who: str) -> None:
        band = play.state.bands[seat]
        gains = results.gain_of(f"{kind}:{who}" if who else kind)
        band.abilities = [a + b for a, b in zip(band.abilities, gains, strict=True)]
        outcome = Outcome(PRACTICE, abilities=list(gains))
        finish(play, seat, outcome, "practice_up", max(range(len(gains)), key=gains.__getitem__))

    return take


def _stop_fans(play: Play, seat: Seat) -> None:
    band = play.state.bands[seat]
    found = results.fans_from(band.values)
    gained = sheet.add_fans(band, found)
    outcome = Outcome(FANS, fans=gained, fans_lost=found - gained)
    moment = flavour.fans_moment(gained, found - gained)
    finish(play, seat, outcome, moment, n=gained)


def _stop_cash(play: Play, seat: Seat) -> None:
    band = play.state.bands[seat]
    earned = results.best_sum(band.values)
    band.money += earned
    band.finances.cash += earned
    finish(play, seat, Outcome(CASH, money=earned), flavour.cash_moment(earned))


def _stop_touring(play: Play, seat: Seat) -> None:
    """Box, then fan, then money (RNR-097)."""
    band = play.state.bands[seat]
    values = results.different(band.values)
    gig = results.gig_result(values)
    if gig.gain.gig:
        band.albums[-1].gigs.append(values)
    wanted = gig.gain.fans - gig.cost.fans
    change = sheet.add_fans(band, wanted)
    money = gig.gain.money_per_different * values
    band.money += money
    band.finances.gigs += money
    over = len(band.albums[-1].gigs) == NUMBERS.gigs_per_album
    outcome = Outcome(
        TOURING, fans=change, fans_lost=max(0, wanted - change), money=money, different=values
    )
    title = band.titles[len(band.albums) - 1]
    finish(play, seat, outcome, flavour.gig_moment(gig.id, over), album=title)


def _stop_recording(play: Play, seat: Seat, session: bool = False) -> None:
    """The album is released at once; its spot waits for the Close (RNR-075, RNR-026)."""
    band = play.state.bands[seat]
    album = Album(
        month=play.state.month,
        dice=results.best_sum(band.values),
        ability=band.total,
        fame=band.fame,
        fans=band.fans,
        session=session,
    )
    band.albums.append(album)
    outcome = Outcome(RECORDING, rating=album.rating, session=session)
    title = band.titles[len(band.albums) - 1]
    finish(play, seat, outcome, "session" if session else "", album=title)


def _stop_session(play: Play, seat: Seat, _: str) -> None:
    sheet.spend(play.state.bands[seat], "session")
    _stop_recording(play, seat, session=True)


def finish(
    play: Play,
    seat: Seat,
    outcome: Outcome,
    moment: str,
    musician: int | None = None,
    album: str = "",
    n: int = 0,
) -> None:
    """End the action: the band is done for the month (RNR-023, RNR-026)."""
    band = play.state.bands[seat]
    band.action = None
    band.outcome = outcome
    band.phase = "done"
    facts: dict[str, Any] = {"dice": list(band.values), "album": album}
    if moment:
        band.press = flavour.press(band, moment, musician, album, n)
        facts["press"] = _plain(band.press)
    play.tell("ended", seat, outcome=msgspec.to_builtins(outcome), **facts)


def _plain(press: Press) -> dict[str, Any]:
    return msgspec.structs.asdict(press)


_STOPS: Mapping[str, Callable[[Play, Seat], None]] = {
    PRACTICE: _stop_practice,
    FANS: _stop_fans,
    RECORDING: _stop_recording,
    TOURING: _stop_touring,
    CASH: _stop_cash,
}

_ANSWERS: Mapping[str, Callable[[Play, Seat, str], None]] = {
    "declare": _declare,
    "stop": _stop,
    "stop_session": _stop_session,
    "again": _again,
    "free": _free,
    "magazine": _magazine,
    "roadie": _roadie,
    "bank": _bank,
    "all_again": _all_again,
    "accept": _accept,
    "lose": _lose,
    **{kind: _take_gain(kind) for kind in (results.ALL, results.TWO, results.HOUSE, results.ONE)},
}


def put_roadies_die_aside(band: Band) -> None:
    """The roadie leaves; a die that is not kept goes with him (RNR-112, RNR-113)."""
    band.roadie = False
    if band.phase == "done":
        band.held = []
    gone = max(place for place in range(len(band.dice)) if place not in band.held)
    del band.dice[gone], band.thrown[gone]
    band.held = [place - (place > gone) for place in band.held]
