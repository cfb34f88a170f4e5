"""Decisions: one entry of a menu, with reasons; and computer players in anybody's seat."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

import pytest

from app.games import players, referee
from app.games.chance import Chance
from app.games.contract import Option, Refusal
from app.games.playouts import playout, seed_of
from app.games.rock_hard_1977 import RULES, agenda
from app.games.rock_hard_1977.content import SPACES
from app.games.rock_hard_1977.rules import RockHard
from app.games.rock_hard_1977.state import State
from tests.games.rock_hard_1977.table import NAMES, SETTINGS, Table, rich
from tests.ledger import rule


@rule("RH-008")
def test_words_mean_what_the_table_says() -> None:
    """Hire actions, Gigs, clubs, big venues, locations, Anytime actions."""
    by_action: dict[str, set[str]] = {}
    for space in SPACES.values():
        by_action.setdefault(space.action, set()).add(space.place)
    assert by_action["gig"] == {
        "tjs",
        "fox-den",
        "random-gig",
        "panda-palace",
        "yenser-arena",
        "carter-stadium",
    }
    assert by_action["hire_promo"] | by_action["hire_publicist"] | by_action["hire_crew"] == {
        "indie-promo",
        "publicist",
        "crew",
    }
    assert by_action["hang_out"] == {"backstage", "hoovers", "buds", "jax", "slinkys"}
    assert by_action["rehearse"] == {"rehearsal-studio-a", "rehearsal-studio-b"}
    anytime = {space.action for space in SPACES.values() if space.zone == "anytime"}
    assert anytime == {"trade_candy", "donate_blood", "write_song", "work"}


@rule("RH-261")
def test_a_move_is_an_entry_of_the_open_menu() -> None:
    table = Table(3).turn()
    before = RULES.state_type(**{f: getattr(table.state, f) for f in State.__struct_fields__})
    for seat, move in ((1, "go:interview"), (0, "go:publicist-2"), (0, ""), (0, "go:crew-4")):
        option = referee.find(RULES, table.state, seat, move)
        assert option is None
        blocked = RULES.refusal(table.state, seat, move)
        assert blocked.rule in ("RH-261", "RH-105")
        assert RULES.words.reason(blocked, NAMES)
    assert before == table.state
    with pytest.raises(Refusal) as refused:
        table.give(0, money=0).do("go:publicist")
    assert refused.value.blocked.rule == "RH-038"


@rule("RH-261", "RH-264")
def test_blocked_entries_say_why() -> None:
    """Every reason of the ledger's table for `turn`, as a sentence."""
    said: dict[str, str] = {}

    def hear(table: Table) -> None:
        for option in table.menu:
            if option.blocked:
                said[option.blocked.why] = RULES.words.reason(option.blocked, NAMES)

    hear(Table(3).stand(1, "interview").give(0, money=0, candy=0).turn())
    hear(Table(2, month=1).turn())
    hear(Table(3, candy="off").turn())
    hear(Table(3).event("event-blackout").turn())
    hear(Table(3).give(0, job="bartender", shift="night", crew=3).turn())
    eaten = (
        rich(Table(3, phase="night"))
        .give(0, craving=0, crew=1)
        .sweets("sugar-double-fudge-thunder")
    )
    eaten.dice(6).turn().do("eat", "go:random-gig-stage", "go:rehearse-night-b")
    hear(eaten)
    visited = Table(3).give(0, demo=1, chops=3, reputation=3, songs=3)
    visited.state.visitor = 1
    hear(visited.turn())
    hear(Table(3).give(0, demo=1).turn())
    assert said["occupied"] == "Ben is there."
    assert said["star_there"] == "The Rising Star is there."
    poor = Table(3).give(0, money=0).turn().why("go:publicist")
    assert RULES.words.reason(poor, NAMES) == "Costs $1; you have $0."
    low = Table(3, phase="night").give(0, chops=3, reputation=4, songs=3, crew=1).turn()
    assert RULES.words.reason(low.why("go:panda-1"), NAMES) == (
        "Needs 4 Chops or 5 Reputation; you have 3 Chops and 4 Reputation."
    )
    assert said["covered"] == "Closed this round: Blackout."
    assert said["other_shift"] == "Your shift this round is Night."
    assert said["visited"] == "Ben has been there this round."
    assert said["no_better_tier"].startswith("The next Royalty tier needs 3 Chops, 3 Reputation")
    assert {
        "no_demo_no_deal",
        "no_deal",
        "no_job",
        "no_craving",
        "no_candy_here",
        "crew_full",
        "gig_played",
        "used_this_phase",
        "first_action",
        "eaten",
    } <= set(said)


@rule("RH-262", "RH-052")
def test_a_single_entry_is_taken_by_the_program() -> None:
    for number in range(4):
        seed = seed_of("single", number)
        luck = Chance(hashlib.sha256(seed).digest())
        position = referee.start(RULES, 4, SETTINGS, seed)
        while waiting := RULES.waiting_on(position.state):
            seat = luck.pick(sorted(waiting))
            menu = RULES.menu(position.state, seat, open_only=True)
            assert len(menu) > 1, waiting[seat]
            referee.play(RULES, position, seed, seat, luck.pick(menu).move)


@rule("RH-263", "RH-269")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_automatic_choices_lead_to_the_end(seats: int) -> None:
    """They never eat Candy, quit a job, or use an ability that is limited."""
    seed = seed_of("automatic", seats)
    position = referee.start(RULES, seats, SETTINGS, seed)
    kinds: set[str] = set()
    while waiting := RULES.waiting_on(position.state):
        seat = min(waiting)
        move = RULES.automatic(position.state, seat)
        assert not move.startswith(("eat", "party", "quit", "leo", "sapphire", "overtime", "give"))
        assert move not in ("go:work:quit", "again", "charm", "event")
        for event in referee.play(RULES, position, seed, seat, move).events:
            kinds.add(event.kind)
    assert "eats" not in kinds
    assert "quits" not in kinds
    assert position.state.round == 9


@rule("RH-264")
def test_the_decisions_of_the_ledger() -> None:
    kinds = {question.kind for question in agenda.QUESTIONS.values()}
    ledger = {"manager", "prep_gift", "recover", "turn", "choose", "may", "roll", "set"}
    assert ledger <= kinds
    assert all(kind.partition("_")[0] in ("choose", "may") for kind in kinds - ledger)
    # one player decides at a time, but for the simultaneous choices of the setup
    state = RULES.setup(3, SETTINGS, Chance(seed_of(1)))
    chance = Chance(seed_of(2))
    while state.round < 3:
        waiting = RULES.waiting_on(state)
        if len(waiting) > 1:
            assert {d.kind for d in waiting.values()} <= {"character", "goals", "job"}
        seat = min(waiting)
        RULES.play(state, seat, RULES.automatic(state, seat), chance)


@rule("RH-264")
def test_automatic_choices_of_effects() -> None:
    # an alternative without a price first
    table = Table().perform("backstage-box-of-chocolates")
    assert RULES.automatic(table.state, 0) == "take:0"
    # an offer with a price is declined
    table = Table().give(0, money=5).perform("jax-a-round-for-the-house")
    assert RULES.automatic(table.state, 0) == "no"


@rule("RH-265", "RH-266", "RH-269")
@pytest.mark.parametrize("seats", [2, 5])
def test_a_computer_player_takes_any_seat_at_any_decision(seats: int) -> None:
    """Also in the setup and in the middle of a turn; the open decision passes on as it is."""
    seed = seed_of("leaving", seats)
    luck = Chance(hashlib.sha256(seed).digest())
    position = referee.start(RULES, seats, SETTINGS, seed)
    taken_over: set[str] = set()
    while waiting := RULES.waiting_on(position.state):
        seat = luck.pick(sorted(waiting))
        options = RULES.menu(position.state, seat, open_only=True)
        move = players.greedy_player(RULES, position, seat, luck)
        assert move in {option.move for option in options}
        assert RULES.waiting_on(position.state) == waiting
        taken_over.add(waiting[seat].kind)
        if luck.below(2):
            move = luck.pick(options).move  # the person is back
        referee.play(RULES, position, seed, seat, move)
    assert {"character", "goals", "job", "manager", "turn"} <= taken_over
    result = RULES.result(position.state)
    assert result is not None
    assert len(result.places) == seats


@rule("RH-268")
def test_a_computer_player_decides_from_what_its_seat_sees() -> None:
    """It never gets the real state, and other goals may lie where the real ones lie."""
    asked: list[State] = []

    class Watched(RockHard):
        def advise(
            self, state: State, seat: int, options: Sequence[Option], chance: Chance
        ) -> str | None:
            asked.append(state)
            return super().advise(state, seat, options, chance)

    table = Table(3).goals(1, "goal-songbook", "goal-clean-living").turn()
    position: Any = referee.Position(table.state, {})
    for number in range(12):
        players.greedy_player(Watched(), position, 0, Chance(seed_of("watched", number)))
    assert all(state is not table.state for state in asked)
    imagined = {goal.card for state in asked for goal in state.players[1].goals}
    assert len(imagined) > 4
    assert [goal.card for goal in table[1].goals] == ["goal-songbook", "goal-clean-living"]
    assert all(state.players[0].goals == table[0].goals for state in asked)


def test_the_heuristics_beat_chance_and_reach_fifty() -> None:
    wins = 0
    for number in range(4):
        played = playout(RULES, seed_of("duel", number), ["greedy", "random"], SETTINGS)
        assert not played.fault
        assert played.result is not None
        wins += played.result.winners == (0,)
    assert wins >= 3
    played = playout(RULES, seed_of("stars", 1), ["greedy"] * 3, SETTINGS)
    assert played.result is not None
    assert played.result.places[0].score >= 40
