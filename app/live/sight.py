"""What one pair of eyes sees of a room, and which parts of it are new.

A sight compares only already redacted views. Every part carries the tick of its last change, so
that a connection that is behind gets all it has missed in one message, however far behind it is.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from itertools import takewhile
from sys import intern
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


class Piece(msgspec.Struct, frozen=True):
    """A region as these eyes see it. ``encoded``: its data as JSON; ``options``: the menu items
    that have their button in it."""

    id: str
    kind: str
    data: Any
    encoded: str
    options: list[Option]


class LogLine(msgspec.Struct, frozen=True):
    """An event that these eyes may read. ``number``: the room's version with it; ``place``: of
    the event among those of its entry, so that a line has one name wherever it is shown."""

    number: int
    event: Event
    tick: int
    place: int = 0


class Encoded:
    """JSON of region data, made once for all who are handed the same object, and kept once for
    all who see the same."""

    def __init__(self) -> None:
        self._made: dict[int, tuple[object, str]] = {}
        """By the object's ``id``; it is held, so that its id is not given to another."""
        self._latest: dict[str, str] = {}

    def text(self, region: str, data: object) -> str:
        """The JSON of a region's data."""
        made = self._made.get(id(data))
        if made is not None:
            return made[1]
        text = _encoder.encode(data).decode()
        latest = self._latest.setdefault(region, text)
        if latest == text:
            text = latest
        else:
            self._latest[region] = text
        self._made[id(data)] = (data, text)
        return text

    def let_go(self) -> None:
        """The room may move on now, and with it what is in the objects."""
        self._made.clear()


_NO_OPTIONS: list[Option] = []


class Sight:
    """A room through one pair of eyes."""

    def __init__(self, eyes: Eyes) -> None:
        self.eyes = eyes
        self._seen: dict[str, tuple[str, list[Option]]] = {}
        """JSON and options by region. The data itself is not kept: it would be most of what a
        room takes of memory."""
        self.log: deque[LogLine] = deque(maxlen=LOG_KEPT * 3)
        self.menu: list[Option] = []
        self.decision = ""
        self.version = -1

    def look(self, room: Room, tick: int, encoded: Encoded) -> list[Piece]:
        """Look again; returns the pieces that are not what they were (the first time: all)."""
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
        seen = self._seen
        for region in room.rules.view(room.position.state, viewer):
            # one string for all who keep it
            name = intern(f"{region.kind}-{region.key}" if region.key else region.kind)
            now = (encoded.text(name, region.data), by_region.get(name, _NO_OPTIONS))
            if seen.get(name) != now:
                seen[name] = now
                changed.append(Piece(name, region.kind, region.data, *now))
        self.version = room.version
        return changed

    def look_afresh(self, room: Room, tick: int, encoded: Encoded) -> list[Piece]:
        """Look again; returns all pieces, whatever they were."""
        self._seen.clear()
        return self.look(room, tick, encoded)

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
