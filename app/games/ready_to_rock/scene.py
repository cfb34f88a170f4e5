"""What every rule does to a game: telling, drawing, discarding, debts, laying, clean-up."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from app.games.chance import Chance
from app.games.contract import Event, Seat
from app.games.kit.seating import clockwise
from app.games.ready_to_rock.cells import SPOT, Cell
from app.games.ready_to_rock.content import CONTENT, ORDER, kinds
from app.games.ready_to_rock.state import Discard, Laid, Rocker, State, Turn
from app.games.ready_to_rock.ways import closing

LIMITS = CONTENT.limits


class Scene:
    """A state while a move is carried out, with its chance and the events so far."""

    __slots__ = ("chance", "events", "state")

    def __init__(self, state: State, chance: Chance) -> None:
        self.state = state
        self.chance = chance
        self.events: list[Event] = []

    def tell(self, kind: str, seat: Seat | None = None, **facts: Any) -> None:
        """Report something that everybody may read."""
        self.events.append(Event(kind, seat, facts))

    def reveal(self, kind: str, seat: Seat | None = None, **facts: Any) -> None:
        """Report something that was hidden until now: it can't be taken back."""
        self.events.append(Event(kind, seat, facts, barrier=True))

    @property
    def asking(self) -> bool:
        """Something else than the free part of a turn is open."""
        return not isinstance(self.state.step, Turn)

    def from_active(self) -> Iterator[tuple[Seat, Rocker]]:
        """All rockers in turn order from the active one."""
        state = self.state
        for seat in clockwise(len(state.rockers), state.active):
            yield seat, state.rockers[seat]

    def draw(self, seat: Seat, count: int) -> None:
        """Draw up to ``count`` cards from the common deck, one by one (RTR-115 to RTR-117)."""
        deck = self.state.deck
        drawn: list[str] = []
        for _ in range(count):
            if not deck.draw:
                if not deck.used:
                    break
                deck.reshuffle(self.chance)
                self.tell("reshuffled", cards=len(deck.draw))
            drawn.append(deck.top())
        if drawn:
            self.state.rockers[seat].hand += drawn
            facts = {"cards": len(drawn)}
            secret = {"kinds": sorted(drawn, key=ORDER.__getitem__)}
            self.events.append(
                Event("drew", seat, facts, secret=secret, knowers=(seat,), barrier=True)
            )

    def discard(self, seat: Seat, kind: str) -> None:
        """A card goes from a hand to the discard pile, for everybody to see."""
        self.state.rockers[seat].hand.remove(kind)
        self.state.deck.discard(kind)
        self.reveal("discarded", seat, card=kind)

    def owe_discards(self, seat: Seat, count: int) -> None:
        """A rocker discards ``count`` cards; asks only where there is a choice (RTR-078)."""
        hand = self.state.rockers[seat].hand
        while count and hand:
            if len(hand) > count and len(kinds(hand)) > 1:
                self.state.step = Discard(seat, count)
                return
            self.discard(seat, hand[0])
            count -= 1
        self.state.step = Turn()

    def owe_actions(self, seat: Seat, count: int) -> None:
        """A rocker has to miss actions: a debt of at most four (RTR-033, RTR-037)."""
        rocker = self.state.rockers[seat]
        rocker.debt = min(LIMITS.debt_cap, rocker.debt + count)
        self.tell("indebted", seat, debt=rocker.debt)
        if seat == self.state.active:
            self.pay_debt()

    def pay_debt(self) -> None:
        """The active rocker misses actions at once, before anything else (RTR-034)."""
        state, actions = self.state, self.state.actions
        missed = min(state.rocker.debt, actions.left)
        if missed:
            state.rocker.debt -= missed
            actions.left -= missed
            actions.missed += missed
            self.tell("missed", state.active, actions=missed)

    def gain_actions(self, count: int) -> None:
        """Extra actions for this turn, up to the limit (RTR-038, RTR-040)."""
        actions = self.state.actions
        count = min(count, LIMITS.granted_actions_cap - actions.granted)
        actions.granted += count
        actions.left += count
        self.tell("gained", self.state.active, actions=count)

    def lay(self, cell: Cell, kind: str, turn: int = 0) -> None:
        """Put a card from the active hand into a cell; a card already there is covered and
        discarded (RTR-049, RTR-052)."""
        state = self.state
        state.rocker.hand.remove(kind)
        covered = state.grid.pop(cell, None)
        state.laid += 1
        state.grid[cell] = Laid(kind, turn, state.laid)
        facts = {"card": kind, "turn": turn, "cell": SPOT[cell]}
        if covered is None:
            self.tell("laid", state.active, **facts)
        else:
            state.deck.discard(covered.kind)
            self.tell("overlaid", state.active, **facts, covered=covered.kind)

    def remove(self, cell: Cell) -> None:
        """Take the card in a cell off the table, to the discard pile."""
        self.state.deck.discard(self.state.grid.pop(cell).kind)

    def clean_up(self) -> None:
        """Every path card on which nobody stands is discarded (RTR-054)."""
        gone = closing(self.state)
        for cell in gone:
            self.remove(cell)
        if gone:
            self.tell("closed", cells=[SPOT[cell] for cell in gone])
