"""Setup, the rounds and their phases, and the ceremony (TNR-021 to TNR-034, TNR-155 to TNR-168)."""

from __future__ import annotations

from app.games.chance import Chance
from app.games.contract import Seat
from app.games.kit.decks import shuffled
from app.games.kit.seating import after, clockwise
from app.games.thrash_n_roll.content import (
    CONTENT,
    FANS,
    FIRST_LEVEL,
    GROUPS,
    LIMITS,
    LOCATIONS,
    MARKERS,
    ROUNDS,
    SCANDALS,
    SKILL_INDEX,
    STARS,
    SUPPORTS,
)
from app.games.thrash_n_roll.effects import draw_supports, gain_fame, refill_display
from app.games.thrash_n_roll.state import Band, EndRound, Pairs, State, Turn
from app.games.thrash_n_roll.table import Table, best_album, popularity

# -- setup


def new_game(seats: int, chance: Chance) -> Table:
    """The table before the first turn."""
    state = State(
        bands=[_new_band(chance) for _ in range(seats)],
        first=chance.below(seats),
        places={location: [] for location in LOCATIONS},
        display=[""] * LIMITS.display,
        support_deck=shuffled(SUPPORTS, chance),
        fan_deck=shuffled(FANS, chance),
        scandal_deck=shuffled(SCANDALS, chance),
        asked=[0] * seats,
    )
    table = Table(state, chance)
    refill_display(table)
    for seat in clockwise(seats, state.first):
        draw_supports(table, seat, LIMITS.start_supports)
    _prepare(table)
    return table


def _new_band(chance: Chance) -> Band:
    """TNR-025, TNR-026"""
    band = Band(gear=FIRST_LEVEL, timing=FIRST_LEVEL)
    for group in GROUPS:
        markers = [
            marker.id
            for marker in MARKERS.values()
            if marker.group == group
            for _ in range(marker.copies)
        ]
        chance.shuffle(markers)
        band.removed.append(markers.pop())
        band.covered.extend(markers)
    band.covered.reverse()
    return band


def _prepare(table: Table) -> None:
    """The preparation phase (TNR-029); then the first player is on turn."""
    state = table.state
    table.tell("round", state.first, round=state.round)
    for seat in clockwise(len(state.bands), state.first):
        band = state.bands[seat]
        band.dice = sorted(table.chance.die() for _ in range(LIMITS.dice_per_player))
        table.tell("rolled", seat, dice=list(band.dice))
    table.push(Turn(state.first))


# -- the action phase


def next_turn(table: Table, seat: Seat) -> None:
    """Who is on turn after ``seat``: clockwise, without those who have passed (TNR-033)."""
    state = table.state
    for other in (*after(len(state.bands), seat), seat):
        band = state.bands[other]
        if band.passed:
            continue
        if band.dice:
            table.push(Turn(other))
            return
        band.passed = True
        table.tell("passed", other, no_dice=True)
    _ending(table)


# -- the ending phase


def _ending(table: Table) -> None:
    """Steps 1 to 6 by themselves; step 7 asks (TNR-155)."""
    state = table.state
    seats = len(state.bands)
    _score_hits(table)
    for dice in state.places.values():
        dice.clear()
    for band in state.bands:
        band.dice = []
        band.passed = False
    state.first = (state.first + 1) % seats
    table.tell("ending", state.first, round=state.round)
    _pay_for_scandals(table)
    _new_display(table)
    table.push(*(Pairs(seat) for seat in clockwise(seats, state.first)), EndRound())


def _score_hits(table: Table) -> None:
    """TNR-156, TNR-157"""
    bands = table.state.bands
    top_single = max(band.single for band in bands)
    top_album = max(best_album(band) for band in bands)
    for seat, band in enumerate(bands):
        stars = STARS["singles"][band.single] + sum(STARS["albums"][space] for space in band.albums)
        gain_fame(table, seat, stars, "hits", "stars")
        if band.single and band.single == top_single:
            gain_fame(table, seat, LIMITS.best_single_fame, "hits", "best_single")
        if band.albums and best_album(band) == top_album:
            gain_fame(table, seat, LIMITS.best_album_fame, "hits", "best_album")


def _pay_for_scandals(table: Table) -> None:
    """TNR-160, TNR-161"""
    for seat, band in enumerate(table.state.bands):
        if band.beside:
            band.scandals.extend(band.beside)
            table.tell_cards("scandals_to_hand", seat, band.beside)
            band.beside = []
    for seat, band in enumerate(table.state.bands):
        gain_fame(table, seat, -len(band.scandals) * popularity(band), "scandals", "scandals")


def _new_display(table: Table) -> None:
    """TNR-162"""
    state = table.state
    state.support_deck.discard(*(card for card in state.display if card))
    state.display = [""] * LIMITS.display
    refill_display(table)


def end_round(table: Table) -> None:
    """TNR-164"""
    if table.state.round == ROUNDS:
        _ceremony(table)
        return
    table.state.round += 1
    _prepare(table)


# -- the end of the game


def _ceremony(table: Table) -> None:
    """TNR-165, TNR-166"""
    state = table.state
    for seat, band in enumerate(state.bands):
        if band.scandals:
            table.tell("revealed", seat, cards=list(band.scandals))
        loss = sum(band.skills[SKILL_INDEX[SCANDALS[card].skill]] for card in band.scandals)
        gain_fame(table, seat, -loss, "revealed", "revealed")
    for award in CONTENT.award:
        winners = award_winners(state, SKILL_INDEX[award.skill])
        state.awards[award.skill] = winners
        for seat in winners:
            table.tell("award", seat, award=award.id)
            gain_fame(table, seat, LIMITS.award_fame, "awards", award.skill)
    state.over = True


def award_winners(state: State, skill: int) -> list[Seat]:
    """Who gets the statuette of a skill (TNR-166, TNR-167)."""
    most = max(band.skills[skill] for band in state.bands)
    if not most:
        return []
    keys = {
        seat: (popularity(band), best_album(band))
        for seat, band in enumerate(state.bands)
        if band.skills[skill] == most
    }
    best = max(keys.values())
    return [seat for seat, key in keys.items() if key == best]
