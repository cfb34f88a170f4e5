"""Whatever is sent to the programs' side, it answers as its description says, and never breaks.

``make schemas`` sends much more of it.
"""

from __future__ import annotations

import os
from typing import Any

import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis import Case
from schemathesis.specs.openapi.checks import ignored_auth, positive_data_acceptance

from tests.service import Service

EXAMPLES = int(os.environ.get("GREENROOM_EXAMPLES", "12"))
"""Requests to each operation, each with and without the address of a room that exists."""

OPERATIONS = [
    ("POST", "/api/guests"),
    ("POST", "/api/rooms"),
    ("GET", "/api/rooms/{code}"),
    ("POST", "/api/join/{invite}"),
    ("POST", "/api/rooms/{code}/computers"),
    ("POST", "/api/rooms/{code}/start"),
    ("POST", "/api/rooms/{code}/moves"),
]


LEFT_OUT = [
    # what fits the form may still be no room of the house, no computer player, no name
    positive_data_acceptance,
    # it takes the token away and sends ours all the same: asked below
    ignored_auth,
]

Request = Case[Any]


class Described:
    """A service, its own description of itself, a token, and rooms in every state."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.schema = schemathesis.openapi.from_url(f"{url}/openapi.json")
        guest = requests.post(f"{url}/api/guests", json={"name": "Anna"}, timeout=10).json()
        self.headers = {"authorization": f"Bearer {guest['token']}"}
        self.lobby, self.running = self._open(), self._open()
        self._post(f"rooms/{self.running['code']}/computers", {"kind": "random"})
        self._post(f"rooms/{self.running['code']}/start", {})

    def _post(self, path: str, body: dict[str, Any]) -> dict[str, str]:
        answer = requests.post(
            f"{self.url}/api/{path}", json=body, headers=self.headers, timeout=10
        )
        assert answer.status_code < 300, answer.text
        return answer.json()

    def _open(self) -> dict[str, str]:
        return self._post("rooms", {"game": "rock-n-roll", "seats": 2})

    def found(self, case: Request, room: int) -> Request:
        """The request to a room that there is: 0: none, 1: a lobby, 2: a game."""
        chosen = {1: self.lobby, 2: self.running}.get(room)
        if chosen is not None:
            for name in case.path_parameters or {}:
                case.path_parameters[name] = chosen[name]
        return case


@pytest.fixture(scope="module")
def described(service: Service) -> Described:
    return Described(service.url)


def test_every_operation_is_tried(described: Described) -> None:
    paths = described.schema.raw_schema["paths"]
    told = {(method.upper(), path) for path in paths for method in paths[path]}
    assert {each for each in told if each[1].startswith("/api/")} == set(OPERATIONS)


@pytest.mark.parametrize(("method", "path"), OPERATIONS)
def test_answers_are_as_described(described: Described, method: str, path: str) -> None:
    cases = described.schema[path][method].as_strategy()

    @settings(
        max_examples=EXAMPLES,
        derandomize=True,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
    )
    @given(case=cases, room=st.integers(0, 2), known=st.booleans())
    def send(case: Request, room: int, known: bool) -> None:
        headers = described.headers if known else {}
        answer = described.found(case, room).call(headers=headers, timeout=10)
        case.validate_response(answer, excluded_checks=LEFT_OUT)
        if not known and path != "/api/guests":
            assert answer.status_code in (401, 403, 404, 405, 422), "nobody acts without a token"

    send()
