"""A room that somebody looks at: its audiences, and what each of their connections still lacks."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from itertools import takewhile
from typing import Any, Protocol

import msgspec

from app.live.cuts import bare, cuts
from app.live.sight import Eyes, LogLine, OpenRegions, Piece, Sight
from app.rooms.chat import ChatLine
from app.rooms.room import Room


class Update(msgspec.Struct):
    """What a connection lacks: changed parts, and lines to be added to log and chat.

    ``parts``: name and text, of a part whole or of the elements in it that have changed (see
    `app.live.cuts`). ``whole``: the connection has nothing yet, or can't be helped by parts."""

    version: int
    whole: bool
    parts: list[tuple[str, str]]
    log: Sequence[LogLine]
    chat: Sequence[ChatLine]


class Dialect(Protocol):
    """How a room is told: as page fragments, or as JSON. One object for all rooms."""

    name: str

    def parts(
        self, table: LiveTable, sight: Sight, changed: list[Piece], kept: dict[str, Any]
    ) -> dict[str, str]:
        """The parts that ``changed`` pieces and the room's own affairs make, by name; those that
        have not changed may be left out. Elements in them may be marked. ``kept`` is the
        dialect's own memory of what it last made for this audience."""
        ...

    def message(self, table: LiveTable, sight: Sight, update: Update) -> str:
        """One message that brings a connection up to date."""
        ...


class _Part(msgspec.Struct, frozen=True, gc=False):
    """``text`` since ``tick``; ``cuts`` bring who has what stood there since ``before`` up to date,
    ``None`` when only all of it does. One object for all audiences to whom it is the same."""

    text: str
    tick: int
    before: int = 0
    cuts: tuple[str, ...] | None = None

    def since(self, tick: int) -> tuple[str, ...]:
        if self.cuts is not None and tick >= self.before:
            return self.cuts
        return (bare(self.text),)


class Audience:
    """Connections that see the same in the same dialect: they share every computation."""

    def __init__(self, table: LiveTable, sight: Sight, dialect: Dialect) -> None:
        self.table = table
        self.sight = sight
        self.dialect = dialect
        self.connections: set[Listener] = set()
        self._parts: dict[str, _Part] = {}
        """By name, in the order of their last change."""
        self._kept: dict[str, Any] = {}
        self._messages: dict[int, str] = {}

    def update(self, changed: list[Piece]) -> None:
        """Work out the parts anew and stamp those that differ with the table's tick."""
        tick = self.table.tick
        self._messages.clear()
        parts = self.dialect.parts(self.table, self.sight, changed, self._kept)
        fresh = not self._parts
        for name, text in parts.items():
            part = self._parts.get(name)
            if part is None:
                known = self.table.known_part(name, text) if fresh else None
                self._parts[name] = known or _Part(text, tick)
            elif part.text != text:
                del self._parts[name]
                self._parts[name] = self._next(part, text)

    def part(self, name: str) -> _Part | None:
        return self._parts.get(name)

    def _next(self, part: _Part, text: str) -> _Part:
        """The part that follows. Most audiences see the same change: it is worked out once."""
        key = (part.tick, part.text, text)
        shared = self.table.shared
        following = shared.get(key)
        if following is None:
            found = cuts(part.text, text)
            following = shared[key] = _Part(text, self.table.tick, part.tick, found)
        return following

    def message_since(self, tick: int) -> str:
        """The message for a connection that has everything up to ``tick`` (-1: nothing)."""
        message = self._messages.get(tick)
        if message is None:
            newest_first = takewhile(
                lambda item: item[1].tick > tick, reversed(self._parts.items())
            )
            update = Update(
                self.sight.version,
                tick < 0,
                [
                    (name, text)
                    for name, part in list(newest_first)[::-1]
                    for text in part.since(tick)
                ],
                self.sight.log_since(tick),
                self.table.chat_since(self.sight.eyes, tick),
            )
            message = self.dialect.message(self.table, self.sight, update)
            if tick >= 0:  # a whole one is large, and seldom asked for twice
                self._messages[tick] = message
        return message


class Listener(Protocol):
    """A connection, as its audience knows it."""

    person_id: int | None
    session: bytes | None
    admin_as: Eyes | None
    dialect: Dialect

    def wake(self) -> None:
        """There is something new to fetch."""
        ...

    def start_over(self) -> None:
        """What was sent counts for nothing: the next message has to be whole."""
        ...

    def close(self, code: int, reason: str) -> None: ...

    def hurry(self) -> None:
        """Drop a client that takes nothing."""
        ...


class LiveTable:
    """A room with the connections of this node that look at it."""

    def __init__(self, room: Room, chat: Sequence[ChatLine]) -> None:
        self.room = room
        self.tick = 0
        self.opened_at = time.monotonic()
        """On the monotonic clock."""
        self.shared: dict[object, Any] = {}
        """What dialects have worked out in this tick for all audiences."""
        self.drawn: dict[str, Any] = {}
        """What they may need again until the people at the table are drawn otherwise, by the
        name of a part; "" is free for what all parts are drawn with."""
        self.present: dict[int, float] = {}
        """Persons here (on any node), and since when: the order in which hosts are found."""
        self.nameless_elsewhere = 0
        """Onlookers without a name whose connections other nodes hold."""
        self._chat: list[tuple[int, ChatLine]] = [(0, line) for line in chat]
        self._opened = OpenRegions()
        self._sights: dict[Eyes, Sight] = {}
        self._audiences: dict[tuple[Eyes, str], Audience] = {}
        self._where: dict[Listener, Audience] = {}
        self._faces = self._look_at_faces()

    @property
    def connections(self) -> Sequence[Listener]:
        return list(self._where)

    def onlookers(self) -> int:
        """People without a seat who look on, on any node."""
        named = {person for person in self.present if self.room.seat_of(person) is None}
        return len(named) + self.nameless + self.nameless_elsewhere

    @property
    def nameless(self) -> int:
        """Onlookers without a name who are connected to this node."""
        return sum(
            1
            for listener in self._where
            if listener.admin_as is None and listener.person_id is None
        )

    def eyes_of(self, listener: Listener) -> Eyes:
        if listener.admin_as is not None:
            return listener.admin_as
        sitter = None if listener.person_id is None else self.room.seat_of(listener.person_id)
        return Eyes(None if sitter is None else sitter.number)

    # ------------------------------------------------------------------ coming and going

    def join(self, listener: Listener) -> Audience:
        eyes = self.eyes_of(listener)
        key = (eyes, listener.dialect.name)
        audience = self._audiences.get(key)
        if audience is None:
            fresh = Sight(eyes)
            self._opened.look(self.room)
            pieces = fresh.look(self.room, self.tick, self._opened)
            self._opened.let_go()
            sight = self._sights.setdefault(eyes, fresh)
            audience = self._audiences[key] = Audience(self, sight, listener.dialect)
            audience.update(pieces)
        audience.connections.add(listener)
        self._where[listener] = audience
        return audience

    def leave(self, listener: Listener) -> None:
        audience = self._where.pop(listener, None)
        if audience is None:
            return
        audience.connections.discard(listener)
        if not audience.connections:
            del self._audiences[audience.sight.eyes, audience.dialect.name]
            if all(a.sight is not audience.sight for a in self._audiences.values()):
                del self._sights[audience.sight.eyes]

    def audience_of(self, listener: Listener) -> Audience:
        return self._where[listener]

    def known_part(self, name: str, text: str) -> _Part | None:
        """A part as another audience has it, for one that is new: nobody in it has seen any."""
        for audience in self._audiences.values():
            part = audience.part(name)
            if part is not None and part.text == text:
                return part
        return None

    # ------------------------------------------------------------------ news

    def _look_at_faces(self) -> list[tuple[object, ...]]:
        return [(s.person_id, s.name, s.colour, s.computer) for s in self.room.sitters]

    def faces_changed(self) -> bool:
        """Are the people at the table drawn otherwise than when everything was last drawn?"""
        return self._faces != self._look_at_faces()

    def refresh(self) -> None:
        """The room has changed: look at it once per pair of eyes, wake who lacks something."""
        self._next_tick()
        self._move_listeners()
        self._opened.look(self.room)
        self._show(
            {
                eyes: sight.look(self.room, self.tick, self._opened)
                for eyes, sight in self._sights.items()
            }
        )

    def say(self, line: ChatLine) -> None:
        """Add a line of chat (or replace it, when a deleted one comes again)."""
        self._next_tick()
        self._chat = [(t, old) for t, old in self._chat if old.id != line.id]
        self._chat.append((self.tick, line))
        del self._chat[:-200]
        for audience in self._audiences.values():
            audience.update([])
        self._wake_all()

    @property
    def newest_line(self) -> int:
        """The number of the newest line of chat that is known here."""
        return max((line.id for _, line in self._chat), default=0)

    def correct_chat(self, lines: Sequence[ChatLine]) -> None:
        """The database has these lines, deleted ones too: tell what is not known here yet."""
        known = {line.id: line for _, line in self._chat}
        for line in lines:
            if line != known.get(line.id) and not (line.deleted and line.id not in known):
                self.say(line)

    def chat_since(self, eyes: Eyes, tick: int) -> list[ChatLine]:
        """The lines that these eyes may read: players don't see the onlookers' own talk."""
        return readable([line for at, line in self._chat if at > tick], eyes)

    def hurry(self) -> None:
        """Drop clients that take nothing."""
        for listener in list(self._where):
            listener.hurry()

    def repaint(self) -> None:
        """Names, colours or presence have changed: nothing drawn before can be trusted."""
        self._next_tick()
        self._faces = self._look_at_faces()
        self.drawn.clear()
        self._move_listeners()
        self._opened.look(self.room)
        self._show(
            {
                eyes: sight.look_afresh(self.room, self.tick, self._opened)
                for eyes, sight in self._sights.items()
            }
        )

    def _show(self, changed: Mapping[Eyes, list[Piece]]) -> None:
        self._opened.let_go()
        for audience in self._audiences.values():
            audience.update(changed[audience.sight.eyes])
        self._wake_all()

    def _next_tick(self) -> None:
        self.tick += 1
        self.shared.clear()

    def _wake_all(self) -> None:
        for listener in self._where:
            listener.wake()

    def _move_listeners(self) -> None:
        """People may have taken or left seats: give each connection the eyes it has now."""
        for listener, audience in list(self._where.items()):
            if self.eyes_of(listener) != audience.sight.eyes:
                self.leave(listener)
                self.join(listener)
                listener.start_over()


def readable(lines: Sequence[ChatLine], eyes: Eyes) -> list[ChatLine]:
    """Onlookers read all talk, players only that of the room: theirs is the game's."""
    channels = ("room", "onlookers") if eyes.viewer is None else ("room",)
    return [line for line in lines if line.channel in channels]
