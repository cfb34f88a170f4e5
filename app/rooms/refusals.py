"""What a person is told when something can't be done. Nothing has changed then."""

from __future__ import annotations

from app.games.contract import Refusal, Rules


class Refused(Exception):
    """A refusal in words. ``rule``: the ledger rule or house rule (GR-…) that it comes from;
    ``status``: the HTTP status that fits."""

    def __init__(self, text: str, rule: str, status: int = 409) -> None:
        super().__init__(f"{text} ({rule})")
        self.text = text
        self.rule = rule
        self.status = status


def in_words(refusal: Refusal, rules: Rules[object], names: list[str]) -> Refused:
    """A game's refusal as a sentence of its own words."""
    return Refused(rules.words.reason(refusal.blocked, names), refusal.blocked.rule)
