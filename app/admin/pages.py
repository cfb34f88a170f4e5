"""What each page of the dashboard is drawn from: the ``page`` of the template that a docstring
names. Times are ready to be read."""

from __future__ import annotations

from datetime import UTC, datetime

import msgspec

from app.admin.tree import Change, Node
from app.people.passkeys import Key
from app.rooms.audit import AuditLine
from app.rooms.chat import ChatLine
from app.rooms.directory import SeatOf, Someone
from app.rooms.nodes import NodeLine
from app.rooms.overview import DatabaseHealth, Filter
from app.web.templating import SeatFace


class Chart(msgspec.Struct, frozen=True):
    """An hour in a small picture. ``line`` and ``area`` are SVG paths in a box of 120 by 32;
    ``now`` is the newest whole minute, ``peak`` the highest."""

    name: str
    unit: str
    now: int
    peak: int
    line: str
    area: str


class GameCount(msgspec.Struct, frozen=True):
    """How many rooms of a game, by state."""

    slug: str
    title: str
    lobby: int
    playing: int
    finished: int
    closed: int


class Glance(msgspec.Struct, frozen=True):
    """The house at a glance: macro ``glance``. ``people`` and ``sockets`` are those of now."""

    lobby: int
    playing: int
    stuck: int
    people: int
    sockets: int
    charts: tuple[Chart, ...]
    games: tuple[GameCount, ...]
    nodes: tuple[NodeLine, ...]
    database: DatabaseHealth
    version: str


class Row(msgspec.Struct, frozen=True):
    """A room of the list: macro ``room_row``."""

    id: int
    url: str
    code: str
    slug: str
    title: str
    state: str
    host: str
    seats: tuple[SeatFace, ...]
    places: int
    moves: int
    idle: str
    age: str
    stuck: bool
    listed: bool


class Rows(msgspec.Struct, frozen=True):
    """The list of rooms: macro ``room_rows``. ``total`` counts those that are not shown too."""

    rows: tuple[Row, ...]
    total: int


class HousePage(msgspec.Struct, frozen=True):
    """``admin/house.html``. ``live_url`` is the socket; ``full``: an admin looks, who may do
    everything."""

    glance_html: str
    rows_html: str
    total_html: str
    filter: Filter
    games: tuple[tuple[str, str], ...]
    live_url: str
    full: bool
    notice: str
    closed: str


class Seat(msgspec.Struct, frozen=True):
    """A seat of a room. ``state`` is what it does now, in words."""

    face: SeatFace
    person_id: int | None
    state: str
    here: bool
    host: bool
    owes: bool
    muted: bool
    computer: bool


class Visitor(msgspec.Struct, frozen=True):
    """Somebody without a seat who may not come back, or not talk."""

    person_id: int
    name: str
    banned: bool
    muted: bool


class Step(msgspec.Struct, frozen=True):
    """An entry of the journal. ``text`` is what everybody at the table read of it; ``move`` is
    the move itself, on pages that show hidden things; ``took`` are milliseconds in the rules."""

    number: int
    at: str
    who: str
    kind: str
    text: str
    took: str
    move: str = ""


class Facts(msgspec.Struct, frozen=True):
    """What a room is: macro ``facts``; (label, value) in order."""

    state: str
    hot: bool
    lines: tuple[tuple[str, str], ...]


class RoomPage(msgspec.Struct, frozen=True):
    """``admin/room.html``. ``facts_html``, ``seats_html``, ``steps_html`` and ``chat_html`` are
    drawn parts that the socket renews."""

    url: str
    code: str
    title: str
    facts_html: str
    seats_html: str
    steps_html: str
    chat_html: str
    visitors: tuple[Visitor, ...]
    book: tuple[AuditLine, ...]
    live_url: str
    full: bool
    status: str
    paused: bool
    last: int
    eyes: tuple[tuple[str, str], ...]
    notice: str


class InsidePage(msgspec.Struct, frozen=True):
    """``admin/inside.html``: the hidden state after entry ``at``, and what it changed.
    ``running``: this look has been written down."""

    url: str
    title: str
    code: str
    at: int
    last: int
    step: Step | None
    tree: tuple[Node, ...]
    changes: tuple[Change, ...]
    steps: tuple[Step, ...]
    refusals: tuple[Refusal, ...]
    eyes: tuple[tuple[str, str], ...]
    running: bool


class Refusal(msgspec.Struct, frozen=True):
    """A refused move."""

    at: str
    version: int
    who: str
    move: str
    rule: str
    rule_url: str
    why: str


class PeoplePage(msgspec.Struct, frozen=True):
    """``admin/people.html``."""

    words: str
    role: str
    people: tuple[Someone, ...]


class PersonPage(msgspec.Struct, frozen=True):
    """``admin/person.html``. ``link``: a fresh link to sign in with, shown once."""

    url: str
    person: Someone
    seats: tuple[SeatOf, ...]
    titles: dict[str, str]
    full: bool
    link: str = ""


class KeysPage(msgspec.Struct, frozen=True):
    """``admin/keys.html``: the passkeys by which the reader comes in."""

    keys: tuple[Key, ...]


class BookPage(msgspec.Struct, frozen=True):
    """``admin/book.html``: what was done and looked at; ``older`` is the next page's address."""

    lines: tuple[AuditLine, ...]
    older: str


class ImportPage(msgspec.Struct, frozen=True):
    """``admin/import.html``."""

    error: str = ""


class Lines(msgspec.Struct, frozen=True):
    """The chat of a room: macro ``chat``."""

    lines: tuple[ChatLine, ...]


def ago(at: datetime | None) -> str:
    """How long since, in the largest unit that fits: "3 min"."""
    if at is None:
        return ""
    return span((datetime.now(UTC) - at).total_seconds())


def span(seconds: float) -> str:
    """A length of time: "3 min"."""
    for unit, size in (("d", 86400), ("h", 3600), ("min", 60)):
        if seconds >= size:
            return f"{int(seconds // size)} {unit}"
    return f"{max(0, int(seconds))} s"


def clock(at: datetime | None) -> str:
    """A moment: "21:04:07", with the day when that is another."""
    if at is None:
        return ""
    today = datetime.now(UTC).date() == at.astimezone(UTC).date()
    return f"{at:%H:%M:%S}" if today else f"{at:%d %b %H:%M:%S}"
