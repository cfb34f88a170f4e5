"""The setup: what is dealt, who chooses what, and who may see it (RH-005, RH-009 to RH-032)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from app.games import referee
from app.games.chance import Chance
from app.games.contract import Event
from app.games.playouts import seed_of
from app.games.rock_hard_1977 import RULES
from app.games.rock_hard_1977.content import (
    BONUSES,
    CHARACTERS,
    CONTENT,
    EVENTS,
    GIGS,
    GOALS,
    HANG_OUTS,
    JOBS,
    LIFE_OF,
    SWEETS,
    TOKENS,
)
from app.games.rock_hard_1977.state import State
from app.games.rock_hard_1977.steps import Draft, Offer
from tests.games.rock_hard_1977.table import SETTINGS, spaces_in
from tests.ledger import rule


def new(seats: int, number: int = 0, **settings: str) -> State:
    return RULES.setup(seats, {**SETTINGS, **settings}, Chance(seed_of("setup", number)))


def offer(state: State) -> Offer:
    step = state.agenda[-1]
    assert isinstance(step, Offer)
    return step


def until(state: State, kind: str, number: int = 0) -> list[Event]:
    """Everybody takes the automatic choice until ``kind`` is asked."""
    events: list[Event] = []
    chance = Chance(seed_of("until", number))
    while True:
        waiting = RULES.waiting_on(state)
        seat = min(waiting)
        if waiting[seat].kind == kind:
            return events
        events += RULES.play(state, seat, RULES.automatic(state, seat), chance)


def whole_setup(state: State) -> list[Event]:
    """Automatic choices until the first phase begins."""
    events: list[Event] = []
    chance = Chance(seed_of("until"))
    while state.phase in ("setup", "prep"):
        seat = min(RULES.waiting_on(state))
        events += RULES.play(state, seat, RULES.automatic(state, seat), chance)
    return events


@rule("RH-009")
def test_setup_runs_in_order() -> None:
    state = new(3)
    kinds: list[str] = []
    chance = Chance(seed_of("order"))
    while state.phase == "setup":
        waiting = RULES.waiting_on(state)
        seat = min(waiting)
        if not kinds or kinds[-1] != waiting[seat].kind:
            kinds.append(waiting[seat].kind)
        if waiting[seat].kind == "character":
            # side, decks and public cards, first player come before any choice
            assert state.order
            assert state.bonuses
            assert state.tokens
            assert not state.players[0].life
        if waiting[seat].kind == "goals":
            assert all(player.life for player in state.players)
        RULES.play(state, seat, RULES.automatic(state, seat), chance)
    assert kinds == ["character", "goals", "job", "manager"]
    assert state.event
    assert state.gig
    assert state.round == 1


@rule("RH-005", "RH-010")
def test_settings_and_seats() -> None:
    meta = RULES.meta
    assert (meta.min_seats, meta.max_seats) == (2, 5)
    assert {setting.name: setting.default[0] for setting in meta.settings} == {
        "rising_star": "off",
        "abilities": "on",
        "candy": "on",
    }
    star = next(setting for setting in meta.settings if setting.name == "rising_star")
    assert star.seats == (3,)
    for setting in meta.settings:
        assert [choice.value for choice in setting.choices] in (["on", "off"], ["off", "on"])
    with pytest.raises(ValueError, match="not for 4 players"):
        referee.complete_settings(RULES, 4, {"rising_star": "on"})
    with pytest.raises(ValueError, match="2 to 5 players"):
        referee.complete_settings(RULES, 6, {})
    # clockwise is by ascending seat, and round again
    for number in range(20):
        order = new(4, number).order
        assert [(seat - order[0]) % 4 for seat in order] == [0, 1, 2, 3]


@rule("RH-012", "RH-013")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_starting_goods_and_dials(seats: int) -> None:
    for player in new(seats).players:
        assert (player.money, player.candy, player.fame) == (1, 1, 0)
        assert (player.crew, player.demo, player.royalty_tier, player.missed_work) == (0, 0, 0, 0)
        assert (player.chops, player.reputation, player.songs) == (2, 2, 2)
        assert (player.craving, player.low_sugar) == (0, False)


@rule("RH-015")
def test_one_bonus_of_each_deck() -> None:
    seen: set[str] = set()
    for number in range(60):
        cards = [card.card for card in new(2, number).bonuses]
        assert [BONUSES[card].deck for card in cards] == ["production", "performance", "publicity"]
        seen.update(cards)
    assert len(seen) > 18  # at random: nearly all of the 24 come up
    assert Counter(card.deck for card in BONUSES.values()) == {
        "production": 8,
        "performance": 8,
        "publicity": 8,
    }


@rule("RH-016")
def test_random_gig_stack() -> None:
    orders: set[tuple[str, ...]] = set()
    for number in range(12):
        state = new(3, number)
        top_first = state.gigs[::-1]
        assert [GIGS[card].level for card in top_first] == list("AAABBBCCC")
        assert len(set(top_first)) == 9
        orders.add(tuple(top_first))
    assert len(orders) == 12


@rule("RH-017")
def test_decks_are_complete_and_shuffled() -> None:
    one, other = new(3, 1), new(3, 2)
    assert sorted(one.events.draw) == sorted(EVENTS)
    assert len(one.events.draw) == 15
    assert sorted(one.sugar.draw) == sorted(SWEETS)
    for place, deck in one.hang_outs.items():
        assert len(deck.draw) == 20
        assert {HANG_OUTS[card].deck for card in deck.draw} == {place}
        assert deck.draw != other.hang_outs[place].draw
    assert len(one.hang_outs) == 5
    assert one.events.draw != other.events.draw


@rule("RH-018")
@pytest.mark.parametrize(
    ("seats", "values"), [(2, range(7, 12)), (3, range(7, 12)), (5, range(8, 13))]
)
def test_hot_tokens_are_dealt(seats: int, values: range) -> None:
    deals = {tuple(new(seats, number).tokens.values()) for number in range(10)}
    assert len(deals) > 5
    for deal in deals:
        assert sorted(TOKENS[token].value for token in deal) == list(values)
    assert set(new(seats).tokens) == {"backstage", "hoovers", "buds", "jax", "slinkys"}


@rule("RH-019")
def test_first_player_is_drawn() -> None:
    firsts = {new(5, number).order[0] for number in range(40)}
    assert firsts == {0, 1, 2, 3, 4}


@rule("RH-020", "RH-027", "RH-253")
def test_characters_are_chosen_at_the_same_time() -> None:
    state = new(4)
    dealt = [list(cards) for cards in offer(state).dealt]
    assert all(len(cards) == 2 for cards in dealt)
    assert len({card for cards in dealt for card in cards}) == 8
    assert set(RULES.waiting_on(state)) == {0, 1, 2, 3}

    for seat in (2, 0, 3):  # in any order
        assert [o.move for o in RULES.menu(state, seat)] == [f"character:{c}" for c in dealt[seat]]
        events = RULES.play(state, seat, f"character:{dealt[seat][1]}", Chance(seed_of(1)))
        assert [(event.kind, event.facts) for event in events] == [("chose", {"what": "character"})]
        hand = next(r.data for r in RULES.view(state, 1) if r.id == "hand")
        assert hand["offered"] == dealt[1]
        seen = repr([region.data for region in RULES.view(state, 1)])
        assert not any(card in seen for card in dealt[seat])
    assert set(RULES.waiting_on(state)) == {1}
    assert all(player.character == "" for player in state.players)

    RULES.play(state, 1, f"character:{dealt[1][0]}", Chance(seed_of(1)))
    chosen = [dealt[0][1], dealt[1][0], dealt[2][1], dealt[3][1]]
    assert [player.character for player in state.players] == chosen
    seen = repr([region.data for region in RULES.view(state, None)])
    assert all(card in seen for card in chosen)
    assert not any(card in seen for card in (dealt[0][0], dealt[1][1], dealt[2][0]))


@rule("RH-021")
def test_ability_tokens_on_the_character_boards() -> None:
    assert {row.id: row.tokens for row in CHARACTERS.values() if row.tokens} == {
        "doc-sapphire": 3,
        "shere-darling": 1,
        "rafael-santiago": 1,
        "yolanda-delacroix": 1,
        "eric-fairchild": 1,
    }
    assert len(CHARACTERS) == 10
    seen: set[str] = set()
    for number in range(12):
        state = new(5, number)
        until(state, "goals", number)
        for player in state.players:
            assert player.tokens == CHARACTERS[player.character].tokens
            seen.add(player.character)
    assert len(seen) == 10


@rule("RH-022", "RH-275")
def test_two_starting_lives_of_different_types() -> None:
    assert Counter(row.life for row in CONTENT.life_start) == {
        "romance": 3,
        "fun": 3,
        "business": 3,
        "glamour": 3,
    }
    pairs: set[frozenset[str]] = set()
    for number in range(40):
        state = new(5, number)
        until(state, "goals", number)
        cards = [life.card for player in state.players for life in player.life]
        assert len(set(cards)) == 10
        for player in state.players:
            types = {LIFE_OF[life.card] for life in player.life}
            assert len(types) == len(player.life) == 2
            pairs.add(frozenset(types))
            # the story on them does nothing
            assert (player.money, player.fame, player.chops) == (1, 0, 2)
    assert len(pairs) == 6


@rule("RH-023")
def test_two_of_three_goals_are_kept() -> None:
    assert len(GOALS) == 24
    state = new(3)
    until(state, "goals")
    dealt = [list(cards) for cards in offer(state).dealt]
    assert len({card for cards in dealt for card in cards}) == 9
    assert set(RULES.waiting_on(state)) == {0, 1, 2}
    one, two, three = dealt[1]
    assert [option.move for option in RULES.menu(state, 1)] == [
        f"goals:{one}+{two}",
        f"goals:{one}+{three}",
        f"goals:{two}+{three}",
    ]
    RULES.play(state, 1, f"goals:{one}+{three}", Chance(seed_of(1)))
    assert state.players[1].goals == []
    until(state, "job")
    assert [held.card for held in state.players[1].goals] == [one, three]
    assert not any(two in repr(RULES.view(state, viewer)) for viewer in (None, 0, 2))


@rule("RH-024", "RH-252")
def test_tracked_goals_lie_open() -> None:
    tracked = hidden = 0
    for number in range(15):
        state = new(4, number)
        until(state, "job", number)
        for seat, player in enumerate(state.players):
            amp = next(r.data for r in RULES.view(state, None) if r.id == f"amp-{seat}")
            assert {"card", "count", "scored"} == set().union(
                *amp["goals"], {"card", "count", "scored"}
            )
            shown = {goal["card"]: goal["count"] for goal in amp["goals"]}
            for held in player.goals:
                is_tracked = GOALS[held.card].kind == "tracked"
                assert held.open == is_tracked
                assert (held.card in shown) == is_tracked
                if is_tracked:
                    assert shown[held.card] == 0
                    tracked += 1
                else:
                    hidden += 1
            assert amp["hidden_goals"] == sum(not held.open for held in player.goals)
    assert tracked
    assert hidden


@rule("RH-025")
def test_jobs() -> None:
    assert len(JOBS) == 11
    state = new(5)
    until(state, "job")
    dealt = offer(state).dealt
    assert len({card for cards in dealt for card in cards}) == 10
    assert set(RULES.waiting_on(state)) == {0, 1, 2, 3, 4}
    kept = [cards[0] for cards in dealt]
    left = [cards[1] for cards in dealt]
    until(state, "manager")
    assert [player.job for player in state.players] == kept
    seen = repr(RULES.view(state, None))
    assert all(card in seen for card in kept)
    assert not any(card in seen for card in left)


@rule("RH-026")
def test_manager_draft_goes_backwards() -> None:
    state = new(4, 3)
    until(state, "manager")
    step = state.agenda[-1]
    assert isinstance(step, Draft)
    shown = list(step.left)
    assert len(shown) == len(set(shown)) == 4
    asked: list[int] = []
    taken: list[str] = []
    while state.phase == "setup":
        (seat,) = RULES.waiting_on(state)
        asked.append(seat)
        moves = [option.move for option in RULES.menu(state, seat)]
        assert moves == [f"manager:{card}" for card in shown if card not in taken]
        assert RULES.automatic(state, seat) == moves[0]
        taken.append(moves[-1].partition(":")[2])
        RULES.play(state, seat, moves[-1], Chance(seed_of(1)))
    # the first player is last, and has no choice left
    assert asked == state.order[:0:-1]
    assert sorted(player.manager for player in state.players) == sorted(shown)
    assert state.players[state.order[0]].manager == shown[0]


@rule("RH-028")
def test_april_is_turned_up_once() -> None:
    state = new(3)
    events = whole_setup(state)
    assert (len(state.events.draw), len(state.events.used), len(state.gigs)) == (14, 0, 8)
    assert GIGS[state.gig].level == "A"
    assert state.gigs_played == []
    assert [event.facts["card"] for event in events if event.kind == "event"] == [state.event]


@rule("RH-029")
def test_conditions_are_looked_at_after_the_setup() -> None:
    """With two Songs at the start, a Bonus for Songs 2 would count before April's Event."""
    state = new(3)
    until(state, "manager")
    goal = state.players[0].goals[0]
    goal.card, goal.open = "goal-roll-of-bills", False
    state.players[0].money = 12
    state.events.draw[-1] = "event-tax-refund"
    events = whole_setup(state)
    kinds = [event.kind for event in events]
    assert goal.scored
    assert kinds.index("goal") < kinds.index("event")


@rule("RH-030")
def test_without_abilities() -> None:
    for number in range(8):
        state = new(4, number, abilities="off")
        asked: set[str] = set()
        chance = Chance(seed_of(number))
        while state.phase in ("setup", "prep"):
            waiting = RULES.waiting_on(state)
            seat = min(waiting)
            asked.add(waiting[seat].kind)
            RULES.play(state, seat, RULES.automatic(state, seat), chance)
        assert "manager" not in asked
        assert "prep_gift" not in asked
        assert len({player.manager for player in state.players}) == 4
        assert all(player.tokens == 0 for player in state.players)


@rule("RH-031")
def test_without_candy_some_cards_stay_out() -> None:
    sweet = {row.id for row in CONTENT.goal if row.needs_candy}
    assert sweet == {
        "goal-sweet-tooth",
        "goal-sugar-fiend",
        "goal-clean-living",
        "goal-rainy-day-jar",
    }
    for number in range(20):
        state = new(5, number, candy="off")
        assert all(player.candy == 0 for player in state.players)
        until(state, "goals")
        assert not sweet & {card for cards in offer(state).dealt for card in cards}


@rule("RH-032", "RH-262")
def test_cast_without_candy() -> None:
    sugar = {"eric-fairchild", "kimmy-kim"}
    for number in range(12):
        state = new(4, number, candy="off")
        assert not sugar & {card for cards in offer(state).dealt for card in cards}
        # five players: eight cards are dealt one to each, and nobody is asked
        five = new(5, number, candy="off")
        assert offer(five).kind == "goals"
        cast = {player.character for player in five.players}
        assert len(cast) == 5
        assert not sugar & cast
    # without abilities all ten are dealt
    dealt: set[str] = set()
    for number in range(6):
        plain = new(5, number, candy="off", abilities="off")
        assert offer(plain).kind == "character"
        dealt |= {card for cards in offer(plain).dealt for card in cards}
    assert len(dealt) == 10


@rule("RH-011", "RH-105", "RH-267")
def test_board_sides() -> None:
    def side(seats: int) -> set[str]:
        regions: list[Any] = [r.data for r in RULES.view(new(seats), None) if r.kind == "band"]
        return {space["id"] for band in regions for space in spaces_in(band)}

    only_large = {"rehearse-day-b", "rehearse-night-a", "crew-4", "record-demo-4"}
    assert side(2) == side(3)
    assert side(4) == side(5)
    assert side(4) - side(3) == only_large
    assert side(3) < side(4)
    assert {"rehearse-day-a", "rehearse-night-b", "crew-3", "record-demo-3"} <= side(3)
