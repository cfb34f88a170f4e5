"""From the box to the first turn (RTR-016 to RTR-023)."""

from __future__ import annotations

from collections import Counter
from collections.abc import MutableSequence
from typing import Any

import pytest

from app.games import referee
from app.games.chance import Chance
from app.games.playouts import seed_of
from app.games.ready_to_rock import RULES
from app.games.ready_to_rock.content import CARDS, COMMON_DECK
from app.games.ready_to_rock.state import State
from tests.games.ready_to_rock.table import Table
from tests.ledger import rule


def new_game(seats: int, number: int = 0) -> referee.Position[State]:
    return referee.start(RULES, seats, {"curfew": "40"}, seed_of("setup", seats, number))


@rule("RTR-016")
@pytest.mark.parametrize("seats", range(3, 10))
def test_the_setup_is_the_same_for_every_number(seats: int) -> None:
    state = new_game(seats).state
    assert len(state.rockers) == seats
    tickets = [option.move for option in RULES.menu(state, state.active)]
    assert len(tickets) == 9
    with pytest.raises(ValueError, match="3 to 9"):
        referee.complete_settings(RULES, 2 if seats < 6 else 10, {})


@rule("RTR-017")
def test_turns_pass_to_the_next_higher_seat_and_round() -> None:
    table = Table(seats=3)
    for active in "abca":
        assert table.asked() == {active: "turn"}
        table.play(active, "end")


@rule("RTR-018")
def test_every_seat_starts_equally_often() -> None:
    games = 600
    starts = Counter(new_game(4, number).state.starting for number in range(games))
    assert all(0.18 < starts[seat] / games < 0.32 for seat in range(4))


class Unshuffled(Chance):
    """Chance that leaves every deck in the order of the content."""

    def shuffle(self, items: MutableSequence[Any], source: str = "") -> None:
        pass


@rule("RTR-020", "RTR-117")
def test_cards_are_dealt_one_by_one_from_the_starting_rocker() -> None:
    state = RULES.setup(3, {"curfew": "40"}, Unshuffled(bytes(32)))
    dealt = COMMON_DECK[::-1][:12]
    for place in range(3):
        rocker = state.rockers[(state.starting + place) % 3]
        assert rocker.hand == list(dealt[place::3])


@rule("RTR-018")
def test_the_pass_is_dealt_round_the_table_from_a_seat_drawn_at_random() -> None:
    """Undisturbed, the pass is the tenth card: nine seats after the first one."""
    starts = {
        RULES.setup(seats, {"curfew": "40"}, Unshuffled(seed)).starting
        == (Chance(seed).below(seats) + 9) % seats
        for seats in range(3, 10)
        for seed in (seed_of("pass", number) for number in range(6))
    }
    assert starts == {True}


@rule("RTR-019", "RTR-020")
def test_four_cards_each_and_an_empty_grid() -> None:
    state = new_game(5).state
    assert [len(rocker.hand) for rocker in state.rockers] == [4] * 5
    assert len(state.deck.draw) == 116 - 20
    assert len(state.stage.draw) == 12
    assert not state.grid
    assert not state.deck.used
    other = new_game(5, 1).state
    assert state.deck.draw != other.deck.draw, "both decks are shuffled"
    assert state.stage.draw != other.stage.draw
    in_play = Counter(state.deck.draw)
    for rocker in state.rockers:
        in_play.update(rocker.hand)
    assert in_play == {kind: card.copies for kind, card in CARDS.items()}


@rule("RTR-021")
def test_tickets_are_chosen_in_turn_order_and_may_be_shared() -> None:
    position = new_game(3)
    state = position.state
    for step in range(3):
        chooser = (state.starting + step) % 3
        assert {seat: d.kind for seat, d in RULES.waiting_on(state).items()} == {
            chooser: "choose_ticket"
        }
        referee.play(RULES, position, bytes(32), chooser, "ticket:ticket-cloakroom")
    assert len({rocker.pawn for rocker in state.rockers}) == 1
    assert {seat: d.kind for seat, d in RULES.waiting_on(state).items()} == {state.starting: "turn"}


@rule("RTR-022")
def test_a_ticket_is_open_on_all_sides_and_stays() -> None:
    table = Table(
        """
        column  -3   -2   -1
        row 6    T    │c
        row 7    ─b   Ta   ·
        row 8    ·    │d   T
        """,
        hands={"a": "open-crowd beer"},
    )
    assert table.menu("a", "move:") == ["move:-2:6", "move:-3:7", "move:-2:8"]
    assert table.refused("a", "path:open-crowd:-2:7:0").rule == "RTR-051"
    table.play("a", "move:-3:7", "move:-2:7", "end")
    assert table.pawn("a") == (-2, 7)


@rule("RTR-023")
def test_from_ticket_to_ticket_over_a_path_card_only() -> None:
    apart = Table(pawns={"a": (0, 9)})
    assert apart.menu("a", "move:") == []
    bridged = Table(
        """
        column   -1    0
        row 8     T    ┘b
        row 9          Ta
        """,
        pawns={"c": (-1, 8)},
    )
    assert bridged.menu("a", "move:") == []
    bridged = Table(
        """
        column   -1    0
        row 8     T    ┤b
        row 9          Ta
        """,
    )
    assert bridged.menu("a", "move:") == ["move:-1:8", "move:0:8"]
