"""The state of a game."""

from __future__ import annotations

import msgspec

from app.games.contract import Seat
from app.games.kit.decks import Deck
from app.games.ready_to_rock.cells import NOWHERE, OPENINGS, Cell, Sides
from app.games.ready_to_rock.content import CONTENT


class Laid(msgspec.Struct):
    """A path or wall card in a cell. ``order``: it was the n-th card laid (RTR-052)."""

    kind: str
    turn: int
    order: int

    @property
    def sides(self) -> Sides:
        return OPENINGS[self.kind][self.turn]


class Rocker(msgspec.Struct):
    """``hand`` lists kinds as drawn; ``debt`` counts actions still to miss (RTR-033)."""

    hand: list[str] = []
    pawn: Cell = NOWHERE
    debt: int = 0


class Actions(msgspec.Struct):
    """The actions of the present turn; ``taken + missed + left == granted`` (RTR-040).

    ``moves``: moves left in this window (RTR-046).
    """

    granted: int = CONTENT.setup.actions_per_turn
    taken: int = 0
    missed: int = 0
    left: int = CONTENT.setup.actions_per_turn
    moves: int = CONTENT.limits.moves_per_window


class ChooseTicket(msgspec.Struct, tag=True):
    """The active rocker chooses where to start (RTR-021)."""


class Turn(msgspec.Struct, tag=True):
    """The active rocker moves, acts or ends the turn (RTR-024)."""


class Land(msgspec.Struct, tag=True):
    """The active rocker lays the card on which a surf ends (RTR-088)."""

    cell: Cell


class Discard(msgspec.Struct, tag=True):
    """A rocker discards ``count`` cards, one after the other (RTR-078)."""

    seat: Seat
    count: int


class Weather(msgspec.Struct, tag=True):
    """Rockers choose a discard at the same time; ``chosen`` stays hidden (RTR-092)."""

    pending: list[Seat]
    chosen: dict[Seat, str]


class Divide(msgspec.Struct, tag=True):
    """The active rocker chooses the side to which the central column moves (RTR-098)."""


class Over(msgspec.Struct, tag=True):
    """``winners`` reached the stage, or were the nearest at the curfew (RTR-111)."""

    winners: list[Seat]
    curfew: bool


Step = ChooseTicket | Turn | Land | Discard | Weather | Divide | Over


class State(msgspec.Struct):
    """A game.

    ``step`` is the open question; the turn of ``active`` always lies beneath it. ``playing`` is
    the flash card that lies apart while it is carried out (RTR-068), ``on_stage`` the stage
    card that is carried out or waits (RTR-101). ``laid`` counts the cards laid so far,
    ``question`` the questions asked.
    """

    rockers: list[Rocker]
    deck: Deck
    stage: Deck
    grid: dict[Cell, Laid]
    starting: Seat
    active: Seat
    curfew: int
    round: int = 1
    actions: Actions = msgspec.field(default_factory=Actions)
    step: Step = msgspec.field(default_factory=ChooseTicket)
    playing: str = ""
    on_stage: str = ""
    laid: int = 0
    question: int = 1

    @property
    def decision(self) -> str:
        """The kind of the open question, a name of the ledger's table of decisions."""
        return _DECISIONS[type(self.step)]

    @property
    def asked(self) -> list[Seat]:
        """Who owes a decision."""
        match self.step:
            case Over():
                return []
            case Weather(pending):
                return pending
            case Discard(seat):
                return [seat]
            case _:
                return [self.active]

    @property
    def rocker(self) -> Rocker:
        """The active rocker."""
        return self.rockers[self.active]


_DECISIONS: dict[type[Step], str] = {
    ChooseTicket: "choose_ticket",
    Turn: "turn",
    Land: "land",
    Discard: "discard",
    Weather: "discard",
    Divide: "divide",
    Over: "over",
}
