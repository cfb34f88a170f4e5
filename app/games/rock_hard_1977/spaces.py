"""Whether a player may use a space, what it costs, and why not."""

from __future__ import annotations

from typing import NamedTuple

from app.games.contract import Blocked
from app.games.rock_hard_1977.content import (
    EVENTS,
    ROYALTIES,
    STAR,
    STATS,
    Amounts,
    Effect,
    Need,
    Resource,
    Space,
)
from app.games.rock_hard_1977.game import CREW_MAX, Game, amount, can_pay
from app.games.rock_hard_1977.state import Player, State, managing
from app.games.rock_hard_1977.steps import NOBODY

HIRE_ACTIONS = ("hire_promo", "hire_publicist", "hire_crew")
RANDOM_GIG = "random-gig-stage"
BED = "bed-early"

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


class Aid(NamedTuple):
    """What the helps of a set do together (RH-309): share an occupied space, allow so many
    missing points or Crew, waive the price, or take dollars off it."""

    share: bool = False
    points: int = 0
    crew: int = 0
    free: bool = False
    discount: int = 0


NO_AID = Aid()


def effect_of(state: State, space: Space) -> Effect:
    """The effect of a space; on the Random Gig stage that of this month's card (RH-153)."""
    return Game.effects_of(state)[state.gig if space.id == RANDOM_GIG else space.id]


def price(state: State, seat: int, space: Space, aid: Aid = NO_AID) -> Amounts:
    """What the space costs the seat now (RH-061, RH-242)."""
    cost = effect_of(state, space).cost
    if space.price:
        player = state.players[seat]
        dollars = space.price[min(player.crew, CREW_MAX - 1)]
    else:
        dollars = cost.get("money", 0)
    if space.action in HIRE_ACTIONS and managing(state, seat) == "hard_bargain":
        dollars -= 1
    dollars = 0 if aid.free else max(0, dollars - aid.discount)
    return {**cost, "money": dollars} if dollars or cost else {}


def obstacle(state: State, seat: int, space: Space, aid: Aid = NO_AID) -> Blocked | None:
    """Why the seat can't use ``space``, which is open in this phase, with the help of ``aid``."""
    player = state.players[seat]
    return (
        _covered(state, space)
        or _limit(state, player, space)
        or _occupied(state, seat, space, aid)
        or _unmet(state, player, space, aid)
        or _too_dear(state, seat, space, aid)
    )


def _covered(state: State, space: Space) -> Blocked | None:
    closes = EVENTS[state.event].closes
    if closes and space.place in closes:
        return Blocked("RH-079", "covered", facts={"event": state.event})
    return None


def _limit(state: State, player: Player, space: Space) -> Blocked | None:
    """The limits on how often, and what the player is or holds (RH-098 to RH-100)."""
    if space.id in player.did:
        return Blocked("RH-098", "used_this_phase")
    check = _LIMITS.get(space.action)
    return check(state, player) if check else None


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
        return Blocked("RH-031", "no_candy_here")
    return None if player.craving else Blocked("RH-126", "no_craving")


def _bed_limit(state: State, player: Player) -> Blocked | None:
    turn = state.turn
    if "candy" in player.did:
        return Blocked("RH-156", "eaten")
    if turn is not None and (turn.taken or turn.closed_bed):
        return Blocked("RH-156", "acted")
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


_LIMITS = {
    "rehearse": _studio_limit,
    "gig": _gig_limit,
    "hire_crew": _crew_limit,
    "record_demo": _demo_limit,
    "recover": _recover_limit,
    "bed_early": _bed_limit,
    "work": _work_limit,
}


# ---- who stands there


def star_space(state: State, zone: str) -> str:
    """The space of the Rising Star's cube in a phase, or "" (RH-233)."""
    return (
        getattr(STAR[state.star], zone) if state.star and zone in STAR[1].__struct_fields__ else ""
    )


def holder(state: State, seat: int, space: Space) -> int | None:
    """Who keeps the seat off a Limited space: another seat, or `NOBODY` for the Rising Star."""
    if space.kind == "open" or _everybody_welcome(state, space):
        return None
    for other, player in enumerate(state.players):
        if other != seat and player.at == space.id:
            return other
    return NOBODY if star_space(state, space.zone) == space.id else None


def _everybody_welcome(state: State, space: Space) -> bool:
    """Beautiful Weather (RH-344)."""
    return (
        space.zone == "day" and space.share and EVENTS[state.event].ability == "beautiful_weather"
    )


def visited_by(state: State, seat: int, space: Space) -> int | None:
    """Whose visit closes the Record Company to the seat for this round (RH-143)."""
    if space.action != "record_deal" or _everybody_welcome(state, space):
        return None
    return state.visitor if state.visitor != seat else None


def _occupied(state: State, seat: int, space: Space, aid: Aid) -> Blocked | None:
    if aid.share and space.share:
        return None
    there = holder(state, seat, space)
    if there == NOBODY:
        return Blocked("RH-234", "star_there")
    if there is not None:
        rule = "RH-093" if space.share else "RH-139"
        return Blocked(rule, "occupied", facts={"seat": there})
    visitor = visited_by(state, seat, space)
    if visitor is not None:
        return Blocked("RH-143", "visited", facts={"seat": visitor})
    return None


# ---- what is required


def _unmet(state: State, player: Player, space: Space, aid: Aid) -> Blocked | None:
    need = effect_of(state, space).need
    rule = RULES.get(space.place, "RH-091")
    if space.id == "promo-3":
        rule = "RH-133"
    if space.id == "carter-5":
        rule = "RH-152"
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
    missing = (
        max(0, need.chops - player.chops)
        + max(0, need.reputation - player.reputation)
        + max(0, need.songs - player.songs)
        + max(0, need.chops_plus_reputation - player.chops - player.reputation)
    )
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


def _too_dear(state: State, seat: int, space: Space, aid: Aid) -> Blocked | None:
    player = state.players[seat]
    cost = price(state, seat, space, aid)
    if can_pay(player, cost):
        return None
    rule = "RH-154" if space.id == RANDOM_GIG else "RH-038"
    lacking: list[Resource] = [what for what in cost if amount(player, what) < cost[what]]
    needs = {what: cost[what] for what in lacking}
    return Blocked(rule, "costs", needs, {what: amount(player, what) for what in lacking})
