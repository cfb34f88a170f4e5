"""Five bands choose their leaders in secret at the same moment (LOR-152)."""

from __future__ import annotations

import asyncio
import json

import pytest

from tests.live.client import Api, Player
from tests.service import Service

NAMES = ("Anna", "Ben", "Cleo", "Dora", "Emil")


async def seated(service: Service) -> tuple[list[Api], list[Player]]:
    """A game of The Lords of Rock for five, in which everybody has a pantheon."""
    guests = [await Api(service.url).introduce(name) for name in NAMES]
    room = await guests[0].post("rooms", {"game": "lords-of-rock", "seats": 5})
    for guest in guests[1:]:
        await guest.post(f"join/{room['invite']}")
    assert (await guests[0].post(f"rooms/{room['code']}/start"))["http"] == 200
    players = [guest.sit_down(room["code"]) for guest in guests]
    for player in players:
        await player.connect()
    while len(players[0].seen["waiting"]) == 1:
        seat = int(next(iter(players[0].seen["waiting"])))
        answer = await players[seat].play()
        for player in players:
            await player.reached(answer["accepted"])
    return guests, players


@pytest.mark.parametrize("order", [(0, 1, 2, 3, 4), (4, 3, 2, 1, 0), (2, 0, 4, 1, 3)])
async def test_five_secret_choices_at_once(service: Service, order: tuple[int, ...]) -> None:
    guests, players = await seated(service)
    assert len(players[0].seen["waiting"]) == 5
    leaders = [player.seen["menu"][0] for player in players]
    names = [leader.partition(":")[2] for leader in leaders]

    answers = await asyncio.gather(*(players[seat].play(leaders[seat]) for seat in order))

    assert all("accepted" in answer for answer in answers), answers
    newest = max(answer["accepted"] for answer in answers)
    assert newest - min(answer["accepted"] for answer in answers) == 4, "one was lost"
    for player in players:
        await player.reached(newest)
    # nobody has read another's leader: bands are revealed when the gods are chosen too
    for seat, player in enumerate(players):
        heard = json.dumps([player.seen, player.events])
        told = [name for name in names if f'"{name}"' in heard]
        assert told == [names[seat]], f"seat {seat} was told of {told}"
    for player in players:
        await player.disconnect()
    for guest in guests:
        await guest.close()
