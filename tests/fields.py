"""Everything that a request can say to the service, read off its routes: a new field can't be
forgotten."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from typing import Any

import msgspec
from fastapi import FastAPI
from fastapi.routing import APIRoute, iter_route_contexts

RAW = {
    "POST /games/{slug}/new": ("name", "seats", "clock", "listed", "set-length"),
    "POST /rooms/{code}/settings": ("seats", "clock", "listed", "set-length"),
}
"""Fields of forms that depend on the game, which their routes read as they come."""


class Field(msgspec.Struct, frozen=True):
    """One field. ``where``: "path", "query", "form", "file" or "json"; ``kind``: "string",
    "integer", "object", …; ``others``: the fields beside it in the same body."""

    method: str
    path: str
    where: str
    name: str
    kind: str
    others: tuple[str, ...] = ()

    @property
    def route(self) -> str:
        return f"{self.method} {self.path}"


def fields(app: FastAPI) -> Iterator[Field]:
    """Every field of every route, as the routes declare them and `RAW` adds."""
    said = app.openapi()
    for path, calls in said["paths"].items():
        for lower, call in calls.items():
            method = lower.upper()
            for one in call.get("parameters", ()):
                yield Field(method, path, one["in"], one["name"], _kind(one["schema"]))
            for media, body in call.get("requestBody", {}).get("content", {}).items():
                yield from _body(said, method, path, media, body["schema"])
            for name in RAW.get(f"{method} {path}", ()):
                yield Field(method, path, "form", name, "string", RAW[f"{method} {path}"])


def _body(
    said: dict[str, Any], method: str, path: str, media: str, schema: dict[str, Any]
) -> Iterator[Field]:
    where = "json" if media == "application/json" else "form"
    for option in schema.get("anyOf", (schema,)):
        if "$ref" not in option:
            if option.get("type") == "object":
                yield Field(method, path, where, "anything", "string")
            continue
        properties = said["components"]["schemas"][option["$ref"].rpartition("/")[2]]["properties"]
        for name, one in properties.items():
            kind = "file" if "contentMediaType" in str(one) else _kind(one)
            yield Field(method, path, where, name, kind, tuple(properties))


def _kind(schema: dict[str, Any]) -> str:
    kinds = [one.get("type", "string") for one in schema.get("anyOf", (schema,))]
    return next((kind for kind in kinds if kind != "null"), "string")


def routes_that_read_forms_themselves(app: FastAPI) -> set[str]:
    """Those whose fields no declaration names."""
    return {
        f"{method} {context.path}"
        for context in iter_route_contexts(app.routes)
        if isinstance(context.route, APIRoute)
        and "request.form()" in inspect.getsource(context.route.endpoint)
        for method in context.route.methods or ()
    }
