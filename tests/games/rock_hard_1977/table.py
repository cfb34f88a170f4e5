"""A table in the middle of a game, for tests: a state, a loaded die, and moves by the seat
whose turn it is."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from importlib.resources import files
from typing import Any

from app.games import referee
from app.games.chance import Chance
from app.games.contract import Blocked, Event, Option, Refusal
from app.games.rock_hard_1977 import RULES, agenda, setup
from app.games.rock_hard_1977.game import Game
from app.games.rock_hard_1977.state import BonusCard, GoalHeld, Life, Player
from app.games.rock_hard_1977.steps import AnyStep, Perform, Stage, StartTurn

SEED = bytes(range(32))
QUIET_BONUSES = ("production-hit-factory", "performance-virtuoso", "publicity-jet-set")
"""Three end-game Bonuses: nothing is scored before the end."""
QUIET_GOALS = ("goal-mind-for-business", "goal-a-bit-of-everything")
NAMES = ["Ann", "Ben", "Cy", "Di", "Ed"]
SETTINGS = {"rising_star": "off", "abilities": "on", "candy": "on"}
MINE = ("fame", "money", "candy", "chops", "reputation", "songs", "craving", "crew")


class Loaded(Chance):
    """A chance whose die shows what the test wants, as long as it wants something."""

    def __init__(self, seed: bytes = SEED) -> None:
        super().__init__(seed)
        self.dice: list[int] = []

    def die(self, source: str = "", sides: int = 6) -> int:
        return self.dice.pop(0) if self.dice else super().die(source, sides)


class Table:
    """Everybody is Kimmy Kim with Odette Pell and no job, until a test says otherwise; the
    turn order is by seat, and an Event is in force that does nothing any more."""

    def __init__(
        self, seats: int = 3, *, phase: str = "day", month: int = 1, **settings: str
    ) -> None:
        self.chance = Loaded()
        self.state = setup.new_state(seats, {**SETTINGS, **settings}, self.chance)
        self.events: list[Event] = []
        state = self.state
        state.order = list(range(seats))
        state.round, state.phase = month, phase
        state.star = month if state.rising_star else 0
        state.bonuses = [BonusCard(card) for card in QUIET_BONUSES]
        state.event = self._from(state.events.draw, "event-clocks-go-back")
        state.gig = "gig-a-supermarket-opening"
        for player in state.players:
            player.character, player.manager = "kimmy-kim", "odette-pell"
            player.goals = [GoalHeld(card) for card in QUIET_GOALS]

    @staticmethod
    def _from(pile: list[str], card: str) -> str:
        pile.remove(card)
        return card

    def __getitem__(self, seat: int) -> Player:
        return self.state.players[seat]

    # ---- arranging

    def give(self, seat: int = 0, **goods: Any) -> Table:
        """Set what a player has: ``give(0, chops=4, job="bartender", shift="night")``."""
        for what, value in goods.items():
            assert hasattr(self[seat], what), what
            setattr(self[seat], what, value)
        return self

    def cast(self, seat: int, character: str = "", manager: str = "") -> Table:
        """Another character, with its Ability tokens, or another manager."""
        if character:
            self[seat].character = character
            self[seat].tokens = setup.CHARACTERS[character].tokens
        if manager:
            self[seat].manager = manager
        return self

    def event(self, card: str) -> Table:
        """The Event that is in force."""
        if card != self.state.event:
            self.state.events.draw.remove(card)
            self.state.events.draw.insert(0, self.state.event)
            self.state.event = card
        return self

    def bonus(self, *cards: str) -> Table:
        self.state.bonuses = [BonusCard(card) for card in cards]
        return self

    def goals(self, seat: int, *cards: str) -> Table:
        self[seat].goals = [
            GoalHeld(card, open=setup.GOALS[card].kind == "tracked") for card in cards
        ]
        return self

    def on_top(self, location: str, *cards: str) -> Table:
        """Put Hang Out cards on top of a deck, the first one uppermost."""
        draw = self.state.hang_outs[location].draw
        for card in reversed(cards):
            draw.remove(card)
            draw.append(card)
        return self

    def sweets(self, *cards: str) -> Table:
        """Put Sugar Rush cards on top, the first one uppermost."""
        draw = self.state.sugar.draw
        for card in reversed(cards):
            draw.remove(card)
            draw.append(card)
        return self

    def hold(self, seat: int, *cards: str, waiting: bool = False, until: int = 0) -> Table:
        """Life Experience in a player's hands, out of its deck."""
        for card in cards:
            for deck in self.state.hang_outs.values():
                if card in deck.draw:
                    deck.draw.remove(card)
                    break
            self[seat].life.append(Life(card, waiting=waiting, until=until))
        return self

    def hot(self, **tokens: str) -> Table:
        """Swap Hot Hang Out tokens so that these locations have these ones."""
        placed = self.state.tokens
        for location, token in tokens.items():
            other = next(place for place, there in placed.items() if there == token)
            placed[location], placed[other] = placed[other], placed[location]
        return self

    def stand(self, seat: int, space: str) -> Table:
        """A standee on a space, as the last to arrive in this phase."""
        self.state.arrivals += 1
        player = self[seat]
        player.at, player.arrived = space, self.state.arrivals
        player.did.append("placed")
        return self

    def dice(self, *values: int) -> Table:
        self.chance.dice += values
        return self

    # ---- playing

    def run(self, *steps: AnyStep) -> Table:
        """Do steps, up to the first question."""
        game = Game(self.state, self.chance)
        game.push(*steps)
        agenda.run(game)
        self.events += game.events
        return self

    def stage(self, *names: str) -> Table:
        return self.run(*(Stage(name=name) for name in names))

    def turn(self, seat: int = 0) -> Table:
        """The turn of a player begins; nothing comes after it."""
        self.state.agenda = []
        return self.run(StartTurn(seat=seat))

    def perform(self, ref: str, seat: int = 0) -> Table:
        """An effect happens to a player."""
        return self.run(Perform(seat=seat, ref=ref))

    def do(self, *moves: str) -> Table:
        """Moves by whoever owes a decision. Raises `Refusal` for one that is not open."""
        for move in moves:
            (seat,) = RULES.waiting_on(self.state)
            option = referee.find(RULES, self.state, seat, move)
            if option is None:
                raise Refusal(RULES.refusal(self.state, seat, move))
            if option.blocked:
                raise Refusal(option.blocked)
            self.events += RULES.play(self.state, seat, move, self.chance)
        return self

    # ---- looking

    @property
    def asked(self) -> str:
        """The kind of the open decision, or ""."""
        waiting = RULES.waiting_on(self.state)
        return next(iter(waiting.values())).kind if waiting else ""

    def at(self, phase: str, seat: int | None = None) -> bool:
        """Whether the game is in ``phase`` (and asks ``seat``)."""
        return self.state.phase == phase and (seat is None or self.seat == seat)

    @property
    def seat(self) -> int:
        """Who owes the decision."""
        (seat,) = RULES.waiting_on(self.state)
        return seat

    @property
    def menu(self) -> list[Option]:
        return RULES.menu(self.state, self.seat)

    @property
    def open(self) -> list[str]:
        """The open moves."""
        return [option.move for option in RULES.menu(self.state, self.seat, open_only=True)]

    def why(self, move: str) -> Blocked:
        """Why a move can't be played now."""
        for option in self.menu:
            if option.move == move:
                assert option.blocked is not None, f"{move} is open"
                return option.blocked
        return RULES.refusal(self.state, self.seat, move)

    @property
    def labels(self) -> dict[str, str]:
        """What the open moves say to the player."""
        words = RULES.words
        return {
            option.move: words.option(self.state, self.seat, option, NAMES)
            for option in RULES.menu(self.state, self.seat, open_only=True)
        }

    def told(self, kind: str) -> list[Event]:
        return [event for event in self.events if event.kind == kind]

    def has(self, seat: int = 0, *what: str) -> tuple[int, ...]:
        return tuple(getattr(self[seat], name) for name in what)


def goods(player: Player) -> dict[str, int]:
    """What a player has that cards change."""
    return {what: getattr(player, what) for what in MINE}


def change(before: Mapping[str, int], after: Mapping[str, int]) -> dict[str, int]:
    return {what: after[what] - before[what] for what in before if after[what] != before[what]}


def toml() -> dict[str, Any]:
    """The content file as it stands, for an independent reading."""
    text = (files("app.games.rock_hard_1977") / "content.toml").read_text("utf-8")
    return tomllib.loads(text)


def rich(table: Table, seat: int = 0) -> Table:
    """A player who can do everything."""
    return table.give(
        seat,
        money=20,
        candy=3,
        chops=9,
        reputation=9,
        songs=9,
        crew=2,
        craving=2,
        fame=10,
    )


def spaces_in(band: Any) -> list[Any]:
    """The spaces of a section of the board, from the data of its region."""
    return [space for place in band["places"] for space in place["spaces"]]
