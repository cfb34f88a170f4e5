"""The end of the game, the last scoring, the winner, and the Rising Star."""

from __future__ import annotations

from typing import Any

import pytest

from app.games.rock_hard_1977 import RULES, scoring, spaces
from app.games.rock_hard_1977.content import SPACES
from tests.games.rock_hard_1977.table import Table, rich, spaces_in
from tests.ledger import rule


def ended(table: Table) -> Table:
    assert table.state.phase == "over"
    assert table.asked == ""
    return table


@rule("RH-223", "RH-002", "RH-274")
def test_the_end_check() -> None:
    for month, fame, over in ((5, 49, False), (5, 50, True), (5, 64, True), (9, 3, True)):
        table = Table(2, month=month, phase="after_hours").give(0, fame=fame).stage("clean_up")
        assert (table.state.phase == "over") == over
    # Fame that reached 50 and fell again does not count; reaching it stops nothing
    table = Table(2, month=4).event("event-tax-refund").give(0, fame=50)
    table.stage("day", "night", "after_hours", "clean_up")
    table.do("go:donate-blood")
    table.give(0, fame=49)
    for _ in range(5):
        table.do("go:donate-blood")
    assert table.state.round == 5


@rule("RH-223", "RH-224", "RH-197", "RH-198", "RH-225")
def test_e22_early_end_in_september() -> None:
    table = Table(2, month=6, phase="after_hours")
    table.give(0, fame=51, royalty_tier=2, money=1, low_sugar=True).give(1, money=9, fame=5)
    ended(table.stage("clean_up"))
    told = [
        (e.kind, e.facts["what"], e.facts["number"])
        for e in table.events
        if e.seat == 0 and e.kind in ("gained", "lost")
    ]
    assert told == [
        ("lost", "fame", 5),
        ("gained", "money", 3),
        ("gained", "fame", 1),
        ("lost", "money", 4),
        ("lost", "fame", 3),
    ]
    assert table.state.final[0]["played"] == 44
    assert table[0].money == 0
    assert table.state.final[1]["cash"] == 1  # $9 less 5: only the last payment


@rule("RH-223")
def test_e23_fifty_by_royalties() -> None:
    table = Table(2, month=5, phase="after_hours").give(0, fame=49, royalty_tier=3)
    table.stage("clean_up")
    assert table.state.round == 6
    assert table[0].fame == 51


@rule("RH-224", "RH-212")
def test_nothing_else_of_clean_up_at_the_end() -> None:
    table = Table(2, month=9, phase="after_hours").stand(0, "write-song")
    tokens = dict(table.state.tokens)
    ended(table.stage("clean_up"))
    assert table.state.tokens == tokens
    assert table[0].at == "write-song"
    assert not table.told("order")
    assert table.state.round == 9


@rule("RH-228", "RH-229", "RH-226", "RH-001", "RH-004")
def test_e29_last_scoring() -> None:
    for songs, fame in ((9, 46), (11, 50)):
        table = Table(4, month=9).give(0, chops=11, reputation=11, songs=songs, money=8, fame=40)
        table.bonus("production-in-the-black", "performance-hot-licks", "publicity-hot-ticket")
        table.give(1, money=9).give(2, money=9).give(3, money=9)  # three tie for the most
        table.goals(0, "goal-gallon-pin", "goal-local-hero")
        ended(table.stage("scoring"))
        assert table[0].fame == fame
        assert table.state.final[0] == {
            "played": 40,
            "bonuses": 0,
            "goals": 0,
            "stats": fame - 42,
            "cash": 2,
        }
        result = RULES.result(table.state)
        assert result is not None
        assert (result.winners, result.decided_by) == ((0,), "")


@rule("RH-229", "RH-230")
@pytest.mark.parametrize("money", [0, 2, 3, 5, 6, 11])
def test_cash_and_what_gives_nothing(money: int) -> None:
    table = Table(2, month=9).bonus(
        "production-hit-factory", "performance-virtuoso", "publicity-jet-set"
    )
    table.give(0, money=money, crew=3, candy=9, sapphires=2, demo=1, royalty_tier=1)
    table.give(1, money=0)
    table.stage("scoring")
    assert table[0].fame == table[1].fame + money // 3
    assert table[0].money == money  # it is not spent


@rule("RH-231", "RH-001")
@pytest.mark.parametrize(
    ("first", "second", "winners", "by"),
    [
        ({"fame": 46}, {"fame": 45, "reputation": 10}, (0,), ""),
        ({"reputation": 5}, {"reputation": 6}, (1,), "reputation"),
        # E30: cash decides, the tier is not looked at
        ({"money": 4, "royalty_tier": 3}, {"money": 5, "royalty_tier": 1}, (1,), "money"),
        ({"royalty_tier": 2}, {"royalty_tier": 1}, (0,), "royalty_tier"),
        ({}, {}, (0, 1), ""),
    ],
)
def test_e30_winner_and_ties(
    first: dict[str, int], second: dict[str, int], winners: tuple[int, ...], by: str
) -> None:
    table = Table(2, month=9)
    same: dict[str, Any] = {"fame": 46, "reputation": 9, "money": 4}
    table.state.phase = "over"
    table.state.final = [{}, {}]
    table.give(0, **{**same, **first}).give(1, **{**same, **second})
    result = scoring.result(table.state)
    assert result is not None
    assert (result.winners, result.decided_by) == (winners, by)


@rule("RH-231")
def test_lower_places_share_too() -> None:
    table = Table(4, month=9)
    table.state.phase, table.state.final = "over", [{}] * 4
    for seat, fame in enumerate((10, 30, 10, 40)):
        table.give(seat, fame=fame)
    result = scoring.result(table.state)
    assert result is not None
    assert [(place.seat, place.rank) for place in result.places] == [(3, 1), (1, 2), (0, 3), (2, 3)]


@rule("RH-248", "RH-269")
def test_after_the_end() -> None:
    table = ended(Table(2, month=9, phase="after_hours").stage("clean_up"))
    assert RULES.waiting_on(table.state) == {}
    assert RULES.menu(table.state, 0) == []
    assert RULES.refusal(table.state, 0, "go:work").rule == "RH-261"


# ---- the Rising Star


STAR = {
    1: ("interview", "rehearse-night-b", "hang-backstage"),
    2: ("rehearse-day-a", "tjs-stage", "hang-hoovers"),
    3: ("crew-1", "fox-den-stage", "hang-buds"),
    4: ("crew-2", "panda-2", "hang-jax"),
    5: ("record-company", "panda-1", "hang-backstage"),
    6: ("publicist", "yenser-3", "hang-hoovers"),
    7: ("promo-2", "yenser-2", "hang-buds"),
    8: ("promo-3", "yenser-1", "hang-jax"),
    9: ("crew-1", "carter-1", "hang-slinkys"),
}


@rule("RH-232")
def test_when_the_star_plays() -> None:
    for seats, setting, plays in (
        (2, "off", True),
        (3, "off", False),
        (3, "on", True),
        (4, "off", False),
        (4, "on", False),
        (5, "off", False),
    ):
        table = Table(seats, rising_star=setting)
        assert bool(table.state.star) == plays
        assert len(table.state.players) == seats


@rule("RH-233", "RH-234", "RH-235")
@pytest.mark.parametrize("month", STAR)
def test_where_the_star_is(month: int) -> None:
    for phase, space in zip(("day", "night", "after_hours"), STAR[month], strict=True):
        assert spaces.star_space(Table(2, month=month).state, phase) == space
        table = rich(Table(2, phase=phase, month=month)).give(0, crew=2, demo=0, royalty_tier=1)
        if space == "carter-1":
            table.give(0, crew=3, chops=10)
        table.turn()
        assert table.why(f"go:{space}").rule == "RH-234"
        rest = [s for s in SPACES if f"go:{s}" in table.open]
        assert space not in rest
        assert len(rest) > 5


@rule("RH-233", "RH-218")
def test_e12_the_rising_star_moves() -> None:
    table = Table(2, month=1, phase="after_hours")
    assert [spaces.star_space(table.state, p) for p in ("day", "night", "after_hours")] == [
        *STAR[1]
    ]
    table.stage("clean_up")
    assert [spaces.star_space(table.state, p) for p in ("day", "night", "after_hours")] == [
        *STAR[2]
    ]
    bands = {r.id: r.data for r in RULES.view(table.state, None)}
    shown = {
        s["id"] for band in bands.values() if "places" in band for s in spaces_in(band) if s["star"]
    }
    assert shown == set(STAR[2])


@rule("RH-234", "RH-139", "RH-066")
def test_e32_the_star_and_sharing() -> None:
    """June: Hire Crew 1 is blocked even for who may use occupied spaces; Fox Den is not."""
    table = rich(Table(2, month=3)).cast(0, manager="nigel-hawthorne-dawe").turn()
    assert table.why("go:crew-1").rule == "RH-234"
    table = rich(Table(2, month=3, phase="night")).turn()
    assert table.why("go:fox-den-stage").rule == "RH-234"
    table = rich(Table(2, month=3, phase="night")).cast(0, manager="nigel-hawthorne-dawe").turn()
    assert "go:fox-den-stage" in table.open


@rule("RH-235")
def test_what_the_star_does_not_do() -> None:
    table = Table(2, month=4, phase="after_hours").hot(jax="hot-11-two-stars")
    left = len(table.state.hang_outs["jax"].draw)
    table.stand(0, "write-song").stand(1, "donate-blood").stage("clean_up")
    assert table.state.order == [1, 0]
    assert len(table.state.hang_outs["jax"].draw) == left
    assert table[0].fame == table[1].fame == 0


@rule("RH-236", "RH-143")
def test_the_star_at_the_record_company() -> None:
    able: dict[str, Any] = {"chops": 3, "reputation": 3, "songs": 3, "demo": 1}
    table = Table(2, month=5).give(0, **able).turn()
    assert table.why("go:record-company").rule == "RH-234"
    shared = Table(2, month=5).give(0, **able).cast(0, manager="nigel-hawthorne-dawe").turn()
    assert "go:record-company" in shared.open


@rule("RH-079", "RH-235")
def test_a_covered_space_under_the_star() -> None:
    table = Table(2, month=2, phase="night").give(0, chops=5).event("event-fire-marshal").turn()
    assert table.why("go:tjs-stage").rule == "RH-079"
