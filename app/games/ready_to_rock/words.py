"""The sentences of Ready to Rock!"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from app.games.contract import Blocked, Decision, Event, Option, Seat
from app.games.kit.wording import counted, listed
from app.games.ready_to_rock.cells import (
    OPENINGS,
    SIDE,
    SPOT,
    STAGE,
    TICKETS,
    cell,
    column,
    letters,
    row,
)
from app.games.ready_to_rock.content import CARDS, CONTENT, ORDER, STAGE_CARDS
from app.games.ready_to_rock.state import Land, State
from app.games.ready_to_rock.ways import landing_cell

TICKET_NAMES = {ticket.id: ticket.name for ticket in CONTENT.ticket}
SIDE_NAMES = {"F": "front", "B": "back", "L": "left", "R": "right"}
_DIRECTIONS = {"F": "forwards", "B": "backwards", "L": "to the left", "R": "to the right"}
_CELLS = {spot: place for place, spot in SPOT.items()}

ASKS = {
    "choose_ticket": "choose a ticket to start from",
    "turn": "walk, play cards or end the turn",
    "land": "lay the card to land on",
    "discard": "discard a card",
    "divide": "choose where the middle column goes",
}

REASONS = {
    "not_your_turn": "Not your turn.",
    "finish_first": "First finish the card you are playing.",
    "no_card": "You do not have that card.",
    "no_path_card": "You have no such path card.",
    "no_such_card": "You have no such card.",
    "no_actions": "No actions left this turn.",
    "missed_actions": "You missed your actions.",
    "no_moves": "Three moves between two actions are enough.",
    "already_there": "You are there already.",
    "no_way": "No open way leads there.",
    "no_floor": "A pawn stands on tickets and path cards only.",
    "on_ticket": "Tickets are never covered.",
    "on_wall": "Nothing is laid on a wall.",
    "barriers": "Behind the barriers nothing is laid.",
    "too_far": "Too far from the concert.",
    "not_beside": "Lay it beside the card you stand on.",
    "closed_side": "This side is closed: the two cards do not connect.",
    "same_turned": "Turning this card changes nothing.",
    "outside_concert": "Walls stand inside the concert only.",
    "somebody_there": "Somebody is standing there.",
    "wall_alone": "A wall needs a path card or a wall beside it.",
    "no_wall": "There is no wall.",
    "only_flash": "Only a flash card moves them.",
    "only_ballad": "Only a Ballad ends a Mosh Pit.",
    "yourself": "Name another rocker.",
    "misses_already": "{name} already misses two whole turns.",
    "empty_hand": "{name} has no cards.",
    "surf_closed": "Your card is not open on that side.",
    "surf_no_wall": "There is no wall to surf over.",
    "no_landing": "There is nowhere to land.",
    "landing_needs": "To land there you need a path card and one more action.",
    "not_offered": "This is not on offer now.",
}

MODES = {"actions": "{} extra actions this turn", "draw": "draw 1 card"}


def where(place: int) -> str:
    """A cell in words: "row 4, centre", "row 5, 2 left"."""
    if place == STAGE:
        return "the stage"
    if place in TICKETS:
        return TICKET_NAMES[TICKETS[place]]
    across = column(place)
    side = "centre" if across == 0 else f"{abs(across)} {'left' if across < 0 else 'right'}"
    return f"row {row(place)}, {side}"


def described(kind: str) -> str:
    """A card as it lies in the hand: "Beer: Draw 2 cards"."""
    card = CARDS[kind]
    return f"{card.name}: {card.gist}"


def openings(kind: str, turn: int) -> str:
    """ "open front and left"."""
    sides = letters(OPENINGS[kind][turn])
    return f"open {listed([SIDE_NAMES[letter] for letter in sides])}"


class ReadyToRockWords:
    """See `app.games.contract.Words`."""

    def ask(self, decision: Decision, names: Sequence[str]) -> str:
        return ASKS[decision.kind]

    def option(self, state: State, seat: Seat, option: Option, names: Sequence[str]) -> str:
        word, *parts = option.move.split(":")
        return _OPTIONS[word](state, parts, names)

    def reason(self, blocked: Blocked, names: Sequence[str]) -> str:
        named = blocked.facts.get("seat")
        return REASONS[blocked.why].format(name="" if named is None else names[named])

    def confirm(self, key: str) -> str:
        return {"end_early": "End your turn? You still have actions."}[key]

    def event(self, event: Event, names: Sequence[str]) -> str:
        who = "" if event.seat is None else names[event.seat]
        return _EVENTS[event.kind](who, event.facts, names)

    def score(self, key: str) -> str:
        return {"distance": "Steps from the stage"}[key]


Names = Sequence[str]


def _ticket(state: State, parts: list[str], names: Names) -> str:
    return f"Start at the {TICKET_NAMES[parts[0]]}"


def _end(state: State, parts: list[str], names: Names) -> str:
    return "End turn"


def _move(state: State, parts: list[str], names: Names) -> str:
    return f"Walk to {where(cell(int(parts[0]), int(parts[1])))}"


def _path(state: State, parts: list[str], names: Names) -> str:
    kind = parts[0]
    if len(parts) == 1:
        return described(kind)
    place, turn = cell(int(parts[1]), int(parts[2])), int(parts[3])
    covered = state.grid.get(place)
    here = [i for i, rocker in enumerate(state.rockers) if rocker.pawn == place]
    text = f"{CARDS[kind].name}, {openings(kind, turn)}"
    if covered is None or not here:
        return f"{text}: {where(place)}"
    stands = "you" if here == [state.active] else _named(names, here)
    return f"{text}: over {CARDS[covered.kind].name} under {stands} ({where(place)})"


def _wall(state: State, parts: list[str], names: Names) -> str:
    if len(parts) == 1:
        return described(parts[0])
    return f"{CARDS[parts[0]].name}: {where(cell(int(parts[1]), int(parts[2])))}"


def _smash(state: State, parts: list[str], names: Names) -> str:
    place = cell(int(parts[0]), int(parts[1]))
    text = f"Destroy {CARDS[state.grid[place].kind].name} ({where(place)})"
    return text if len(parts) == 2 else f"{text} with {CARDS[parts[2]].name}"


def _flash(state: State, parts: list[str], names: Names) -> str:
    kind, argument = parts[0], "".join(parts[1:])
    name = CARDS[kind].name
    if not argument:
        return described(kind)
    if argument in _DIRECTIONS:
        place = landing_cell(state.grid, state.rocker.pawn, SIDE[argument])
        goal = "" if place is None else f" to {where(place)}" if place in SPOT else ""
        return f"{name}: {_DIRECTIONS[argument]}{goal}"
    if argument in MODES:
        extra = next(
            mode.gain.actions
            for card in CONTENT.flash
            if card.id == kind
            for mode in card.choose
            if mode.mode == argument
        )
        return f"{name}: {MODES[argument].format(extra)}"
    return f"{name}: {names[int(argument)]}"


def _land(state: State, parts: list[str], names: Names) -> str:
    place = f" at {where(state.step.cell)}" if isinstance(state.step, Land) else ""
    kind, turn = parts[0], int(parts[1])
    return f"Land{place} on {CARDS[kind].name}, {openings(kind, turn)}"


def _discard(state: State, parts: list[str], names: Names) -> str:
    return f"Discard {described(parts[0])}"


def _divide(state: State, parts: list[str], names: Names) -> str:
    return f"The middle column goes {parts[0]}"


_OPTIONS: Mapping[str, Callable[[State, list[str], Names], str]] = {
    "ticket": _ticket,
    "end": _end,
    "move": _move,
    "path": _path,
    "wall": _wall,
    "smash": _smash,
    "flash": _flash,
    "land": _land,
    "discard": _discard,
    "divide": _divide,
}

Facts = Mapping[str, Any]


def _drew(who: str, facts: Facts, names: Names) -> str:
    if "kinds" in facts:
        drawn = Counter(facts["kinds"])
        return f"{who} draws {_cards(drawn)}."
    return f"{who} draws {counted(facts['cards'], 'card')}."


def _cards(kinds: Counter[str]) -> str:
    return listed(
        [
            CARDS[kind].name + (f" ×{kinds[kind]}" if kinds[kind] > 1 else "")
            for kind in sorted(kinds, key=ORDER.__getitem__)
        ]
    )


def _played(who: str, facts: Facts, names: Names) -> str:
    target = f" on {names[facts['target']]}" if "target" in facts else ""
    towards = _DIRECTIONS.get(facts.get("direction", ""), "")
    return f"{who} plays {CARDS[facts['card']].name}{target}{' ' + towards if towards else ''}."


def _overlaid(who: str, facts: Facts, names: Names) -> str:
    return (
        f"{who} lays {_facing(facts)} over {CARDS[facts['covered']].name} "
        f"({where(_CELLS[facts['cell']])})."
    )


def _laid(who: str, facts: Facts, names: Names) -> str:
    return f"{who} lays {_facing(facts)}: {where(_CELLS[facts['cell']])}."


def _facing(facts: Facts) -> str:
    """ "Left Elbow, turned" for a path card, the name alone otherwise."""
    return CARDS[facts["card"]].name + (", turned" if facts["turn"] else "")


def _smashed(who: str, facts: Facts, names: Names) -> str:
    return (
        f"{who} discards {CARDS[facts['card']].name} and destroys "
        f"{CARDS[facts['wall']].name} ({where(_CELLS[facts['cell']])})."
    )


def _closed(who: str, facts: Facts, names: Names) -> str:
    return f"The crowd closes: {listed([where(_CELLS[spot]) for spot in facts['cells']])}."


def _named(names: Names, seats: list[Seat]) -> str:
    return listed([names[seat] for seat in seats])


def _divided(who: str, facts: Facts, names: Names) -> str:
    middle = f", the middle to the {facts['side']}" if facts["side"] else ""
    return f"The crowd divides{middle}."


def _approached(who: str, facts: Facts, names: Names) -> str:
    crushed = _named(names, facts["crushed"]) or "nobody"
    return f"The two halves run into each other and crush {crushed}."


def _curfew(who: str, facts: Facts, names: Names) -> str:
    winners = _named(names, facts["winners"])
    verb = "wins" if len(facts["winners"]) == 1 else "win"
    return f"Curfew! The nearest to the stage: {winners} {verb}."


_EVENTS: Mapping[str, Callable[[str, Facts, Names], str]] = {
    "entered": lambda who, facts, names: f"{who} enters by the {TICKET_NAMES[facts['ticket']]}.",
    "turn": lambda who, facts, names: f"Round {facts['round']}: {who}.",
    "drew": _drew,
    "discarded": lambda who, facts, names: f"{who} discards {CARDS[facts['card']].name}.",
    "indebted": lambda who, facts, names: f"{who} must miss {counted(facts['debt'], 'action')}.",
    "missed": lambda who, facts, names: f"{who} misses {counted(facts['actions'], 'action')}.",
    "gained": lambda who, facts, names: f"{who} gets {counted(facts['actions'], 'extra action')}.",
    "laid": _laid,
    "overlaid": _overlaid,
    "moved": lambda who, facts, names: f"{who} walks to {where(_CELLS[facts['cell']])}.",
    "surfed": lambda who, facts, names: f"{who} surfs to {where(_CELLS[facts['cell']])}.",
    "smashed": _smashed,
    "closed": _closed,
    "played": _played,
    "chose": lambda who, facts, names: f"{who} has chosen.",
    "revealed": lambda who, facts, names: f"On stage: {STAGE_CARDS[facts['card']].name}.",
    "cleared": lambda who, facts, names: "Every Mosh Pit is gone.",
    "divided": _divided,
    "approached": _approached,
    "lost": lambda who, facts, names: f"{CARDS[facts['card']].name} is pushed away.",
    "reshuffled": lambda who, facts, names: "The discard pile becomes the new deck.",
    "stage_reshuffled": lambda who, facts, names: "The stage cards are shuffled again.",
    "won": lambda who, facts, names: f"{who} reaches the stage and wins!",
    "curfew": _curfew,
}

WORDS = ReadyToRockWords()
