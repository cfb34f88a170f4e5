"""The gods, cards, venues and powers of ``content.toml``, and look-ups built from them once.

A set of required skills is a *mask*: one bit a skill, so that 16 masks cover every venue and
what a god or a card is worth there is a table look-up.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from app.games.kit import content as kit

SKILLS = ("vocals", "guitar", "bass", "drums")
SIZES = ("S", "M", "L", "XL")
BIT: Mapping[str, int] = {skill: 1 << index for index, skill in enumerate(SKILLS)}
MASKS = range(1 << len(SKILLS))


class SkillValue(msgspec.Struct, frozen=True):
    skill: str
    value: int


class God(msgspec.Struct, frozen=True):
    """A god or, with the star, a leader (LOR-007)."""

    id: str
    name: str
    pantheon: str
    primary: SkillValue
    secondary: SkillValue
    flavor: str
    star: bool = False


class Need(msgspec.Struct, frozen=True):
    """Conditions of a card; empty ones always hold."""

    size: tuple[str, ...] = ()
    place: str = ""


class Amounts(msgspec.Struct, frozen=True):
    """What a card gives or takes: points by skill, by pie, for the band; souls."""

    vocals: int = 0
    guitar: int = 0
    bass: int = 0
    drums: int = 0
    each_skill: int = 0
    band: int = 0
    souls: int = 0


class SetListCard(msgspec.Struct, frozen=True):
    id: str
    name: str
    kind: str
    icon: str
    text: str
    flavor: str
    copies: int
    need: Need = Need()
    gain: Amounts = Amounts()
    cost: Amounts = Amounts()
    ability: str = ""

    @property
    def souls(self) -> int:
        """Souls that the card moves, below 0 for a negative one."""
        return self.gain.souls - self.cost.souls


class Venue(msgspec.Struct, frozen=True):
    """``souls``: for 1st to 5th place."""

    id: str
    name: str
    size: str
    skills: tuple[str, ...]
    souls: tuple[int, ...]
    riders: tuple[str, ...]
    text: str
    flavor: str


class Power(msgspec.Struct, frozen=True):
    id: str
    name: str
    pantheon: str
    text: str
    flavor: str
    ability: str


class Pantheon(msgspec.Struct, frozen=True):
    id: str
    name: str
    text: str


class Constants(msgspec.Struct, frozen=True):
    """The numbers of the rules; the file names the rule of each."""

    venues_dealt: int
    start_hand: int
    band_size: int
    draw: int
    rider_draw: int
    hand_limit: int
    redraw_max: int
    negatives_per_band: int
    encore_hand: int
    rounds_full: int
    rounds_short: int


class Content(msgspec.Struct, frozen=True):
    """The whole file, table by table, in its order."""

    constants: Constants
    pantheon: tuple[Pantheon, ...]
    leader: tuple[God, ...]
    god: tuple[God, ...]
    set_list: tuple[SetListCard, ...]
    venue: tuple[Venue, ...]
    power: tuple[Power, ...]

    @property
    def gods(self) -> Mapping[str, God]:
        return GODS

    @property
    def cards(self) -> Mapping[str, SetListCard]:
        return CARDS

    @property
    def venues(self) -> Mapping[str, Venue]:
        return VENUES

    @property
    def powers(self) -> Mapping[str, Power]:
        return POWERS

    @property
    def pantheons(self) -> Mapping[str, Pantheon]:
        return PANTHEONS


CONTENT = kit.load(__package__ or "", Content)
CONSTANTS = CONTENT.constants
PANTHEONS: Mapping[str, Pantheon] = {one.id: one for one in CONTENT.pantheon}
GODS: Mapping[str, God] = {god.id: god for god in (*CONTENT.leader, *CONTENT.god)}
CARDS: Mapping[str, SetListCard] = {card.id: card for card in CONTENT.set_list}
VENUES: Mapping[str, Venue] = {venue.id: venue for venue in CONTENT.venue}
POWERS: Mapping[str, Power] = {power.id: power for power in CONTENT.power}

LEADERS_OF: Mapping[str, tuple[str, ...]] = {
    one: tuple(god.id for god in CONTENT.leader if god.pantheon == one) for one in PANTHEONS
}
GODS_OF: Mapping[str, tuple[str, ...]] = {
    one: tuple(god.id for god in CONTENT.god if god.pantheon == one) for one in PANTHEONS
}
POWERS_OF: Mapping[str, tuple[str, ...]] = {
    one: tuple(power.id for power in CONTENT.power if power.pantheon == one) for one in PANTHEONS
}

ORDER: Mapping[str, int] = {
    id: index for index, id in enumerate((*PANTHEONS, *GODS, *CARDS, *VENUES, *POWERS))
}
"""The place of every piece in the content file: the order of hands, menus and ties."""

POSITIVE = frozenset(card.id for card in CONTENT.set_list if card.kind == "positive")
ROADIES = frozenset(card.id for card in CONTENT.set_list if card.ability == "roadie")
SET_LIST_DECK: Sequence[str] = [card.id for card in CONTENT.set_list for _ in range(card.copies)]


class Engagement(msgspec.Struct, frozen=True):
    """What a god plays at a venue; ``skill`` is empty when it is not engaged (LOR-049)."""

    skill: str = ""
    value: int = 0
    primary: bool = False


def _engagement(god: God, mask: int) -> Engagement:
    if mask & BIT[god.primary.skill]:
        return Engagement(god.primary.skill, god.primary.value, True)
    if mask & BIT[god.secondary.skill]:
        return Engagement(god.secondary.skill, god.secondary.value)
    return Engagement()


def _points(card: SetListCard, mask: int) -> int:
    skills = mask.bit_count()
    if card.need.size and (not skills or SIZES[skills - 1] not in card.need.size):
        return 0
    amounts = card.gain if card.kind == "positive" else card.cost
    points = amounts.each_skill * skills + amounts.band
    for skill in SKILLS:
        if mask & BIT[skill]:
            points += getattr(amounts, skill)
    return points if card.kind == "positive" else -points


ENGAGED: Mapping[str, tuple[Engagement, ...]] = {
    god.id: tuple(_engagement(god, mask) for mask in MASKS) for god in GODS.values()
}
"""Engagement by god and mask (LOR-046 to LOR-049)."""

POINTS: Mapping[str, tuple[int, ...]] = {
    card.id: tuple(_points(card, mask) for mask in MASKS) for card in CONTENT.set_list
}
"""Points that a card adds to the band it lies on, by card and mask (LOR-087 to LOR-091)."""


def mask_of(skills: Sequence[str]) -> int:
    mask = 0
    for skill in skills:
        mask |= BIT[skill]
    return mask


VENUE_MASK: Mapping[str, int] = {venue.id: mask_of(venue.skills) for venue in CONTENT.venue}


def starting_value(band: Sequence[str], mask: int) -> int:
    """The sum of the engaged gods' values (LOR-050)."""
    return sum(ENGAGED[god][mask].value for god in band)


def primary_sum(band: Sequence[str], mask: int) -> int:
    """The sum of the engaged primary values: the first tie-break (LOR-095)."""
    return sum(ENGAGED[god][mask].value for god in band if ENGAGED[god][mask].primary)


_SKILL_WORTH = {2: 1.1, 3: 1.6, 4: 2.2}
_PLACE_WORTH = {"first": 3.0, "last": 2.0}


def _worth(card: SetListCard) -> float:
    amounts = card.gain if card.kind == "positive" else card.cost
    if amounts.souls:
        return _PLACE_WORTH.get(card.need.place, 2.0 * amounts.souls)
    if card.ability == "roadie":
        return 2.0
    if card.need.size:
        return 1.9 if "S" in card.need.size else 1.4
    return (
        2.2
        if amounts.each_skill
        else sum(_SKILL_WORTH.get(getattr(amounts, skill), 0.0) for skill in SKILLS)
    )


WORTH: Mapping[str, float] = {card.id: _worth(card) for card in CONTENT.set_list}
"""Points that a card is worth averaged over all venues (the ledger's table)."""


def in_order(ids: Sequence[str]) -> list[str]:
    """``ids`` in the order of the content file."""
    return sorted(ids, key=ORDER.__getitem__)
