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
    BOOKS,
    EVENTS,
    PHASES,
    ROYALTIES,
    SPACES,
    SPACES_BY_PHASE,
    STAR,
    STATS,
    Amounts,
    Effect,
    EventCard,
    Need,
    Space,
)
from app.games.rock_hard_1977.game import CREW_MAX, amount, can_pay, lacking
from app.games.rock_hard_1977.state import Player, State, managing

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
    ``demanding`` and ``priced``: it requires something, it costs something; ``steady``: without
    aid always the same. ``free``: only an Event can close it to anybody.
    """

    id: str
    space: Space
    move: str
    where: str
    way_in: Option
    rule: str
    limit: Callable[[State, Player], Blocked | None] | None
    need: Need
    cost: Amounts
    demanding: bool
    priced: bool
    steady: bool
    free: bool


def _site(space: Space, effect: Effect) -> Site:
    move, where = f"go:{space.id}", f"band-{space.zone}/{space.id}"
    limit = _LIMITS.get(space.action)
    demanding, priced = effect.need != Need(), bool(effect.cost or space.price)
    again_and_again = space.zone == "anytime" and space.kind == "open" and limit is None
    return Site(
        id=space.id,
        space=space,
        move=move,
        where=where,
        way_in=Option(move, where),
        rule=_OWN_RULES.get(space.id) or RULES.get(space.place, "RH-091"),
        limit=limit,
        need=effect.need,
        cost=effect.cost,
        demanding=demanding,
        priced=priced,
        steady=not space.price and space.action not in HIRE_ACTIONS,
        free=again_and_again and not demanding and not priced,
    )


@cache
def _site_of(space: str, candy: bool, gig: str) -> Site:
    return _site(SPACES[space], BOOKS[candy].effects[gig or space])


def site_of(state: State, space: str) -> Site:
    """A space as it is in this game; the Random Gig stage does as this month's card says
    (RH-153)."""
    return _site_of(space, state.candy, state.gig if space == RANDOM_GIG else "")


@cache
def _open_sites(seats: int, phase: str, candy: bool, gig: str) -> tuple[Site, ...]:
    return tuple(
        _site_of(space.id, candy, gig if space.id == RANDOM_GIG else "")
        for space in SPACES_BY_PHASE[seats][phase]
    )


def open_sites(state: State) -> tuple[Site, ...]:
    """The spaces of the phase, in the order of the board."""
    return _open_sites(state.seats, state.phase, state.candy, state.gig)


class Scene:
    """The board in the eyes of ``seat``, as long as nothing on it changes.

    ``closed`` are the places that the Event covers, ``taken`` the spaces that somebody else
    keeps the seat off.
    """

    __slots__ = ("closed", "event", "player", "seat", "state", "taken")

    def __init__(self, state: State, seat: int) -> None:
        self.state = state
        self.seat = seat
        self.player = state.players[seat]
        self.event = EVENTS[state.event]
        self.closed = self.event.closes
        self.taken = _taken(state, seat, self.event)


# ---- whether, and why not


def price(state: State, seat: int, site: Site, aid: Aid = NO_AID) -> Amounts:
    """What the space costs the seat now (RH-061, RH-242)."""
    cost, space = site.cost, site.space
    if aid is NO_AID and site.steady:
        return cost
    if space.price:
        dollars = space.price[min(state.players[seat].crew, CREW_MAX - 1)]
    else:
        dollars = cost.get("money", 0)
    if space.action in HIRE_ACTIONS and managing(state, seat) == "hard_bargain":
        dollars -= 1
    dollars = 0 if aid.free else max(0, dollars - aid.discount)
    return {**cost, "money": dollars} if dollars or cost else {}


def obstacle(scene: Scene, site: Site, aid: Aid = NO_AID) -> Blocked | None:
    """Why the seat can't use a space that is open in this phase, with the help of ``aid``.

    More aid never closes a space.
    """
    player = scene.player
    if site.space.place in scene.closed:
        return Blocked("RH-079", "covered", facts={"event": scene.event.id})
    # the limits on how often, and what the player is or holds (RH-098 to RH-100)
    if site.id in player.did:
        return _USED
    if site.limit is not None and (blocked := site.limit(scene.state, player)):
        return blocked
    if site.id in scene.taken and not (aid.share and site.space.share):
        return scene.taken[site.id]
    if site.demanding and (blocked := _unmet(player, site, aid)):
        return blocked
    return _too_dear(scene, site, aid) if site.priced else None


_USED = Blocked("RH-098", "used_this_phase")


# ---- who stands there


def star_space(state: State, zone: str) -> str:
    """The space of the Rising Star's cube in a phase, or "" (RH-233)."""
    return getattr(STAR[state.star], zone) if state.star and zone in PHASES else ""


_LIMITED = {space.id: space for space in SPACES.values() if space.kind == "limited"}
_RECORD_DEALS = [space for space in SPACES.values() if space.action == "record_deal"]


def _taken(state: State, seat: int, event: EventCard) -> dict[str, Blocked]:
    """The spaces that others keep the seat off: Limited ones on which somebody stands or the
    Rising Star does, and the Record Company after a visit in this round (RH-143)."""
    taken: dict[str, Blocked] = {}
    for other, player in enumerate(state.players):
        if other != seat and (space := _LIMITED.get(player.at)):
            taken.setdefault(space.id, _occupied(space.share, other))
    if state.star:
        for zone in PHASES:
            if (there := star_space(state, zone)) in _LIMITED:
                taken.setdefault(there, Blocked("RH-234", "star_there"))
    if state.visitor is not None and state.visitor != seat:
        for space in _RECORD_DEALS:
            visited = Blocked("RH-143", "visited", facts={"seat": state.visitor})
            taken.setdefault(space.id, visited)
    # Beautiful Weather (RH-344)
    if event.ability == "beautiful_weather":
        return {at: why for at, why in taken.items() if not _welcoming(SPACES[at])}
    return taken


def _welcoming(space: Space) -> bool:
    return space.zone == "day" and space.share


@cache
def _occupied(share: bool, seat: int) -> Blocked:
    return Blocked("RH-093" if share else "RH-139", "occupied", facts={"seat": seat})


# ---- what is required


def _unmet(player: Player, site: Site, aid: Aid) -> Blocked | None:
    need, rule = site.need, site.rule
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
    cost = price(scene.state, scene.seat, site, aid)
    if can_pay(player, cost):
        return None
    short = lacking(player, cost)
    rule = "RH-154" if site.id == RANDOM_GIG else "RH-038"
    needs = {what: cost[what] for what in short}
    return Blocked(rule, "costs", needs, {what: amount(player, what) for what in short})
