"""Another state that looks the same to a viewer (LOR-147)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from app.games.chance import Chance
from app.games.contract import Viewer
from app.games.lords_of_rock.concert import face_down
from app.games.lords_of_rock.content import CONSTANTS, GODS, GODS_OF, LEADERS_OF, POSITIVE, in_order
from app.games.lords_of_rock.setup import open_slot
from app.games.lords_of_rock.state import (
    Drafting,
    Laid,
    Limiting,
    Over,
    Player,
    Recruiting,
    Redrawing,
    State,
    clone,
)


def redeal(state: State, viewer: Viewer, chance: Chance) -> State:
    """Deal anew what ``viewer`` can't know: others' hands, face-down cards, venue cards,
    draft packs and recruits, and both decks."""
    other = clone(state)
    if isinstance(state.step, Over):
        chance.shuffle(other.deck.draw)
        chance.shuffle(other.venue_deck)
        return other
    hidden = [player for seat, player in enumerate(other.players) if seat != viewer]
    _deal_set_list(other, hidden, chance)
    _deal_venues(other, hidden, chance)
    if isinstance(other.step, Recruiting):
        for player in hidden:
            _recruit_anew(player, chance)
    return other


def _deal_set_list(state: State, hidden: Sequence[Player], chance: Chance) -> None:
    face_downs = [laid for one in hidden for laid in one.pile if face_down(state, laid)]
    pool = [
        *state.deck.draw,
        *(laid.card for laid in face_downs),
        *(card for player in hidden for card in (*player.hand, *player.aside)),
    ]
    chance.shuffle(pool)
    _lay_positive(face_downs, pool)
    for player in hidden:
        total = len(player.hand) + len(player.aside)
        cards = [pool.pop() for _ in range(total)]
        set_aside = _asides(state, player, total, chance)
        player.aside = cards[:set_aside]
        player.hand = in_order(cards[set_aside:])
    state.deck.draw = pool


def _lay_positive(face_downs: Iterable[Laid], pool: list[str]) -> None:
    """Only positive cards lie face down, so the first ones of the pool go there."""
    for laid in face_downs:
        index = next(index for index, card in enumerate(pool) if card in POSITIVE)
        laid.card = pool.pop(index)


def _asides(state: State, player: Player, total: int, chance: Chance) -> int:
    """How many cards a player may have set aside, given whether it has finished."""
    if isinstance(state.step, Redrawing):
        most = min(CONSTANTS.redraw_max, total)
        return chance.below(most + 1 if player.done else most)
    if isinstance(state.step, Limiting):
        excess = 0 if player.exempt else max(0, total - CONSTANTS.hand_limit)
        return excess if player.done else chance.below(excess)
    return 0


def _deal_venues(state: State, hidden: Sequence[Player], chance: Chance) -> None:
    pool = list(state.venue_deck)
    for player in hidden:
        pool += [*player.venues, *player.pack]
    chance.shuffle(pool)
    for player in hidden:
        player.venues = in_order([pool.pop() for _ in player.venues])
        player.pack = in_order([pool.pop() for _ in player.pack])
        if isinstance(state.step, Drafting) and player.keeping:
            player.keeping = chance.pick(player.pack)
    state.venue_deck = pool


def _recruit_anew(player: Player, chance: Chance) -> None:
    picked = CONSTANTS.band_size if player.done else chance.below(CONSTANTS.band_size)
    picks: list[str] = []
    while len(picks) < picked:
        slot = open_slot(picks)
        fitting = (
            [god for god in GODS_OF[player.pantheon] if GODS[god].primary.skill == slot]
            if slot
            else LEADERS_OF[player.pantheon]
        )
        picks.append(chance.pick(fitting))
    player.picks = picks
