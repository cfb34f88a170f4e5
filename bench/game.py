"""The bench game: 20 KB of state of which a move changes a few fields, secrets for every seat.

It stays outside the catalog. The peers in ``bench/peers`` play the same game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, get_args

import msgspec

from app.games.chance import Chance
from app.games.contract import (
    Blocked,
    Broken,
    Decision,
    Event,
    Game,
    GameMeta,
    Option,
    Refusal,
    Region,
    Result,
    Seat,
    Viewer,
    Words,
)
from app.games.kit.ranking import rank

SEATS = 4
HEXES = 91
FIELD = 7
"""Hexes of a field: what changes together is a region of its own."""
FIELDS = HEXES // FIELD
STRIDE = 37
OFFERED = 4
AMOUNTS = (1, 2, 3)
LINES = 32
PAIR = 2
OFFERS = 12
STALL = 3
HAND = 8
GOALS = 3
DECK = 48
LONG = 1_000_000
"""Moves of a game that is not to end while it is measured."""

Terrain = Literal["granite", "basalt", "marble", "sandstone", "shale", "quartz"]
Good = Literal["ore", "clay", "gem", "coin"]
TERRAIN: tuple[Terrain, ...] = get_args(Terrain)
GOODS: tuple[Good, ...] = get_args(Good)


class Land(msgspec.Struct, gc=False):
    q: int
    r: int
    terrain: Terrain
    tokens: list[int]


class Stone(msgspec.Struct, gc=False):
    owner: int
    level: int


class Card(msgspec.Struct, gc=False):
    id: str
    suit: Terrain
    cost: int
    vp: int


class Goal(msgspec.Struct, gc=False):
    id: str
    need: Good
    count: int
    vp: int


class Building(msgspec.Struct, gc=False):
    id: str
    kind: Terrain
    at: int
    level: int
    used: bool


class Mat(msgspec.Struct, gc=False):
    seat: int
    buildings: list[Building]
    track: list[int]


class Score(msgspec.Struct, gc=False):
    seat: int
    vp: int
    goods: dict[str, int]


class Hand(msgspec.Struct, gc=False):
    cards: list[Card]
    goals: list[Goal]


class Offer(msgspec.Struct, gc=False):
    slot: int
    sells: Good
    price: int
    stock: int


class Line(msgspec.Struct, gc=False):
    n: int
    who: int
    text: str


class State(msgspec.Struct, gc=False):
    """``stones[field]``, ``market[stall]`` and ``ring[pair]`` are cut as they are shown."""

    moves: int
    last: int
    land: list[Land]
    stones: list[list[Stone]]
    mats: list[Mat]
    scores: list[Score]
    hands: list[Hand]
    market: list[list[Offer]]
    ring: list[list[Line]]
    deck: list[Card]


def hex_of(number: int) -> int:
    """The first hex that move ``number`` offers."""
    return STRIDE * number % HEXES


def amount_of(number: int) -> int:
    """The amount that load drivers choose in move ``number``."""
    return AMOUNTS[number % len(AMOUNTS)]


def move_of(number: int) -> str:
    """The move that load drivers send as move ``number``, the same for every peer."""
    return f"place:{hex_of(number)}:{amount_of(number)}"


def _offered(number: int) -> list[int]:
    field, place = divmod(hex_of(number), FIELD)
    return sorted(field * FIELD + (place + step) % FIELD for step in range(OFFERED))


# what move n offers depends on n modulo 91 alone
_MENUS = [
    [
        Option(f"place:{place}:{amount}", f"stones-{place // FIELD}/{place % FIELD}")
        for place in _offered(number)
        for amount in AMOUNTS
    ]
    for number in range(HEXES)
]
_MOVES = {option.move for menu in _MENUS for option in menu}


class BenchWords:
    """See `contract.Words`."""

    def ask(self, decision: Decision, names: Sequence[str]) -> str:
        return "Place a stone"

    def option(self, state: State, seat: Seat, option: Option, names: Sequence[str]) -> str:
        _, place, amount = option.move.split(":")
        return f"Hex {place}: {amount} ore"

    def reason(self, blocked: Blocked, names: Sequence[str]) -> str:
        return {
            "elsewhere": "The stone goes to one of the four hexes of this move.",
            "not_your_turn": "It is somebody else's turn.",
            "over": "The game is over.",
        }[blocked.why]

    def confirm(self, key: str) -> str:
        raise KeyError(key)

    def event(self, event: Event, names: Sequence[str]) -> str:
        if event.seat is None:
            return ""
        facts = event.facts
        return f"{names[event.seat]} takes hex {facts['hex']} and {facts['amount']} ore."

    def score(self, key: str) -> str:
        return "Points"


class BenchGame(Game):
    """See `contract.Rules`. ``last``: the number of moves of a game."""

    meta = GameMeta(
        slug="bench",
        title="Bench",
        tagline="A game to be measured.",
        prefix="BEN",
        min_seats=SEATS,
        max_seats=SEATS,
        minutes=(1, 1),
        version=1,
    )
    state_type = State
    words: Words[State] = BenchWords()
    content = GOODS

    def __init__(self, last: int = LONG) -> None:
        self._last = last
        self._copies = msgspec.msgpack.Decoder(State)

    def setup(self, seats: int, settings: Mapping[str, Any], chance: Chance) -> State:
        cards = [
            Card(f"c{n}", chance.pick(TERRAIN), chance.die(), chance.below(5))
            for n in range(SEATS * HAND + DECK)
        ]
        land = [
            Land(n % 11 - 5, n // 11 - 4, chance.pick(TERRAIN), [chance.below(9), chance.below(9)])
            for n in range(HEXES)
        ]
        offers = [Offer(n, GOODS[n % 4], chance.die(), 3 + chance.below(6)) for n in range(OFFERS)]
        lines = [Line(n, n % SEATS, _told(n % SEATS, n, 1, "ore")) for n in range(LINES)]
        return State(
            moves=0,
            last=self._last,
            land=land,
            stones=[[Stone(-1, 0) for _ in range(FIELD)] for _ in range(FIELDS)],
            mats=[_mat(seat, chance) for seat in range(seats)],
            scores=[Score(seat, 0, dict.fromkeys(GOODS, 5)) for seat in range(seats)],
            hands=[_hand(seat, cards, chance) for seat in range(seats)],
            market=[offers[n : n + STALL] for n in range(0, OFFERS, STALL)],
            ring=[lines[n : n + PAIR] for n in range(0, LINES, PAIR)],
            deck=cards[SEATS * HAND :],
        )

    def waiting_on(self, state: State) -> dict[Seat, Decision]:
        if state.moves >= state.last:
            return {}
        return {state.moves % SEATS: Decision("place", state.moves + 1)}

    def menu(self, state: State, seat: Seat, open_only: bool = False) -> list[Option]:
        if seat != state.moves % SEATS or state.moves >= state.last:
            return []
        return _MENUS[state.moves % HEXES]

    def refusal(self, state: State, viewer: Viewer, move: str) -> Blocked:
        if state.moves >= state.last:
            return Blocked("BEN-005", "over")
        if viewer != state.moves % SEATS:
            return Blocked("BEN-003", "not_your_turn")
        return Blocked("BEN-003", "elsewhere")

    def play(self, state: State, seat: Seat, move: str, chance: Chance) -> list[Event]:
        if move not in _MOVES:
            raise Refusal(self.refusal(state, seat, move))
        _, where, by = move.split(":")
        place, amount = int(where), int(by)
        stone = state.stones[place // FIELD][place % FIELD]
        stone.owner, stone.level = seat, (stone.level + amount) % 9
        slot = place % OFFERS
        offer = state.market[slot // STALL][slot % STALL]
        score = state.scores[seat]
        score.goods["ore"] = (score.goods["ore"] + amount) % 50
        score.goods[offer.sells] = (score.goods[offer.sells] + 1) % 50
        score.vp += 1
        offer.price = 1 + (offer.price + amount) % 6
        state.moves += 1
        line = state.moves % LINES
        told = _told(seat, place, amount, offer.sells)
        state.ring[line // PAIR][line % PAIR] = Line(state.moves, seat, told)
        return [Event("placed", seat, {"hex": place, "amount": amount, "took": offer.sells})]

    def automatic(self, state: State, seat: Seat) -> str:
        return _MENUS[state.moves % HEXES][0].move

    @staticmethod
    def open_view(state: State) -> list[Region]:
        regions = [Region("land", state.land), Region("deck", len(state.deck))]
        regions += _cut("stones", state.stones)
        regions += _cut("mat", state.mats)
        regions += _cut("score", state.scores)
        regions += _cut("stall", state.market)
        regions += _cut("ring", state.ring)
        return regions

    @staticmethod
    def own_view(state: State, seat: Seat) -> list[Region]:
        return [Region("hand", state.hands[seat])]

    def redeal(self, state: State, viewer: Viewer, chance: Chance) -> State:
        other = self._copies.decode(msgspec.msgpack.encode(state))
        hidden = [hand for seat, hand in enumerate(other.hands) if seat != viewer]
        cards = [card for hand in hidden for card in hand.cards] + other.deck
        goals = [goal for hand in hidden for goal in hand.goals]
        chance.shuffle(cards)
        chance.shuffle(goals)
        for number, hand in enumerate(hidden):
            hand.cards = cards[number * HAND : (number + 1) * HAND]
            hand.goals = goals[number * GOALS : (number + 1) * GOALS]
        other.deck = cards[len(hidden) * HAND :]
        return other

    def appraise(self, state: State, seat: Seat) -> float:
        return state.scores[seat].vp

    def result(self, state: State) -> Result | None:
        if state.moves < state.last:
            return None
        points = {score.seat: score.vp for score in state.scores}
        return rank({seat: (vp,) for seat, vp in points.items()}, points, ())

    def audit(self, state: State) -> None:
        if len(state.land) != HEXES or sum(map(len, state.stones)) != HEXES:
            raise Broken("BEN-001", "hexes are missing")
        if sum(len(hand.cards) for hand in state.hands) + len(state.deck) != SEATS * HAND + DECK:
            raise Broken("BEN-002", "cards are missing")
        if sum(score.vp for score in state.scores) != state.moves:
            raise Broken("BEN-004", "a move scores one point")


def _mat(seat: Seat, chance: Chance) -> Mat:
    buildings = [
        Building(
            f"p{seat}b{n}", chance.pick(TERRAIN), chance.below(HEXES), chance.below(4), used=False
        )
        for n in range(24)
    ]
    return Mat(seat, buildings, [chance.below(8) for _ in range(10)])


def _hand(seat: Seat, cards: list[Card], chance: Chance) -> Hand:
    goals = [
        Goal(f"g{seat}{n}", chance.pick(GOODS), 3 + chance.below(5), 2 + chance.below(6))
        for n in range(GOALS)
    ]
    return Hand(cards[seat * HAND : (seat + 1) * HAND], goals)


def _told(seat: Seat, place: int, amount: int, sells: str) -> str:
    return f"Player {seat} placed a stone on hex {place} and took {amount} {sells}"


_KEYS = [str(number) for number in range(HEXES)]


def _cut(kind: str, parts: Sequence[Any]) -> list[Region]:
    return [Region(kind, part, key) for part, key in zip(parts, _KEYS, strict=False)]


RULES = BenchGame()
