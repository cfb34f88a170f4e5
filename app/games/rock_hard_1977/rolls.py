"""The die: rolls, what may change them (RH-116), and what the result is for."""

from __future__ import annotations

from app.games.contract import Blocked, Option
from app.games.rock_hard_1977.content import JOBS, SWEETS
from app.games.rock_hard_1977.effects import use_up, waiting
from app.games.rock_hard_1977.game import Game, gain, look
from app.games.rock_hard_1977.state import Reveal, State, ability_of
from app.games.rock_hard_1977.steps import Perform, Roll

SHIFTS = ("day", "day", "night", "night", "after_hours", "after_hours")
"""The shift by the roll of the die (RH-082)."""


def ask_roll(game: Game, roll: Roll) -> bool:
    """Throw, and ask if the player can change the roll; else use it."""
    if not roll.die:
        _throw(game, roll)
    if any(option.blocked is None for option in _changes(game.state, roll)):
        return True
    _use(game, roll)
    return False


def _throw(game: Game, roll: Roll) -> None:
    roll.die = game.chance.die()
    _show(game, roll)


def _show(game: Game, roll: Roll) -> None:
    game.log("rolled", roll.seat, die=roll.die, purpose=roll.purpose, card=roll.ref)
    game.state.reveal = Reveal("roll", roll.seat, roll.ref, roll.die, roll.bonus, roll.purpose)


def _changes(state: State, roll: Roll) -> list[Option]:
    options: list[Option] = []
    player = state.players[roll.seat]
    if ability_of(state, roll.seat) == "lucky_break":
        used = Blocked("RH-238", "used_this_round") if "lucky_break" in player.done else None
        options.append(Option("again", "spotlight/again", used))
        if roll.die < 6:
            options.append(Option("up", "spotlight/up", used))
        if roll.die > 1:
            options.append(Option("down", "spotlight/down", used))
    if waiting(player, "lucky_charm"):
        options.append(Option("charm", "spotlight/charm"))
    return options


def roll_menu(state: State, roll: Roll) -> list[Option]:
    return [Option("keep", "spotlight/keep"), *_changes(state, roll)]


def answer_roll(game: Game, roll: Roll, move: str) -> None:
    player = game.players[roll.seat]
    if move == "keep":
        _use(game, roll)
        return
    if move == "charm":
        use_up(game, roll.seat, waiting(player, "lucky_charm")[0])
        _throw(game, roll)
    else:
        player.done.append("lucky_break")
        game.log("ability", roll.seat, ability="lucky_break")
        if move == "again":
            _throw(game, roll)
        else:
            roll.die += 1 if move == "up" else -1
            _show(game, roll)
    game.push(roll)


def roll_automatic(state: State, roll: Roll) -> str:
    return "keep"


def _use(game: Game, roll: Roll) -> None:
    result = roll.die + roll.bonus
    if roll.purpose == "table":
        game.push(Perform(seat=roll.seat, ref=f"{roll.ref}/die/{_row(result)}"))
    elif roll.purpose == "pay":
        job = game.players[roll.seat].job
        gain(game, roll.seat, "money", JOBS[job].pay_die[_row(result)], job)
    elif roll.purpose == "shift":
        shift = SHIFTS[_row(result)]
        game.players[roll.seat].shift = shift
        game.log("shift", roll.seat, shift=shift)
    else:
        _after_craving_roll(game, roll, result)


def _row(result: int) -> int:
    """The row of a table, counted from 0 (RH-303)."""
    return min(max(result, 1), 6) - 1


def _after_craving_roll(game: Game, roll: Roll, result: int) -> None:
    """RH-114: a result below the Craving turns the switch on. The extra actions follow."""
    player = game.players[roll.seat]
    if result < player.craving:
        player.low_sugar = True
        game.log("low_sugar", roll.seat, number=result, craving=player.craving)
    else:
        game.log("safe", roll.seat, number=result, craving=player.craving)
    look(game, roll.seat)
    extra_actions(game, roll.seat, SWEETS[roll.ref].extra_actions)


def extra_actions(game: Game, seat: int, number: int) -> None:
    """More actions in the turn that is being taken (RH-064, RH-117)."""
    turn = game.state.turn
    if number and turn is not None:
        turn.actions += number
        game.log("extra_actions", seat, number=number)
