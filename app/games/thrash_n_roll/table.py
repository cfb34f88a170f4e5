"""What can be read off the table, and the frame in which rules act on it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from app.games.chance import Chance
from app.games.contract import Event, Seat
from app.games.thrash_n_roll.content import (
    FAN_SKILL,
    LIMITS,
    POPULARITY_TRACK,
    SKILLS,
    dice_spaces,
)
from app.games.thrash_n_roll.state import Band, Battle, HitTrack, State, Step


class Table:
    """A state in motion: the rules act on it, draw from ``chance`` and tell ``events``."""

    __slots__ = ("chance", "events", "state")

    def __init__(self, state: State, chance: Chance) -> None:
        self.state = state
        self.chance = chance
        self.events: list[Event] = []

    def tell(self, kind: str, seat: Seat | None = None, **facts: Any) -> None:
        """An event that everyone reads."""
        self.events.append(Event(kind, seat, facts, barrier=True))

    def tell_cards(self, kind: str, seat: Seat, cards: Sequence[str]) -> None:
        """An event whose ``cards`` only ``seat`` reads; others read their number."""
        self.events.append(
            Event(
                kind,
                seat,
                {"count": len(cards)},
                secret={"cards": list(cards)},
                knowers=(seat,),
                barrier=True,
            )
        )

    def tell_given(self, giver: Seat, receiver: Seat, card: str) -> None:
        """A scandal was given; which one, only these two know (TNR-172)."""
        self.events.append(
            Event(
                "scandal_given",
                giver,
                {"receiver": receiver},
                secret={"card": card},
                knowers=(giver, receiver),
                barrier=True,
            )
        )

    def push(self, *steps: Step) -> None:
        """Put steps on the agenda; the first one is done first."""
        self.state.agenda.extend(reversed(steps))


def popularity(band: Band) -> int:
    """TNR-011"""
    return POPULARITY_TRACK[len(band.taken)]


def frontman(band: Band) -> tuple[int, str]:
    """The frontman's skill as a number, and which it is; "" without a marker (TNR-012)."""
    most = max(band.skills)
    if not most:
        return 0, ""
    tied = [skill for skill, count in zip(SKILLS, band.skills, strict=True) if count == most]
    return most, tied[-1]


def best_album(band: Band) -> int:
    """The value of the best album, 0 without one (TNR-013)."""
    return band.albums[-1] if band.albums else 0


def different_skills(band: Band) -> int:
    """Of how many skills the band has a marker."""
    return sum(1 for count in band.skills if count)


def skill_pool(state: State, skill: int) -> int:
    """Markers of a skill (by number) that are left in the pool (TNR-004)."""
    return LIMITS.skill_markers_per_skill - sum(band.skills[skill] for band in state.bands)


def record_pool(state: State, seat: Seat) -> int:
    """Record markers in the own pool (TNR-122); those that enter a space are in use."""
    band = state.bands[seat]
    entering = sum(
        step.count for step in state.agenda if isinstance(step, Battle) and step.seat == seat
    )
    on_tracks = len(band.albums) + (1 if band.single else 0)
    return LIMITS.record_markers_per_player - on_tracks - entering


def owner_of(state: State, track: HitTrack, space: int) -> Seat | None:
    """Who has a marker on a space of a hit track (TNR-017)."""
    for seat, band in enumerate(state.bands):
        if band.single == space if track == "singles" else space in band.albums:
            return seat
    return None


def free_spaces(state: State, location: str) -> int:
    """TNR-045"""
    limit = dice_spaces(location, len(state.bands))
    return max(0, limit - len(state.places[location]))


def scandals_left(state: State, seat: Seat) -> int:
    """How many scandals the player may still cause now (TNR-073, TNR-074, TNR-084)."""
    band = state.bands[seat]
    beside = len(band.beside)
    deck = state.scandal_deck
    return min(
        LIMITS.scandals_per_round - beside,
        LIMITS.scandals_total - len(band.scandals) - beside,
        len(deck.draw) + len(deck.used),
    )


def can_receive(state: State, seat: Seat) -> bool:
    """Whether a scandal may be given to the player (TNR-074)."""
    band = state.bands[seat]
    return len(band.scandals) + len(band.beside) < LIMITS.scandals_total


def fan_skills(band: Band) -> int:
    """How many different skills the fan cards in hand show."""
    return len({FAN_SKILL[fan] for fan in band.fans})


def value_of(band: Band, name: str) -> int:
    """A value of `fame_from` other than the neutral die (TNR-020)."""
    match name:
        case "gear":
            return band.gear
        case "timing":
            return band.timing
        case "popularity":
            return popularity(band)
        case "frontman":
            return max(band.skills)
        case "single":
            return band.single
        case "best_album":
            return best_album(band)
        case "fan_cards":
            return len(band.fans)
        case _:
            raise ValueError(f"no value is called {name}")
