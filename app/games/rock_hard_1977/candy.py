"""Eating Candy (RH-111 to RH-121), and what stands in for it."""

from __future__ import annotations

from app.games.contract import Blocked, Option
from app.games.rock_hard_1977.content import SWEETS
from app.games.rock_hard_1977.effects import look_at, use_up, waiting
from app.games.rock_hard_1977.game import Game, gain, look, lose
from app.games.rock_hard_1977.rolls import extra_actions
from app.games.rock_hard_1977.state import Peek, Reveal, State, ability_of
from app.games.rock_hard_1977.steps import Eat, LookSweets, Roll, Sweet, TwoSweets

KIMMYS_BONUS = 2


def eat_obstacle(state: State, seat: int) -> Blocked | None:
    """Why the seat, whose turn it is, can't eat Candy now (RH-111)."""
    player, turn = state.players[seat], state.turn
    if not state.candy:
        return Blocked("RH-031", "no_candy_here")
    if "party" in player.did:
        return Blocked("RH-332", "partied")
    if "candy" in player.did:
        return Blocked("RH-111", "eaten")
    if turn is None or turn.taken:
        return Blocked("RH-111", "acted")
    if not player.candy:
        return Blocked("RH-111", "needs", {"candy": 1}, {"candy": 0})
    return None


def eat_options(state: State, seat: int) -> list[Option]:
    """The ways to eat Candy that the seat has."""
    player = state.players[seat]
    obstacle = eat_obstacle(state, seat)
    ability = ability_of(state, seat)
    jar = f"amp-{seat}/candy"
    options = [Option("eat", jar, obstacle)]
    if ability == "just_one_more":
        options.append(Option("eat:more", jar, obstacle or _used(state, seat, ability)))
    if waiting(player, "taste_test"):
        options.append(Option("eat:look", jar, obstacle))
    if ability == "party_animal":
        options.append(Option("party", jar, obstacle or _used(state, seat, ability)))
    return options


def _used(state: State, seat: int, ability: str) -> Blocked | None:
    player = state.players[seat]
    used = ability in player.done if ability == "just_one_more" else not player.tokens
    return Blocked("RH-238", "used_this_round") if used else None


def party_animal(game: Game, seat: int) -> None:
    """RH-331: a Candy goes back for exactly one extra action; nothing is eaten (RH-332)."""
    player = game.players[seat]
    player.tokens -= 1
    player.did += ("candy", "party")
    game.log("ability", seat, ability="party_animal")
    lose(game, seat, "candy", 1, "party_animal")
    extra_actions(game, seat, 1)


def eat(game: Game, step: Eat) -> bool:
    """Step 1: the Candy goes to the supply, and a card is drawn (RH-112)."""
    seat, player = step.seat, game.players[step.seat]
    player.did.append("candy")
    player.counts["candy_eaten"] = player.counts.get("candy_eaten", 0) + 1
    game.log("eats", seat)
    lose(game, seat, "candy", 1, "eaten")
    look(game, seat)
    game.state.sugar_touched = True
    if step.how == "look":
        use_up(game, seat, waiting(player, "taste_test")[0])
        game.push(LookSweets(seat=seat))
    elif step.how == "more":
        player.done.append("just_one_more")
        game.log("ability", seat, ability="just_one_more")
        cards = [_draw(game, seat), _draw(game, seat)]
        game.push(TwoSweets(seat=seat, cards=cards))
    else:
        game.push(Sweet(seat=seat, card=_draw(game, seat)))
    return False


def _pile(game: Game) -> list[str]:
    """The draw pile, made anew from the used cards if it is empty (RH-067)."""
    sugar = game.state.sugar
    if not sugar.draw:
        sugar.reshuffle(game.chance)
        _forget(game.state)
        game.log("reshuffled", deck="sugar")
    return sugar.draw


def _forget(state: State, card: str = "") -> None:
    state.peeks = [
        peek for peek in state.peeks if peek.deck != "sugar" or (card and peek.card != card)
    ]


def _draw(game: Game, seat: int) -> str:
    card = _pile(game).pop()
    _drawn(game, seat, card)
    return card


def _drawn(game: Game, seat: int, card: str) -> None:
    """The card is shown to all (RH-112), so nobody need remember where it was."""
    _forget(game.state, card)
    game.state.reveal = Reveal("sweet", seat, card)
    game.log("draws_sweet", seat, barrier=True, card=card)


def sweet(game: Game, step: Sweet) -> bool:
    """Step 2: the Craving goes up as the card says, then the die is rolled (RH-113, RH-114)."""
    card = SWEETS[step.card]
    game.state.sugar.discard(step.card)
    if card.craving:
        gain(game, step.seat, "craving", card.craving, step.card)
    if card.roll:
        bonus = card.roll_bonus + step.bonus
        game.push(Roll(seat=step.seat, purpose="craving", ref=step.card, bonus=bonus))
    else:
        extra_actions(game, step.seat, card.extra_actions)
    look(game, step.seat)
    return False


# ---- one of two cards


def ask_two(game: Game, step: TwoSweets) -> bool:
    return True


def two_menu(state: State, step: TwoSweets) -> list[Option]:
    return [Option(f"sweet:{card}", f"spotlight/sweet:{card}") for card in step.cards]


def answer_two(game: Game, step: TwoSweets, move: str) -> None:
    chosen = move.partition(":")[2]
    other = next(card for card in step.cards if card != chosen)
    game.state.sugar.discard(other)
    game.log("sets_aside", step.seat, card=other)
    game.push(Sweet(seat=step.seat, card=chosen, bonus=KIMMYS_BONUS))


def two_automatic(state: State, step: TwoSweets) -> str:
    return f"sweet:{_more_actions(step.cards)}"


def _more_actions(cards: list[str]) -> str:
    return max(cards, key=lambda card: SWEETS[card].extra_actions)


def ask_look(game: Game, step: LookSweets) -> bool:
    """RH-360: the top two cards are looked at; a single one is drawn."""
    pile = _pile(game)
    if len(pile) == 1:
        game.push(Sweet(seat=step.seat, card=_draw(game, step.seat)))
        return False
    for card in pile[-2:]:
        look_at(game.state, Peek(step.seat, "sugar", card))
    game.log("looks", step.seat, barrier=True, deck="sugar", number=2)
    return True


def look_menu(state: State, step: LookSweets) -> list[Option]:
    top = state.sugar.draw[-1:-3:-1]
    return [Option(f"sweet:{card}", f"hand/sweet:{card}") for card in top]


def answer_look(game: Game, step: LookSweets, move: str) -> None:
    chosen = move.partition(":")[2]
    game.state.sugar.draw.remove(chosen)
    _drawn(game, step.seat, chosen)
    game.push(Sweet(seat=step.seat, card=chosen))


def look_automatic(state: State, step: LookSweets) -> str:
    return f"sweet:{_more_actions(state.sugar.draw[-1:-3:-1])}"
