"""Tables for tests, drawn as small pictures.

A picture has a line of column numbers and a line a row; each card stands under the last digit
of its column::

    column  -1    0
    row 7    T    ┐bc      a path card by its sign (RTR-014), pawns as small letters
    row 8    H    │a(3)    H, I, M walls, T ticket, · empty, in brackets the order of play

Rockers are "a", "b", "c", ... by seat.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping

from app.games import referee
from app.games.contract import Blocked, Event, Refusal
from app.games.ready_to_rock import RULES
from app.games.ready_to_rock.cells import TICKETS, Cell, cell, column, row
from app.games.ready_to_rock.content import COMMON_DECK, PATHS, STAGE_DECK, WALLS
from app.games.ready_to_rock.state import Actions, Laid, State, Turn

SEED = bytes(range(32))
LETTERS = "abcdefghi"
ELSEWHERE = (4, 5)
"""The ticket on which rockers stand that a picture leaves out."""

SIGNS: dict[str, tuple[str, int]] = {
    **{wall.glyph: (wall.id, 0) for wall in WALLS.values()},
    **{
        glyph: (card.id, turn)
        for card in PATHS.values()
        for glyph, turn in zip(card.glyphs, card.turns, strict=True)
    },
}
_TOKEN = re.compile(r"(\S)([a-i]*)(?:\((\d+)\))?")


class Picture:
    """A picture read: cards by cell, with their order if given, and pawns by letter."""

    def __init__(self, text: str) -> None:
        self.cards: dict[Cell, tuple[str, int]] = {}
        self.orders: dict[Cell, int] = {}
        self.pawns: dict[str, Cell] = {}
        lines = [line for line in text.splitlines() if line.strip()]
        indent = min((len(line) - len(line.lstrip()) for line in lines), default=0)
        columns: dict[int, int] = {}
        for line in (line[indent:] for line in lines):
            if line.startswith("column"):
                columns = {m.end() - 1: int(m[0]) for m in re.finditer(r"-?\d+", line)}
            else:
                self._row(line, columns)

    def _row(self, line: str, columns: dict[int, int]) -> None:
        head = re.match(r"row (\d+)", line)
        assert head, f"no row: {line}"
        for token in _TOKEN.finditer(line, head.end()):
            sign, pawns, order = token[1], token[2], token[3]
            place = cell(columns[token.start()], int(head[1]))
            if sign == "T":
                assert place in TICKETS, f"no ticket in {token}"
            elif sign != "·":
                self.cards[place] = SIGNS[sign]
                self.orders[place] = int(order or len(self.cards))
            self.pawns |= dict.fromkeys(pawns, place)


class Table:
    """A game in the middle of a turn. Every move is checked, played and audited.

    ``hands``, ``top`` (of the common deck, first drawn first), ``pile`` and ``stage`` (first
    revealed first) are kinds with spaces between. All other cards lie below ``top``, the path
    cards first, or, with
    ``small_deck``, are in the hand of the last rocker, so that ``top`` is the whole deck.
    """

    def __init__(
        self,
        picture: str = "",
        *,
        seats: int = 4,
        active: str = "a",
        hands: Mapping[str, str] | None = None,
        pawns: Mapping[str, tuple[int, int]] | None = None,
        debts: Mapping[str, int] | None = None,
        actions: int = 2,
        top: str = "",
        pile: str = "",
        small_deck: bool = False,
        stage: str = "",
        waiting: bool = False,
        round: int = 1,
        curfew: int = 40,
    ) -> None:
        self.position = referee.start(RULES, seats, {"curfew": str(curfew)}, SEED)
        state = self.state
        drawn = Picture(picture)
        state.grid = {
            place: Laid(*card, drawn.orders[place]) for place, card in drawn.cards.items()
        }
        state.laid = max(drawn.orders.values(), default=0)
        for letter, rocker in zip(LETTERS, state.rockers, strict=False):
            rocker.pawn = drawn.pawns.get(letter, cell(*(pawns or {}).get(letter, ELSEWHERE)))
            rocker.hand = (hands or {}).get(letter, "").split()
            rocker.debt = (debts or {}).get(letter, 0)
        rest = Counter(COMMON_DECK)
        used = [*top.split(), *pile.split(), *(card.kind for card in state.grid.values())]
        rest.subtract([*used, *(kind for rocker in state.rockers for kind in rocker.hand)])
        assert min(rest.values()) >= 0, "more cards than there are"
        state.deck.draw = top.split()[::-1]
        state.deck.used = pile.split()
        if small_deck:
            state.rockers[-1].hand += rest.elements()
        else:
            state.deck.draw[:0] = reversed(list(rest.elements()))
        state.on_stage = "wall-of-death" if waiting else ""
        below = Counter(STAGE_DECK)
        below.subtract([*stage.split(), *([state.on_stage] if waiting else [])])
        state.stage.draw = [*below.elements(), *stage.split()[::-1]]
        state.starting, state.active, state.round = 0, LETTERS.index(active), round
        state.actions = Actions(left=actions, taken=2 - actions)
        state.step = Turn()
        RULES.audit(state)

    @property
    def state(self) -> State:
        return self.position.state

    @property
    def actions(self) -> Actions:
        return self.state.actions

    def play(self, who: str, *moves: str) -> list[Event]:
        """Play moves of one rocker; the events of all of them."""
        events: list[Event] = []
        for move in moves:
            seat = LETTERS.index(who)
            events += referee.play(RULES, self.position, SEED, seat, move).events
            RULES.audit(self.state)
        return events

    def refused(self, who: str, move: str) -> Blocked:
        """Why a rocker can't make a move; fails if the move is possible."""
        before = RULES.view(self.state, None)
        try:
            referee.play(RULES, self.position, SEED, LETTERS.index(who), move)
        except Refusal as refusal:
            assert RULES.view(self.state, None) == before
            return refusal.blocked
        raise AssertionError(f"{move} was possible")

    def menu(self, who: str, start: str = "") -> list[str]:
        """The open moves of a rocker that begin with ``start``."""
        options = RULES.menu(self.state, LETTERS.index(who), open_only=True)
        return [option.move for option in options if option.move.startswith(start)]

    def asked(self) -> dict[str, str]:
        """Who owes a decision, and of which kind."""
        waiting = RULES.waiting_on(self.state)
        return {LETTERS[seat]: decision.kind for seat, decision in waiting.items()}

    def hand(self, who: str) -> list[str]:
        return sorted(self.state.rockers[LETTERS.index(who)].hand)

    def debt(self, who: str) -> int:
        return self.state.rockers[LETTERS.index(who)].debt

    def pawn(self, who: str) -> tuple[int, int]:
        place = self.state.rockers[LETTERS.index(who)].pawn
        return column(place), row(place)

    def card(self, at: tuple[int, int]) -> tuple[str, int] | None:
        card = self.state.grid.get(cell(*at))
        return card and (card.kind, card.turn)

    @property
    def winners(self) -> str:
        """The letters of the winners; "" while the game runs."""
        result = RULES.result(self.state)
        return "".join(LETTERS[seat] for seat in sorted(result.winners)) if result else ""

    def looks(self, picture: str) -> None:
        """Fails unless the cards are exactly those of a picture, and its pawns stand there."""
        drawn = Picture(picture)
        found = {place: (card.kind, card.turn) for place, card in self.state.grid.items()}
        assert found == drawn.cards
        for letter, place in drawn.pawns.items():
            assert self.state.rockers[LETTERS.index(letter)].pawn == place, letter


def kinds_of(events: list[Event]) -> list[str]:
    return [event.kind for event in events]
