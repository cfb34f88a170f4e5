"""The end and the Hall of Fame: RNR-115 to RNR-129."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from app.games.contract import Result
from app.games.rock_n_roll import RULES
from app.games.rock_n_roll.content import CONTENT
from app.games.rock_n_roll.scoring import chart_points, contest
from app.games.rock_n_roll.state import PENDING, UNRANKED, Turned
from tests.games.rock_n_roll.table import Table, album
from tests.ledger import rule


def ended(table: Table) -> Result:
    table.state.month, table.state.over = 48, True
    result = RULES.result(table.state)
    assert result is not None
    return result


def whole_scoring(tiers: str) -> Table:
    """The three bands of worked example 29."""
    table = Table(3, tiers=tiers)
    table.lay(
        0,
        fame=12,
        abilities=[4, 2, 2, 2],
        albums=[album(15, 61, 8), album(30, 70, 5), album(44, 81, 1)],
    )
    table.lay(
        1,
        fame=12,
        abilities=[2, 2, 2, 2],
        albums=[album(10, 44, 16), album(20, 61, 9), album(33, 70, 4), album(45, 77, 3)],
    )
    table.lay(2, fame=5, abilities=[2, 2, 2, 2], albums=[album(26, 66, 6), album(40, 81, 2)])
    return table


@rule("RNR-115", "RNR-040")
def test_the_game_ends_with_month_48() -> None:
    table = Table(2, month=47)
    table.do("declare:cash", "again:-")
    table.cash(1)
    assert table.state.month == 48
    assert RULES.result(table.state) is None
    table.close()
    assert table.state.over
    assert RULES.waiting_on(table.state) == {}
    assert all(band.action is None for band in table.state.bands)
    assert RULES.result(table.state) is not None
    assert table.says("declare:cash") == "The four years are up (RNR-115)."
    RULES.audit(table.state)


@rule("RNR-091", "RNR-116", "RNR-117", "RNR-118", "RNR-119", "RNR-120", "RNR-121", "RNR-122")
def test_a_whole_scoring() -> None:
    """Worked example 29."""
    table = whole_scoring("highest")
    cards = ["chart-e", "chart-f", "chart-a", "chart-d", "chart-g", "chart-h", "chart-b", "chart-c"]
    months = [10, 15, 20, 26, 30, 33, 40, 44]
    table.state.turned = [Turned(m, c) for m, c in zip(months, cards, strict=True)]
    result = ended(table)
    assert [place.score for place in result.places] == [14, 10, 5]
    assert [place.seat for place in result.places] == [0, 1, 2]
    assert [dict(place.detail) for place in result.places] == [
        {"chart": 10, "award-fame": 1, "award-album": 1, "award-ability": 2},
        {"chart": 9, "award-fame": 1, "award-year-1": 1, "award-worst": -1},
        {"chart": 5, "award-album": 1, "award-worst": -1},
    ]
    assert all(RULES.words.score(key) for place in result.places for key in place.detail)
    assert result.decided_by == ""


@rule("RNR-123")
def test_a_whole_scoring_with_all_steps() -> None:
    """Worked example 30."""
    result = ended(whole_scoring("cumulative"))
    assert [place.detail["chart"] for place in result.places] == [20, 16, 9]
    assert [place.score for place in result.places] == [24, 17, 9]


@rule("RNR-122", "RNR-123")
@pytest.mark.parametrize(
    ("spot", "best", "every"),
    [
        (1, 5, 11),
        (2, 3, 6),
        (5, 3, 6),
        (6, 2, 3),
        (10, 2, 3),
        (11, 1, 1),
        (20, 1, 1),
        (UNRANKED, 0, 0),
        (PENDING, 0, 0),
    ],
)
def test_chart_points(spot: int, best: int, every: int) -> None:
    assert chart_points(spot, cumulative=False) == best
    assert chart_points(spot, cumulative=True) == every


def scores(award: str, table: Table) -> list[int]:
    row = next(row for row in CONTENT.awards if row.id == award)
    gains = contest(row, table.state.bands)
    return [gains.get(seat, 0) for seat in range(len(table.state.bands))]


def bands(fame: Sequence[int] = (), totals: Sequence[int] = ()) -> Table:
    table = Table(max(len(fame), len(totals)))
    for seat, value in enumerate(fame):
        table.lay(seat, fame=value)
    for seat, total in enumerate(totals):
        table.lay(seat, abilities=[total - 3, 1, 1, 1])
    return table


@rule("RNR-117", "RNR-119", "RNR-121", "RNR-124")
def test_draws() -> None:
    """Worked example 10."""
    table = bands(fame=[9, 9, 4], totals=[12, 8, 8])
    assert scores("award-fame", table) == [1, 1, 0]
    assert scores("award-ability", table) == [2, 0, 0]
    assert scores("award-worst", table) == [0, -1, -1]


@rule("RNR-124")
def test_every_drawn_band_gets_the_half_however_many() -> None:
    table = bands(fame=[5] * 5)
    assert scores("award-fame", table) == [1] * 5
    for seat in range(3):
        table.lay(seat, albums=[album(5, 50)])
    assert scores("award-album", table) == [1, 1, 1, 0, 0]
    assert scores("award-year-1", table) == [0] * 5


@rule("RNR-121")
def test_the_worst_need_three_bands() -> None:
    assert scores("award-worst", bands(totals=[12, 8])) == [0, 0]
    assert scores("award-worst", bands(totals=[12, 8, 9])) == [0, -2, 0]


@rule("RNR-118", "RNR-120")
def test_albums_compete_by_rating_in_their_year() -> None:
    table = Table(2)
    table.lay(0, albums=[album(12, 60, 9), album(13, 50, 20)])
    table.lay(1, albums=[album(11, 59, 1), album(24, 51, 2)])
    assert scores("award-album", table) == [3, 0]
    assert scores("award-year-1", table) == [1, 0]
    assert scores("award-year-2", table) == [0, 1]
    assert scores("award-year-3", table) == [0, 0]


@rule("RNR-125")
def test_shared_spots_score_in_full() -> None:
    table = Table(2)
    for seat in (0, 1):
        table.lay(seat, albums=[album(5, 82, 1)])
    result = ended(table)
    assert [place.detail["chart"] for place in result.places] == [5, 5]


@rule("RNR-126")
def test_own_albums_do_not_draw() -> None:
    table = Table(2)
    table.lay(0, albums=[album(5, 60), album(11, 60)])
    table.lay(1, albums=[album(5, 50)])
    assert scores("award-album", table) == [3, 0]
    assert scores("award-year-1", table) == [1, 0]


@rule("RNR-127")
def test_zero_cases() -> None:
    table = Table(3)
    assert scores("award-album", table) == [0, 0, 0]
    assert scores("award-fame", table) == [1, 1, 1]
    assert scores("award-ability", table) == [1, 1, 1]
    assert scores("award-worst", table) == [-1, -1, -1]
    table.lay(1, albums=[album(30, 9)])
    assert scores("award-album", table) == [0, 3, 0]
    assert scores("award-year-3", table) == [0, 1, 0]


@rule("RNR-128")
@pytest.mark.parametrize(
    ("fans", "ranks", "decided_by"),
    [((22, 20, 30), (1, 2, 3), "fans"), ((20, 20, 30), (1, 1, 3), "")],
)
def test_ties_for_the_win(fans: tuple[int, ...], ranks: tuple[int, ...], decided_by: str) -> None:
    """Worked example 31: nine points each for the first two."""
    table = Table(3)
    for seat in range(3):
        spots = [1] if seat < 2 else []
        table.lay(seat, fans=fans[seat], albums=[album(5, 90, spot) for spot in spots])
    result = ended(table)
    assert tuple(place.rank for place in sorted(result.places, key=lambda p: p.seat)) == ranks
    assert result.decided_by == decided_by
    assert result.places[0].score == result.places[1].score
    assert not decided_by or RULES.words.score(decided_by) == "Fans"


@rule("RNR-129")
def test_the_standing_during_the_game() -> None:
    table = Table(2, month=10).card("chart-b")
    table.lay(0, dice=[6, 6, 6, 6, 6], fame=60)
    table.do("declare:recording", "stop")
    before = table.points()
    assert before["chart"] == 0
    assert before["award-album"] == 3
    table.cash(1)
    assert table.points()["chart"] == 5
    assert RULES.result(table.state) is None
