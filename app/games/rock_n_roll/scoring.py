"""The Hall of Fame: contests, chart points, grades and the final ranking."""

from __future__ import annotations

from collections.abc import Mapping

from app.games.contract import Result, Seat
from app.games.kit.ranking import rank
from app.games.rock_n_roll.content import CONTENT, Award, SoloGrade
from app.games.rock_n_roll.state import PENDING, Band, State


def chart_points(spot: int, cumulative: bool) -> int:
    """What an album's spot scores: its best step, or every step it reaches (RNR-122, 123)."""
    if spot == PENDING:
        return 0
    steps = [tier.gain.hof for tier in CONTENT.tiers if spot <= tier.need.spot]
    return sum(steps) if cumulative else max(steps, default=0)


def band_chart_points(band: Band, cumulative: bool) -> int:
    return sum(chart_points(album.spot, cumulative) for album in band.albums)


def best_rating(band: Band, year: int = 0) -> int | None:
    """The band's best album of a year, or of the game; ``None`` without one (RNR-126)."""
    return max(
        (album.rating for album in band.albums if not year or album.year == year), default=None
    )


def _claim(award: Award, band: Band) -> int | None:
    """The figure with which a band stands in a contest; ``None`` if it takes no part."""
    what = award.need.most or award.need.least
    if what == "fame":
        return band.fame
    if what == "ability_total":
        return band.total
    return best_rating(band, award.year)


def contest(award: Award, bands: list[Band]) -> dict[Seat, int]:
    """Who gets what from an award; bands that draw get half, rounded down (RNR-124, 127)."""
    if len(bands) < award.need.bands:
        return {}
    claims = {
        seat: claim for seat, band in enumerate(bands) if (claim := _claim(award, band)) is not None
    }
    if not claims:
        return {}
    best = max(claims.values()) if award.need.most else min(claims.values())
    first = [seat for seat, claim in claims.items() if claim == best]
    if len(first) == 1:
        return {first[0]: award.gain.hof}
    half = abs(award.gain.hof) // 2
    return dict.fromkeys(first, half if award.gain.hof > 0 else -half)


def points(state: State) -> list[dict[str, int]]:
    """Every band's points by source: "chart", then each award by its ID (RNR-116, RNR-129)."""
    cumulative = state.tiers == "cumulative"
    rows = [{"chart": band_chart_points(band, cumulative)} for band in state.bands]
    for award in CONTENT.awards:
        for seat, gain in contest(award, state.bands).items():
            if gain:
                rows[seat][award.id] = gain
    return rows


def grade_of(band: Band) -> SoloGrade:
    """The grade of a finished solo game, by the highest step only (RNR-133)."""
    reached = band_chart_points(band, cumulative=False)
    return [grade for grade in CONTENT.solo_grades if reached >= grade.points_from][-1]


def result(state: State) -> Result | None:
    """See `contract.Rules.result`."""
    if not state.over:
        return None
    rows = points(state)
    details: dict[Seat, Mapping[str, int]] = dict(enumerate(rows))
    if len(state.bands) == 1:
        details[0] = _solo_detail(state)
    scores = {seat: sum(row.values()) for seat, row in enumerate(rows)}
    keys = {seat: (scores[seat], band.fans) for seat, band in enumerate(state.bands)}
    return rank(keys, scores, ["fans"], details)


def _solo_detail(state: State) -> dict[str, int]:
    """What a finished solo game is noted with (RNR-131) and listed by (RNR-132, RNR-140).

    "hall_points" counts the highest steps only; "grade" is the number of the grade, from 1.
    """
    band = state.bands[0]
    return {
        "chart": band_chart_points(band, state.tiers == "cumulative"),
        "hall_points": band_chart_points(band, cumulative=False),
        "grade": CONTENT.solo_grades.index(grade_of(band)) + 1,
        "best_rating": best_rating(band) or 0,
        "fame": band.fame,
        "fans": band.fans,
        "ability": band.total,
        "comeback": int(state.comeback != "off"),
    }
