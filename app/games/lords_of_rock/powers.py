"""The power step and the twelve powers (LOR-074 to LOR-081, LOR-124 to LOR-135)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from app.games.contract import Blocked, Seat
from app.games.lords_of_rock.content import (
    BIT,
    GODS,
    MASKS,
    POSITIVE,
    POWERS_OF,
    in_order,
)
from app.games.lords_of_rock.state import (
    Beat,
    Effect,
    Laid,
    PowerVisit,
    RunRoadies,
    RunVisit,
    State,
    Table,
    UsingPower,
)

BURN_POINTS = (4, 3, 2)
"""What the first, second and third burned card give (LOR-130)."""
HOLMGANG_POINTS = 2
DELUGE_MOST = 3
CAULDRON_SOULS, CAULDRON_WINNER_SOULS = 2, 3
VALHALLA_CARDS = 4

RULE: Mapping[str, str] = {
    "thunderbolt-solo": "LOR-124",
    "the-aegis": "LOR-125",
    "holmgang": "LOR-126",
    "valhalla-never-closes": "LOR-127",
    "feather-of-truth": "LOR-128",
    "book-of-the-dead": "LOR-129",
    "burnt-offering": "LOR-130",
    "smoking-mirror": "LOR-131",
    "shape-of-three": "LOR-132",
    "undry-the-cauldron": "LOR-133",
    "tablet-of-destinies": "LOR-134",
    "the-great-deluge": "LOR-135",
}


# -- What can be chosen --------------------------------------------------------------------


def feather_targets(state: State, seat: Seat, first: int) -> list[tuple[Seat, str]]:
    """Active positive titles on rival bands other than the one chosen ``first``."""
    return [
        (rival, card)
        for rival in state.rivals(seat)
        if rival != first
        for card in titles(state.players[rival].active(positive=True))
    ]


def titles(pile: Sequence[Laid]) -> list[str]:
    """The different cards of a pile in the order of the content file."""
    return in_order(list({laid.card for laid in pile}))


def has_both(state: State, god: str) -> bool:
    """Whether both skills of a god are required (LOR-132)."""
    both = BIT[GODS[god].primary.skill] | BIT[GODS[god].secondary.skill]
    return state.stage.mask & both == both


def _can_aegis(state: State, seat: Seat) -> bool:
    return bool(state.players[seat].active(positive=False))


def _can_mirror(state: State, seat: Seat) -> bool:
    return _can_aegis(state, seat) and not all(state.full(rival) for rival in state.rivals(seat))


_CONDITIONS: Mapping[str, tuple[Callable[[State, Seat], bool], str]] = {
    "the-aegis": (_can_aegis, "no_negative_on_you"),
    "valhalla-never-closes": (lambda state, seat: not state.last_concert, "no_draw_follows"),
    "feather-of-truth": (
        lambda state, seat: bool(feather_targets(state, seat, -1)),
        "no_positive_on_rivals",
    ),
    "book-of-the-dead": (
        lambda state, seat: any(card in POSITIVE for card in state.deck.used),
        "no_positive_discarded",
    ),
    "burnt-offering": (lambda state, seat: bool(state.players[seat].hand), "no_cards"),
    "smoking-mirror": (_can_mirror, "nothing_to_move"),
    "shape-of-three": (
        lambda state, seat: any(has_both(state, god) for god in state.players[seat].band),
        "no_god_with_both",
    ),
    "tablet-of-destinies": (
        lambda state, seat: state.stage.mask != MASKS[-1],
        "all_skills_required",
    ),
    "the-great-deluge": (
        lambda state, seat: bool(feather_targets(state, seat, -1)),
        "no_positive_on_rivals",
    ),
}


def unusable(state: State, seat: Seat, power: str) -> Blocked | None:
    """Why one of the seat's own powers can't be used now; ``None`` when it can (LOR-078)."""
    if power in state.players[seat].used:
        return Blocked("LOR-076", "power_used")
    condition = _CONDITIONS.get(power)
    if condition is None or condition[0](state, seat):
        return None
    return Blocked(RULE[power], condition[1])


def _usable(state: State, seat: Seat) -> bool:
    powers = POWERS_OF[state.players[seat].pantheon]
    return any(unusable(state, seat, power) is None for power in powers)


# -- The visits ----------------------------------------------------------------------------


def next_visit(table: Table, step: RunVisit) -> None:
    """Visit the next player who has a usable power (LOR-074, LOR-079)."""
    state = table.state
    order = state.stage.resolution_order
    for seat in order[step.visited :]:
        if _usable(state, seat):
            state.step = PowerVisit(seat)
            return
    state.step = RunRoadies(0)


def visit(table: Table, step: PowerVisit, seat: Seat, words: Sequence[str]) -> None:
    """Use a power or end the visit."""
    state = table.state
    power = words[1]
    if power == "end":
        table.tell("powers_ended", seat)
        state.step = RunVisit(state.stage.resolution_order.index(seat) + 1)
    elif power in _AT_ONCE:
        _AT_ONCE[power](table, seat)
        _finish(table, seat, power)
    else:
        state.step = UsingPower(seat, power)
        table.tell("power_chosen", seat, power=power)


def _finish(table: Table, seat: Seat, power: str) -> None:
    """Turn the power card down and go on with the visit, or with the next (LOR-080)."""
    state = table.state
    state.players[seat].used.append(power)
    state.step = (
        PowerVisit(seat)
        if _usable(state, seat)
        else RunVisit(state.stage.resolution_order.index(seat) + 1)
    )


def show(table: Table, beat: Beat) -> None:
    """Tell an effect, and keep it for whoever reads the resolution again."""
    table.state.stage.beats.append(beat)
    table.tell(
        beat.kind,
        beat.seat,
        power=beat.power,
        target=beat.target,
        cards=beat.cards,
        skills=beat.skills,
        god=beat.god,
    )


# -- Powers without a choice ---------------------------------------------------------------


def _aegis(table: Table, seat: Seat) -> None:
    negatives = table.state.players[seat].active(positive=False)
    for laid in negatives:
        laid.cancelled = True
    cards = [laid.card for laid in negatives]
    show(table, Beat("power", seat, "the-aegis", cards=cards))


def _effect_of(power: str) -> Callable[[Table, Seat], None]:
    def work(table: Table, seat: Seat) -> None:
        table.state.stage.effects.append(Effect(power, seat))
        show(table, Beat("power", seat, power))

    return work


_AT_ONCE: Mapping[str, Callable[[Table, Seat], None]] = {
    "the-aegis": _aegis,
    "valhalla-never-closes": _effect_of("valhalla-never-closes"),
    "undry-the-cauldron": _effect_of("undry-the-cauldron"),
    "the-great-deluge": _effect_of("the-great-deluge"),
}


# -- Powers with choices -------------------------------------------------------------------


def use(table: Table, step: UsingPower, seat: Seat, words: Sequence[str]) -> None:
    """Answer a choice of the power in use."""
    _CHOICES[step.power](table, step, seat, words)


def _thunderbolt(table: Table, step: UsingPower, seat: Seat, words: Sequence[str]) -> None:
    table.state.stage.effects.append(Effect(step.power, seat, words[1]))
    show(table, Beat("power", seat, step.power, skills=[words[1]]))
    _finish(table, seat, step.power)


def _holmgang(table: Table, step: UsingPower, seat: Seat, words: Sequence[str]) -> None:
    rival = int(words[1])
    cards: list[str] = []
    for band in (rival, seat):
        for laid in table.state.players[band].pile:
            if not laid.cancelled:
                laid.cancelled = True
                cards.append(laid.card)
    table.state.stage.effects.append(Effect(step.power, seat))
    show(table, Beat("power", seat, step.power, rival, cards))
    _finish(table, seat, step.power)


def _feather(table: Table, step: UsingPower, seat: Seat, words: Sequence[str]) -> None:
    state = table.state
    if words[1] != "stop":
        rival, card = int(words[1]), words[2]
        _first_active(state, rival, card).cancelled = True
        show(table, Beat("power", seat, step.power, rival, [card]))
        if step.target < 0 and feather_targets(state, seat, rival):
            state.step = UsingPower(seat, step.power, target=rival)
            return
    _finish(table, seat, step.power)


def _first_active(state: State, band: Seat, card: str) -> Laid:
    pile = state.players[band].pile
    return next(laid for laid in pile if laid.card == card and not laid.cancelled)


def _book(table: Table, step: UsingPower, seat: Seat, words: Sequence[str]) -> None:
    state = table.state
    state.deck.used.remove(words[1])
    state.players[seat].pile.append(Laid(words[1], seat))
    show(table, Beat("power", seat, step.power, cards=[words[1]]))
    _finish(table, seat, step.power)


def _burnt(table: Table, step: UsingPower, seat: Seat, words: Sequence[str]) -> None:
    state = table.state
    if words[1] != "stop":
        player, stage = state.players[seat], state.stage
        player.hand.remove(words[1])
        state.deck.discard(words[1])
        burned = step.burned + 1
        stage.effects = [one for one in stage.effects if one.power != step.power]
        stage.effects.append(Effect(step.power, seat, count=burned))
        show(table, Beat("power", seat, step.power, cards=[words[1]]))
        if burned < len(BURN_POINTS) and player.hand:
            state.step = UsingPower(seat, step.power, burned)
            return
    _finish(table, seat, step.power)


def _mirror(table: Table, step: UsingPower, seat: Seat, words: Sequence[str]) -> None:
    state = table.state
    card, rival = words[1], int(words[2])
    laid = _first_active(state, seat, card)
    state.players[seat].pile.remove(laid)
    state.players[rival].pile.append(laid)
    show(table, Beat("power", seat, step.power, rival, [card]))
    _finish(table, seat, step.power)


def _shape(table: Table, step: UsingPower, seat: Seat, words: Sequence[str]) -> None:
    table.state.stage.effects.append(Effect(step.power, seat, words[1]))
    show(table, Beat("power", seat, step.power, god=words[1]))
    _finish(table, seat, step.power)


def _tablet(table: Table, step: UsingPower, seat: Seat, words: Sequence[str]) -> None:
    required = table.state.stage.required
    required[required.index(words[1])] = words[2]
    show(table, Beat("power", seat, step.power, skills=[words[1], words[2]]))
    _finish(table, seat, step.power)


_CHOICES: Mapping[str, Callable[[Table, UsingPower, Seat, Sequence[str]], None]] = {
    "thunderbolt-solo": _thunderbolt,
    "holmgang": _holmgang,
    "feather-of-truth": _feather,
    "book-of-the-dead": _book,
    "burnt-offering": _burnt,
    "smoking-mirror": _mirror,
    "shape-of-three": _shape,
    "tablet-of-destinies": _tablet,
}


# -- What a used power is worth at the sums ------------------------------------------------


def power_points(state: State, seat: Seat) -> int:
    """Points that powers add to or take from a band (LOR-081)."""
    stage = state.stage
    points = 0
    for effect in stage.effects:
        if effect.power == "the-great-deluge":
            if effect.seat != seat:
                points -= min(DELUGE_MOST, len(state.players[seat].active(positive=True)))
        elif effect.seat == seat:
            points += _own_points(state, effect)
    return points


def _own_points(state: State, effect: Effect) -> int:
    if effect.power == "holmgang":
        return HOLMGANG_POINTS
    if effect.power == "burnt-offering":
        return sum(BURN_POINTS[: effect.count])
    if effect.power == "shape-of-three" and has_both(state, effect.choice):
        return GODS[effect.choice].secondary.value
    if effect.power == "thunderbolt-solo" and state.stage.mask & BIT[effect.choice]:
        band = state.players[effect.seat].band
        return sum(
            GODS[god].primary.value for god in band if GODS[god].primary.skill == effect.choice
        )
    return 0
