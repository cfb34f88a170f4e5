"""What each page of the house is drawn from: the ``page`` of the template that a docstring names.

The pages of one room have theirs in `app.web.room_pages`. The templates read these structs and
nothing else; whoever answers a request fills them. Times are milliseconds since 1970 in UTC,
``url`` fields are paths of this site.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from markupsafe import Markup

from app.games.contract import Chapter, GameMeta
from app.web.finding import Finds
from app.web.templating import SeatFace


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
    ``back``: the page of ours that the reader came from, or nothing; ``again``: to load the page
    once more may help."""

    status: int
    title: str
    text: str
    rule: str = ""
    rule_url: str = ""
    back: str = ""
    again: bool = False
