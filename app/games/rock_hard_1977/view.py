"""What a viewer may see, cut into the regions of the table (RH-249 to RH-260).

Regions, the same for all: ``calendar``, ``spotlight`` (the open question and what was last
turned up), ``event``, ``bonuses``, ``band-anytime``, ``band-day``, ``band-night``,
``band-after_hours``, ``decks``, and ``amp-<seat>`` for each player. A seat has its ``hand``
besides: hidden goals, cards offered in the setup, cards looked at.
"""

from __future__ import annotations

from functools import cache
from itertools import groupby
from typing import Any

from app.games.contract import Region, Seat
from app.games.rock_hard_1977 import agenda, conditions, effects, setup, spaces, turn_order
from app.games.rock_hard_1977.content import (
    BONUSES,
    CONTENT,
    EVENTS,
    GOALS,
    LIFE_OF,
    MONTHS,
    PHASES,
    SPACES_BY_PHASE,
    TOKENS,
    Space,
)
from app.games.rock_hard_1977.secrets import hidden_goals
from app.games.rock_hard_1977.state import GoalHeld, Player, State, standees
from app.games.rock_hard_1977.steps import (
    Choose,
    Draft,
    LookSweets,
    May,
    Offer,
    PayManager,
    PickHelps,
    Roll,
    TwoLives,
    TwoSweets,
)

ZONES = ("anytime", *PHASES)


def open_view(state: State) -> list[Region]:
    """See `contract.Rules.open_view`."""
    return [
        Region("calendar", _calendar(state)),
        Region("spotlight", _spotlight(state)),
        Region("event", _event(state)),
        Region("bonuses", [_bonus(state, index) for index in range(len(state.bonuses))]),
        *(Region("band", _band(state, zone), zone) for zone in ZONES),
        Region("decks", _decks(state)),
        *(Region("amp", _amp(state, seat), str(seat)) for seat in range(state.seats)),
    ]


def own_view(state: State, seat: Seat) -> list[Region]:
    """See `contract.Rules.own_view`."""
    amp = _amp(state, seat) | {"mine": True}
    return [Region("amp", amp, str(seat)), Region("hand", _hand(state, seat))]


def _calendar(state: State) -> dict[str, Any]:
    return {
        "round": state.round,
        "month": MONTHS[state.round - 1].id if state.round else "",
        "phase": state.phase,
        "order": list(state.order),
        "on_turn": state.turn.seat if state.turn else None,
        "actions": max(0, state.turn.actions) if state.turn else 0,
        "rising_star": state.rising_star,
        "abilities": state.abilities,
        "candy": state.candy,
        "fame": [player.fame for player in state.players],
    }


def _spotlight(state: State) -> dict[str, Any]:
    """The question that is open, and what was last turned up; all of it is seen by all."""
    reveal = state.reveal
    data: dict[str, Any] = {
        "kind": "",
        "seat": None,
        "card": "",
        "cards": [],
        "reveal": {
            "kind": reveal.kind,
            "seat": reveal.seat,
            "card": effects.root(reveal.card),
            "die": reveal.die,
            "bonus": reveal.bonus,
            "purpose": reveal.purpose,
        },
        "final": state.final if state.phase == "over" else None,
    }
    if not state.agenda:
        return data
    step = state.agenda[-1]
    data["kind"] = agenda.question_kind(state, step)
    match step:
        case Offer():
            data["waiting"] = [seat for seat, card in enumerate(step.chosen) if not card]
            return data
        case Draft():
            data["cards"] = list(step.left)
        case TwoLives() | TwoSweets():
            data["cards"] = list(step.cards)
        case May() | Choose():
            data["card"] = effects.root(step.ref)
        case PickHelps():
            data["card"] = step.space
        case Roll():
            data["die"] = step.die
        case PayManager():
            data["due"] = step.due
        case _:
            pass
    data["seat"] = step.seat
    return data


def _event(state: State) -> dict[str, Any]:
    if not state.event:
        return {"card": "", "used": [], "once": False, "standees": []}
    event = EVENTS[state.event]
    once = bool(event.special) or event.ability == "long_weekend"
    return {
        "card": state.event,
        "once": once,
        "used": [s for s, player in enumerate(state.players) if "event" in player.done],
        "standees": standees(state, "event"),
    }


def _bonus(state: State, index: int) -> dict[str, Any]:
    """A Bonus, who has scored it, and how far everybody is (RH-273)."""
    card = state.bonuses[index]
    bonus = BONUSES[card.card]
    measures = [bonus.most] if bonus.most else list(bonus.target)
    return {
        "card": card.card,
        "timing": bonus.timing,
        "scored": list(card.scored),
        "counts": [sum(conditions.MEASURES[name](p) for name in measures) for p in state.players],
        "goal": sum(bonus.target.values()),
        "fame": [conditions.bonus_fame(state.seats, place) for place in range(3)],
    }


# ---- the board


def _band(state: State, zone: str) -> dict[str, Any]:
    """The places of a section with their spaces: standees first to arrive first, the Rising
    Star, covers."""
    now = state.phase == zone or (zone == "anytime" and state.phase in SPACES_BY_PHASE[2])
    return {
        "zone": zone,
        "open": now,
        "gig": state.gig if zone == "night" else "",
        "places": [
            {"id": place, "spaces": [_space(state, space) for space in spaces_there]}
            for place, spaces_there in _places(state.seats, zone)
        ],
    }


@cache
def _places(seats: int, zone: str) -> list[tuple[str, list[Space]]]:
    """The places of a section on the board side for ``seats`` players, and their spaces."""
    side = [space for space in CONTENT.space if seats in space.players and space.zone == zone]
    return [(place, list(there)) for place, there in groupby(side, key=lambda s: s.place)]


def _space(state: State, space: Space) -> dict[str, Any]:
    closes = EVENTS[state.event].closes if state.event else ()
    token = TOKENS[state.tokens[space.place]] if space.turn_from else None
    return {
        "id": space.id,
        "standees": standees(state, space.id),
        "star": spaces.star_space(state, space.zone) == space.id,
        "covered": space.place in closes,
        "visitor": state.visitor if space.action == "record_deal" else None,
        "value": token.value if token else space.turn,
        "hot": token.fame if token else 0,
    }


def _decks(state: State) -> dict[str, Any]:
    """How many cards are left, and what lies open (RH-254)."""
    return {
        "events": {"left": len(state.events.draw), "used": list(state.events.used)},
        "gigs": {"left": len(state.gigs), "used": list(state.gigs_played)},
        "sugar": {"left": len(state.sugar.draw), "used": list(state.sugar.used)},
        "hang_outs": {
            place: {"left": len(deck.draw), "used": list(deck.used)}
            for place, deck in state.hang_outs.items()
        },
    }


# ---- the players


def _amp(state: State, seat: Seat) -> dict[str, Any]:
    """Everything that lies open before a player (RH-250 to RH-252)."""
    player = state.players[seat]
    turn = state.turn if state.turn and state.turn.seat == seat else None
    placed = state.phase == "after_hours"
    return {
        "seat": seat,
        "mine": False,
        "fame": player.fame,
        "money": player.money,
        "candy": player.candy,
        "chops": player.chops,
        "reputation": player.reputation,
        "songs": player.songs,
        "craving": player.craving,
        "low_sugar": player.low_sugar,
        "recovering": player.recovering,
        "royalty_tier": player.royalty_tier,
        "demo": player.demo,
        "crew": player.crew,
        "missed_work": player.missed_work,
        "character": player.character,
        "manager": player.manager,
        "job": player.job,
        "shift": player.shift,
        "tokens": player.tokens,
        "sapphires": player.sapphires,
        "done": list(player.done),
        "place": state.order.index(seat),
        "next_value": turn_order.turn_value(state, seat) if placed else None,
        "turn": {"actions": max(0, turn.actions), "taken": turn.taken} if turn else None,
        "goals": [_goal(player, held) for held in player.goals if held.open],
        "hidden_goals": hidden_goals(player.goals),
        "life": [
            {
                "card": life.card,
                "life": LIFE_OF[life.card],
                "set": life.set,
                "waiting": life.waiting,
                "until": life.until,
            }
            for life in player.life
        ],
        "sets": player.sets,
    }


def _goal(player: Player, held: GoalHeld) -> dict[str, Any]:
    goal = GOALS[held.card]
    count = conditions.goal_count(player, goal) if goal.kind == "tracked" else None
    return {"card": held.card, "scored": held.scored, "count": count}


def _hand(state: State, seat: int) -> dict[str, Any]:
    """What this seat alone sees (RH-252, RH-253, RH-256)."""
    player = state.players[seat]
    step = state.agenda[-1] if state.agenda else None
    looking = isinstance(step, LookSweets) and step.seat == seat
    offered: list[str] = []
    chosen = ""
    if isinstance(step, Offer):
        offered, chosen = list(step.dealt[seat]), step.chosen[seat]
    return {
        "seat": seat,
        "goals": [_goal(player, held) for held in player.goals if not held.open],
        "offer": step.kind if isinstance(step, Offer) else "",
        "offered": offered,
        "pairs": setup.choices(step, seat) if isinstance(step, Offer) else [],
        "chosen": chosen,
        "sweets": state.sugar.draw[-1:-3:-1] if looking else [],
        "peeks": [
            {"deck": peek.deck, "card": peek.card} for peek in state.peeks if peek.seat == seat
        ],
    }
