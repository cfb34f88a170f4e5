"""Looking something up: rules of a game, its cards, and the rules of the house, together."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

import msgspec

from app.games import ledger
from app.games.contract import Chapter, Entry, Rules
from app.rooms import house_rules
from app.web.choices import card_url, rule_url

MOST = 30
"""Places that an answer shows."""

_MARKS = re.compile(r"[*`|#>]+|-{3,}|\[([^\]]*)\]\([^)]*\)")
_SPACES = re.compile(r"\s+")
_AROUND = 70


class Found(msgspec.Struct, frozen=True):
    """A place that has the words. ``kind`` is "rule" or "card", ``where`` the game and chapter,
    ``sample`` the text around the first hit in pieces (text, whether it is one of the words)."""

    kind: str
    label: str
    title: str
    where: str
    url: str
    sample: tuple[tuple[str, bool], ...]


class Finds(msgspec.Struct, frozen=True):
    """An answer: the best `MOST` of ``count`` places."""

    words: str
    found: tuple[Found, ...] = ()
    count: int = 0


class _Place(msgspec.Struct, frozen=True):
    kind: str
    label: str
    title: str
    where: str
    url: str
    text: str
    folded: str
    everything: str


def find(words: str, games: Iterable[Rules[Any]]) -> Finds:
    """The places that hold every one of ``words``, of ``games`` and the house, in the order of
    ``games``. A rule's ID comes first, then names that begin so, names, and texts."""
    asked = _folded(words).split()
    if not asked:
        return Finds(words.strip())
    places = [place for rules in games for place in _places_of(rules)]
    hits = [
        (_rank(place, asked), place)
        for place in (*places, *_places_of_the_house())
        if all(word in place.everything for word in asked)
    ]
    hits.sort(key=lambda hit: hit[0])
    found = tuple(_found(place, asked) for _, place in hits[:MOST])
    return Finds(words.strip(), found, len(hits))


@cache
def entries_of(rules: Rules[Any]) -> Mapping[str, tuple[Chapter, Entry]]:
    """A game's glossary by the IDs of its entries."""
    return {entry.id: (chapter, entry) for chapter in rules.glossary() for entry in chapter.entries}


@cache
def _places_of(rules: Rules[Any]) -> tuple[_Place, ...]:
    meta = rules.meta
    rulebook = [
        _place("rule", rule.id, rule.title, meta.title, rule_url(meta.slug, rule.id), rule.text)
        for rule in ledger.of(meta).rules.values()
    ]
    cards = [
        _place(
            "card",
            chapter.title,
            entry.name,
            f"{meta.title}, {entry.family}" if entry.family else meta.title,
            card_url(meta.slug, entry.id),
            " ".join((entry.text, *map(": ".join, entry.lines), entry.flavor)),
        )
        for chapter, entry in entries_of(rules).values()
    ]
    return (*cards, *rulebook)


@cache
def _places_of_the_house() -> tuple[_Place, ...]:
    return tuple(
        _place("rule", rule.id, rule.title, "The house", rule_url("", rule.id), rule.text)
        for rule in house_rules.rulebook().rules.values()
    )


def _place(kind: str, label: str, title: str, where: str, url: str, text: str) -> _Place:
    name, plain = (_SPACES.sub(" ", _MARKS.sub(r"\1", part)).strip() for part in (title, text))
    everything = _folded(f"{label} {name} {where} {plain}")
    return _Place(kind, label, name, where, url, plain, _folded(name), everything)


def _rank(place: _Place, asked: list[str]) -> int:
    if place.kind == "rule" and asked == [place.label.casefold()]:
        return 0
    if place.folded.startswith(" ".join(asked)):
        return 1
    return 2 if all(word in place.folded for word in asked) else 3


def _found(place: _Place, asked: list[str]) -> Found:
    return Found(
        place.kind,
        place.label,
        place.title,
        place.where,
        place.url,
        _sample(place.text, asked),
    )


def _sample(text: str, asked: list[str]) -> tuple[tuple[str, bool], ...]:
    """The part of ``text`` around the first of the words. Folding may change a text's length, so
    the words are looked for as they stand, which misses an accent in the sample and no place."""
    anyone = re.compile(f"({'|'.join(map(re.escape, asked))})", re.IGNORECASE)
    first = anyone.search(text)
    begin = max(0, (first.start() if first else 0) - _AROUND)
    begin = text.find(" ", begin) + 1 if begin else 0
    end = begin + 3 * _AROUND
    if end < len(text):
        end = max(text.rfind(" ", begin, end), begin + 1)
    part = f"{'…' if begin else ''}{text[begin:end]}{'…' if end < len(text) else ''}"
    return tuple(
        (piece, bool(index % 2)) for index, piece in enumerate(anyone.split(part)) if piece
    )


def _folded(text: str) -> str:
    """``text`` for comparing: small letters without accents."""
    split = unicodedata.normalize("NFKD", text.casefold())
    return "".join(sign for sign in split if not unicodedata.combining(sign))
