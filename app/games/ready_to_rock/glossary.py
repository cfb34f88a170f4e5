"""The cards of the crowd, the stage and the doors in words."""

from __future__ import annotations

from functools import cache

from app.games.contract import Chapter
from app.games.kit.glossary import Pages


@cache
def glossary() -> tuple[Chapter, ...]:
    pages = Pages(__package__ or "", "RTR")
    return (
        pages.chapter(
            "path",
            "Path cards",
            "Gaps in the crowd. Lay one, turn it as you like, and walk on it.",
            ("RTR-014", "RTR-015", "RTR-047"),
        ),
        pages.chapter(
            "wall",
            "Wall cards",
            "People who will not move. Nobody passes a cell with a wall on it.",
            ("RTR-058", "RTR-060"),
        ),
        pages.chapter(
            "flash",
            "Flash cards",
            "Played, done, discarded: good for you or bad for somebody else.",
            ("RTR-067",),
        ),
        pages.chapter(
            "stage",
            "Stage cards",
            "What the band does next. It hits everybody. Ready to Rock turns one up.",
            ("RTR-010", "RTR-079"),
        ),
        pages.chapter(
            "ticket",
            "Tickets",
            "Where a rocker starts: nine places along the edge of the concert.",
            ("RTR-005", "RTR-021"),
        ),
        pages.chapter("vip_pass", "VIP Pass", "Who goes first.", ("RTR-018",)),
    )
