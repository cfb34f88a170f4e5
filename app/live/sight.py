"""What one pair of eyes sees of a room, and which parts of it are new.

A sight compares only already redacted views. Every part carries the tick of its last change, so
that a connection that is behind gets all it has missed in one message, however far behind it is.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import takewhile
from sys import intern
from typing import Any

import msgspec

from app.games.contract import Event, Option, Seat, Viewer
from app.rooms.room import LOG_KEPT, Room

_LINES_KEPT = LOG_KEPT * 3

_encoder = msgspec.json.Encoder()


def _json(data: object) -> str:
    return _encoder.encode(data).decode()


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


class OpenRegions:
    """The regions that all eyes see alike, looked at once for all of them."""

    def __init__(self) -> None:
        self.pieces: list[Piece] = []
        """Those of the last look, until `let_go`."""
        self.looks = 0
        self._seen: dict[str, tuple[str, int]] = {}
        """JSON by region, and in which look it was new. The data itself is not kept: it would be
        most of what a room takes of memory."""
        self._news: dict[int, set[str]] = {}

    def look(self, room: Room) -> None:
        """Look again, after the room has changed or `let_go`."""
        self.looks += 1
        self.pieces = []
        if room.stored is None:
            return
        for region in room.rules.open_view(room.position.state):
            # one string for all who keep it
            name = intern(region.id)
            text = _json(region.data)
            seen = self._seen.get(name)
            if seen is not None and seen[0] == text:
                text = seen[0]
            else:
                self._seen[name] = (text, self.looks)
            self.pieces.append(Piece(name, region.kind, region.data, text, _NO_OPTIONS))

    def news_since(self, look: int) -> set[str]:
        """Which regions are not what they were in that look (0: all)."""
        news = self._news.get(look)
        if news is None:
            news = {name for name, (_, since) in self._seen.items() if since > look}
            self._news[look] = news
        return news

    def let_go(self) -> None:
        """The room may move on now, and with it what is in the pieces."""
        self.pieces = []
        self._news.clear()


_NO_OPTIONS: list[Option] = []


class Sight:
    """A room through one pair of eyes."""

    def __init__(self, eyes: Eyes) -> None:
        self.eyes = eyes
        self._looked = 0
        self._own: dict[str, str] = {}
        """JSON of the regions that no other eyes see so."""
        self._options: Mapping[str, list[Option]] = {}
        self.log: list[LogLine] = []
        """The newest `_LINES_KEPT`, oldest first."""
        self.menu: list[Option] = []
        self.decision = ""
        self.version = -1

    def look(self, room: Room, tick: int, opened: OpenRegions) -> list[Piece]:
        """Look again; returns the pieces that are not what they were (the first time: all).
        ``opened`` has just been looked at."""
        self._read_log(room, tick)
        self.version = room.version
        if room.stored is None:
            return []
        viewer = self.eyes.viewer
        owed = room.waiting.get(viewer) if viewer is not None else None
        acts = self.eyes.acting and viewer is not None and owed is not None
        self.menu = room.menu(viewer) if acts and viewer is not None else []
        self.decision = room.decision_id(owed) if acts and owed is not None else ""
        before, self._options = self._options, _by_region(self.menu)
        turned = {
            name
            for name in {*before, *self._options}
            if before.get(name) != self._options.get(name)
        }
        own = {} if viewer is None else self._own_pieces(room, viewer, turned)
        news = opened.news_since(self._looked) | turned
        self._looked = opened.looks
        changed: list[Piece] = []
        for piece in opened.pieces:
            name = piece.id
            if name in own:
                changed += own.pop(name)
            elif name in news:
                options = self._options.get(name)
                changed.append(
                    Piece(name, piece.kind, piece.data, piece.encoded, options)
                    if options
                    else piece
                )
        for pieces in own.values():
            changed += pieces
        return changed

    def look_afresh(self, room: Room, tick: int, opened: OpenRegions) -> list[Piece]:
        """Look again; returns all pieces, whatever they were."""
        self._looked = 0
        self._own.clear()
        return self.look(room, tick, opened)

    def _own_pieces(self, room: Room, seat: Seat, turned: set[str]) -> dict[str, list[Piece]]:
        """The seat's own regions by name, each with its piece if it is not what it was."""
        found: dict[str, list[Piece]] = {}
        for region in room.rules.own_view(room.position.state, seat):
            name = intern(region.id)
            text = _json(region.data)
            found[name] = []
            if name in turned or self._own.get(name) != text:
                self._own[name] = text
                options = self._options.get(name, _NO_OPTIONS)
                found[name].append(Piece(name, region.kind, region.data, text, options))
        return found

    def log_since(self, tick: int) -> list[LogLine]:
        """The lines that came after ``tick``, oldest first."""
        newest_first = takewhile(lambda line: line.tick > tick, reversed(self.log))
        return list(newest_first)[::-1]

    def _read_log(self, room: Room, tick: int) -> None:
        known = self.version
        if room.entries and room.entries[0].number > known + 1:
            # too much was missed: what is kept would have a hole
            self.log.clear()
        first = room.facts.first_seat
        if known < 0 and first is not None and (not room.entries or room.entries[0].number == 1):
            self.log.append(LogLine(0, Event("start", first), tick))
        for entry in reversed(list(takewhile(lambda e: e.number > known, reversed(room.entries)))):
            for place, event in enumerate(entry.events):
                seen = event.seen_by(self.eyes.viewer)
                if seen is not None:
                    self.log.append(LogLine(entry.number, seen, tick, place))
        del self.log[:-_LINES_KEPT]


def look_once(room: Room, eyes: Eyes) -> tuple[Sight, list[Piece]]:
    """A room as these eyes see it now, with all its pieces."""
    opened = OpenRegions()
    opened.look(room)
    sight = Sight(eyes)
    return sight, sight.look(room, 0, opened)


def _by_region(menu: list[Option]) -> Mapping[str, list[Option]]:
    regions: dict[str, list[Option]] = {}
    for option in menu:
        if option.where:
            regions.setdefault(option.where.partition("/")[0], []).append(option)
    return regions
