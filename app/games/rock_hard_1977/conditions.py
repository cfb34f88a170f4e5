"""What Bonuses and Personal Goals count, and when a condition holds (RH-313, RH-314)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from app.games.rock_hard_1977.content import (
    BONUSES,
    CONTENT,
    GOALS,
    LIFE_OF,
    LIFE_TYPES,
    SPACES,
    Bonus,
    Goal,
)
from app.games.rock_hard_1977.state import Player, State

Measure = Callable[[Player], int]


def _spaces(*places: str, zone: str = "") -> tuple[str, ...]:
    return tuple(s.id for s in SPACES.values() if s.place in places and zone in ("", s.zone))


_GIG_PLACES: Mapping[str, tuple[str, ...]] = {
    "gigs_tjs": _spaces("tjs"),
    "gigs_fox_den": _spaces("fox-den"),
    "gigs_random": _spaces("random-gig"),
    "gigs_panda": _spaces("panda-palace"),
    "gigs_yenser": _spaces("yenser-arena"),
    "gigs_carter": _spaces("carter-stadium"),
}
_STUDIOS = ("rehearsal-studio-a", "rehearsal-studio-b")
_ACTIONS: Mapping[str, tuple[str, ...]] = {
    **_GIG_PLACES,
    "gigs": _spaces(*(SPACES[spaces[0]].place for spaces in _GIG_PLACES.values())),
    "gigs_big": _spaces("yenser-arena", "carter-stadium"),
    "rehearsals": _spaces(*_STUDIOS),
    "rehearsals_night": _spaces(*_STUDIOS, zone="night"),
    "interviews": _spaces("radio-station"),
    "publicists": _spaces("publicist"),
    "promos": _spaces("indie-promo"),
    "publicity_actions": _spaces("radio-station", "publicist", "indie-promo"),
    "bloods": _spaces("blood-bank"),
    "beds": _spaces("bed-early"),
    "slinkys_visits": _spaces("slinkys"),
}
_HANG_OUTS = tuple(s.id for s in SPACES.values() if s.action == "hang_out")


def _actions(spaces: tuple[str, ...]) -> Measure:
    return lambda player: sum([player.counts[space] for space in spaces if space in player.counts])


def _cards(life: str) -> Measure:
    return lambda player: sum(LIFE_OF[held.card] == life for held in player.life)


MEASURES: Mapping[str, Measure] = {
    "chops": lambda player: player.chops,
    "reputation": lambda player: player.reputation,
    "songs": lambda player: player.songs,
    "money": lambda player: player.money,
    "candy": lambda player: player.candy,
    "craving": lambda player: player.craving,
    "crew": lambda player: player.crew,
    "royalty_tier": lambda player: player.royalty_tier,
    "missed_work": lambda player: player.missed_work,
    "has_job": lambda player: int(player.job != ""),
    "has_deal": lambda player: int(player.royalty_tier > 0),
    "stat_sum": lambda player: player.chops + player.reputation + player.songs,
    "stat_low": lambda player: min(player.chops, player.reputation, player.songs),
    "card_types": lambda player: len({LIFE_OF[held.card] for held in player.life}),
    "sets": lambda player: player.sets,
    "gig_places": lambda player: sum(
        any(space in player.counts for space in spaces) for spaces in _GIG_PLACES.values()
    ),
    "hangout_places": lambda player: sum(space in player.counts for space in _HANG_OUTS),
    "hot_hangouts": lambda player: player.counts.get("hot_hangouts", 0),
    "candy_eaten": lambda player: player.counts.get("candy_eaten", 0),
    **{f"cards_{life}": _cards(life) for life in LIFE_TYPES},
    **{name: _actions(spaces) for name, spaces in _ACTIONS.items()},
}


class Achieved(NamedTuple):
    """A condition that holds for a seat: of the Bonus in play, or of the own goal."""

    seat: int
    bonus: int | None
    goal: int


Condition = Callable[[Player], bool]


def goal_count(player: Player, goal: Goal) -> int:
    """How often the owner has done what a tracked goal names (RH-206)."""
    return sum([MEASURES[name](player) for name in goal.counts])


def _at_least(measure: Measure, number: int) -> Condition:
    return lambda player: measure(player) >= number


def _at_most(measure: Measure, number: int) -> Condition:
    return lambda player: measure(player) <= number


def _all_of(parts: Sequence[Condition]) -> Condition:
    return parts[0] if len(parts) == 1 else lambda player: all(part(player) for part in parts)


def _of_bonus(bonus: Bonus) -> Condition:
    return _all_of([_at_least(MEASURES[name], number) for name, number in bonus.target.items()])


def _of_goal(goal: Goal) -> Condition:
    if goal.kind == "tracked":
        return _at_least(partial(goal_count, goal=goal), goal.steps)
    parts = [_at_least(MEASURES[name], number) for name, number in goal.target.items()]
    parts += [_at_most(MEASURES[name], number) for name, number in goal.at_most.items()]
    return _all_of(parts)


_CONDITIONS: Mapping[str, Condition] = {
    **{card: _of_bonus(bonus) for card, bonus in BONUSES.items()},
    **{card: _of_goal(goal) for card, goal in GOALS.items()},
}
_AT_ONCE: Mapping[str, Condition] = {
    **{card: _CONDITIONS[card] for card, b in BONUSES.items() if b.timing == "when_achieved"},
    **{card: _CONDITIONS[card] for card, goal in GOALS.items() if goal.kind != "end"},
}
"""The conditions "when achieved", by card."""


def bonus_holds(player: Player, bonus: Bonus) -> bool:
    return _CONDITIONS[bonus.id](player)


def goal_holds(player: Player, goal: Goal) -> bool:
    return _CONDITIONS[goal.id](player)


def achieved(state: State, seat: int) -> list[Achieved]:
    """The conditions "when achieved" that hold for the seat and are not scored."""
    player = state.players[seat]
    found: list[Achieved] = []
    for index, card in enumerate(state.bonuses):
        holds = _AT_ONCE.get(card.card)
        if holds is not None and seat not in card.scored and holds(player):
            found.append(Achieved(seat, index, 0))
    for index, held in enumerate(player.goals):
        holds = _AT_ONCE.get(held.card)
        if holds is not None and not held.scored and holds(player):
            found.append(Achieved(seat, None, index))
    return found


_FAME = {seats: row.fame for row in CONTENT.bonus_score for seats in row.players}


def bonus_fame(seats: int, place: int) -> int:
    """The Fame for the ``place``-th (from 0) to achieve a Bonus (RH-202)."""
    fame = _FAME[seats]
    return fame[place] if place < len(fame) else 0


def goal_fame(card: str) -> int:
    return GOALS[card].fame


def shared_fame(seats: int, counts: list[int]) -> list[int]:
    """The Fame of each seat for an end-game Bonus by what it counts (RH-204, RH-205)."""
    result: list[int] = []
    for count in counts:
        place = sum(other > count for other in counts)
        tied = counts.count(count)
        # two who tie get the Fame of the next place; more than two that of the third
        worth = place if tied == 1 else max(place + 1, 2 if tied > 2 else 0)
        out_of_it = count == 0 or (tied > 1 and place > 1)
        result.append(0 if out_of_it else bonus_fame(seats, worth))
    return result
