"""The one element of a place on a board: a button while the place is a choice, plain otherwise.

Written by hand and not as a Jinja macro, because a board has a hundred places and every move
draws some of them. Templates call it as ``{% call spot(spots["roadie"], "offer") %}…``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import lru_cache

from markupsafe import Markup, escape

from app.live.cuts import bare, marked
from app.web.choices import Choice, Denial, Spot, dom_id

_NOTHING: Mapping[str, object] = {}
_FOR_THE_EAR = re.compile(r'<span class="vh">[^<]*</span>')


@lru_cache(maxsize=8192)
def named(face: str, label: str) -> str:
    """The accessible name of a piece: what is seen on it, then what it does. Who speaks to the
    page says what they see (WCAG 2.5.3, label in name); words for the ear alone would stand
    between the figures that are seen, and the label has them."""
    seen = _FOR_THE_EAR.sub("", bare(face))
    shown = " ".join(Markup(seen).striptags().split())  # noqa: S704 - drawn by our templates
    return label if not shown or shown.casefold() in label.casefold() else f"{shown}: {label}"


def spot(
    choices: Spot,
    look: str = "",
    label: str = "",
    tag: str = "span",
    mark: str = "",
    data: Mapping[str, object] = _NOTHING,
    *,
    caller: Callable[[], Markup],
) -> Markup:
    """``look``: classes of the piece; ``label`` names the group of a menu, or a plain place;
    ``mark``: what the piece shows, for "new since your last look"; ``data``: ``data-``
    attributes by name; ``caller`` draws what stands in it. It can be pushed by itself."""
    face = caller()
    state, tag, facts = _state(choices, face, label) if choices else _plain(tag, label)
    if mark:
        facts += f' data-mark="{escape(mark)}"'
    for name, value in data.items():
        facts += f' data-{name}="{escape(value)}"'
    start = _start(tag, choices.where, look, state)
    return str.__new__(Markup, marked(f"{start}{facts}>{face}</{tag}>"))  # escaped above


@lru_cache(maxsize=8192)
def _start(tag: str, where: str, look: str, state: str) -> str:
    return f'<{tag} id="{dom_id("spot", where)}" class="spot {escape(look)}{state}"'


@lru_cache(maxsize=8192)
def _plain(tag: str, label: str) -> tuple[str, str, str]:
    return "", tag, f' role="group" aria-label="{escape(label)}"' if label else ""


def _state(choices: Spot, face: str, label: str) -> tuple[str, str, str]:
    """Class, tag and attributes that make a place the choice it is now."""
    opened = choices.open
    if not opened:
        denied = choices[0].blocked
        assert denied is not None
        name = named(face, f"{choices[0].label}. Not now: {denied.reason}")
        return " is-blocked", "button", f' type="button"{_denied(denied)}{_name(name)}'
    if len(opened) == 1:
        return " is-legal", "button", f"{_moving(opened[0])}{_name(named(face, opened[0].label))}"
    name = named(face, f"{label or 'Choose'}: {'; '.join(choice.label for choice in opened)}")
    where = escape(choices.where)
    return " is-legal", "button", f' type="button" data-menu="{where}"{_name(name)}'


def _name(name: str) -> str:
    return f' aria-label="{escape(name)}"'


def _moving(choice: Choice) -> str:
    """The attributes of a button that makes one move."""
    asked = f' data-confirm="{escape(choice.confirm)}"' if choice.confirm else ""
    return f' form="move" name="move" value="{escape(choice.move)}"{asked}'


def _denied(blocked: Denial) -> str:
    """What a blocked choice says about itself; ``table.js`` draws the reason from it."""
    return (
        f' aria-disabled="true" data-reason="{escape(blocked.reason)}"'
        f' data-need="{escape(blocked.lacking)}" data-rule="{escape(blocked.rule)}"'
        f' data-rule-url="{escape(blocked.rule_url)}"'
    )
