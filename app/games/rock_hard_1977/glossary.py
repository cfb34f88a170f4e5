"""The town of 1977 in words: its spaces, cards, tokens and tables."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from app.games.contract import Chapter
from app.games.kit.glossary import Lines, Pages
from app.games.kit.wording import listed
from app.games.rock_hard_1977.content import NAMES
from app.games.rock_hard_1977.lexicon import PHASE_NAMES

_ZONES = {**PHASE_NAMES, "anytime": "Anytime"}
_SHIFTS = {**PHASE_NAMES, "variable": "A shift that the die names"}
_GOALS = {"tracked": "Tracked, lie open", "achieved": "Hidden", "end": "Hidden, for the end"}
_FAMILIES = {
    "immediate": "At once",
    "bonus": "More for an action",
    "special": "A thing to do",
    "state": "All month",
    "closed": "Closed",
}
_ACTIONS = {
    "rehearse": "RH-130",
    "interview": "RH-131",
    "hire_promo": "RH-132",
    "hire_publicist": "RH-132",
    "hire_crew": "RH-136",
    "record_deal": "RH-140",
    "recover": "RH-126",
    "gig": "RH-144",
    "bed_early": "RH-155",
    "record_demo": "RH-158",
    "hang_out": "RH-160",
    "trade_candy": "RH-179",
    "donate_blood": "RH-180",
    "write_song": "RH-181",
    "work": "RH-182",
}
_TIMING = {"when_achieved": "the first who do it", "end_of_game": "the best at the end"}


def _space_of(row: Mapping[str, Any]) -> str:
    return _ZONES[row["zone"]]


def _seats(row: Mapping[str, Any]) -> Lines:
    players: list[int] = row["players"]
    if players == [2, 3, 4, 5]:
        return ()
    return [("Players", listed([str(number) for number in players], "or"))]


def _life(row: Mapping[str, Any]) -> str:
    return NAMES[row["life"]]


def _goal(row: Mapping[str, Any]) -> Lines:
    return [("Worth", f"{row['fame']} Fame")]


def _bonus(row: Mapping[str, Any]) -> Lines:
    return [("Scores", _TIMING[row["timing"]])]


def _star(row: Mapping[str, Any]) -> Lines:
    return [(_ZONES[phase], NAMES[row[phase]]) for phase in ("day", "night", "after_hours")]


@cache
def glossary() -> tuple[Chapter, ...]:
    pages = Pages(__package__ or "", "RH")
    return (
        pages.chapter(
            "character",
            "Characters",
            "Who you are. Each plays an instrument and bends a rule.",
            ("RH-020", "RH-047", "RH-237"),
        ),
        pages.chapter(
            "manager",
            "Managers",
            "They work for you from the first day and are paid three times.",
            ("RH-026", "RH-195", "RH-196"),
        ),
        pages.chapter(
            "job",
            "Jobs",
            "Somebody has to pay the rent. Miss too many shifts and it is gone.",
            ("RH-183", "RH-185", "RH-189"),
            family=lambda row: _SHIFTS[row["shift"]],
        ),
        pages.chapter(
            "space",
            "Spaces",
            "Where a standee can go, by the time of day.",
            ("RH-048", "RH-092"),
            family=_space_of,
            lines=_seats,
            cites=lambda row: [_ACTIONS[row["action"]]],
            counted=False,
        ),
        pages.chapter(
            "venue",
            "Places to play",
            "From the club with the sticky floor to the stadium.",
            ("RH-144", "RH-145"),
            counted=False,
        ),
        pages.chapter(
            "random_gig",
            "Random Gigs",
            "One for each month, better from level to level.",
            ("RH-016", "RH-153"),
            family=lambda row: f"Level {row['level']}",
        ),
        pages.chapter(
            "location",
            "Hang Out locations",
            "Five places for the night, each with its own cards.",
            ("RH-160", "RH-161"),
            counted=False,
        ),
        pages.chapter(
            "hang_out",
            "Hang Out cards",
            "Life Experience. Four that fit make a set.",
            ("RH-164", "RH-168", "RH-169"),
            family=_life,
        ),
        pages.chapter(
            "life_start",
            "Starting Life Experience",
            "What you bring along from before.",
            ("RH-022",),
            family=_life,
        ),
        pages.chapter(
            "life_type",
            "Types of Life Experience",
            "Four of one type, or one of each, make a set; Wild stands in.",
            ("RH-161", "RH-169", "RH-170"),
            counted=False,
        ),
        pages.chapter(
            "hot_token",
            "Hot Hang Out tokens",
            "Where the town goes this month. They also say who is early in the next turn order.",
            ("RH-018", "RH-162", "RH-214"),
            lines=_seats,
        ),
        pages.chapter(
            "event",
            "Events",
            "One for each month. It goes before every other rule.",
            ("RH-074", "RH-075", "RH-060"),
            family=lambda row: _FAMILIES[row["family"]],
        ),
        pages.chapter(
            "sugar_rush",
            "Sugar Rush cards",
            "What a Candy does to you.",
            ("RH-112", "RH-113", "RH-117"),
        ),
        pages.chapter(
            "bonus",
            "Bonuses",
            "Three are in play, one of each deck, for everybody.",
            ("RH-015", "RH-199", "RH-202", "RH-204"),
            family=lambda row: row["deck"].capitalize(),
            lines=_bonus,
        ),
        pages.chapter(
            "goal",
            "Personal Goals",
            "Two for each player.",
            ("RH-023", "RH-208", "RH-209"),
            family=lambda row: _GOALS[row["kind"]],
            lines=_goal,
        ),
        pages.chapter(
            "base_stat",
            "Base Stats",
            "Three dials that go to eleven.",
            ("RH-033", "RH-034", "RH-228"),
            counted=False,
        ),
        pages.chapter(
            "royalty_tier",
            "Royalties",
            "What the Record Company pays every month.",
            ("RH-042", "RH-140", "RH-213"),
            counted=False,
        ),
        pages.chapter(
            "bonus_score",
            "Fame for Bonuses",
            "What places are worth when a Bonus is scored.",
            ("RH-202", "RH-205"),
            counted=False,
        ),
        pages.chapter(
            "month",
            "Months",
            "Nine rounds, from spring to the end of the year.",
            ("RH-002", "RH-072"),
            counted=False,
        ),
        pages.chapter(
            "rising_star",
            "The Rising Star",
            "Where she stands in each month.",
            ("RH-232", "RH-233", "RH-234"),
            lines=_star,
            counted=False,
        ),
        pages.chapter(
            "component",
            "Tokens and pieces",
            "What lies in the box.",
            ("RH-006", "RH-270"),
        ),
    )
