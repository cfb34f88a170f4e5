"""Helps: texts that open a space or change its price (RH-307 to RH-312)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from app.games.contract import Option
from app.games.rock_hard_1977.content import Amounts
from app.games.rock_hard_1977.effects import KEPT, use_up
from app.games.rock_hard_1977.game import Game
from app.games.rock_hard_1977.spaces import Aid, Scene, Site, best_tier, obstacle, price
from app.games.rock_hard_1977.state import State, ability_of, managing
from app.games.rock_hard_1977.steps import NOBODY

FAKE_IT_PLACES = frozenset(
    ("tjs", "fox-den", "panda-palace", "yenser-arena", "carter-stadium", "record-company")
)
FAKED_POINTS = 2
UNLIMITED = frozenset(("house_call", "knows_everybody"))
"""Helps that using does not use up."""


class Way(NamedTuple):
    """A way to use a space: the helps, the price, and the tier at the Record Company."""

    helps: tuple[str, ...]
    price: Amounts
    tier: int


def own_helps(state: State, seat: int) -> tuple[str, ...]:
    """The helps that the seat can still use: names of abilities, and ids of kept cards."""
    player = state.players[seat]
    found: list[str] = []
    ability = ability_of(state, seat)
    if ability == "knows_everybody" or (ability in ("on_the_clock", "fake_it") and player.tokens):
        found.append(ability)
    if ability == "house_call" and state.house_call != NOBODY:
        found.append(ability)
    if managing(state, seat) == "front_row" and "front_row" not in player.done:
        found.append("front_row")
    for life in player.life:
        if life.waiting and KEPT[life.card].ability in _CARDS:
            found.append(life.card)
    return tuple(found)


_CARDS = ("discount_next", "squeeze_in", "loaned_crew", "good_word")


def _ability(name: str) -> str:
    return KEPT[name].ability if name in KEPT else name


def _applies(state: State, site: Site, name: str) -> bool:
    """Whether a help speaks of this space at all."""
    ability = _ability(name)
    space = site.space
    need = site.need
    if ability == "discount_next":
        actions = KEPT[name].args.actions
        return isinstance(actions, tuple) and space.action in actions
    if ability == "knows_everybody":
        return space.action == "hang_out"
    if ability == "on_the_clock":
        return space.action in ("rehearse", "record_demo")
    if ability == "fake_it":
        return space.place in FAKE_IT_PLACES
    if ability == "loaned_crew":
        return space.action == "gig" and need.crew > 0
    if ability == "good_word":
        stats = need.chops or need.reputation or need.songs or need.chops_plus_reputation
        return bool(stats or need.any or need.better_royalty)
    if space.kind != "limited" or not space.share:
        return False
    # RH-324: Doc goes where the patient is
    return ability != "house_call" or state.players[state.house_call].at == space.id


@lru_cache(maxsize=1024)
def aid_of(helps: tuple[str, ...]) -> Aid:
    """What the helps do together."""
    share = free = False
    points = crew = discount = 0
    for name in helps:
        ability = _ability(name)
        if ability == "on_the_clock":
            share = free = True
        elif ability == "fake_it":
            points += FAKED_POINTS
        elif ability == "good_word":
            points += KEPT[name].args.points
        elif ability == "loaned_crew":
            crew += KEPT[name].args.crew
        elif ability == "discount_next":
            discount += KEPT[name].args.money
        else:
            share = True
    return Aid(share, points, crew, free, discount)


def _way(state: State, seat: int, site: Site, helps: tuple[str, ...]) -> Way:
    """The use of the space with exactly these helps."""
    aid = aid_of(helps)
    deal = site.space.action == "record_deal"
    tier = best_tier(state.players[seat], aid.points) if deal else 0
    return Way(helps, price(state, seat, site, aid), tier)


def ways(state: State, seat: int, site: Site, helps: tuple[str, ...]) -> list[Way]:
    """Every way to use a space that is open to the seat, with some of ``helps`` or none, in
    which no help is idle (RH-308)."""
    useful = [name for name in helps if _applies(state, site, name)]
    if not useful:
        return [_way(state, seat, site, ())]
    scene = Scene(state, seat)
    tried: dict[tuple[str, ...], Way | None] = {}
    for size in range(len(useful) + 1):
        for chosen in combinations(useful, size):
            if chosen not in tried:
                legal = obstacle(scene, site, aid_of(chosen)) is None
                tried[chosen] = _way(state, seat, site, chosen) if legal else None
    return [way for way in tried.values() if way is not None and not _idle(way, tried)]


def _idle(way: Way, tried: Mapping[tuple[str, ...], Way | None]) -> bool:
    """Whether one of the helps could be spared: same use, same price, same gain."""
    for index in range(len(way.helps)):
        without = tried[way.helps[:index] + way.helps[index + 1 :]]
        if without is not None and without[1:] == way[1:]:
            return True
    return False


def overcome(scene: Scene, site: Site, helps: tuple[str, ...]) -> bool:
    """Whether all ``helps`` that speak of the space together leave no obstacle there.

    Without an obstacle there is a way: who leaves out what is idle, one by one, comes to it.
    """
    useful = tuple(name for name in helps if _applies(scene.state, site, name))
    return bool(useful) and obstacle(scene, site, aid_of(useful)) is None


def usable(scene: Scene, site: Site, helps: tuple[str, ...]) -> bool:
    """Whether there is a way to use the space with some of ``helps``, or none."""
    return obstacle(scene, site) is None or overcome(scene, site, helps)


def spend(game: Game, seat: int, helps: tuple[str, ...]) -> None:
    """The helps of the chosen set are used up or turned (RH-309)."""
    player = game.players[seat]
    for name in helps:
        if name in KEPT:
            use_up(game, seat, name)
            continue
        if name in ("on_the_clock", "fake_it"):
            player.tokens -= 1
        if name == "front_row":
            player.done.append("front_row")
        game.log("ability", seat, ability=name)


def help_option(way: Way) -> Option:
    """The entry for a way, in the choice among several."""
    move = f"help:{'+'.join(way.helps) or 'none'}"
    return Option(move, f"spotlight/{move}")


def least(found: list[Way]) -> Way:
    """The automatic choice (RH-308): fewest limited helps, then the lowest price."""

    def spent(way: Way) -> tuple[int, int]:
        return sum(name not in UNLIMITED for name in way.helps), way.price.get("money", 0)

    return min(found, key=spent)
