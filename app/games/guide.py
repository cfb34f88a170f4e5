"""A game's ``guide.toml``: what a coach says to somebody who plays it for the first time.

A hint is data: at which question it is due, which element of the table it stands beside, the
words, and the rule that they come from. Which hints are due is worked out from one seat's own
view and menu, so a hint can't give away what the seat may not see.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import Any

import msgspec

from app.games import ledger
from app.games.contract import GameMeta, Option, Region, Seat

START = "start"
"""`Hint.when` of what is said before everything else."""

WAIT = "wait"
"""`Hint.when` of what is said while only others are asked."""

Value = str | int | bool


class Hint(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something the coach says once.

    ``when`` lists kinds of `contract.Decision`, or `START` or `WAIT`. It is due only while the
    seat has an open option that begins with ``offers``, and sees every value of ``sees``: a
    region's id and the way into its data ("month/month" = 2), and at least the figures of
    ``least``. ``where`` is a region's id or "region/spot", with "{me}" for the own seat; empty:
    where the options of ``offers`` are. ``text`` says what this is and why now, ``choice`` what a
    good choice is, ``why`` what speaks for a choice, by what its move begins with.
    """

    id: str
    when: tuple[str, ...]
    title: str
    text: str
    rule: str
    where: str = ""
    offers: str = ""
    sees: Mapping[str, Value] = {}
    least: Mapping[str, int] = {}
    choice: str = ""
    why: Mapping[str, str] = {}

    def reason_for(self, move: str) -> str:
        """What speaks for a move, or the hint's general advice."""
        fitting = [start for start in self.why if move.startswith(start)]
        return self.why[max(fitting, key=len)] if fitting else self.choice


class Round(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the guide calls a first round: while the figure at ``sees`` is at most ``last``."""

    sees: str
    last: int = 1


class Guide(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game's hints in their order, and the table at which it is learned: its number of seats
    and the settings that differ from their defaults."""

    seats: int
    round: Round
    hint: tuple[Hint, ...]
    settings: Mapping[str, str] = {}

    def is_first_round(self, regions: Sequence[Region]) -> bool:
        found = value_at(regions, self.round.sees)
        return isinstance(found, int) and found <= self.round.last


class Due(msgspec.Struct, frozen=True):
    """A hint that is due, and the places that it may stand beside, the best one first."""

    hint: Hint
    places: tuple[str, ...]


def read(meta: GameMeta) -> Guide | None:
    """The guide in a game's package, or ``None`` for a game without one.

    Raises ``ValueError`` or ``msgspec.ValidationError`` for a guide that does not fit its game.
    """
    try:
        text = (files(_package(meta)) / "guide.toml").read_bytes()
    except (ModuleNotFoundError, FileNotFoundError):
        return None
    guide = msgspec.toml.decode(text, type=Guide)
    check(guide, meta)
    return guide


def _package(meta: GameMeta) -> str:
    return f"app.games.{meta.slug.replace('-', '_')}"


def check(guide: Guide, meta: GameMeta) -> None:
    """Raises ``ValueError`` for a guide whose table, rules or hints do not fit the game."""
    rules = ledger.read(_package(meta), meta.prefix).rules
    if not meta.min_seats <= guide.seats <= meta.max_seats:
        raise ValueError(f"{meta.title} is not for {guide.seats}")
    known: set[str] = set()
    for hint in guide.hint:
        if hint.id in known:
            raise ValueError(f"the hint {hint.id} stands twice")
        known.add(hint.id)
        if hint.rule not in rules:
            raise ValueError(f"the hint {hint.id} cites {hint.rule}, which is no rule")
        if not hint.when or not (hint.where or hint.offers):
            raise ValueError(f"the hint {hint.id} needs a when, and a where or offers")
    if not guide.hint or guide.hint[0].when != (START,):
        raise ValueError("a guide begins with the goal of the game")


def due(
    guide: Guide, asked: str, open_options: Sequence[Option], regions: Sequence[Region], seat: Seat
) -> list[Due]:
    """The hints for a seat that is asked a question of the kind ``asked`` (or `WAIT`), from its
    own view and menu: the start first, then the question's own, each in the guide's order."""
    found = [
        Due(hint, _places(hint, open_options, seat))
        for hint in guide.hint
        if (asked in hint.when or START in hint.when) and _fits(hint, open_options, regions, seat)
    ]
    return sorted(found, key=lambda each: START not in each.hint.when)


def _fits(
    hint: Hint, open_options: Sequence[Option], regions: Sequence[Region], seat: Seat
) -> bool:
    def seen(path: str) -> Any:
        return value_at(regions, path.format(me=seat))

    return (
        all(seen(path) == value for path, value in hint.sees.items())
        and all((seen(path) or 0) >= least for path, least in hint.least.items())
        and (not hint.offers or any(o.move.startswith(hint.offers) for o in open_options))
    )


def _places(hint: Hint, open_options: Sequence[Option], seat: Seat) -> tuple[str, ...]:
    if hint.where:
        return (hint.where.format(me=seat),)
    offered = [o.where for o in open_options if o.move.startswith(hint.offers) and o.where]
    return tuple(dict.fromkeys(offered))


def value_at(regions: Sequence[Region], path: str) -> Any:
    """What a viewer sees at "region/key/key", ``None`` for nothing."""
    name, *keys = path.split("/")
    value: Any = next((region.data for region in regions if region.id == name), None)
    for key in keys:
        if isinstance(value, Mapping):
            value = value.get(key)
        elif isinstance(value, msgspec.Struct):
            value = getattr(value, key, None)
        else:
            return None
    return value
