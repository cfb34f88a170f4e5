"""Questions that one statement answers, on a connection of their own."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

from sqlalchemy.ext.asyncio import AsyncEngine

from app.line import Line, Questions


class Doubles:
    """Doubles numbers in Postgres, in groups that are written down."""

    def __init__(self, engine: AsyncEngine, seconds: float = 0.0) -> None:
        self.line = Line(engine)
        self.questions: Questions[int, int] = Questions(self._ask)
        self.groups: list[list[int]] = []
        self.asked = asyncio.Event()
        self._seconds = seconds

    async def _ask(self, keys: list[int]) -> Mapping[int, int]:
        self.groups.append(sorted(keys))
        self.asked.set()
        rows = await self.line.fetch(
            "SELECT n, 2 * n AS double FROM unnest($1::integer[]) AS n, pg_sleep($2)",
            keys,
            self._seconds,
        )
        return {row["n"]: row["double"] for row in rows if row["n"] > 0}


async def test_questions_that_come_meanwhile_go_out_together(engine: AsyncEngine) -> None:
    doubles = Doubles(engine)
    numbers = [1, 2, 3, 2, -1]
    answers = await asyncio.gather(*map(doubles.questions.put, numbers))
    assert answers == [2, 4, 6, 4, None]
    assert doubles.groups == [[-1, 1, 2, 3]]
    await doubles.questions.stop()
    await doubles.line.close()


async def test_who_waits_when_it_stops_is_let_go_and_nothing_stays_open(
    engine: AsyncEngine,
) -> None:
    doubles = Doubles(engine, seconds=60)
    waiting = asyncio.create_task(doubles.questions.put(1))
    await doubles.asked.wait()
    later = asyncio.create_task(doubles.questions.put(2))
    await asyncio.sleep(0)
    await doubles.questions.stop()
    await doubles.line.close()
    results = await asyncio.gather(waiting, later, return_exceptions=True)
    assert all(isinstance(result, asyncio.CancelledError) for result in results)
    assert doubles.groups == [[1]]


async def test_a_failed_statement_fails_all_who_asked_and_nobody_after(
    engine: AsyncEngine,
) -> None:
    doubles = Doubles(engine)
    too_big = 2**30
    results = await asyncio.gather(
        *map(doubles.questions.put, (1, too_big)), return_exceptions=True
    )
    assert all(isinstance(result, Exception) for result in results)
    assert await doubles.questions.put(5) == 10
    await doubles.questions.stop()
    await doubles.line.close()
