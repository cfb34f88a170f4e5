"""A running service and a real browser for the tests of whole evenings."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.browser.stage import Stage

CHROMIUM = os.environ.get("GREENROOM_CHROMIUM") or shutil.which("chromium")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-sync"]

expect.set_options(timeout=20_000)
"""Milliseconds: whole games run beside the other tests, and a busy machine is no fault."""


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def stage() -> Iterator[Stage]:
    with Stage() as stage:
        yield stage
