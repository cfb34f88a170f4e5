"""The record of a game: everything that is needed to play it again and to check its chance."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from app.games import referee
from app.games.catalog import CATALOG
from app.games.chance import commitment
from app.games.contract import Event, Refusal, Result, Rules, Seat

FORMAT = 1


SEAT_KINDS = frozenset({"stand-in", "leave", "return"})
"""Who moves for ``seat`` from then on: a computer player while the person is away or for good,
or the person again. The rules know nothing of it."""
GIVE_UP = "give-up"
"""The only person at the table has ended the game; nothing comes after it."""
KINDS = SEAT_KINDS | {GIVE_UP, "move", "rename", "undo"}


class Entry(msgspec.Struct, frozen=True, omit_defaults=True):
    """One line of the journal, in order.

    ``kind`` is "move" (``seat`` plays ``move``), "rename" (``seat`` names ``slot``: ``move``),
    "undo" (the state goes back to the one before entry number ``to``, counted from 1), or
    `GIVE_UP` or one of `SEAT_KINDS`, which leave the state alone.
    """

    kind: str
    seat: Seat
    move: str = ""
    slot: str = ""
    to: int = 0


class Record(msgspec.Struct, frozen=True):
    """A finished or broken-off game. ``seed`` is in hex."""

    format: int
    game: str
    rules_version: int
    seats: int
    names: list[str]
    settings: dict[str, Any]
    seed: str
    commitment: str
    entries: list[Entry]
    result: Result | None = None


class Unverified(Exception):
    """The record does not hold; the text says where and why."""


def replay(record: Record, rules: Rules[Any] | None = None) -> list[referee.Position[Any]]:
    """All positions of a game: the one after the setup, then one after each entry.

    ``rules`` defaults to the catalog's. Raises `Unverified` when an entry is refused.
    """
    rules = rules or CATALOG.get(record.game)
    if rules is None:
        raise Unverified(f"No game “{record.game}” in this house.")
    codec = referee.Codec(rules)
    seed = bytes.fromhex(record.seed)
    position = referee.start(rules, record.seats, record.settings, seed)
    positions = [position]
    for number, entry in enumerate(record.entries, start=1):
        try:
            if entry.kind == "undo":
                position = codec.copy(positions[entry.to - 1])
                keep_names(rules, position, record.entries[entry.to - 1 : number - 1])
            else:
                position = codec.copy(position)
                enter(rules, position, seed, entry)
        except Refusal as refusal:
            raise Unverified(f"Entry {number} ({entry.move}) is refused: {refusal}.") from refusal
        positions.append(position)
    return positions


def enter(
    rules: Rules[Any], position: referee.Position[Any], seed: bytes, entry: Entry
) -> referee.Played:
    """Carry out any entry but an undo on ``position``. Raises `Refusal`."""
    if entry.kind == "move":
        return referee.play(rules, position, seed, entry.seat, entry.move)
    if entry.kind in SEAT_KINDS or entry.kind == GIVE_UP:
        return referee.Played([Event(entry.kind, entry.seat)], False)
    return referee.Played(rules.rename(position.state, entry.seat, entry.slot, entry.move), False)


def keep_names(rules: Rules[Any], position: referee.Position[Any], undone: Iterable[Entry]) -> None:
    """Names that were given since a position that is gone back to are kept: no move gave them,
    and taking a move back does not take them away."""
    for entry in undone:
        if entry.kind == "rename":
            rules.rename(position.state, entry.seat, entry.slot, entry.move)


def verify(record: Record, rules: Rules[Any] | None = None) -> Result | None:
    """Check the seed against its commitment, replay every entry, compare the result.

    Returns the result. Raises `Unverified` at the first thing that does not hold.
    """
    if record.format != FORMAT:
        raise Unverified(f"Format {record.format} is not known here (only {FORMAT}).")
    try:
        seed = bytes.fromhex(record.seed)
    except ValueError:
        raise Unverified("The seed is not written in hex.") from None
    if commitment(seed) != record.commitment:
        raise Unverified("The seed is not the one that was committed to at the start.")
    rules = rules or CATALOG.get(record.game)
    if rules is None:
        raise Unverified(f"No game “{record.game}” in this house.")
    if rules.meta.version != record.rules_version:
        raise Unverified(
            f"Played under version {record.rules_version} of the rules, "
            f"this house has version {rules.meta.version}."
        )
    check_frame(record, rules)
    result = rules.result(replay(record, rules)[-1].state)
    if record.result is not None and result != record.result:
        raise Unverified("The replay ends with another result than the record says.")
    return result


def check_frame(record: Record, rules: Rules[Any]) -> None:
    """Records come from anywhere: seats, settings and entries have to make a game at all.

    Raises `Unverified`.
    """
    if len(record.names) != record.seats:
        raise Unverified(f"There are {record.seats} seats and {len(record.names)} names.")
    try:
        settings = referee.complete_settings(rules, record.seats, record.settings)
        referee.start(rules, record.seats, settings, bytes.fromhex(record.seed))
    except (ValueError, LookupError, TypeError, AttributeError) as error:
        raise Unverified(f"No game starts with these seats and settings: {error}") from error
    for number, entry in enumerate(record.entries, start=1):
        if entry.kind not in KINDS:
            raise Unverified(f"Entry {number} is of a kind that is not known here.")
        if not 0 <= entry.seat < record.seats:
            raise Unverified(f"Entry {number} is of seat {entry.seat}, which there is not.")
        if entry.kind == GIVE_UP and number < len(record.entries):
            raise Unverified(f"Entry {number} gives the game up, and it goes on.")
        if entry.kind == "undo" and not 1 <= entry.to < number:
            raise Unverified(f"Entry {number} goes back to entry {entry.to}, which is not before.")
