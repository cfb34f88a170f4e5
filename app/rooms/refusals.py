"""What a person is told when something can't be done. Nothing has changed then."""

from __future__ import annotations

from app.games.contract import NO_NAMES, Refusal, Rules


class Refused(Exception):
    """A refusal in words. ``rule``: the ledger rule or house rule (GR-…) that it comes from;
    ``status``: the HTTP status that fits; ``need``: the figures, such as "crew: 0 of 1"."""

    def __init__(self, text: str, rule: str, status: int = 409, need: str = "") -> None:
        super().__init__(f"{text} ({rule})")
        self.text = text
        self.rule = rule
        self.status = status
        self.need = need


def closed_door() -> Refused:
    """The one answer for a wrong address, a full room, and one that is closed to the asker."""
    text = (
        "There is no such room, or it is full, or you are not invited. "
        "Ask whoever sent you here for a new link."
    )
    return Refused(text, "GR-011", 404)


def resting() -> Refused:
    """The answer where no game is on, or a break is taken from it."""
    return Refused("Nobody moves in this room now.", "GR-015")


def in_words(refusal: Refusal, rules: Rules[object], names: list[str]) -> Refused:
    """A game's refusal as a sentence of its own words."""
    blocked = refusal.blocked
    if blocked.why == NO_NAMES:
        return Refused("Nothing in this game has a name to change.", "GR-001")
    need = ", ".join(
        f"{name.replace('_', ' ')}: {blocked.has.get(name, 0)} of {amount}"
        for name, amount in blocked.needs.items()
    )
    return Refused(rules.words.reason(blocked, names), blocked.rule, need=need)
