"""What each page and each region of the house is drawn from.

The templates read these structs and nothing else; whoever answers a request fills them. Times
are milliseconds since 1970 in UTC, ``url`` fields are paths of this site.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

from app.games.contract import GameMeta, Seat
from app.web.choices import Choice
from app.web.templating import Board, SeatFace, TableContext

Presence = Literal["here", "away", "gone"]


class House(msgspec.Struct, frozen=True):
    """What every page knows: who looks, the CSRF token for its forms, the address it has.

    ``name`` is empty before somebody has said one. ``base_url`` is the site's address without
    a slash at the end, for links that leave the page (invite, og:image).
    """

    csrf: str
    name: str = ""
    base_url: str = ""
    path: str = "/"
    notice: str = ""


# ---- regions of every table


class TurnBanner(msgspec.Struct, frozen=True):
    """Region "turn": whose turn it is and what is owed.

    ``lead`` is loud ("Your turn", "Anna and Mo"), ``text`` the sentence. ``title`` goes in
    front of the tab's title. ``deadline`` is 0 without a clock. ``undo``: the viewer may take
    back the last move.
    """

    mine: bool
    lead: str
    text: str
    title: str
    waiting: tuple[Seat, ...] = ()
    deadline: int = 0
    undo: bool = False
    over: bool = False


class ChoiceList(msgspec.Struct, frozen=True):
    """Region "choices": everything the viewer can do, and what not now, as a plain list."""

    open: tuple[Choice, ...] = ()
    blocked: tuple[Choice, ...] = ()


class MoveForm(msgspec.Struct, frozen=True):
    """Region "moveform": the name of the decision that a move answers, ``None`` for none."""

    decision: str | None = None


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
    """A line of the "log". ``number`` is unique in the room; ``fresh`` is bold."""

    number: int
    text: str
    seat: Seat | None = None
    rule: str = ""
    fresh: bool = False


class ChatLine(msgspec.Struct, frozen=True):
    """A line of the "chat". ``seat`` is ``None`` for an onlooker; ``time`` reads "21:04"."""

    number: int
    name: str
    text: str
    time: str
    seat: Seat | None = None


# ---- pages


class Action(msgspec.Struct, frozen=True):
    """A button that posts to ``url`` with ``fields``; ``confirm`` is asked first."""

    label: str
    url: str
    fields: Mapping[str, str] = {}
    confirm: str = ""


class Replay(msgspec.Struct, frozen=True):
    """Stepping through a finished game: the shown position of ``last``, and where to go."""

    position: int
    last: int
    first_url: str
    back_url: str
    next_url: str
    last_url: str


class TablePage(msgspec.Struct, frozen=True):
    """The table of a running or finished game (``table.html``).

    ``url`` is the room's: "/rooms/k7x…"; moves go to ``url/moves``, chat to ``url/chat``, undo
    to ``url/undo``, the socket is ``url/live``. ``board`` and the platform's regions are drawn.
    ``seats_html`` … are `Renderer.platform_region`s, ``log_html`` and ``chat_html`` are lines.
    """

    url: str
    title: str
    game: GameMeta
    ctx: TableContext
    board: Board
    turn_html: str
    seats_html: str
    choices_html: str
    moveform_html: str
    log_html: str
    chat_html: str
    version: int
    now: int
    viewer: Seat | None = None
    invite_url: str = ""
    may_chat: bool = True
    actions: tuple[Action, ...] = ()
    replay: Replay | None = None
    result_url: str = ""
    fairness: str = ""
