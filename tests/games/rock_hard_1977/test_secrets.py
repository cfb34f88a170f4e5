"""What each player may see (RH-249 to RH-260), and what the log adds up to."""

from __future__ import annotations

import hashlib
from collections import Counter
from typing import Any

import pytest

from app.games import referee
from app.games.chance import Chance
from app.games.contract import Event
from app.games.playouts import seed_of
from app.games.rock_hard_1977 import RULES
from app.games.rock_hard_1977.content import BONUSES, CONTENT, GIGS, GOALS, MANAGERS
from app.games.rock_hard_1977.state import State
from tests.games.rock_hard_1977.table import NAMES, SETTINGS, Table, rich, spaces_in
from tests.ledger import rule


def whole_game(seats: int, number: int) -> tuple[State, list[Event], list[bytes]]:
    """A random game: its last state, all events, and what an onlooker saw on the way."""
    seed = seed_of("secrets", seats, number)
    luck = Chance(hashlib.sha256(seed).digest())
    position = referee.start(RULES, seats, SETTINGS, seed)
    events: list[Event] = []
    seen: list[bytes] = []
    while waiting := RULES.waiting_on(position.state):
        seat = luck.pick(sorted(waiting))
        move = luck.pick(RULES.menu(position.state, seat, open_only=True)).move
        events += referee.play(RULES, position, seed, seat, move).events
        seen.append(repr([r.data for r in RULES.view(position.state, None)]).encode())
    return position.state, events, seen


@rule("RH-007")
def test_the_die_is_fair_and_seen_by_all() -> None:
    table = Table()
    for _ in range(600):
        table.perform("hoovers-pinball-hustle")
    rolls = [event.facts["die"] for event in table.told("rolled")]
    counts = Counter(rolls)
    assert set(counts) == {1, 2, 3, 4, 5, 6}
    assert all(70 < number < 135 for number in counts.values())
    assert table.told("rolled")[0].seen_by(None) is not None


@rule("RH-249")
def test_open_to_all() -> None:
    table = Table(2, month=2, phase="night").event("event-fire-marshal")
    table.stand(1, "random-gig-stage").stand(0, "random-gig-stage")
    table.state.bonuses[0].scored = [1]
    data: dict[str, Any] = {r.id: r.data for r in RULES.view(table.state, None)}
    night = {space["id"]: space for space in spaces_in(data["band-night"])}
    assert night["random-gig-stage"]["standees"] == [1, 0]
    assert night["tjs-stage"]["covered"]
    assert night["tjs-stage"]["star"]
    assert data["band-night"]["gig"] == table.state.gig
    hours = {space["id"]: space["value"] for space in spaces_in(data["band-after_hours"])}
    assert sorted(v for s, v in hours.items() if s.startswith("hang")) == [7, 8, 9, 10, 11]
    calendar = data["calendar"]
    assert (calendar["round"], calendar["month"], calendar["phase"]) == (2, "may", "night")
    assert calendar["order"] == [0, 1]
    assert data["event"]["card"] == "event-fire-marshal"
    assert [bonus["card"] for bonus in data["bonuses"]] == [b.card for b in table.state.bonuses]
    assert data["bonuses"][0]["scored"] == [1]


@rule("RH-250", "RH-361")
def test_open_of_each_player() -> None:
    table = Table(3).cast(1, "doc-sapphire", "sunny-vandermeer")
    goods: dict[str, Any] = {
        "fame": 12,
        "money": 7,
        "candy": 2,
        "chops": 4,
        "reputation": 6,
        "songs": 5,
        "craving": 2,
        "low_sugar": True,
        "royalty_tier": 1,
        "crew": 2,
        "demo": 1,
        "job": "bartender",
        "shift": "night",
        "missed_work": 1,
        "sapphires": 1,
        "tokens": 2,
        "done": ["front_page"],
    }
    table.give(1, **goods).hold(1, "buds-favor-owed", waiting=True)
    for viewer in (None, 0, 1):
        amp = next(r.data for r in RULES.view(table.state, viewer) if r.id == "amp-1")
        assert {name: amp[name] for name in goods} == goods
        assert (amp["character"], amp["manager"]) == ("doc-sapphire", "sunny-vandermeer")
        assert amp["life"][0]["waiting"]
    table = rich(Table()).give(0, craving=0).sweets("sugar-double-fudge-thunder").dice(6).turn()
    table.do("eat")
    amp = next(r.data for r in RULES.view(table.state, 2) if r.id == "amp-0")
    assert amp["turn"] == {"actions": 3, "taken": 0}


@rule("RH-254", "RH-255", "RH-258", "RH-252", "RH-253")
@pytest.mark.parametrize("seats", [2, 4])
def test_an_onlooker_never_sees_what_is_hidden(seats: int) -> None:
    state, _, seen = whole_game(seats, 1)
    everything = b"\n".join(seen)
    turned = {state.event, *state.events.used}
    played = {state.gig, *state.gigs_played}
    held = {goal.card for player in state.players for goal in player.goals}
    hidden = [
        *(row.id for row in CONTENT.event if row.id not in turned),
        *(card for card in GIGS if card not in played),
        *(card for card in GOALS if card not in held),
        *(card for card in BONUSES if card not in [b.card for b in state.bonuses]),
    ]
    assert hidden
    for card in hidden:
        assert f"'{card}'".encode() not in everything
    if seats == 2:
        shown = {player.manager for player in state.players}
        unused = [card for card in MANAGERS if card not in shown]
        assert len(unused) == 4
        assert not any(f"'{card}'".encode() in everything for card in unused)
    # and has no region of its own
    assert not any(region.id == "hand" for region in RULES.view(state, None))


@rule("RH-257", "RH-264")
def test_all_see_whose_decision_it_is() -> None:
    table = Table(3, month=3).hold(2, "buds-start-a-rumor", waiting=True, until=4).stage("tokens")
    decision = RULES.waiting_on(table.state)
    assert {seat: d.kind for seat, d in decision.items()} == {2: "choose_rumor"}
    spotlight = next(r.data for r in RULES.view(table.state, 0) if r.id == "spotlight")
    assert (spotlight["kind"], spotlight["seat"]) == ("choose_rumor", 2)
    assert RULES.menu(table.state, 0) == []
    state = RULES.setup(3, SETTINGS, Chance(seed_of(4)))
    RULES.play(state, 1, RULES.automatic(state, 1), Chance(seed_of(4)))
    spotlight = next(r.data for r in RULES.view(state, None) if r.id == "spotlight")
    assert spotlight["waiting"] == [0, 2]


@rule("RH-259", "RH-253")
@pytest.mark.parametrize("seats", [2, 3, 5])
def test_the_log_tells_no_more_than_the_table(seats: int) -> None:
    state, events, _ = whole_game(seats, 2)
    for event in events:
        seen = event.seen_by(None)
        assert seen is not None
        assert seen.facts == event.facts
        RULES.words.event(seen, NAMES)
    told = [event for event in events if event.kind not in ("end_goal", "goal", "goals")]
    secret = [goal.card for player in state.players for goal in player.goals]
    assert not any(card in repr(told) for card in secret)


@rule("RH-003", "RH-038", "RH-201")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_i24_changes_in_the_log_add_up(seats: int) -> None:
    """The sum of all changes of Fame, money and Candy in the log is what a player has."""
    for number in range(6):
        state, events, _ = whole_game(seats, 10 + number)
        for seat, player in enumerate(state.players):
            totals = Counter({"money": 1, "candy": 1, "chops": 2, "reputation": 2, "songs": 2})
            for event in (e for e in events if e.seat == seat):
                if event.kind == "gained":
                    totals[event.facts["what"]] += event.facts["number"]
                elif event.kind in ("lost", "paid"):
                    totals[event.facts["what"]] -= event.facts["number"]
                elif event.kind in ("bonus", "goal"):
                    totals["fame"] += event.facts["number"]
                elif event.kind == "scored":
                    parts = event.facts["parts"]
                    totals["fame"] += sum(parts.values()) - parts["played"]
            for what in (
                "fame",
                "money",
                "candy",
                "chops",
                "reputation",
                "songs",
                "craving",
                "crew",
            ):
                assert totals[what] == getattr(player, what), what


@rule("RH-256", "RH-121")
def test_drawn_cards_are_open() -> None:
    table = rich(Table()).give(0, craving=0).sweets("sugar-slow-toffee").dice(6).turn().do("eat")
    (event,) = table.told("draws_sweet")
    assert event.seen_by(None) == event.seen_by(2)
    spotlight = next(r.data for r in RULES.view(table.state, None) if r.id == "spotlight")
    assert spotlight["reveal"]["card"] == "sugar-slow-toffee"
