"""The state of a game: plain data, and what is still to be done as a step record.

``State.step`` is either a question to one seat or to several, or work that needs nobody
(``Run...``), which `rules` does until a question stands.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias

import msgspec

from app.games.chance import Chance
from app.games.contract import Event, Seat, Viewer
from app.games.kit.decks import Deck
from app.games.lords_of_rock.content import CONSTANTS, ORDER, POSITIVE, ROADIES, mask_of


class Laid(msgspec.Struct):
    """A Set List card on a band (LOR-011); ``by`` is who laid or played it there."""

    card: str
    by: Seat
    cancelled: bool = False


class Player(msgspec.Struct):
    """A seat's things.

    ``keeping`` is the card of ``pack`` kept in the running pass of the draft. ``picks`` are the
    leader and gods chosen so far, ``band`` is in the order of skills once it is revealed.
    ``aside`` holds cards chosen for redraw or hand limit until all seats are ``done``.
    ``passed_at`` is the height of the pile when the player passed, -1 before. ``exempt``: the
    hand limit did not bind in the last draw step. ``tallies``: one for each encore played.
    ``moves`` counts the seat's own moves and numbers its decisions.
    """

    venues: list[str] = []
    pack: list[str] = []
    keeping: str = ""
    pantheon: str = ""
    picks: list[str] = []
    band: list[str] = []
    hand: list[str] = []
    aside: list[str] = []
    done: bool = False
    pile: list[Laid] = []
    passed_at: int = -1
    used: list[str] = []
    exempt: bool = False
    souls: int = 0
    tallies: list[int] = []
    moves: int = 0

    @property
    def passed(self) -> bool:
        return self.passed_at >= 0

    @property
    def negatives(self) -> int:
        """Negative cards on the band, cancelled ones included (LOR-056)."""
        return sum(1 for laid in self.pile if laid.card not in POSITIVE)

    def active(self, *, positive: bool) -> list[Laid]:
        """The cards of one kind on the band that nothing has cancelled (LOR-012)."""
        return [
            laid for laid in self.pile if not laid.cancelled and (laid.card in POSITIVE) is positive
        ]

    @property
    def roadies(self) -> int:
        """Active Roadies on the band."""
        return sum(1 for laid in self.pile if laid.card in ROADIES and not laid.cancelled)

    def take(self, cards: Sequence[str]) -> None:
        """Take cards into the hand, which is kept in the order of the content file."""
        self.hand.extend(cards)
        self.hand.sort(key=ORDER.__getitem__)


class Effect(msgspec.Struct, frozen=True):
    """A used power that is worked out later in the concert (LOR-081).

    ``choice`` is its skill or god, ``count`` the number of cards burned.
    """

    power: str
    seat: Seat
    choice: str = ""
    count: int = 0


class Beat(msgspec.Struct, frozen=True):
    """One thing that happened in a resolution: a power's effect or a Roadie's.

    ``target`` is the rival concerned, -1 for none.
    """

    kind: str
    seat: Seat
    power: str = ""
    target: int = -1
    cards: list[str] = []
    skills: list[str] = []
    god: str = ""


class Score(msgspec.Struct, frozen=True):
    """What a band made of a concert. ``shared``: bands on this place; ``fans``: LOR-103."""

    seat: Seat
    gods: int
    primary: int
    plus: int
    minus: int
    powers: int
    total: int
    place: int
    shared: int
    last: bool
    souls: int
    fans: int


class Concert(msgspec.Struct):
    """The concert that runs.

    ``seats`` are the bands in turn order, the host last (LOR-051). ``required`` changes only
    by the Tablet of Destinies. ``encore`` is 0 for a concert of the rounds.
    """

    venue: str
    host: Seat
    seats: list[Seat]
    required: list[str]
    encore: int = 0
    revealed: bool = False
    effects: list[Effect] = []
    beats: list[Beat] = []

    @property
    def mask(self) -> int:
        return mask_of(self.required)

    @property
    def resolution_order(self) -> list[Seat]:
        """The host first, then clockwise (LOR-073)."""
        return [self.host, *self.seats[:-1]]

    def effect(self, power: str, seat: Seat) -> Effect | None:
        return next((one for one in self.effects if (one.power, one.seat) == (power, seat)), None)


class Resolution(msgspec.Struct):
    """The last concert that was resolved, kept to be read again.

    ``piles`` are the cards by seat as they lay at the end.
    """

    number: int
    venue: str
    host: Seat
    encore: int
    required: list[str]
    piles: list[list[Laid]]
    beats: list[Beat]
    scores: list[Score]

    @property
    def winners(self) -> list[Seat]:
        return [score.seat for score in self.scores if score.place == 1]


class Drafting(msgspec.Struct, tag=True, frozen=True):
    """All keep a card of their pack (D1)."""


class ChoosingPantheon(msgspec.Struct, tag=True, frozen=True):
    seat: Seat


class Recruiting(msgspec.Struct, tag=True, frozen=True):
    """All choose leader and gods (D3, D4)."""


class LayingVenue(msgspec.Struct, tag=True, frozen=True):
    seat: Seat


class Redrawing(msgspec.Struct, tag=True, frozen=True):
    """All choose what to redraw (D6)."""


class Turn(msgspec.Struct, tag=True, frozen=True):
    seat: Seat


class Reaction(msgspec.Struct, tag=True, frozen=True):
    """``seat`` has passed and was hit by ``actor``, after whom play goes on."""

    seat: Seat
    actor: Seat


class PowerVisit(msgspec.Struct, tag=True, frozen=True):
    seat: Seat


class UsingPower(msgspec.Struct, tag=True, frozen=True):
    """A power whose choices are being made. ``burned``: cards so far (Burnt Offering);
    ``target``: the rival chosen first (Feather of Truth), -1 before."""

    seat: Seat
    power: str
    burned: int = 0
    target: int = -1


class RoadieChoice(msgspec.Struct, tag=True, frozen=True):
    seat: Seat


class Limiting(msgspec.Struct, tag=True, frozen=True):
    """All over the hand limit discard (D19)."""


class RunConcert(msgspec.Struct, tag=True, frozen=True):
    """Find the next host, or end the rounds."""


class RunTurn(msgspec.Struct, tag=True, frozen=True):
    """Find who plays after ``after``, or end the play step."""

    after: Seat


class RunReveal(msgspec.Struct, tag=True, frozen=True):
    """Turn the face-down cards up."""


class RunVisit(msgspec.Struct, tag=True, frozen=True):
    """Visit the next player for powers; ``visited`` have been."""

    visited: int


class RunRoadies(msgspec.Struct, tag=True, frozen=True):
    """Let the next player's Roadies work; those of ``visited`` have."""

    visited: int


class RunScoring(msgspec.Struct, tag=True, frozen=True):
    """Sums, places, souls, Fan icons and clean-up."""


class RunDraw(msgspec.Struct, tag=True, frozen=True):
    """The draw step."""


class RunDecision(msgspec.Struct, tag=True, frozen=True):
    """Find the winner, or prepare an encore."""


class Over(msgspec.Struct, tag=True, frozen=True):
    """The game has ended."""


OneSeat: TypeAlias = (
    ChoosingPantheon | LayingVenue | Turn | Reaction | PowerVisit | UsingPower | RoadieChoice
)
AllSeats: TypeAlias = Drafting | Recruiting | Redrawing | Limiting
Run: TypeAlias = (
    RunConcert | RunTurn | RunReveal | RunVisit | RunRoadies | RunScoring | RunDraw | RunDecision
)
Step: TypeAlias = OneSeat | AllSeats | Run | Over


class State(msgspec.Struct):
    """A game. ``hosted`` counts the concerts of the rounds that were begun."""

    rounds: int
    powers: bool
    draft: bool
    anchor: Seat
    players: list[Player]
    deck: Deck
    venue_deck: list[str]
    step: Step
    spent: list[str] = []
    hosted: int = 0
    concert: Concert | None = None
    last: Resolution | None = None

    @property
    def seats(self) -> int:
        return len(self.players)

    @property
    def stage(self) -> Concert:
        """The running concert. Raises ``LookupError`` between concerts."""
        if self.concert is None:
            raise LookupError("no concert is running")
        return self.concert

    @property
    def last_concert(self) -> bool:
        """No draw step follows (LOR-114, LOR-141)."""
        return self.hosted == self.rounds * self.seats

    def owing(self) -> list[Seat]:
        """The seats that owe a decision (LOR-156); none once the game is over."""
        if isinstance(self.step, Drafting):
            return [seat for seat, player in enumerate(self.players) if not player.keeping]
        if isinstance(self.step, Recruiting | Redrawing | Limiting):
            return [seat for seat, player in enumerate(self.players) if not player.done]
        seat: Seat | None = getattr(self.step, "seat", None)
        return [] if seat is None else [seat]

    def rivals(self, seat: Seat) -> Iterator[Seat]:
        """The other bands of the concert, in seat order."""
        return (other for other in sorted(self.stage.seats) if other != seat)

    def full(self, seat: Seat) -> bool:
        """The band can't take another negative card (LOR-056)."""
        return self.players[seat].negatives >= CONSTANTS.negatives_per_band


class Table:
    """A move being played: the state, the chance, and the events so far."""

    __slots__ = ("chance", "events", "state")

    def __init__(self, state: State, chance: Chance) -> None:
        self.state = state
        self.chance = chance
        self.events: list[Event] = []

    def tell(
        self,
        kind: str,
        seat: Viewer = None,
        *,
        secret: Mapping[str, Any] | None = None,
        **facts: Any,
    ) -> None:
        """Something that everybody sees; ``secret`` is for ``seat`` alone. It can't be taken
        back (LOR-014)."""
        knowers = (seat,) if secret and seat is not None else ()
        self.events.append(
            Event(kind, seat, facts, secret=secret or {}, knowers=knowers, barrier=True)
        )

    def whisper(self, kind: str, seat: Seat, **facts: Any) -> None:
        """A choice that nobody else learns yet, and that can still be taken back (LOR-014)."""
        self.events.append(Event(kind, seat, facts, readers=(seat,)))

    def draw(self, seat: Seat, number: int) -> list[str]:
        """Draw Set List cards into a hand; an empty deck is made new from the discards
        (LOR-109, LOR-110)."""
        deck = self.state.deck
        cards: list[str] = []
        for _ in range(number):
            if not deck.draw and deck.used:
                deck.reshuffle(self.chance)
                self.tell("reshuffled", cards=len(deck.draw))
            if deck.draw:
                cards.append(deck.top())
        self.state.players[seat].take(cards)
        self.tell("drew", seat, secret={"titles": cards}, number=len(cards))
        return cards


_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(State)


def clone(state: State) -> State:
    """An independent copy."""
    return _decoder.decode(_encoder.encode(state))
