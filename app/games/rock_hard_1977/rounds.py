"""The round: Prep and the three action phases (RH-072)."""

from __future__ import annotations

from collections.abc import Callable

from app.games.contract import Option
from app.games.rock_hard_1977.content import EVENTS, JOBS, LOCATIONS, PHASES, TOKENS
from app.games.rock_hard_1977.game import Game, gain
from app.games.rock_hard_1977.state import State, ability_of
from app.games.rock_hard_1977.steps import Gift, Perform, Roll, ShiftRoll, Stage, StartTurn

HOLIDAYS = (4, 5)
GIFT_FAME = 2


def stages(*names: str) -> list[Stage]:
    return [Stage(name=name) for name in names]


# ---- Prep (RH-073)


def begin_round(game: Game) -> None:
    state = game.state
    state.round += 1
    state.phase = "prep"
    game.log("round", number=state.round)
    game.push(*stages("event", "gig", "shifts", "gift", *PHASES, "clean_up"))


def event(game: Game) -> None:
    """RH-074; the Event of round 1 was turned up in the setup (RH-028)."""
    state = game.state
    if state.round > 1:
        state.events.discard(state.event)
        turn_up_event(game)
    game.log("event", barrier=True, card=state.event)
    each = f"{state.event}/each"
    game.push(*(Perform(seat=seat, ref=each) for seat in state.order))


def turn_up_event(game: Game) -> None:
    state = game.state
    state.event = state.events.top()
    state.peeks = [peek for peek in state.peeks if peek.card != state.event]


def gig(game: Game) -> None:
    """RH-081; the Gig of round 1 was turned up in the setup."""
    state = game.state
    if state.round > 1:
        state.gigs_played.append(state.gig)
        turn_up_gig(game)
    game.log("random_gig", barrier=True, card=state.gig)


def turn_up_gig(game: Game) -> None:
    state = game.state
    state.gig = state.gigs.pop()
    state.peeks = [peek for peek in state.peeks if peek.card != state.gig]


def shifts(game: Game) -> None:
    game.push(*(ShiftRoll(seat=seat) for seat in game.state.order))


def shift_roll(game: Game, step: ShiftRoll) -> bool:
    """RH-082, RH-083; holidays (RH-343) and a strike (RH-346) leave no shift."""
    state, player = game.state, game.players[step.seat]
    player.shift = ""
    if not player.job:
        return False
    job = JOBS[player.job]
    strike = EVENTS[state.event].ability == "strike"
    if job.ability == "school_holidays" and state.round in HOLIDAYS:
        gain(game, step.seat, "money", 1, job.id)
    elif job.shift != "variable":
        player.shift = "" if strike else job.shift
    elif not strike:
        game.push(Roll(seat=step.seat, purpose="shift", ref=job.id))
    return False


def gift(game: Game) -> None:
    state = game.state
    for seat in range(state.seats):
        if ability_of(state, seat) == "house_call" and game.players[seat].tokens:
            game.push(Gift(seat=seat))


def ask_gift(game: Game, step: Gift) -> bool:
    return True


def gift_menu(state: State, step: Gift) -> list[Option]:
    others = [seat for seat in range(state.seats) if seat != step.seat]
    return [
        *(Option(f"give:{seat}", f"amp-{seat}/gift") for seat in others),
        Option("keep", "spotlight/keep"),
    ]


def answer_gift(game: Game, step: Gift, move: str) -> None:
    """RH-323: the receiver gets the token, Doc the Fame."""
    if move == "keep":
        return
    receiver = int(move.partition(":")[2])
    game.players[step.seat].tokens -= 1
    game.players[receiver].sapphires += 1
    game.state.house_call = receiver
    game.log("gift", step.seat, to=receiver)
    gain(game, step.seat, "fame", GIFT_FAME, "house_call")


def gift_automatic(state: State, step: Gift) -> str:
    return "keep"


# ---- Day, Night, After Hours


def phase(name: str) -> Callable[[Game], None]:
    def begin(game: Game) -> None:
        state = game.state
        # a change of the turn order counts from the Day Phase on (RH-345)
        if name == "day" and EVENTS[state.event].ability == "reverse_order":
            state.order.reverse()
            game.log("order", order=list(state.order))
        state.phase = name
        for player in state.players:
            player.did = []
        game.log("phase", phase=name)
        game.push(*(StartTurn(seat=seat) for seat in state.order))

    return begin


def deal_tokens(game: Game) -> None:
    """RH-018, RH-221: one Hot Hang Out token to each location."""
    state = game.state
    tokens = [token.id for token in TOKENS.values() if state.seats in token.players]
    game.chance.shuffle(tokens)
    state.tokens = dict(zip(LOCATIONS, tokens, strict=True))
