"""Why a move that stands on no menu is refused: the table below the decisions in the ledger."""

from __future__ import annotations

from app.games.contract import Blocked, Seat, Viewer
from app.games.kit.dice import read, without
from app.games.rock_n_roll.menu import (
    FAME,
    VERBS,
    blocked_again,
    blocked_free,
    blocked_price,
    blocked_roadie,
    blocked_session,
    most_kept,
)
from app.games.rock_n_roll.state import Band, State

_SETTINGS = ("tiers", "comeback", "source")
_SETTLING = ("practice_set", "lose_ability")
_NOT_HERE = Blocked("RNR-157", "not_on_the_menu")


def refusal(state: State, viewer: Viewer, move: str) -> Blocked:
    """See `contract.Rules.refusal`."""
    if viewer is None or not 0 <= viewer < len(state.bands):
        return Blocked("RNR-022", "not_your_band")
    if state.over:
        return Blocked("RNR-115", "over")
    verb, _, rest = move.partition(":")
    if verb in _SETTINGS:
        return Blocked("RNR-013", "started")
    band = state.bands[viewer]
    if band.ready:
        return Blocked("RNR-023", "month_done", facts={"seats": waiting_seats(state)})
    if verb not in VERBS:
        return _NOT_HERE
    return _by_verb(state, band, verb, rest) or _NOT_HERE


def waiting_seats(state: State) -> list[Seat]:
    """The bands that the month waits for."""
    return [seat for seat, band in enumerate(state.bands) if not band.ready]


def _by_verb(state: State, band: Band, verb: str, rest: str) -> Blocked | None:
    if verb == "declare":
        return _bound(band) if band.action else None
    if verb in ("magazine", "roadie"):
        return _purchase(state, band, verb, rest)
    if verb == "stop_session":
        return blocked_session(band)
    if band.action is None:
        throws_on = ("stop", "again", "free", "bank", "all_again", "accept")
        return Blocked("RNR-030", "declare_first") if verb in throws_on else None
    if band.phase in _SETTLING:
        return None
    if verb in ("bank", "all_again"):
        if band.doing != FAME:
            return _belongs_to_fame(band)
        return Blocked("RNR-066", "no_six")
    if verb == "stop":
        return Blocked("RNR-062", "fame_one_month") if band.doing == FAME else None
    if verb == "again":
        return blocked_again(state, band.action) or _kept(state, band, verb, rest)
    if verb == "free":
        return blocked_free(band.action) or _kept(state, band, verb, rest)
    return None


def _bound(band: Band) -> Blocked:
    return Blocked("RNR-031", "bound", facts={"category": band.doing})


def _belongs_to_fame(band: Band) -> Blocked:
    return Blocked("RNR-064", "only_fame", facts={"category": band.doing})


def _purchase(state: State, band: Band, verb: str, rest: str) -> Blocked | None:
    if band.phase in _SETTLING:
        return Blocked("RNR-102", "settle_first")
    if verb == "roadie":
        return blocked_roadie(band)
    return blocked_price(band, "magazine", "RNR-104") or _kept(state, band, verb, rest)


def _kept(state: State, band: Band, verb: str, text: str) -> Blocked | None:
    """What is wrong with the dice to keep (RNR-037, RNR-113)."""
    try:
        kept = read(text)
        without(band.dice, kept)
    except ValueError:
        return Blocked("RNR-037", "no_such_dice")
    if len(kept) == len(band.dice):
        return Blocked("RNR-037", "throw_one")
    if len(kept) > most_kept(state, band, verb):
        return Blocked("RNR-113", "roadie_leaves")
    return None
