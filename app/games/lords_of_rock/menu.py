"""Every choice of a seat, and why a move is none (D1 to D19 of the ledger).

Options are made once at import where they don't depend on the state: menus are what playouts
spend their time in.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from app.games.contract import Blocked, Option, Seat, Viewer
from app.games.lords_of_rock.content import (
    BIT,
    CARDS,
    CONSTANTS,
    GODS,
    GODS_OF,
    LEADERS_OF,
    PANTHEONS,
    POSITIVE,
    POWERS,
    POWERS_OF,
    SKILLS,
    in_order,
)
from app.games.lords_of_rock.powers import (
    feather_targets,
    has_both,
    titles,
    unusable,
)
from app.games.lords_of_rock.setup import free_pantheon, open_slot
from app.games.lords_of_rock.state import (
    ChoosingPantheon,
    Drafting,
    LayingVenue,
    Limiting,
    PowerVisit,
    Reaction,
    Recruiting,
    Redrawing,
    RoadieChoice,
    State,
    Turn,
    UsingPower,
)

_FULL_BAND = Blocked("LOR-056", "band_full")
_ONLY_POSITIVE = Blocked("LOR-063", "only_positive_answers")
_ONE_LEADER = Blocked("LOR-029", "one_leader")
_BOTH_SKILLS = Blocked("LOR-132", "both_skills")
_NOT_REQUIRED = Blocked("LOR-124", "not_required")
_POSITIVE_ONLY = Blocked("LOR-129", "positive_only")
_SAME_RIVAL = Blocked("LOR-128", "one_card_each")

_PASS = Option("pass", "hand/pass")
_DECLINE = Option("react:decline", "hand/pass")
_KEEP_ALL = Option("redraw:keep", "hand/pass")
_REDRAW_STOP = Option("redraw:stop", "hand/pass")
_POWERS_END = Option("power:end", "hand/pass")
_CANCEL_STOP = Option("cancel:stop", "hand/pass")
_BURN_STOP = Option("burn:stop", "hand/pass")


@lru_cache(maxsize=8192)
def _option(move: str, where: str) -> Option:
    return Option(move, where)


def _barred(move: str, where: str, blocked: Blocked | None) -> Option:
    """An option that is open when nothing blocks it."""
    return _option(move, where) if blocked is None else Option(move, where, blocked)


_PLAY = {card: Option(f"play:{card}", f"hand/{card}") for card in POSITIVE}
_PLAY_ON = {
    (card, seat): Option(f"play:{card}:{seat}", f"hand/{card}")
    for card in CARDS
    if card not in POSITIVE
    for seat in range(5)
}
_PLAY_ON_FULL = {
    (card, seat): Option(option.move, option.where, _FULL_BAND)
    for (card, seat), option in _PLAY_ON.items()
}
_REACT = {
    card: Option(f"react:{card}", f"hand/{card}", None if card in POSITIVE else _ONLY_POSITIVE)
    for card in CARDS
}
_REDRAW = {card: Option(f"redraw:{card}", f"hand/{card}") for card in CARDS}
_DISCARD = {card: Option(f"discard:{card}", f"hand/{card}") for card in CARDS}
_BURN = {card: Option(f"burn:{card}", f"hand/{card}") for card in CARDS}


def _draft(state: State, seat: Seat, step: Drafting) -> list[Option]:
    return [_option(f"keep:{venue}", f"venues/{venue}") for venue in state.players[seat].pack]


def _pantheons(state: State, seat: Seat, step: ChoosingPantheon) -> list[Option]:
    menu: list[Option] = []
    for pantheon in PANTHEONS:
        taken = free_pantheon(state, pantheon)
        blocked = None if taken is None else Blocked("LOR-027", "taken", facts={"seat": taken})
        menu.append(Option(f"pantheon:{pantheon}", f"pantheons/{pantheon}", blocked))
    return menu


def _recruits(state: State, seat: Seat, step: Recruiting) -> list[Option]:
    player = state.players[seat]
    leaders, gods = LEADERS_OF[player.pantheon], GODS_OF[player.pantheon]
    slot = open_slot(player.picks)
    if not slot:
        return [_option(f"leader:{leader}", f"recruit/{leader}") for leader in leaders]
    other_leader = next(leader for leader in leaders if leader not in player.picks)
    wrong_slot = Blocked("LOR-030", "other_slot", facts={"skill": slot})
    menu = [_barred(f"god:{other_leader}", f"recruit/{other_leader}", _ONE_LEADER)]
    for god in gods:
        fits = GODS[god].primary.skill == slot
        menu.append(Option(f"god:{god}", f"recruit/{god}", None if fits else wrong_slot))
    return menu


def _venues(state: State, seat: Seat, step: LayingVenue) -> list[Option]:
    return [
        _option(f"venue:{venue}", f"venues/{venue}")
        for venue in in_order(state.players[seat].venues)
    ]


def _redraws(state: State, seat: Seat, step: Redrawing) -> list[Option]:
    player = state.players[seat]
    menu = [_REDRAW[card] for card in dict.fromkeys(player.hand)]
    menu.append(_REDRAW_STOP if player.aside else _KEEP_ALL)
    return menu


def _turn(state: State, seat: Seat, step: Turn) -> list[Option]:
    rivals = [(rival, state.full(rival)) for rival in state.rivals(seat)]
    menu: list[Option] = []
    for card in dict.fromkeys(state.players[seat].hand):
        if card in POSITIVE:
            menu.append(_PLAY[card])
        else:
            for rival, full in rivals:
                menu.append((_PLAY_ON_FULL if full else _PLAY_ON)[card, rival])
    menu.append(_PASS)
    return menu


def _reaction(state: State, seat: Seat, step: Reaction) -> list[Option]:
    menu = [_REACT[card] for card in dict.fromkeys(state.players[seat].hand)]
    menu.append(_DECLINE)
    return menu


def _visit(state: State, seat: Seat, step: PowerVisit) -> list[Option]:
    menu = [
        Option(f"power:{power}", f"hand/{power}", unusable(state, seat, power))
        for power in POWERS_OF[state.players[seat].pantheon]
    ]
    menu.append(_POWERS_END)
    return menu


def _roadie(state: State, seat: Seat, step: RoadieChoice) -> list[Option]:
    negatives = titles(state.players[seat].active(positive=False))
    return [_option(f"cancel:{card}", f"band-{seat}/{card}") for card in negatives]


def _limit(state: State, seat: Seat, step: Limiting) -> list[Option]:
    return [_DISCARD[card] for card in dict.fromkeys(state.players[seat].hand)]


def _power(state: State, seat: Seat, step: UsingPower) -> list[Option]:
    return _POWER_MENUS[step.power](state, seat, step)


def _skills(state: State, seat: Seat, step: UsingPower) -> list[Option]:
    mask = state.stage.mask
    return [
        _barred(f"skill:{skill}", f"stage/{skill}", None if mask & BIT[skill] else _NOT_REQUIRED)
        for skill in SKILLS
    ]


def _rivals(state: State, seat: Seat, step: UsingPower) -> list[Option]:
    return [_option(f"rival:{rival}", f"band-{rival}/crest") for rival in state.rivals(seat)]


def _feather(state: State, seat: Seat, step: UsingPower) -> list[Option]:
    menu = [
        _barred(
            f"cancel:{rival}:{card}",
            f"band-{rival}/{card}",
            _SAME_RIVAL if rival == step.target else None,
        )
        for rival, card in feather_targets(state, seat, -1)
    ]
    if step.target >= 0:
        menu.append(_CANCEL_STOP)
    return menu


def _book(state: State, seat: Seat, step: UsingPower) -> list[Option]:
    return [
        _barred(f"take:{card}", f"discard/{card}", None if card in POSITIVE else _POSITIVE_ONLY)
        for card in in_order(list(set(state.deck.used)))
    ]


def _burns(state: State, seat: Seat, step: UsingPower) -> list[Option]:
    menu = [_BURN[card] for card in dict.fromkeys(state.players[seat].hand)]
    if step.burned:
        menu.append(_BURN_STOP)
    return menu


def _mirror(state: State, seat: Seat, step: UsingPower) -> list[Option]:
    full_mirror = Blocked("LOR-131", "band_full")
    return [
        _barred(
            f"move:{card}:{rival}",
            f"band-{seat}/{card}",
            full_mirror if state.full(rival) else None,
        )
        for card in titles(state.players[seat].active(positive=False))
        for rival in state.rivals(seat)
    ]


def _shapes(state: State, seat: Seat, step: UsingPower) -> list[Option]:
    return [
        _barred(
            f"double:{god}", f"band-{seat}/{god}", None if has_both(state, god) else _BOTH_SKILLS
        )
        for god in state.players[seat].band
    ]


def _swaps(state: State, seat: Seat, step: UsingPower) -> list[Option]:
    mask = state.stage.mask
    required = [skill for skill in SKILLS if mask & BIT[skill]]
    return [
        _option(f"swap:{out}:{new}", f"stage/{out}")
        for out in required
        for new in SKILLS
        if new not in required
    ]


_POWER_MENUS: Mapping[str, Callable[[State, Seat, UsingPower], list[Option]]] = {
    "thunderbolt-solo": _skills,
    "holmgang": _rivals,
    "feather-of-truth": _feather,
    "book-of-the-dead": _book,
    "burnt-offering": _burns,
    "smoking-mirror": _mirror,
    "shape-of-three": _shapes,
    "tablet-of-destinies": _swaps,
}

_MENUS: Mapping[type[Any], Callable[[State, Seat, Any], list[Option]]] = {
    Drafting: _draft,
    ChoosingPantheon: _pantheons,
    Recruiting: _recruits,
    LayingVenue: _venues,
    Redrawing: _redraws,
    Turn: _turn,
    Reaction: _reaction,
    PowerVisit: _visit,
    UsingPower: _power,
    RoadieChoice: _roadie,
    Limiting: _limit,
}


def menu(state: State, seat: Seat, open_only: bool = False) -> list[Option]:
    """The choices of a seat that owes the decision ``state.step``."""
    options = _MENUS[type(state.step)](state, seat, state.step)
    return [option for option in options if option.blocked is None] if open_only else options


# -- Moves that no menu lists --------------------------------------------------------------

_NO_SUCH = Blocked("LOR-153", "no_such_move")


def refusal(state: State, viewer: Viewer, move: str) -> Blocked:
    """Why ``move`` is not on the viewer's menu."""
    words = move.split(":")
    step = state.step
    if viewer is None:
        return Blocked("LOR-156", "onlooker")
    if isinstance(step, LayingVenue) and words[0] == "venue" and viewer != step.seat:
        return Blocked("LOR-039", "not_host", facts={"seat": step.seat})
    if words[0] in ("play", "pass", "react") and isinstance(step, Turn | Reaction):
        return _play_refusal(state, viewer, words)
    if words[0] == "redraw" and state.concert is not None:
        return _redraw_refusal(state, viewer)
    if words[0] == "power" and isinstance(step, PowerVisit) and viewer == step.seat:
        known = len(words) == 2 and words[1] in POWERS
        return Blocked("LOR-075", "not_your_power") if known else _NO_SUCH
    return _NO_SUCH if viewer in state.owing() else Blocked("LOR-156", "not_asked")


def _play_refusal(state: State, viewer: Seat, words: Sequence[str]) -> Blocked:
    player = state.players[viewer]
    if viewer not in state.stage.seats:
        return Blocked("LOR-137", "not_in_encore")
    if words[0] == "react":
        if player.passed:
            return Blocked("LOR-064", "one_answer")
        return Blocked("LOR-068", "answer_on_turn")
    if player.passed:
        return Blocked("LOR-058", "you_passed")
    if viewer not in state.owing():
        return Blocked("LOR-068", "not_your_turn")
    if len(words) < 2 or words[1] not in player.hand:
        return Blocked("LOR-052", "not_in_hand")
    if words[1] in POSITIVE:
        return Blocked("LOR-054", "positive_on_own")
    return Blocked("LOR-055", "negative_on_rival")


def _redraw_refusal(state: State, viewer: Seat) -> Blocked:
    if state.stage.encore:
        return Blocked("LOR-141", "no_redraw_in_encore")
    if state.hosted == 1:
        return Blocked("LOR-116", "no_redraw_first")
    if len(state.players[viewer].aside) == CONSTANTS.redraw_max:
        return Blocked("LOR-115", "two_redraws")
    return _NO_SUCH if viewer in state.owing() else Blocked("LOR-156", "not_asked")
