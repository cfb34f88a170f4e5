"""The redraw step."""

from __future__ import annotations

import itertools

from app.games import referee
from app.games.lords_of_rock import RULES
from app.games.lords_of_rock.state import Redrawing, RunConcert, Turn
from tests.games.lords_of_rock.table import concert
from tests.ledger import rule


@rule("LOR-115", "LOR-116", "LOR-117", "LOR-118", "LOR-119")
def test_x27_redraw() -> None:
    first = concert("circus-maximus", "greek", "norse", "celtic", hands={1: ["roadie"]})
    assert isinstance(first.state.step, Turn)
    assert first.rule_against(1, "redraw:roadie") == "LOR-116"

    hand = [
        "roadie", "roadie", "power-ballad", "fresh-strings",
        "merch-table", "bad-review", "double-kick", "walking-line",
    ]  # fmt: skip
    room = concert(
        "atlantis", "greek", "norse", "celtic", hosted=1, hands={0: hand, 1: ["roadie"]},
        step=RunConcert(),
    )  # fmt: skip
    ((host, _),) = room.asked().items()
    room.play(host, room.open(host)[0])
    assert set(room.asked()) == {0, 1}, "an empty hand has nothing to redraw"
    assert "redraw:keep" in room.open(0)
    room.play(0, "redraw:bad-review")
    assert "redraw:stop" in room.open(0)
    assert "redraw:keep" not in room.open(0)
    assert not room.played.barrier
    before = list(room.state.deck.draw)
    room.play(0, "redraw:double-kick")
    assert room.rule_against(0, "redraw:roadie") == "LOR-115"
    assert room.state.deck.draw == before, "no replacement before all are done"
    assert room.state.deck.used == []
    room.play(1, "redraw:keep")
    assert room.state.deck.used == ["bad-review", "double-kick"]
    assert len(room.state.players[0].hand) == 8
    assert set(before[-2:]) <= set(room.state.players[0].hand)
    assert isinstance(room.state.step, Turn)


@rule("LOR-117", "LOR-154")
def test_redrawing_the_only_card_ends_the_choice() -> None:
    room = concert(
        "atlantis", "greek", "norse", "celtic", hosted=1, hands={0: ["roadie"], 1: ["roadie"]},
        step=RunConcert(),
    )  # fmt: skip
    ((host, _),) = room.asked().items()
    room.play(host, room.open(host)[0])
    room.play(0, "redraw:roadie")
    assert set(room.asked()) == {1}
    room.play(1, "redraw:keep")
    assert len(room.state.players[0].hand) == 1


@rule("LOR-152", "LOR-118")
def test_redraw_does_not_depend_on_the_order_of_arrival() -> None:
    choices = {
        0: ["redraw:roadie", "redraw:stop"],
        1: ["redraw:merch-table", "redraw:fresh-strings"],
        2: ["redraw:keep"],
    }
    states: set[bytes] = set()
    for order in itertools.permutations(range(3)):
        room = concert(
            "atlantis",
            "greek",
            "norse",
            "celtic",
            hosted=1,
            hands={
                0: ["roadie", "power-ballad"],
                1: ["merch-table", "fresh-strings"],
                2: ["roadie"],
            },
            step=RunConcert(),
        )
        ((host, _),) = room.asked().items()
        room.play(host, room.open(host)[0])
        for seat in order:
            assert isinstance(room.state.step, Redrawing)
            for other in range(3):
                assert room.region(other, f"band-{seat}")["hand"] == 2 - (seat == 2)
            room.play(seat, *choices[seat])
        states.add(referee.Codec(RULES).encode(room.position))
    assert len(states) == 1
