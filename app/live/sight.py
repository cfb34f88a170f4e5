"""What one pair of eyes sees of a room, and which parts of it are new.

A sight compares only already redacted views. Every part carries the tick of its last change, so
that a connection that is behind gets all it has missed in one message, however far behind it is.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from itertools import takewhile
from typing import Any

import msgspec

from app.games.contract import Event, Option, Viewer
from app.rooms.room import LOG_KEPT, Room

_encoder = msgspec.json.Encoder()


class Eyes(msgspec.Struct, frozen=True):
    """Whose view it is: a seat's or an onlooker's (``viewer``), and whether menus belong to it
    (an admin looks through a seat's eyes without its menu)."""

    viewer: Viewer
    acting: bool = True


class Piece(msgspec.Struct):
    """A region as these eyes see it. ``encoded``: its data as JSON; ``options``: the menu items
    that have their button in it; ``tick``: when it last changed."""

    id: str
    kind: str
    data: Any
    encoded: bytes
    options: list[Option]
    tick: int


class LogLine(msgspec.Struct, frozen=True):
    """An event that these eyes may read. ``number``: the room's version with it; ``place``: of
    the event among those of its entry, so that a line has one name wherever it is shown."""

    number: int
    event: Event
    tick: int
    place: int = 0


Encoded = dict[int, tuple[object, bytes]]
"""JSON of region data by the object's ``id``, made once per object: games hand the same part of
their state to several viewers, and within one tick it can't differ. The object is held, which
keeps its id from being given to another."""

_NO_OPTIONS: list[Option] = []


class Sight:
    """A room through one pair of eyes."""

    def __init__(self, eyes: Eyes) -> None:
        self.eyes = eyes
        self.pieces: dict[str, Piece] = {}
        self.log: deque[LogLine] = deque(maxlen=LOG_KEPT * 3)
        self.menu: list[Option] = []
        self.decision = ""
        self.version = -1

    def look(self, room: Room, tick: int, encoded: Encoded) -> list[Piece]:
        """Look again; returns the pieces that are not what they were."""
        self._read_log(room, tick)
        if room.stored is None:
            self.version = room.version
            return []
        viewer = self.eyes.viewer
        owed = room.waiting.get(viewer) if viewer is not None else None
        acts = self.eyes.acting and viewer is not None and owed is not None
        self.menu = room.menu(viewer) if acts and viewer is not None else []
        self.decision = room.decision_id(owed) if acts and owed is not None else ""
        by_region = _by_region(self.menu)
        changed: list[Piece] = []
        pieces = self.pieces
        for region in room.rules.view(room.position.state, viewer):
            name = f"{region.kind}-{region.key}" if region.key else region.kind
            data = region.data
            known = encoded.get(id(data))
            if known is None:
                known = encoded[id(data)] = (data, _encoder.encode(data))
            options = by_region.get(name, _NO_OPTIONS)
            piece = pieces.get(name)
            if piece is None or piece.encoded != known[1] or piece.options != options:
                piece = pieces[name] = Piece(name, region.kind, data, known[1], options, tick)
                changed.append(piece)
        self.version = room.version
        return changed

    def log_since(self, tick: int) -> list[LogLine]:
        """The lines that came after ``tick``, oldest first."""
        newest_first = takewhile(lambda line: line.tick > tick, reversed(self.log))
        return list(newest_first)[::-1]

    def _read_log(self, room: Room, tick: int) -> None:
        known = self.version
        if room.entries and room.entries[0].number > known + 1:
            # too much was missed: what is kept would have a hole
            self.log.clear()
        for entry in reversed(list(takewhile(lambda e: e.number > known, reversed(room.entries)))):
            for place, event in enumerate(entry.events):
                seen = event.seen_by(self.eyes.viewer)
                if seen is not None:
                    self.log.append(LogLine(entry.number, seen, tick, place))


def _by_region(menu: list[Option]) -> Mapping[str, list[Option]]:
    regions: dict[str, list[Option]] = {}
    for option in menu:
        if option.where:
            regions.setdefault(option.where.partition("/")[0], []).append(option)
    return regions
