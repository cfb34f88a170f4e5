"""Tables of honour, a person's own record, and the score of a series: all from stored results."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

import msgspec
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

from app.games.contract import GameMeta, Honour

SHOWN = 20

# one row for each seat of each finished game
_PLACES = """
    SELECT room.id AS room_id, room.game, room.seats, room.version, room.finished_at, room.learning,
      seat.number,
      seat.person_id, seat.name, seat.computer, seat.left_game,
      place.value AS place, CAST(place.value ->> 'rank' AS integer) AS rank
    FROM room
    CROSS JOIN LATERAL jsonb_array_elements(room.result -> 'places') AS place
    JOIN seat ON seat.room_id = room.id
      AND seat.number = CAST(place.value ->> 'seat' AS integer)
    WHERE room.status = 'finished'
"""

# who wants to appear, with games that count
_SHOWN = f"""
    SELECT places.*, person.name AS known_as
    FROM ({_PLACES}) AS places JOIN person ON person.id = places.person_id
    WHERE places.game = :game AND person.honours AND person.banned_at IS NULL
      AND NOT places.learning
      AND NOT (places.seats = 1 AND (places.left_game OR places.computer <> ''))
"""  # noqa: S608 - built from the constants above

_WINNERS = text(f"""
    SELECT max(known_as) AS name, count(*) AS games, count(*) FILTER (WHERE rank = 1) AS wins
    FROM ({_SHOWN}) AS shown
    WHERE seats > 1 AND computer = ''
    GROUP BY person_id
    HAVING count(*) FILTER (WHERE rank = 1) > 0
    ORDER BY wins DESC, games, name LIMIT {SHOWN}
""")  # noqa: S608 - built from the constants above

_BY_GAME = text(f"""
    SELECT game AS name, count(*) AS games,
      count(*) FILTER (WHERE rank = 1 AND seats > 1 AND computer = '') AS wins
    FROM ({_PLACES}) AS places WHERE person_id = :person
    GROUP BY game ORDER BY games DESC, game
""")  # noqa: S608 - built from the constants above

_AGAINST = text(f"""
    WITH places AS NOT MATERIALIZED ({_PLACES})
    SELECT person.name, count(*) AS games, count(*) FILTER (WHERE own.rank < other.rank) AS wins
    FROM places AS own
    JOIN places AS other ON other.room_id = own.room_id AND other.number <> own.number
    JOIN person ON person.id = other.person_id
    WHERE own.person_id = :person
    GROUP BY person.id, person.name ORDER BY games DESC, person.name LIMIT {SHOWN}
""")  # noqa: S608 - built from the constants above

_SERIES = text(f"""
    WITH RECURSIVE series AS (
      SELECT id, rematch_of FROM room WHERE id = :room
      UNION
      SELECT room.id, room.rematch_of FROM room JOIN series ON room.id = series.rematch_of)
    SELECT (array_agg(name ORDER BY room_id DESC))[1] AS name, count(*) AS games,
      count(*) FILTER (WHERE rank = 1) AS wins
    FROM ({_PLACES}) AS places JOIN series ON series.id = places.room_id
    GROUP BY coalesce(CAST(person_id AS text), name)
    ORDER BY wins DESC, name
""")  # noqa: S608 - built from the constants above


class Tally(msgspec.Struct, frozen=True):
    """``wins`` of ``games``: of a person, in a game, against somebody."""

    name: str
    games: int
    wins: int


class Entry(msgspec.Struct, frozen=True):
    """A line of a table of honour. ``figures``: in the order of `Honour.order`; ``computer``:
    a computer player ended the game for this seat."""

    name: str
    figures: tuple[int, ...]
    computer: bool
    at: datetime


def honours_of(meta: GameMeta) -> tuple[Honour, ...]:
    """A game's own lists, and those that every game has."""
    several = tuple(range(2, meta.max_seats + 1))
    return (
        *meta.honours,
        Honour("best", "Best score", "GR-041", seats=several),
        Honour("fastest", "Fastest win", "GR-041", ("-moves",), won=True, seats=several),
    )


class Honours:
    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def winners(self, game: str) -> Sequence[Tally]:
        """Who has won most often, of those who want to appear (GR-041)."""
        return await self._tallies(_WINNERS, game=game)

    async def best(self, game: str, honour: Honour) -> Sequence[Entry]:
        """The first lines of one list."""
        figures = [_figure(key.removeprefix("-")) for key in honour.order]
        turned = [("ASC" if key.startswith("-") else "DESC") for key in honour.order]
        order = [f"{f} {way} NULLS LAST" for f, way in zip(figures, turned, strict=True)]
        query = text(f"""
            SELECT known_as AS name, computer, finished_at AS at,
              ARRAY[{", ".join(f"coalesce({figure}, 0)" for figure in figures)}] AS figures
            FROM ({_SHOWN}) AS shown
            WHERE (NOT :won OR (rank = 1 AND computer = ''))
              AND (cardinality(CAST(:seats AS integer[])) = 0 OR seats = ANY(:seats))
              AND place -> 'detail' @> CAST(:detail AS jsonb)
            ORDER BY {", ".join(order)}, finished_at LIMIT {SHOWN}
        """)  # noqa: S608 - keys are those of the games' own lists
        given: Mapping[str, Any] = {
            "game": game,
            "won": honour.won,
            "seats": list(honour.seats),
            "detail": msgspec.json.encode(honour.where).decode(),
        }
        async with self._engine.connect() as connection:
            rows = await connection.execute(query, given)
            return [Entry(row.name, tuple(row.figures), bool(row.computer), row.at) for row in rows]

    async def by_game(self, person_id: int) -> Sequence[Tally]:
        """A person's finished games, by game (``name`` is its slug)."""
        return await self._tallies(_BY_GAME, person=person_id)

    async def against(self, person_id: int) -> Sequence[Tally]:
        """With whom a person has played, and how often better than they."""
        return await self._tallies(_AGAINST, person=person_id)

    async def series(self, room_id: int) -> Sequence[Tally]:
        """The score of a game and of those that it is the rematch of (GR-042)."""
        return await self._tallies(_SERIES, room=room_id)

    async def _tallies(self, query: Any, **given: object) -> Sequence[Tally]:
        async with self._engine.connect() as connection:
            rows = await connection.execute(query, given)
            return [Tally(row.name, row.games, row.wins) for row in rows]


def _figure(key: str) -> str:
    """A figure of a place as SQL. ``key`` is a game's own word."""
    if key == "moves":
        return "version"
    source = "place" if key == "score" else "place -> 'detail'"
    return f"CAST({source} ->> '{key}' AS integer)"
