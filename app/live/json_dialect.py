"""The JSON dialect, for computer players written by others and for load tests.

``docs/protocol.md`` describes every message; a test plays a game by that page alone.
"""

from __future__ import annotations

from typing import Any

import msgspec

from app.games.contract import Option
from app.live.sight import Piece, Sight
from app.live.table import LiveTable, Update

_encoder = msgspec.json.Encoder()

_OTHER = ":"
"""Begins the names of parts that are no regions."""


def _text(value: Any) -> str:
    return _encoder.encode(value).decode()


class JsonDialect:
    """Messages of a room as JSON: all regions first, then those that changed."""

    name = "json"

    def parts(
        self, table: LiveTable, sight: Sight, changed: list[Piece], kept: dict[str, Any]
    ) -> dict[str, str]:
        common = table.shared.get(self)
        if common is None:
            common = table.shared[self] = self._common(table)
        regions = {piece.id: piece.encoded for piece in changed}
        return regions | common | _decision(table, sight)

    def _common(self, table: LiveTable) -> dict[str, str]:
        """The parts that are the same for all eyes."""
        room = table.room
        parts: dict[str, str] = {}
        parts[":status"] = _text(room.facts.status)
        parts[":paused"] = _text(room.facts.paused_at is not None)
        parts[":waiting"] = _text(
            {
                str(seat): (decision.public or decision.kind)
                for seat, decision in room.waiting.items()
            }
        )
        parts[":seats"] = _text(
            [
                {
                    "seat": sitter.number,
                    "name": sitter.name,
                    "colour": sitter.colour,
                    "computer": bool(sitter.computer),
                    "here": sitter.person_id in table.present,
                }
                for sitter in room.sitters
            ]
        )
        parts[":onlookers"] = _text(table.onlookers())
        if room.facts.status == "finished":
            parts[":result"] = _text(room.result())
        return parts

    def message(self, table: LiveTable, sight: Sight, update: Update) -> str:
        regions: list[str] = []
        others: list[str] = []
        for name, text in update.parts:
            if name.startswith(_OTHER):
                others.append(f'"{name[1:]}":{text}')
            else:
                regions.append(f"{_text(name)}:{text}")
        fields = [
            f'"version":{update.version}',
            f'"whole":{"true" if update.whole else "false"}',
            *others,
        ]
        if update.whole:
            fields.append(f'"you":{_text(sight.eyes.viewer)}')
            fields.append(f'"game":{_text(table.room.facts.game)}')
        if regions or update.whole:
            fields.append(f'"regions":{{{",".join(regions)}}}')
        if update.log:
            fields.append(f'"events":{_text([_event(line) for line in update.log])}')
        lines = [
            {"name": c.name, "seat": c.seat, "text": c.text} for c in update.chat if not c.deleted
        ]
        if lines:
            fields.append(f'"chat":{_text(lines)}')
        return f"{{{','.join(fields)}}}"


def _event(line: Any) -> dict[str, Any]:
    event = line.event
    return {"number": line.number, "kind": event.kind, "seat": event.seat, "facts": event.facts}


def _decision(table: LiveTable, sight: Sight) -> dict[str, str]:
    """The open decision and its menu. A menu that is the same as last time is not sent again,
    so it is a part of its own and stays as it is while nothing is owed."""
    if not sight.decision or sight.eyes.viewer is None:
        return {":decision": "null"}
    owed = table.room.waiting[sight.eyes.viewer]
    blocked = [_blocked(option) for option in sight.menu if option.blocked is not None]
    return {
        ":decision": _text({"id": sight.decision, "kind": owed.kind}),
        ":menu": _text([option.move for option in sight.menu if option.blocked is None]),
        ":blocked": _text(blocked),
    }


def _blocked(option: Option) -> dict[str, Any]:
    blocked = option.blocked
    assert blocked is not None
    return {
        "move": option.move,
        "rule": blocked.rule,
        "why": blocked.why,
        "needs": blocked.needs,
        "has": blocked.has,
    }
