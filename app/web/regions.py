"""What the platform's regions of a table are drawn from: turn, choices, seats, log, chat.

The macros of ``templates/regions.html`` read these structs and nothing else. Times are
milliseconds since 1970 in UTC.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from app.games.contract import Seat
from app.web.choices import Choice
from app.web.templating import SeatFace

Presence = Literal["here", "away", "gone"]


class TurnBanner(msgspec.Struct, frozen=True):
    """Region "turn": whose turn it is and what is owed.

    ``lead`` is loud ("Your turn", "Anna and Mo"), ``text`` the sentence. ``title`` goes in
    front of the tab's title. ``deadline`` is 0 without a clock. ``undo``: the viewer may take
    back the last move. ``next_url``: where the same people play once more.
    """

    mine: bool
    lead: str
    text: str
    title: str
    waiting: tuple[Seat, ...] = ()
    deadline: int = 0
    undo: bool = False
    over: bool = False
    next_url: str = ""


class ChoiceList(msgspec.Struct, frozen=True):
    """Region "choices": everything the viewer can do, and what not now, as a plain list."""

    open: tuple[Choice, ...] = ()
    blocked: tuple[Choice, ...] = ()


class MoveForm(msgspec.Struct, frozen=True):
    """Region "moveform": the name of the decision that a move answers, ``None`` for none."""

    decision: str | None = None


class Notices(msgspec.Struct, frozen=True):
    """Region "notice": what the house says to this table, a line each."""

    lines: tuple[str, ...] = ()


class Plea(msgspec.Struct, frozen=True):
    """Region "proposal": what the table is asked to agree to, "" for nothing. ``answers``: the
    viewer is asked; ``mine``: the viewer has asked. ``waiting``: whose answers are still out."""

    text: str = ""
    answers: bool = False
    mine: bool = False
    waiting: str = ""


class Companion(msgspec.Struct, frozen=True):
    """Somebody at the table, and what this viewer can do about it."""

    face: SeatFace
    note: str
    may_call: bool = False
    may_host: bool = False
    may_send_out: bool = False


class Company(msgspec.Struct, frozen=True):
    """Region "company": the people at the table. ``pause`` labels the button that asks for a
    break or its end, ``go_back``: the viewer may ask to take back more than the last move."""

    people: tuple[Companion, ...] = ()
    host: bool = False
    pause: str = ""
    go_back: bool = False
    door_url: str = ""


class SeatCard(msgspec.Struct, frozen=True):
    """A seat in the region "seats". ``owes``: it must decide now; ``done``: others still must."""

    face: SeatFace
    presence: Presence = "here"
    mine: bool = False
    owes: bool = False
    done: bool = False
    host: bool = False


class SeatCards(msgspec.Struct, frozen=True):
    """Region "seats"."""

    seats: tuple[SeatCard, ...]
    onlookers: int = 0


class LogLine(msgspec.Struct, frozen=True):
    """A line of the "log". ``number`` is unique in the room. ``url``: the state that it made, in
    the replay of a finished game."""

    number: int
    text: str
    seat: Seat | None = None
    rule: str = ""
    url: str = ""


class ChatLine(msgspec.Struct, frozen=True):
    """A line of the "chat". ``seat`` is ``None`` for an onlooker; ``time`` reads "21:04"."""

    number: int
    name: str
    text: str
    time: str
    seat: Seat | None = None
