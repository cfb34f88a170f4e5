"""Whether a player may use a space, what it costs, and why not.

A turn asks this of every space of the phase, so what follows from the content alone is worked
out once (`Site`), and what is the same for all spaces once a question (`Scene`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import NamedTuple

import msgspec

from app.games.contract import Blocked, Option
from app.games.rock_hard_1977.content import (
    EVENTS,
    PHASES,
    ROYALTIES,
    SPACES,
    SPACES_BY_PHASE,
    STAR,
    STATS,
    Amounts,
    Effect,
    Need,
    Space,
)
from app.games.rock_hard_1977.game import CREW_MAX, Game, amount, lacking
from app.games.rock_hard_1977.state import Player, State, managing
from app.games.rock_hard_1977.steps import NOBODY

HIRE_ACTIONS = ("hire_promo", "hire_publicist", "hire_crew")
RANDOM_GIG = "random-gig-stage"
BED = "bed-early"
NO_CANDY = Blocked("RH-031", "no_candy_here")

RULES = {
    "rehearsal-studio-a": "RH-130",
    "rehearsal-studio-b": "RH-130",
    "radio-station": "RH-131",
    "indie-promo": "RH-134",
    "publicist": "RH-135",
    "crew": "RH-136",
    "record-company": "RH-140",
    "recover": "RH-126",
    "tjs": "RH-147",
    "fox-den": "RH-148",
    "random-gig": "RH-153",
    "panda-palace": "RH-149",
    "yenser-arena": "RH-150",
    "carter-stadium": "RH-151",
    "bed-early": "RH-156",
    "recording-studio": "RH-158",
    "candy-counter": "RH-179",
    "blood-bank": "RH-180",
    "songwriting": "RH-181",
    "work": "RH-182",
}
"""The rule of a space, by its place."""
_OWN_RULES = {"promo-3": "RH-133", "carter-5": "RH-152"}
"""Spaces with a rule of their own within their place."""


class Aid(NamedTuple):
    """What the helps of a set do together (RH-309): share an occupied space, allow so many
    missing points or Crew, waive the price, or take dollars off it."""

    share: bool = False
    points: int = 0
    crew: int = 0
    free: bool = False
    discount: int = 0


NO_AID = Aid()


# ---- how often


def _studio_limit(state: State, player: Player) -> Blocked | None:
    return Blocked("RH-130", "studio_used") if "studio" in player.did else None


def _gig_limit(state: State, player: Player) -> Blocked | None:
    return Blocked("RH-145", "gig_played") if "gig" in player.done else None


def _crew_limit(state: State, player: Player) -> Blocked | None:
    if "hire_crew" in player.done:
        return Blocked("RH-137", "crew_hired")
    return Blocked("RH-136", "crew_full") if player.crew >= CREW_MAX else None


def _demo_limit(state: State, player: Player) -> Blocked | None:
    return Blocked("RH-159", "demo_held") if player.demo else None


def _recover_limit(state: State, player: Player) -> Blocked | None:
    if not state.candy:
        return NO_CANDY
    return None if player.craving else Blocked("RH-126", "no_craving")


def _bed_limit(state: State, player: Player) -> Blocked | None:
    turn = state.turn
    if "party" in player.did:
        return Blocked("RH-332", "partied")
    if "candy" in player.did:
        return Blocked("RH-156", "eaten")
    if turn is not None and turn.taken:
        return Blocked("RH-156", "acted")
    if turn is not None and turn.closed_bed:
        return Blocked("RH-156", "extra")
    return None


def _work_limit(state: State, player: Player) -> Blocked | None:
    if not player.job:
        return Blocked("RH-182", "no_job")
    if "work" in player.done:
        return Blocked("RH-185", "worked")
    if player.shift == state.phase:
        return None
    if EVENTS[state.event].ability == "strike":
        return Blocked("RH-346", "strike")
    if not player.shift:
        return Blocked("RH-343", "school_is_out")
    return Blocked("RH-182", "other_shift", facts={"shift": player.shift})


_LIMITS: Mapping[str, Callable[[State, Player], Blocked | None]] = {
    "rehearse": _studio_limit,
    "gig": _gig_limit,
    "hire_crew": _crew_limit,
    "record_demo": _demo_limit,
    "recover": _recover_limit,
    "bed_early": _bed_limit,
    "work": _work_limit,
}


# ---- what is known beforehand


class Site(msgspec.Struct, frozen=True):
    """A space with what follows from it alone.

    ``move`` goes there and ``where`` is its element on the board; ``way_in`` is the option while
    nothing is in the way. ``rule`` asks for what the space requires, ``limit`` says how often.
    ``contested``, ``demanding`` and ``priced``: somebody may keep a player off it, it may require
    something, it may cost something; ``steady``: without aid always the same.
    """

    space: Space
    move: str
    where: str
    way_in: Option
    rule: str
    limit: Callable[[State, Player], Blocked | None] | None
    contested: bool
    demanding: bool
    priced: bool
    steady: bool


def _site(space: Space) -> Site:
    move, where = f"go:{space.id}", f"band-{space.zone}/{space.id}"
    by_card = space.id == RANDOM_GIG
    return Site(
        space=space,
        move=move,
        where=where,
        way_in=Option(move, where),
        rule=_OWN_RULES.get(space.id) or RULES.get(space.place, "RH-091"),
        limit=_LIMITS.get(space.action),
        contested=space.kind == "limited" or space.action == "record_deal",
        demanding=by_card or space.need != Need(),
        priced=by_card or bool(space.cost or space.price),
        steady=not space.price and space.action not in HIRE_ACTIONS,
    )


SITES: Mapping[str, Site] = {space.id: _site(space) for space in SPACES.values()}
SITES_BY_PHASE: Mapping[int, Mapping[str, tuple[Site, ...]]] = {
    seats: {phase: tuple(SITES[space.id] for space in row) for phase, row in phases.items()}
    for seats, phases in SPACES_BY_PHASE.items()
}


class Scene:
    """The board in the eyes of ``seat``, as long as nothing on it changes.

    ``standees`` are the other seats by the space that they stand on, and `NOBODY` where only
    the Rising Star stands.
    """

    __slots__ = ("effects", "event", "player", "seat", "standees", "state", "welcome")

    def __init__(self, state: State, seat: int) -> None:
        self.state = state
        self.seat = seat
        self.player = state.players[seat]
        self.event = EVENTS[state.event]
        self.effects = Game.effects_of(state)
        # Beautiful Weather (RH-344)
        self.welcome = self.event.ability == "beautiful_weather"
        self.standees: dict[str, int] = {}
        for other, player in enumerate(state.players):
            if other != seat:
                self.standees.setdefault(player.at, other)
        if state.star:
            for zone in PHASES:
                self.standees.setdefault(star_space(state, zone), NOBODY)

    def effect_of(self, space: Space) -> Effect:
        """The effect of a space; on the Random Gig stage that of this month's card (RH-153)."""
        return self.effects[self.state.gig if space.id == RANDOM_GIG else space.id]


# ---- whether, and why not


def price(scene: Scene, site: Site, aid: Aid = NO_AID) -> Amounts:
    """What the space costs the seat now (RH-061, RH-242)."""
    if not site.priced:
        return {}
    space = site.space
    cost = scene.effect_of(space).cost
    if aid is NO_AID and site.steady and "money" in cost:
        return cost
    if space.price:
        dollars = space.price[min(scene.player.crew, CREW_MAX - 1)]
    else:
        dollars = cost.get("money", 0)
    if space.action in HIRE_ACTIONS and managing(scene.state, scene.seat) == "hard_bargain":
        dollars -= 1
    dollars = 0 if aid.free else max(0, dollars - aid.discount)
    return {**cost, "money": dollars} if dollars or cost else {}


def obstacle(scene: Scene, site: Site, aid: Aid = NO_AID) -> Blocked | None:
    """Why the seat can't use a space that is open in this phase, with the help of ``aid``.

    More aid never closes a space.
    """
    player = scene.player
    if site.space.place in scene.event.closes:
        return Blocked("RH-079", "covered", facts={"event": scene.event.id})
    # the limits on how often, and what the player is or holds (RH-098 to RH-100)
    if site.space.id in player.did:
        return _USED
    if site.limit is not None and (blocked := site.limit(scene.state, player)):
        return blocked
    if site.contested and (blocked := _occupied(scene, site.space, aid)):
        return blocked
    if site.demanding and (blocked := _unmet(scene, site, aid)):
        return blocked
    return _too_dear(scene, site, aid) if site.priced else None


_USED = Blocked("RH-098", "used_this_phase")


# ---- who stands there


def star_space(state: State, zone: str) -> str:
    """The space of the Rising Star's cube in a phase, or "" (RH-233)."""
    return getattr(STAR[state.star], zone) if state.star and zone in PHASES else ""


def holder(scene: Scene, space: Space) -> int | None:
    """Who keeps the seat off a Limited space: another seat, or `NOBODY` for the Rising Star."""
    if space.kind == "open" or _everybody_welcome(scene, space):
        return None
    return scene.standees.get(space.id)


def _everybody_welcome(scene: Scene, space: Space) -> bool:
    return scene.welcome and space.zone == "day" and space.share


def visited_by(scene: Scene, space: Space) -> int | None:
    """Whose visit closes the Record Company to the seat for this round (RH-143)."""
    if space.action != "record_deal" or _everybody_welcome(scene, space):
        return None
    visitor = scene.state.visitor
    return visitor if visitor != scene.seat else None


@cache
def _taken(rule: str, seat: int) -> Blocked:
    return Blocked(rule, "occupied", facts={"seat": seat})


def _occupied(scene: Scene, space: Space, aid: Aid) -> Blocked | None:
    if aid.share and space.share:
        return None
    there = holder(scene, space)
    if there == NOBODY:
        return Blocked("RH-234", "star_there")
    if there is not None:
        return _taken("RH-093" if space.share else "RH-139", there)
    visitor = visited_by(scene, space)
    if visitor is not None:
        return Blocked("RH-143", "visited", facts={"seat": visitor})
    return None


# ---- what is required


def _unmet(scene: Scene, site: Site, aid: Aid) -> Blocked | None:
    player = scene.player
    need = scene.effect_of(site.space).need
    rule = site.rule
    if need.demo_or_contract and not (player.demo or player.royalty_tier):
        return Blocked(rule, "no_demo_no_deal")
    if need.contract and not player.royalty_tier:
        return Blocked(rule, "no_deal")
    if need.better_royalty:
        if best_tier(player, aid.points) <= player.royalty_tier:
            return Blocked("RH-142", "no_better_tier", *_next_tier(player))
        return None
    if need.crew > player.crew + aid.crew:
        return Blocked(rule, "needs", {"crew": need.crew}, {"crew": player.crew})
    if missing_points(player, need) > aid.points:
        return Blocked(rule, "needs", *_short(player, need))
    return None


def missing_points(player: Player, need: Need) -> int:
    """How many points of Base Stats the player has too little (RH-310)."""
    chops, reputation = player.chops, player.reputation
    missing = 0
    if chops < need.chops:
        missing += need.chops - chops
    if reputation < need.reputation:
        missing += need.reputation - reputation
    if player.songs < need.songs:
        missing += need.songs - player.songs
    if chops + reputation < need.chops_plus_reputation:
        missing += need.chops_plus_reputation - chops - reputation
    if need.any:
        missing += min(missing_points(player, side) for side in need.any)
    return missing


def _short(player: Player, need: Need) -> tuple[dict[str, int], dict[str, int]]:
    """The requirements that fall short, and what the player has of them."""
    needs: dict[str, int] = {}
    has: dict[str, int] = {}
    for what in STATS:
        if amount(player, what) < getattr(need, what):
            needs[what] = getattr(need, what)
            has[what] = amount(player, what)
    if player.chops + player.reputation < need.chops_plus_reputation:
        needs["chops_plus_reputation"] = need.chops_plus_reputation
        has["chops_plus_reputation"] = player.chops + player.reputation
    if need.any and all(missing_points(player, side) for side in need.any):
        for side in need.any:
            side_needs, side_has = _short(player, side)
            needs.update({f"or_{what}": number for what, number in side_needs.items()})
            has.update({f"or_{what}": number for what, number in side_has.items()})
    return needs, has


def best_tier(player: Player, points: int = 0) -> int:
    """The highest Royalty tier that up to ``points`` missing points allow (RH-140, RH-311)."""
    return max(tier.tier for tier in ROYALTIES if missing_points(player, tier.need) <= points)


def _next_tier(player: Player) -> tuple[dict[str, int], dict[str, int]]:
    """What the next tier requires that the player has not."""
    following = ROYALTIES[min(player.royalty_tier + 1, len(ROYALTIES) - 1)]
    return _short(player, following.need)


def _too_dear(scene: Scene, site: Site, aid: Aid) -> Blocked | None:
    player = scene.player
    cost = price(scene, site, aid)
    short = lacking(player, cost)
    if not short:
        return None
    rule = "RH-154" if site.space.id == RANDOM_GIG else "RH-038"
    needs = {what: cost[what] for what in short}
    return Blocked(rule, "costs", needs, {what: amount(player, what) for what in short})
