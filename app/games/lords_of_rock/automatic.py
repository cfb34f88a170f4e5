"""The choice that the ledger makes when time runs out (LOR-155, the table of decisions).

Ties go by the order of the content file, then by resolution order: every candidate list below
is in that order, and ``max``/``min`` keep the first of equals.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from app.games.contract import Seat
from app.games.lords_of_rock.content import (
    CARDS,
    GODS,
    LEADERS_OF,
    ORDER,
    PANTHEONS,
    POINTS,
    POSITIVE,
    SKILLS,
    VENUE_MASK,
    VENUES,
    WORTH,
    in_order,
    mask_of,
    starting_value,
)
from app.games.lords_of_rock.menu import menu
from app.games.lords_of_rock.powers import titles
from app.games.lords_of_rock.resolution import band_sum
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

SOUL_POINTS = 2
"""Points that a soul counts as when both are compared."""


def lead(state: State, seat: Seat, seats: Sequence[Seat], mask: int) -> int:
    """By how much the own starting value beats the best rival's."""
    values = {one: starting_value(state.players[one].band, mask) for one in seats}
    own = values.pop(seat)
    return own - max(values.values())


def loss(card: str, mask: int) -> int:
    """What a negative card costs the band it lies on, souls counted in points."""
    return max(-POINTS[card][mask], -SOUL_POINTS * CARDS[card].souls)


def least_worth(cards: Sequence[str]) -> str:
    """The card to throw: the one with the lowest worth."""
    return min(in_order(cards), key=WORTH.__getitem__)


def _draft(state: State, seat: Seat, step: Drafting) -> str:
    best = max(
        in_order(state.players[seat].pack),
        key=lambda venue: (len(VENUES[venue].skills), sum(VENUES[venue].souls)),
    )
    return f"keep:{best}"


def _pantheon(state: State, seat: Seat, step: ChoosingPantheon) -> str:
    return f"pantheon:{next(one for one in PANTHEONS if free_pantheon(state, one) is None)}"


def _recruit(state: State, seat: Seat, step: Recruiting) -> str:
    player = state.players[seat]
    if not player.picks:
        return f"leader:{LEADERS_OF[player.pantheon][0]}"
    slot = open_slot(player.picks)
    gods = [
        god
        for god in GODS.values()
        if god.pantheon == player.pantheon and not god.star and god.primary.skill == slot
    ]
    best = max(gods, key=lambda god: god.primary.value + god.secondary.value / 2)
    return f"god:{best.id}"


def _venue(state: State, seat: Seat, step: LayingVenue) -> str:
    everyone = range(state.seats)
    best = max(
        in_order(state.players[seat].venues),
        key=lambda venue: (
            lead(state, seat, everyone, VENUE_MASK[venue]),
            len(VENUES[venue].skills),
        ),
    )
    return f"venue:{best}"


def _redraw(state: State, seat: Seat, step: Redrawing) -> str:
    return "redraw:stop" if state.players[seat].aside else "redraw:keep"


def _roadie(state: State, seat: Seat, step: RoadieChoice) -> str:
    mask = state.stage.mask
    negatives = titles(state.players[seat].active(positive=False))
    return f"cancel:{max(negatives, key=lambda card: loss(card, mask))}"


def _limit(state: State, seat: Seat, step: Limiting) -> str:
    return f"discard:{least_worth(state.players[seat].hand)}"


# -- Powers --------------------------------------------------------------------------------


def _thunderbolt(state: State, seat: Seat, step: UsingPower) -> str:
    primary = {GODS[god].primary.skill: GODS[god].primary.value for god in state.players[seat].band}
    required = [skill for skill in SKILLS if skill in state.stage.required]
    return f"skill:{max(required, key=primary.__getitem__)}"


def _holmgang(state: State, seat: Seat, step: UsingPower) -> str:
    def net_worth(rival: Seat) -> float:
        pile = [laid.card for laid in state.players[rival].pile if not laid.cancelled]
        return sum(WORTH[card] if card in POSITIVE else -WORTH[card] for card in pile)

    rivals = [rival for rival in state.stage.resolution_order if rival != seat]
    return f"rival:{max(rivals, key=net_worth)}"


def _feather(state: State, seat: Seat, step: UsingPower) -> str:
    if step.target >= 0:
        return "cancel:stop"
    targets = [
        (rival, card)
        for rival in state.stage.resolution_order
        if rival != seat
        for card in titles(state.players[rival].active(positive=True))
    ]
    rival, card = max(targets, key=lambda one: (WORTH[one[1]], -ORDER[one[1]]))
    return f"cancel:{rival}:{card}"


def _book(state: State, seat: Seat, step: UsingPower) -> str:
    mask = state.stage.mask
    discards = [card for card in in_order(state.deck.used) if card in POSITIVE]
    return f"take:{max(discards, key=lambda card: (POINTS[card][mask], WORTH[card]))}"


def _burnt(state: State, seat: Seat, step: UsingPower) -> str:
    return "burn:stop" if step.burned else f"burn:{least_worth(state.players[seat].hand)}"


def _mirror(state: State, seat: Seat, step: UsingPower) -> str:
    mask = state.stage.mask
    negatives = titles(state.players[seat].active(positive=False))
    card = max(negatives, key=lambda one: loss(one, mask))
    rivals = [
        rival for rival in state.stage.resolution_order if rival != seat and not state.full(rival)
    ]
    return f"move:{card}:{max(rivals, key=lambda rival: band_sum(state, rival).total)}"


def _shape(state: State, seat: Seat, step: UsingPower) -> str:
    moves = [option.move for option in menu(state, seat, open_only=True)]
    return max(moves, key=lambda move: GODS[move.partition(":")[2]].secondary.value)


def _tablet(state: State, seat: Seat, step: UsingPower) -> str:
    required = state.stage.required

    def lead_after(move: str) -> int:
        _, out, new = move.split(":")
        skills = [new if skill == out else skill for skill in required]
        return lead(state, seat, state.stage.seats, mask_of(skills))

    return max((option.move for option in menu(state, seat, open_only=True)), key=lead_after)


_POWERS: Mapping[str, Callable[[State, Seat, UsingPower], str]] = {
    "thunderbolt-solo": _thunderbolt,
    "holmgang": _holmgang,
    "feather-of-truth": _feather,
    "book-of-the-dead": _book,
    "burnt-offering": _burnt,
    "smoking-mirror": _mirror,
    "shape-of-three": _shape,
    "tablet-of-destinies": _tablet,
}


def _power(state: State, seat: Seat, step: UsingPower) -> str:
    return _POWERS[step.power](state, seat, step)


_CHOICES: Mapping[type[Any], Callable[[State, Seat, Any], str]] = {
    Drafting: _draft,
    ChoosingPantheon: _pantheon,
    Recruiting: _recruit,
    LayingVenue: _venue,
    Redrawing: _redraw,
    Turn: lambda state, seat, step: "pass",
    Reaction: lambda state, seat, step: "react:decline",
    PowerVisit: lambda state, seat, step: "power:end",
    UsingPower: _power,
    RoadieChoice: _roadie,
    Limiting: _limit,
}


def automatic(state: State, seat: Seat) -> str:
    """The open move that is made for a seat whose time is out."""
    return _CHOICES[type(state.step)](state, seat, state.step)
