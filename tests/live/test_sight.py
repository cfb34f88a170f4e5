"""What is told of a room in changes adds up to what the room is, for every pair of eyes."""

from __future__ import annotations

from itertools import count

import pytest

from app.games.catalog import CATALOG
from app.games.chance import Chance
from app.games.contract import Option
from app.games.players import random_player
from app.games.playouts import seed_of
from app.live.sight import Eyes, OpenRegions, Piece, Sight, look_once
from bench.hot import new_room, play

EYES = [Eyes(0), Eyes(1), Eyes(1, acting=False), Eyes(None)]
MOVES = 60


def shown(pieces: list[Piece]) -> dict[str, tuple[str, list[Option]]]:
    return {piece.id: (piece.encoded, piece.options) for piece in pieces}


@pytest.mark.parametrize("slug", sorted(CATALOG))
def test_changes_add_up_to_the_whole_however_often_one_looks(slug: str) -> None:
    rules, luck = CATALOG[slug], Chance(seed_of("sight"))
    room = new_room(rules, 3, seed_of(slug, 1))
    opened = OpenRegions()
    watching = [(eyes, pace, Sight(eyes)) for eyes in EYES for pace in (1, 3)]
    told = [dict[str, tuple[str, list[Option]]]() for _ in watching]
    repeated = 0
    for turn in count():
        opened.look(room)
        for (eyes, pace, sight), known in zip(watching, told, strict=True):
            if turn % pace:
                continue
            news = shown(sight.look(room, turn, opened))
            if pace == 1:
                repeated += sum(known.get(name) == piece for name, piece in news.items())
            known.update(news)
            whole = look_once(room, eyes)[1]
            assert known == shown(whole), (slug, turn, eyes)
            # a page lays its regions out in this order
            assert turn or list(news) == [piece.id for piece in whole]
        opened.let_go()
        if turn == MOVES or not room.waiting:
            break
        seat = luck.pick(sorted(room.waiting))
        play(room, seat, random_player(rules, room.position, seat, luck))
    assert repeated == 0, "what is as it was is not told again"


def test_looking_afresh_tells_all_of_it_again() -> None:
    room = new_room(CATALOG["rock-hard-1977"], 3, seed_of("afresh"))
    opened = OpenRegions()
    opened.look(room)
    sight = Sight(Eyes(1))
    whole = shown(sight.look(room, 0, opened))
    assert sight.look(room, 1, opened) == []
    assert shown(sight.look_afresh(room, 2, opened)) == whole == shown(look_once(room, Eyes(1))[1])
    assert '"mine":true' in whole["amp-1"][0]
    assert '"mine":true' not in whole["amp-0"][0]
