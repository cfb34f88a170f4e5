"""The HTML dialect: a room told as fragments that morph the page in place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from app.games.contract import Decision, Seat, Viewer
from app.live.cuts import bare
from app.live.sight import Eyes, Piece, Sight
from app.live.sight import LogLine as SeenLine
from app.live.table import LiveTable, Update
from app.rooms.chat import ChatLine as SaidLine
from app.rooms.clock import due
from app.rooms.house_words import HouseWords
from app.rooms.room import Room
from app.rooms.rooms import Rooms
from app.web import company, regions
from app.web.choices import Choice, choices, spots_by_region
from app.web.templating import (
    Renderer,
    SeatFace,
    TableContext,
    push_lines,
    push_part,
    push_taken,
    push_version,
)

HOUSE_EVENTS = {
    "start": "The game begins with {name}.",
    "taken_back": "{name} takes the last move back.",
    "undone": "The house takes the game back to move {to}.",
    "agreed_undo": "All agree: {name} goes back to before move {to}.",
    "stand-in": "A computer player moves for {name}, who is away.",
    "leave": "{name} leaves the game. A computer player goes on.",
    "return": "{name} is back.",
    "give-up": "{name} gives the game up.",
}
"""What the house itself tells in the log, by kind of event."""


def context_of(room: Room) -> TableContext:
    """What the templates know of a room: the same for every viewer."""
    faces = tuple(
        SeatFace(
            sitter.number, sitter.name, sitter.colour, letter_of(room, index), bool(sitter.computer)
        )
        for index, sitter in enumerate(room.sitters)
    )
    return TableContext(room.facts.game, faces, room.rules.content)


def _context_at(table: LiveTable) -> TableContext:
    context = table.drawn.get("")
    if context is None:
        context = table.drawn[""] = context_of(table.room)
    return context


def letter_of(room: Room, index: int) -> str:
    """One sign for a seat: the first letter of its name, or its number when that is taken."""
    letters = [name[:1].upper() for name in room.names]
    letter = letters[index]
    return letter if letters.count(letter) == 1 else str(index + 1)


class Drawn(msgspec.Struct, frozen=True):
    """A drawn table: the game's regions by id, the platform's by name."""

    ctx: TableContext
    regions: dict[str, str]
    platform: dict[str, str]


class HtmlDialect:
    """Page fragments of a room. Equal data is drawn once for all who see it."""

    name = "html"

    def __init__(self, renderer: Renderer, rooms: Rooms, words: HouseWords) -> None:
        self._renderer = renderer
        self._rooms = rooms
        self._words = words

    # ------------------------------------------------------------------ Dialect

    def parts(
        self, table: LiveTable, sight: Sight, changed: list[Piece], kept: dict[str, Any]
    ) -> dict[str, str]:
        room = table.room
        if room.stored is None:
            return {"lobby": f"{room.revision}:{sorted(table.present)}:{self.notices(room)}"}
        ctx = _context_at(table)
        items = choices_of(room, sight)
        if kept.get("") is not ctx:
            kept.clear()
            kept[""] = ctx
        parts = self._regions(table.shared, table.drawn, changed, items, ctx)
        present, onlookers = table.present, table.onlookers()
        platform = self._platform(table.shared, room, sight, items, ctx, present, onlookers)
        for name, data in platform.items():
            if kept.get(name) != data:
                kept[name] = data
                parts[name] = self._renderer.marked_platform_region(name, data, ctx)
        parts["status"] = room.facts.status
        return parts

    def message(self, table: LiveTable, sight: Sight, update: Update) -> str:
        room = table.room
        now = self._rooms.time.stamp()
        ctx = _context_at(table)
        names = {name for name, _ in update.parts}
        changed_page = "lobby" in names or ("status" in names and not update.whole)
        fragments = [
            push_part(html) for name, html in update.parts if name not in ("status", "lobby")
        ]
        if room.stored is not None and (update.log or update.whole):
            lines = self._log(table, update.log, ctx, steps_of(room, sight))
            fragments.append(push_lines("log", lines, all_lines=update.whole))
        if update.chat or update.whole:
            fragments.append(self._chat(update, ctx))
        started = room.stored is not None
        fragments.append(push_version(update.version, 0, now, reload=changed_page, table=started))
        return "".join(fragments)

    # ------------------------------------------------------------------ pages

    def whole(
        self,
        room: Room,
        table: LiveTable | None,
        sight: Sight,
        pieces: list[Piece],
        *,
        past: bool = False,
    ) -> Drawn:
        """Everything that these eyes see of a table, for a page. ``pieces``: all of them;
        ``past``: a state of long ago, of which nobody knows who was there."""
        ctx = context_of(room)
        items = choices_of(room, sight)
        present = None if past else table.present if table is not None else {}
        onlookers = 0 if past or table is None else table.onlookers()
        drawn = self._regions({}, {}, pieces, items, ctx)
        platform = self._platform({}, room, sight, items, ctx, present, onlookers)
        return Drawn(
            ctx,
            {name: bare(html) for name, html in drawn.items()},
            {
                name: self._renderer.platform_region(name, data, ctx)
                for name, data in platform.items()
            },
        )

    def notices(self, room: Room) -> tuple[str, ...]:
        """What the house says here: to everybody, and in this room."""
        return tuple(text for text in (self._words.notice, room.facts.notice) if text)

    # ------------------------------------------------------------------ regions

    def _regions(
        self,
        shared: dict[object, Any],
        drawn: dict[str, tuple[str, str]],
        changed: list[Piece],
        items: list[Choice],
        ctx: TableContext,
    ) -> dict[str, str]:
        """Drawn regions by id. Where no choices stand in it, a region looks alike to all with
        equal data (``shared``), and as it did before choices stood in it (``drawn``)."""
        spots = spots_by_region(items)
        parts: dict[str, str] = {}
        for piece in changed:
            own = spots.get(piece.id)
            if own is not None:
                draw = self._renderer.marked_region
                parts[piece.id] = draw(piece.id, piece.kind, piece.data, own, ctx)
                continue
            key = (piece.id, piece.encoded)
            html = shared.get(key)
            if html is None:
                before = drawn.get(piece.id)
                if before is not None and before[0] == piece.encoded:
                    html = before[1]
                else:
                    draw = self._renderer.marked_region
                    html = draw(piece.id, piece.kind, piece.data, (), ctx)
                    drawn[piece.id] = (piece.encoded, html)
                shared[key] = html
            parts[piece.id] = html
        return parts

    def _platform(
        self,
        shared: dict[object, Any],
        room: Room,
        sight: Sight,
        items: list[Choice],
        ctx: TableContext,
        present: Mapping[int, float] | None,
        onlookers: int,
    ) -> dict[str, object]:
        """What the regions that every table has are drawn from, by name. What does not depend on
        the eyes is worked out once (``shared``)."""
        alike: _Alike | None = shared.get(_Alike)
        if alike is None:
            alike = shared[_Alike] = _Alike(
                _wait(room),
                company.seats(room, ctx, present),
                company.companions(room, ctx, present or {}),
            )
        return {
            "turn": self._turn(room, sight, alike.wait),
            "choices": regions.ChoiceList(
                tuple(item for item in items if item.blocked is None),
                tuple(item for item in items if item.blocked is not None),
            ),
            "moveform": regions.MoveForm(sight.decision or None),
            "notice": regions.Notices(self.notices(room)),
            "seats": regions.SeatCards(company.with_own(alike.seats, sight.eyes), onlookers),
            "proposal": company.plea(room, sight.eyes),
            "company": company.company(room, sight.eyes, alike.people),
        }

    def _turn(self, room: Room, sight: Sight, wait: _Wait) -> regions.TurnBanner:
        if room.facts.status == "finished":
            return _over(room, sight.eyes)
        if room.facts.status == "closed":
            return regions.TurnBanner(False, "Closed", "The house has ended this game.", "Closed")
        viewer = sight.eyes.viewer
        undo = sight.eyes.acting and viewer is not None and self._rooms.may_take_back(room, viewer)
        if room.facts.paused_at is not None:
            who = (
                "The table takes a break."
                if room.facts.paused_by
                else "The house lets the game rest."
            )
            return regions.TurnBanner(False, "Paused", who, "Paused")
        deadline = self._deadline(room, viewer)
        if sight.decision and viewer is not None:
            ask = room.rules.words.ask(room.waiting[viewer], room.names)
            return regions.TurnBanner(True, "Your turn", ask, "Your turn", (), deadline, undo)
        return regions.TurnBanner(False, wait.lead, wait.text, "", wait.seats, deadline, undo)

    def _deadline(self, room: Room, viewer: Viewer) -> int:
        """When the viewer's time is over, or else the first one's; 0 without a clock."""
        times = due(room.facts.clock, room.facts.deadline)
        if not times:
            return 0
        own = times.get(viewer) if viewer is not None else None
        over = self._rooms.time.on_the_wall(own or min(times.values()))
        return int(over.timestamp() * 1000)

    # ------------------------------------------------------------------ lines

    def _log(
        self, table: LiveTable, lines: Sequence[SeenLine], ctx: TableContext, steps: str
    ) -> str:
        """The same as `log_lines`. An event that hides nothing hands the same facts to all who
        look: its line is drawn once."""
        key = (steps, *((x.number, x.event.kind, x.event.seat, id(x.event.facts)) for x in lines))
        html = table.shared.get(key)
        if html is None:
            html = table.shared[key] = self.log_lines(table.room, lines, ctx, steps)
        return html

    def log_lines(
        self, room: Room, lines: Sequence[SeenLine], ctx: TableContext, steps: str = ""
    ) -> str:
        """Drawn lines. ``steps``: the replay's address up to the number, where there is one."""
        return self.lines_of("log", room, lines, ctx, steps)[1]

    def lines_of(
        self,
        kind: str,
        room: Room,
        lines: Sequence[SeenLine],
        ctx: TableContext,
        steps: str = "",
    ) -> tuple[int, str]:
        """How many of the events are told in words, and these lines: of the "log" itself, or for
        the strip "since"."""
        told: list[regions.LogLine] = []
        for line in lines:
            text = event_text(room, line)
            if text:
                url = f"{steps}{line.number}" if steps else ""
                number = line.number * 1000 + line.place
                told.append(regions.LogLine(number, text, line.event.seat, url=url))
        return len(told), self._renderer.lines(kind, told, ctx)

    def _chat(self, update: Update, ctx: TableContext) -> str:
        """New lines for the chat; one that was taken away says so in its old place."""
        new = [line for line in update.chat if not line.deleted]
        taken = (
            ""
            if update.whole
            else "".join(push_taken(line.id) for line in update.chat if line.deleted)
        )
        return push_lines("chat", self.chat_lines(new, ctx), all_lines=update.whole) + taken

    def chat_lines(self, lines: Sequence[SaidLine], ctx: TableContext) -> str:
        said = [
            regions.ChatLine(line.id, line.name, line.text, line.time, line.seat) for line in lines
        ]
        return self._renderer.lines("chat", said, ctx)


def steps_of(room: Room, sight: Sight) -> str:
    """The address of a finished game's states through these eyes, up to the number."""
    if room.facts.status != "finished":
        return ""
    return replay_url(room.code, sight.eyes.viewer)


def replay_url(code: str, viewer: Viewer) -> str:
    """The address of a replay, but for the number of the move at its end."""
    return f"/rooms/{code}/replay?seat={'onlooker' if viewer is None else viewer}&move="


def choices_of(room: Room, sight: Sight) -> list[Choice]:
    """The menu of these eyes in words."""
    if not sight.menu or sight.eyes.viewer is None:
        return []
    return choices(room.rules, room.position.state, sight.eyes.viewer, sight.menu, room.names)


def _over(room: Room, eyes: Eyes) -> regions.TurnBanner:
    result = room.result()
    winners = [] if result is None else [room.names[seat] for seat in result.winners]
    text = f"{_listed(winners)} {'win' if len(winners) > 1 else 'wins'}." if winners else ""
    if result is None:
        text = "It was given up."
    next_url = f"/rooms/{room.next_code}" if room.next_code and eyes.viewer is not None else ""
    return regions.TurnBanner(
        False, "The game is over", text, "Finished", over=True, next_url=next_url
    )


class _Wait(msgspec.Struct, frozen=True):
    """For whom all others wait, and what these have to do."""

    seats: tuple[Seat, ...]
    lead: str
    text: str


class _Alike(msgspec.Struct, frozen=True):
    """What of a table's own regions does not depend on who looks."""

    wait: _Wait
    seats: tuple[regions.SeatCard, ...]
    people: tuple[regions.Companion, ...]


def _wait(room: Room) -> _Wait:
    owed = room.waiting
    if not owed:
        return _Wait((), "", "")
    seats = tuple(sorted(owed))
    return _Wait(seats, _listed([room.names[seat] for seat in seats]), _their_task(room, owed))


def event_text(room: Room, line: SeenLine) -> str:
    """A log line: the game's words, or the house's for what the house does."""
    told = HOUSE_EVENTS.get(line.event.kind)
    if told is not None:
        return told.format(name=room.names[line.event.seat or 0], **line.event.facts)
    return room.rules.words.event(line.event, room.names)


def _their_task(room: Room, owed: dict[Seat, Decision]) -> str:
    kinds = {decision.public or decision.kind for decision in owed.values()}
    if len(kinds) > 1:
        return "have to decide."
    decision = next(iter(owed.values()))
    shown = Decision(decision.public or decision.kind, decision.number)
    ask = room.rules.words.ask(shown, room.names)
    return f"must {ask[:1].lower()}{ask[1:]}"


def _listed(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
