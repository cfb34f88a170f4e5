"""Which rooms stay in memory."""

from __future__ import annotations

import gc

import pytest

from app.rooms import shelf
from app.web.house import House
from tests.rooms.conftest import started


async def test_a_room_in_hand_stays_the_same_object_however_many_are_opened(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shelf, "KEPT_ROOMS", 2)
    held, _ = await started(house, "Anna", "Ben")
    for _ in range(4):
        await started(house, "Cleo", "Dan")

    assert await house.rooms.by_code(held.code) is held
    assert await house.rooms.by_id(held.id) is held


async def test_rooms_that_nobody_has_in_hand_are_let_go_the_longest_unused_first(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shelf, "KEPT_ROOMS", 2)
    codes = [(await started(house, "Anna", "Ben"))[0].code for _ in range(2)]
    again = await house.rooms.by_code(codes[0])
    assert again is not None
    again.notice_of_this_test = True  # type: ignore[attr-defined]
    del again
    codes.append((await started(house, "Anna", "Ben"))[0].code)
    gc.collect()

    assert house.rooms.loaded == 2
    oldest = await house.rooms.by_code(codes[0])
    assert hasattr(oldest, "notice_of_this_test"), "it was asked for later than the second"
