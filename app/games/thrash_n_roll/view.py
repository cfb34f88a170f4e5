"""What a viewer sees of the table, region by region (TNR-169 to TNR-176).

Regions: round, place-<location>, singles, albums, display, decks, stage, band-<seat>, and for
a seat its own plan and hand.
"""

from __future__ import annotations

from typing import Any

import msgspec

from app.games.contract import Region, Seat
from app.games.thrash_n_roll import draft
from app.games.thrash_n_roll.content import (
    ACTIONS,
    ASSASSIN_MARKERS,
    BEST_BONUS,
    CHARACTERS,
    CONTENT,
    FANS,
    LAST_LEVEL,
    LOCATIONS,
    MARKERS,
    NO_LIMIT,
    POPULARITY_TRACK,
    ROUNDS,
    SCANDALS,
    SKILLS,
    STARS,
    SUPPORTS,
    dice_spaces,
)
from app.games.thrash_n_roll.forecast import forecast
from app.games.thrash_n_roll.kinds import kind, public_kind
from app.games.thrash_n_roll.menu import asked_seat
from app.games.thrash_n_roll.records import totals_of
from app.games.thrash_n_roll.state import (
    AfterOrder,
    Battle,
    EndTurn,
    HitTrack,
    NeutralKeep,
    Planning,
    Question,
    Reroll,
    SetlistPick,
    State,
    Turn,
)
from app.games.thrash_n_roll.table import (
    different_skills,
    frontman,
    popularity,
    record_pool,
    scandals_left,
    skill_pool,
)

Card = dict[str, Any]

_CARDS: dict[str, Card] = {
    card.id: msgspec.to_builtins(card)
    for deck in (SUPPORTS, FANS, SCANDALS)
    for card in deck.values()
}
for _support in SUPPORTS.values():
    _CARDS[_support.id]["bonus"] = CHARACTERS[_support.character].bonus_locations
    _CARDS[_support.id]["text"] = CHARACTERS[_support.character].text
    _CARDS[_support.id]["short"] = CHARACTERS[_support.character].short


_PRINTED: dict[str, dict[str, Any]] = {
    location.id: {
        "id": location.id,
        "name": location.name,
        "bonus": location.short,
        "actions": [
            {"id": action.id, "cost": action.cost, "short": action.short, "text": action.text}
            for action in location.action
        ],
    }
    for location in LOCATIONS.values()
}
"""What is printed on the board at each location."""


def open_view(state: State) -> list[Region]:
    """See `contract.Rules.open_view`. In reading order."""
    return [
        Region("round", _round(state)),
        *(Region("place", _place(state, location), location) for location in LOCATIONS),
        Region("singles", _hits(state, "singles")),
        Region("albums", _hits(state, "albums")),
        Region("display", [_CARDS[card] for card in state.display if card]),
        Region("decks", _decks(state)),
        Region("stage", _stage(state)),
        *(Region("band", _band(state, seat), str(seat)) for seat in range(len(state.bands))),
    ]


def own_view(state: State, seat: Seat) -> list[Region]:
    """See `contract.Rules.own_view`."""
    return [Region("plan", _plan(state, seat)), Region("hand", _hand(state, seat))]


def _round(state: State) -> dict[str, Any]:
    return {
        "round": state.round,
        "rounds": ROUNDS,
        "first": state.first,
        "on_turn": on_turn(state),
        "over": state.over,
        "awards": dict(state.awards),
    }


def on_turn(state: State) -> Seat | None:
    """Whose turn it is; ``None`` in the ending phase."""
    for step in reversed(state.agenda):
        if isinstance(step, Turn | EndTurn):
            return step.seat
    return None


def _place(state: State, location: str) -> dict[str, Any]:
    limit = dice_spaces(location, len(state.bands))
    return _PRINTED[location] | {
        "spaces": None if limit == NO_LIMIT else limit,
        "dice": [{"seat": seat, "value": value} for seat, value in state.places[location]],
        "assassins": state.assassins if location == "concert" else None,
    }


def _hits(state: State, track: HitTrack) -> dict[str, Any]:
    spaces: list[dict[str, Any]] = [
        {"space": space, "stars": stars, "seat": None, "count": 0}
        for space, stars in enumerate(STARS[track])
    ]
    for seat, band in enumerate(state.bands):
        for space in band.albums if track == "albums" else [band.single]:
            spaces[space]["seat"] = seat
            spaces[space]["count"] += 1
    owners = [space["seat"] for space in spaces[1:] if space["seat"] is not None]
    top = state.agenda[-1] if state.agenda else None
    fought = top.space if isinstance(top, Battle) and top.track == track else None
    return {
        "spaces": spaces[1:],
        "best": owners[-1] if owners else None,
        "best_bonus": BEST_BONUS[track],
        "battle": fought,
    }


def _decks(state: State) -> dict[str, Any]:
    return {
        name: {"left": len(deck.draw), "discarded": [_CARDS[card] for card in deck.used]}
        for name, deck in (
            ("supports", state.support_deck),
            ("fans", state.fan_deck),
            ("scandals", state.scandal_deck),
        )
    } | {
        "assassins": ASSASSIN_MARKERS - state.assassins,
        "skills": {skill: skill_pool(state, index) for index, skill in enumerate(SKILLS)},
    }


def _stage(state: State) -> dict[str, Any] | None:
    """What is going on, as all may see it; ``None`` after the end."""
    if not state.agenda:
        return None
    step = state.agenda[-1]
    assert isinstance(step, Question)
    stage: dict[str, Any] = {"kind": public_kind(step), "seat": asked_seat(state, step)}
    match step:
        case NeutralKeep():
            return stage | {"roll": step.roll, "album": step.album}
        case AfterOrder():
            cards = [_CARDS[card] for card in step.cards]
            return stage | {"location": step.location, "bonus": step.bonus, "cards": cards}
        case SetlistPick():
            return stage | {"skills": list(step.skills)}
        case Battle():
            return stage | _battle(state, step)
        case _:
            return stage


def _battle(state: State, step: Battle) -> dict[str, Any]:
    return {
        "track": step.track,
        "space": step.space,
        "initiator": step.seat,
        "defender": step.defender,
        "count": step.count,
        "rolls": list(step.rolls),
        "totals": list(totals_of(state, step)) if step.rolls else [],
        "popularity": [
            popularity(state.bands[step.seat]),
            popularity(state.bands[step.defender]),
        ],
    }


def _band(state: State, seat: Seat) -> dict[str, Any]:
    band = state.bands[seat]
    number, member = frontman(band)
    return {
        "seat": seat,
        "name": CONTENT.band[seat].name,
        "fame": band.fame,
        "gear": band.gear,
        "timing": band.timing,
        "last_level": LAST_LEVEL,
        "popularity": popularity(band),
        "track": POPULARITY_TRACK[1:],
        "uncovered": len(band.taken),
        "last_marker": MARKERS[band.taken[-1]].icon if band.taken else None,
        "skills": dict(zip(SKILLS, band.skills, strict=True)),
        "different_skills": different_skills(band),
        "frontman": {"skill": member, "value": number},
        "dice": list(band.dice),
        "passed": band.passed,
        "first": state.first == seat,
        "on_turn": on_turn(state) == seat,
        "single": band.single,
        "albums": list(band.albums),
        "record_markers": record_pool(state, seat),
        "supports": len(band.supports),
        "fans": len(band.fans),
        "scandals": len(band.scandals),
        "beside": len(band.beside),
        "revealed": [_CARDS[card] for card in band.scandals] if state.over else [],
        "awards": [skill for skill, seats in state.awards.items() if seat in seats],
        "score": dict(band.score) if state.over else {},
    }


def _hand(state: State, seat: Seat) -> dict[str, Any]:
    band = state.bands[seat]
    return {
        "seat": seat,
        "supports": [_CARDS[card] for card in band.supports],
        "fans": [_CARDS[card] for card in band.fans],
        "scandals": [_CARDS[card] for card in band.scandals],
        "beside": len(band.beside),
    }


def _plan(state: State, seat: Seat) -> dict[str, Any]:
    """The viewer's own dice and draft. ``kind`` is the decision that the viewer owes, or "";
    ``step`` is the same within a draft, and "" outside."""
    band = state.bands[seat]
    data: dict[str, Any] = {
        "seat": seat,
        "dice": list(band.dice),
        "passed": band.passed,
        "skills": dict(zip(SKILLS, band.skills, strict=True)),
        "scandals_left": scandals_left(state, seat),
        "kind": "",
        "on_turn": False,
        "step": "",
        "rerolling": None,
    }
    top = state.agenda[-1] if state.agenda else None
    if not isinstance(top, Question) or asked_seat(state, top) != seat:
        return data
    data["kind"] = kind(top)
    match top:
        case Turn():
            data["on_turn"] = True
        case Reroll():
            data["rerolling"] = top.value
        case Planning():
            plan = top.plan
            data["on_turn"] = True
            data |= {
                "step": data["kind"],
                "location": LOCATIONS[plan.location].name,
                "action": plan.action,
                "cost": ACTIONS[plan.action].cost,
                "strength": draft.strength(plan),
                "placed": list(plan.dice),
                "supports": [_CARDS[card] for card in plan.supports],
                "scandals": max(0, plan.scandals),
                "for_space": draft.scandals_for_space(state, plan),
                "boost": plan.boost,
                "fans": [_CARDS[fan] for fan in plan.fans],
                "gives": forecast(state, seat, plan),
            }
        case _:
            pass
    return data
