"""The round: Prep, turns in the action phases, Clean-Up and the turn order."""

from __future__ import annotations

import pytest

from app.games.contract import Refusal
from app.games.playouts import playout, seed_of
from app.games.rock_hard_1977 import RULES, turn_order
from app.games.rock_hard_1977.content import MONTHS
from app.games.rock_hard_1977.steps import Stage
from tests.games.rock_hard_1977.table import SETTINGS, Table, rich
from tests.ledger import rule


def idle(table: Table) -> Table:
    """Automatic choices until a new round begins, or the game is over."""
    month = table.state.round
    while table.asked and table.state.round == month:
        table.do(RULES.automatic(table.state, table.seat))
    return table


@rule("RH-002", "RH-072", "RH-211", "RH-222")
def test_nine_rounds_of_five_phases() -> None:
    played = playout(RULES, seed_of("rounds"), ["random"] * 4, SETTINGS)
    assert not played.fault
    table = Table(3, month=0)
    table.stage("round")
    phases: list[tuple[int, str]] = []
    while table.asked:
        table.do(RULES.automatic(table.state, table.seat))
    for event in table.events:
        if event.kind == "round":
            phases.append((event.facts["number"], "prep"))
        elif event.kind == "phase":
            phases.append((phases[-1][0], event.facts["phase"]))
    order = ("prep", "day", "night", "after_hours", "clean_up")
    assert phases == [(month, phase) for month in range(1, 10) for phase in order]
    assert [month.name for month in MONTHS][:2] == ["April", "May"]
    assert [month.manager_pay for month in MONTHS] == [0, 0, 1, 0, 0, 3, 0, 0, 5]


@rule("RH-072", "RH-085")
def test_a_phase_begins_when_all_have_finished() -> None:
    table = Table(3).event("event-tax-refund")
    table.state.order = [2, 0, 1]
    table.stage("day", "night")
    for phase in ("day", "night"):
        for seat in (2, 0, 1):
            assert (table.state.phase, table.seat) == (phase, seat)
            table.do("go:donate-blood")
    assert table.asked == ""


@rule("RH-073", "RH-074", "RH-081", "RH-082", "RH-084", "RH-028")
def test_prep_in_its_order() -> None:
    table = Table(3, month=1).give(1, job="taxi-driver").cast(0, "doc-sapphire")
    draw = table.state.events.draw
    draw.remove("event-tax-refund")
    draw.append("event-tax-refund")
    gigs = len(table.state.gigs)
    table.dice(3).stage("round")
    steps = [e.kind for e in table.events if e.kind in ("event", "gained", "random_gig", "rolled")]
    assert steps == ["event", "gained", "gained", "gained", "random_gig", "rolled"]
    assert (table.asked, table.seat) == ("prep_gift", 0)
    assert len(table.state.gigs) == gigs - 1
    assert table.state.gigs_played == ["gig-a-supermarket-opening"]
    # in round 1 nothing further is turned up, but the rest is carried out
    first = Table(3, month=0).give(1, job="taxi-driver").event("event-tax-refund").dice(1)
    gigs = len(first.state.gigs)
    first.stage("round")
    assert (len(first.state.gigs), first.state.event) == (gigs, "event-tax-refund")
    assert first[0].money == 3
    assert first[1].shift == "day"


@rule("RH-075")
def test_an_event_stays_in_force_through_clean_up() -> None:
    table = Table(3, phase="after_hours").event("event-blackout")
    table.run(Stage(name="clean_up"))
    assert table.told("phase")
    turned = [event.facts["card"] for event in table.told("event")]
    assert len(turned) == 1
    assert table.state.event == turned[0]
    assert table.state.events.used == ["event-blackout"]


@rule("RH-081", "RH-016")
def test_gigs_by_level() -> None:
    table = Table(3, month=0)
    table.state.gig = table.state.gigs.pop()
    table.stage("round")
    levels: list[str] = []
    while table.asked:
        levels.append(table.state.gig[4])
        idle(table)
    assert levels == list("aaabbbccc")


@rule("RH-082", "RH-083", "RH-193")
@pytest.mark.parametrize(
    ("die", "shift"),
    [(1, "day"), (2, "day"), (3, "night"), (4, "night"), (5, "after_hours"), (6, "after_hours")],
)
def test_rolling_for_the_shift(die: int, shift: str) -> None:
    table = Table(4).give(0, job="taxi-driver").give(1, job="bartender").give(2, job="")
    table.give(3, job="massage-therapist", recovering=True, low_sugar=True)
    table.state.order = [3, 2, 1, 0]
    table.dice(2, die).stage("shifts")
    assert [table[seat].shift for seat in range(4)] == [shift, "night", "", "day"]
    assert [event.seat for event in table.told("rolled")] == [3, 0]


@rule("RH-086", "RH-090", "RH-118")
def test_parts_of_a_turn() -> None:
    """First Candy, all its steps, then the actions in any order, one after the other."""
    table = rich(Table()).give(0, craving=0).sweets("sugar-cherry-fizzbombs").dice(6).turn()
    table.do("eat")
    kinds = [e.kind for e in table.events]
    assert kinds.index("draws_sweet") < kinds.index("rolled") < kinds.index("extra_actions")
    table.do("go:donate-blood")
    assert table.why("eat").rule == "RH-111"
    table.do("go:interview")
    assert table.asked == ""


@rule("RH-087")
def test_the_first_action_is_a_duty() -> None:
    table = rich(Table()).give(0, craving=0).sweets("sugar-cherry-fizzbombs").dice(6).turn()
    assert table.why("end").rule == "RH-087"
    with pytest.raises(Refusal):
        table.do("end")
    table.do("eat")
    assert table.why("end").rule == "RH-087"
    table.do("go:interview")
    assert "end" in table.open


@rule("RH-091", "RH-240")
def test_every_turn_ends() -> None:
    """With Candy, Second Wind and Long Weekend a turn has five actions, and no more."""
    table = rich(Table(month=3)).give(0, craving=0).event("event-long-weekend")
    table.hold(0, "buds-second-wind", waiting=True, until=3)
    table.sweets("sugar-double-fudge-thunder").dice(6).turn().do("overtime", "eat")
    table.do("go:interview", "go:publicist", "go:donate-blood", "weekend:write-song")
    assert table.asked == "turn"
    table.do("go:write-song")
    assert table.asked == ""
    assert sum(table[0].counts.values()) == 5 + 1  # five actions and the Candy


@rule("RH-102", "RH-103", "RH-104")
def test_how_a_turn_ends() -> None:
    table = Table().give(0, recovering=True, low_sugar=True, craving=2).turn()
    assert table.asked == ""
    # with an ability left the player is asked once
    table = rich(Table()).event("event-swap-meet").turn().do("go:interview")
    assert (table.asked, table.open) == ("turn_end", ["event", "end"])
    table.do("event", "take:0")
    assert table.asked == ""
    # Missed Work is looked at when everything else is over
    table = rich(Table()).event("event-swap-meet").give(0, job="bartender", shift="day")
    table.turn().do("go:interview")
    assert not table.told("misses_work")
    table.do("end")
    assert table.told("misses_work")


@rule("RH-095", "RH-215", "RH-155", "RH-214", "RH-216")
def test_e20_turn_order() -> None:
    """Ann to bed, Ben to bed, Cy writes a song, Di writes a song."""
    table = Table(4, phase="after_hours")
    for seat, move in enumerate(("bed-early", "bed-early", "write-song", "write-song")):
        table.turn(seat).do(f"go:{move}")
    assert turn_order.new_order(table.state) == [0, 1, 3, 2]
    table.stage("new_order")
    assert table.state.order == [0, 1, 3, 2]


@rule("RH-214")
def test_order_by_the_value_of_the_space() -> None:
    table = Table(5, phase="after_hours").give(0, money=9).give(3, money=9)
    table.state.tokens["jax"] = "hot-8"
    table.state.tokens["buds"] = "hot-12-two-stars"
    table.turn(0).do("go:record-demo-4")  # 7
    table.turn(1).do("go:hang-buds")  # 12
    table.turn(2).do("go:donate-blood")  # 3
    table.turn(3).do("go:record-demo-3")  # 6
    table.turn(4).do("go:hang-jax")  # 8
    assert turn_order.new_order(table.state) == [2, 3, 0, 4, 1]


@rule("RH-215", "RH-099")
def test_a_standee_put_down_again_has_arrived_anew() -> None:
    table = Table(2, phase="after_hours").give(0, candy=1)
    table.sweets("sugar-cherry-fizzbombs").dice(6).turn(0).do("eat", "go:donate-blood")
    table.turn(1).do("go:donate-blood")
    table[0].did.remove("candy")
    assert turn_order.new_order(table.state) == [1, 0]
    table.turn(0).do("go:donate-blood")
    assert turn_order.new_order(table.state) == [0, 1]


@rule("RH-216", "RH-078")
def test_places_without_a_value_come_last() -> None:
    table = Table(4, phase="after_hours").event("event-charity-telethon").give(1, money=2)
    table.state.order = [3, 2, 1, 0]
    table[3].at, table[3].did = "tjs-stage", []  # not placed in this phase
    table.turn(1).do("event")
    table.turn(0).do("go:hang-jax")
    table.turn(2).do("go:donate-blood")
    assert table[1].at == "event"
    assert turn_order.new_order(table.state) == [2, 0, 3, 1]


@rule("RH-212", "RH-213", "RH-196", "RH-217", "RH-221", "RH-220", "RH-163")
def test_clean_up_in_its_order() -> None:
    table = Table(3, month=3, phase="after_hours").give(0, royalty_tier=1, money=0, low_sugar=True)
    table.cast(1, "eric-fairchild").give(1, tokens=0, candy=0, done=["gig", "front_page"])
    table.stand(0, "donate-blood").stand(1, "write-song").stand(2, "bed-early")
    table.state.sugar.used = [table.state.sugar.draw.pop()]
    table.state.sugar_touched = True
    tokens = dict(table.state.tokens)
    table.stage("clean_up")
    kinds = [
        (e.kind, e.facts.get("why"))
        for e in table.events
        if e.kind in ("gained", "lost", "order", "must_recover", "reshuffled", "tokens", "round")
    ]
    assert kinds[:8] == [
        ("gained", "royalties"),
        ("lost", "odette-pell"),
        ("lost", "odette-pell"),
        ("lost", "odette-pell"),
        ("order", None),
        ("must_recover", None),
        ("reshuffled", None),
        ("tokens", None),
    ]
    assert kinds[8] == ("round", None)
    assert table.state.order == [2, 0, 1]
    assert [table[seat].at for seat in range(3)] == ["recover", "", ""]
    assert (table[1].tokens, table[1].done) == (1, [])
    assert len(table.state.sugar.draw) == 8
    told = table.told("tokens")
    assert len(told) == 1
    assert sorted(told[0].facts["tokens"].values()) == sorted(tokens.values())
    assert table.state.round == 4


@rule("RH-221", "RH-163")
def test_tokens_are_dealt_anew_at_random() -> None:
    deals: set[tuple[str, ...]] = set()
    table = Table(3)
    for _ in range(20):
        table.stage("tokens")
        deals.add(tuple(table.state.tokens.values()))
        assert len(set(table.state.tokens.values())) == 5
    assert len(deals) > 10
    # the Prep Phase does not deal them
    before = dict(table.state.tokens)
    table.stage("round")
    assert table.state.tokens == before


@rule("RH-220", "RH-068")
def test_the_sugar_deck_is_shuffled_only_if_touched() -> None:
    table = Table(3)
    pile = list(table.state.sugar.draw)
    table.stage("sugar_deck")
    assert table.state.sugar.draw == pile
    assert not table.told("reshuffled")
    # a Candy eaten in an earlier round is no reason to shuffle again
    eaten = Table(3).cast(0, "leo-love").give(0, candy=1).turn().do("eat")
    eaten.state.agenda = []
    eaten.stage("sugar_deck")
    assert len(eaten.told("reshuffled")) == 1
    pile = list(eaten.state.sugar.draw)
    eaten.stage("sugar_deck")
    assert eaten.state.sugar.draw == pile
    assert len(eaten.told("reshuffled")) == 1


@rule("RH-195", "RH-217")
def test_managers_are_straightened() -> None:
    table = Table(3).cast(0, manager="odette-pell").give(0, songs=0)
    table.turn().do("go:write-song")
    assert table[0].songs == 2
    assert "second_verse" in table[0].done
    table[0].did = []
    table.turn().do("go:write-song")
    assert table[0].songs == 3
    table.stage("standees")
    assert table[0].done == []
    table.state.agenda = []
    table.turn().do("go:write-song")
    assert table[0].songs == 5


@rule("RH-196", "RH-198", "RH-038")
@pytest.mark.parametrize(("month", "due"), [(1, 0), (2, 0), (3, 1), (4, 0), (6, 3), (8, 0)])
def test_managers_pay(month: int, due: int) -> None:
    table = Table(2, month=month).give(0, money=4).stage("pay")
    assert table[0].money == 4 - due
    table = Table(2, month=month).give(0, money=0, fame=20).stage("pay")
    assert table.has(0, "money", "fame") == (0, 20 - 3 * due)


@rule("RH-198", "RH-212", "RH-003")
def test_e21_manager_short_in_september() -> None:
    table = Table(2, month=6).give(0, royalty_tier=1, money=0, fame=2)
    table.stage("royalties", "pay")
    assert table.has(0, "money", "fame") == (0, 0)
    assert [e.facts["number"] for e in table.told("lost") if e.seat == 0] == [2, 2]


@rule("RH-218", "RH-222")
def test_the_star_and_the_marker_move_on() -> None:
    table = Table(2, month=1, phase="after_hours").stage("clean_up")
    assert (table.state.round, table.state.star) == (2, 2)


@rule("RH-077")
def test_the_mark_goes_with_the_event() -> None:
    table = rich(Table(3)).event("event-swap-meet").turn().do("event", "take:1")
    assert table.why("event").rule == "RH-077"
    rich(table, 1)
    table.turn(1)
    assert "event" in table.open  # once for each player
    event = next(r.data for r in RULES.view(table.state, None) if r.id == "event")
    assert event["used"] == [0]
    table.stage("standees")
    assert table[0].done == []
