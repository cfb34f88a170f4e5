"""A player's turn: what can be done in it, and how it ends."""

from __future__ import annotations

from functools import cache
from typing import Literal, NamedTuple

from app.games.contract import Blocked, Option
from app.games.rock_hard_1977 import actions, candy, effects, helps, spaces
from app.games.rock_hard_1977.content import EVENTS, JOBS, SPACES, Effect
from app.games.rock_hard_1977.game import Game, amount, can_pay, gain, lose, pay
from app.games.rock_hard_1977.rolls import extra_actions
from app.games.rock_hard_1977.state import Player, State, Turn, ability_of
from app.games.rock_hard_1977.steps import (
    Additions,
    Benefit,
    Done,
    Eat,
    EndTurn,
    Perform,
    Quit,
    Recovery,
    StartTurn,
    TakeTurn,
)

_ACTION_MOVES = ("go:", "buy:", "sell:", "event")


class Trade(NamedTuple):
    """A way to trade Candy: ``number`` of ``what`` is paid for as many of the other."""

    move: str
    what: Literal["money", "candy"]
    number: int


TRADES = (
    *(Trade(f"buy:{number}", "money", number) for number in (1, 2, 3)),
    *(Trade(f"sell:{number}", "candy", number) for number in (1, 2, 3)),
)
WEEKEND = ("write-song", "donate-blood")
LEO: dict[str, tuple[Effect, Effect]] = {
    "leo:fame": (Effect(cost={"money": 1}), Effect(gain={"fame": 1})),
    "leo:money": (Effect(cost={"fame": 1}), Effect(gain={"money": 2})),
}
SAPPHIRE = ("money", "candy", "craving")


def start_turn(game: Game, step: StartTurn) -> bool:
    """A turn begins; who must recover has none (RH-102)."""
    seat = step.seat
    if game.state.phase == "day" and game.players[seat].recovering:
        game.push(Recovery(seat=seat), EndTurn(seat=seat))
        return False
    game.state.turn = Turn(seat)
    game.push(TakeTurn(seat=seat))
    return False


# ---- recovering


def ask_recovery(game: Game, step: Recovery) -> bool:
    """Asked only if the missed shift could be spared by quitting (RH-124)."""
    if game.players[step.seat].shift == "day":
        return True
    _recover(game, step.seat)
    return False


def recovery_menu(state: State, step: Recovery) -> list[Option]:
    return [
        Option("recover", "band-day/recover"),
        Option("recover:quit", f"amp-{step.seat}/job", confirm="quit"),
    ]


def answer_recovery(game: Game, step: Recovery, move: str) -> None:
    if move == "recover:quit":
        actions.drop_job(game, step.seat, "quits")
    _recover(game, step.seat)


def recovery_automatic(state: State, step: Recovery) -> str:
    return "recover"


def _recover(game: Game, seat: int) -> None:
    """RH-123: the switch goes off, the Craving down by 1."""
    player = game.players[seat]
    player.low_sugar = player.recovering = False
    game.log("recovers", seat)
    lose(game, seat, "craving", 1, "recover")


# ---- the menu of a turn


def ask_turn(game: Game, step: TakeTurn) -> bool:
    """The next action, the question at the end (RH-103), or the end."""
    turn = _turn(game.state)
    if turn.actions > 0:
        if turn.taken or _can_act(game.state, step.seat):
            return True
    elif _end_abilities(game.state, step.seat):
        return True
    game.push(EndTurn(seat=step.seat))
    return False


def _can_act(state: State, seat: int) -> bool:
    """Whether any space or special action is open to the player (RH-088)."""
    sites = spaces.open_sites(state)
    event = EVENTS[state.event]
    if any(site.free and site.space.place not in event.closes for site in reversed(sites)):
        return True
    own = helps.own_helps(state, seat)
    scene = spaces.Scene(state, seat)
    return any(_can_use(scene, site, own) for site in sites) or bool(
        event.special
        and event.special.takes_action
        and _event_options(state, seat)[0].blocked is None
    )


def _can_use(scene: spaces.Scene, site: spaces.Site, own: tuple[str, ...]) -> bool:
    if site.space.action == "trade_candy":
        return any(option.blocked is None for option in _trade_options(scene, site))
    return helps.usable(scene, site, own)


def _turn(state: State) -> Turn:
    if state.turn is None:
        raise LookupError("no turn is being taken")
    return state.turn


def turn_kind(state: State, step: TakeTurn) -> str:
    return "turn" if _turn(state).actions > 0 else "turn_end"


def turn_menu(state: State, step: TakeTurn) -> list[Option]:
    """Everything that the player could do now, or can't and why."""
    seat = step.seat
    turn = _turn(state)
    end = Option("end", "spotlight/end")
    if turn.actions <= 0:
        return [*_end_abilities(state, seat), end]
    options = candy.eat_options(state, seat)
    options += _space_options(state, seat)
    options += _event_options(state, seat)
    options += _own_abilities(state, seat)
    options.append(Option("quit", f"amp-{seat}/job", _quit_obstacle(state, seat), "quit"))
    if not turn.taken:
        end = Option("end", "spotlight/end", Blocked("RH-087", "first_action"))
    options.append(end)
    return options


def _space_options(state: State, seat: int) -> list[Option]:
    options: list[Option] = []
    own = helps.own_helps(state, seat)
    scene = spaces.Scene(state, seat)
    for site in spaces.open_sites(state):
        if site.space.action == "trade_candy":
            options += _trade_options(scene, site)
            continue
        blocked = spaces.obstacle(scene, site)
        if blocked and own and helps.overcome(scene, site, own):
            blocked = None
        options.append(Option(site.move, site.where, blocked) if blocked else site.way_in)
        if site.space.action == "work":
            options.append(Option("go:work:quit", site.where, blocked, "quit"))
    return options


def _trade_options(scene: spaces.Scene, site: spaces.Site) -> list[Option]:
    player = scene.player
    closed = spaces.obstacle(scene, site) or (None if scene.state.candy else spaces.NO_CANDY)
    if closed:
        return [Option(trade.move, site.where, closed) for trade in TRADES]
    return [_trade_option(trade, site.where, amount(player, trade.what)) for trade in TRADES]


@cache
def _trade_option(trade: Trade, where: str, have: int) -> Option:
    """RH-179: buying needs the dollars, selling the Candy."""
    blocked = None
    if have < trade.number:
        blocked = Blocked("RH-179", "costs", {trade.what: trade.number}, {trade.what: have})
    return Option(trade.move, where, blocked)


def _event_options(state: State, seat: int) -> list[Option]:
    """What the Event of the month lets each player do once (RH-316, RH-347)."""
    event = EVENTS[state.event]
    player = state.players[seat]
    used = Blocked("RH-077", "event_used") if "event" in player.done else None
    if event.special:
        blocked = used or _dear(player, event.special)
        return [Option("event", "event/special", blocked)]
    if event.ability == "long_weekend":
        if _turn(state).bed:
            used = used or Blocked("RH-347", "in_bed")
        return [Option(f"weekend:{space}", f"event/{space}", used) for space in WEEKEND]
    return []


def _dear(player: Player, effect: Effect) -> Blocked | None:
    money = effect.cost.get("money", 0)
    if player.money < money:
        return Blocked("RH-038", "costs", {"money": money}, {"money": player.money})
    return None


def _end_abilities(state: State, seat: int) -> list[Option]:
    """What can still be used when no action is left (RH-103)."""
    special = EVENTS[state.event].special
    if special and special.takes_action:
        return []
    return [option for option in _event_options(state, seat) if option.blocked is None]


def _own_abilities(state: State, seat: int) -> list[Option]:
    """What can be used before the first action only: RH-325, RH-328, RH-356."""
    player = state.players[seat]
    acted = Blocked("RH-239", "acted") if _turn(state).taken else None
    options: list[Option] = []
    if ability_of(state, seat) == "maybe_theyre_the_same":
        used = Blocked("RH-238", "used_this_phase") if "leo" in player.did else None
        for move, (price, _) in LEO.items():
            lacking = None
            if not can_pay(player, price.cost):
                what, number = next(iter(price.cost.items()))
                lacking = Blocked("RH-328", "costs", {what: number}, {what: 0})
            options.append(Option(move, f"amp-{seat}/character", acted or used or lacking))
    if player.sapphires:
        kinds = SAPPHIRE if state.candy else SAPPHIRE[:1]
        options += [Option(f"sapphire:{kind}", f"amp-{seat}/sapphire", acted) for kind in kinds]
    for life in player.life:
        if life.waiting and effects.KEPT[life.card].ability == "overtime":
            early = None if life.until == state.round else Blocked("RH-356", "next_round")
            options.append(Option("overtime", f"amp-{seat}/{life.card}", early or acted))
    return options


def _quit_obstacle(state: State, seat: int) -> Blocked | None:
    player = state.players[seat]
    if not player.job:
        return Blocked("RH-187", "no_job")
    if player.shift != state.phase:
        return Blocked("RH-187", "not_your_shift")
    if _turn(state).taken and "work" not in player.done:
        return Blocked("RH-187", "acted")
    return None


def turn_automatic(state: State, step: TakeTurn) -> str:
    """Work, else a song, else blood, else the first open space (RH-263); after the first
    action the end."""
    turn = _turn(state)
    if turn.taken:
        return "end"
    own = helps.own_helps(state, step.seat)
    scene = spaces.Scene(state, step.seat)
    for space in ("work", "write-song", "donate-blood"):
        full = space == "write-song" and state.players[step.seat].songs >= 11
        if not full and helps.usable(scene, spaces.site_of(state, space), own):
            return f"go:{space}"
    menu = turn_menu(state, step)
    return next(o.move for o in menu if o.blocked is None and o.move.startswith(_ACTION_MOVES))


# ---- answers


def answer_turn(game: Game, step: TakeTurn, move: str) -> None:
    seat = step.seat
    kind, _, rest = move.partition(":")
    if kind == "end":
        game.push(EndTurn(seat=seat))
        return
    game.push(step)
    if kind == "go":
        space, _, then_quit = rest.partition(":")
        actions.go(game, seat, SPACES[space], bool(then_quit))
    elif kind in ("buy", "sell"):
        _trade(game, seat, kind == "buy", int(rest))
    elif kind == "eat":
        game.push(Eat(seat=seat, how="more" if rest == "more" else "look" if rest else ""))
    else:
        _ABILITIES[kind](game, seat, rest)


def _trade(game: Game, seat: int, buying: bool, number: int) -> None:
    actions.take_action(game)
    counter = SPACES["trade-candy"]
    actions.occupy(game, seat, counter)
    pay(game, seat, {"money" if buying else "candy": number}, counter.id)
    gain(game, seat, "candy" if buying else "money", number, counter.id)
    game.push(Done(seat=seat, space=counter.id), Additions(seat=seat, space=counter.id))


def _event(game: Game, seat: int, rest: str) -> None:
    """The special of the Event, as an action or not (RH-078, RH-316)."""
    event = EVENTS[game.state.event]
    game.players[seat].done.append("event")
    game.log("event_used", seat, event=event.id)
    if event.special and event.special.takes_action:
        actions.take_action(game)
        actions.place(game, seat, actions.EVENT_CARD)
    game.push(Perform(seat=seat, ref=f"{event.id}/special", agreed=True))


def _weekend(game: Game, seat: int, rest: str) -> None:
    """RH-347: an extra action that is no action of the turn."""
    space = SPACES[rest]
    game.players[seat].done.append("event")
    game.log("event_used", seat, event=game.state.event)
    _turn(game.state).closed_bed = True
    actions.occupy(game, seat, space)
    game.push(
        Benefit(seat=seat, space=space.id),
        Done(seat=seat, space=space.id),
        Additions(seat=seat, space=space.id),
    )


def _party(game: Game, seat: int, rest: str) -> None:
    candy.party_animal(game, seat)


def _leo(game: Game, seat: int, rest: str) -> None:
    cost, benefit = LEO[f"leo:{rest}"]
    game.players[seat].did.append("leo")
    game.log("ability", seat, ability="maybe_theyre_the_same")
    pay(game, seat, cost.cost, "maybe_theyre_the_same")
    for what, number in benefit.gain.items():
        gain(game, seat, what, number, "maybe_theyre_the_same")


def _sapphire(game: Game, seat: int, rest: str) -> None:
    """RH-325: the token goes back to the box."""
    game.players[seat].sapphires -= 1
    game.log("sapphire_used", seat)
    if rest == "craving":
        lose(game, seat, "craving", 1, "sapphire")
    else:
        gain(game, seat, "money" if rest == "money" else "candy", 1, "sapphire")


def _overtime(game: Game, seat: int, rest: str) -> None:
    card = effects.waiting(game.players[seat], "overtime")[0]
    effects.use_up(game, seat, card)
    _turn(game.state).closed_bed = True
    number = effects.KEPT[card].args.actions
    extra_actions(game, seat, number if isinstance(number, int) else 0)


def _quit(game: Game, seat: int, rest: str) -> None:
    game.push(Quit(seat=seat))


_ABILITIES = {
    "event": _event,
    "weekend": _weekend,
    "party": _party,
    "leo": _leo,
    "sapphire": _sapphire,
    "overtime": _overtime,
    "quit": _quit,
}


# ---- the end of a turn


def end_turn(game: Game, step: EndTurn) -> bool:
    """RH-104: the Missed Work check; unused extra actions are lost with the turn."""
    game.state.turn = None
    player = game.players[step.seat]
    if player.shift == game.state.phase and "work" not in player.done:
        _miss_work(game, step.seat)
    return False


def _miss_work(game: Game, seat: int) -> None:
    """RH-189, RH-191: a token, or the loss of the job in place of the last one."""
    player = game.players[seat]
    job = JOBS[player.job]
    if job.ability == "no_missed_work":
        return
    note = effects.waiting(player, "alibi")
    if note:
        effects.use_up(game, seat, note[0])
    elif player.missed_work + 1 >= job.fired_at:
        actions.drop_job(game, seat, "fired")
    else:
        player.missed_work += 1
        game.log("misses_work", seat, number=player.missed_work)
