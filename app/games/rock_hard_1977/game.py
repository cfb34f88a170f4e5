"""A state in play: what a rule needs in its hands, and the changes that everything is made of.

Each change of a resource is one step in the sense of RH-200. Conditions "when achieved" are
looked at after what can make one come true: a gain, never a price or a loss.
"""

from __future__ import annotations

from typing import Any

from app.games.chance import Chance
from app.games.contract import Event
from app.games.rock_hard_1977 import conditions
from app.games.rock_hard_1977.content import BOOKS, STATS, Amounts, Effect, Resource
from app.games.rock_hard_1977.state import Player, State, ability_of, managing
from app.games.rock_hard_1977.steps import AnyStep

STAT_MAX = 11
CREW_MAX = 3
CRAVING_MAX = 11


class Game:
    """A state, its chance, and the events so far."""

    __slots__ = ("chance", "effects", "events", "players", "state")

    def __init__(self, state: State, chance: Chance) -> None:
        self.state = state
        self.players: list[Player] = state.players
        self.chance = chance
        self.events: list[Event] = []
        self.effects = Game.effects_of(state)

    @staticmethod
    def effects_of(state: State) -> dict[str, Effect]:
        """Every effect by its ref, as this game plays it (with or without Candy)."""
        return BOOKS[state.candy].effects

    def log(
        self, kind: str, seat: int | None = None, *, barrier: bool = False, **facts: Any
    ) -> None:
        self.events.append(Event(kind, seat, facts, barrier=barrier))

    def push(self, *steps: AnyStep) -> None:
        """Put steps on the agenda; the first one is done first."""
        self.state.agenda.extend(reversed(steps))

    def is_ability(self, seat: int, ability: str) -> bool:
        return ability_of(self.state, seat) == ability

    def has_manager(self, seat: int, ability: str) -> bool:
        return managing(self.state, seat) == ability


def gain(game: Game, seat: int, what: Resource, number: int, why: str = "") -> None:
    """The player gets ``number`` of ``what``, as far as it can be taken (RH-034, RH-058).

    Points of a stat beyond 11 become dollars (RH-035). ``why``: the card or rule behind it.
    """
    player = game.players[seat]
    paid = 0
    if what in STATS:
        have = amount(player, what)
        taken = min(number, STAT_MAX - have)
        paid = number - taken
        setattr(player, what, have + taken)
        player.money += paid
    else:
        limit = {"crew": CREW_MAX, "demo": 1, "craving": CRAVING_MAX}.get(what)
        have = amount(player, what)
        taken = number if limit is None else max(0, min(number, limit - have))
        setattr(player, what, have + taken)
    if taken:
        game.log("gained", seat, what=what, number=taken, why=why)
    if paid:
        game.log("gained", seat, what="money", number=paid, why="full_dial")
    look(game, seat)


def lose(game: Game, seat: int, what: Resource, number: int, why: str = "") -> int:
    """The player loses up to ``number`` of ``what`` (RH-037, RH-054). Gives what was lost."""
    player = game.players[seat]
    have = amount(player, what)
    lost = min(number, have)
    if lost:
        setattr(player, what, have - lost)
        game.log("lost", seat, what=what, number=lost, why=why)
    return lost


def pay(game: Game, seat: int, cost: Amounts, why: str = "") -> None:
    """The whole price is paid, as one step. The player must have it (`can_pay`)."""
    player = game.players[seat]
    for what, number in cost.items():
        if number:
            setattr(player, what, amount(player, what) - number)
            game.log("paid", seat, what=what, number=number, why=why)


def amount(player: Player, what: Resource) -> int:
    """How much of ``what`` the player has."""
    if what == "contract":
        return int(player.royalty_tier > 0)
    return getattr(player, what)


def lacking(player: Player, cost: Amounts) -> list[Resource]:
    """What the player has too little of to pay ``cost``."""
    return [what for what, number in cost.items() if amount(player, what) < number]


def can_pay(player: Player, cost: Amounts) -> bool:
    return all(amount(player, what) >= number for what, number in cost.items())


def look(game: Game, seat: int) -> None:
    """Score the seat's "when achieved" conditions that hold now (RH-200).

    Every condition speaks of its own player alone, so nobody else's can have come true.
    """
    state = game.state
    if state.phase in ("setup", "scoring"):
        return
    for found in conditions.achieved(state, seat):
        if found.bonus is not None:
            card = state.bonuses[found.bonus]
            fame = conditions.bonus_fame(state.seats, len(card.scored))
            card.scored.append(found.seat)
            game.log("bonus", found.seat, card=card.card, number=fame)
        else:
            goal = game.players[found.seat].goals[found.goal]
            fame = conditions.goal_fame(goal.card)
            goal.scored = True
            # a hidden goal is turned up now, and nobody can unsee it
            game.log("goal", found.seat, barrier=not goal.open, card=goal.card, number=fame)
            goal.open = True
        game.players[found.seat].fame += fame
