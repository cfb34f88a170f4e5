"""The rules that hold at every table, whatever is played: ``house_rules.md`` as a ledger."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from app.games import ledger

PREFIX = "GR"


@cache
def rulebook() -> ledger.Ledger:
    text = (files("app.rooms") / "house_rules.md").read_text("utf-8")
    return ledger.parse(text, PREFIX)
