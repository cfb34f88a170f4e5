"""Clean-Up (RH-212), and the steps at the end of the game before the scoring (RH-224)."""

from __future__ import annotations

from itertools import combinations

from app.games.contract import Option
from app.games.rock_hard_1977 import effects
from app.games.rock_hard_1977.content import LOCATIONS, MONTHS, ROYALTIES
from app.games.rock_hard_1977.game import Game, gain, lose
from app.games.rock_hard_1977.rounds import deal_tokens, stages
from app.games.rock_hard_1977.state import State, ability_of
from app.games.rock_hard_1977.steps import NOBODY, PayManager, Rumor, Stage

ROUNDS = 9
FAME_TO_END = 50
LAST_PAY = MONTHS[-1].manager_pay
SHORT_FAME = 3
ROUND_TOKENS = ("i_want_it_all", "party_animal", "on_the_clock", "fake_it")


# ---- Clean-Up (RH-212) or the end (RH-224)


def clean_up(game: Game) -> None:
    state = game.state
    state.phase = "clean_up"
    game.log("phase", phase="clean_up")
    best = max(player.fame for player in state.players)
    if state.round == ROUNDS or best >= FAME_TO_END:
        game.log("last_round", number=best)
        game.push(*stages("low_sugar_at_end", "royalties", "last_pay", "scoring"))
    else:
        game.push(
            *stages("royalties", "pay", "parking", "new_order", "standees", "low_sugar"),
            *stages("sugar_deck", "tokens", "next_round"),
        )


def royalties(game: Game) -> None:
    """Step 1: RH-213; Morty Glass (RH-341), and Lisa Boyd's dollar (RH-327)."""
    state = game.state
    for seat in state.order:
        player = game.players[seat]
        if player.royalty_tier:
            for what, number in ROYALTIES[player.royalty_tier].gain.items():
                gain(game, seat, what, number, "royalties")
            if game.has_manager(seat, "fine_print"):
                gain(game, seat, "money", 1, "fine_print")
        if game.is_ability(seat, "lucky_break") and "lucky_break" not in player.done:
            gain(game, seat, "money", 1, "lucky_break")


def pay(game: Game) -> None:
    _pay_managers(game, MONTHS[game.state.round - 1].manager_pay, last=False)


def last_pay(game: Game) -> None:
    _pay_managers(game, LAST_PAY, last=True)


def _pay_managers(game: Game, due: int, last: bool) -> None:
    if due:
        for seat in reversed(game.state.order):
            cards = len(effects.waiting(game.players[seat], "manager_rebate"))
            game.push(PayManager(seat=seat, due=due, cards=cards, last=last))


def ask_manager(game: Game, step: PayManager) -> bool:
    """RH-354 before RH-198: the cards that lessen the payment come first."""
    if step.cards and step.due:
        if not step.last:
            return True
        _rebate(game, step)
        return False
    player = game.players[step.seat]
    paid = min(step.due, player.money)
    lose(game, step.seat, "money", paid, player.manager)
    lose(game, step.seat, "fame", SHORT_FAME * (step.due - paid), player.manager)
    return False


def _rebate(game: Game, step: PayManager) -> None:
    card = effects.waiting(game.players[step.seat], "manager_rebate")[0]
    effects.use_up(game, step.seat, card)
    step.due = max(0, step.due - effects.KEPT[card].args.money)
    step.cards -= 1
    game.push(step)


def manager_menu(state: State, step: PayManager) -> list[Option]:
    return [Option("yes", "spotlight/yes"), Option("no", "spotlight/no")]


def answer_manager(game: Game, step: PayManager, move: str) -> None:
    if move == "yes":
        _rebate(game, step)
    else:
        step.cards = 0
        game.push(step)


def manager_automatic(state: State, step: PayManager) -> str:
    return "yes" if state.players[step.seat].money < step.due else "no"


# ---- steps 4 to 8


def standees_back(game: Game) -> None:
    """RH-217, RH-218: standees, marks and tokens back; the Rising Star moves."""
    state = game.state
    for seat, player in enumerate(state.players):
        player.at = ""
        player.done = []
        player.did = []
        if ability_of(state, seat) in ROUND_TOKENS:
            player.tokens = 1
    state.visitor = None
    state.house_call = NOBODY
    if state.star:
        state.star = state.round + 1


def low_sugar(game: Game) -> None:
    """RH-219, RH-122: who has the switch On must recover."""
    for seat in game.state.order:
        player = game.players[seat]
        if player.low_sugar:
            player.at, player.recovering = "recover", True
            game.log("must_recover", seat)


def sugar_deck(game: Game) -> None:
    """RH-220."""
    state = game.state
    if state.sugar_touched:
        state.sugar.reshuffle(game.chance)
        state.peeks = [peek for peek in state.peeks if peek.deck != "sugar"]
        state.sugar_touched = False
        game.log("reshuffled", deck="sugar")


def tokens(game: Game) -> None:
    deal_tokens(game)
    game.log("tokens", tokens=dict(game.state.tokens))
    for seat in reversed(game.state.order):
        if effects.waiting(game.players[seat], "start_a_rumor"):
            game.push(Rumor(seat=seat))


def ask_rumor(game: Game, step: Rumor) -> bool:
    return True


def rumor_menu(state: State, step: Rumor) -> list[Option]:
    return [
        *(Option(f"swap:{a}:{b}", "spotlight/swap") for a, b in combinations(LOCATIONS, 2)),
        Option("leave", "spotlight/leave"),
    ]


def answer_rumor(game: Game, step: Rumor, move: str) -> None:
    if move == "leave":
        return
    card = effects.waiting(game.players[step.seat], "start_a_rumor")[0]
    effects.use_up(game, step.seat, card)
    _, one, other = move.split(":")
    tokens = game.state.tokens
    tokens[one], tokens[other] = tokens[other], tokens[one]
    game.log("swaps", step.seat, one=one, other=other)


def rumor_automatic(state: State, step: Rumor) -> str:
    return "leave"


def next_round(game: Game) -> None:
    """RH-222: kept cards lapse, and the marker moves on."""
    state = game.state
    for seat in state.order:
        for life in game.players[seat].life:
            if life.waiting and life.until and life.until <= state.round:
                life.waiting = False
                game.log("lapsed", seat, card=life.card)
    game.push(Stage(name="round"))
