"""The invariants of the ledger (its section "Invariants"), by their numbers."""

from __future__ import annotations

from collections import Counter

from app.games.contract import Broken, Seat
from app.games.lords_of_rock.content import (
    CONSTANTS,
    GODS,
    POSITIVE,
    POWERS,
    SET_LIST_DECK,
    SKILLS,
    VENUES,
    mask_of,
)
from app.games.lords_of_rock.state import (
    ChoosingPantheon,
    Drafting,
    Limiting,
    Over,
    Player,
    Reaction,
    Recruiting,
    Resolution,
    State,
    Turn,
)

_SET_LIST = Counter(SET_LIST_DECK)
_VENUES = Counter(list(VENUES))
_SETUP_STEPS = (Drafting, ChoosingPantheon, Recruiting)
_HAND_MOST, _DRAW_MOST = 32, 36


def audit(state: State) -> None:
    """Raise `Broken` for the first invariant that does not hold."""
    _set_list(state)
    _venues(state)
    _pantheons(state)
    for seat, player in enumerate(state.players):
        _band(state, player)
        _pile(state, seat, player)
        _hand(state, player)
        if player.souls < 0:
            raise Broken("LOR-103", f"seat {seat} has {player.souls} souls")
    _play(state)
    _stage(state)
    if state.last:
        _paid(state.last)


def _set_list(state: State) -> None:
    cards = Counter(state.deck.draw)
    cards.update(state.deck.used)
    for player in state.players:
        cards.update(player.hand)
        cards.update(player.aside)
        cards.update(laid.card for laid in player.pile)
    if cards != _SET_LIST:
        raise Broken("LOR-022", "the 78 Set List cards are not all there (1)")


def _venues(state: State) -> None:
    concert = state.concert
    cards = [*state.venue_deck, *state.spent]
    # the venue is spent at the clean-up, which the draw step of the same concert follows
    if concert and not isinstance(state.step, Limiting):
        cards.append(concert.venue)
    for player in state.players:
        cards += [*player.venues, *player.pack]
    if Counter(cards) != _VENUES:
        raise Broken("LOR-022", "the 37 venue cards are not all there (2)")
    for seat, player in enumerate(state.players):
        place = (seat - state.anchor - 1) % state.seats
        hosted = (state.hosted - place + state.seats - 1) // state.seats
        held = len(player.venues) + len(player.pack)
        if isinstance(state.step, Drafting):
            continue
        if held + hosted != CONSTANTS.venues_dealt:
            raise Broken("LOR-023", f"seat {seat}: {held} venues, {hosted} hosted (3, 17)")
    if isinstance(state.step, Drafting):
        held = {len(player.venues) + len(player.pack) for player in state.players}
        if held != {CONSTANTS.venues_dealt}:
            raise Broken("LOR-026", "not four venue cards each (3)")


def _pantheons(state: State) -> None:
    chosen = [player.pantheon for player in state.players if player.pantheon]
    if len(set(chosen)) != len(chosen):
        raise Broken("LOR-027", "a pantheon is taken twice (5)")


def _band(state: State, player: Player) -> None:
    if isinstance(state.step, _SETUP_STEPS):
        return
    gods = [GODS[god] for god in player.band]
    skills = [god.primary.skill for god in gods]
    stars = sum(god.star for god in gods)
    own = all(god.pantheon == player.pantheon for god in gods)
    if tuple(skills) != SKILLS or stars != 1 or not own:
        raise Broken("LOR-031", f"no band: {player.band} (4)")
    wrong = [power for power in player.used if POWERS[power].pantheon != player.pantheon]
    if wrong or len(set(player.used)) != len(player.used) or (player.used and not state.powers):
        raise Broken("LOR-076", f"powers used: {player.used} (13)")


def _pile(state: State, seat: Seat, player: Player) -> None:
    if player.negatives > CONSTANTS.negatives_per_band:
        raise Broken("LOR-056", f"{player.negatives} negatives on seat {seat} (6)")
    revealed = state.concert is not None and state.concert.revealed
    for laid in player.pile:
        if laid.card in POSITIVE and laid.by != seat:
            raise Broken("LOR-054", f"a rival's {laid.card} on seat {seat} (7)")
        if revealed:
            continue
        if laid.card not in POSITIVE and laid.by == seat:
            raise Broken("LOR-055", f"the own {laid.card} on seat {seat} (7)")
        if laid.cancelled:
            raise Broken("LOR-012", f"{laid.card} is cancelled before the reveal (8)")
    if player.passed and not revealed:
        since = player.pile[player.passed_at :]
        answers = sum(laid.card in POSITIVE for laid in since)
        if answers > len(since) - answers:
            raise Broken("LOR-064", f"seat {seat} answered too often (11)")


def _hand(state: State, player: Player) -> None:
    cards = len(player.hand) + len(player.aside)
    if isinstance(state.step, Limiting):
        if cards > _DRAW_MOST:
            raise Broken("LOR-111", f"{cards} cards in hand (12)")
    elif len(player.hand) > _HAND_MOST or (cards > CONSTANTS.hand_limit and not player.exempt):
        raise Broken("LOR-111", f"{cards} cards in hand (12)")


def _play(state: State) -> None:
    step = state.step
    if isinstance(step, Turn) and state.players[step.seat].passed:
        raise Broken("LOR-058", f"seat {step.seat} has passed and is asked for a turn (10)")
    if isinstance(step, Reaction) and not state.players[step.seat].passed:
        raise Broken("LOR-068", f"seat {step.seat} reacts without having passed (10)")
    if isinstance(step, Over) and state.hosted != state.rounds * state.seats:
        raise Broken("LOR-040", f"over after {state.hosted} concerts (17)")


def _stage(state: State) -> None:
    concert = state.concert
    if concert is None:
        return
    size = len(VENUES[concert.venue].skills)
    if len(concert.required) != size or mask_of(concert.required).bit_count() != size:
        raise Broken("LOR-009", f"{concert.required} at {concert.venue} (14)")
    if not concert.encore:
        expected = (state.anchor + state.hosted) % state.seats
        if concert.host != expected:
            raise Broken("LOR-039", f"seat {concert.host} hosts, not {expected} (17)")


def _paid(last: Resolution) -> None:
    expected: list[int] = []
    while len(expected) < len(last.scores):
        score = last.scores[len(expected)]
        expected += [len(expected) + 1] * score.shared
    if [score.place for score in last.scores] != expected:
        raise Broken("LOR-094", f"places {[one.place for one in last.scores]} (15)")
    bands = len(last.scores)
    printed = sum(VENUES[last.venue].souls[:bands])
    paid = sum(score.souls for score in last.scores)
    ties = len(set(expected)) < bands
    if not printed <= paid <= printed + (bands - 1) * ties:
        raise Broken("LOR-096", f"{paid} souls paid of {printed} (15, 16)")
