"""Names: plain, of a size, and told apart at one table."""

from __future__ import annotations

import pytest

from app.people.names import NAME_LIMIT, BadName, clean, skeleton
from tests.ledger import rule
from tests.payloads import UNSEEN


@rule("GR-010")
def test_a_name_is_what_is_seen_of_it() -> None:
    assert clean("  Anna \t of\nArc ") == "Anna of Arc"
    assert clean("\uff21nna \u2460") == "Anna 1", "compatibility forms are what they look like"
    assert clean("An\u200bn\u202ea\ufeff") == "Anna"
    for text in UNSEEN.values():
        assert clean(text).isprintable()
    assert clean("\u0391nna") != "Anna", "other letters stay, and are told apart by the skeleton"


@rule("GR-010")
@pytest.mark.parametrize("text", ["", " ", "\u200b", "\u202e\u2066", "\0", "x" * (NAME_LIMIT + 1)])
def test_what_is_no_name_is_refused(text: str) -> None:
    with pytest.raises(BadName):
        clean(text)


@rule("GR-010")
@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Anna", "anna"),
        ("Anna", "\u0410nn\u0430"),
        ("Anna", "An na"),
        ("Zo\u00eb", "Zoe"),
        ("Zo\u00eb", "Zoe\u0308"),
        ("Ollie", "O1l1e"),
        ("Marna", "Mama"),
        ("W", "vv"),
        ("B0b", "Bob"),
    ],
)
def test_names_that_look_the_same_are_the_same(one: str, other: str) -> None:
    assert skeleton(one) == skeleton(other)


def test_names_that_look_different_are_different() -> None:
    names = ("Anna", "Hanna", "Ann", "Anne", "Ben", "\u674e\u96f7", "\u97e9\u6885\u6885")
    assert len({skeleton(name) for name in names}) == len(names)
