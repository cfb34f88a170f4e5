"""What each page of the house is drawn from: the ``page`` of the template that a docstring names.

The templates read these structs and nothing else; whoever answers a request fills them. Times
are milliseconds since 1970 in UTC, ``url`` fields are paths of this site.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from markupsafe import Markup

from app.games.contract import Chapter, GameMeta, Seat, Setting
from app.web.choices import Denial
from app.web.finding import Finds
from app.web.regions import Presence
from app.web.templating import Board, SeatFace, TableContext


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


class Action(msgspec.Struct, frozen=True):
    """A button that posts to ``url`` with ``fields``; ``confirm`` is asked first."""

    label: str
    url: str
    fields: Mapping[str, str] = {}
    confirm: str = ""


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


class Poster(msgspec.Struct, frozen=True):
    """A game on the wall. ``yours``: the reader plays it somewhere now; ``taught``: there is a
    coach for it."""

    game: GameMeta
    open_tables: int = 0
    yours: bool = False
    taught: bool = False


class RoomCard(msgspec.Struct, frozen=True):
    """A room in a list. ``note`` is the one thing worth saying ("Your turn"); ``hot`` stresses
    it. ``places`` counts all seats, ``seats`` are the taken ones. ``missed`` counts the moves since
    the reader looked."""

    url: str
    slug: str
    title: str
    seats: tuple[SeatFace, ...]
    places: int
    note: str = ""
    hot: bool = False
    missed: int = 0


class HomePage(msgspec.Struct, frozen=True):
    """``home.html``: the games, the reader's rooms, the rooms that anyone may join."""

    posters: tuple[Poster, ...]
    own: tuple[RoomCard, ...] = ()
    listed: tuple[RoomCard, ...] = ()


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


class VerifyPage(msgspec.Struct, frozen=True):
    """``verify.html``: ``/verify csrf record``. ``verified`` says what was found to hold,
    ``fault`` what did not; before a record came both are empty. ``places`` are (rank, name,
    score)."""

    verified: str = ""
    fault: str = ""
    places: tuple[tuple[int, str, int], ...] = ()
    commitment: str = ""


class HonourRow(msgspec.Struct, frozen=True):
    """A finished game in a table of honour; ``computer``: a computer player ended it."""

    name: str
    figures: tuple[int, ...]
    day: str
    computer: bool = False


class HonourTable(msgspec.Struct, frozen=True):
    """The best games of a kind; ``columns`` name the figures of its rows."""

    label: str
    rule: str
    rule_url: str
    columns: tuple[str, ...]
    rows: tuple[HonourRow, ...]


class HonoursPage(msgspec.Struct, frozen=True):
    """``honours.html``. ``winners`` are (name, wins, games)."""

    game: GameMeta
    winners: tuple[tuple[str, int, int], ...]
    tables: tuple[HonourTable, ...]


class RulesPage(msgspec.Struct, frozen=True):
    """``rules.html``: made by `app.web.rules_pages`; ``contents`` are (anchor, title, level) of
    ``html``. ``workshop`` is what speaks to those who build a game. ``game`` is ``None`` for the
    rules of the house; ``learn_url`` opens a table at which a coach explains it."""

    title: str
    html: Markup
    workshop: Markup
    contents: tuple[tuple[str, str, int], ...]
    game: GameMeta | None = None
    learn_url: str = ""


class GlossaryPage(msgspec.Struct, frozen=True):
    """``cards.html``: the cards and places of a game, in the look of its table. ``leaves`` are
    drawn."""

    game: GameMeta
    chapters: tuple[Chapter, ...]
    leaves: Markup


class FindPage(msgspec.Struct, frozen=True):
    """``find.html``: ``/rules/find?words=&game=``. ``slug`` and ``title`` are empty where all games
    are searched; ``games`` are those whose books lie there while nothing is looked up."""

    finds: Finds
    slug: str = ""
    title: str = ""
    games: tuple[GameMeta, ...] = ()


class Device(msgspec.Struct, frozen=True):
    """A one-time link that carries the reader's seats to another device."""

    url: str
    qr: str


class Mail(msgspec.Struct, frozen=True):
    """The reader's mail address, "" for none; ``confirmed``: its owner has agreed."""

    address: str = ""
    confirmed: bool = False


class MailPage(msgspec.Struct, frozen=True):
    """``mail.html``: what a link in a mail leads to. Its button posts to the address of the page
    itself; without ``button`` there is nothing left to do."""

    title: str
    text: str
    button: str = ""


class ProfilePage(msgspec.Struct, frozen=True):
    """``profile.html``: ``/profile csrf name colour``, ``/profile/device csrf`` (a new link),
    ``/profile/leave csrf`` (sign out). ``played`` are finished games;
    ``by_game`` and ``against`` are (name, wins, games); ``appears``: in tables of honour
    (``/profile/honours csrf honours=1|``). ``passkeys`` counts the keys that keep this profile
    (made and shown by `static/passkey.js`). ``mail`` is ``None`` where the house sends none
    (``/profile/email csrf email``, ``/profile/email/forget csrf``). ``kept``: name and colour were
    stored just now."""

    name: str
    colour: int
    letter: str
    played: tuple[RoomCard, ...] = ()
    device: Device | None = None
    error: str = ""
    appears: bool = False
    by_game: tuple[tuple[str, int, int], ...] = ()
    against: tuple[tuple[str, int, int], ...] = ()
    passkeys: int = 0
    mail: Mail | None = None
    kept: bool = False


class CreditsPage(msgspec.Struct, frozen=True):
    """``credits.html``. ``artists`` are the authors of icons that pieces use."""

    artists: tuple[str, ...] = ()


class ErrorPage(msgspec.Struct, frozen=True):
    """``error.html``: what went wrong, in a sentence, with the rule behind it if there is one.
    ``back``: the page of ours that the reader came from, or nothing."""

    status: int
    title: str
    text: str
    rule: str = ""
    rule_url: str = ""
    back: str = ""
