"""Free text that people type, made plain: chat, reasons, announcements, what is searched for."""

from __future__ import annotations

import unicodedata


def plain_text(text: str) -> str:
    """One line without control, zero-width or bidi characters, in NFC, with single blanks."""
    kept = "".join(
        " " if character.isspace() else character
        for character in text
        if character.isspace() or unicodedata.category(character)[0] not in "CZ"
    )
    return " ".join(unicodedata.normalize("NFC", kept).split())
