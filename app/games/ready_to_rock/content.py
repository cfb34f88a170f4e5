"""``content.toml`` as typed data, and the look-ups that the rules make from it."""

from __future__ import annotations

from itertools import chain

import msgspec

from app.games.kit.content import load


class Amount(msgspec.Struct, frozen=True):
    """Cards or actions that an effect gives or takes."""

    cards: int = 0
    actions: int = 0


NOTHING = Amount()


class Mode(msgspec.Struct, frozen=True):
    """One of the effects among which the player of a flash card chooses (RTR-039)."""

    mode: str
    gain: Amount


class Printed(msgspec.Struct, frozen=True):
    """What every card says. ``text`` begins with its effect in one sentence."""

    id: str
    name: str
    text: str

    @property
    def gist(self) -> str:
        """The first sentence: "Draw 2 cards"."""
        return self.text.partition(". ")[0]


class Ticket(Printed, frozen=True):
    """A starting place. ``cell`` is (column, row)."""

    cell: tuple[int, int]


class PathCard(Printed, frozen=True):
    """``openings`` are letters of F, B, L, R for turn 0 (RTR-014)."""

    copies: int
    openings: tuple[str, ...]
    turns: tuple[int, ...]
    glyphs: tuple[str, ...]
    keep: int


class WallCard(Printed, frozen=True):
    """``smash``: what destroys it, "any_card", "flash_card" or "ballad" (RTR-062 to RTR-064)."""

    copies: int
    smash: str
    glyph: str
    keep: int


class FlashCard(Printed, frozen=True):
    """Gains come before costs. ``ability`` is the name in the heading of a ledger rule."""

    copies: int
    keep: int
    ability: str = ""
    gain: Amount = NOTHING
    cost: Amount = NOTHING
    choose: tuple[Mode, ...] = ()
    target: str = ""
    target_cost: Amount = NOTHING


class StageCard(Printed, frozen=True):
    copies: int
    ability: str = ""
    everyone_gain: Amount = NOTHING
    everyone_cost: Amount = NOTHING


class Setup(msgspec.Struct, frozen=True):
    start_hand: int
    draw_per_turn: int
    actions_per_turn: int


class Limits(msgspec.Struct, frozen=True):
    debt_cap: int
    granted_actions_cap: int
    moves_per_window: int
    curfew_rounds: int
    curfew_choices: tuple[int, ...]


class Grid(msgspec.Struct, frozen=True):
    """Cells are (column, row), ranges are (first, last)."""

    stage: tuple[int, int]
    goal: tuple[int, int]
    lay_columns: tuple[int, int]
    lay_rows: tuple[int, int]
    carried_columns: tuple[int, int]
    concert_columns: tuple[int, int]


class Content(msgspec.Struct, frozen=True):
    setup: Setup
    limits: Limits
    grid: Grid
    ticket: tuple[Ticket, ...]
    path: tuple[PathCard, ...]
    wall: tuple[WallCard, ...]
    flash: tuple[FlashCard, ...]
    stage: tuple[StageCard, ...]


CONTENT = load("app.games.ready_to_rock", Content)

Card = PathCard | WallCard | FlashCard

PATHS = {card.id: card for card in CONTENT.path}
WALLS = {card.id: card for card in CONTENT.wall}
FLASHES = {card.id: card for card in CONTENT.flash}
STAGE_CARDS = {card.id: card for card in CONTENT.stage}
CARDS: dict[str, Card] = {**PATHS, **WALLS, **FLASHES}
"""The kinds of the common deck by id, in the order of the content (RTR-009)."""

EVERYTHING = {**CARDS, **STAGE_CARDS, **{ticket.id: ticket for ticket in CONTENT.ticket}}
"""Every card, stage card and ticket by id, for the templates."""

ORDER = {kind: place for place, kind in enumerate(CARDS)}
KEEP = {kind: card.keep for kind, card in CARDS.items()}

COMMON_DECK = tuple(chain.from_iterable([card.id] * card.copies for card in CARDS.values()))
STAGE_DECK = tuple(chain.from_iterable([card.id] * card.copies for card in CONTENT.stage))

WALL_OF_DEATH = "wall-of-death"


def kinds(hand: list[str]) -> list[str]:
    """The kinds in a hand, each once, in the order of the content (RTR-013)."""
    return sorted(set(hand), key=ORDER.__getitem__)
