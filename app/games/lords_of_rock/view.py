"""What each viewer may see, cut into regions (LOR-147 to LOR-150).

The public regions are equal for everybody: "show" (where the game stands), "stage" (the venue),
"band-<seat>", "pantheons", "discard", "resolution". A seat has three of its own on top: "hand",
"venues" and "recruit".
"""

from __future__ import annotations

from typing import Any

import msgspec

from app.games.contract import Region, Seat
from app.games.lords_of_rock.concert import face_down
from app.games.lords_of_rock.content import (
    CARDS,
    ENGAGED,
    GODS,
    GODS_OF,
    LEADERS_OF,
    PANTHEONS,
    POINTS,
    POWERS_OF,
    SKILLS,
    VENUE_MASK,
    VENUES,
    in_order,
    mask_of,
    starting_value,
)
from app.games.lords_of_rock.resolution import band_sum
from app.games.lords_of_rock.setup import open_slot
from app.games.lords_of_rock.state import (
    ChoosingPantheon,
    Concert,
    Drafting,
    Laid,
    LayingVenue,
    Limiting,
    Over,
    Player,
    PowerVisit,
    Reaction,
    Recruiting,
    Redrawing,
    Resolution,
    State,
)

LARGE_STONE = 5
"""Souls of a large stone (LOR-003)."""

PHASES = {
    "Drafting": "draft",
    "ChoosingPantheon": "pantheons",
    "Recruiting": "recruiting",
    "LayingVenue": "venue",
    "Redrawing": "redraw",
    "Turn": "play",
    "Reaction": "play",
    "PowerVisit": "powers",
    "UsingPower": "powers",
    "RoadieChoice": "roadies",
    "Limiting": "limit",
    "Over": "over",
}


def open_view(state: State) -> list[Region]:
    """See `contract.Rules.open_view`."""
    return [
        Region("show", _show(state)),
        Region("stage", _stage(state)),
        *(Region("band", _band(state, seat), str(seat)) for seat in range(state.seats)),
        Region("pantheons", _pantheons(state)),
        Region("discard", _discard(state)),
        Region("resolution", _resolution(state)),
    ]


def own_view(state: State, seat: Seat) -> list[Region]:
    """See `contract.Rules.own_view`."""
    return [
        Region("hand", _hand(state, seat)),
        Region("venues", _venues(state, seat)),
        Region("recruit", _recruit(state, seat)),
    ]


def _running(state: State) -> Concert | None:
    """The concert on the stage; after the clean-up there is none."""
    return None if isinstance(state.step, Limiting) else state.concert


def _show(state: State) -> dict[str, Any]:
    """Settings and progress. ``concert`` counts those of the rounds; ``acting`` owe a move;
    in a simultaneous phase ``finished`` are those who have chosen."""
    owing = state.owing()
    concert = _running(state)
    together = isinstance(state.step, Drafting | Recruiting | Redrawing | Limiting)
    return {
        "phase": PHASES[type(state.step).__name__],
        "round": max(0, state.hosted - 1) // state.seats + 1,
        "rounds": state.rounds,
        "concert": state.hosted,
        "concerts": state.rounds * state.seats,
        "encore": concert.encore if concert else 0,
        "powers": state.powers,
        "draft": state.draft,
        "anchor": state.anchor,
        "acting": owing,
        "reaction": isinstance(state.step, Reaction),
        "finished": [s for s in range(state.seats) if s not in owing] if together else [],
        "souls": [player.souls for player in state.players],
    }


def _stage(state: State) -> dict[str, Any]:
    """The venue in play. ``required`` may differ from what is printed (LOR-134)."""
    concert = _running(state)
    if concert is None:
        return {"venue": ""}
    venue = VENUES[concert.venue]
    return {
        "venue": venue.id,
        "size": venue.size,
        "required": [skill for skill in SKILLS if skill in concert.required],
        "printed": list(venue.skills),
        "souls": list(venue.souls[: len(concert.seats)]),
        "riders": list(venue.riders),
        "host": concert.host,
        "order": list(concert.seats),
        "encore": concert.encore,
        "revealed": concert.revealed,
        "standings": [_standing(state, seat) for seat in concert.seats],
    }


def _standing(state: State, seat: Seat) -> dict[str, Any]:
    """A band in the table on the stage: the public total and how many cards lie face down."""
    player = state.players[seat]
    return {
        "seat": seat,
        "total": _sums(state, seat)["total"],
        "down": sum(face_down(state, laid) for laid in player.pile),
        "passed": player.passed,
        "acting": seat in state.owing(),
    }


def _band(state: State, seat: Seat) -> dict[str, Any]:
    """A seat's side of the table as everybody sees it.

    A face-down card has an empty ``card``. ``total`` leaves face-down cards out (LOR-149).
    ``hand`` counts cards set aside too: how many that are is no business of others.
    """
    player = state.players[seat]
    over = isinstance(state.step, Over)
    return {
        "seat": seat,
        "pantheon": player.pantheon,
        "anchor": seat == state.anchor,
        "gods": _gods(state, player),
        "cards": [_laid(state, laid) for laid in player.pile],
        **_sums(state, seat),
        "passed": player.passed,
        "acting": seat in state.owing(),
        "hit": isinstance(state.step, Reaction) and state.step.seat == seat,
        "hand": len(player.hand) + len(player.aside),
        "venues": len(player.venues) + len(player.pack),
        "powers": _powers(state, player),
        "souls": player.souls,
        "stones": {"large": player.souls // LARGE_STONE, "small": player.souls % LARGE_STONE},
        "tallies": list(player.tallies),
        "open_hand": list(player.hand) if over else [],
        "open_venues": list(player.venues) if over else [],
    }


def _gods(state: State, player: Player) -> list[dict[str, Any]]:
    concert = _running(state)
    mask = concert.mask if concert else 0
    gods: list[dict[str, Any]] = []
    for god in player.band:
        engaged = ENGAGED[god][mask]
        gods.append({"god": god, "skill": engaged.skill, "value": engaged.value})
    return gods


def _laid(state: State, laid: Laid) -> dict[str, Any]:
    if face_down(state, laid):
        return {"card": "", "by": laid.by, "cancelled": False}
    return {"card": laid.card, "by": laid.by, "cancelled": laid.cancelled}


def _sums(state: State, seat: Seat) -> dict[str, Any]:
    concert = _running(state)
    if concert is None or seat not in concert.seats:
        return {"plays": False, "starting": 0, "plus": 0, "minus": 0, "power_points": 0, "total": 0}
    one = band_sum(state, seat, hide=not concert.revealed)
    return {
        "plays": True,
        "starting": one.gods,
        "plus": one.plus,
        "minus": one.minus,
        "power_points": one.powers,
        "total": one.total,
    }


def _powers(state: State, player: Player) -> list[dict[str, Any]]:
    if not state.powers or not player.pantheon:
        return []
    return [{"power": power, "used": power in player.used} for power in POWERS_OF[player.pantheon]]


def _pantheons(state: State) -> dict[str, Any]:
    """Who has which pantheon while they are chosen."""
    taken = {player.pantheon: seat for seat, player in enumerate(state.players) if player.pantheon}
    return {
        "open": isinstance(state.step, ChoosingPantheon),
        "pantheons": [{"pantheon": one, "seat": taken.get(one)} for one in PANTHEONS],
    }


def _discard(state: State) -> dict[str, Any]:
    """The open piles, and how many cards the decks hold (LOR-106, LOR-043)."""
    counts: dict[str, int] = {}
    for card in in_order(state.deck.used):
        counts[card] = counts.get(card, 0) + 1
    return {
        "cards": [{"card": card, "copies": copies} for card, copies in counts.items()],
        "top": state.deck.used[-1] if state.deck.used else "",
        "deck": len(state.deck.draw),
        "venue_deck": len(state.venue_deck),
        "spent": list(state.spent),
    }


def _resolution(state: State) -> dict[str, Any]:
    """The resolution that runs, or the last one: cards as they lie, then what happened.

    ``bands`` come in resolution order while it runs, best first when it is done; ``score`` is
    there only then.
    """
    concert = _running(state)
    if concert is not None and concert.revealed:
        return {
            "venue": concert.venue,
            "number": state.hosted,
            "encore": concert.encore,
            "host": concert.host,
            "done": False,
            "beats": [msgspec.structs.asdict(beat) for beat in concert.beats],
            "bands": [
                {"seat": seat, "cards": [_laid(state, laid) for laid in state.players[seat].pile]}
                for seat in concert.resolution_order
            ],
        }
    return _last(state.last) if state.last else {"venue": ""}


def _last(last: Resolution) -> dict[str, Any]:
    return {
        "venue": last.venue,
        "number": last.number,
        "encore": last.encore,
        "host": last.host,
        "required": list(last.required),
        "riders": list(VENUES[last.venue].riders) if not last.encore else [],
        "done": True,
        "beats": [msgspec.structs.asdict(beat) for beat in last.beats],
        "bands": [
            {
                "seat": score.seat,
                "cards": [
                    {
                        "card": laid.card,
                        "by": laid.by,
                        "cancelled": laid.cancelled,
                        "points": 0
                        if laid.cancelled
                        else POINTS[laid.card][mask_of(last.required)],
                        "souls": CARDS[laid.card].souls,
                    }
                    for laid in last.piles[score.seat]
                ],
                "score": msgspec.structs.asdict(score),
            }
            for score in last.scores
        ],
    }


# -- What only the own seat sees -----------------------------------------------------------


def _hand(state: State, seat: Seat) -> dict[str, Any]:
    """The hand, the own face-down cards and the total with them (LOR-148, LOR-149); the own
    powers while they may be used."""
    player = state.players[seat]
    concert = _running(state)
    playing = concert is not None and seat in concert.seats
    mask = concert.mask if concert and playing else 0
    counts: dict[str, int] = {}
    for card in player.hand:
        counts[card] = counts.get(card, 0) + 1
    return {
        "mine": True,
        "seat": seat,
        "cards": [
            {"card": card, "copies": copies, "points": POINTS[card][mask]}
            for card, copies in counts.items()
        ],
        "aside": list(player.aside),
        "down": [laid.card for laid in player.pile if face_down(state, laid)],
        "playing": playing,
        "total": band_sum(state, seat).total if playing else 0,
        "passed": player.passed,
        "powers": _powers(state, player) if state.step == PowerVisit(seat) else [],
    }


def _venues(state: State, seat: Seat) -> dict[str, Any]:
    """The own unplayed venue cards, or the draft pack and what was kept of it.

    ``mine`` and ``best`` are the own starting value there and the best rival's, 0 before the
    bands are revealed.
    """
    player = state.players[seat]
    return {
        "mine": True,
        "seat": seat,
        "cards": [_venue(state, seat, venue) for venue in in_order(player.venues)],
        "pack": [_venue(state, seat, venue) for venue in player.pack],
        "keeping": player.keeping,
        "drafting": isinstance(state.step, Drafting),
        "hosting": isinstance(state.step, LayingVenue) and state.step.seat == seat,
    }


def _venue(state: State, seat: Seat, venue: str) -> dict[str, Any]:
    mask = VENUE_MASK[venue]
    values = [starting_value(player.band, mask) for player in state.players]
    own = values.pop(seat)
    return {"venue": venue, "own": own, "best": max(values)}


def _recruit(state: State, seat: Seat) -> dict[str, Any]:
    """The own pantheon's gods while recruiting, those for the open slot first, and who was
    chosen."""
    player = state.players[seat]
    if not isinstance(state.step, Recruiting):
        return {"open": False, "mine": True, "seat": seat}
    slot = "" if player.done else open_slot(player.picks)
    gods = GODS_OF[player.pantheon]
    cast = [*LEADERS_OF[player.pantheon], *gods]
    fitting = [god for god in gods if GODS[god].primary.skill == slot]
    return {
        "open": True,
        "mine": True,
        "seat": seat,
        "pantheon": player.pantheon,
        "cast": sorted(cast, key=lambda god: god not in fitting),
        "picks": list(player.picks),
        "slot": slot,
        "done": player.done,
    }
