"""CPU of one move without sockets and database: ``python -m bench.hot`` before and after a change.

What a node does for a move in a room with four viewers: check and play it, pack the new position,
look at it through four pairs of eyes, and make four messages. Microseconds of CPU a move, so that
others on the machine count little. ``--profile`` prints where they go.
"""

from __future__ import annotations

import argparse
import cProfile
import pstats
import time
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any, cast

import msgspec

from app.games import referee
from app.games.catalog import CATALOG
from app.games.chance import Chance
from app.games.contract import Rules
from app.games.players import random_player
from app.games.playouts import draw_settings, seed_of
from app.live.json_dialect import JsonDialect
from app.live.sight import Eyes
from app.live.table import Dialect, LiveTable
from app.rooms.clock import Clock
from app.rooms.house_time import HouseTime
from app.rooms.journal import Commit, JournalEntry, pack_position
from app.rooms.room import Room, RoomFacts, Sitter
from app.rooms.rooms import Rooms
from app.web.html_dialect import HtmlDialect
from app.web.templating import Renderer, environment
from bench.game import RULES, move_of
from bench.server import TEMPLATES

GAMES: dict[str, Rules[Any]] = {RULES.meta.slug: RULES, **CATALOG}


class Watcher:
    """A `table.Listener` that takes every message at once, as a connection does."""

    admin_as: Eyes | None = None
    session: bytes | None = None

    def __init__(self, table: LiveTable, dialect: Dialect, person_id: int) -> None:
        self.dialect = dialect
        self.person_id: int | None = person_id
        self.bytes = 0
        self._table = table
        self._has = -1
        table.join(self)

    def wake(self) -> None:
        message = self._table.audience_of(self).message_since(self._has)
        self._has = self._table.tick
        self.bytes += len(message)

    def start_over(self) -> None:
        self._has = -1

    def close(self, code: int, reason: str) -> None:
        raise AssertionError(reason)

    def hurry(self) -> None: ...


def new_room(rules: Rules[Any], seats: int, seed: bytes) -> Room:
    """A running room that only memory knows."""
    now = datetime.now(UTC)
    settings = draw_settings(rules, seats, Chance(seed))
    position = referee.start(rules, seats, settings, seed)
    codec = referee.Codec(rules)
    known: dict[str, Any] = {
        "id": 1,
        "code": "bench",
        "invite": "bench",
        "game": rules.meta.slug,
        "seats": seats,
        "settings": settings,
        "rules_version": rules.meta.version,
        "status": "playing",
        "host_id": 1,
        "notice": "",
        "created_at": now,
        "started_at": now,
        "onlookers": False,
        "listed": False,
        "locked": False,
        "clock": Clock(),
    }
    unset: dict[str, Any] = dict.fromkeys(RoomFacts.__struct_fields__)
    facts = RoomFacts(**{**unset, **known})
    sitters = [Sitter(seat, seat + 1, f"Player {seat}", seat + 1) for seat in range(seats)]
    stored = pack_position(codec.encode(position))
    return Room(facts, rules, codec, sitters, seed, 0, stored, [], 0)


def play(room: Room, seat: int, move: str) -> Commit:
    """Make a move as `Rooms` does, but for the database. What would have been stored."""
    assert any(option.move == move for option in room.menu(seat))
    position = room.borrow()
    played = referee.perform(room.rules, position, room.seed, seat, move)
    entry = JournalEntry(room.version + 1, "move", seat, move, played.events, played.barrier, 0)
    stored = pack_position(room.codec.encode(position))
    status = "playing" if room.rules.result(position.state) is None else "finished"
    facts = room.facts
    commit = Commit(room.id, entry, stored, status, facts.clock, None, None)
    room.advance(position, commit)
    return commit


class Cost(msgspec.Struct):
    """Microseconds of CPU a move, and bytes a message."""

    game: str
    dialect: str
    moves: int
    rules: float
    told: float
    bytes: float


def _never(_room: Room, _seat: int) -> bool:
    return False


def html_dialect() -> HtmlDialect:
    rooms = SimpleNamespace(may_take_back=_never, time=HouseTime())
    words = cast("Any", SimpleNamespace(notice=""))
    return HtmlDialect(Renderer(environment(TEMPLATES)), cast("Rooms", rooms), words)


def measure(slug: str, dialect: Dialect, moves: int) -> Cost:
    """Play on one table, new games following each other, with four viewers."""
    rules = GAMES[slug]
    seats = min(4, rules.meta.max_seats)
    luck = Chance(seed_of("luck"))
    played = 0
    size = 0
    in_rules = told = 0.0
    while played < moves:
        room = new_room(rules, seats, seed_of(slug, played))
        table = LiveTable(room, [])
        watchers = [Watcher(table, dialect, person + 1) for person in range(seats)]
        for watcher in watchers:
            watcher.wake()
            watcher.bytes = 0
        while room.waiting and played < moves:
            seat = luck.pick(sorted(room.waiting))
            bench = rules is RULES
            move = (
                move_of(room.version) if bench else random_player(rules, room.position, seat, luck)
            )
            began = time.process_time()
            play(room, seat, move)
            between = time.process_time()
            table.refresh()
            told += time.process_time() - between
            in_rules += between - began
            played += 1
        size += sum(watcher.bytes for watcher in watchers)
    scale = 1e6 / played
    return Cost(
        slug,
        dialect.name,
        played,
        round(in_rules * scale, 1),
        round(told * scale, 1),
        round(size / played / seats, 1),
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", default=",".join(GAMES))
    parser.add_argument("--dialect", default="json,html")
    parser.add_argument("--moves", type=int, default=1000)
    parser.add_argument("--profile", action="store_true")
    options = parser.parse_args()
    dialects: dict[str, Dialect] = {"json": JsonDialect(), "html": html_dialect()}
    for slug in options.games.split(","):
        for name in options.dialect.split(","):
            measure(slug, dialects[name], 50)
            profile = cProfile.Profile()
            if options.profile:
                profile.enable()
            cost = measure(slug, dialects[name], options.moves)
            profile.disable()
            print(msgspec.json.encode(cost).decode(), flush=True)
            if options.profile:
                pstats.Stats(profile).sort_stats("cumulative").print_stats(45)


if __name__ == "__main__":
    main()
