"""``content.toml`` as typed structs, and the look-ups that the rules use.

Everything that a card or a space does is an `Effect`; the rules read effects with one
interpreter (`effects`). An effect has an address, its ``ref``: the id of its row, and the way
down from there ("jax-dessert-cart/choose/1", "event-tax-refund/each").
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal

import msgspec

from app.games.kit.content import load

Resource = Literal[
    "money",
    "chops",
    "reputation",
    "songs",
    "fame",
    "candy",
    "craving",
    "crew",
    "demo",
    "contract",
]
Amounts = Mapping[Resource, int]

STATS: tuple[Resource, ...] = ("chops", "reputation", "songs")
SWEET: frozenset[Resource] = frozenset(("candy", "craving"))
PHASES = ("day", "night", "after_hours")
LIFE_TYPES = ("romance", "fun", "business", "glamour", "wild")


class Need(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What must hold (RH-048); the numbers are lower limits. Empty: nothing is required."""

    chops: int = 0
    reputation: int = 0
    songs: int = 0
    crew: int = 0
    craving: int = 0
    contract: int = 0
    chops_plus_reputation: int = 0
    any: tuple[Need, ...] = ()
    demo_or_contract: bool = False
    better_royalty: bool = False
    instrument: tuple[str, ...] = ()
    job: bool = False
    shift_now: bool = False


class Args(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The figures of an ability."""

    actions: tuple[str, ...] | int = ()
    money: int = 0
    money_without_deal: int = 0
    points: int = 0
    crew: int = 0


class Effect(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """What something does, part by part in the order of RH-302.

    ``void``: all that it would do is left out in this game (RH-031), so it can't be chosen.
    """

    need: Need = Need()
    cost: Amounts = {}
    lose: Amounts = {}
    gain: Amounts = {}
    choose: tuple[Effect, ...] = ()
    die: tuple[Effect, ...] = ()
    plus: tuple[Effect, ...] = ()
    ability: str = ""
    args: Args = Args()
    keep: bool = False
    until: Literal["", "used", "next_round"] = ""
    optional: bool = False
    void: bool = False


class Row(Effect, frozen=True, kw_only=True):
    """What every row of the content has besides its effect."""

    id: str
    name: str
    text: str
    flavor: str = ""
    copies: int = 1
    needs_candy: bool = False


class Space(Row, frozen=True, kw_only=True):
    players: tuple[int, ...]
    zone: Literal["day", "night", "after_hours", "anytime"]
    action: str
    place: str
    rank: int
    kind: Literal["limited", "open"]
    share: bool = True
    price: tuple[int, ...] = ()
    turn: int = 0
    turn_from: str = ""


class Character(Row, frozen=True, kw_only=True):
    nickname: str
    gender: str
    instrument: str
    tokens: int
    uses: Literal["round", "phase", "game", "always"]


class Manager(Row, frozen=True, kw_only=True):
    uses: Literal["round", "always"]


class Job(Row, frozen=True, kw_only=True):
    shift: Literal["day", "night", "after_hours", "variable"]
    pay: int = 0
    pay_die: tuple[int, ...] = ()
    fired_at: int
    on_work: Effect = Effect()


class Bonus(Row, frozen=True, kw_only=True):
    deck: str
    timing: Literal["when_achieved", "end_of_game"]
    target: Mapping[str, int] = {}
    most: str = ""


class Goal(Row, frozen=True, kw_only=True):
    kind: Literal["tracked", "achieved", "end"]
    fame: int
    counts: tuple[str, ...] = ()
    steps: int = 0
    target: Mapping[str, int] = {}
    at_most: Mapping[str, int] = {}


class SugarRush(Row, frozen=True, kw_only=True):
    extra_actions: int
    craving: int
    roll: bool
    roll_bonus: int


class Addition(Effect, frozen=True, kw_only=True):
    """What an Event adds to actions (RH-315)."""

    actions: tuple[str, ...] = ()
    places: tuple[str, ...] = ()
    once: bool = False


class Special(Effect, frozen=True, kw_only=True):
    """What an Event lets each player do once (RH-316)."""

    takes_action: bool


class EventCard(Row, frozen=True, kw_only=True):
    family: str
    each: Effect = Effect()
    bonus: Addition | None = None
    special: Special | None = None
    closes: tuple[str, ...] = ()


class RandomGig(Row, frozen=True, kw_only=True):
    level: Literal["A", "B", "C"]


class HangOutCard(Row, frozen=True, kw_only=True):
    life: str
    deck: str


class LifeStart(Row, frozen=True, kw_only=True):
    life: str


class LifeType(Row, frozen=True, kw_only=True):
    place: str
    colour: str
    sign: str


class HotToken(Row, frozen=True, kw_only=True):
    value: int
    stars: int
    fame: int
    players: tuple[int, ...]


class Month(Row, frozen=True, kw_only=True):
    round: int
    gig_level: str
    manager_pay: int


class RoyaltyTier(Row, frozen=True, kw_only=True):
    tier: int


class StarRound(Row, frozen=True, kw_only=True):
    round: int
    day: str
    night: str
    after_hours: str


class Location(Row, frozen=True, kw_only=True):
    life: str
    space: str


class Venue(Row, frozen=True, kw_only=True):
    measure: str


class BonusScore(Row, frozen=True, kw_only=True):
    players: tuple[int, ...]
    fame: tuple[int, ...]


class Start(msgspec.Struct, frozen=True):
    """The goods of RH-012 and RH-013."""

    money: int
    candy: int
    chops: int
    reputation: int
    songs: int


class Content(msgspec.Struct, frozen=True):
    start: Start
    month: tuple[Month, ...]
    space: tuple[Space, ...]
    venue: tuple[Venue, ...]
    location: tuple[Location, ...]
    character: tuple[Character, ...]
    manager: tuple[Manager, ...]
    job: tuple[Job, ...]
    bonus: tuple[Bonus, ...]
    goal: tuple[Goal, ...]
    sugar_rush: tuple[SugarRush, ...]
    event: tuple[EventCard, ...]
    random_gig: tuple[RandomGig, ...]
    hang_out: tuple[HangOutCard, ...]
    life_start: tuple[LifeStart, ...]
    life_type: tuple[LifeType, ...]
    hot_token: tuple[HotToken, ...]
    royalty_tier: tuple[RoyaltyTier, ...]
    rising_star: tuple[StarRound, ...]
    bonus_score: tuple[BonusScore, ...]


CONTENT = load(__package__ or "", Content)

MONTHS = CONTENT.month
SPACES = {row.id: row for row in CONTENT.space}
CHARACTERS = {row.id: row for row in CONTENT.character}
MANAGERS = {row.id: row for row in CONTENT.manager}
JOBS = {row.id: row for row in CONTENT.job}
BONUSES = {row.id: row for row in CONTENT.bonus}
GOALS = {row.id: row for row in CONTENT.goal}
SWEETS = {row.id: row for row in CONTENT.sugar_rush}
EVENTS = {row.id: row for row in CONTENT.event}
GIGS = {row.id: row for row in CONTENT.random_gig}
HANG_OUTS = {row.id: row for row in CONTENT.hang_out}
TOKENS = {row.id: row for row in CONTENT.hot_token}
LOCATIONS = {row.id: row for row in CONTENT.location}
LIFE_STARTS = {row.id: row for row in CONTENT.life_start}
LIFE_OF: Mapping[str, str] = {
    **{row.id: row.life for row in CONTENT.hang_out},
    **{row.id: row.life for row in CONTENT.life_start},
}
"""The type of every Life Experience card."""
STAR = {row.round: row for row in CONTENT.rising_star}
ROYALTIES = CONTENT.royalty_tier
NAMES: Mapping[str, str] = {
    row.id: row.name
    for rows in (getattr(CONTENT, field) for field in Content.__struct_fields__ if field != "start")
    for row in rows
}


def spaces_by_phase(seats: int) -> dict[str, tuple[Space, ...]]:
    """The spaces open in each phase on the board side for ``seats`` players: first those of
    the phase, then the Anytime section, in the order of the tables RH-106 to RH-109."""
    side = [space for space in CONTENT.space if seats in space.players]
    return {
        phase: tuple(s for s in side if s.zone == phase)
        + tuple(s for s in side if s.zone == "anytime")
        for phase in PHASES
    }


SPACES_BY_PHASE: Mapping[int, Mapping[str, tuple[Space, ...]]] = {
    seats: spaces_by_phase(seats) for seats in range(2, 6)
}


def without_candy(effect: Effect) -> Effect:
    """``effect`` as RH-031 and RH-306 leave it when there is no Candy."""
    if SWEET & effect.cost.keys():
        return Effect(void=True)
    bare = Effect(
        need=effect.need,
        cost=effect.cost,
        lose=_unsweetened(effect.lose),
        gain=_unsweetened(effect.gain),
        choose=tuple(without_candy(item) for item in effect.choose),
        die=tuple(without_candy(item) for item in effect.die),
        plus=tuple(without_candy(item) for item in effect.plus),
        ability=effect.ability,
        args=effect.args,
        keep=effect.keep,
        until=effect.until,
        optional=effect.optional,
    )
    lost_something = bool(SWEET & (effect.gain.keys() | effect.lose.keys()))
    gives = bare.lose or bare.gain or bare.choose or bare.die or bare.plus or bare.ability
    return Effect(void=True) if lost_something and not gives else bare


def _unsweetened(amounts: Amounts) -> Amounts:
    return {what: number for what, number in amounts.items() if what not in SWEET}


class Book:
    """Every effect of the content by its ref, with or without Candy."""

    def __init__(self, candy: bool) -> None:
        self.effects: dict[str, Effect] = {}
        for ref, effect, needs_candy in _roots():
            if candy:
                self._add(ref, effect)
            else:
                self._add(ref, Effect() if needs_candy else without_candy(effect))

    def _add(self, ref: str, effect: Effect) -> None:
        self.effects[ref] = effect
        for part in ("choose", "die", "plus"):
            for index, item in enumerate(getattr(effect, part)):
                self._add(f"{ref}/{part}/{index}", item)


def _roots() -> Iterator[tuple[str, Effect, bool]]:
    for rows in (CONTENT.space, CONTENT.random_gig, CONTENT.hang_out, CONTENT.royalty_tier):
        for row in rows:
            yield row.id, row, row.needs_candy
    for job in CONTENT.job:
        yield f"{job.id}/on_work", job.on_work, False
    for event in CONTENT.event:
        yield f"{event.id}/each", event.each, False
        if event.bonus:
            yield f"{event.id}/bonus", event.bonus, False
        if event.special:
            yield f"{event.id}/special", event.special, False


BOOKS: Mapping[bool, Book] = {True: Book(candy=True), False: Book(candy=False)}
