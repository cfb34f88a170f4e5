"""What can happen to a band's pieces and the decks: the smallest moves of the rules."""

from __future__ import annotations

from app.games.contract import Seat
from app.games.kit.decks import Deck
from app.games.thrash_n_roll.content import ASSASSIN_MARKERS, FANS, LAST_LEVEL, SKILLS
from app.games.thrash_n_roll.state import FanLimit, Source
from app.games.thrash_n_roll.table import Table, skill_pool


def gain_fame(table: Table, seat: Seat, amount: int, source: Source, by: str) -> None:
    """Add fame, or take some away down to 0 (TNR-014). ``by`` says in the log what for."""
    band = table.state.bands[seat]
    change = max(amount, -band.fame)
    if change:
        band.fame += change
        band.score[source] = band.score.get(source, 0) + change
        table.tell("fame", seat, amount=change, by=by)


def raise_level(table: Table, seat: Seat, level: str, amount: int) -> None:
    """Raise "gear" or "timing" as far as its track goes (TNR-008, TNR-009)."""
    band = table.state.bands[seat]
    before: int = getattr(band, level)
    after = min(before + amount, LAST_LEVEL)
    setattr(band, level, after)
    if after > before:
        table.tell(level, seat, amount=after - before, level=after)


def gain_skill(table: Table, seat: Seat, skill: int) -> None:
    """Take a skill marker, if the pool has one (TNR-004)."""
    if skill_pool(table.state, skill) > 0:
        table.state.bands[seat].skills[skill] += 1
        table.tell("skill", seat, skill=SKILLS[skill])


# -- decks


def draw(table: Table, deck: Deck, name: str) -> str | None:
    """The top card of a deck, reshuffling as TNR-083 says; ``None`` when there is none."""
    _refresh(table, deck, name)
    if not deck.draw:
        return None
    card = deck.top()
    _refresh(table, deck, name)
    return card


def _refresh(table: Table, deck: Deck, name: str) -> None:
    if not deck.draw and deck.used:
        deck.reshuffle(table.chance)
        table.tell("reshuffled", deck=name)


def draw_supports(table: Table, seat: Seat, count: int) -> None:
    """Draw into the hand; the hand limit is checked by the caller (TNR-053)."""
    cards = _draw_many(table, table.state.support_deck, "support", count)
    table.state.bands[seat].supports.extend(cards)
    if cards:
        table.tell_cards("drew_supports", seat, cards)


def _draw_many(table: Table, deck: Deck, name: str, count: int) -> list[str]:
    drawn = (draw(table, deck, name) for _ in range(count))
    return [card for card in drawn if card is not None]


def draw_fan(table: Table, seat: Seat) -> None:
    """Draw a fan card and check the hand limit (TNR-056, TNR-061)."""
    cards = _draw_many(table, table.state.fan_deck, "fan", 1)
    table.state.bands[seat].fans.extend(cards)
    if cards:
        table.tell_cards("drew_fans", seat, cards)
    table.push(FanLimit(seat))


def refill_display(table: Table) -> None:
    """Fill the gaps of the display (TNR-054, TNR-084)."""
    display = table.state.display
    for place, shown in enumerate(display):
        if not shown:
            card = draw(table, table.state.support_deck, "support")
            if card is None:
                return
            display[place] = card
            table.tell("displayed", card=card)


def discard_support(table: Table, seat: Seat, card: str) -> None:
    """A support card of the hand goes face up to its discard pile (TNR-050)."""
    table.state.bands[seat].supports.remove(card)
    table.state.support_deck.discard(card)


def discard_fan(table: Table, seat: Seat, fan: str) -> None:
    """A fan goes to its discard pile and may call the Assassin (TNR-062, TNR-063)."""
    state = table.state
    state.bands[seat].fans.remove(fan)
    state.fan_deck.discard(fan)
    called = FANS[fan].assassin and state.assassins < ASSASSIN_MARKERS
    state.assassins += called
    table.tell("fan_discarded", seat, fan=fan, assassin=called)


def cause_scandals(table: Table, seat: Seat, count: int) -> None:
    """Lay scandals face down beside the board (TNR-072); nobody sees them (TNR-080)."""
    cards = _draw_many(table, table.state.scandal_deck, "scandal", count)
    table.state.bands[seat].beside.extend(cards)
    if cards:
        table.tell("scandals_caused", seat, count=len(cards))


# -- dice


def reroll_die(table: Table, seat: Seat, value: int, fan: str) -> None:
    """Roll an own unplaced die again; the fan has been discarded (TNR-065)."""
    dice = table.state.bands[seat].dice
    dice.remove(value)
    result = table.chance.die()
    dice.append(result)
    dice.sort()
    table.tell("rerolled", seat, before=value, after=result, fan=fan)
