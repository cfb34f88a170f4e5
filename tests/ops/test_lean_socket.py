"""What stands in for uvicorn's queue and event does the same as they do."""

from __future__ import annotations

import asyncio

import pytest

from app.cli.lean_socket import Gate, Inbox


async def test_things_come_out_in_their_order_also_to_a_reader_who_waits() -> None:
    inbox = Inbox()
    reader = asyncio.create_task(inbox.get())
    await asyncio.sleep(0)
    assert not reader.done()
    inbox.put_nowait(1)
    inbox.put_nowait(2)
    assert await reader == 1
    assert not inbox.empty()
    assert await inbox.get() == 2
    assert inbox.empty()


async def test_a_reader_who_gives_up_takes_nothing_along() -> None:
    inbox = Inbox()
    reader = asyncio.create_task(inbox.get())
    await asyncio.sleep(0)
    inbox.put_nowait(1)
    reader.cancel()
    with pytest.raises(asyncio.CancelledError):
        await reader
    inbox.put_nowait(2)
    assert [await inbox.get(), await inbox.get()] == [1, 2]


async def test_a_gate_holds_all_until_it_is_open() -> None:
    gate = Gate()
    await gate.wait()
    gate.clear()
    waiting = [asyncio.create_task(gate.wait()) for _ in range(2)]
    await asyncio.sleep(0)
    gate.clear()
    assert not any(task.done() for task in waiting)
    gate.set()
    await asyncio.gather(*waiting)
    await gate.wait()
