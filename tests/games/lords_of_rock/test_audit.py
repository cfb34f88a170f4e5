"""The audit finds what must not be."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from app.games.contract import Broken
from app.games.lords_of_rock import RULES
from app.games.lords_of_rock.state import Laid, Over, State, Turn
from tests.games.lords_of_rock.table import concert
from tests.ledger import rule


def _lost_card(state: State) -> None:
    state.deck.draw.pop()


def _doubled_venue(state: State) -> None:
    state.spent.append("atlantis")


def _one_venue_less(state: State) -> None:
    state.venue_deck.append(state.players[0].venues.pop())


def _pantheon_twice(state: State) -> None:
    state.players[0].pantheon = state.players[1].pantheon


def _two_leaders(state: State) -> None:
    state.players[0].band[3] = "greek-hera"


def _third_negative(state: State) -> None:
    cards = [card for card in state.deck.draw if card == "stage-fright"][:3]
    for card in cards:
        state.deck.draw.remove(card)
        state.players[0].pile.append(Laid(card, 1))


def _own_negative(state: State) -> None:
    state.deck.draw.remove("poseurs")
    state.players[0].pile.append(Laid("poseurs", 0))


def _rivals_positive(state: State) -> None:
    state.deck.draw.remove("cult-following")
    state.players[0].pile.append(Laid("cult-following", 1))


def _cancelled_early(state: State) -> None:
    state.deck.draw.remove("cult-following")
    state.players[0].pile.append(Laid("cult-following", 0, cancelled=True))


def _debt(state: State) -> None:
    state.players[0].souls = -1


def _turn_after_passing(state: State) -> None:
    state.players[1].passed_at = 0


def _answer_to_nothing(state: State) -> None:
    state.players[0].passed_at = 0
    state.deck.draw.remove("cult-following")
    state.players[0].pile.append(Laid("cult-following", 0))


def _eleven_cards(state: State) -> None:
    state.players[0].take([state.deck.draw.pop() for _ in range(10)])


def _power_twice(state: State) -> None:
    state.players[0].used = ["the-aegis", "the-aegis"]


def _skill_too_many(state: State) -> None:
    state.stage.required.append("drums")


def _wrong_host(state: State) -> None:
    state.stage.host = 2


def _over_early(state: State) -> None:
    state.step = Over()


@pytest.mark.parametrize(
    ("breaks", "broken"),
    [
        (_lost_card, "LOR-022"),
        (_doubled_venue, "LOR-022"),
        (_one_venue_less, "LOR-023"),
        (_pantheon_twice, "LOR-027"),
        (_two_leaders, "LOR-031"),
        (_third_negative, "LOR-056"),
        (_own_negative, "LOR-055"),
        (_rivals_positive, "LOR-054"),
        (_cancelled_early, "LOR-012"),
        (_debt, "LOR-103"),
        (_turn_after_passing, "LOR-058"),
        (_answer_to_nothing, "LOR-064"),
        (_eleven_cards, "LOR-111"),
        (_power_twice, "LOR-076"),
        (_skill_too_many, "LOR-009"),
        (_wrong_host, "LOR-039"),
        (_over_early, "LOR-040"),
    ],
)
@rule("LOR-022", "LOR-031", "LOR-056", "LOR-103", "LOR-111")
def test_a_broken_state_is_found(breaks: Callable[[State], None], broken: str) -> None:
    room = concert(
        "atlantis", "greek", "norse", "celtic", powers=True, hands={0: ["roadie"], 1: ["roadie"]}
    )
    assert isinstance(room.state.step, Turn)
    RULES.audit(room.state)
    breaks(room.state)
    with pytest.raises(Broken) as found:
        RULES.audit(room.state)
    assert found.value.rule == broken
