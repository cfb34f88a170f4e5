"""The log: one line for an event, from what the reader may know of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from app.games.contract import Event
from app.games.kit.wording import counted, listed
from app.games.rock_hard_1977.content import GIGS, MONTHS, NAMES, SPACES
from app.games.rock_hard_1977.lexicon import ABILITIES, PHASE_NAMES, amounts

Facts = Mapping[str, Any]

_REASONS = {
    "full_dial": "a full dial",
    "royalties": "Royalties",
    "set": "a set of Life Experience",
    "eaten": "",
    "low_sugar": "Low Sugar",
    "sapphire": "the Sapphire token",
    "house_call": "House Call",
    "prince_of_the_night": "Prince of the Night",
    "cash_at_the_door": "Big Lou at the door",
    "fine_print": "Morty's fine print",
    "front_page": "Sunny's front page",
    "second_verse": "Odette's second verse",
    "lucky_break": "an unused Lucky Break",
    "maybe_theyre_the_same": "Maybe They're the Same",
    "party_animal": "Party Animal",
}
_PURPOSES = {
    "shift": "for the shift",
    "pay": "for the pay",
    "craving": "against the Craving",
    "table": "",
}
_DECKS = {"sugar": "Sugar Rush"}


def _thing(facts: Facts) -> str:
    return amounts({facts["what"]: facts["number"]})[0]


def line(event: Event, names: Sequence[str]) -> str:
    """The log line of ``event``, or ""."""
    who = names[event.seat] if event.seat is not None else ""
    return _LINES[event.kind](who, event.facts, names)


def _because(why: str) -> str:
    # where the player stands is told by the line before
    name = "" if why in SPACES else _REASONS.get(why, NAMES.get(why, ""))
    return f" ({name})" if name else ""


def _gained(who: str, facts: Facts, names: Sequence[str]) -> str:
    if facts["what"] == "craving":
        return f"{who}: Craving up by {facts['number']}{_because(facts['why'])}."
    return f"{who} gains {_thing(facts)}{_because(facts['why'])}."


def _lost(who: str, facts: Facts, names: Sequence[str]) -> str:
    if facts["why"] == "eaten":
        return ""
    if facts["what"] == "craving":
        return f"{who}: Craving down by {facts['number']}{_because(facts['why'])}."
    return f"{who} loses {_thing(facts)}{_because(facts['why'])}."


def _paid(who: str, facts: Facts, names: Sequence[str]) -> str:
    return f"{who} pays {_thing(facts)}{_because(facts['why'])}."


def _bonus(who: str, facts: Facts, names: Sequence[str]) -> str:
    return f"{who} achieves {NAMES[facts['card']]}: {facts['number']} Fame."


def _goal(who: str, facts: Facts, names: Sequence[str]) -> str:
    return f"{who} reaches a Personal Goal, {NAMES[facts['card']]}: {facts['number']} Fame."


def _end_goal(who: str, facts: Facts, names: Sequence[str]) -> str:
    met = "met" if facts["met"] else "not met"
    return f"{who}'s goal {NAMES[facts['card']]}: {met}."


def _end_bonus(who: str, facts: Facts, names: Sequence[str]) -> str:
    shares = [f"{names[s]} {fame}" for s, fame in enumerate(facts["shares"]) if fame]
    return f"{NAMES[facts['card']]}: {listed(shares) or 'nobody scores'}."


def _chose(who: str, facts: Facts, names: Sequence[str]) -> str:
    return f"{who} has chosen."


def _goals(who: str, facts: Facts, names: Sequence[str]) -> str:
    shown = [NAMES[card] for card in facts["cards"]]
    return f"{who} turns up {listed(shown)}." if shown else f"{who} keeps both goals hidden."


def _life(who: str, facts: Facts, names: Sequence[str]) -> str:
    return f"{who} has lived through {listed([NAMES[card] for card in facts['cards']])}."


def _round(who: str, facts: Facts, names: Sequence[str]) -> str:
    return f"{MONTHS[facts['number'] - 1].name} begins."


def _order(who: str, facts: Facts, names: Sequence[str]) -> str:
    order: list[int] = facts["order"]
    return f"Turn order: {listed([names[seat] for seat in order])}."


def _phase(who: str, facts: Facts, names: Sequence[str]) -> str:
    return f"{PHASE_NAMES[facts['phase']]}."


def _goes(who: str, facts: Facts, names: Sequence[str]) -> str:
    return f"{who} goes to {SPACES[facts['space']].name}."


def _rolled(who: str, facts: Facts, names: Sequence[str]) -> str:
    return f"{who} rolls {facts['die']} {_PURPOSES[facts['purpose']]}".rstrip() + "."


def _deal(who: str, facts: Facts, names: Sequence[str]) -> str:
    first = "signs a Record Deal" if facts["first"] else "signs a better deal"
    return f"{who} {first}: Royalty tier {facts['tier']}."


def _set(who: str, facts: Facts, names: Sequence[str]) -> str:
    return f"{who} completes a set: {listed([NAMES[life] for life in facts['types']])}."


def _tokens(who: str, facts: Facts, names: Sequence[str]) -> str:
    hot = next(place for place, token in facts["tokens"].items() if "two-stars" in token)
    return f"The place to be: {NAMES[hot]}."


def _scored(who: str, facts: Facts, names: Sequence[str]) -> str:
    return f"{who} ends with {facts['fame']} Fame."


def _deck(facts: Facts) -> str:
    return _DECKS.get(facts["deck"]) or NAMES[facts["deck"]]


def _said(template: str) -> Callable[[str, Facts, Sequence[str]], str]:
    """A line from a template: {who}, {number}, {card}, {job} and so on, as names."""

    def say(who: str, facts: Facts, names: Sequence[str]) -> str:
        words = {
            key: NAMES.get(value, value) if isinstance(value, str) else value
            for key, value in facts.items()
        }
        return template.format(who=who, **words)

    return say


_LINES: Mapping[str, Callable[[str, Facts, Sequence[str]], str]] = {
    "gained": _gained,
    "lost": _lost,
    "paid": _paid,
    "bonus": _bonus,
    "goal": _goal,
    "end_goal": _end_goal,
    "end_bonus": _end_bonus,
    "chose": _chose,
    "goals": _goals,
    "life": _life,
    "round": _round,
    "order": _order,
    "phase": _phase,
    "goes": _goes,
    "rolled": _rolled,
    "deal": _deal,
    "set": _set,
    "tokens": _tokens,
    "scored": _scored,
    "character": _said("{who} is {card}."),
    "job": _said("{who} works as {card}."),
    "manager": _said("{who}'s manager: {card}."),
    "event": _said("The Event: {card}."),
    "random_gig": lambda who, facts, names: f"The Random Gig: {GIGS[facts['card']].name}.",
    "shift": lambda who, facts, names: f"{who}'s shift: {PHASE_NAMES[facts['shift']]}.",
    "declined": _said("{who} declines ({card})."),
    "enough": _said("{who} leaves it at that ({card})."),
    "ability": lambda who, facts, names: f"{who} uses {ABILITIES[facts['ability']]}.",
    "kept": _said("{who} keeps {card} for later."),
    "used_card": _said("{who} uses {card}."),
    "lapsed": _said("{who}'s {card} lapses."),
    "inside_track": _said("{who} looks at the next Event and the next Random Gig."),
    "looks": _said("{who} looks at the top two Sugar Rush cards."),
    "eats": _said("{who} eats Candy."),
    "draws_sweet": _said("{who} draws {card}."),
    "draws_life": _said("{who} draws {card}."),
    "sets_aside": _said("{card} goes to the discards."),
    "reshuffled": lambda who, facts, names: f"The deck is shuffled: {_deck(facts)}.",
    "low_sugar": _said("{who}: {number} against a Craving of {craving}. Low Sugar!"),
    "safe": _said("{who}: {number} against a Craving of {craving}. Safe."),
    "extra_actions": lambda who, facts, names: (
        f"{who} has {counted(facts['number'], 'extra action')}."
    ),
    "no_card": _said("No card is left at {location}."),
    "quits": _said("{who} quits: no more {job}."),
    "fired": _said("{who} is fired: no more {job}."),
    "misses_work": lambda who, facts, names: (
        f"{who} misses work: {counted(facts['number'], 'Missed Work token')}."
    ),
    "recovers": _said("{who} recovers."),
    "must_recover": _said("{who} must recover in the next Day phase."),
    "event_used": _said("{who} uses {event}."),
    "sapphire_used": _said("{who} hands in a Sapphire token."),
    "gift": lambda who, facts, names: f"{who} gives {names[facts['to']]} a Sapphire token.",
    "last_round": _said("The last round is over: the most Fame is {number}."),
    "swaps": _said("{who} swaps the tokens of {one} and {other}."),
}
