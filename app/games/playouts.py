"""Whole games without people: to find faults and to measure the rules."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from app.games import referee
from app.games.chance import Chance, commitment
from app.games.contract import Result, Rules
from app.games.players import PLAYERS
from app.games.record import FORMAT, Entry, Record

MOVE_LIMIT = 20_000
"""No game of the house comes near this many moves: reaching it means that it doesn't end."""


class Playout(msgspec.Struct):
    """A played game. ``seconds``: time spent in menus and moves. ``fault``: what went wrong."""

    record: Record
    moves: int
    seconds: float
    result: Result | None
    fault: str = ""


def seed_of(*parts: object) -> bytes:
    """A seed that follows from ``parts``, for runs that can be repeated."""
    return hashlib.sha256(repr(parts).encode()).digest()


def draw_settings(rules: Rules[Any], seats: int, chance: Chance) -> dict[str, Any]:
    """Any settings that the host could choose without an earlier game to start from."""
    needs_legacy = {setting.legacy_when for setting in rules.meta.settings if setting.legacy}
    drawn: dict[str, Any] = {}
    for setting in rules.meta.settings:
        fits = not setting.seats or seats in setting.seats
        if setting.legacy or not fits or setting.name in needs_legacy:
            continue
        drawn[setting.name] = chance.pick(setting.choices).value
    return referee.complete_settings(rules, seats, drawn)


def playout(
    rules: Rules[Any],
    seed: bytes,
    players: Sequence[str],
    settings: Mapping[str, Any] | None = None,
) -> Playout:
    """Play a game to its end, auditing every state. ``players`` names one per seat.

    A fault (an exception, a broken invariant, a game that does not end) is reported with the
    record that leads to it, never raised.
    """
    seats = len(players)
    luck = Chance(hashlib.sha256(b"players" + seed).digest())
    chosen = draw_settings(rules, seats, luck) if settings is None else dict(settings)
    entries: list[Entry] = []
    seconds = 0.0
    fault = ""
    result: Result | None = None
    try:
        position = referee.start(rules, seats, chosen, seed)
        rules.audit(position.state)
        while waiting := rules.waiting_on(position.state):
            if len(entries) >= MOVE_LIMIT:
                raise RuntimeError(f"no end after {MOVE_LIMIT} moves")
            seat = luck.pick(sorted(waiting))
            began = time.perf_counter()
            move = PLAYERS[players[seat]](rules, position, seat, luck)
            entries.append(Entry("move", seat, move))
            rules.play(position.state, seat, move, Chance(seed, position.draws))
            seconds += time.perf_counter() - began
            rules.audit(position.state)
        result = rules.result(position.state)
        if result is None:
            raise RuntimeError("nobody owes a decision, yet there is no result")
    except Exception as error:  # a playout is a search for faults of any kind
        fault = f"{type(error).__name__}: {error}"
    record = Record(
        FORMAT,
        rules.meta.slug,
        rules.meta.version,
        seats,
        list(players),
        chosen,
        seed.hex(),
        commitment(seed),
        entries,
        result,
    )
    return Playout(record, len(entries), seconds, result, fault)
