"""From data to HTML: the Jinja environment, regions of a table, whole pages.

Everything here is pure: data in, text out. Templates see escaped text unless they say otherwise,
and an unknown name in a template is an error, not an empty string.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Protocol, cast

import msgspec
from jinja2 import Environment, FileSystemLoader, StrictUndefined, TemplateNotFound, nodes
from jinja2.ext import Extension
from jinja2.parser import Parser
from markupsafe import Markup, escape

from app.games.contract import Seat
from app.live.cuts import CLOSE, OPEN, bare
from app.web.choices import Choice, Spots, card_url, rule_url, spots_of
from app.web.compiled import QuickEnvironment
from app.web.spots import spot

_PACKAGE = Path(__file__).resolve().parent.parent
_HOME = _PACKAGE if (_PACKAGE / "templates").is_dir() else _PACKAGE.parent
TEMPLATES = _HOME / "templates"
STATIC = _HOME / "static"

CONTENT_SECURITY_POLICY = "; ".join(
    (
        "default-src 'self'",
        "img-src 'self' data:",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
"""What the pages are written for: no inline script, no inline style, nothing from elsewhere."""

_FONT = re.compile(r"url\([./]*fonts/([\w-]+\.woff2)\)")
_INDENT = re.compile(r"\n[ \t]+")
_REMEMBERED = ("die", "icon", "meter", "knob", "count")
"""Pieces of the kit that look at nothing but their few arguments: drawn once for the same ones."""
_DRAWN_KEPT = 4096
"""Elements, some 500 bytes each, of all rooms of a node."""
_encoder = msgspec.msgpack.Encoder()
_LUCIDE_BODY = re.compile(r"<svg[^>]*>(.*)</svg>", re.DOTALL)


class SeatFace(msgspec.Struct, frozen=True):
    """How a seat looks in a room. ``colour`` is 1 to 9 (``data-seat``), ``letter`` one sign."""

    seat: Seat
    name: str
    colour: int
    letter: str
    computer: bool = False


class TableContext(msgspec.Struct, frozen=True):
    """What a room knows and a region's data does not say; the same for every viewer.

    ``content`` is the game's own content. ``id`` is the region that is being drawn: every
    element id in a region starts with it.
    """

    slug: str
    seats: tuple[SeatFace, ...]
    content: Any = None
    id: str = ""

    def of(self, region_id: str) -> TableContext:
        return TableContext(self.slug, self.seats, self.content, region_id)


class _Macro(Protocol):
    def __call__(self, *args: object) -> str: ...


def _trusted(html: str) -> Markup:
    """HTML of our own files, or drawn by our templates, which have escaped what is in it."""
    return Markup(html)  # noqa: S704


def static_url(path: str) -> str:
    """The address of a file in ``static/``, with its content's mark so that it can be cached
    for ever. Raises ``FileNotFoundError`` for a file that is not there."""
    return f"/static/{path}?v={_digest(path)}"


@cache
def _digest(path: str) -> str:
    return hashlib.sha256((STATIC / path).read_bytes()).hexdigest()[:10]


@cache
def sign(name: str) -> Markup:
    """An interface sign (menu, chat, sound): a Lucide icon drawn into the page."""
    found = _LUCIDE_BODY.search((STATIC / "vendor" / "lucide" / f"{name}.svg").read_text("utf-8"))
    if found is None:
        raise ValueError(f"{name}.svg is no icon")
    body = " ".join(found[1].split())
    body = f'<svg class="sign" viewBox="0 0 24 24" aria-hidden="true">{body}</svg>'
    return _trusted(body)


@cache
def sprite(path: str) -> Markup:
    """A sprite of ``<symbol>``s, drawn into the page so that its gradients work everywhere."""
    file = STATIC / path
    return _trusted(file.read_text("utf-8")) if file.is_file() else Markup("")


@cache
def fonts_of(theme: str) -> tuple[str, ...]:
    """The two fonts that a first paint needs: display and text. They stand first in the theme's
    style sheet, filled up from the house's."""
    sheets = [f"games/{theme}/theme.css", "tokens.css"]
    found = [
        font
        for sheet in sheets
        if (STATIC / sheet).is_file()
        for font in _FONT.findall((STATIC / sheet).read_text("utf-8"))
    ]
    return tuple(found[:2])


def _has_static(path: str) -> bool:
    return (STATIC / path).is_file()


class Templates(Extension):
    """Two tags for what is drawn with every move.

    ``{% part %}<li id="…">…</li>{% endpart %}``: an element that is pushed by itself when it is
    all that has changed (see `app.live.cuts`). ``{% once data, spots["a"] %}…{% endonce %}``: drawn
    once for equal values, the same region and the same faces at the table; the values and ``ctx``
    must be all that it depends on. And lines lose their indent, which no page needs.
    """

    tags = {"part", "once"}  # noqa: RUF012 - Jinja's own way

    def __init__(self, environment: Environment) -> None:
        super().__init__(environment)
        self._drawn: dict[bytes, str] = {}
        self._drawn_before: dict[bytes, str] = {}
        """Goes when `_drawn` is full and takes its place: what is still asked for has come over."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        return _INDENT.sub("\n", source)

    def parse(self, parser: Parser) -> list[nodes.Node]:
        tag = next(parser.stream)
        at = tag.lineno
        if tag.value == "once":
            key: list[nodes.Expr] = [nodes.Name("ctx", "load"), nodes.Const(f"{parser.name}:{at}")]
            key.append(nodes.Tuple([parser.parse_tuple()], "load"))
            body = parser.parse_statements(("name:endonce",), drop_needle=True)
            return [nodes.CallBlock(self.call_method("once", key), [], [], body, lineno=at)]
        body = parser.parse_statements(("name:endpart",), drop_needle=True)
        first, last = (
            nodes.Output([nodes.TemplateData(mark)], lineno=at) for mark in (OPEN, CLOSE)
        )
        return [first, *body, last]

    def once(self, ctx: TableContext, place: str, values: object, caller: Callable[[], str]) -> str:
        if self.environment.auto_reload:
            return caller()
        key = _encoder.encode((place, ctx.id, ctx.seats, values))
        html = self._drawn.get(key)
        if html is None:
            html = self._drawn_before.get(key)
            if html is None:
                html = caller()
            if len(self._drawn) >= _DRAWN_KEPT // 2:
                self._drawn, self._drawn_before = {}, self._drawn
            self._drawn[key] = html
        return html


def environment(*more: Path, reload: bool = False) -> Environment:
    """The house's Jinja environment. ``reload`` looks for changed templates on every use;
    ``more`` are folders with templates of games that are kept elsewhere."""
    env = QuickEnvironment(
        loader=FileSystemLoader((TEMPLATES, *more)),
        autoescape=True,
        extensions=[Templates],
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=reload,
    )
    cast("dict[str, object]", env.globals).update(
        static=static_url,
        has_static=_has_static,
        fonts_of=fonts_of,
        sprite=sprite,
        sign=sign,
        rule_url=rule_url,
        card_url=card_url,
        spot=spot,
    )
    kit = env.get_template("games/kit.html").module
    for name in () if reload else _REMEMBERED:
        setattr(kit, name, lru_cache(maxsize=2048, typed=True)(getattr(kit, name)))
    return env


class BoardRegions:
    """What a board lays out: ``region(id)`` puts a region in its place.

    ``ids`` lists the regions of this viewer, ``viewer`` is the own seat or ``None``.
    """

    def __init__(self, html: Mapping[str, str], viewer: Seat | None) -> None:
        self._html = html
        self.ids = tuple(html)
        self.viewer = viewer
        self.placed: set[str] = set()

    def __call__(self, region_id: str) -> Markup:
        """Raises ``KeyError`` for a region that this viewer hasn't got, ``ValueError`` for one
        that is placed twice (an id may stand in a page once only)."""
        if region_id in self.placed:
            raise ValueError(f"region {region_id} is placed twice")
        html = self._html[region_id]
        self.placed.add(region_id)
        return _trusted(html)

    def __contains__(self, region_id: object) -> bool:
        return region_id in self._html

    def ids_of(self, kind: str) -> list[str]:
        """The ids of one kind, in the game's order."""
        return [name for name in self.ids if name == kind or name.startswith(f"{kind}-")]

    @property
    def left_over(self) -> list[str]:
        return [name for name in self.ids if name not in self.placed]


class Board(msgspec.Struct, frozen=True):
    """A laid out table: the board, the tray (hand and choices; sticks to the bottom of a
    phone), and what stands beside."""

    board: Markup
    tray: Markup
    side: Markup


class Renderer:
    """Draws regions, boards and pages from the templates."""

    def __init__(self, env: Environment) -> None:
        self.env = env
        self._macros: dict[tuple[str, str], _Macro] = {}
        self._small: dict[tuple[object, ...], str] = {}

    def _macro(self, template: str, name: str) -> _Macro:
        key = (template, name)
        if key not in self._macros or self.env.auto_reload:
            self._macros[key] = getattr(self.env.get_template(template).module, name)
        return self._macros[key]

    def region(
        self,
        region_id: str,
        kind: str,
        data: object,
        choices: Spots | Iterable[Choice],
        ctx: TableContext,
    ) -> str:
        """A region of a game's table, drawn by the macro ``kind`` of its ``regions.html``.

        ``choices`` are the viewer's choices, or the region's spots where the caller has them.
        """
        return bare(self.marked_region(region_id, kind, data, choices, ctx))

    def marked_region(
        self,
        region_id: str,
        kind: str,
        data: object,
        choices: Spots | Iterable[Choice],
        ctx: TableContext,
    ) -> str:
        """The same for pushes: what can go by itself is marked (see `app.live.cuts`)."""
        spots = choices if isinstance(choices, Spots) else spots_of(choices, region_id)
        macro = self._macro(f"games/{ctx.slug}/regions.html", kind)
        return wrap_region(region_id, kind, macro(data, spots, ctx.of(region_id)))

    def platform_region(self, kind: str, data: object, ctx: TableContext) -> str:
        """A region that every table has: "turn", "choices", "seats", "moveform", "lobby"."""
        return bare(self.marked_platform_region(kind, data, ctx))

    def marked_platform_region(self, kind: str, data: object, ctx: TableContext) -> str:
        """The same for pushes, marked."""
        return self._once(kind, data, ctx, region=True)

    def part(self, template: str, name: str, *data: object) -> str:
        """A part of a page of its own, drawn by the macro ``name`` of a template."""
        return str(self._macro(template, name)(*data))

    def lines(self, kind: str, lines: Iterable[object], ctx: TableContext) -> str:
        """New lines of the "log" or the "chat", without their list."""
        return "".join(self._once(f"{kind}_line", line, ctx) for line in lines)

    def _once(self, kind: str, data: object, ctx: TableContext, *, region: bool = False) -> str:
        """What the house draws around a game, drawn once for equal data: banners, seats and log
        lines are the same for most of those who see them, and come again with every turn."""
        macro = self._macro("regions.html", kind)

        def draw() -> str:
            html = macro(data, ctx)
            return wrap_region(kind, kind, html) if region else html

        try:
            key = (kind, data, ctx.slug, ctx.seats)
            html = self._small.get(key)
        except TypeError:  # choices carry figures, which can't be a key
            return draw()
        if html is None or self.env.auto_reload:
            if len(self._small) >= _SMALL_KEPT:
                self._small.clear()
            html = self._small[key] = draw()
        return html

    def board(
        self, regions: Mapping[str, str], ctx: TableContext, viewer: Seat | None = None
    ) -> Board:
        """The table of a game around its drawn ``regions`` (by id).

        A region that the board forgets stands at its end, so that nothing is lost.
        """
        template = f"games/{ctx.slug}/board.html"
        region = BoardRegions(regions, viewer)
        module = self.env.get_template(template).module

        def part(name: str) -> Markup:
            macro = getattr(module, name, None)
            return _trusted(macro(region, ctx)) if macro else Markup()

        board, tray, side = part("board"), part("tray"), part("side")
        left_over = Markup("").join(region(name) for name in region.left_over)
        return Board(board + left_over, tray, side)

    def page(self, template: str, **context: object) -> str:
        return self.env.get_template(template).render(**context)

    def has_table(self, slug: str) -> bool:
        """Whether a game has its templates."""
        try:
            self.env.get_template(f"games/{slug}/regions.html")
        except TemplateNotFound:
            return False
        return True


def wrap_region(region_id: str, kind: str, inner: str) -> str:
    """The element that a push replaces: one region, addressed by its id."""
    return f"{_opening(region_id, kind)}{inner}</div>"


@lru_cache(maxsize=8192)
def _opening(region_id: str, kind: str) -> str:
    name = escape(region_id)
    return f'<div id="region-{name}" class="region region--{escape(kind)}">'


def push_part(html: str) -> str:
    """A region, an element of one, or any part of a page whose first tag has an id, as part of a
    push: it morphs what has the same id in the page. The page takes whatever says ``data-oob`` so
    (``hx-select-oob`` of ``#live``): a push has a dozen parts, and htmx's longer word for it made
    up a tenth of the bytes."""
    html = html.lstrip()
    has_id = html.startswith(' id="', html.find(" "))
    return html.replace(" ", " data-oob ", 1) if has_id else html


_SMALL_KEPT = 4096


def push_lines(kind: str, lines: str, *, all_lines: bool = False) -> str:
    """Lines of the "log" or "chat" as part of a push: they go to the end of its list, or with
    ``all_lines`` take the place of what stands there."""
    swap = "innerMorph" if all_lines else "beforeend"
    return f'<ol id="{escape(kind)}-lines" hx-swap-oob="{swap}">{lines}</ol>'


def push_taken(line: int) -> str:
    """A line of chat that was taken away, as part of a push."""
    return (
        f'<li data-oob id="chat-{line}" class="is-taken">'
        '<i class="log__dot" aria-hidden="true"></i>'
        "<span>The house took this line away.</span></li>"
    )


def push_version(
    version: int, after: int, now: int, *, reload: bool = False, table: bool = False
) -> str:
    """The end of every push: the room's version, the one it builds on, the clock in ms.
    ``reload`` tells the page that it is another one now (the lobby has changed, the game has
    started or ended); ``table``: the game has started, so a page that shows the lobby is old."""
    mark = f' data-after="{after}"' if after else ""
    mark += " data-reload" if reload else ""
    mark += " data-table" if table else ""
    return f'<data data-oob id="version" data-version="{version}" data-now="{now}"{mark}></data>'
