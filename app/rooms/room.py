"""A room as this node knows it: committed state only, and what can be read off it."""

from __future__ import annotations

import asyncio
from collections import deque
from datetime import datetime
from typing import Any

import msgspec

from app.games.contract import Decision, Option, Result, Rules, Seat, Viewer
from app.games.referee import Codec, Position
from app.rooms.clock import Clock
from app.rooms.journal import Commit, JournalEntry, unpack_position
from app.rooms.news import News
from app.rooms.refusals import Refused

LOG_KEPT = 150
"""Journal entries that a room holds in memory for the log of its pages."""


class Sitter(msgspec.Struct):
    """A taken seat. ``person_id`` is ``None`` for a seat that began as a computer player's;
    ``computer`` names the computer player that moves for it now, "" when a person does;
    ``left``: the person has left for good."""

    number: Seat
    person_id: int | None
    name: str
    colour: int
    computer: str = ""
    left: bool = False
    ready: bool = False
    seen_version: int = 0


class Proposal(msgspec.Struct, frozen=True):
    """What a seat asks the others to agree to. ``kind``: "undo" (go back to before entry
    ``number``), "pause" or "resume"; ``yes``: the seats that have agreed, ``no``: that have not;
    ``declined_at``: the version at which those would not have it."""

    kind: str
    seat: Seat
    number: int = 0
    yes: tuple[Seat, ...] = ()
    no: tuple[Seat, ...] = ()
    declined_at: int | None = None

    @property
    def is_open(self) -> bool:
        return self.declined_at is None


class RoomFacts(msgspec.Struct):
    """The room's row without its state and its seed."""

    id: int
    code: str
    invite: str
    game: str
    seats: int
    settings: dict[str, Any]
    rules_version: int
    status: str
    host_id: int | None
    listed: bool
    locked: bool
    onlookers: bool
    password_hash: str | None
    clock: Clock
    paused_at: datetime | None
    notice: str
    learning: bool
    paused_by: str
    proposal: Proposal | None
    deadline: datetime | None
    first_seat: Seat | None
    created_at: datetime
    started_at: datetime | None
    finished_at: datetime | None


class Room:
    """One room in memory. Only `app.rooms.rooms.Rooms` changes it, under `lock`."""

    def __init__(
        self,
        facts: RoomFacts,
        rules: Rules[Any],
        codec: Codec[Any],
        sitters: list[Sitter],
        seed: bytes,
        version: int,
        stored: bytes | None,
        entries: list[JournalEntry],
        undone: int,
    ) -> None:
        self.facts = facts
        self.rules = rules
        self.codec = codec
        self.sitters = sitters
        self.seed = seed
        self.version = version
        self.entries: deque[JournalEntry] = deque(entries, maxlen=LOG_KEPT)
        self.undone = undone
        self.next_code = ""
        """Where the same people play once more, when somebody has asked for it (GR-042)."""
        self.lock = asyncio.Lock()
        self.stored = stored
        self.revision = 0
        """Grows with every change that a page could show, on this node only."""
        self.out_of_date = False
        self.led_elsewhere = False
        """The database knows more than this node."""
        self.in_doubt = False
        """A commit is on its way, or its answer was lost."""
        self._position: Position[Any] | None = None
        self._menus: dict[Seat, list[Option]] = {}
        self._waiting: dict[Seat, Decision] | None = None
        self._standing: list[JournalEntry] | None = None

    @property
    def id(self) -> int:
        return self.facts.id

    @property
    def code(self) -> str:
        return self.facts.code

    @property
    def playing(self) -> bool:
        return self.facts.status == "playing"

    @property
    def running(self) -> bool:
        """The game is on, and no break is taken from it."""
        return self.playing and self.facts.paused_at is None

    @property
    def stale(self) -> bool:
        """Reload before the next use (who holds `lock` knows that no commit is on its way)."""
        return self.out_of_date or self.in_doubt

    @property
    def names(self) -> list[str]:
        """Display names by seat."""
        return [sitter.name for sitter in self.sitters]

    @property
    def position(self) -> Position[Any]:
        """The committed position. Raises ``LookupError`` before the start."""
        if self._position is None:
            if self.stored is None:
                raise LookupError(f"room {self.code} has not started")
            self._position = self.codec.decode(unpack_position(self.stored))
        return self._position

    def borrow(self) -> Position[Any]:
        """Hand the position over to be played on. Until `advance` or `keep`, whoever looks at
        the room reads the committed bytes again, so nobody sees an uncommitted state."""
        position = self.position
        self._position = None
        return position

    def replace_position(self, stored: bytes | None) -> None:
        """Take over what the database has."""
        self.stored = stored
        self._position = None

    def advance(self, position: Position[Any], commit: Commit) -> None:
        """Take a committed move over."""
        self.version = commit.entry.number
        self.stored = commit.position
        self._position = position
        self.facts.status = commit.status
        self.facts.clock = commit.clock
        self.facts.deadline = commit.deadline
        self.entries.append(commit.entry)
        standing = self._standing
        self.touch()
        if standing is not None and commit.entry.kind == "move":
            standing.append(commit.entry)
            self._standing = standing[-LOG_KEPT:]

    def follow(self, news: News) -> None:
        """Take over what another node has played."""
        self.version = news.version
        self.replace_position(news.position)
        self.facts.status = news.status
        self.facts.clock = news.clock
        self.facts.deadline = news.deadline
        self.facts.finished_at = news.finished_at
        self.entries.extend(news.entries)
        self.undone += sum(entry.kind == "undo" for entry in news.entries)
        self.touch()

    def touch(self) -> None:
        """Something that pages show has changed: forget what was worked out."""
        self.revision += 1
        self._menus.clear()
        self._waiting = None
        self._standing = None

    @property
    def waiting(self) -> dict[Seat, Decision]:
        """Who owes a decision; empty unless the game is on."""
        if self._waiting is None:
            self._waiting = self.rules.waiting_on(self.position.state) if self.playing else {}
        return self._waiting

    @property
    def standing(self) -> list[JournalEntry]:
        """The newest moves that have not been taken back, oldest first."""
        if self._standing is None:
            self._standing = []
            for entry in self.entries:
                if entry.kind == "undo":
                    self._standing = [e for e in self._standing if e.number < entry.undo_to]
                elif entry.kind == "move":
                    self._standing.append(entry)
        return self._standing

    def menu(self, seat: Seat) -> list[Option]:
        """The seat's menu, worked out once a version."""
        if seat not in self.waiting:
            return []
        if seat not in self._menus:
            self._menus[seat] = self.rules.menu(self.position.state, seat)
        return self._menus[seat]

    def decision_id(self, decision: Decision) -> str:
        """A question's name on the wire. Taking back asks an old question anew, under a new
        name, so that clicks from before are told from clicks after it."""
        return f"{self.undone}.{decision.number}"

    def result(self) -> Result | None:
        if self.stored is None:
            return None
        return self.rules.result(self.position.state)

    @property
    def open_to_onlookers(self) -> bool:
        """May people without a seat look on (those who know the password, if there is one)?"""
        return self.facts.onlookers and (self.facts.status != "lobby" or self.facts.listed)

    def admits(self, person_id: int | None) -> bool:
        """May this person look, as far as can be told without asking who knows the password?
        Nobody without a name (``None``) knows it."""
        if person_id is None:
            return self.open_to_onlookers and self.facts.password_hash is None
        return self.seat_of(person_id) is not None or self.open_to_onlookers

    def seat_of(self, person_id: int) -> Sitter | None:
        """Where a person sits (also when a computer player moves for the seat)."""
        return next((s for s in self.sitters if s.person_id == person_id), None)

    def own_seat(self, person_id: int) -> Seat:
        """The seat that a person moves for. Raises `Refused` (GR-003) for onlookers."""
        sitter = self.seat_of(person_id)
        if sitter is None:
            raise Refused("Onlookers do not move.", "GR-003", 403)
        return sitter.number

    def viewer_of(self, person_id: int) -> Viewer:
        """With whose eyes a person sees the game."""
        sitter = self.seat_of(person_id)
        return sitter.number if sitter is not None and self.facts.status != "lobby" else None
