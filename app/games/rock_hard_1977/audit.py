"""The invariants of the ledger (I1 to I22, A1 to A8), checked on a state."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from app.games.contract import Broken
from app.games.rock_hard_1977 import conditions, lives
from app.games.rock_hard_1977.content import (
    BONUSES,
    CHARACTERS,
    CONTENT,
    GIGS,
    GOALS,
    LIFE_OF,
    LIFE_STARTS,
    LOCATIONS,
    MONTHS,
    SPACES,
    TOKENS,
)
from app.games.rock_hard_1977.state import NOBODY, Player, State, ability_of
from app.games.rock_hard_1977.steps import FormSets, TwoLives, TwoSweets

_COPIES = {
    place: Counter({row.id: row.copies for row in CONTENT.hang_out if row.deck == place})
    for place in LOCATIONS
}
_TOKENS = {
    seats: sorted(row.id for row in TOKENS.values() if seats in row.players)
    for seats in range(2, 6)
}
_EVENTS = Counter(row.id for row in CONTENT.event)
_SUGAR = Counter(row.id for row in CONTENT.sugar_rush)
Check = tuple[bool, str, str]
"""Whether it holds, the rule, and what would be wrong."""


def audit(state: State) -> None:
    """Raise `Broken` if an invariant does not hold."""
    for holds, rule, what in _checks(state):
        if not holds:
            raise Broken(rule, what)


def _checks(state: State) -> Iterator[Check]:
    yield from _table(state)
    yield from _decks(state)
    yield from _nobody_twice(state)
    for seat, player in enumerate(state.players):
        yield from _goods(player)
        yield from _marks(state, player)
        if state.phase != "setup":
            yield from _cast(state, seat, player)
            yield from _life(state, seat, player)
        if state.round:
            yield from _scored(state, seat, player)


def _table(state: State) -> Iterator[Check]:
    yield sorted(state.order) == list(range(state.seats)), "RH-085", f"order {state.order}"
    tokens = sorted(state.tokens.values())
    yield tokens == _TOKENS[state.seats], "RH-018", f"tokens {tokens}"
    yield 0 <= state.round <= len(MONTHS), "RH-002", f"round {state.round}"
    yield bool(state.agenda) == (state.phase != "over"), "RH-261", "nobody owes a decision"
    yield state.star == 0 or state.rising_star, "RH-232", "the Rising Star is not playing"
    crews = Counter(p.at for p in state.players if p.at and not _shared(p.at))
    yield all(n == 1 for n in crews.values()), "RH-139", f"a Hire Crew space holds two: {crews}"


def _nobody_twice(state: State) -> Iterator[Check]:
    """Characters, managers, jobs and goals: each card is with one player at most (I11)."""
    for kind in ("character", "manager", "job"):
        held = [getattr(player, kind) for player in state.players if getattr(player, kind)]
        yield len(set(held)) == len(held), "RH-009", f"a {kind} twice: {held}"
    goals = [goal.card for player in state.players for goal in player.goals]
    yield len(set(goals)) == len(goals), "RH-023", f"a goal twice: {goals}"


def _shared(where: str) -> bool:
    return where not in SPACES or SPACES[where].share


def _decks(state: State) -> Iterator[Check]:
    events = Counter([*state.events.draw, *state.events.used, *[state.event] * bool(state.event)])
    yield events == _EVENTS, "RH-074", "an Event is missing or stands twice"
    turned = len(state.events.used) + bool(state.event)
    in_prep = state.phase == "prep"
    yield turned == max(state.round, bool(state.event)) or in_prep, "RH-074", "Events turned up"
    aside = [c for step in state.agenda if isinstance(step, TwoSweets) for c in step.cards]
    sugar = Counter([*state.sugar.draw, *state.sugar.used, *aside])
    yield sugar == _SUGAR, "RH-121", "a Sugar Rush card is missing or stands twice"
    gigs = [*state.gigs, *state.gigs_played, *[state.gig] * bool(state.gig)]
    yield len(set(gigs)) == len(gigs) == 9, "RH-016", "nine Random Gigs"
    if state.round and not in_prep:
        yield len(state.gigs) == 9 - state.round, "RH-081", f"{len(state.gigs)} Gigs are left"
        level = MONTHS[state.round - 1].gig_level
        yield GIGS[state.gig].level == level, "RH-081", f"{state.gig} in round {state.round}"
    yield from _hang_outs(state)


def _hang_outs(state: State) -> Iterator[Check]:
    held = Counter(life.card for player in state.players for life in player.life)
    for step in state.agenda:
        if isinstance(step, TwoLives):
            held.update(step.cards)
    for place, copies in _COPIES.items():
        deck = state.hang_outs[place]
        here = Counter([*deck.draw, *deck.used])
        here.update({card: held[card] for card in copies if held[card]})
        yield here == copies, "RH-017", f"the cards of {place}"
    starts = [held[card] for card in LIFE_STARTS]
    yield max(starts) <= 1, "RH-022", "a starting card stands twice"


def _goods(player: Player) -> Iterator[Check]:
    stats = (player.chops, player.reputation, player.songs, player.craving)
    yield all(0 <= stat <= 11 for stat in stats), "RH-033", f"dials {stats}"
    goods = (player.fame, player.money, player.candy, player.tokens, player.sapphires)
    yield min(goods) >= 0, "RH-038", f"less than nothing: {goods}"
    yield 0 <= player.crew <= 3, "RH-045", f"{player.crew} Crew"
    yield 0 <= player.missed_work <= 2, "RH-191", f"{player.missed_work} Missed Work tokens"
    yield player.demo in (0, 1), "RH-043", f"{player.demo} Demos"
    yield 0 <= player.royalty_tier <= 3, "RH-042", f"tier {player.royalty_tier}"
    yield player.job != "" or player.shift == "", "RH-193", "a shift without a job"


def _marks(state: State, player: Player) -> Iterator[Check]:
    yield len(set(player.done)) == len(player.done), "RH-238", f"used twice: {player.done}"
    yield len(set(player.did)) == len(player.did), "RH-098", f"used twice: {player.did}"
    gigs = sum(player.counts.get(space, 0) for space in SPACES if SPACES[space].action == "gig")
    yield gigs <= state.round, "RH-145", f"{gigs} Gigs in {state.round} rounds"
    bed = "bed-early" in player.did
    yield not (bed and "candy" in player.did), "RH-156", "Candy before bed"
    others = [mark for mark in player.did if mark in SPACES and mark != "bed-early"]
    yield not (bed and others), "RH-156", f"up again after bed: {others}"


def _cast(state: State, seat: int, player: Player) -> Iterator[Check]:
    yield player.character in CHARACTERS, "RH-020", "no character"
    yield player.manager != "", "RH-026", "no manager"
    yield len(player.goals) == 2, "RH-023", f"{len(player.goals)} goals"
    ability = ability_of(state, seat)
    if ability == "house_call":
        given = sum(other.sapphires for other in state.players)
        yield player.tokens + given <= 3, "RH-323", "more than three Sapphire tokens"
    elif player.character:
        yield player.tokens <= CHARACTERS[player.character].tokens, "RH-238", "Ability tokens"
    if not state.abilities:
        yield player.tokens == 0, "RH-030", "an Ability token without abilities"
    if not state.candy:
        yield (player.candy, player.craving) == (0, 0), "RH-031", "Candy without Candy"


def _life(state: State, seat: int, player: Player) -> Iterator[Check]:
    for number in range(1, player.sets + 1):
        types = [LIFE_OF[life.card] for life in player.life if life.set == number]
        yield lives.is_set(types), "RH-169", f"set {number}: {types}"
    looking = any(isinstance(step, FormSets) and step.seat == seat for step in state.agenda)
    if not looking:
        yield not lives.possible_sets(player), "RH-171", "a set was not formed"
    for life in player.life:
        late = life.waiting and life.until and life.until < state.round
        yield not late, "RH-305", f"{life.card} should have lapsed"


def _scored(state: State, seat: int, player: Player) -> Iterator[Check]:
    for card in state.bonuses:
        yield len(set(card.scored)) == len(card.scored), "RH-201", f"{card.card} scored twice"
        bonus = BONUSES[card.card]
        if bonus.timing == "when_achieved" and state.phase != "over":
            met = seat in card.scored or not conditions.bonus_holds(player, bonus)
            yield met, "RH-200", f"seat {seat} has achieved {card.card}"
    for held in player.goals:
        goal = GOALS[held.card]
        if goal.kind != "end" and not held.scored and state.phase != "over":
            met = conditions.goal_holds(player, goal)
            yield not met, "RH-200", f"seat {seat} has achieved {held.card}"
    if state.house_call != NOBODY:
        yield state.players[state.house_call].sapphires >= 0, "RH-324", "Doc's patient"
