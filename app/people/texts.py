"""Text that people send (GR-056): what can be kept at all, and free text made plain."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from typing import cast


def is_readable(text: str) -> bool:
    """Whether a text is one: without NUL, which a database can't keep, and half characters."""
    try:
        return b"\0" not in text.encode()
    except UnicodeEncodeError:
        return False


def all_readable(told: object) -> bool:
    """The same for every text in plain data, as JSON brings it."""
    if isinstance(told, str):
        return is_readable(told)
    if isinstance(told, Mapping):
        pairs = cast("Mapping[object, object]", told).items()
        return all(all_readable(key) and all_readable(value) for key, value in pairs)
    if isinstance(told, list | tuple):
        return all(all_readable(each) for each in cast("Iterable[object]", told))
    return True


def plain_text(text: str) -> str:
    """One line without control, zero-width or bidi characters, in NFC, with single blanks."""
    kept = "".join(
        " " if character.isspace() else character
        for character in text
        if character.isspace() or unicodedata.category(character)[0] not in "CZ"
    )
    return " ".join(unicodedata.normalize("NFC", kept).split())
