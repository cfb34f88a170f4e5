"""A game's glossary from the ``content.toml`` beside its rules: the words stand there once."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from importlib.resources import files
from typing import Any

import msgspec

from app.games import ledger
from app.games.contract import Chapter, Entry

Lines = Sequence[tuple[str, str]]


class Row(msgspec.Struct, frozen=True):
    """What any row of a content says to players. ``printed`` is no field: it is never shown."""

    id: str
    name: str
    text: str = ""
    flavor: str = ""
    flavour: str = ""
    copies: int = 1
    ability: str = ""


def no_lines(row: Mapping[str, Any]) -> Lines:
    return ()


def no_rules(row: Mapping[str, Any]) -> Sequence[str]:
    return ()


def no_word(row: Mapping[str, Any]) -> str:
    return ""


class Pages:
    """The tables of one game's content, made into chapters.

    ``package`` holds ``content.toml`` and the ledger, ``prefix`` starts the ledger's rule IDs.
    """

    def __init__(self, package: str, prefix: str) -> None:
        text = (files(package) / "content.toml").read_text("utf-8")
        self._tables: Mapping[str, Any] = tomllib.loads(text)
        self._titles = [
            (rule.id, rule.title) for rule in ledger.read(package, prefix).rules.values()
        ]

    def chapter(
        self,
        kind: str,
        title: str,
        text: str,
        rules: Sequence[str] = (),
        *,
        family: Callable[[Mapping[str, Any]], str] = no_word,
        lines: Callable[[Mapping[str, Any]], Lines] = no_lines,
        cites: Callable[[Mapping[str, Any]], Sequence[str]] = no_rules,
        words: Callable[[Mapping[str, Any]], str] = no_word,
        counted: bool = True,
    ) -> Chapter:
        """The table ``kind`` as a chapter. ``rules`` hold for all of its rows; those that a row
        ``cites`` and those whose title names it or its ability come before them. The functions
        are handed the row as it stands in the file: ``words`` is what it says where its ``text``
        does not.

        Raises ``KeyError`` for a table that is not there.
        """
        entries: list[Entry] = []
        for raw in self._tables[kind]:
            row = msgspec.convert(raw, Row)
            own = dict.fromkeys((*self._named(row), *cites(raw), *rules))
            entries.append(
                Entry(
                    row.id,
                    row.name,
                    words(raw) or row.text,
                    row.flavor or row.flavour,
                    row.copies if counted else 0,
                    family(raw),
                    tuple(lines(raw)),
                    tuple(own),
                )
            )
        return Chapter(kind, title, text, tuple(entries))

    def _named(self, row: Row) -> list[str]:
        """The rules whose title is about the row: "Ear Plugs", "Beer and Lots of Beer",
        "Metal Skull Club, cost 1", "Thunderbolt Solo (Greek)", "Ability `x` (Leo Love)"."""
        name = re.escape(row.name)
        about = re.compile(rf"^{name}($| and |, | \()| and {name}$|\((.*, )?{name}(,.*)?\)")
        return [
            rule
            for rule, title in self._titles
            if about.search(title) or (row.ability and f"`{row.ability}`" in title)
        ]
