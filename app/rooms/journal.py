"""The journal of a room: entries that are only ever appended."""

from __future__ import annotations

from datetime import datetime

import msgspec
import zstandard

from app.games.contract import Event, Seat
from app.games.record import Entry
from app.rooms.clock import Clock

_events_encoder = msgspec.msgpack.Encoder()
_events_decoder = msgspec.msgpack.Decoder(list[Event])
_compressor = zstandard.ZstdCompressor(level=1)
_decompressor = zstandard.ZstdDecompressor()


LONGEST_ID = 38
"""Characters of a client's own id for a click, which is kept with the number of its seat."""


def click_of(seat: Seat, client_id: str | None) -> str | None:
    """A click's id as it is kept: two at one table may well count their clicks alike."""
    return f"{seat}:{client_id}" if client_id else None


class JournalEntry(msgspec.Struct, frozen=True):
    """One entry. ``number``: the room's version after it; ``by``: the computer player or
    "clock" that made it for the seat, "" for a person; ``draws``: all draws of chance so far;
    ``client_id``: see `click_of`; ``took``: microseconds spent in the rules."""

    number: int
    kind: str
    seat: Seat
    move: str
    events: list[Event]
    barrier: bool
    draws: int
    slot: str = ""
    undo_to: int = 0
    by: str = ""
    client_id: str | None = None
    took: int = 0
    at: datetime | None = None

    def recorded(self) -> Entry:
        """This entry as it stands in a record."""
        return Entry(self.kind, self.seat, self.move, self.slot, self.undo_to)


class Commit(msgspec.Struct):
    """An entry to be stored with the position after it. ``position`` is packed; ``result`` is
    JSON or ``None``; ``at``: the house's time when the deadline was set."""

    room_id: int
    entry: JournalEntry
    position: bytes
    status: str
    clock: Clock
    deadline: datetime | None
    result: str | None
    at: datetime | None = None


def pack_events(events: list[Event]) -> bytes:
    return _events_encoder.encode(events)


def unpack_events(data: bytes) -> list[Event]:
    return _events_decoder.decode(data)


def pack_position(encoded: bytes) -> bytes:
    """An encoded position as it is stored."""
    return _compressor.compress(encoded)


def unpack_position(stored: bytes) -> bytes:
    return _decompressor.decompress(stored)
