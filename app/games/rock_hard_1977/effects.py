"""The interpreter of effects: what a card or space does, part by part (RH-302)."""

from __future__ import annotations

from app.games.contract import Blocked, Option
from app.games.rock_hard_1977.content import (
    CHARACTERS,
    HANG_OUTS,
    ROYALTIES,
    Effect,
    Need,
)
from app.games.rock_hard_1977.game import Game, amount, can_pay, gain, lose, pay
from app.games.rock_hard_1977.state import Peek, Player, State, ability_of
from app.games.rock_hard_1977.steps import Ability, Choose, May, Perform, Roll

NOTHING = Need()
_NEED_AMOUNTS = ("chops", "reputation", "songs", "crew", "craving", "contract")


def need_holds(state: State, seat: int, need: Need) -> bool:
    """Whether a requirement of an effect is met (of a space: see `spaces`)."""
    if need == NOTHING:
        return True
    player = state.players[seat]
    return (
        all(amount(player, what) >= getattr(need, what) for what in _NEED_AMOUNTS)
        and (not need.instrument or CHARACTERS[player.character].instrument in need.instrument)
        and (not need.job or player.job != "")
    )


def possible(state: State, seat: int, effect: Effect) -> bool:
    """Whether the seat can carry out ``effect`` now (RH-052, RH-053)."""
    return (
        not effect.void
        and can_pay(state.players[seat], effect.cost)
        and need_holds(state, seat, effect.need)
    )


def carry_out(game: Game, seat: int, ref: str, effect: Effect, why: str = "") -> None:
    """The parts after requirement and price, which are settled."""
    why = why or root(ref)
    for what, number in effect.lose.items():
        lose(game, seat, what, number, why)
    for what, number in effect.gain.items():
        gain(game, seat, what, number, why)
    if effect.ability:
        game.push(Ability(seat=seat, ref=ref))
    if effect.plus:
        game.push(*(Perform(seat=seat, ref=f"{ref}/plus/{i}") for i in range(len(effect.plus))))
    if effect.die:
        game.push(Roll(seat=seat, purpose="table", ref=ref))
    if effect.choose:
        game.push(Choose(seat=seat, ref=ref))


def root(ref: str) -> str:
    """The row that an effect belongs to."""
    return ref.partition("/")[0]


def perform(game: Game, step: Perform) -> bool:
    """An effect from the start: requirement, consent, price, and its parts."""
    effect = game.effects[step.ref]
    if not possible(game.state, step.seat, effect):
        return False
    if effect.optional and not step.agreed:
        game.push(May(seat=step.seat, ref=step.ref))
        return False
    if effect.cost:
        pay(game, step.seat, effect.cost, root(step.ref))
    carry_out(game, step.seat, step.ref, effect)
    return False


# ---- may: an optional effect


def ask_may(game: Game, step: May) -> bool:
    return True


def may_menu(state: State, step: May) -> list[Option]:
    return [Option("yes", "spotlight/yes"), Option("no", "spotlight/no")]


def answer_may(game: Game, step: May, move: str) -> None:
    if move == "yes":
        game.push(Perform(seat=step.seat, ref=step.ref, agreed=True))
    else:
        game.log("declined", step.seat, card=root(step.ref))


def may_automatic(state: State, step: May) -> str:
    effect = Game.effects_of(state)[step.ref]
    return "no" if effect.cost or effect.lose else "yes"


# ---- choose: one of several alternatives


def _open_items(game: Game, step: Choose) -> list[int]:
    items = game.effects[step.ref].choose
    return [
        index
        for index, item in enumerate(items)
        if index != step.taken and possible(game.state, step.seat, item)
    ]


def wants_it_all(state: State, seat: int) -> bool:
    """Whether the seat may take a second alternative now (RH-320)."""
    return ability_of(state, seat) == "i_want_it_all" and state.players[seat].tokens > 0


def ask_choose(game: Game, step: Choose) -> bool:
    items = _open_items(game, step)
    if step.taken >= 0:
        return bool(items) and wants_it_all(game.state, step.seat)
    if len(items) == 1:
        _take(game, step, items[0])
    return len(items) > 1


def _take(game: Game, step: Choose, index: int) -> None:
    again: tuple[Choose, ...] = ()
    if step.taken < 0 and wants_it_all(game.state, step.seat):
        again = (Choose(seat=step.seat, ref=step.ref, taken=index),)
    game.push(Perform(seat=step.seat, ref=f"{step.ref}/choose/{index}"), *again)


def choose_menu(state: State, step: Choose) -> list[Option]:
    options: list[Option] = []
    for index, item in enumerate(Game.effects_of(state)[step.ref].choose):
        if index != step.taken:
            move = f"take:{index}"
            blocked = _why_not(state, step.seat, item)
            options.append(Option(move, f"spotlight/{move}", blocked))
    if step.taken >= 0:
        options.append(Option("enough", "spotlight/enough"))
    return options


def _why_not(state: State, seat: int, item: Effect) -> Blocked | None:
    player = state.players[seat]
    if item.void:
        return Blocked("RH-031", "no_candy_here")
    for what, number in item.cost.items():
        if amount(player, what) < number:
            rule = "RH-038" if what == "money" else "RH-052"
            return Blocked(rule, "costs", {what: number}, {what: amount(player, what)})
    for what in _NEED_AMOUNTS:
        number = getattr(item.need, what)
        if amount(player, what) < number:
            return Blocked("RH-052", "needs", {what: number}, {what: amount(player, what)})
    return None


def answer_choose(game: Game, step: Choose, move: str) -> None:
    if move == "enough":
        game.log("enough", step.seat, card=root(step.ref))
        return
    if step.taken >= 0:
        game.players[step.seat].tokens -= 1
        game.log("ability", step.seat, ability="i_want_it_all")
    _take(game, step, int(move.partition(":")[2]))


def choose_automatic(state: State, step: Choose) -> str:
    """The first open alternative without a price, else the first open one (RH-263); never a
    second one for a token."""
    if step.taken >= 0:
        return "enough"
    items = Game.effects_of(state)[step.ref].choose
    able = [i for i, item in enumerate(items) if possible(state, step.seat, item)]
    free = [i for i in able if not items[i].cost]
    return f"take:{(free or able)[0]}"


# ---- abilities that a card names


def use_ability(game: Game, step: Ability) -> bool:
    """An ability at once (RH-355, RH-357), or the card waits before its owner (RH-166)."""
    effect = game.effects[step.ref]
    player = game.players[step.seat]
    card = root(step.ref)
    if effect.keep:
        held = [life for life in player.life if life.card == card][-1]
        held.waiting = True
        held.until = game.state.round + 1 if effect.until == "next_round" else 0
        game.log("kept", step.seat, card=card)
    elif effect.ability == "royalty_advance":
        tier = player.royalty_tier
        money = ROYALTIES[tier].gain["money"] if tier else effect.args.money_without_deal
        gain(game, step.seat, "money", money, card)
    elif effect.ability == "inside_track":
        _inside_track(game, step.seat)
    return False


def _inside_track(game: Game, seat: int) -> None:
    state = game.state
    if state.events.draw:
        look_at(state, Peek(seat, "events", state.events.draw[-1]))
    if state.gigs:
        look_at(state, Peek(seat, "gigs", state.gigs[-1]))
    game.log("inside_track", seat, barrier=True)


def look_at(state: State, peek: Peek) -> None:
    if peek not in state.peeks:
        state.peeks.append(peek)


# ---- kept cards


def waiting(player: Player, ability: str) -> list[str]:
    """The kept cards with ``ability`` whose effect still waits, first come first."""
    return [
        life.card for life in player.life if life.waiting and _kept_ability(life.card) == ability
    ]


def _kept_ability(card: str) -> str:
    return KEPT[card].ability


def use_up(game: Game, seat: int, card: str) -> None:
    """A kept card is used: it is turned over."""
    for life in game.players[seat].life:
        if life.waiting and life.card == card:
            life.waiting = False
            game.log("used_card", seat, card=card)
            return


KEPT: dict[str, Effect] = {
    row.id: effect for row in HANG_OUTS.values() for effect in (row, *row.choose) if effect.keep
}
"""The effect with which a kept card waits, by card."""
