"""Only the elements that have changed are sent, whatever stands around them."""

from __future__ import annotations

import pytest

from app.live.cuts import bare, cuts, marked


def region(*elements: str, around: str = "ul") -> str:
    return f"<{around}>{' '.join(marked(html) for html in elements)}</{around}>"


def test_an_element_goes_by_itself() -> None:
    assert cuts(region("a", "b", "c"), region("a", "x", "c")) == ("x",)


def test_the_smallest_element_that_holds_the_change_goes() -> None:
    def card(name: str, state: str) -> str:
        return f"<li>{name}{marked(f'<small>{state}</small>')}</li>"

    old = region(card("Anna", "waits"), card("Mo", "plays"))
    assert cuts(old, region(card("Anna", "plays"), card("Mo", "plays"))) == (
        "<small>plays</small>",
    )
    renamed = region(card("Anna", "waits"), card("Moe", "done"))
    assert cuts(old, renamed) == ("<li>Moe<small>done</small></li>",)


@pytest.mark.parametrize(
    "new",
    [
        region("a", "b", "c"),
        region("a", "b", around="ol"),
        "<ul>a b</ul>",
        region("a", "b").replace(marked("b"), marked("b")[:-1]),
        region("a", "b") + marked("b")[-1],
    ],
)
def test_other_changes_need_the_whole(new: str) -> None:
    assert cuts(region("a", "b"), new) is None


def test_marks_never_leave() -> None:
    assert bare(region("a", marked("b"))) == "<ul>a b</ul>"


def test_an_element_in_anothers_place_goes_with_what_is_around_it() -> None:
    def card(name: str) -> str:
        return f'<b id="card-{name}">{name}</b>'

    def hand(*names: str) -> str:
        return f'<div id="hand">{"".join(marked(card(name)) for name in names)}</div>'

    assert cuts(region(card("one"), card("two")), region(card("one"), card("three"))) is None
    whole = hand("one", "three")
    assert cuts(region(hand("one", "two")), region(whole)) == (bare(whole),)
