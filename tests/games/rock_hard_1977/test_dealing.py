"""Chance in the setup: what is dealt is random, and what was put aside is mixed in again."""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import Any

import pytest

from app.games.chance import Chance
from app.games.playouts import seed_of
from app.games.rock_hard_1977 import setup
from app.games.rock_hard_1977.content import CONTENT
from app.games.rock_hard_1977.game import Game
from app.games.rock_hard_1977.steps import Draft
from tests.games.rock_hard_1977.test_setup import new, offer, until
from tests.ledger import rule


class Stacked(Chance):
    """A chance whose first shuffle puts certain cards on top, and that notes the later ones."""

    def __init__(self, *top: str) -> None:
        super().__init__(seed_of("stacked"))
        self.top = list(top)
        self.later: list[list[str]] = []

    def shuffle(self, items: MutableSequence[Any], source: str = "") -> None:
        if self.top:
            for card in reversed(self.top):
                items.remove(card)
                items.append(card)
            self.top = []
        else:
            self.later.append(list(items))
            items.reverse()


@rule("RH-022")
@pytest.mark.parametrize("alike", [0, 1, 2])
def test_cards_put_aside_are_shuffled_back(alike: int) -> None:
    """As many cards of the first one's type come before a different one."""
    state = new(2)
    state.agenda = []
    state.order = [1, 0]
    fun = [row.id for row in CONTENT.life_start if row.life == "fun"][: alike + 1]
    chance = Stacked(*fun, "start-romance-summer-camp", "start-glamour-the-borrowed-gown")
    setup.deal_life(Game(state, chance))
    cards = [[life.card for life in player.life] for player in state.players]
    assert cards[1] == [fun[0], "start-romance-summer-camp"]
    # the next player draws from a pile that has been shuffled, if cards were put aside
    if alike:
        assert set(fun[1:]) < set(chance.later[0])
        assert len(chance.later[0]) == 10
        assert cards[0][0] == chance.later[0][0]
    else:
        assert cards[0][0] == "start-glamour-the-borrowed-gown"


@rule("RH-020", "RH-023", "RH-025", "RH-026")
@pytest.mark.parametrize("kind", ["character", "goals", "job", "manager"])
def test_what_is_dealt_is_random(kind: str) -> None:
    dealt: set[tuple[str, ...]] = set()
    for number in range(8):
        state = new(2, number)
        until(state, kind, number)
        step = state.agenda[-1]
        dealt.add(tuple(step.left if isinstance(step, Draft) else offer(state).dealt[0]))
    assert len(dealt) > 4
