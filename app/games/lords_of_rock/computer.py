"""How computer players decide: the heuristics of the ledger's last section.

The state is redealt for the seat, so hands, decks and face-down cards of others in it are only
a guess: nothing here looks at them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from app.games.chance import SEED_BYTES, Chance
from app.games.contract import Option, Seat
from app.games.lords_of_rock import powers
from app.games.lords_of_rock.automatic import SOUL_POINTS, automatic, loss
from app.games.lords_of_rock.content import (
    CARDS,
    ENGAGED,
    GODS,
    GODS_OF,
    POINTS,
    POSITIVE,
    SKILLS,
    VENUE_MASK,
    VENUES,
    WORTH,
    starting_value,
)
from app.games.lords_of_rock.resolution import band_sum, scores
from app.games.lords_of_rock.state import (
    ChoosingPantheon,
    Drafting,
    LayingVenue,
    Limiting,
    Over,
    PowerVisit,
    Reaction,
    Recruiting,
    Redrawing,
    RoadieChoice,
    State,
    Table,
    Turn,
    UsingPower,
    clone,
)

FACE_DOWN_GUESS = 1.8
LEAST_VALUE = 0.9
"""Below this a card is kept for later."""
SAFE_LEAD = 3
BLUFF_HAND = 8
"""With so many cards in hand a dead one is better laid as a bluff than thrown at the limit."""
BLUFF_ONE_IN = 3

Options = Sequence[Option]


# -- Setup ---------------------------------------------------------------------------------


def _average(god: str) -> float:
    return sum(ENGAGED[god][mask].value for mask in VENUE_MASK.values()) / len(VENUE_MASK)


AVERAGE: Mapping[str, float] = {god: _average(god) for god in GODS}
"""A god's engaged value averaged over all venues."""


def _god_value(state: State, seat: Seat, god: str) -> float:
    own = sum(ENGAGED[god][VENUE_MASK[venue]].value for venue in state.players[seat].venues)
    return own + 3 * AVERAGE[god]


def _leader_value(state: State, seat: Seat, leader: str) -> float:
    best: dict[str, float] = {}
    for god in GODS_OF[GODS[leader].pantheon]:
        skill = GODS[god].primary.skill
        best[skill] = max(best.get(skill, 0.0), _god_value(state, seat, god))
    others = sum(best[skill] for skill in SKILLS if skill != GODS[leader].primary.skill)
    return _god_value(state, seat, leader) + others


def _recruit(state: State, seat: Seat, options: Options, chance: Chance) -> str:
    value = _god_value if state.players[seat].picks else _leader_value

    def worth(option: Option) -> float:
        return value(state, seat, option.move.partition(":")[2]) + chance.below(100) / 50

    return max(options, key=worth).move


def _pantheon(state: State, seat: Seat, options: Options, chance: Chance) -> str:
    return chance.pick(options).move


def _automatic(state: State, seat: Seat, options: Options, chance: Chance) -> str:
    return automatic(state, seat)


# -- Venue and redraw ----------------------------------------------------------------------


def _venue(state: State, seat: Seat, options: Options, chance: Chance) -> str:
    cards = len(state.players[seat].hand)

    def worth(option: Option) -> float:
        venue = option.move.partition(":")[2]
        mask = VENUE_MASK[venue]
        values = [starting_value(player.band, mask) for player in state.players]
        lead = values.pop(seat) - max(values)
        return lead + VENUES[venue].souls[0] / 2 + 0.3 * (cards - 7) * mask.bit_count()

    return max(options, key=worth).move


def _redraw(state: State, seat: Seat, options: Options, chance: Chance) -> str:
    mask = state.stage.mask
    dead = [
        card
        for card in dict.fromkeys(state.players[seat].hand)
        if not POINTS[card][mask] and not _moves_souls(card) and WORTH[card] < 1.5
    ]
    if dead:
        return f"redraw:{min(dead, key=WORTH.__getitem__)}"
    return automatic(state, seat)


def _moves_souls(card: str) -> bool:
    return bool(CARDS[card].souls) or CARDS[card].ability == "roadie"


# -- Turns and reactions -------------------------------------------------------------------


class Outlook(msgspec.Struct, frozen=True):
    """What a seat makes of the running concert. ``lead``: own estimate less the best rival's."""

    own: float
    rivals: dict[Seat, float]
    lead: float
    lag: float


def _outlook(state: State, seat: Seat) -> Outlook:
    player = state.players[seat]
    mask = state.stage.mask
    covered = sorted((loss(laid.card, mask) for laid in player.pile), reverse=True)
    own = band_sum(state, seat).total + sum(covered[: player.roadies])
    rivals: dict[Seat, float] = {}
    for rival in state.rivals(seat):
        pile = state.players[rival].pile
        face_down = sum(laid.card in POSITIVE for laid in pile)
        rivals[rival] = band_sum(state, rival, hide=True).total + FACE_DOWN_GUESS * face_down
    return Outlook(own, rivals, own - max(rivals.values()), min(rivals.values()) - own)


def _positive_value(state: State, seat: Seat, card: str, outlook: Outlook) -> float:
    player = state.players[seat]
    if CARDS[card].ability == "roadie":
        return 2.4 if len(player.active(positive=False)) > player.roadies else 0.0
    place = CARDS[card].need.place
    souls = CARDS[card].souls
    if souls:
        likely = {"": True, "first": outlook.lead >= SAFE_LEAD, "last": outlook.lag >= 5}[place]
        return SOUL_POINTS * souls - 0.3 if likely else 0.0
    points = POINTS[card][state.stage.mask]
    return points - 0.35 if outlook.lead < SAFE_LEAD else points / 3


def _negative_value(state: State, card: str, rival: Seat, outlook: Outlook) -> float:
    strongest = max(outlook.rivals.values())
    souls = -CARDS[card].souls
    if souls:
        if CARDS[card].need.place:
            likely = outlook.rivals[rival] == strongest and outlook.lead < 0
        else:
            richest = max(state.players[one].souls for one in outlook.rivals)
            likely = state.players[rival].souls == richest
        return 0.8 * SOUL_POINTS * souls - 0.3 if likely else 0.0
    if outlook.rivals[rival] < max(strongest, outlook.own - 2):
        return 0.0
    return 0.8 * -POINTS[card][state.stage.mask] - 0.3


def _budget(state: State, seat: Seat) -> float:
    """How many cards this concert is worth."""
    player = state.players[seat]
    if state.last_concert:
        return float("inf")
    played = sum(laid.by == seat for one in state.players for laid in one.pile)
    rich = VENUES[state.stage.venue].souls[0] >= 7 or len(player.hand) + played >= 9
    return (4 if rich else 3) - played


def _turn(state: State, seat: Seat, options: Options, chance: Chance) -> str:
    outlook = _outlook(state, seat)
    best, best_value = "pass", 0.0 if state.last_concert else LEAST_VALUE
    if _budget(state, seat) > 0:
        for option in options:
            words = option.move.split(":")
            if len(words) == 2:
                value = _positive_value(state, seat, words[1], outlook)
            elif len(words) == 3:
                value = _negative_value(state, words[1], int(words[2]), outlook)
            else:
                continue
            if value > best_value:
                best, best_value = option.move, value
    if best == "pass":
        return _bluff(state, seat, chance) or best
    return best


def _bluff(state: State, seat: Seat, chance: Chance) -> str | None:
    """A card that is dead here, laid face down: rivals count it, and a full hand would have
    to throw it soon anyway."""
    hand = state.players[seat].hand
    mask = state.stage.mask
    dead = [
        card
        for card in hand
        if card in POSITIVE and not POINTS[card][mask] and not _moves_souls(card)
    ]
    if not dead or len(hand) < BLUFF_HAND or chance.below(BLUFF_ONE_IN):
        return None
    return f"play:{min(dead, key=WORTH.__getitem__)}"


def _reaction(state: State, seat: Seat, options: Options, chance: Chance) -> str:
    outlook = _outlook(state, seat)
    best, best_value = "react:decline", LEAST_VALUE
    for option in options:
        card = option.move.partition(":")[2]
        if card == "decline":
            continue
        value = _positive_value(state, seat, card, outlook)
        if value > best_value:
            best, best_value = option.move, value
    return best


# -- Powers --------------------------------------------------------------------------------


def forecast(state: State) -> dict[Seat, int]:
    """The souls of a revealed concert by seat if nobody used another power."""
    trial = clone(state)
    mask = trial.stage.mask
    for seat in trial.stage.seats:
        player = trial.players[seat]
        negatives = player.active(positive=False)
        negatives.sort(key=lambda laid: loss(laid.card, mask), reverse=True)
        for laid in negatives[: player.roadies]:
            laid.cancelled = True
    return {one.seat: one.souls + one.fans for one in scores(trial)}


def _gain(before: Mapping[Seat, int], after: Mapping[Seat, int], seat: Seat) -> float:
    """Own souls more, and a third of what the best rival has less."""
    best_before = max(souls for one, souls in before.items() if one != seat)
    best_after = max(souls for one, souls in after.items() if one != seat)
    return after[seat] - before[seat] + (best_before - best_after) / 3


def _with_power(state: State, seat: Seat, power: str) -> State:
    """A copy in which the seat used ``power`` with the automatic choices."""
    table = Table(clone(state), Chance(bytes(SEED_BYTES)))
    powers.visit(table, PowerVisit(seat), seat, ("power", power))
    while isinstance(step := table.state.step, UsingPower):
        powers.use(table, step, seat, automatic(table.state, seat).split(":"))
    return table.state


def power_bar(state: State) -> float:
    """What a power has to gain: 2.6 souls at first, falling evenly to 1 at the end."""
    concerts = state.rounds * state.seats
    return 0.01 if state.last_concert else 2.6 - 1.6 * state.hosted / concerts


def _visit(state: State, seat: Seat, options: Options, chance: Chance) -> str:
    before = forecast(state)
    best, best_gain = "power:end", power_bar(state)
    for option in options:
        power = option.move.partition(":")[2]
        if power == "end":
            continue
        if power == "valhalla-never-closes":
            gain = 2.7 if len(state.players[seat].hand) <= 7 else 1.0
        else:
            gain = _gain(before, forecast(_with_power(state, seat, power)), seat)
        if gain >= best_gain:
            best, best_gain = option.move, gain
    return best


def appraise(state: State, seat: Seat) -> float:
    """Souls ahead of the best rival, with what the running resolution promises."""
    souls = {other: float(player.souls) for other, player in enumerate(state.players)}
    concert = state.concert
    if concert and concert.revealed and not isinstance(state.step, Limiting | Over):
        for other, more in forecast(state).items():
            souls[other] += more
    own = souls.pop(seat)
    hand = sum(WORTH[card] for card in state.players[seat].hand)
    return own + (own - max(souls.values())) / 3 + hand / 6


_ADVICE: Mapping[type[Any], Callable[[State, Seat, Options, Chance], str]] = {
    Drafting: _automatic,
    ChoosingPantheon: _pantheon,
    Recruiting: _recruit,
    LayingVenue: _venue,
    Redrawing: _redraw,
    Turn: _turn,
    Reaction: _reaction,
    PowerVisit: _visit,
    RoadieChoice: _automatic,
    Limiting: _automatic,
}
"""Choices within a power are left to one step of look-ahead with `appraise`."""


def advise(state: State, seat: Seat, options: Options, chance: Chance) -> str | None:
    """The heuristics' move from the open ``options``."""
    if isinstance(state.step, UsingPower):
        return None
    return _ADVICE[type(state.step)](state, seat, options, chance)
