"""The cards and boards of ``content.toml`` as structs, with look-ups built once at import."""

from __future__ import annotations

from typing import Any

import msgspec

from app.games.kit.content import load


class Effect(msgspec.Struct, frozen=True):
    """What a location, an action or a character gives (the words: TNR-020)."""

    need: dict[str, int] = {}
    gain: dict[str, int | list[str]] = {}
    choose: list[Effect] = []
    optional: bool = False
    ability: str = ""


class Skill(msgspec.Struct, frozen=True):
    """One of the five skills, and the band member who has it."""

    id: str
    name: str
    member: str
    copies: int


class BandName(msgspec.Struct, frozen=True):
    """A band board; the seats get them in this order (TNR-186). ``id`` is the printed colour."""

    id: str
    name: str
    flavour: str


class Award(msgspec.Struct, frozen=True):
    """A statuette of the ceremony."""

    id: str
    name: str
    skill: str


class Track(msgspec.Struct, frozen=True):
    """A track; ``spaces`` are numbers, or tables with value and stars on the hit tracks."""

    id: str
    start: int = 0
    spaces: list[Any] = []
    best_bonus: int = 0


class Action(msgspec.Struct, frozen=True):
    """One of the 22 actions; ``steps`` in printed order (TNR-098)."""

    id: str
    cost: int
    text: str
    short: str
    steps: list[Effect]


class Location(msgspec.Struct, frozen=True):
    """A place of the city. ``spaces``: dice spaces by "p2" to "p5"; empty means no limit."""

    id: str
    name: str
    text: str
    short: str
    flavour: str
    action: list[Action]
    bonus: list[Effect]
    spaces: dict[str, int] = {}
    symbols: dict[str, int] = {}


class Character(Effect, frozen=True, kw_only=True):
    """The special ability that five support cards share; itself an effect."""

    id: str
    name: str
    text: str
    short: str
    flavour: str
    bonus_locations: list[str]


class Support(msgspec.Struct, frozen=True):
    """A support card: a character with a die value and a skill."""

    id: str
    name: str
    nickname: str
    character: str
    value: int
    skill: str


class Fan(msgspec.Struct, frozen=True):
    """A fan card."""

    id: str
    name: str
    skill: str
    assassin: bool
    flavour: str


class Scandal(msgspec.Struct, frozen=True):
    """A scandal card."""

    id: str
    name: str
    skill: str
    flavour: str


class PopularityMarker(msgspec.Struct, frozen=True):
    """A kind of popularity marker; ``group`` is the number on its back."""

    id: str
    group: int
    icon: str
    text: str
    gain: dict[str, int | list[str]]
    copies: int


class Limits(msgspec.Struct, frozen=True):
    """Hand limits and counts of pieces."""

    support_hand: int
    fan_hand: int
    scandals_total: int
    scandals_per_round: int
    display: int
    start_supports: int
    dice_per_player: int
    skill_markers_per_skill: int
    record_markers_per_player: int
    award_fame: int
    best_single_fame: int
    best_album_fame: int


class Meta(msgspec.Struct, frozen=True):
    """The frame of a game."""

    rounds: int


class Content(msgspec.Struct, frozen=True):
    """All of ``content.toml`` that play or pages need."""

    meta: Meta
    limits: Limits
    counts: dict[str, int]
    skill: list[Skill]
    award: list[Award]
    band: list[BandName]
    track: list[Track]
    location: list[Location]
    character: list[Character]
    support: list[Support]
    fan: list[Fan]
    scandal: list[Scandal]
    popularity: list[PopularityMarker]


CONTENT = load("app.games.thrash_n_roll", Content)
LIMITS = CONTENT.limits
ROUNDS = CONTENT.meta.rounds
ASSASSIN_MARKERS = CONTENT.counts["assassin_markers"]

SKILLS = tuple(skill.id for skill in CONTENT.skill)
SKILL_INDEX = {skill: index for index, skill in enumerate(SKILLS)}
SKILL_NAMES = {skill.id: skill.name for skill in CONTENT.skill}
MEMBERS = {skill.id: skill.member for skill in CONTENT.skill}
LOCATIONS = {location.id: location for location in CONTENT.location}
ACTIONS = {action.id: action for location in CONTENT.location for action in location.action}
LOCATION_OF = {
    action.id: location.id for location in CONTENT.location for action in location.action
}
CHARACTERS = {character.id: character for character in CONTENT.character}
SUPPORTS = {card.id: card for card in CONTENT.support}
FANS = {card.id: card for card in CONTENT.fan}
SCANDALS = {card.id: card for card in CONTENT.scandal}
MARKERS = {marker.id: marker for marker in CONTENT.popularity}
AWARDS = {award.skill: award for award in CONTENT.award}

SUPPORT_VALUE = {card.id: card.value for card in CONTENT.support}
FAN_SKILL = {card.id: card.skill for card in CONTENT.fan}

_TRACKS = {track.id: track for track in CONTENT.track}
POPULARITY_TRACK: tuple[int, ...] = (0, *_TRACKS["popularity"].spaces)
"""The popularity by the number of uncovered spaces (TNR-010, TNR-011)."""
GROUPS: tuple[int, ...] = tuple(sorted({marker.group for marker in CONTENT.popularity}))
LAST_LEVEL: int = _TRACKS["gear"].spaces[-1]
FIRST_LEVEL = _TRACKS["gear"].start
STARS: dict[str, tuple[int, ...]] = {
    name: (0, *(space["stars"] for space in _TRACKS[name].spaces)) for name in ("singles", "albums")
}
"""By hit track: the stars of each space, with 0 for no record."""
BEST_BONUS = {"singles": LIMITS.best_single_fame, "albums": LIMITS.best_album_fame}
LAST_SPACE = {name: len(stars) - 1 for name, stars in STARS.items()}
NO_LIMIT = 99


def dice_spaces(location: str, seats: int) -> int:
    """The number of dice that a location holds (TNR-044); `NO_LIMIT` at the Concert."""
    return _SPACES[location][seats]


_SPACES = {
    location.id: {
        seats: location.spaces.get(f"p{seats}", NO_LIMIT) for seats in range(2, len(SKILLS) + 1)
    }
    for location in CONTENT.location
}
