"""What is printed on spaces and cards, for pages: names, texts, and signs for the figures."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from app.games.rock_hard_1977.content import (
    CONTENT,
    Amounts,
    Content,
    Effect,
    Job,
    Need,
    Row,
    Space,
)
from app.games.rock_hard_1977.lexicon import amounts

ICONS = {
    "chops": "guitar",
    "reputation": "mega",
    "songs": "note",
    "fame": "star",
    "candy": "candy",
    "craving": "tooth",
    "crew": "case",
    "demo": "tape",
    "contract": "disc",
}


class Sign(msgspec.Struct, frozen=True):
    """A figure with its icon ("" for dollars). ``label`` says it in words."""

    kind: str
    icon: str
    text: str
    label: str


class Printed(msgspec.Struct, frozen=True):
    """A row of the content as a page shows it. ``facts`` are its plain entries (the life of a
    card, the shift of a job); ``needs``, ``costs`` and ``gains`` its figures."""

    id: str
    kind: str
    name: str
    text: str
    flavor: str
    needs: tuple[Sign, ...]
    costs: tuple[Sign, ...]
    gains: tuple[Sign, ...]
    facts: Mapping[str, str | int]


def _sign(kind: str, what: str, number: int, text: str) -> Sign:
    label = amounts({what: number})[0]
    word = {"need": "needs", "cost": "costs", "lose": "loses", "gain": "gives"}[kind]
    return Sign(kind, ICONS.get(what, ""), text, f"{word} {label}")


def _figures(kind: str, things: Amounts) -> list[Sign]:
    return [_sign(kind, what, n, _figure(kind, what, n)) for what, n in things.items()]


def _figure(kind: str, what: str, number: int) -> str:
    if what == "money":
        return f"${number}" if kind != "gain" else f"+${number}"
    if what in ("demo", "contract"):
        return ""
    return f"+{number}" if kind == "gain" else f"−{number}" if kind != "need" else str(number)


def needs_of(need: Need) -> list[Sign]:
    """The requirements of a space, an "or" between alternatives."""
    signs: list[Sign] = []
    for index, side in enumerate(need.any):
        signs += [Sign("or", "", "or", "or")] * bool(index) + needs_of(side)
    if need.chops_plus_reputation:
        label = f"needs {need.chops_plus_reputation} Chops and Reputation together"
        signs.append(Sign("need", "sum", str(need.chops_plus_reputation), label))
    for what in ("chops", "reputation", "songs", "crew", "craving"):
        number: int = getattr(need, what)
        if number:
            signs.append(_sign("need", what, number, str(number)))
    if need.contract:
        signs.append(Sign("need", "disc", "", "needs a Record Deal"))
    if need.demo_or_contract:
        signs.append(Sign("need", "tape", "", "needs a Demo Tape or a Record Deal"))
    return signs


def _costs_of(row: Row) -> list[Sign]:
    if isinstance(row, Space) and row.price:
        prices = "/".join(str(dollars) for dollars in row.price)
        words = ", ".join(f"${dollars}" for dollars in row.price)
        return [Sign("cost", "", f"${prices}", f"costs {words} for the first, second, third Crew")]
    return [*_figures("cost", row.cost), *_figures("lose", row.lose)]


def _gains_of(effect: Effect) -> list[Sign]:
    signs = _figures("gain", effect.gain)
    for index, item in enumerate(effect.choose):
        signs += [Sign("or", "", "or", "or")] * bool(index)
        signs += [*_figures("cost", item.cost), *_figures("lose", item.lose)]
        signs += _figures("gain", item.gain)
    return signs


def _pay_of(row: Row) -> list[Sign]:
    if not isinstance(row, Job):
        return []
    if row.pay:
        return [*_figures("gain", {"money": row.pay}), *_gains_of(row.on_work)]
    low, high = min(row.pay_die), max(row.pay_die)
    return [Sign("gain", "die", f"${low} to ${high}", f"gives ${low} to ${high} by the die")]


_FIGURES = frozenset((*Effect.__struct_fields__, "id", "name", "text", "flavor"))


def _printed(kind: str, row: Row) -> Printed:
    facts = {
        field: value
        for field in row.__struct_fields__
        if field not in _FIGURES and isinstance(value := getattr(row, field), str | int)
    }
    return Printed(
        row.id,
        kind,
        row.name,
        row.text,
        row.flavor,
        tuple(needs_of(row.need)),
        tuple(_costs_of(row)),
        (*_gains_of(row), *_pay_of(row)),
        facts,
    )


def _everything() -> Iterable[tuple[str, Row]]:
    for kind in Content.__struct_fields__:
        if kind != "start":
            for row in getattr(CONTENT, kind):
                yield kind, row


EVERYTHING: Mapping[str, Printed] = {row.id: _printed(kind, row) for kind, row in _everything()}
"""Every card, space and token by its id."""
