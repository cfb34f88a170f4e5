"""Tables to test at: a game from its start, or a concert set up as an example describes it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from app.games import referee
from app.games.chance import Chance
from app.games.contract import Blocked, Event, Option, Refusal, Seat
from app.games.kit.decks import Deck
from app.games.kit.seating import after
from app.games.lords_of_rock import RULES
from app.games.lords_of_rock.content import GODS, POSITIVE, SET_LIST_DECK, SKILLS, VENUES
from app.games.lords_of_rock.rules import run_on
from app.games.lords_of_rock.state import (
    Concert,
    Laid,
    Player,
    RunConcert,
    RunDecision,
    RunReveal,
    RunTurn,
    Score,
    State,
    Step,
    Table,
)

SEED = bytes(range(32))

_BANDS = {
    "greek": ("zeus", "aphrodite", "artemis", "hephaestus"),
    "norse": ("odin", "thor", "freyr", "ran"),
    "egyptian": ("ra", "hathor", "horus", "bes"),
    "celtic": ("dagda", "brigid", "arawn", "epona"),
    "aztec": ("coatlicue", "xochipilli", "tezcatlipoca", "chalchiuhtlicue"),
    "mesopotamian": ("tiamat", "ishtar", "shamash", "nergal"),
}
BANDS: Mapping[str, list[str]] = {
    pantheon: sorted(
        (f"{pantheon}-{god}" for god in gods),
        key=lambda god: SKILLS.index(GODS[god].primary.skill),
    )
    for pantheon, gods in _BANDS.items()
}
"""The bands "A" of the ledger's worked examples."""

Piles = Mapping[Seat, Sequence[str]]


class Room:
    """A game that is played by hand. Every move goes through the referee and the audit."""

    def __init__(self, state: State, draws: dict[str, int] | None = None) -> None:
        self.position = referee.Position(state, draws or {})
        self.events: list[Event] = []
        self.played = referee.Played([], False)

    @property
    def state(self) -> State:
        return self.position.state

    def play(self, seat: Seat, *moves: str) -> list[Event]:
        """Play moves of a seat; the events of the last one."""
        for move in moves:
            self.played = referee.play(RULES, self.position, SEED, seat, move)
            self.events += self.played.events
            RULES.audit(self.state)
        return self.played.events

    def refused(self, seat: Seat, move: str) -> Blocked:
        """Why a move is refused; fails if it is not."""
        before = referee.Codec(RULES).encode(self.position)
        try:
            referee.play(RULES, self.position, SEED, seat, move)
        except Refusal as refusal:
            assert referee.Codec(RULES).encode(self.position) == before
            return refusal.blocked
        raise AssertionError(f"seat {seat} could play {move}")

    def rule_against(self, seat: Seat, move: str) -> str:
        return self.refused(seat, move).rule

    def menu(self, seat: Seat) -> list[Option]:
        return RULES.menu(self.state, seat)

    def open(self, seat: Seat) -> list[str]:
        return [option.move for option in RULES.menu(self.state, seat, open_only=True)]

    def blocked(self, seat: Seat) -> dict[str, str]:
        return {option.move: option.blocked.rule for option in self.menu(seat) if option.blocked}

    def asked(self) -> dict[Seat, str]:
        return {seat: decision.kind for seat, decision in RULES.waiting_on(self.state).items()}

    def run(self, step: Step) -> None:
        """Go on from another step."""
        self.state.step = step
        table = Table(self.state, Chance(SEED, self.position.draws))
        run_on(table)
        self.events += table.events

    def lay(self, seat: Seat, *cards: str, by: Seat | None = None) -> None:
        """Lay cards on a band, from wherever they are."""
        deck = self.state.deck
        for card in cards:
            places = (deck.draw, deck.used, *(player.hand for player in self.state.players))
            next(place for place in places if card in place).remove(card)
            self.state.players[seat].pile.append(Laid(card, seat if by is None else by))

    def go_on(self, until: type[Step]) -> None:
        """Take automatic choices, lowest seat first, until a step of that type stands."""
        while not isinstance(self.state.step, until):
            seat = min(RULES.waiting_on(self.state))
            self.play(seat, RULES.automatic(self.state, seat))

    def pass_all(self) -> None:
        """Everybody passes and declines until the play step is over."""
        stage = self.state.concert
        while self.state.concert is stage and set(self.asked().values()) & {"turn", "reaction"}:
            ((seat, kind),) = self.asked().items()
            self.play(seat, "react:decline" if kind == "reaction" else "pass")

    def region(self, viewer: Seat | None, region_id: str) -> Any:
        return next(r.data for r in RULES.view(self.state, viewer) if r.id == region_id)

    def told(self, kind: str) -> list[Event]:
        return [event for event in self.events if event.kind == kind]

    def souls(self) -> list[int]:
        return [player.souls for player in self.state.players]

    def score(self, seat: Seat) -> Score:
        assert self.state.last is not None
        return next(score for score in self.state.last.scores if score.seat == seat)

    def totals(self) -> dict[Seat, int]:
        assert self.state.last is not None
        return {score.seat: score.total for score in self.state.last.scores}

    def paid(self) -> dict[Seat, int]:
        assert self.state.last is not None
        return {score.seat: score.souls for score in self.state.last.scores}


def new_game(seats: int = 4, seed: bytes = SEED, **settings: str) -> Room:
    """A game at its first decision."""
    complete = referee.complete_settings(RULES, seats, settings)
    position = referee.start(RULES, seats, complete, seed)
    room = Room(position.state, position.draws)
    RULES.audit(room.state)
    return room


def concert(
    venue: str,
    *pantheons: str,
    host: Seat = 0,
    hands: Piles | None = None,
    piles: Piles | None = None,
    discards: Sequence[str] = (),
    hosted: int = 1,
    rounds: int = 4,
    powers: bool = False,
    resolve: bool = False,
    souls: Sequence[int] = (),
    step: Step | None = None,
) -> Room:
    """A concert with the bands "A" of some pantheons, ready for its first turn.

    ``piles``: cards that lie on the bands already (negatives by the next seat). ``resolve``
    starts at the reveal instead, ``step`` anywhere else. ``hosted`` counts this concert.
    """
    seats = len(pantheons)
    anchor = (host - hosted) % seats
    others = [one for one in VENUES if one != venue]
    players = [Player(pantheon=one, band=list(BANDS[one])) for one in pantheons]
    deck = list(SET_LIST_DECK)
    spent = [others.pop() for _ in range(hosted - 1)]
    if isinstance(step, RunConcert | RunDecision):
        spent.append(venue)
    for seat, player in enumerate(players):
        player.souls = souls[seat] if souls else 0
        player.hand = list((hands or {}).get(seat, ()))
        for card in (piles or {}).get(seat, ()):
            by = seat if card in POSITIVE else (seat + 1) % seats
            player.pile.append(Laid(card, by))
        for card in (*player.hand, *(laid.card for laid in player.pile)):
            deck.remove(card)
        player.take([])
        place = (seat - anchor - 1) % seats
        done = (hosted - place + seats - 1) // seats
        player.venues = [others.pop() for _ in range(4 - done)]
    for card in discards:
        deck.remove(card)
    Chance(SEED).shuffle(deck)
    state = State(
        rounds=rounds,
        powers=powers,
        draft=False,
        anchor=anchor,
        players=players,
        deck=Deck(deck, list(discards)),
        venue_deck=others,
        step=step or (RunReveal() if resolve else RunTurn(host)),
        spent=spent,
        hosted=hosted,
        concert=Concert(venue, host, [*after(seats, host), host], list(VENUES[venue].skills)),
    )
    room = Room(state)
    room.run(state.step)
    RULES.audit(state)
    return room
