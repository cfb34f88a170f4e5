"""The checks that hold for every game, and the only way a move reaches the rules.

A `Position` is a game's state and the counters of its chance: all that is stored.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Generic

import msgspec

from app.games.chance import Chance
from app.games.contract import Event, Option, Refusal, Rules, Seat, StateT


class Position(msgspec.Struct, Generic[StateT]):
    """A game between two moves. ``draws``: see `app.games.chance.Chance`."""

    state: StateT
    draws: dict[str, int]


class Played(msgspec.Struct):
    """What a move did. ``barrier``: it can't be taken back without asking the others."""

    events: list[Event]
    barrier: bool


class Codec(Generic[StateT]):
    """Positions of one game to bytes and back (msgpack)."""

    def __init__(self, rules: Rules[StateT]) -> None:
        position_type = Position[rules.state_type]  # type: ignore[name-defined]
        self._decoder = msgspec.msgpack.Decoder(position_type)
        self._encoder = msgspec.msgpack.Encoder()

    def encode(self, position: Position[StateT]) -> bytes:
        return self._encoder.encode(position)

    def decode(self, data: bytes) -> Position[StateT]:
        """Raises ``msgspec.ValidationError`` when the bytes are no position of this game."""
        return self._decoder.decode(data)

    def copy(self, position: Position[StateT]) -> Position[StateT]:
        """An independent copy (encoding and decoding beats ``deepcopy`` several times)."""
        return self._decoder.decode(self._encoder.encode(position))


class _Counted(msgspec.Struct):
    """Of an encoded `Position` what is the same for all games."""

    draws: dict[str, int]


_counted = msgspec.msgpack.Decoder(_Counted)


def draws_of(encoded: bytes) -> int:
    """All draws of chance up to an encoded position, whichever game it is of."""
    return sum(_counted.decode(encoded).draws.values())


def complete_settings(rules: Rules[Any], seats: int, chosen: Mapping[str, Any]) -> dict[str, Any]:
    """A checked value for every setting.

    Raises ``ValueError`` with a sentence when the seats don't fit the game or a value is none
    of the setting's choices.
    """
    meta = rules.meta
    if not meta.min_seats <= seats <= meta.max_seats:
        raise ValueError(
            f"{meta.title} is for {meta.min_seats} to {meta.max_seats} players, not {seats}."
        )
    unknown = set(chosen) - {setting.name for setting in meta.settings}
    if unknown:
        raise ValueError(f"{meta.title} has no setting “{min(unknown)}”.")
    complete: dict[str, Any] = {}
    for setting in meta.settings:
        fits = not setting.seats or seats in setting.seats
        if setting.legacy:
            complete[setting.name] = chosen.get(setting.name) if fits else None
            continue
        value = chosen.get(setting.name) or setting.default_for(seats)
        if not fits and value != setting.default_for(seats):
            raise ValueError(f"“{setting.label}” is not for {seats} players ({setting.rule}).")
        if value not in {choice.value for choice in setting.choices}:
            raise ValueError(f"“{setting.label}” cannot be “{value}” ({setting.rule}).")
        complete[setting.name] = value
    for setting in meta.settings:
        if setting.legacy and complete[setting.name] is None and setting.legacy_when:
            trigger = next(s for s in meta.settings if s.name == setting.legacy_when)
            if complete[trigger.name] != trigger.default_for(seats):
                raise ValueError(f"“{setting.label}” has to be chosen ({setting.rule}).")
    return complete


def start(
    rules: Rules[StateT], seats: int, settings: Mapping[str, Any], seed: bytes
) -> Position[StateT]:
    """A new game. ``settings`` as `complete_settings` gives them."""
    chance = Chance(seed)
    state = rules.setup(seats, settings, chance)
    return Position(state, chance.draws)


def play(
    rules: Rules[StateT], position: Position[StateT], seed: bytes, seat: Seat, move: str
) -> Played:
    """Check a move and play it on ``position``, which is mutated.

    Raises `Refusal` (and leaves the position alone) when the seat owes no decision or the move
    is not an open item of its menu.
    """
    option = find(rules, position.state, seat, move)
    if option is None:
        raise Refusal(rules.refusal(position.state, seat, move))
    if option.blocked is not None:
        raise Refusal(option.blocked)
    return perform(rules, position, seed, seat, move)


def perform(
    rules: Rules[StateT], position: Position[StateT], seed: bytes, seat: Seat, move: str
) -> Played:
    """Play a move that is known to be an open item of the seat's menu."""
    draws_before = sum(position.draws.values())
    events = rules.play(position.state, seat, move, Chance(seed, position.draws))
    drew = sum(position.draws.values()) != draws_before
    return Played(events, drew or any(event.barrier for event in events))


def find(rules: Rules[StateT], state: StateT, seat: Seat, move: str) -> Option | None:
    """The item of the seat's menu that ``move`` names, open or blocked."""
    if seat not in rules.waiting_on(state):
        return None
    return next((option for option in rules.menu(state, seat) if option.move == move), None)
