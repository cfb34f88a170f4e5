"""The sheet, the dice, the chart and the names in words."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from app.games.contract import Chapter
from app.games.kit.glossary import Lines, Pages
from app.games.rock_n_roll.content import CONTENT

_EXAMPLE = CONTENT.bands[0]


def _told(row: Mapping[str, Any]) -> str:
    """A line of the log as it reads with names in it."""
    return str(row["text"]).format(
        band=_EXAMPLE.name, musician=_EXAMPLE.bass, album=_EXAMPLE.albums[0], n=4
    )


def _requirements(row: Mapping[str, Any]) -> Lines:
    """All twenty, step by step: they are public (RNR-145), and the table shows but four."""
    needs = [str(needed) for needed in row["requirements"]]
    return tuple(
        (f"Spots {first} to {last}", ", ".join(needs[first - 1 : last]))
        for first, last in ((1, 5), (6, 10), (11, 20))
    )


def _line_up(row: Mapping[str, Any]) -> Lines:
    return (
        ("Vocals", row["vocals"]),
        ("Rhythm guitar", row["rhythm"]),
        ("Bass", row["bass"]),
        ("Drums", row["drums"]),
        ("Albums", ", ".join(row["albums"])),
    )


@cache
def glossary() -> tuple[Chapter, ...]:
    pages = Pages(__package__ or "", "RNR")
    return (
        pages.chapter(
            "category",
            "Categories",
            "What a throw can be for. You say it after you have seen the dice.",
            ("RNR-030", "RNR-034"),
            counted=False,
        ),
        pages.chapter(
            "musician",
            "Musicians",
            "Four to a band, and at the start none of them can play.",
            ("RNR-003", "RNR-004", "RNR-044"),
            counted=False,
        ),
        pages.chapter(
            "practice_set",
            "Practice sets",
            "What sets of 1s to 4s are worth when the band practises.",
            ("RNR-044", "RNR-048"),
            counted=False,
        ),
        pages.chapter(
            "party_score", "Fans at a party", "Dice that make 5.", ("RNR-053",), counted=False
        ),
        pages.chapter(
            "fan_limit",
            "Fan limits",
            "More people come when you can play.",
            ("RNR-057",),
            counted=False,
        ),
        pages.chapter(
            "gig_result",
            "Gigs",
            "How an evening on tour goes: count the different values.",
            ("RNR-094",),
            counted=False,
        ),
        pages.chapter("purchase", "Purchases", "What money buys.", ("RNR-102",), counted=False),
        pages.chapter("die", "Dice", "Five for each band, and sometimes one more.", ("RNR-006",)),
        pages.chapter(
            "chart_card",
            "Chart cards",
            "One is turned when an album comes out: how good must it be for which spot?",
            ("RNR-007", "RNR-008", "RNR-083", "RNR-145"),
            lines=_requirements,
        ),
        pages.chapter(
            "tier",
            "Steps of the chart",
            "What a spot in the chart is worth in the end.",
            ("RNR-122",),
            counted=False,
        ),
        pages.chapter(
            "award",
            "Hall of Fame",
            "Points for the best, and fewer for the worst.",
            ("RNR-116",),
            counted=False,
        ),
        pages.chapter(
            "solo_grade",
            "Grades",
            "What becomes of a band that plays alone.",
            ("RNR-133",),
            lines=lambda row: [("From", f"{row['points_from']} points")],
            counted=False,
        ),
        pages.chapter(
            "sheet_area",
            "The sheet",
            "A page of the notebook for each band.",
            ("RNR-002",),
            counted=False,
        ),
        pages.chapter(
            "album_slot",
            "Albums on the sheet",
            "Room for eight.",
            ("RNR-009", "RNR-078"),
            counted=False,
        ),
        pages.chapter("calendar_year", "The calendar", "48 months.", ("RNR-015",), counted=False),
        pages.chapter("calendar_names", "Months", "As everywhere.", ("RNR-015",), counted=False),
        pages.chapter(
            "tour_stop",
            "Tour stops",
            "The five gigs of an album. A name, and nothing more.",
            ("RNR-092", "RNR-093"),
            counted=False,
        ),
        pages.chapter(
            "band",
            "Bands",
            "Names that are dealt at the start. You may change every one of them.",
            ("RNR-010", "RNR-080"),
            lines=_line_up,
            counted=False,
        ),
        pages.chapter(
            "newcomers",
            "Newcomers",
            "Who comes when somebody has left.",
            ("RNR-137",),
            lines=lambda row: [("They are", ", ".join(row["names"]))],
            counted=False,
        ),
        pages.chapter(
            "line",
            "Cuttings",
            f"What the paper writes, here about {_EXAMPLE.name}. No effect on play.",
            ("RNR-148",),
            words=_told,
            counted=False,
        ),
    )
