"""What a computer player would do in a person's place, for somebody who learns (GR-055)."""

from __future__ import annotations

import asyncio
import hashlib

from app.games.chance import Chance
from app.games.contract import Option, Seat
from app.games.players import greedy_player
from app.games.referee import find
from app.rooms.absence import plays_alone
from app.rooms.refusals import Refused
from app.rooms.room import Room


async def advise(room: Room, seat: Seat) -> Option:
    """The option that a computer player would take for ``seat``, which thinks with what the seat
    may know and nothing else. The same question gets the same answer.

    Raises `Refused` where there is no advice, or nothing to decide.
    """
    if not plays_alone(room):  # it would be unfair to others
        raise Refused("Only who plays alone with computer players is told what to do.", "GR-055")
    owed = room.waiting.get(seat)
    if owed is None or room.facts.paused_at is not None:
        raise Refused("There is nothing for you to decide now.", "GR-001")
    question = f"advice:{room.code}:{seat}:{room.decision_id(owed)}"
    luck = Chance(hashlib.sha256(question.encode()).digest())
    # a copy: thinking happens beside the room, which may move on meanwhile
    position = room.codec.copy(room.position)
    move = await asyncio.to_thread(greedy_player, room.rules, position, seat, luck)
    option = find(room.rules, position.state, seat, move)
    assert option is not None
    return option
