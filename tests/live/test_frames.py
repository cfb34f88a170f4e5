"""Frames that no client of ours would send end the socket they came on, and nothing else."""

from __future__ import annotations

import asyncio
import json
import os
import struct
import zlib
from collections.abc import AsyncIterator

import pytest

from tests.live.client import Api, Player
from tests.live.test_protocol import open_room
from tests.service import Service

TEXT, BINARY, CONTINUED = 0x1, 0x2, 0x0
LAST, COMPRESSED = 0x80, 0x40


def frame(first: int, payload: bytes, length: int | None = None) -> bytes:
    """A masked frame (RFC 6455, 5.2); ``length``: a false one."""
    mask = os.urandom(4)
    masked = bytes(byte ^ mask[at % 4] for at, byte in enumerate(payload))
    size = len(payload) if length is None else length
    if size < 126:
        head = bytes([first, 0x80 | size])
    elif size < 65_536:
        head = bytes([first, 0x80 | 126]) + struct.pack("!H", size)
    else:
        head = bytes([first, 0x80 | 127]) + struct.pack("!Q", size)
    return head + mask + masked


def deflated(data: bytes) -> bytes:
    """As permessage-deflate sends it (RFC 7692, 7.2.1)."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    return (packer.compress(data) + packer.flush(zlib.Z_SYNC_FLUSH)).removesuffix(b"\0\0\xff\xff")


UNWRITABLE = json.dumps({"move": "declare:cash", "decision": "0.1", "id": "a\0b"}).encode()
BOMB = deflated(b" " * 50_000_000)

BAD: dict[str, tuple[bytes, int]] = {
    "binary": (frame(LAST | BINARY, b"{}"), 1008),
    "no UTF-8": (frame(LAST | TEXT, b"\xff\xfe{}"), 1007),
    "a list": (frame(LAST | TEXT, b"[]"), 1008),
    "deep": (frame(LAST | TEXT, b"[" * 16_000), 1008),
    "a character that can't be written": (frame(LAST | TEXT, UNWRITABLE), 1008),
    "an id that is too long": (
        frame(LAST | TEXT, b'{"undo": true, "id": "%s"}' % (b"x" * 39)),
        1008,
    ),
    "said to be huge": (frame(LAST | TEXT, b"{", 2**40), 1009),
    "huge in pieces": (
        frame(TEXT, b"x" * 9_000) + frame(CONTINUED, b"x" * 9_000) + frame(LAST | CONTINUED, b"x"),
        1009,
    ),
    "out of order": (frame(LAST | CONTINUED, b"{}"), 1002),
    "unknown kind": (frame(LAST | 0x5, b"{}"), 1002),
    "not masked": (bytes([LAST | TEXT, 2]) + b"{}", 1002),
    "a bomb": (frame(LAST | TEXT | COMPRESSED, BOMB), 1009),
}


@pytest.fixture
async def guests(service: Service) -> AsyncIterator[list[Api]]:
    guests = [await Api(service.url).introduce(name) for name in ("Anna", "Ben")]
    yield guests
    for guest in guests:
        await guest.close()


async def send_raw(player: Player, data: bytes) -> None:
    """Bytes on the wire, past the library that would not write them."""
    socket = player._socket  # pyright: ignore[reportPrivateUsage]
    assert socket is not None
    socket.transport.write(data)


@pytest.mark.parametrize("kind", BAD)
async def test_a_frame_that_is_none_ends_its_socket_only(guests: list[Api], kind: str) -> None:
    data, code = BAD[kind]
    room = await open_room(guests, 2)
    async with guests[0].sit_down(room) as anna, guests[1].sit_down(room) as ben:
        bad = guests[0].sit_down(room)
        await bad.connect()
        await send_raw(bad, data)
        assert await bad.closed() == code
        accepted = (await ben.play("declare:cash"))["accepted"]
        await anna.reached(accepted)
        assert accepted == 1


async def test_a_message_in_pieces_is_one_message(guests: list[Api]) -> None:
    room = await open_room(guests, 2)
    async with guests[0].sit_down(room) as anna:
        decision = anna.seen["decision"]["id"]
        whole = json.dumps({"move": "declare:cash", "decision": decision, "id": "x"}).encode()
        pieces = [frame(TEXT, whole[:9]), frame(CONTINUED, whole[9:20])]
        for piece in [*pieces, frame(LAST | CONTINUED, whole[20:])]:
            await send_raw(anna, piece)
            await asyncio.sleep(0.01)
        await anna.reached(1)
        assert anna.replies["x"] == {"id": "x", "accepted": 1}
