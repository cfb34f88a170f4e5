"""Sockets by address: straight to their endpoints, past what requests go through.

A socket keeps every layer above its endpoint for as long as it is open, and each frame goes
through all of them. None of them has anything to do for a socket: the headers and the visitor's
cookie belong to pages, and who may come in is what the endpoint itself asks.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from fastapi import WebSocket
from starlette.routing import Match, WebSocketRoute
from starlette.types import Receive, Scope, Send

from app.rooms.away import AWAY
from app.web.answers import away
from app.web.security import makes_sense

Endpoint = Callable[..., Awaitable[None]]
"""Takes a `WebSocket`, and the parts of the address by their names."""


class Sockets:
    """The endpoints of one part of the house."""

    def __init__(self, prefix: str = "") -> None:
        self._prefix = prefix
        self._routes: list[WebSocketRoute] = []

    def at(self, path: str) -> Callable[[Endpoint], Endpoint]:
        """Serve an address, as ``router.websocket`` does."""

        def add(endpoint: Endpoint) -> Endpoint:
            self._routes.append(WebSocketRoute(f"{self._prefix}{path}", endpoint))
            return endpoint

        return add

    def include(self, more: Sockets) -> None:
        self._routes += more._routes

    @property
    def paths(self) -> list[str]:
        """Every address, as it was given to `at`."""
        return [route.path for route in self._routes]

    def find(self, scope: Scope) -> tuple[Endpoint, dict[str, Any]] | None:
        """Who serves an address, and the parts of it."""
        for route in self._routes:
            match, found = route.matches(scope)
            if match is Match.FULL:
                return found["endpoint"], found["path_params"]
        return None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        found = self.find(scope) if makes_sense(scope) else None
        socket = WebSocket(scope, receive, send)
        if found is None:
            await socket.close()
            return
        endpoint, parts = found
        try:
            await endpoint(socket, **parts)
        except AWAY as error:
            await away(socket, error)
