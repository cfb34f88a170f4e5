"""Logs: what a line holds, and what it never holds."""

from __future__ import annotations

import io
import json
import logging
from collections.abc import Iterator
from typing import Any, Literal

import pytest
import structlog

from app.logs import BLANK, configure
from app.settings import Settings


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    root = logging.getLogger()
    handlers, level = root.handlers, root.level
    yield
    structlog.reset_defaults()
    root.handlers = handlers
    root.setLevel(level)


def _logged(log_format: Literal["console", "json"], level: Literal["debug", "info"]) -> io.StringIO:
    stream = io.StringIO()
    configure(Settings(log_format=log_format, log_level=level), stream)
    return stream


def _lines(stream: io.StringIO) -> list[dict[str, Any]]:
    return [json.loads(line) for line in stream.getvalue().splitlines()]


def test_json_lines_carry_the_room_and_the_move_of_the_work_around_them() -> None:
    stream = _logged("json", "info")
    with structlog.contextvars.bound_contextvars(room=7, move="m-1"):
        structlog.get_logger("app.rooms").info("move.played", version=3)
        logging.getLogger("some.library").warning("slow %s", "query")
    structlog.get_logger().debug("too.fine")
    ours, theirs = _lines(stream)
    assert ours["event"] == "move.played"
    assert (ours["room"], ours["move"], ours["version"], ours["level"]) == (7, "m-1", 3, "info")
    assert ours["timestamp"].endswith("Z")
    assert (theirs["event"], theirs["logger"], theirs["room"]) == ("slow query", "some.library", 7)


@pytest.mark.parametrize("log_format", ["console", "json"])
def test_secrets_are_blanked_at_any_depth(log_format: Literal["console", "json"]) -> None:
    stream = _logged(log_format, "info")
    structlog.get_logger().info(
        "request", session_token="hush", headers={"Cookie": "hush", "nested": {"password": "hush"}}
    )
    logging.getLogger("library").error("failed", extra={"secret": "hush"})
    assert "hush" not in stream.getvalue()
    assert stream.getvalue().count(BLANK) == 4


@pytest.mark.parametrize("log_format", ["console", "json"])
def test_a_traceback_shows_no_variables(log_format: Literal["console", "json"]) -> None:
    stream = _logged(log_format, "info")
    value = "hu" + "sh"
    try:
        raise ValueError(f"of length {len(value)}")
    except ValueError:
        structlog.get_logger().exception("went.wrong")
    assert "of length 4" in stream.getvalue()
    assert "hush" not in stream.getvalue()


def test_addresses_of_websockets_are_not_logged() -> None:
    stream = _logged("json", "debug")
    logging.getLogger("uvicorn.error").info('"WebSocket /join/key" [accepted]')
    logging.getLogger("uvicorn.error").warning("a warning")
    assert [line["event"] for line in _lines(stream)] == ["a warning"]
