"""Reveal, Roadies, sums, places, souls and Fan icons."""

from __future__ import annotations

import itertools

import pytest

from app.games.lords_of_rock import RULES
from app.games.lords_of_rock.content import CARDS, POSITIVE
from tests.games.lords_of_rock.table import Room, concert
from tests.ledger import rule


@rule("LOR-094", "LOR-096", "LOR-098")
def test_x1_circus_maximus() -> None:
    room = concert(
        "circus-maximus",
        "norse",
        "aztec",
        "mesopotamian",
        "egyptian",
        piles={
            2: ["warm-up-gargle", "forgotten-lyrics"],
            3: ["power-ballad", "frog-in-the-throat"],
        },
        resolve=True,
    )
    assert room.totals() == {0: 14, 1: 12, 2: 12, 3: 10}
    assert room.score(1).primary == room.score(2).primary == 8
    assert room.paid() == {0: 5, 1: 4, 2: 4, 3: 2}
    assert [room.score(seat).place for seat in range(4)] == [1, 2, 2, 4]


@rule("LOR-094", "LOR-095")
def test_x6_the_first_tie_break() -> None:
    room = concert("circus-maximus", "norse", "greek", "aztec", "egyptian", resolve=True)
    assert room.totals() == {0: 14, 1: 12, 2: 12, 3: 9}
    assert room.paid() == {0: 5, 1: 4, 2: 3, 3: 2}
    assert all(room.score(seat).shared == 1 for seat in range(4))


@rule("LOR-095", "LOR-096", "LOR-097")
def test_x7_a_tie_broken_for_some() -> None:
    room = concert(
        "hall-of-the-trolls", "egyptian", "aztec", "celtic", "mesopotamian", "norse", resolve=True
    )
    assert room.paid() == {0: 5, 1: 5, 2: 3, 3: 2, 4: 1}
    assert [room.score(seat).place for seat in range(5)] == [1, 1, 3, 4, 5]


@rule("LOR-096", "LOR-098", "LOR-099", "LOR-102")
def test_x8_everybody_tied() -> None:
    room = concert(
        "mount-olympus",
        "egyptian",
        "celtic",
        "aztec",
        "mesopotamian",
        piles={0: ["thunderous-encore", "cult-following"]},
        resolve=True,
    )
    assert room.paid() == {0: 7, 1: 7, 2: 7, 3: 7}
    assert all(room.score(seat).place == 1 and room.score(seat).last for seat in range(4))
    assert room.souls() == [7 + 3 + 2, 7, 7, 7]


@rule("LOR-096")
def test_x9_a_tie_for_the_last_places() -> None:
    room = concert(
        "echo-grotto",
        "mesopotamian",
        "aztec",
        "norse",
        "egyptian",
        "celtic",
        piles={1: ["siren-high-note"], 2: ["warm-up-gargle"], 3: ["forgotten-lyrics"]},
        resolve=True,
    )
    assert room.totals() == {0: 13, 1: 11, 2: 10, 3: 9, 4: 9}
    assert room.score(3).primary == room.score(4).primary == 5
    assert room.paid() == {0: 4, 1: 3, 2: 2, 3: 1, 4: 1}


@rule("LOR-083", "LOR-085", "LOR-104", "LOR-155", "LOR-082")
def test_x13_roadie_with_a_choice() -> None:
    pile = ["frog-in-the-throat", "refund-queue", "roadie"]

    room = concert(
        "echo-grotto", "greek", "norse", "celtic", piles={0: pile}, souls=[5, 0, 0], resolve=True
    )
    assert room.asked() == {0: "roadie"}
    assert sorted(room.open(0)) == ["cancel:frog-in-the-throat", "cancel:refund-queue"]
    assert RULES.automatic(room.state, 0) == "cancel:refund-queue"
    room.play(0, "cancel:frog-in-the-throat")
    assert room.totals()[0] == 4
    assert room.score(0).fans == -2
    other = concert(
        "echo-grotto", "greek", "norse", "celtic", piles={0: pile}, souls=[5, 0, 0], resolve=True
    )
    other.play(0, "cancel:refund-queue")
    assert other.totals()[0] == 2
    assert other.score(0).fans == 0
    both = concert(
        "echo-grotto", "greek", "norse", "celtic", piles={0: [*pile, "roadie"]}, resolve=True
    )
    assert both.totals()[0] == 4
    assert both.score(0).fans == 0


@rule("LOR-083", "LOR-084", "LOR-085", "LOR-086")
@pytest.mark.parametrize(
    ("pile", "cancelled"),
    [
        (["roadie"], []),
        (["roadie", "stage-fright"], ["stage-fright"]),
        (["roadie", "stage-fright", "stage-fright"], ["stage-fright"]),
        (["roadie", "roadie", "stage-fright", "bad-review"], ["stage-fright", "bad-review"]),
        (["roadie", "roadie", "stage-fright"], ["stage-fright"]),
        (["stage-fright"], []),
    ],
)
def test_roadies_work_without_a_question_where_nothing_is_to_choose(
    pile: list[str], cancelled: list[str]
) -> None:
    room = concert(
        "echo-grotto",
        "greek",
        "norse",
        "celtic",
        piles={0: pile, 1: ["frog-in-the-throat"]},
        resolve=True,
    )
    assert "roadie" in POSITIVE
    assert [event.facts["cards"] for event in room.told("roadie")] == (
        [cancelled] if cancelled else []
    )
    assert room.score(1).minus == -2, "a Roadie never protects another band"


@rule("LOR-072", "LOR-088", "LOR-092", "LOR-012", "LOR-011")
def test_the_reveal_turns_everything_and_the_sum_has_four_parts() -> None:
    room = concert(
        "atlantis",
        "greek",
        "norse",
        "celtic",
        powers=True,
        piles={
            0: ["windmill-riff", "double-kick", "stage-fright", "roadie", "merch-table"],
            1: ["power-ballad"],
        },
        resolve=True,
    )
    assert [event.seat for event in room.told("revealed")] == [0, 1, 2], "in resolution order"
    assert [event.facts["cards"] for event in room.told("revealed")] == [
        ["windmill-riff", "double-kick", "roadie", "merch-table"],
        ["power-ballad"],
        [],
    ], "what lay face down"
    cards = [one["card"] for one in room.region(None, "band-0")["cards"]]
    assert cards == ["windmill-riff", "double-kick", "stage-fright", "roadie", "merch-table"]
    room.play(0, "power:thunderbolt-solo", "skill:bass", "power:end")
    room.play(1, "power:end")
    room.play(2, "power:end")
    one = room.score(0)
    assert (one.gods, one.plus, one.minus, one.powers, one.total) == (20, 3, 0, 5, 28)
    assert room.state.last
    roadied = [laid.card for laid in room.state.last.piles[0] if laid.cancelled]
    assert roadied == ["stage-fright"], "cancelled, and still on the band"


@rule("LOR-093")
def test_a_total_may_fall_below_zero() -> None:
    room = concert(
        "midnight-crossroads",
        "egyptian",
        "norse",
        "celtic",
        piles={0: ["snapped-string", "snapped-string"]},
        resolve=True,
    )
    assert room.totals()[0] == 3 - 6
    assert room.score(0).place == 3


@rule("LOR-100", "LOR-101", "LOR-103")
def test_x22_the_floor_under_the_fans() -> None:
    def resolved(*, powers: bool) -> Room:
        # Echo's Grotto: Greek has 4 and is fourth, which pays 1 soul
        return concert(
            "echo-grotto",
            "greek",
            "norse",
            "egyptian",
            "celtic",
            piles={0: ["refund-queue", "bad-review", "merch-table"]},
            souls=[1, 0, 0, 0],
            powers=powers,
            resolve=True,
        )

    room = resolved(powers=False)
    assert (room.score(0).souls, room.score(0).fans) == (1, -2)
    assert room.souls()[0] == 0
    weighed = resolved(powers=True)
    weighed.play(0, "power:end")
    weighed.play(1, "power:end")
    weighed.play(2, "power:feather-of-truth")
    while "power" in weighed.asked().values():
        weighed.play(min(weighed.asked()), "power:end")
    assert weighed.score(0).fans == -3, "without the Merch Table"
    assert weighed.souls()[0] == 0


@rule("LOR-103", "LOR-101")
def test_fan_souls_are_one_sum_from_the_bank() -> None:
    room = concert(
        "echo-grotto",
        "greek",
        "norse",
        "celtic",
        piles={0: ["bad-review", "merch-table", "sold-out-crowd"], 1: ["refund-queue"]},
        souls=[0, 9, 4],
        resolve=True,
    )
    # Celtic 9 gets 4, Norse 8 gets 3, Greek 4 gets 2
    assert room.souls() == [2 + 3 - 1, 9 + 3 - 2, 4 + 4]


@rule("LOR-099", "LOR-096", "LOR-102", "LOR-101")
def test_x23_fan_cards_and_a_shared_first_place() -> None:
    # Aztec 12 (8) and Mesopotamian 13 (8) level at the top, with the others hit
    room = concert(
        "circus-maximus",
        "aztec",
        "mesopotamian",
        "egyptian",
        "greek",
        piles={
            0: ["thunderous-encore", "windmill-riff"],
            1: ["warm-up-gargle", "poseurs"],
        },
        resolve=True,
    )
    assert room.totals() == {0: 15, 1: 15, 3: 12, 2: 9}
    assert room.paid() == {0: 5, 1: 5, 3: 3, 2: 2}
    assert (room.score(0).fans, room.score(1).fans) == (3, -3)
    assert room.souls() == [8, 2, 2, 3]


@rule("LOR-102", "LOR-099")
@pytest.mark.parametrize(("seat", "card", "fans"), [
    (2, "thunderous-encore", 3),
    (1, "thunderous-encore", 0),
    (0, "cult-following", 2),
    (1, "cult-following", 0),
    (2, "poseurs", -3),
    (1, "poseurs", 0),
])  # fmt: skip
def test_conditions_of_fan_cards(seat: int, card: str, fans: int) -> None:
    # Circus Maximus: Greek 12, Norse 14, Celtic 19
    room = concert("circus-maximus", "greek", "norse", "celtic", piles={seat: [card]}, resolve=True)
    assert room.score(seat).fans == fans


@rule("LOR-104", "LOR-056")
def test_negative_fan_cards_are_negatives_like_the_others() -> None:
    fans = [card.id for card in CARDS.values() if card.icon == "fan" and card.kind == "negative"]
    assert fans == ["bad-review", "refund-queue", "poseurs"]
    room = concert(
        "atlantis",
        "greek",
        "norse",
        "celtic",
        hands={1: ["poseurs", "roadie"]},
        piles={0: ["bad-review", "stage-fright"]},
    )
    assert room.blocked(1) == {"play:poseurs:0": "LOR-056"}
    room.play(1, "play:poseurs:2")
    assert room.region(None, "band-2")["cards"][0]["card"] == "poseurs"
    roadied = concert(
        "echo-grotto", "greek", "norse", "celtic", piles={0: ["roadie", "refund-queue"]},
        souls=[5, 0, 0], resolve=True,
    )  # fmt: skip
    assert roadied.score(0).fans == 0


@rule("LOR-105", "LOR-106", "LOR-043", "LOR-041")
def test_clean_up() -> None:
    room = concert(
        "atlantis",
        "greek",
        "norse",
        "celtic",
        hands={0: ["merch-table"], 1: ["roadie"]},
        piles={0: ["power-ballad"], 1: ["stage-fright"]},
    )
    room.pass_all()
    assert sorted(room.state.deck.used) == ["power-ballad", "stage-fright"]
    for viewer in (None, 0, 1, 2):
        shown = room.region(viewer, "discard")
        assert shown["cards"] == [
            {"card": "power-ballad", "copies": 1},
            {"card": "stage-fright", "copies": 1},
        ]
        assert shown["spent"] == ["atlantis"]
    for player in room.state.players:
        assert player.pile == []
        assert not player.passed


@rule("LOR-003", "LOR-004", "LOR-001")
def test_souls_are_shown_as_stones_without_a_limit() -> None:
    room = concert("atlantis", "greek", "norse", "celtic", souls=[17, 404, 3], resolve=True)
    assert room.souls() == [24, 408, 8]
    stones = [room.region(None, f"band-{seat}")["stones"] for seat in range(3)]
    assert stones == [
        {"large": 4, "small": 4},
        {"large": 81, "small": 3},
        {"large": 1, "small": 3},
    ]


@rule("LOR-041", "LOR-082", "LOR-073")
def test_the_last_resolution_can_be_read_again() -> None:
    room = concert(
        "atlantis",
        "greek",
        "norse",
        "celtic",
        host=1,
        hands={0: ["merch-table"]},
        piles={0: ["roadie", "stage-fright"], 1: ["power-ballad", "bad-review", "roadie"]},
        resolve=True,
    )
    shown = room.region(None, "resolution")
    assert (shown["venue"], shown["host"], shown["done"]) == ("atlantis", 1, True)
    assert [(beat["kind"], beat["seat"]) for beat in shown["beats"]] == [
        ("roadie", 1),
        ("roadie", 0),
    ]
    assert [band["seat"] for band in shown["bands"]] == [
        score.seat for score in (room.state.last.scores if room.state.last else [])
    ]
    places = [band["score"]["place"] for band in shown["bands"]]
    assert places == sorted(places)
    greek = next(band for band in shown["bands"] if band["seat"] == 0)
    assert [(card["card"], card["cancelled"]) for card in greek["cards"]] == [
        ("roadie", False),
        ("stage-fright", True),
    ]
    kinds = [event.kind for event in room.events]
    order = [kinds.index(kind) for kind in ("revealed", "roadie", "total", "souls", "drew")]
    assert order == sorted(order)
    assert all(a <= b for a, b in itertools.pairwise(order))
