"""The websocket of a table, in both dialects. What travels on it: docs/protocol.md."""

from __future__ import annotations

import contextlib
from typing import Annotated, Any

import msgspec
from fastapi import WebSocket
from limits import parse as parse_limit

from app.live.connection import POLICY, Connection
from app.live.json_dialect import JsonDialect
from app.people.people import Person, hashed
from app.people.texts import all_readable
from app.rooms.journal import LONGEST_ID
from app.rooms.refusals import Refused
from app.rooms.room import Room
from app.web.answers import refusal_of
from app.web.asking import bearer_of, house_of, may_look, room_at, token_of, whoever
from app.web.house import House
from app.web.security import own_origin
from app.web.straight import Sockets

sockets = Sockets()

JSON = JsonDialect()


class Incoming(msgspec.Struct, frozen=True):
    """A frame from a client. Pages ``ask`` and ``move``; programs also take back and talk."""

    ask: str = ""
    move: str | None = None
    decision: str = ""
    id: Annotated[str, msgspec.Meta(max_length=LONGEST_ID)] = ""
    undo: bool = False
    chat: str = ""


@sockets.at("/rooms/{code}/live")
async def live(socket: WebSocket, code: str) -> None:
    """Follow a room. ``?as=json`` speaks JSON, everything else HTML.

    Refused before it is accepted: a browser of a foreign Origin, a closed door.
    """
    house = house_of(socket)
    try:
        if not bearer_of(socket) and not own_origin(house.settings, socket.headers):
            raise Refused("Not from here.", "GR-011", 403)
        person = await whoever(socket)
        room = await room_at(socket, code)
        # whoever comes from a node that died may have seen more than this one was told
        await house.hub.up_to_date(room)
        await may_look(socket, room, person)
    except Refused:
        # before accept this is an HTTP 403, so that nothing of the room can be learnt
        await socket.close(POLICY)
        return
    dialect = JSON if socket.query_params.get("as") == "json" else house.html
    await socket.accept()
    if person is not None:
        with contextlib.suppress(Refused):  # the game may end at this very moment
            await house.absence.welcome_back(room, person)
    table = await house.hub.table(room)
    # from here to the joining nothing may wait: a table that nobody looks at is let go
    connection = Connection(
        socket,
        table,
        dialect,
        None if person is None else person.id,
        None if person is None else hashed(token_of(socket)),
        frames_per_second(house),
    )
    client = Client(house, room, person, connection)
    house.hub.arrived(connection)
    try:
        await connection.run(client.receive)
    finally:
        house.hub.departed(connection)


def frames_per_second(house: House) -> float:
    """How many frames a client may send for long."""
    limit = parse_limit(house.settings.limit_frames)
    return limit.amount / limit.get_expiry()


class Client:
    """What the other end of a socket says."""

    def __init__(
        self, house: House, room: Room, person: Person | None, connection: Connection
    ) -> None:
        self._house = house
        self._room = room
        self._person = person
        self._connection = connection

    async def receive(self, text: str) -> None:
        """Act on a frame. A frame that is none ends the socket, and only it."""
        try:
            incoming = msgspec.json.decode(text, type=Incoming)
        except msgspec.DecodeError:
            self._connection.close(POLICY, "not a message")
            return
        if not all_readable(msgspec.structs.astuple(incoming)):
            self._connection.close(POLICY, "not text")
            return
        if incoming.ask == "version":
            now = self._house.rooms.time.stamp()
            self._reply({"version": self._room.version, "now": now})
        elif incoming.ask == "page":
            self._connection.start_over()
            self._connection.wake()
        else:
            await self._act(incoming)

    async def _act(self, incoming: Incoming) -> None:
        try:
            if self._person is None:
                raise Refused("Onlookers do not move.", "GR-003", 403)
            if incoming.chat:
                self._house.limits.count("chat", self._person.id)
                line = await self._house.chat.say(self._room, self._person, incoming.chat)
                await self._house.hub.say(self._room, line)
                self._reply({"id": incoming.id, "said": line.id})
                return
            version = await self._move(incoming, self._person)
        except Refused as refused:
            self._reply({"id": incoming.id, **refusal_of(refused, self._room.facts.game)})
        else:
            self._reply({"id": incoming.id, "accepted": version})

    async def _move(self, incoming: Incoming, person: Person) -> int:
        seat = self._room.own_seat(person.id)
        self._house.limits.count("moves", person.id)
        rooms = self._house.rooms
        if incoming.undo:
            done = await rooms.take_back(self._room, seat, incoming.id or None)
            return done.version
        if incoming.move is None:
            raise Refused("This is no message of the protocol.", "GR-001", 422)
        accepted = await rooms.move(
            self._room,
            seat,
            incoming.move,
            incoming.decision,
            incoming.id or None,
            person_id=person.id,
        )
        return accepted.version

    def _reply(self, answer: dict[str, Any]) -> None:
        self._connection.reply(msgspec.json.encode(answer).decode())
