"""A game's cards and boards, read once from the ``content.toml`` beside its rules."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import TypeVar

import msgspec

T = TypeVar("T")


def load(package: str, shape: type[T]) -> T:
    """``content.toml`` of a game's package as ``shape``.

    Keys that the shape doesn't name are left out (the file also holds ``printed`` names, which
    are never shown). Raises ``msgspec.ValidationError`` when a row doesn't fit.
    """
    data = tomllib.loads((files(package) / "content.toml").read_text("utf-8"))
    return msgspec.convert(data, shape)
