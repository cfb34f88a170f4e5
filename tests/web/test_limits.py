"""How often somebody may do something (GR-024)."""

from __future__ import annotations

import pytest

from app.rooms.refusals import Refused
from app.web.limits import Limits
from tests.ledger import rule
from tests.rooms.conftest import settings_for


class Clock:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def limits(clock: Clock) -> Limits:
    return Limits(settings_for("postgresql:///x", limit_chat="3/minute"), clock)


@rule("GR-024")
def test_the_window_moves_on_with_each_that_is_counted(limits: Limits, clock: Clock) -> None:
    for _ in range(3):
        limits.count("chat", 7)
        clock.now += 10
    with pytest.raises(Refused) as refused:
        limits.count("chat", 7)
    assert (refused.value.rule, refused.value.status) == ("GR-024", 429)
    limits.count("chat", 8)
    limits.count("moves", 7)

    clock.now += 30  # a minute after the first, and not yet after the second
    limits.count("chat", 7)
    with pytest.raises(Refused):
        limits.count("chat", 7)


def test_whoever_did_nothing_for_long_is_forgotten(limits: Limits, clock: Clock) -> None:
    for who in range(100):
        limits.count("chat", who)
    clock.now += 86_401
    limits.count("chat", 0)

    assert limits.remembered == 1
