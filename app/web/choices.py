"""A seat's menu in words: what each option is called, why it is blocked, where it stands.

The rules speak in data (`app.games.contract.Option`); a page needs labels, reasons and addresses.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

import msgspec

from app.games.contract import Blocked, Option, Rules, Seat, StateT

_NOT_ID = re.compile(r"[^A-Za-z0-9_-]+")


class Denial(msgspec.Struct, frozen=True):
    """Why a choice is not open: a sentence, the rule behind it, and the figures.

    ``needs`` and ``has`` name the same things; ``rule_url`` is the rule on the rules page.
    """

    reason: str
    rule: str
    rule_url: str
    needs: Mapping[str, int]
    has: Mapping[str, int]

    @property
    def lacking(self) -> str:
        """The figures as a short text: "crew: 0 of 1, money: 3 of 5"."""
        return ", ".join(
            f"{name.replace('_', ' ')}: {self.has.get(name, 0)} of {amount}"
            for name, amount in self.needs.items()
        )


class Choice(msgspec.Struct, frozen=True):
    """One item of a menu as the page shows it.

    ``where`` is "region/spot", empty for a choice that stands in the list only. ``confirm`` is
    a question to ask before the move is sent, or empty.
    """

    move: str
    where: str
    label: str
    blocked: Denial | None = None
    confirm: str = ""


class Spot(list[Choice]):
    """The choices of one place on the board; empty when the place is no choice now."""

    def __init__(self, where: str, choices: Iterable[Choice] = ()) -> None:
        super().__init__(choices)
        self.where = where

    @property
    def dom_id(self) -> str:
        """The id of the element: the same whether the place is a choice or not, so that a
        push morphs it in place and keyboard focus stays."""
        return dom_id("spot", self.where)

    @property
    def open(self) -> list[Choice]:
        return [choice for choice in self if choice.blocked is None]


class Spots(dict[str, Spot]):
    """The spots of a region by name; a name that is no choice now has an empty spot."""

    def __init__(self, region_id: str) -> None:
        super().__init__()
        self.region_id = region_id

    def __missing__(self, name: object) -> Spot:
        return Spot(f"{self.region_id}/{name}")

    def among(self, names: Iterable[str]) -> list[Spot]:
        """The spots of these names that are choices now."""
        return [self[name] for name in names if name in self] if self else []


@lru_cache(maxsize=8192)
def dom_id(prefix: str, name: str) -> str:
    """An element id from any name: "spot-band-0-practice"."""
    return f"{prefix}-{_NOT_ID.sub('-', name)}"


def rule_url(slug: str, rule: str) -> str:
    """A rule's address on its game's rules page, or on the page of the house rules (GR-…)."""
    if rule.startswith("GR-"):
        return f"/rules#{rule}"
    return f"/games/{slug}/rules#{rule}"


def card_url(slug: str, entry: str) -> str:
    """An entry's address in its game's glossary (the sprites have symbols of the same names)."""
    return f"/games/{slug}/cards#card-{entry}"


def denial(rules: Rules[Any], blocked: Blocked, names: Sequence[str]) -> Denial:
    """A refusal of the rules in words, for a menu or for the answer to a forged move."""
    return Denial(
        reason=rules.words.reason(blocked, names),
        rule=blocked.rule,
        rule_url=rule_url(rules.meta.slug, blocked.rule),
        needs=blocked.needs,
        has=blocked.has,
    )


def choices(
    rules: Rules[StateT],
    state: StateT,
    seat: Seat,
    options: Iterable[Option],
    names: Sequence[str],
) -> list[Choice]:
    """The seat's ``options`` (as `Rules.menu` gave them, in its order) in words."""
    words = rules.words
    return [
        Choice(
            move=option.move,
            where=option.where,
            label=words.option(state, seat, option, names),
            blocked=denial(rules, option.blocked, names) if option.blocked else None,
            confirm=words.confirm(option.confirm) if option.confirm else "",
        )
        for option in options
    ]


def spots_of(choices: Iterable[Choice], region_id: str) -> Spots:
    """The choices that stand in a region, by the name of their spot."""
    spots = Spots(region_id)
    for choice in choices:
        region, _, name = choice.where.partition("/")
        if region == region_id and name:
            if name not in spots:
                spots[name] = Spot(choice.where)
            spots[name].append(choice)
    return spots


def spots_by_region(choices: Iterable[Choice]) -> dict[str, Spots]:
    """All spots of a page at once: one pass instead of one for each region."""
    regions: dict[str, Spots] = {}
    for choice in choices:
        region, _, name = choice.where.partition("/")
        if not name:
            continue
        spots = regions.setdefault(region, Spots(region))
        if name not in spots:
            spots[name] = Spot(choice.where)
        spots[name].append(choice)
    return regions
