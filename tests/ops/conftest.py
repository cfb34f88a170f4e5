"""Services that a failing test leaves running are killed."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.ops.command import Service


@pytest.fixture
def services() -> Iterator[list[Service]]:
    """A list to which a test adds those that it starts."""
    started: list[Service] = []
    yield started
    for service in started:
        service.kill()
