"""The setup (RH-009): what is dealt, and the choices of characters, goals, jobs, managers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import combinations
from typing import Any

from app.games.chance import Chance
from app.games.contract import Option
from app.games.kit.decks import Deck, shuffled
from app.games.kit.seating import clockwise
from app.games.rock_hard_1977 import conditions
from app.games.rock_hard_1977.content import (
    CHARACTERS,
    CONTENT,
    GOALS,
    LIFE_OF,
    Row,
)
from app.games.rock_hard_1977.game import Game, look
from app.games.rock_hard_1977.rounds import deal_tokens, turn_up_event, turn_up_gig
from app.games.rock_hard_1977.state import BonusCard, GoalHeld, Life, Player, State
from app.games.rock_hard_1977.steps import Draft, Offer, OfferKind, Stage

GIGS_PER_LEVEL = 3


def new_state(seats: int, settings: Mapping[str, Any], chance: Chance) -> State:
    """Everything on the table before the first choice (RH-011 to RH-019)."""
    start = CONTENT.start
    candy = settings["candy"] == "on"
    star = seats == 2 or (seats == 3 and settings["rising_star"] == "on")
    state = State(
        seats=seats,
        rising_star=star,
        abilities=settings["abilities"] == "on",
        candy=candy,
        star=int(star),
        players=[
            Player(
                money=start.money,
                candy=start.candy if candy else 0,
                chops=start.chops,
                reputation=start.reputation,
                songs=start.songs,
            )
            for _ in range(seats)
        ],
    )
    _lay_out(Game(state, chance))
    state.order = list(clockwise(seats, chance.below(seats)))
    return state


def _lay_out(game: Game) -> None:
    state, chance = game.state, game.chance
    for deck in ("production", "performance", "publicity"):
        pool = [row.id for row in playable(state, CONTENT.bonus) if BONUS_DECK[row.id] == deck]
        state.bonuses.append(BonusCard(chance.pick(pool)))
    for level in "CBA":
        pool = [row.id for row in CONTENT.random_gig if row.level == level]
        chance.shuffle(pool)
        state.gigs += pool[:GIGS_PER_LEVEL]
    state.events = shuffled((row.id for row in CONTENT.event), chance)
    state.sugar = shuffled((row.id for row in CONTENT.sugar_rush), chance)
    state.hang_outs = {place.id: _hang_out_deck(place.id, chance) for place in CONTENT.location}
    deal_tokens(game)


def _hang_out_deck(location: str, chance: Chance) -> Deck:
    cards = [row.id for row in CONTENT.hang_out if row.deck == location for _ in range(row.copies)]
    return shuffled(cards, chance)


BONUS_DECK = {row.id: row.deck for row in CONTENT.bonus}


def playable(state: State, rows: Iterable[Row]) -> list[Row]:
    """The rows that are dealt: without Candy some are taken out (RH-031, RH-032)."""
    return [row for row in rows if state.candy or not row.needs_candy]


def first_choice(game: Game) -> None:
    """Deal the characters; too few for a choice are dealt one to each (RH-032)."""
    state = game.state
    rows = playable(state, CONTENT.character) if state.abilities else list(CONTENT.character)
    pool = [row.id for row in rows]
    game.chance.shuffle(pool)
    game.push(Stage(name="life"), Stage(name="goals"), Stage(name="jobs"), Stage(name="managers"))
    game.push(_offer(state, "character", pool, 2 if len(pool) >= 2 * state.seats else 1))


def _offer(state: State, kind: OfferKind, pool: list[str], each: int) -> Offer:
    dealt = [[pool.pop() for _ in range(each)] for _ in range(state.seats)]
    for player, cards in zip(state.players, dealt, strict=True):
        player.dealt += cards
    return Offer(kind=kind, dealt=dealt, chosen=[""] * state.seats)


# ---- simultaneous choices


def ask_offer(game: Game, offer: Offer) -> bool:
    for seat in range(game.state.seats):
        if len(offer.dealt[seat]) == 1:
            offer.chosen[seat] = offer.dealt[seat][0]
    if not all(offer.chosen):
        return True
    _reveal(game, offer)
    return False


def offer_menu(state: State, offer: Offer, seat: int) -> list[Option]:
    return [Option(f"{offer.kind}:{card}", f"hand/{card}") for card in choices(offer, seat)]


def choices(offer: Offer, seat: int) -> list[str]:
    """The cards, or the pairs of goals, that the seat can choose from."""
    cards = offer.dealt[seat]
    if offer.kind == "goals":
        return [f"{one}+{other}" for one, other in combinations(cards, 2)]
    return cards


def answer_offer(game: Game, offer: Offer, seat: int, move: str) -> None:
    offer.chosen[seat] = move.partition(":")[2]
    game.log("chose", seat, what=offer.kind)
    game.push(offer)


def offer_automatic(state: State, offer: Offer, seat: int) -> str:
    """The first dealt; of goals the pair with the most Fame (RH-263)."""
    best = choices(offer, seat)[0]
    if offer.kind == "goals":
        best = max(choices(offer, seat), key=pair_fame)
    return f"{offer.kind}:{best}"


def pair_fame(pair: str) -> int:
    return sum(conditions.goal_fame(card) for card in pair.split("+"))


def _reveal(game: Game, offer: Offer) -> None:
    for seat, chosen in enumerate(offer.chosen):
        player = game.players[seat]
        if offer.kind == "character":
            player.character = chosen
            player.tokens = CHARACTERS[chosen].tokens if game.state.abilities else 0
            game.log("character", seat, barrier=True, card=chosen)
        elif offer.kind == "job":
            player.job = chosen
            game.log("job", seat, barrier=True, card=chosen)
        else:
            player.goals = [
                GoalHeld(card, open=GOALS[card].kind == "tracked") for card in chosen.split("+")
            ]
            shown = [held.card for held in player.goals if held.open]
            game.log("goals", seat, barrier=True, cards=shown)


# ---- what is dealt between the choices


def deal_life(game: Game) -> None:
    """RH-022: two cards of different types; cards put aside go back."""
    pool = [row.id for row in CONTENT.life_start]
    game.chance.shuffle(pool)
    for seat in game.state.order:
        first = pool.pop()
        second = next(card for card in reversed(pool) if LIFE_OF[card] != LIFE_OF[first])
        aside = pool[pool.index(second) + 1 :]
        pool.remove(second)
        game.players[seat].life = [Life(first), Life(second)]
        game.log("life", seat, cards=[first, second])
        if aside:
            game.chance.shuffle(pool)


def deal_goals(game: Game) -> None:
    pool = [row.id for row in playable(game.state, CONTENT.goal)]
    game.chance.shuffle(pool)
    game.push(_offer(game.state, "goals", pool, 3))


def deal_jobs(game: Game) -> None:
    pool = [row.id for row in CONTENT.job]
    game.chance.shuffle(pool)
    game.push(_offer(game.state, "job", pool, 2))


def deal_managers(game: Game) -> None:
    """RH-026; without abilities there is nothing to choose by (RH-030)."""
    state = game.state
    pool = [row.id for row in CONTENT.manager]
    game.chance.shuffle(pool)
    left = pool[: state.seats]
    if state.abilities:
        game.push(Draft(seat=state.order[-1], left=left), Stage(name="start"))
        return
    for seat in state.order:
        _employ(game, seat, left.pop())
    game.push(Stage(name="start"))


def _employ(game: Game, seat: int, manager: str) -> None:
    game.players[seat].manager = manager
    game.log("manager", seat, card=manager)


def ask_draft(game: Game, step: Draft) -> bool:
    if len(step.left) > 1:
        return True
    _employ(game, step.seat, step.left[0])
    return False


def draft_menu(state: State, step: Draft) -> list[Option]:
    return [Option(f"manager:{card}", f"spotlight/{card}") for card in step.left]


def answer_draft(game: Game, step: Draft, move: str) -> None:
    card = move.partition(":")[2]
    _employ(game, step.seat, card)
    left = [other for other in step.left if other != card]
    order = game.state.order
    game.push(Draft(seat=order[order.index(step.seat) - 1], left=left))


def draft_automatic(state: State, step: Draft) -> str:
    return f"manager:{step.left[0]}"


def start(game: Game) -> None:
    """RH-028, RH-029: April is turned up, and conditions are looked at for the first time."""
    turn_up_event(game)
    turn_up_gig(game)
    game.state.phase = "prep"
    for seat in game.state.order:
        look(game, seat)
    game.push(Stage(name="round"))


SETUP_STAGES = {
    "life": deal_life,
    "goals": deal_goals,
    "jobs": deal_jobs,
    "managers": deal_managers,
    "start": start,
}
