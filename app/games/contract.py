"""What a rules module is.

A game is one folder in ``app/games/``; its package exposes ``RULES``, an object that satisfies
`Rules`. The platform owns everything else: who sits where, whether a seat is owed a decision,
whether a move is on its menu, storage, clocks, pushes. See ``docs/adding-a-game.md``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, TypeVar

import msgspec

from app.games.chance import Chance

Seat = int
"""A seat at the table, counted from 0."""

Viewer = Seat | None
"""Who looks: a seat, or ``None`` for an onlooker."""

ONLOOKER: Viewer = None

StateT = TypeVar("StateT")
_ReadStateT = TypeVar("_ReadStateT", contravariant=True)


class Choice(msgspec.Struct, frozen=True):
    """One value of a `Setting`, with the words the host reads."""

    value: str
    label: str
    detail: str = ""


class Setting(msgspec.Struct, frozen=True):
    """Something the host chooses before the start.

    ``default`` maps a number of seats to a value; the key 0 stands for every other number.
    ``seats`` limits the setting to some numbers of seats; elsewhere it has its default.
    ``legacy`` marks a setting whose value is an earlier game of the host's own (see
    `Rules.legacy`); it is needed when the setting named by ``legacy_when`` is not its default.
    """

    name: str
    label: str
    rule: str
    choices: tuple[Choice, ...] = ()
    default: Mapping[int, str] = msgspec.field(default_factory=lambda: {0: ""})
    seats: tuple[int, ...] = ()
    legacy: bool = False
    legacy_when: str = ""

    def default_for(self, seats: int) -> str:
        """The value this setting has when the host leaves it alone."""
        return self.default.get(seats, self.default[0])


class Honour(msgspec.Struct, frozen=True):
    """A list of the best finished games of the house.

    ``order`` are the figures that the places stand in order of, from the most important: "score",
    an entry of `Place.detail`, or "moves" made in the whole game. Most comes first, with a minus
    ("-moves") least; of equals the earlier game. Only ``won`` games, only games with these
    numbers of ``seats`` (empty: all) and only places with all of ``where`` in their detail count.
    """

    name: str
    label: str
    rule: str
    order: tuple[str, ...] = ("score",)
    won: bool = False
    seats: tuple[int, ...] = ()
    where: Mapping[str, int] = {}


class GameMeta(msgspec.Struct, frozen=True):
    """What the platform knows of a game without asking its rules.

    ``slug`` is the public name ("rock-n-roll"), ``prefix`` starts its rule IDs ("RNR"),
    ``minutes`` is the usual length of a game (from, to), ``version`` the version of its rules:
    it rises when a stored game would be played on differently.
    """

    slug: str
    title: str
    tagline: str
    prefix: str
    min_seats: int
    max_seats: int
    minutes: tuple[int, int]
    version: int
    settings: tuple[Setting, ...] = ()
    honours: tuple[Honour, ...] = ()


class Decision(msgspec.Struct, frozen=True):
    """A question that is open for a seat.

    ``number`` differs from every earlier number that this seat was asked under, and stays the
    same while other seats act: a stale click is told from a fresh one by it.
    ``public`` is the kind that other viewers see; empty means that ``kind`` is no secret.
    """

    kind: str
    number: int
    public: str = ""


class Blocked(msgspec.Struct, frozen=True, omit_defaults=True):
    """Why a choice is not open: the rule, a key into the game's words, and the figures.

    ``needs`` and ``has`` name the same things ("crew": 1 against "crew": 0); ``facts`` fills
    the braces of the sentence.
    """

    rule: str
    why: str
    needs: Mapping[str, int] = {}
    has: Mapping[str, int] = {}
    facts: Mapping[str, Any] = {}


class Option(msgspec.Struct, frozen=True, omit_defaults=True):
    """One item of a menu.

    ``move`` is what the seat sends. ``where`` is "region/spot": the board element that is this
    option's button; empty for a choice that stands in the list only. ``confirm`` is a key into
    the game's words for a question that the page asks once before it sends the move.
    """

    move: str
    where: str = ""
    blocked: Blocked | None = None
    confirm: str = ""


class Event(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that happened, as data.

    Everyone reads ``facts`` unless ``readers`` names the only seats that may. The seats in
    ``knowers`` read ``secret`` on top. ``barrier`` says that nothing before this event may be
    taken back (the referee adds barriers for chance and for other seats by itself).
    """

    kind: str
    seat: Viewer = None
    facts: Mapping[str, Any] = {}
    readers: tuple[Seat, ...] | None = None
    secret: Mapping[str, Any] = {}
    knowers: tuple[Seat, ...] = ()
    barrier: bool = False

    def seen_by(self, viewer: Viewer) -> Event | None:
        """This event as ``viewer`` may read it, without anything addressed to others."""
        if self.readers is not None and viewer not in self.readers:
            return None
        facts = {**self.facts, **self.secret} if viewer in self.knowers else self.facts
        return Event(self.kind, self.seat, facts)


class Region(msgspec.Struct, frozen=True):
    """A piece of the table that is pushed and drawn as one.

    ``kind`` names the template macro, ``key`` tells regions of one kind apart. ``data`` is a
    whitelist: every byte of it reaches the viewer. Regions are compared as data, and equal
    data is drawn once for all viewers, so a region says by its data whose eyes it is for.
    """

    kind: str
    data: Any
    key: str = ""

    @property
    def id(self) -> str:
        """The name used in ``Option.where``, in the page and on the wire: "band-2"."""
        return f"{self.kind}-{self.key}" if self.key else self.kind


class Place(msgspec.Struct, frozen=True):
    """A seat's place in a finished game. ``detail`` lists what made the score, in order."""

    seat: Seat
    rank: int
    score: int
    detail: Mapping[str, int] = {}


class Result(msgspec.Struct, frozen=True):
    """A finished game: places from first to last, and the tie-break that decided the win.

    ``decided_by`` is a key into the game's words, empty when the score alone decided.
    ``winners`` share the first place; it is empty when nobody won.
    """

    places: tuple[Place, ...]
    decided_by: str = ""

    @property
    def winners(self) -> tuple[Seat, ...]:
        return tuple(place.seat for place in self.places if place.rank == 1)


class Entry(msgspec.Struct, frozen=True):
    """A card, a space, a track or a kind of piece in a game's glossary.

    ``id`` is that of its row in the game's content: places on the board are named after it
    (`Option.where`). ``text`` says what it does, ``flavor`` a joke, ``copies`` how many the box
    holds (0: it isn't counted), ``family`` what it belongs to within its chapter ("Norse"),
    ``lines`` its parts with words of their own (label, text), ``rules`` what it rests on.
    """

    id: str
    name: str
    text: str
    flavor: str = ""
    copies: int = 1
    family: str = ""
    lines: tuple[tuple[str, str], ...] = ()
    rules: tuple[str, ...] = ()


class Chapter(msgspec.Struct, frozen=True):
    """All cards or pieces of one ``kind``; ``title`` is the rulebook's word for them."""

    kind: str
    title: str
    text: str
    entries: tuple[Entry, ...]


NO_NAMES = "no_names"
"""Why a game that has no pieces with names refuses to rename one. The house has words for it."""


class Refusal(Exception):
    """A move that is not allowed. It has changed nothing."""

    def __init__(self, blocked: Blocked) -> None:
        super().__init__(f"{blocked.why} ({blocked.rule})")
        self.blocked = blocked


class Broken(Exception):
    """An invariant of a state does not hold (raised by `Rules.audit`)."""

    def __init__(self, rule: str, what: str) -> None:
        super().__init__(f"{rule}: {what}")
        self.rule = rule


class Words(Protocol[_ReadStateT]):
    """A game's sentences, made only when a page or a log asks for them.

    ``names`` are the display names by seat. Text is plain: the page escapes it.
    """

    def ask(self, decision: Decision, names: Sequence[str]) -> str:
        """What is owed, to follow "You must" or "Anna must": "choose a category"."""
        ...

    def option(self, state: _ReadStateT, seat: Seat, option: Option, names: Sequence[str]) -> str:
        """What the option does, for its own seat: "Stop: +2 fans"."""
        ...

    def reason(self, blocked: Blocked, names: Sequence[str]) -> str:
        """Why not, as a sentence without the rule ID (the page links that itself)."""
        ...

    def confirm(self, key: str) -> str:
        """The question behind `Option.confirm`."""
        ...

    def event(self, event: Event, names: Sequence[str]) -> str:
        """A log line, or "" for an event that is not told. ``event`` is already redacted."""
        ...

    def score(self, key: str) -> str:
        """The label of an entry of `Place.detail`, or of `Result.decided_by`."""
        ...


class Rules(Protocol[StateT]):
    """A game. Methods are pure but for the state that is handed to `play` and `rename`."""

    meta: GameMeta
    state_type: type[StateT]
    words: Words[StateT]
    content: Any
    """What the game's templates read as ``ctx.content``: cards and boards, the same for all."""

    def setup(self, seats: int, settings: Mapping[str, Any], chance: Chance) -> StateT:
        """A new game. ``settings`` holds a checked value for every setting of `meta`;
        a legacy setting holds what `legacy` returned for the chosen game, or ``None``."""
        ...

    def waiting_on(self, state: StateT) -> dict[Seat, Decision]:
        """Who owes a decision now; several seats for a simultaneous choice; empty = over."""
        ...

    def menu(self, state: StateT, seat: Seat, open_only: bool = False) -> list[Option]:
        """Every choice of a seat that owes a decision, each move once, in reading order.

        Blocked options carry their reason. ``open_only`` leaves them out and is the fast way
        for computer players. At least one option is open. Empty for a seat that owes nothing.
        """
        ...

    def refusal(self, state: StateT, viewer: Viewer, move: str) -> Blocked:
        """Why ``move`` is not on the viewer's menu, for moves that `menu` does not list."""
        ...

    def play(self, state: StateT, seat: Seat, move: str, chance: Chance) -> list[Event]:
        """Play an open option on ``state`` (mutated) and run on to the next decision."""
        ...

    def automatic(self, state: StateT, seat: Seat) -> str:
        """The open move that the ledger makes for a seat whose time is out."""
        ...

    def open_view(self, state: StateT) -> list[Region]:
        """What everybody may see, built up from nothing."""
        ...

    def own_view(self, state: StateT, seat: Seat) -> list[Region]:
        """What a seat sees besides, or otherwise: a region with the id of an open one stands in
        its place."""
        ...

    def view(self, state: StateT, viewer: Viewer) -> list[Region]:
        """All that the viewer may see: the open regions, and the own ones of a seat."""
        ...

    def redeal(self, state: StateT, viewer: Viewer, chance: Chance) -> StateT:
        """Another state that looks the same to ``viewer``: what it can't know dealt anew.

        The given state is left as it is. View, menu and readable events are equal on both.
        """
        ...

    def appraise(self, state: StateT, seat: Seat) -> float:
        """How good ``state`` is for ``seat``; higher is better. Finished games count most."""
        ...

    def advise(
        self, state: StateT, seat: Seat, options: Sequence[Option], chance: Chance
    ) -> str | None:
        """The move that the ledger's heuristics pick from the open ``options``.

        ``state`` is redealt for the seat, so all of it may be used. ``None`` leaves the choice
        to one step of look-ahead with `appraise`.
        """
        ...

    def result(self, state: StateT) -> Result | None:
        """The final ranking, or ``None`` while the game goes on."""
        ...

    def audit(self, state: StateT) -> None:
        """Raise `Broken` if an invariant of the ledger does not hold."""
        ...

    def rename(self, state: StateT, seat: Seat, slot: str, text: str) -> list[Event]:
        """Give a piece of the seat's own another name, where the game has such pieces.

        ``text`` is normalised, 1 to 30 characters. Raises `Refusal` for an unknown slot.
        """
        ...

    def legacy(self, state: StateT, seat: Seat) -> Any | None:
        """What a later game may start from, as plain data, or ``None``."""
        ...

    def glossary(self) -> tuple[Chapter, ...]:
        """Every card, space, track and kind of piece, chapter by chapter, each once."""
        ...


class Game:
    """What most games answer alike; a rules object may inherit from it."""

    meta: GameMeta
    content: Any = None

    @staticmethod
    def open_view(state: Any) -> list[Region]:
        raise NotImplementedError

    @staticmethod
    def own_view(state: Any, seat: Seat) -> list[Region]:
        raise NotImplementedError

    def view(self, state: Any, viewer: Viewer) -> list[Region]:
        own = {} if viewer is None else {one.id: one for one in self.own_view(state, viewer)}
        regions = [own.pop(region.id, region) for region in self.open_view(state)]
        return [*regions, *own.values()]

    def rename(self, state: Any, seat: Seat, slot: str, text: str) -> list[Event]:
        raise Refusal(Blocked(self.meta.prefix, NO_NAMES))

    def legacy(self, state: Any, seat: Seat) -> Any | None:
        return None

    def glossary(self) -> tuple[Chapter, ...]:
        return ()

    def advise(
        self, state: Any, seat: Seat, options: Sequence[Option], chance: Chance
    ) -> str | None:
        return None
