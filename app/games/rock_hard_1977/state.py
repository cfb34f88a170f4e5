"""The state of a game: plain data."""

from __future__ import annotations

from typing import Literal

import msgspec

from app.games.kit.decks import Deck
from app.games.rock_hard_1977.content import CHARACTERS, MANAGERS
from app.games.rock_hard_1977.steps import NOBODY, AnyStep


class GoalHeld(msgspec.Struct):
    """A Personal Goal of a player. ``open``: it lies face up (RH-024, RH-207)."""

    card: str
    open: bool = False
    scored: bool = False


class Life(msgspec.Struct):
    """A Life Experience card of a player.

    ``set``: the number of the set that it is part of, 0 for an unused card. ``waiting``: it
    lies face up until its effect is used (RH-166), at the latest until Clean-Up of the round
    ``until`` (0: without end).
    """

    card: str
    set: int = 0
    waiting: bool = False
    until: int = 0


class Player(msgspec.Struct):
    """What a player has. ``demo`` is 0 or 1; a Record Contract is a Royalty tier above 0.

    ``done`` marks what was used this round (abilities, "gig", "hire_crew", "work"), ``did``
    this phase (spaces, "studio", "candy", "party", "placed"). ``at`` is the standee's space,
    "event" or empty, and ``arrived`` orders the standees of one space. ``tokens`` are Ability
    tokens on the own character, ``sapphires`` tokens received from Doc Sapphire. ``dealt`` are
    the cards that were offered in the setup: they tell the player what nobody else can hold.
    """

    fame: int = 0
    money: int = 0
    candy: int = 0
    chops: int = 0
    reputation: int = 0
    songs: int = 0
    craving: int = 0
    low_sugar: bool = False
    recovering: bool = False
    royalty_tier: int = 0
    demo: int = 0
    crew: int = 0
    missed_work: int = 0
    character: str = ""
    manager: str = ""
    job: str = ""
    shift: str = ""
    tokens: int = 0
    sapphires: int = 0
    goals: list[GoalHeld] = []
    life: list[Life] = []
    at: str = ""
    arrived: int = 0
    done: list[str] = []
    did: list[str] = []
    counts: dict[str, int] = {}
    dealt: list[str] = []

    @property
    def sets(self) -> int:
        """How many sets the player has formed."""
        return max((life.set for life in self.life), default=0)


class BonusCard(msgspec.Struct):
    """A Bonus in play; ``scored`` lists the seats that achieved it, first to last."""

    card: str
    scored: list[int] = []


class Turn(msgspec.Struct):
    """The turn that is being taken. ``actions`` are left, ``taken`` were taken.

    ``closed_bed``: something other than Candy or an action has closed Go to Bed Early.
    """

    seat: int
    actions: int = 1
    taken: int = 0
    bed: bool = False
    closed_bed: bool = False


class Peek(msgspec.Struct):
    """A face-down card that a player has looked at (RH-362)."""

    seat: int
    deck: Literal["events", "gigs", "sugar"]
    card: str


class Reveal(msgspec.Struct):
    """What was last turned up or rolled, for the page. ``kind``: life, sweet or roll."""

    kind: str = ""
    seat: int = NOBODY
    card: str = ""
    die: int = 0
    bonus: int = 0
    purpose: str = ""


class State(msgspec.Struct):
    """A whole game. ``star``: the round whose row the Rising Star stands on, 0 without her.

    ``tokens`` maps a location to its Hot Hang Out token, ``house_call`` is the seat that got a
    Sapphire token this round, ``final`` what made each seat's Fame in the last scoring.
    """

    seats: int
    rising_star: bool
    abilities: bool
    candy: bool
    players: list[Player]
    order: list[int] = []
    round: int = 0
    phase: str = "setup"
    star: int = 0
    bonuses: list[BonusCard] = []
    event: str = ""
    events: Deck = msgspec.field(default_factory=lambda: Deck([]))
    gig: str = ""
    gigs: list[str] = []
    gigs_played: list[str] = []
    sugar: Deck = msgspec.field(default_factory=lambda: Deck([]))
    sugar_touched: bool = False
    hang_outs: dict[str, Deck] = {}
    tokens: dict[str, str] = {}
    visitor: int | None = None
    house_call: int = NOBODY
    first_in_line: list[int] = []
    turn: Turn | None = None
    peeks: list[Peek] = []
    reveal: Reveal = msgspec.field(default_factory=Reveal)
    agenda: list[AnyStep] = []
    asked: int = 0
    arrivals: int = 0
    final: list[dict[str, int]] = []


def ability_of(state: State, seat: int) -> str:
    """The ability of the seat's character, or "" when abilities are not played (RH-030)."""
    character = state.players[seat].character
    return CHARACTERS[character].ability if state.abilities and character else ""


def managing(state: State, seat: int) -> str:
    """The ability of the seat's manager, or ""."""
    manager = state.players[seat].manager
    return MANAGERS[manager].ability if state.abilities and manager else ""


def standees(state: State, space: str) -> list[int]:
    """The seats whose standees are on ``space``, first to arrive first."""
    players = state.players
    there = [seat for seat in range(state.seats) if players[seat].at == space]
    if len(there) > 1:
        there.sort(key=lambda seat: players[seat].arrived)
    return there
