"""Log lines: events as sentences."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from app.games.contract import Event
from app.games.kit.wording import counted, listed
from app.games.thrash_n_roll.content import (
    ACTIONS,
    CHARACTERS,
    CONTENT,
    FANS,
    LOCATION_OF,
    LOCATIONS,
    MARKERS,
    SCANDALS,
    SKILL_NAMES,
    SUPPORTS,
)

_AWARD_NAMES = {award.id: award.name for award in CONTENT.award}
_RECORDS = {"singles": "single", "albums": "album"}
_FAME_BY = {
    "places": "",
    "action": "",
    "supports": " from the ability",
    "fans": " from the marker",
    "assassins": " for the Assassin markers",
    "setlist": " for the set list",
    "stars": " for the stars of the hits",
    "best_single": " for the best single",
    "best_album": " for the best album",
    "scandals": " to scandals",
    "revealed": " to the revealed scandals",
} | dict.fromkeys(SKILL_NAMES, " with a statuette")


def told(event: Event, names: Sequence[str]) -> str:
    """The log line of a redacted event, "" for one that is not told."""
    line = _LINES.get(event.kind)
    if line is None:
        return ""
    who = names[event.seat] if event.seat is not None else ""
    return line(who, dict(event.facts), names)


_Facts = dict[str, Any]
_Line = Callable[[str, _Facts, Sequence[str]], str]


def _dice(values: Sequence[int]) -> str:
    return listed([str(value) for value in values])


def _acted(who: str, facts: _Facts, names: Sequence[str]) -> str:
    action = ACTIONS[facts["action"]]
    spent = [f"dice {_dice(facts['dice'])}"]
    spent.extend(f"the {SUPPORTS[card].name}" for card in facts["supports"])
    if facts["scandals"]:
        spent.append(counted(facts["scandals"], "scandal"))
    spent.extend(FANS[fan].name for fan in facts["fans"])
    place = LOCATIONS[LOCATION_OF[action.id]].name
    return f"{who}: {place}, cost {action.cost}, with {listed(spent)}. {action.text}"


def _passed(who: str, facts: _Facts, names: Sequence[str]) -> str:
    return f"{who} has no die left and passes." if facts.get("no_dice") else f"{who} passes."


def _fame(who: str, facts: _Facts, names: Sequence[str]) -> str:
    amount = facts["amount"]
    verb = "gains" if amount > 0 else "loses"
    return f"{who} {verb} {abs(amount)} fame{_FAME_BY[facts['by']]}."


def _level(name: str) -> _Line:
    return lambda who, facts, names: f"{who} raises {name} to {facts['level']}."


def _drew(kind: str) -> _Line:
    def line(who: str, facts: _Facts, names: Sequence[str]) -> str:
        if "cards" not in facts:
            return f"{who} draws {counted(facts['count'], kind)}."
        cards = {**SUPPORTS, **FANS}
        return f"{who} draws {listed([cards[card].name for card in facts['cards']])}."

    return line


def _rerolled(who: str, facts: _Facts, names: Sequence[str]) -> str:
    return f"{who} re-rolls a {facts['before']}: {facts['after']}."


def _fan_discarded(who: str, facts: _Facts, names: Sequence[str]) -> str:
    call = " and calls the Assassin" if facts["assassin"] else ""
    return f"{who} discards {FANS[facts['fan']].name}{call}."


def _popularity(who: str, facts: _Facts, names: Sequence[str]) -> str:
    text = MARKERS[facts["marker"]].text
    return f"{who} turns a popularity marker (popularity {facts['popularity']}): {text}"


def _scandals_to_hand(who: str, facts: _Facts, names: Sequence[str]) -> str:
    if "cards" not in facts:
        return f"{who} takes {counted(facts['count'], 'scandal')} to hand."
    titles = listed([f"“{SCANDALS[card].name}”" for card in facts["cards"]])
    return f"{who} takes {titles} to hand."


def _scandal_given(who: str, facts: _Facts, names: Sequence[str]) -> str:
    card = f"“{SCANDALS[facts['card']].name}”" if "card" in facts else "a scandal"
    return f"{who} gives {card} to {names[facts['receiver']]}."


def _revealed(who: str, facts: _Facts, names: Sequence[str]) -> str:
    titles = listed([f"“{SCANDALS[card].name}”" for card in facts["cards"]])
    return f"{who} shows {titles}."


def _neutral(who: str, facts: _Facts, names: Sequence[str]) -> str:
    verb = "re-rolls" if "fan" in facts else "rolls"
    return f"{who} {verb} the neutral die: {facts['roll']}."


def _lowered(who: str, facts: _Facts, names: Sequence[str]) -> str:
    where = f"to {facts['space']}" if facts["space"] else "below the track"
    return f"{who} lowers an album of {names[facts['owner']]} {where}."


def _taken_off(who: str, facts: _Facts, names: Sequence[str]) -> str:
    record = counted(facts["count"], _RECORDS[facts["track"]])
    return f"{who} takes {record} off the track."


def _battle(who: str, facts: _Facts, names: Sequence[str]) -> str:
    return (
        f"{who} enters space {facts['space']} of the {facts['track']}:"
        f" battle of hits with {names[facts['defender']]}!"
    )


def _battle_rolled(who: str, facts: _Facts, names: Sequence[str]) -> str:
    ours, theirs = facts["totals"]
    return f"Battle of hits: {who} {ours}, {names[facts['defender']]} {theirs}."


def _battle_won(who: str, facts: _Facts, names: Sequence[str]) -> str:
    return f"{who} holds space {facts['space']}, {names[facts['loser']]} goes down."


_LINES: dict[str, _Line] = {
    "round": lambda who, facts, names: f"Round {facts['round']}. {who} goes first.",
    "rolled": lambda who, facts, names: f"{who} rolls {_dice(facts['dice'])}.",
    "acted": _acted,
    "passed": _passed,
    "fame": _fame,
    "gear": _level("gear"),
    "timing": _level("timing"),
    "skill": lambda who, facts, names: (
        f"{who} gains a {SKILL_NAMES[facts['skill']].lower()} marker."
    ),
    "drew_supports": _drew("support card"),
    "drew_fans": _drew("fan"),
    "took_displayed": lambda who, facts, names: (
        f"{who} takes the {SUPPORTS[facts['card']].name} from the display."
    ),
    "support_discarded": lambda who, facts, names: (
        f"{who} discards the {SUPPORTS[facts['card']].name}."
    ),
    "fan_discarded": _fan_discarded,
    "scandals_caused": lambda who, facts, names: (
        f"{who} causes {counted(facts['count'], 'scandal')}."
    ),
    "scandal_discarded": lambda who, facts, names: (
        f"{who} gets rid of “{SCANDALS[facts['card']].name}”."
    ),
    "scandal_given": _scandal_given,
    "scandals_to_hand": _scandals_to_hand,
    "reshuffled": lambda who, facts, names: f"The {facts['deck']} deck is shuffled anew.",
    "rerolled": _rerolled,
    "neutral_roll": _neutral,
    "die_changed": lambda who, facts, names: (
        f"{who} turns a {facts['before']} into a {facts['after']}."
    ),
    "ability": lambda who, facts, names: f"{who} uses the {CHARACTERS[facts['character']].name}.",
    "popularity": _popularity,
    "recorded": lambda who, facts, names: (
        f"{who} records {'a single' if facts['track'] == 'singles' else 'an album'}"
        f" at {facts['space']}."
    ),
    "not_recorded": lambda who, facts, names: f"{who} does not record.",
    "raised": lambda who, facts, names: (
        f"{who}'s {_RECORDS[facts['track']]} rises to {facts['space']}."
    ),
    "lowered": _lowered,
    "taken_off": _taken_off,
    "battle": _battle,
    "battle_rolled": _battle_rolled,
    "battle_won": _battle_won,
    "ending": lambda who, facts, names: f"Round {facts['round']} ends. {who} will go first next.",
    "revealed": _revealed,
    "award": lambda who, facts, names: f"{_AWARD_NAMES[facts['award']]}: {who}!",
}
