"""A game's state as a tree to read, and what differs between two states."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

import msgspec

_SHORT = 72
"""Characters of a list of plain values that still stands in one line."""


class Node(msgspec.Struct, frozen=True):
    """A named part of a state: a plain ``value``, or ``parts`` with a ``note`` on their number.
    ``path`` is unique in its tree."""

    name: str
    path: str
    value: str = ""
    note: str = ""
    parts: tuple[Node, ...] = ()


class Change(msgspec.Struct, frozen=True):
    """A value that differs; "" for one that is not there."""

    path: str
    before: str
    after: str


def plain(state: Any) -> Any:
    """A state as mappings, lists and plain values."""
    return msgspec.to_builtins(state, str_keys=True)


def tree(data: Any) -> tuple[Node, ...]:
    """The parts of a state (as `plain` gives it), in its own order."""
    return tuple(_node(name, value, name) for name, value in _parts(data))


def _node(name: str, value: Any, path: str) -> Node:
    if isinstance(value, dict | list):
        line = _line(value)
        if line is not None:
            return Node(name, path, value=line)
        parts = tuple(_node(n, v, f"{path}.{n}") for n, v in _parts(value))
        return Node(name, path, note=str(len(parts)), parts=parts)
    return Node(name, path, value=_text(value))


def _parts(data: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(data, dict):
        yield from cast("dict[str, Any]", data).items()
    elif isinstance(data, list):
        for index, value in enumerate(cast("list[Any]", data)):
            yield str(index), value
    else:
        yield "", data


def _line(value: dict[str, Any] | list[Any]) -> str | None:
    """Everything in one line, where that is short enough to read."""
    if not value:
        return "[]" if isinstance(value, list) else "{}"
    if any(isinstance(inner, dict | list) for _, inner in _parts(value)):
        return None
    if isinstance(value, list):
        text = ", ".join(_text(inner) for inner in value)
    else:
        text = ", ".join(f"{name} {_text(inner)}" for name, inner in value.items())
    return text if len(text) <= _SHORT else None


def _text(value: Any) -> str:
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def changes(before: Any, after: Any) -> tuple[Change, ...]:
    """What differs between two states (as `plain` gives them), by path. A list that grew or
    shrank is compared as a whole where its values are plain."""
    return tuple(_changes(before, after, ""))


def _changes(before: Any, after: Any, path: str) -> Iterator[Change]:
    if before == after:
        return
    same_kind = isinstance(before, dict) == isinstance(after, dict) and isinstance(
        before, list
    ) == isinstance(after, list)
    if not same_kind or not isinstance(before, dict | list):
        yield Change(path, _whole(before), _whole(after))
        return
    old, new = dict(_parts(before)), dict(_parts(after))
    flat = not any(isinstance(v, dict | list) for v in (*old.values(), *new.values()))
    if isinstance(before, list) and flat and len(old) != len(new):
        yield Change(path, _whole(before), _whole(after))
        return
    for name in [*old, *(name for name in new if name not in old)]:
        inner = f"{path}.{name}" if path else name
        if name not in new:
            yield Change(inner, _whole(old[name]), "")
        elif name not in old:
            yield Change(inner, "", _whole(new[name]))
        else:
            yield from _changes(old[name], new[name], inner)


def _whole(value: Any) -> str:
    """A value in one line, however long."""
    if isinstance(value, dict | list):
        return msgspec.json.encode(value).decode()
    return _text(value)
