"""The state of a game, and the steps that its agenda holds.

The agenda is a stack: its last step is done or asked next. Steps that ask come first here, then
those that the program does by itself.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from app.games.kit.decks import Deck
from app.games.thrash_n_roll.content import LOCATION_OF

HitTrack = Literal["singles", "albums"]
Source = Literal["places", "supports", "fans", "hits", "scandals", "revealed", "awards"]
"""What fame came from or went to; the parts of the final score."""


class Band(msgspec.Struct):
    """A player's band.

    ``dice`` are the unplaced ones, sorted. ``skills`` counts markers in skill order. Hands are
    in the order in which the cards came. ``covered`` holds the popularity markers that are
    still face down, the next one last; ``removed`` those taken out of the game unseen.
    ``single`` is a space of the singles track, 0 without one; ``albums`` are sorted spaces.
    ``score`` sums fame by source.
    """

    fame: int = 0
    gear: int = 1
    timing: int = 1
    skills: list[int] = msgspec.field(default_factory=lambda: [0, 0, 0, 0, 0])
    dice: list[int] = []
    supports: list[str] = []
    fans: list[str] = []
    scandals: list[str] = []
    beside: list[str] = []
    covered: list[str] = []
    taken: list[str] = []
    removed: list[str] = []
    single: int = 0
    albums: list[int] = []
    passed: bool = False
    score: dict[Source, int] = {}


class Plan(msgspec.Struct):
    """A private draft of one action (TNR-085); empty fields are steps not reached.

    ``scandals`` counts those for cost, -1 before that step. ``choices`` are the moves that the
    player made since the action, for taking back one at a time.
    """

    action: str
    dice: list[int] = []
    supports: list[str] = []
    supports_done: bool = False
    scandals: int = -1
    boost: bool = False
    fans: list[str] = []
    choices: list[str] = []

    @property
    def location(self) -> str:
        return LOCATION_OF[self.action]


class Turn(msgspec.Struct, tag=True):
    """`turn`: plan an action, re-roll or pass."""

    seat: int


class Reroll(msgspec.Struct, tag=True):
    """`reroll_die`, then `reroll_fan` with the die's ``value``. ``came_from`` is seen by all."""

    seat: int
    came_from: str
    value: int = 0


class Planning(msgspec.Struct, tag=True):
    """The `plan_` menus, above the `Turn` they belong to."""

    seat: int
    plan: Plan


class DisplayPick(msgspec.Struct, tag=True):
    """`display_pick`"""

    seat: int


class SkillPick(msgspec.Struct, tag=True):
    """`skill_pick`"""

    seat: int


class ScandalOut(msgspec.Struct, tag=True):
    """`scandal_out`: what is allowed, and whether all may be kept."""

    seat: int
    discard: bool
    give: bool
    optional: bool


class RecordChoice(msgspec.Struct, tag=True):
    """`record_choice`"""

    seat: int
    track: HitTrack


class NeutralKeep(msgspec.Struct, tag=True):
    """`neutral_keep`: a ``roll`` for an album, or at Radio for the sum of ``values``."""

    seat: int
    roll: int
    album: bool
    values: list[str] = []


class AlbumPick(msgspec.Struct, tag=True):
    """`album_pick`: which own album rises by ``spaces``."""

    seat: int
    spaces: int


class AfterOrder(msgspec.Struct, tag=True):
    """`after_order`: the location bonus and the abilities (support cards) that wait."""

    seat: int
    location: str
    bonus: bool
    cards: list[str]


class CopyPick(msgspec.Struct, tag=True):
    """`copy_pick`"""

    seat: int


class ShiftDie(msgspec.Struct, tag=True):
    """`shift_die_pick`"""

    seat: int


class CriticPick(msgspec.Struct, tag=True):
    """`critic_pick`"""

    seat: int


class SetlistPick(msgspec.Struct, tag=True):
    """`setlist_pick`; ``skills`` are those already on the list."""

    seat: int
    skills: list[str] = []


class SupportLimit(msgspec.Struct, tag=True):
    """`support_limit`"""

    seat: int


class FanLimit(msgspec.Struct, tag=True):
    """`fan_limit`"""

    seat: int


class FanLimitReroll(msgspec.Struct, tag=True):
    """`fan_limit_reroll`, with the fan that was discarded."""

    seat: int
    fan: str


class Battle(msgspec.Struct, tag=True):
    """`battle_scandal` while nothing is rolled, then `battle_reroll` (TNR-147 to TNR-154).

    ``count`` markers of the initiator enter the space; they lie on no track meanwhile.
    ``rolls`` are those of initiator and defender.
    """

    track: HitTrack
    space: int
    seat: int
    defender: int
    count: int
    rolls: list[int] = []


class Pairs(msgspec.Struct, tag=True):
    """`pairs`"""

    seat: int


class Gain(msgspec.Struct, tag=True):
    """A gain word of TNR-020 with its number."""

    seat: int
    word: str
    amount: int
    source: Source


class FameFrom(msgspec.Struct, tag=True):
    """Fame from listed values (TNR-020)."""

    seat: int
    values: list[str]


class CollectAssassins(msgspec.Struct, tag=True):
    """The bonus of the Concert (TNR-106)."""

    seat: int


class EndTurn(msgspec.Struct, tag=True):
    """The next player who has not passed is on turn (TNR-100)."""

    seat: int


class EndRound(msgspec.Struct, tag=True):
    """After the pairs: the next round or the final scoring (TNR-164)."""


Question = (
    Turn
    | Reroll
    | Planning
    | DisplayPick
    | SkillPick
    | ScandalOut
    | RecordChoice
    | NeutralKeep
    | AlbumPick
    | AfterOrder
    | CopyPick
    | ShiftDie
    | CriticPick
    | SetlistPick
    | SupportLimit
    | FanLimit
    | FanLimitReroll
    | Battle
    | Pairs
)
Step = Question | Gain | FameFrom | CollectAssassins | EndTurn | EndRound


class State(msgspec.Struct):
    """A whole game.

    ``places`` lists, by location, the placed dice as (seat, value). ``display`` has "" where no
    card could fill a space. ``assassins`` are those at the Concert. ``asked`` counts the
    questions of each seat: one count for all would tell others how long a plan was thought
    over (TNR-175). ``awards`` names the winners by skill after the ceremony.
    """

    bands: list[Band]
    first: int
    places: dict[str, list[tuple[int, int]]]
    display: list[str]
    support_deck: Deck
    fan_deck: Deck
    scandal_deck: Deck
    asked: list[int]
    round: int = 1
    assassins: int = 0
    agenda: list[Step] = []
    awards: dict[str, list[int]] = {}
    over: bool = False
