"""Cards, tables and names of Rock 'n Roll: ``content.toml`` as typed structs."""

from __future__ import annotations

from typing import TypeVar

import msgspec

from app.games.kit.content import load


class Numbers(msgspec.Struct, frozen=True):
    """The figures of the ``[game]`` table."""

    months: int
    months_per_year: int
    dice_per_band: int
    roadie_dice: int
    dice_for_result: int
    throws_per_action: int
    gigs_per_album: int
    albums_max: int
    chart_spots: int
    start_ability: int
    start_fans: int
    start_fame: int
    start_money: int
    least_ability: int


class Row(msgspec.Struct, frozen=True):
    """What every row has. ``text`` is what the player reads."""

    id: str
    name: str
    text: str


class SettingChoice(Row, frozen=True):
    group: str


class Musician(Row, frozen=True):
    number: int
    start_ability: int


class MonthNames(Row, frozen=True):
    names: list[str]


class LimitNeed(msgspec.Struct, frozen=True):
    """Total ability, the highest, and the second highest."""

    total: int = 0
    first: int = 0
    second: int = 0


class FanLimit(Row, frozen=True):
    limit: int
    unlimited: bool = False
    need: LimitNeed = LimitNeed()


class Change(msgspec.Struct, frozen=True):
    """What a row costs or gives: fans, pounds, gig boxes, rating, Hall of Fame points."""

    fans: int = 0
    money: int = 0
    money_per_different: int = 0
    gig: int = 0
    rating: int = 0
    hof: int = 0


class GigNeed(msgspec.Struct, frozen=True):
    different: int


class GigResult(Row, frozen=True):
    need: GigNeed
    gain: Change
    cost: Change = Change()


class Purchase(Row, frozen=True):
    cost: Change
    gain: Change = Change()


class ChartCard(Row, frozen=True):
    """``requirements[i]``: the rating needed for spot i + 1."""

    requirements: list[int]


class AwardNeed(msgspec.Struct, frozen=True):
    bands: int
    most: str = ""
    least: str = ""


class Award(Row, frozen=True):
    need: AwardNeed
    gain: Change
    year: int = 0


class TierNeed(msgspec.Struct, frozen=True):
    spot: int


class Tier(Row, frozen=True):
    need: TierNeed
    gain: Change


class SoloGrade(Row, frozen=True):
    points_from: int


class BandRow(Row, frozen=True):
    """Names for one band; ``albums`` are the titles in order of release."""

    vocals: str
    rhythm: str
    bass: str
    drums: str
    albums: list[str]


class Newcomers(Row, frozen=True):
    names: list[str]


class TourStop(Row, frozen=True):
    gig: int


class Line(Row, frozen=True):
    """A flavour line; ``moment`` says when it fits (RNR-148)."""

    moment: str


class Content(msgspec.Struct, frozen=True):
    """All tables that the game reads."""

    game: Numbers
    settings: list[SettingChoice] = msgspec.field(name="setting")
    musicians: list[Musician] = msgspec.field(name="musician")
    categories: list[Row] = msgspec.field(name="category")
    month_names: list[MonthNames] = msgspec.field(name="calendar_names")
    fan_limits: list[FanLimit] = msgspec.field(name="fan_limit")
    gig_results: list[GigResult] = msgspec.field(name="gig_result")
    purchases: list[Purchase] = msgspec.field(name="purchase")
    chart_cards: list[ChartCard] = msgspec.field(name="chart_card")
    awards: list[Award] = msgspec.field(name="award")
    tiers: list[Tier] = msgspec.field(name="tier")
    solo_grades: list[SoloGrade] = msgspec.field(name="solo_grade")
    bands: list[BandRow] = msgspec.field(name="band")
    newcomers: list[Newcomers] = msgspec.field(name="newcomers")
    tour_stops: list[TourStop] = msgspec.field(name="tour_stop")
    lines: list[Line] = msgspec.field(name="line")


RowT = TypeVar("RowT", bound=Row)


def by_id(rows: list[RowT]) -> dict[str, RowT]:
    return {row.id: row for row in rows}


CONTENT = load(__package__ or "", Content)
NUMBERS = CONTENT.game

MUSICIANS: tuple[str, ...] = tuple(row.id for row in CONTENT.musicians)
"""IDs in the order of their numbers: musician ``i`` practises with the number ``i + 1``."""

CATEGORIES: tuple[str, ...] = tuple(row.id for row in CONTENT.categories)
CARDS = by_id(CONTENT.chart_cards)
BAND_ROWS = by_id(CONTENT.bands)
LINES = by_id(CONTENT.lines)
PRICES: dict[str, int] = {row.id: row.cost.money for row in CONTENT.purchases}
SESSION_BONUS: int = by_id(CONTENT.purchases)["session"].gain.rating
YEARS = NUMBERS.months // NUMBERS.months_per_year
