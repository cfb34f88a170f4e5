"""Names of things that the log and the menus share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.games.kit.wording import counted

ABILITIES = {
    "house_call": "House Call",
    "knows_everybody": "Knows Everybody",
    "on_the_clock": "On the Clock",
    "fake_it": "Fake It",
    "front_row": "Nigel Hawthorne-Dawe",
    "i_want_it_all": "I Want It All",
    "lucky_break": "Lucky Break",
    "maybe_theyre_the_same": "Maybe They're the Same",
    "party_animal": "Party Animal",
    "just_one_more": "Just One More",
}
_THINGS = {
    "chops": "Chops",
    "reputation": "Reputation",
    "fame": "Fame",
    "candy": "Candy",
    "craving": "Craving",
    "crew": "Crew",
    "chops_plus_reputation": "Chops and Reputation together",
}
PHASE_NAMES = {
    "prep": "Prep",
    "day": "Day",
    "night": "Night",
    "after_hours": "After Hours",
    "clean_up": "Clean-Up",
}


def amounts(things: Mapping[Any, int]) -> list[str]:
    """ "$2", "1 Fame", "2 Songs" ..."""
    found: list[str] = []
    for what, number in things.items():
        name = what.removeprefix("or_")
        if name == "money":
            found.append(f"${number}")
        elif name == "songs":
            found.append(counted(number, "Song"))
        elif name == "demo":
            found.append("a Demo Tape")
        elif name == "contract":
            found.append("a Record Deal")
        else:
            found.append(f"{number} {_THINGS[name]}")
    return found
