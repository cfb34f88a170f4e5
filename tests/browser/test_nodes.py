"""Pages behind a proxy: when their node ends they move on to another, by themselves."""

from __future__ import annotations

import asyncio
import random
import threading
from collections.abc import Generator, Sequence
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser

from tests.browser.friends import Friend
from tests.browser.test_rooms import both_at_the_table
from tests.nodes.proxy import RoundRobin
from tests.service import Service


@contextmanager
def proxied(ports: Sequence[int]) -> Generator[str]:
    """The proxy on a thread and a loop of its own; its address."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()
    proxy = RoundRobin(ports)
    asyncio.run_coroutine_threadsafe(proxy.__aenter__(), loop).result()
    yield proxy.url
    asyncio.run_coroutine_threadsafe(proxy.__aexit__(), loop).result()
    loop.call_soon_threadsafe(loop.stop)
    thread.join()
    loop.close()


@pytest.mark.long
def test_pages_move_on_when_their_node_ends(chromium: Browser, database_url: str) -> None:
    luck = random.Random(5)
    with (
        Service(database_url) as first,
        Service(database_url) as second,
        proxied([first.port, second.port]) as url,
        Friend(chromium, url, "Anna") as anna,
        Friend(chromium, url, "Ben") as ben,
    ):
        both_at_the_table(anna, ben)
        for friend in (anna, ben):
            friend.page.evaluate("window.loadedOnce = true")
        port = first.port
        for node in (first, second):
            if node is second:
                first.start(port)
            node.stop()  # whoever was there is told 1012
            assert node.process.returncode == 0
            for friend in (anna, ben):
                friend.at_table()
            mover = anna if anna.is_asked else ben
            before = mover.version
            mover.from_list(luck)
            for friend in (anna, ben):
                friend.wait_for_version(before + 1)
        for friend in (anna, ben):
            assert friend.page.evaluate("window.loadedOnce"), "nothing was loaded anew"
