"""Tables laid out by hand: a test says what lies where, plays moves and looks."""

from __future__ import annotations

from collections import deque
from typing import Any

from app.games import referee
from app.games.chance import Chance
from app.games.contract import Blocked, Event, Option, Refusal, Seat, Viewer
from app.games.thrash_n_roll import RULES
from app.games.thrash_n_roll.content import (
    MARKERS,
    SKILL_INDEX,
)
from app.games.thrash_n_roll.state import Band, State

SEED = bytes(range(32))

PLAIN_FANS = {
    "vocals": "fan-lyric-sheet-lenny",
    "drums": "fan-dashboard-dave",
    "lead-guitar": "fan-amp-stack-andrzej",
    "solo-guitar": "fan-tab-swap-tina",
    "bass": "fan-four-string-fiona",
}
"""A fan without the Assassin symbol for each skill."""
MARKED_FANS = {
    "vocals": "fan-front-row-frankie",
    "drums": "fan-double-kick-dirk",
    "lead-guitar": "fan-riff-hum-rita",
    "solo-guitar": "fan-shredder-sheila",
    "bass": "fan-low-end-lola",
}
"""A fan with the Assassin symbol for each skill."""
VOCALS_SCANDAL = "scandal-hello-wrong-town"
DRUMS_SCANDAL = "scandal-telly-in-the-pool"


class LoadedChance(Chance):
    """Dice show what a test wants, then what the seed says."""

    def __init__(self, draws: dict[str, int], rolls: deque[int]) -> None:
        super().__init__(SEED, draws)
        self._rolls = rolls

    def die(self, source: str = "", sides: int = 6) -> int:
        return self._rolls.popleft() if self._rolls else super().die(source, sides)


class Scene:
    """A game in round 1 with seat 0 on turn, empty hands and the given unplaced dice.

    Pieces that a test doesn't mention stay where the setup put them, but for the first
    popularity marker of each band: it raises timing, which disturbs least. Every move goes through
    the referee's checks, and every state after it through the audit.
    """

    def __init__(self, *dice: int, seats: int = 2) -> None:
        self.position = referee.start(RULES, seats, {}, SEED)
        state = self.state
        state.first = 0
        state.agenda[-1].seat = 0  # type: ignore[union-attr]
        state.asked = [1] + [0] * (seats - 1)
        self.rolls: deque[int] = deque()
        self.events: list[Event] = []
        for band in state.bands:
            state.support_deck.draw = [*band.supports, *state.support_deck.draw]
            band.supports = []
        for seat in range(seats):
            self.next_marker("pop-1-clef", seat)
        if dice:
            self.dice(0, *dice)

    @property
    def state(self) -> State:
        return self.position.state

    def band(self, seat: Seat = 0) -> Band:
        return self.state.bands[seat]

    # -- laying out

    def dice(self, seat: Seat, *values: int) -> None:
        """These dice are unplaced; the player's others lie at the Concert."""
        self.band(seat).dice = sorted(values)
        concert = self.state.places["concert"]
        concert[:] = [die for die in concert if die[0] != seat]
        concert.extend((seat, 1) for _ in range(5 - len(values)))

    def occupy(self, location: str, count: int, seat: Seat = 1) -> None:
        """Unplaced dice of another player lie in a location."""
        band = self.band(seat)
        for _ in range(count):
            self.state.places[location].append((seat, band.dice.pop()))

    def hold(
        self,
        seat: Seat = 0,
        supports: list[str] | None = None,
        fans: list[str] | None = None,
        scandals: list[str] | None = None,
        beside: int = 0,
    ) -> None:
        """Put cards into a hand, and scandals beside the board."""
        band = self.band(seat)
        for card in supports or []:
            self._from_deck("support", card)
            band.supports.append(card)
        for fan in fans or []:
            self._from_deck("fan", fan)
            band.fans.append(fan)
        for card in scandals or []:
            self._from_deck("scandal", card)
            band.scandals.append(card)
        for _ in range(beside):
            band.beside.append(self.state.scandal_deck.draw.pop())

    def _from_deck(self, name: str, card: str) -> None:
        state = self.state
        deck = {
            "support": state.support_deck,
            "fan": state.fan_deck,
            "scandal": state.scandal_deck,
        }[name]
        if card in state.display:
            place = state.display.index(card)
            state.display[place] = deck.draw.pop(0)
        else:
            deck.draw.remove(card)

    def next_support(self, card: str) -> None:
        """This card is on top of the support deck."""
        self._from_deck("support", card)
        self.state.support_deck.draw.append(card)

    def next_fan(self, fan: str) -> None:
        """This card is on top of the fan deck."""
        self._from_deck("fan", fan)
        self.state.fan_deck.draw.append(fan)

    def next_scandal(self, card: str) -> None:
        """This card is on top of the scandal deck."""
        self._from_deck("scandal", card)
        self.state.scandal_deck.draw.append(card)

    def show(self, *cards: str) -> None:
        """These cards are the display."""
        for place, card in enumerate(cards):
            if self.state.display[place] != card:
                self._from_deck("support", card)
                self.state.support_deck.draw.insert(0, self.state.display[place])
                self.state.display[place] = card

    def markers_taken(self, count: int, seat: Seat = 0) -> None:
        """So many spaces of the popularity track are uncovered."""
        band = self.band(seat)
        while len(band.taken) < count:
            band.taken.append(band.covered.pop())

    def next_marker(self, marker: str, seat: Seat = 0) -> None:
        """This popularity marker is the next one (it must be of the next space's group)."""
        band = self.band(seat)
        assert MARKERS[marker].group == MARKERS[band.covered[-1]].group
        for pile in (band.covered, band.taken, band.removed):
            if marker in pile:
                place = pile.index(marker)
                pile[place], band.covered[-1] = band.covered[-1], marker
                return

    def skills(self, seat: Seat = 0, **counts: int) -> None:
        """Skill markers on the band board, by skill (lead_guitar for "lead-guitar")."""
        for name, count in counts.items():
            self.band(seat).skills[SKILL_INDEX[name.replace("_", "-")]] = count

    def fame(self, amount: int, seat: Seat = 0) -> None:
        self.band(seat).fame = amount
        self.band(seat).score = {"places": amount}

    # -- playing

    @property
    def asked(self) -> tuple[Seat, str]:
        """Who is asked now, and the kind of the decision."""
        ((seat, decision),) = RULES.waiting_on(self.state).items()
        return seat, decision.kind

    @property
    def kind(self) -> str:
        return self.asked[1]

    def menu(self) -> list[Option]:
        return RULES.menu(self.state, self.asked[0])

    def moves(self) -> list[str]:
        """The open moves of who is asked."""
        return [option.move for option in self.menu() if option.blocked is None]

    def entries(self, word: str) -> list[str]:
        """What follows ``word`` in the open moves that begin with it."""
        return [move.partition(":")[2] for move in self.moves() if move.partition(":")[0] == word]

    def blocked(self, move: str) -> Blocked:
        """Why an entry of the menu is blocked."""
        option = next(option for option in self.menu() if option.move == move)
        assert option.blocked is not None, f"{move} is open"
        return option.blocked

    def refused(self, move: str, seat: Seat | None = None) -> Blocked:
        """The refusal of a move."""
        before = RULES_CODEC.encode(self.position)
        try:
            referee.play(RULES, self.position, SEED, self.asked[0] if seat is None else seat, move)
        except Refusal as refusal:
            assert RULES_CODEC.encode(self.position) == before
            return refusal.blocked
        raise AssertionError(f"{move} was allowed")

    def do(self, *moves: str) -> list[Event]:
        """Play moves of whoever is asked; returns the events of the last one."""
        events: list[Event] = []
        for move in moves:
            seat = self.asked[0]
            option = referee.find(RULES, self.state, seat, move)
            assert option is not None, f"{move} is not in {[one.move for one in self.menu()]}"
            assert option.blocked is None, f"{move}: {option.blocked}"
            chance = LoadedChance(self.position.draws, self.rolls)
            events = RULES.play(self.state, seat, move, chance)
            self.events.extend(events)
            RULES.audit(self.state)
            assert self.state == RULES_CODEC.copy(self.position).state
        return events

    def plan(
        self,
        action: str,
        dice: str,
        cards: list[str] | None = None,
        scandals: int = 0,
        fans: list[str] | None = None,
    ) -> None:
        """Draft a plan up to its confirmation, answering the steps that are asked."""
        self.do(f"act:{action}")
        if self.kind == "plan_dice":
            self.do(f"dice:{dice}")
        for card in cards or []:
            self.do(f"card:{card}")
        if self.kind == "plan_supports":
            self.do("enough")
        if self.kind == "plan_scandals":
            self.do(f"scandals:{scandals}{':fans' if fans else ''}")
        for fan in fans or []:
            self.do(f"fan:{fan}")
        assert self.kind == "plan_confirm"

    def act(
        self,
        action: str,
        dice: str,
        cards: list[str] | None = None,
        scandals: int = 0,
        fans: list[str] | None = None,
    ) -> list[Event]:
        """Draft a plan and confirm it."""
        self.plan(action, dice, cards, scandals, fans)
        return self.do("confirm")

    def passes(self, *seats: Seat) -> None:
        """Seats that have passed already."""
        for seat in seats:
            self.band(seat).passed = True

    def end_round(self) -> None:
        """Everyone passes, and nobody trades pairs."""
        number = self.state.round
        while RULES.waiting_on(self.state) and self.state.round == number:
            self.do("pass" if self.kind == "turn" else "done")

    def to_pairs(self) -> None:
        """Everyone passes, up to the first question about pairs."""
        while self.kind == "turn":
            self.do("pass")

    def told(self, kind: str) -> list[Event]:
        """The events of a kind so far."""
        return [event for event in self.events if event.kind == kind]

    def region(self, name: str, viewer: Viewer = None) -> Any:
        """A region's data for a viewer."""
        return next(region.data for region in RULES.view(self.state, viewer) if region.id == name)


RULES_CODEC = referee.Codec(RULES)
