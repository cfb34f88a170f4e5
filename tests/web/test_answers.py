"""What programs, scripts and browsers read when something can't be done."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable

import pytest
from fastapi import HTTPException, Request
from starlette.responses import Response

from app.rooms.refusals import Refused
from app.web import answers


def asked(path: str, **headers: str) -> Request:
    pairs = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    return Request({"type": "http", "path": path, "headers": pairs, "state": {}})


@pytest.mark.parametrize(
    ("answer", "error", "status", "rule"),
    [
        (answers.refused, Refused("No.", "GR-003", 403), 403, "GR-003"),
        (answers.missing, HTTPException(405), 405, ""),
        (answers.broken, RuntimeError("the inside"), 500, ""),
    ],
)
async def test_every_error_has_one_shape_for_programs_and_one_for_scripts(
    answer: Callable[[Request, Exception], Awaitable[Response]],
    error: Exception,
    status: int,
    rule: str,
) -> None:
    told = await answer(asked("/api/rooms/abc"), error)
    assert told.status_code == status
    body = json.loads(bytes(told.body))
    assert set(body) == {"refused", "rule"}
    assert body["rule"] == rule
    assert "inside" not in body["refused"]

    if status == 500:
        assert "content-security-policy" in told.headers, "nothing else puts it there"

    toast = json.loads(bytes((await answer(asked("/x", hx_request="true"), error)).body))
    assert set(toast) == {"refused", "need", "rule", "rule_url"}
    assert bool(toast["rule_url"]) == bool(rule)
