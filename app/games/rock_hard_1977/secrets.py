"""What a viewer can't know, dealt anew (RH-252 to RH-256, RH-362)."""

from __future__ import annotations

import msgspec

from app.games.chance import Chance
from app.games.contract import Viewer
from app.games.rock_hard_1977 import conditions, setup
from app.games.rock_hard_1977.content import CHARACTERS, CONTENT, GIGS, GOALS, JOBS
from app.games.rock_hard_1977.state import GoalHeld, Peek, State
from app.games.rock_hard_1977.steps import Offer

_ENCODER = msgspec.msgpack.Encoder()
_DECODER = msgspec.msgpack.Decoder(State)


def redeal(state: State, viewer: Viewer, chance: Chance) -> State:
    """A state that looks the same to ``viewer``, with everything hidden from it dealt anew."""
    other = _DECODER.decode(_ENCODER.encode(state))
    _decks(other, viewer, chance)
    _goals(other, viewer, chance)
    for step in other.agenda:
        if isinstance(step, Offer):
            _offer(other, step, viewer, chance)
    for seat, player in enumerate(other.players):
        if seat != viewer:
            player.dealt = []
    return other


def _decks(state: State, viewer: Viewer, chance: Chance) -> None:
    piles: dict[str, list[str]] = {
        "events": state.events.draw,
        "sugar": state.sugar.draw,
        "gigs": state.gigs,
    }
    before = {name: list(pile) for name, pile in piles.items()}
    known = {peek.card for peek in state.peeks if peek.seat == viewer}
    _new_gigs(state, known, chance)
    _shuffle_around(state.events.draw, known, chance)
    _shuffle_around(state.sugar.draw, known, chance)
    for deck in state.hang_outs.values():
        chance.shuffle(deck.draw)
    # what others have looked at is now the card that lies in that place
    state.peeks = [
        peek
        if peek.seat == viewer
        else Peek(peek.seat, peek.deck, piles[peek.deck][before[peek.deck].index(peek.card)])
        for peek in state.peeks
    ]


def _shuffle_around(pile: list[str], known: set[str], chance: Chance) -> None:
    """Shuffle all but the ``known`` cards, which keep their places."""
    free = [index for index, card in enumerate(pile) if card not in known]
    cards = [pile[index] for index in free]
    chance.shuffle(cards)
    for index, card in zip(free, cards, strict=True):
        pile[index] = card


def _new_gigs(state: State, known: set[str], chance: Chance) -> None:
    """Any cards of its level may lie in the stack that were not seen yet."""
    seen = {state.gig, *state.gigs_played} | known
    unseen = [row.id for row in CONTENT.random_gig if row.id not in seen]
    chance.shuffle(unseen)
    for index, card in enumerate(state.gigs):
        if card not in known:
            new = next(one for one in unseen if GIGS[one].level == GIGS[card].level)
            unseen.remove(new)
            state.gigs[index] = new


def _goals(state: State, viewer: Viewer, chance: Chance) -> None:
    """Other hands for the others: no tracked goal, and none that would have scored by now."""
    hidden = [
        (seat, held)
        for seat, player in enumerate(state.players)
        for held in player.goals
        if seat != viewer and not held.open
    ]
    seen = {held.card for player in state.players for held in player.goals if held.open}
    seen |= _own(state, viewer)
    pool = [
        row.id
        for row in setup.playable(state, CONTENT.goal)
        if row.id not in seen and GOALS[row.id].kind != "tracked"
    ]
    chance.shuffle(pool)
    new: list[str] = []
    for seat, _ in hidden:
        fits = [card for card in pool if not _scored_by_now(state, seat, card)]
        if not fits:
            return
        new.append(fits[0])
        pool.remove(fits[0])
    for (_, held), card in zip(hidden, new, strict=True):
        held.card = card


def _own(state: State, viewer: Viewer) -> set[str]:
    """The cards that the viewer was dealt: nobody else can hold them."""
    return set() if viewer is None else set(state.players[viewer].dealt)


def _scored_by_now(state: State, seat: int, card: str) -> bool:
    goal = GOALS[card]
    return goal.kind == "achieved" and conditions.goal_holds(state.players[seat], goal)


def _offer(state: State, offer: Offer, viewer: Viewer, chance: Chance) -> None:
    """The cards offered to the others; who has chosen has chosen the same place."""
    decks = {
        "character": list(CHARACTERS),
        "goals": [row.id for row in setup.playable(state, CONTENT.goal)],
        "job": list(JOBS),
    }
    pool = [card for card in decks[offer.kind] if card not in _own(state, viewer)]
    if offer.kind == "character" and state.abilities:
        playable = {row.id for row in setup.playable(state, CONTENT.character)}
        pool = [card for card in pool if card in playable]
    chance.shuffle(pool)
    for seat in range(state.seats):
        if seat == viewer:
            continue
        before = setup.choices(offer, seat)
        place = before.index(offer.chosen[seat]) if offer.chosen[seat] else None
        offer.dealt[seat] = [pool.pop() for _ in offer.dealt[seat]]
        if place is not None:
            offer.chosen[seat] = setup.choices(offer, seat)[place]


def hidden_goals(goals: list[GoalHeld]) -> int:
    return sum(not held.open for held in goals)
