"""Names that people type: made plain, and told apart at one table."""

from __future__ import annotations

import unicodedata

NAME_LIMIT = 30

# look-alikes that Unicode's compatibility forms leave apart: Cyrillic and Greek letters and
# digits that pass for Latin ones (a selection of Unicode TR 39's confusables)
_LOOK_ALIKE = str.maketrans(
    "аеорсухіјѕһԁԛԝьвкмнтгзαβεικνορτυχωγη015$@|!iı",
    "aeopcyxijshdqwbbkmhtr3abeikvoptuxwynolssallll",
)


class BadName(ValueError):
    """The text is no name; the message says why."""


def clean(text: str) -> str:
    """A name as it is stored: NFKC, no control, zero-width or bidi characters, single blanks.

    Raises `BadName` when nothing is left, or more than 30 characters.
    """
    kept = "".join(
        " " if character.isspace() else character
        for character in unicodedata.normalize("NFKC", text)
        if character.isspace() or unicodedata.category(character)[0] not in "CZ"
    )
    name = " ".join(kept.split())
    if not name:
        raise BadName("A name needs at least one letter.")
    if len(name) > NAME_LIMIT:
        raise BadName(f"A name has up to {NAME_LIMIT} characters.")
    return name


def skeleton(name: str) -> str:
    """What a name looks like at a glance; equal skeletons can be mistaken for each other."""
    folded = clean(name).casefold()
    bare = "".join(
        character
        for character in unicodedata.normalize("NFKD", folded)
        if not unicodedata.combining(character)
    )
    return "".join(bare.translate(_LOOK_ALIKE).replace("rn", "m").replace("vv", "w").split())
