"""An action from the placing of the standee to its last addition."""

from __future__ import annotations

from app.games.contract import Option
from app.games.rock_hard_1977 import effects, helps, lives, spaces
from app.games.rock_hard_1977.content import EVENTS, JOBS, SPACES, Addition, Space
from app.games.rock_hard_1977.game import Game, gain, look, lose, pay
from app.games.rock_hard_1977.state import State
from app.games.rock_hard_1977.steps import Additions, Benefit, Done, Perform, PickHelps, Quit, Roll

EVENT_CARD = "event"
"""Where a standee stands that took the special action of an Event (RH-078)."""

PUBLICITY = ("interview", "hire_publicist", "hire_promo")


def go(game: Game, seat: int, space: Space, then_quit: bool = False) -> None:
    """Use a space that is open; ask first if there is more than one way (RH-308)."""
    own = helps.own_helps(game.state, seat)
    found = helps.ways(game.state, seat, spaces.site_of(game.state, space.id), own)
    if len(found) > 1:
        game.push(PickHelps(seat=seat, space=space.id, quit=then_quit))
    else:
        _use(game, seat, space, found[0], then_quit)


def place(game: Game, seat: int, where: str) -> None:
    """The standee goes to ``where``, as the last to arrive there."""
    player = game.players[seat]
    game.state.arrivals += 1
    player.at, player.arrived = where, game.state.arrivals
    if "placed" not in player.did:
        player.did.append("placed")


def take_action(game: Game) -> None:
    """One action of the turn is used."""
    turn = game.state.turn
    if turn is not None:
        turn.actions -= 1
        turn.taken += 1


def _use(game: Game, seat: int, space: Space, way: helps.Way, then_quit: bool) -> None:
    take_action(game)
    occupy(game, seat, space)
    helps.spend(game, seat, way.helps)
    pay(game, seat, way.price, space.id)
    finish = (Quit(seat=seat),) if then_quit else ()
    game.push(
        Benefit(seat=seat, space=space.id, tier=way.tier),
        Done(seat=seat, space=space.id),
        Additions(seat=seat, space=space.id, tier=way.tier),
        *finish,
    )


def occupy(game: Game, seat: int, space: Space) -> None:
    """The standee is put on the space, and what that limits is marked (RH-100)."""
    player = game.players[seat]
    place(game, seat, space.id)
    game.log("goes", seat, space=space.id)
    if space.zone != "anytime":
        player.did.append(space.id)
    if space.action == "rehearse":
        player.did.append("studio")
    elif space.action in ("gig", "hire_crew", "work"):
        player.done.append(space.action)
    elif space.action == "record_deal":
        game.state.visitor = seat
    elif space.action == "bed_early" and game.state.turn is not None:
        game.state.turn.bed = True
        game.state.turn.actions = 0


# ---- more than one way


def ask_helps(game: Game, step: PickHelps) -> bool:
    return True


def _found(state: State, step: PickHelps) -> list[helps.Way]:
    own = helps.own_helps(state, step.seat)
    return helps.ways(state, step.seat, spaces.site_of(state, step.space), own)


def helps_menu(state: State, step: PickHelps) -> list[Option]:
    return [helps.help_option(way) for way in _found(state, step)]


def answer_helps(game: Game, step: PickHelps, move: str) -> None:
    way = next(way for way in _found(game.state, step) if helps.help_option(way).move == move)
    _use(game, step.seat, SPACES[step.space], way, step.quit)


def helps_automatic(state: State, step: PickHelps) -> str:
    return helps.help_option(helps.least(_found(state, step))).move


# ---- what the space gives


def benefit(game: Game, step: Benefit) -> bool:
    """The benefit of the space itself; its price is paid."""
    space = SPACES[step.space]
    if space.action == "record_deal":
        _record_deal(game, step.seat, step.tier)
    elif space.action == "hang_out":
        lives.hang_out(game, step.seat, lives.location_of(space.id))
    elif space.action == "work":
        _work(game, step.seat)
    else:
        ref = game.state.gig if space.id == spaces.RANDOM_GIG else space.id
        effects.carry_out(game, step.seat, ref, game.effects[ref])
    return False


def _record_deal(game: Game, seat: int, tier: int) -> None:
    """RH-140, RH-141: the tier, and with the first deal the Demo for the Contract."""
    player = game.players[seat]
    first = player.royalty_tier == 0
    player.royalty_tier = tier
    game.log("deal", seat, tier=tier, first=first)
    if first:
        lose(game, seat, "demo", 1, "record-company")
    look(game, seat)


def _work(game: Game, seat: int) -> None:
    job = JOBS[game.players[seat].job]
    game.push(Perform(seat=seat, ref=f"{job.id}/on_work"))
    if job.pay_die:
        game.push(Roll(seat=seat, purpose="pay"))
    else:
        gain(game, seat, "money", job.pay, job.id)


def done(game: Game, step: Done) -> bool:
    """The action counts from here on (RH-272)."""
    counts = game.players[step.seat].counts
    counts[step.space] = counts.get(step.space, 0) + 1
    look(game, step.seat)
    return False


# ---- what others add (RH-241)


def additions(game: Game, step: Additions) -> bool:
    """What the Event, the character and the manager add, in this order."""
    seat, space = step.seat, SPACES[step.space]
    event = EVENTS[game.state.event]
    if event.bonus:
        _event_adds(game, seat, space, event.id, event.bonus)
    if space.action == "gig" and game.is_ability(seat, "prince_of_the_night"):
        gain(game, seat, "fame", 1, "prince_of_the_night")
    if space.action == "gig" and game.has_manager(seat, "cash_at_the_door"):
        gain(game, seat, "money", 1, "cash_at_the_door")
    if step.tier and game.has_manager(seat, "fine_print"):
        gain(game, seat, "fame", 1, "fine_print")
    if space.action in PUBLICITY and _turns(game, seat, "front_page"):
        gain(game, seat, "reputation", 1, "front_page")
    if space.action == "write_song" and _turns(game, seat, "second_verse"):
        gain(game, seat, "songs", 1, "second_verse")
    return False


def _event_adds(game: Game, seat: int, space: Space, event: str, bonus: Addition) -> None:
    player = game.players[seat]
    if space.action not in bonus.actions and space.place not in bonus.places:
        return
    if bonus.once:
        if "event_bonus" in player.done:
            return
        player.done.append("event_bonus")
    effects.carry_out(game, seat, event, game.effects[f"{event}/bonus"])


def _turns(game: Game, seat: int, ability: str) -> bool:
    """Whether a manager that works once a round works now; the card is turned (RH-195)."""
    player = game.players[seat]
    if not game.has_manager(seat, ability) or ability in player.done:
        return False
    player.done.append(ability)
    return True


# ---- the job


def quit_job(game: Game, step: Quit) -> bool:
    """RH-187: the job card leaves the game."""
    drop_job(game, step.seat, "quits")
    return False


def drop_job(game: Game, seat: int, kind: str) -> None:
    """The player has no job any more; ``kind`` is the word for the log (RH-192)."""
    player = game.players[seat]
    game.log(kind, seat, job=player.job)
    player.job = player.shift = ""
    look(game, seat)
