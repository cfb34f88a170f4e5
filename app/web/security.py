"""What holds for every request: headers, where a change may come from, who is asking.

Changes need two things of a browser: an Origin of ours, and a token that only our pages know
(a keyed hash of the visitor's cookie). Programs bring a bearer token instead, which no browser
attaches by itself.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from urllib.parse import SplitResult, urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.rooms.refusals import Refused
from app.settings import Settings
from app.web.templating import CONTENT_SECURITY_POLICY

SESSION_COOKIE = "greenroom_session"
VISITOR_COOKIE = "greenroom_visitor"
YEAR = 365 * 24 * 3600
MOST_BYTES = 3 * 1024 * 1024
"""The longest body of a request: a record and what is around it."""

HEADERS = {
    "content-security-policy": CONTENT_SECURITY_POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}


class Security:
    """Pure ASGI: adds the headers to every answer, and the visitor's cookie where it is missing.

    Sets ``scope["state"]["visitor"]``, the value of that cookie.
    """

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._secure = (settings.public_url or "").startswith("https://")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        if not makes_sense(scope):
            answer = PlainTextResponse("There is no such address.", 400, dict(HEADERS))
            await answer(scope, receive, send)
            return
        cookies = HTTPConnection(scope).cookies
        visitor = cookies.get(VISITOR_COOKIE, "")
        new = not 16 <= len(visitor) <= 64
        if new:
            visitor = secrets.token_urlsafe(24)
        scope.setdefault("state", {})["visitor"] = visitor

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                if new and headers.get("content-type", "").startswith("text/html"):
                    headers.append("set-cookie", self.cookie(VISITOR_COOKIE, visitor))
            await send(message)

        await self._app(scope, _at_most(MOST_BYTES, receive), send_with_headers)

    def cookie(self, name: str, value: str) -> str:
        return cookie(name, value, self._secure)


def makes_sense(scope: Scope) -> bool:
    """No address of ours has a NUL in it, which no database could look for (GR-056)."""
    query = scope.get("query_string", b"")
    return "\0" not in scope["path"] and b"%00" not in query and b"\0" not in query


def _at_most(most: int, receive: Receive) -> Receive:
    """Receive a request's body, and refuse to go on where it is longer than anything we take."""
    received = 0

    async def counted() -> Message:
        nonlocal received
        message = await receive()
        if message["type"] == "http.request":
            received += len(message.get("body", b""))
            if received > most:
                raise Refused("This is more than we take.", "GR-056", 413)
        return message

    return counted


def cookie(name: str, value: str, secure: bool, lasts: int = YEAR) -> str:
    """A Set-Cookie line: out of scripts' reach, not sent along by other sites' forms."""
    parts = [f"{name}={value}", "Path=/", f"Max-Age={lasts}", "HttpOnly", "SameSite=Lax"]
    return "; ".join([*parts, "Secure"] if secure else parts)


def csrf_token(settings: Settings, visitor: str) -> str:
    """The token in the forms of a visitor's pages."""
    key = settings.secret.get_secret_value().encode()
    return hmac.new(key, b"csrf:" + visitor.encode(), hashlib.sha256).hexdigest()[:40]


def good_csrf(settings: Settings, visitor: str, token: str) -> bool:
    return hmac.compare_digest(csrf_token(settings, visitor).encode(), token.encode())


def own_origin(settings: Settings, headers: Headers) -> bool:
    """Does the request come from a page of ours? False without an Origin header."""
    origin = headers.get("origin", "")
    if not origin:
        return False
    if settings.public_url is not None and origin == settings.public_url:
        return True
    told = parted(origin)
    return told is not None and told.netloc == headers.get("host", "")


def parted(url: str) -> SplitResult | None:
    """An address that somebody told, in its parts; ``None`` for what is no address."""
    try:
        return urlsplit(url)
    except ValueError:
        return None
