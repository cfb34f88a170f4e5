"""Hanging out: the Hot Hang Out token, the card, and sets of Life Experience (RH-160)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations_with_replacement

from app.games.contract import Option
from app.games.rock_hard_1977.content import LIFE_OF, LIFE_TYPES, LOCATIONS, TOKENS
from app.games.rock_hard_1977.game import Game, gain, look
from app.games.rock_hard_1977.state import Life, Player, Reveal, State, ability_of
from app.games.rock_hard_1977.steps import DrawLife, FormSets, Perform, TwoLives

SET_SIZE = 4
SET_FAME = 5


def hang_out(game: Game, seat: int, location: str) -> None:
    """Score the token, then draw and carry out a card, then look for sets."""
    token = TOKENS[game.state.tokens[location]]
    if token.fame:
        counts = game.players[seat].counts
        counts["hot_hangouts"] = counts.get("hot_hangouts", 0) + 1
        gain(game, seat, "fame", token.fame, token.id)
    game.push(DrawLife(seat=seat, location=location), FormSets(seat=seat))


def draw_life(game: Game, step: DrawLife) -> bool:
    """RH-164: one card, or for Bebe Rose two of which she keeps one (RH-329)."""
    wanted = 2 if ability_of(game.state, step.seat) == "knows_everybody" else 1
    cards: list[str] = []
    for _ in range(wanted):
        card = _draw(game, step.location)
        if card:
            cards.append(card)
            game.log("draws_life", step.seat, barrier=True, card=card)
    if not cards:
        game.log("no_card", step.seat, location=step.location)
    elif len(cards) == 1:
        _keep(game, step.seat, cards[0])
    else:
        game.push(TwoLives(seat=step.seat, location=step.location, cards=cards))
    return False


def _draw(game: Game, location: str) -> str:
    deck = game.state.hang_outs[location]
    if not deck.draw and deck.used:
        deck.reshuffle(game.chance)
        game.log("reshuffled", deck=location)
    return deck.draw.pop() if deck.draw else ""


def _keep(game: Game, seat: int, card: str) -> None:
    game.players[seat].life.append(Life(card))
    game.state.reveal = Reveal("life", seat, card)
    look(game, seat)
    game.push(Perform(seat=seat, ref=card))


def ask_two(game: Game, step: TwoLives) -> bool:
    if step.cards[0] == step.cards[1]:
        _choose(game, step, step.cards[0])
        return False
    return True


def two_menu(state: State, step: TwoLives) -> list[Option]:
    return [Option(f"life:{card}", f"spotlight/life:{card}") for card in step.cards]


def answer_two(game: Game, step: TwoLives, move: str) -> None:
    _choose(game, step, move.partition(":")[2])


def _choose(game: Game, step: TwoLives, card: str) -> None:
    other = step.cards[0] if step.cards[1] == card else step.cards[1]
    game.state.hang_outs[step.location].discard(other)
    game.log("sets_aside", step.seat, card=other)
    _keep(game, step.seat, card)


def two_automatic(state: State, step: TwoLives) -> str:
    return f"life:{step.cards[0]}"


# ---- sets


def is_set(types: Sequence[str]) -> bool:
    """Four cards of which those that are not Wild are all alike or all different (RH-170)."""
    tame = [life for life in types if life != "wild"]
    return len(types) == SET_SIZE and len(set(tame)) in (0, 1, len(tame))


_SETS = tuple(
    (types, Counter(types))
    for types in combinations_with_replacement(LIFE_TYPES, SET_SIZE)
    if is_set(types)
)
"""All sets in the order of `LIFE_TYPES`, and how many cards of each type they take."""


@lru_cache(maxsize=4096)
def _sets_of(unused: tuple[int, ...]) -> tuple[tuple[str, ...], ...]:
    """The different sets in so many unused cards of each type."""
    counts = Counter(dict(zip(LIFE_TYPES, unused, strict=True)))
    return tuple(types for types, cards in _SETS if cards <= counts)


def possible_sets(player: Player) -> tuple[tuple[str, ...], ...]:
    unused = [LIFE_OF[life.card] for life in player.life if not life.set]
    return _sets_of(tuple([unused.count(life) for life in LIFE_TYPES]))


def ask_sets(game: Game, step: FormSets) -> bool:
    sets = possible_sets(game.players[step.seat])
    if len(sets) == 1:
        _form(game, step, sets[0])
    return len(sets) > 1


def sets_menu(state: State, step: FormSets) -> list[Option]:
    return [
        Option(move, f"spotlight/{move}")
        for types in possible_sets(state.players[step.seat])
        for move in (f"set:{'.'.join(types)}",)
    ]


def answer_sets(game: Game, step: FormSets, move: str) -> None:
    _form(game, step, move.partition(":")[2].split("."))


def sets_automatic(state: State, step: FormSets) -> str:
    """Fewest Wild cards, then in the order of the types (RH-263)."""
    sets = possible_sets(state.players[step.seat])
    best = min(sets, key=lambda types: types.count("wild"))
    return f"set:{'.'.join(best)}"


def _form(game: Game, step: FormSets, types: Sequence[str]) -> None:
    """The cards held longest make the set (RH-172); then a further one is looked for."""
    player = game.players[step.seat]
    number = player.sets + 1
    missing = list(types)
    for life in player.life:
        if not life.set and LIFE_OF[life.card] in missing:
            missing.remove(LIFE_OF[life.card])
            life.set = number
    game.log("set", step.seat, types=list(types))
    gain(game, step.seat, "fame", SET_FAME, "set")
    game.push(FormSets(seat=step.seat))


def location_of(space: str) -> str:
    """The location of a Hang Out space."""
    return _LOCATION_OF[space]


_LOCATION_OF = {row.space: row.id for row in LOCATIONS.values()}
