"""What the pages of one room are drawn from: the ``page`` of the template that a docstring names.

Beside `app.web.pages`, with the same conventions.
"""

from __future__ import annotations

import msgspec

from app.games.contract import GameMeta, Seat, Setting
from app.web.choices import Denial
from app.web.pages import Action
from app.web.regions import Presence
from app.web.templating import Board, SeatFace, TableContext


class Replay(msgspec.Struct, frozen=True):
    """Stepping through a game: the shown position of ``last``, and where to go.

    ``views`` are the eyes to choose from, if any: (value of the field ``seat``, name); ``view``
    is the chosen one.
    """

    position: int
    last: int
    first_url: str
    back_url: str
    next_url: str
    last_url: str
    views: tuple[tuple[str, str], ...] = ()
    view: str = "onlooker"


class Coach(msgspec.Struct, frozen=True):
    """What a table's page knows of the coach. ``on``: the reader wants it; ``advice``: it may
    be asked what a computer player would do."""

    on: bool
    advice: bool


class CoachHint(msgspec.Struct, frozen=True):
    """A hint of the coach: ``targets`` are ids of elements that it may stand beside, the best
    first. ``rule_title`` is the rule's own heading, ``cards_url`` where all cards can be read."""

    id: str
    title: str
    text: str
    choice: str
    rule: str
    rule_title: str
    rule_url: str
    cards_url: str
    targets: tuple[str, ...]


class CoachAdvice(msgspec.Struct, frozen=True):
    """What a computer player would do: the choice in words, what speaks for it, its elements."""

    label: str
    why: str
    rule: str
    rule_url: str
    move: str
    targets: tuple[str, ...]


class Missed(msgspec.Struct, frozen=True):
    """What happened since a seat looked: ``seen`` is the version it has seen, ``lines_html`` are
    drawn lines, ``count`` of them; ``cut``: there were more before."""

    seen: int
    lines_html: str = ""
    count: int = 0
    cut: bool = False


class TablePage(msgspec.Struct, frozen=True):
    """The table of a running or finished game (``table.html``).

    ``url`` is the room's: "/rooms/k7x…"; moves go to ``url/moves``, chat to ``url/chat``, undo
    to ``url/undo``, the socket is ``url/live``. ``board`` and the platform's regions are drawn.
    ``seats_html`` … are `Renderer.platform_region`s, ``log_html`` and ``chat_html`` are lines.
    ``seen_as`` says with whose eyes one of the house looks, ``seen_from`` is the room's page in
    the dashboard then. ``missed`` is ``None`` for onlookers.
    ``mail_url``: where the viewer may ask for word by mail.
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
    proposal_html: str = ""
    company_html: str = ""
    viewer: Seat | None = None
    invite_url: str = ""
    may_chat: bool = True
    actions: tuple[Action, ...] = ()
    replay: Replay | None = None
    result_url: str = ""
    seen_as: str = ""
    seen_from: str = ""
    notice_html: str = ""
    fairness: str = ""
    coach: Coach | None = None

    missed: Missed | None = None
    mail_url: str = ""


class SettingField(msgspec.Struct, frozen=True):
    """A setting in the form of a new room. ``games`` are the host's earlier games (value,
    label) for a legacy setting."""

    setting: Setting
    value: str
    games: tuple[tuple[str, str], ...] = ()


class NewRoomPage(msgspec.Struct, frozen=True):
    """``new_room.html``, posted to itself: ``csrf seats listed set-<setting>``, and ``name``
    where the reader has none yet. ``clocks`` are the choices of a clock (value, label).
    ``room_url``: the form changes this room instead of opening one."""

    game: GameMeta
    fields: tuple[SettingField, ...]
    seats: int
    listed: bool = False
    clocks: tuple[tuple[str, str], ...] = ()
    clock: str = ""
    error: str = ""
    room_url: str = ""


class LobbySeat(msgspec.Struct, frozen=True):
    """A seat before the start; ``face`` is ``None`` while it is free."""

    number: Seat
    face: SeatFace | None = None
    mine: bool = False
    host: bool = False
    ready: bool = False
    presence: Presence = "here"


class LobbyPage(msgspec.Struct, frozen=True):
    """``lobby.html``: a room before its start. Its forms post to ``url`` and one of: ``/sit
    number``, ``/colour colour``, ``/ready ready=1|``, ``/computers kind``, ``/empty number``,
    ``/start``, ``/leave``, ``/invite`` (a new link), ``/listed listed=1|``, ``/chat``,
    ``/shuffle``, ``/host number``, ``/out number``. ``door_url`` is the host's `DoorPage`.

    ``settings`` are (label, value, rule). ``qr`` is the invite link as an SVG. ``blocked`` says
    why the host can't start. ``computers`` are the kinds of computer players (kind, label).
    """

    url: str
    game: GameMeta
    ctx: TableContext
    seats: tuple[LobbySeat, ...]
    version: int
    now: int
    mine: Seat | None = None
    is_host: bool = False
    ready: bool = False
    invite_url: str = ""
    qr: str = ""
    settings: tuple[tuple[str, str, str], ...] = ()
    settings_url: str = ""
    door_url: str = ""
    listed: bool = False
    locked: bool = False
    password: bool = False
    free_colours: tuple[int, ...] = ()
    computers: tuple[tuple[str, str], ...] = ()
    blocked: Denial | None = None
    chat_html: str = ""
    series: tuple[tuple[str, int, int], ...] = ()
    notices: tuple[str, ...] = ()


class JoinPage(msgspec.Struct, frozen=True):
    """``join.html``, posted to itself: ``csrf name password``. ``may_watch``: there is no seat
    left, or the game runs, but looking on is open. ``password``: the reader has to say one, and
    is not told before who sits there."""

    game: GameMeta
    host: str
    seats: tuple[SeatFace, ...]
    places: int
    name: str = ""
    error: str = ""
    may_watch: bool = False
    password: bool = False


class Shut(msgspec.Struct, frozen=True):
    """Somebody whom the host has sent out or silenced; ``lift`` undoes it."""

    name: str
    note: str
    lift: Action


class DoorPage(msgspec.Struct, frozen=True):
    """``door.html``: the host's part of a room, before the start and later. Posts to ``url``
    and one of ``/password password``, ``/lock locked=1|``, ``/onlookers onlookers=1|``,
    ``/invite``."""

    url: str
    title: str
    invite_url: str
    password: bool
    locked: bool
    onlookers: bool
    shut: tuple[Shut, ...] = ()


class ResultRow(msgspec.Struct, frozen=True):
    """A place in a finished game; ``detail`` lists what made the score (label, number)."""

    face: SeatFace
    rank: int
    score: int
    detail: tuple[tuple[str, int], ...] = ()
    mine: bool = False
    winner: bool = False


class ResultPage(msgspec.Struct, frozen=True):
    """``result.html``. ``headline`` tells who won, ``decided_by`` the tie-break in words,
    ``looked`` who of the house looked at hidden things during the game (GR-031)."""

    url: str
    game: GameMeta
    headline: str
    rows: tuple[ResultRow, ...]
    decided_by: str = ""
    table_url: str = ""
    replay_url: str = ""
    record_url: str = ""
    rematch: Action | None = None
    seed: str = ""
    commitment: str = ""
    looked: tuple[str, ...] = ()
    verify: Action | None = None
    series: tuple[tuple[str, int, int], ...] = ()
