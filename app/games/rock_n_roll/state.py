"""The state of a game: one sheet a band, the chart, and the month that all bands share."""

from __future__ import annotations

from typing import Literal

import msgspec

from app.games.kit.decks import Deck
from app.games.rock_n_roll.content import NUMBERS, SESSION_BONUS

Category = str
"""One of `content.CATEGORIES`."""

Phase = Literal[
    "declare",
    "step",
    "practice_set",
    "fame_step",
    "bust",
    "lose_ability",
    "committed",
    "done",
]
"""The question that a band owes an answer to; ``committed`` and ``done`` owe none."""

PENDING = 0
"""The spot of an album until the Close of its month (RNR-146)."""

UNRANKED = NUMBERS.chart_spots + 1
"""The spot of an album outside the chart; worse than every spot (RNR-089)."""


class Album(msgspec.Struct):
    """A released album; its title is the band's title of the same index.

    ``dice``, ``ability``, ``fame`` and ``fans`` are the figures at the stop that make the
    rating (RNR-076). ``gigs`` holds how many different values each marked gig showed.
    """

    month: int
    dice: int
    ability: int
    fame: int
    fans: int
    session: bool
    spot: int = PENDING
    gigs: list[int] = []

    @property
    def rating(self) -> int:
        bonus = SESSION_BONUS if self.session else 0
        return self.dice + self.ability + self.fame + self.fans + bonus

    @property
    def year(self) -> int:
        return year_of(self.month)


class Action(msgspec.Struct):
    """An unfinished action. ``throws`` are those that count (RNR-034), ``pot`` is Fame's."""

    category: Category
    throws: int = 1
    months: int = 1
    pot: int = 0


class Outcome(msgspec.Struct, omit_defaults=True):
    """What the action that ended this month brought.

    ``fans`` is the change, ``fans_lost`` what the limit took; ``abilities`` the change of each
    musician, empty for none; ``different`` the values of a gig.
    """

    category: Category
    fans: int = 0
    fans_lost: int = 0
    fame: int = 0
    money: int = 0
    rating: int = 0
    session: bool = False
    different: int = 0
    abilities: list[int] = []
    bust: bool = False


class Press(msgspec.Struct):
    """A flavour line with what fills its braces (RNR-148)."""

    line: str
    band: str
    musician: str = ""
    album: str = ""
    n: int = 0


class Finances(msgspec.Struct):
    """Where the money came from, in pounds, and how often it was spent on what (RNR-101)."""

    cash: int = 0
    gigs: int = 0
    magazines: int = 0
    sessions: int = 0
    roadies: int = 0


class Band(msgspec.Struct):
    """A sheet with the dice before it.

    ``dice`` are the table dice in their places, ``held`` the places of those that were (or, for
    a committed band, will be) kept, ``thrown`` the number of the throw that each one fell in;
    ``throws`` counts these. ``asked`` numbers the band's questions. ``opening_total`` and
    ``opening_fame`` are the figures at the Opening of the running month; ``flavour`` is the
    month's number for picking lines.
    """

    name: str
    musicians: list[str]
    titles: list[str]
    abilities: list[int]
    fans: int
    fame: int
    money: int = NUMBERS.start_money
    finances: Finances = msgspec.field(default_factory=Finances)
    albums: list[Album] = []
    roadie: bool = False
    dice: list[int] = []
    held: list[int] = []
    thrown: list[int] = []
    throws: int = 0
    phase: Phase = "done"
    asked: int = 0
    action: Action | None = None
    outcome: Outcome | None = None
    press: Press | None = None
    opening_total: int = 0
    opening_fame: int = 0
    flavour: int = 0

    @property
    def total(self) -> int:
        """The sum of the four abilities."""
        return sum(self.abilities)

    @property
    def ready(self) -> bool:
        """Done with the month (RNR-023)."""
        return self.phase in ("done", "committed")

    @property
    def doing(self) -> Category:
        """The category of the unfinished action, or "" for a free band."""
        return self.action.category if self.action else ""

    @property
    def touring(self) -> bool:
        """The latest album still needs gigs (RNR-092)."""
        return bool(self.albums) and len(self.albums[-1].gigs) < NUMBERS.gigs_per_album

    @property
    def values(self) -> tuple[int, ...]:
        """The table dice sorted."""
        return tuple(sorted(self.dice))


class Turned(msgspec.Struct):
    """A chart card and the month that it served (RNR-082)."""

    month: int
    card: str


class Career(msgspec.Struct):
    """A finished solo game as the source of a comeback (RNR-135)."""

    band: str
    musicians: list[str]
    abilities: list[int]
    fans: int
    fame: int
    comeback: bool


class State(msgspec.Struct):
    """``month`` runs from 1; ``over`` is set by the Close of the last one."""

    bands: list[Band]
    deck: Deck
    turned: list[Turned] = []
    month: int = 0
    over: bool = False
    tiers: Literal["highest", "cumulative"] = "highest"
    comeback: Literal["off", "plain", "rusty", "split"] = "off"


def year_of(month: int) -> int:
    """Year 1 to 4 of a month (RNR-015)."""
    return (month - 1) // NUMBERS.months_per_year + 1


def dice_of(band: Band) -> int:
    """How many dice the band throws with (RNR-109)."""
    return NUMBERS.dice_per_band + (NUMBERS.roadie_dice if band.roadie else 0)


def dice_next_month(state: State, band: Band) -> int:
    """How many dice the band has at the next Opening: the roadie leaves in December."""
    leaving = state.month % NUMBERS.months_per_year == 0
    return NUMBERS.dice_per_band if leaving else dice_of(band)
