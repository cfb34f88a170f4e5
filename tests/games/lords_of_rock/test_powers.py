"""The power step and the twelve powers."""

from __future__ import annotations

import pytest

from app.games.lords_of_rock import RULES
from app.games.lords_of_rock.content import POWERS
from tests.games.lords_of_rock.table import Room, concert
from tests.ledger import rule


def powered(venue: str, *pantheons: str, **rest: object) -> Room:
    """A concert with powers, at the first visit after the reveal."""
    return concert(venue, *pantheons, powers=True, resolve=True, **rest)  # type: ignore[arg-type]


def end_all(room: Room) -> None:
    while "power" in room.asked().values():
        room.play(next(iter(room.asked())), "power:end")


@rule("LOR-073", "LOR-074", "LOR-075", "LOR-076", "LOR-077", "LOR-080")
def test_one_visit_each_in_resolution_order() -> None:
    room = powered("circus-maximus", "greek", "norse", "celtic", host=1)
    visited: list[int] = []
    while "power" in room.asked().values():
        ((seat, _),) = room.asked().items()
        visited.append(seat)
        assert RULES.automatic(room.state, seat) == "power:end"
        if seat == 1:
            assert room.rule_against(1, "power:the-aegis") == "LOR-075"
            room.play(1, "power:valhalla-never-closes")
            assert room.asked() == {1: "power"}, "the other power may be used as well"
            assert room.blocked(1) == {"power:valhalla-never-closes": "LOR-076"}
            assert room.rule_against(1, "power:valhalla-never-closes") == "LOR-076"
            shown = room.region(0, "band-1")["powers"]
            assert {"power": "valhalla-never-closes", "used": True} in shown
            room.play(1, "power:holmgang", "rival:0")
        else:
            room.play(seat, "power:end")
    assert visited == [1, 2, 0]
    assert room.state.players[1].used == ["valhalla-never-closes", "holmgang"]
    assert room.state.players[0].used == []


@rule("LOR-078", "LOR-079", "LOR-016")
def test_who_has_no_usable_power_is_not_visited() -> None:
    # Egyptian: no positive card anywhere, none discarded
    room = powered("circus-maximus", "egyptian", "norse", "celtic")
    assert room.asked() == {1: "power"}
    off = concert("circus-maximus", "greek", "norse", "celtic", resolve=True)
    assert off.state.last


@rule("LOR-078")
def test_a_chosen_power_is_carried_out() -> None:
    room = powered("circus-maximus", "greek", "norse", "celtic")
    room.play(0, "power:thunderbolt-solo")
    assert set(room.open(0)) == {"skill:vocals", "skill:guitar"}
    assert room.rule_against(0, "power:end") == "LOR-153"
    assert room.state.players[0].used == [], "the card turns when the choice is made"
    room.play(0, "skill:guitar")
    assert room.state.players[0].used == ["thunderbolt-solo"]


@rule("LOR-124", "LOR-095")
def test_x14_thunderbolt_and_the_tie_break() -> None:
    room = powered(
        "circus-maximus",
        "greek",
        "norse",
        "egyptian",
        piles={1: ["power-ballad", "fresh-strings"]},
    )
    room.play(0, "power:thunderbolt-solo")
    assert room.blocked(0) == {"skill:bass": "LOR-124", "skill:drums": "LOR-124"}
    assert room.rule_against(0, "skill:bass") == "LOR-124"
    assert RULES.automatic(room.state, 0) == "skill:guitar"
    room.play(0, "skill:guitar")
    end_all(room)
    assert (room.totals()[0], room.totals()[1]) == (19, 19)
    assert (room.score(0).primary, room.score(1).primary) == (11, 12)
    assert room.score(1).place == 1
    assert room.score(0).place == 2


@rule("LOR-125")
def test_the_aegis() -> None:
    room = powered(
        "circus-maximus",
        "greek",
        "norse",
        "celtic",
        piles={0: ["snapped-string", "bad-review"], 1: ["stage-fright"]},
        souls=[3, 0, 0],
    )
    room.play(0, "power:the-aegis")
    assert [laid.cancelled for laid in room.state.players[0].pile] == [True, True]
    end_all(room)
    assert room.score(0).minus == room.score(0).fans == 0
    assert room.score(1).minus == -2
    none = powered("circus-maximus", "greek", "norse", "celtic")
    assert none.blocked(0) == {"power:the-aegis": "LOR-125"}


@rule("LOR-126", "LOR-012", "LOR-083")
def test_x16_holmgang() -> None:
    room = powered(
        "atlantis",
        "norse",
        "celtic",
        "greek",
        piles={
            0: ["forgotten-lyrics", "roadie"],
            1: ["perfect-sound-check", "merch-table"],
            2: ["stage-fright"],
        },
    )
    room.play(0, "power:holmgang")
    assert room.open(0) == ["rival:1", "rival:2"]
    assert RULES.automatic(room.state, 0) == "rival:1", "the cards of the highest net worth"
    room.play(0, "rival:1")
    end_all(room)
    assert room.totals()[0] == 18 + 2
    assert room.totals()[1] == 19
    assert room.score(1).fans == 0
    assert not room.told("roadie")


@rule("LOR-127", "LOR-121", "LOR-114")
def test_x25_valhalla_and_a_rider() -> None:
    room = powered(
        "oracle-back-room",
        "norse",
        "greek",
        "aztec",
        hands={0: ["roadie"] * 5, 1: ["merch-table"]},
    )
    room.play(0, "power:valhalla-never-closes")
    end_all(room)
    assert room.score(0).place == 1
    assert len(room.state.players[0].hand) == 13
    assert len(room.state.players[1].hand) == 4
    assert room.state.players[0].exempt
    last = powered("oracle-back-room", "norse", "greek", "aztec", hosted=12, rounds=4)
    assert last.blocked(0) == {"power:valhalla-never-closes": "LOR-127"}


@rule("LOR-128")
def test_feather_of_truth() -> None:
    room = powered(
        "atlantis",
        "egyptian",
        "norse",
        "celtic",
        piles={1: ["power-ballad", "roadie"], 2: ["endless-solo"]},
    )
    room.play(0, "power:feather-of-truth")
    assert room.open(0) == [
        "cancel:1:power-ballad",
        "cancel:1:roadie",
        "cancel:2:endless-solo",
    ]
    assert RULES.automatic(room.state, 0) == "cancel:2:endless-solo"
    room.play(0, "cancel:1:power-ballad")
    assert room.open(0) == ["cancel:2:endless-solo", "cancel:stop"]
    assert room.blocked(0) == {"cancel:1:roadie": "LOR-128"}
    assert RULES.automatic(room.state, 0) == "cancel:stop"
    room.play(0, "cancel:2:endless-solo")
    end_all(room)
    assert (room.score(1).plus, room.score(2).plus) == (0, 0)
    # from another seat, with the band of seat 0 first
    other = powered(
        "atlantis",
        "norse",
        "egyptian",
        "celtic",
        piles={0: ["power-ballad"], 2: ["endless-solo"]},
    )
    while other.asked() != {1: "power"}:
        other.play(next(iter(other.asked())), "power:end")
    other.play(1, "power:feather-of-truth")
    assert other.open(1) == ["cancel:0:power-ballad", "cancel:2:endless-solo"]
    other.play(1, "cancel:0:power-ballad")
    assert other.open(1) == ["cancel:2:endless-solo", "cancel:stop"]
    other.play(1, "cancel:stop")
    assert not other.state.players[2].pile[0].cancelled
    none = powered("atlantis", "egyptian", "norse", "celtic", discards=["roadie"])
    assert none.blocked(0) == {"power:feather-of-truth": "LOR-128"}


@rule("LOR-128", "LOR-129", "LOR-082", "LOR-105", "LOR-081")
def test_x17_powers_before_roadies() -> None:
    room = powered(
        "circus-maximus",
        "egyptian",
        "greek",
        "celtic",
        piles={1: ["snapped-string", "roadie"]},
        discards=["roadie", "power-ballad", "out-of-tune"],
    )
    # the only card there is to weigh, and no second rival has one: nothing is left to ask
    room.play(0, "power:feather-of-truth")
    assert room.state.players[0].used == ["feather-of-truth"]
    room.play(0, "power:end")
    end_all(room)
    assert room.totals()[1] == 9
    assert not room.told("roadie")

    book = powered(
        "circus-maximus",
        "egyptian",
        "greek",
        "celtic",
        piles={0: ["snapped-string"]},
        discards=["roadie", "power-ballad", "out-of-tune"],
    )
    book.play(0, "power:book-of-the-dead")
    assert book.open(0) == ["take:power-ballad", "take:roadie"]
    assert book.blocked(0) == {"take:out-of-tune": "LOR-129"}
    assert book.rule_against(0, "take:out-of-tune") == "LOR-129"
    assert RULES.automatic(book.state, 0) == "take:power-ballad"
    book.play(0, "take:roadie")
    assert [laid.card for laid in book.state.players[0].pile] == ["snapped-string", "roadie"]
    end_all(book)
    assert book.score(0).minus == 0
    assert "roadie" in book.state.deck.used
    none = powered(
        "circus-maximus", "egyptian", "greek", "celtic", piles={1: ["roadie"]},
        discards=["out-of-tune"],
    )  # fmt: skip
    assert none.blocked(0) == {"power:book-of-the-dead": "LOR-129"}


@rule("LOR-130", "LOR-108")
def test_x21_burnt_offering() -> None:
    hand = ["roadie", "merch-table", "warm-up-gargle", "fresh-strings", "bad-review"]
    room = powered("atlantis", "aztec", "norse", "celtic", hands={0: hand})
    room.play(0, "power:burnt-offering")
    assert "burn:stop" not in room.open(0)
    assert RULES.automatic(room.state, 0) == "burn:warm-up-gargle"
    room.play(0, "burn:warm-up-gargle")
    assert RULES.automatic(room.state, 0) == "burn:stop"
    assert room.state.deck.used == ["warm-up-gargle"]
    room.play(0, "burn:fresh-strings", "burn:roadie")
    end_all(room)
    assert room.score(0).powers == 9
    assert len(room.state.players[0].hand) == 2 + 3
    once = powered("atlantis", "aztec", "norse", "celtic", hands={0: hand})
    once.play(0, "power:burnt-offering", "burn:roadie", "burn:stop")
    end_all(once)
    assert once.score(0).powers == 4
    one_card = powered("atlantis", "aztec", "norse", "celtic", hands={0: ["roadie"]})
    one_card.play(0, "power:burnt-offering")
    assert one_card.state.players[0].hand == [], "a single item needs no click"
    none = powered("atlantis", "aztec", "norse", "celtic", piles={0: ["bad-review"]})
    assert none.blocked(0) == {"power:burnt-offering": "LOR-130"}


@rule("LOR-131", "LOR-056", "LOR-012", "LOR-085")
def test_x18_smoking_mirror_and_limits() -> None:
    room = powered(
        "rainbow-bridge",
        "aztec",
        "norse",
        "celtic",
        piles={
            0: ["burst-drumhead", "bad-review"],
            1: ["out-of-tune", "roadie"],
            2: ["stage-fright", "stage-fright"],
        },
    )
    room.play(0, "power:smoking-mirror")
    assert room.open(0) == ["move:burst-drumhead:1", "move:bad-review:1"]
    assert room.blocked(0) == {
        "move:burst-drumhead:2": "LOR-131",
        "move:bad-review:2": "LOR-131",
    }
    assert RULES.automatic(room.state, 0) == "move:burst-drumhead:1"
    room.play(0, "move:burst-drumhead:1")
    end_all(room)
    assert room.asked() == {1: "roadie"}, "nobody reacts; the Roadie has a choice"
    room.play(1, "cancel:burst-drumhead")
    assert room.totals()[0] == 22
    assert room.totals()[1] == 14
    nothing = powered("rainbow-bridge", "aztec", "norse", "celtic", hands={0: ["roadie"]})
    assert nothing.blocked(0) == {"power:smoking-mirror": "LOR-131"}


@rule("LOR-132", "LOR-078")
def test_x19_shape_of_three() -> None:
    room = powered("circus-maximus", "celtic", "norse", "greek")
    room.play(0, "power:shape-of-three")
    assert room.state.stage.effects[0].choice == "celtic-brigid", "the only one fits"
    end_all(room)
    assert room.totals()[0] == 20
    wide = powered("mount-olympus", "celtic", "norse", "greek")
    wide.play(0, "power:shape-of-three")
    assert len(wide.open(0)) == 4
    wide.play(0, "double:celtic-epona")
    end_all(wide)
    assert wide.totals()[0] == 23
    none = powered("midnight-crossroads", "celtic", "norse", "greek")
    assert none.blocked(0) == {"power:shape-of-three": "LOR-132"}
    some = powered("atlantis", "celtic", "norse", "greek")
    some.play(0, "power:shape-of-three")
    assert some.blocked(0) == {"double:celtic-dagda": "LOR-132", "double:celtic-epona": "LOR-132"}


@rule("LOR-133", "LOR-103")
@pytest.mark.parametrize(("venue", "fans"), [("circus-maximus", 3), ("midnight-crossroads", 2)])
def test_undry_the_cauldron(venue: str, fans: int) -> None:
    room = powered(venue, "celtic", "norse", "greek")
    room.play(0, "power:undry-the-cauldron")
    end_all(room)
    assert room.score(0).fans == fans


@rule("LOR-134", "LOR-124", "LOR-081", "LOR-087", "LOR-089", "LOR-045")
def test_x15_tablet() -> None:
    room = powered(
        "midnight-crossroads",
        "greek",
        "mesopotamian",
        "celtic",
        piles={0: ["perfect-sound-check"], 2: ["windmill-riff"]},
    )
    room.play(0, "power:thunderbolt-solo")
    assert room.state.players[0].used == ["thunderbolt-solo"], "one skill needs no choice"
    room.play(1, "power:tablet-of-destinies")
    assert room.open(1) == ["swap:guitar:vocals", "swap:guitar:bass", "swap:guitar:drums"]
    assert RULES.automatic(room.state, 1) == "swap:guitar:vocals"
    room.play(1, "swap:guitar:vocals")
    stage = room.region(None, "stage")
    assert (stage["required"], stage["printed"], stage["size"]) == (["vocals"], ["guitar"], "S")
    end_all(room)
    assert room.totals() == {1: 13, 2: 9, 0: 5}
    assert room.paid() == {1: 4, 2: 3, 0: 2}
    assert "thunderbolt-solo" in room.state.players[0].used
    xl = powered("mount-olympus", "mesopotamian", "greek", "celtic", piles={1: ["roadie"]})
    assert xl.blocked(0) == {"power:tablet-of-destinies": "LOR-134"}


@rule("LOR-132", "LOR-134", "LOR-081")
def test_a_swap_takes_shape_of_three_away() -> None:
    room = powered("circus-maximus", "celtic", "mesopotamian", "greek")
    room.play(0, "power:shape-of-three", "power:end")
    room.play(1, "power:tablet-of-destinies", "swap:guitar:drums")
    end_all(room)
    assert room.score(0).powers == 0


@rule("LOR-135")
def test_x20_deluge() -> None:
    room = powered(
        "mount-olympus",
        "mesopotamian",
        "egyptian",
        "norse",
        "celtic",
        host=1,
        piles={
            0: ["roadie", "roadie", "power-ballad", "fresh-strings", "walking-line"],
            1: ["roadie", "merch-table", "double-kick", "windmill-riff"],
            2: ["thunder-fill", "endless-solo"],
        },
    )
    # the Egyptian feather, first in order, cancels one of the Norse cards
    room.play(1, "power:feather-of-truth", "cancel:2:thunder-fill", "cancel:stop")
    while room.asked() != {0: "power"}:
        room.play(next(iter(room.asked())), "power:end")
    room.play(0, "power:the-great-deluge")
    end_all(room)
    assert [room.score(seat).powers for seat in range(4)] == [0, -3, -1, 0]
    none = powered("circus-maximus", "mesopotamian", "egyptian", "norse", piles={0: ["roadie"]})
    assert none.blocked(0) == {"power:the-great-deluge": "LOR-135"}


@rule("LOR-081")
def test_points_of_powers_are_worked_out_at_the_sums() -> None:
    # Deluge is used first, then the Feather takes a card away: only two cards are flooded
    room = powered(
        "mount-olympus",
        "mesopotamian",
        "egyptian",
        "norse",
        piles={2: ["roadie", "power-ballad", "windmill-riff"]},
    )
    room.play(0, "power:the-great-deluge")
    room.play(1, "power:feather-of-truth", "cancel:2:roadie")
    end_all(room)
    assert room.score(2).powers == -2


@rule("LOR-155")
def test_mirror_and_shape_time_out() -> None:
    room = powered("mount-olympus", "celtic", "norse", "greek")
    room.play(0, "power:shape-of-three")
    # Arawn and Epona both have a secondary 4, The Dagda too: the first in the content file
    assert RULES.automatic(room.state, 0) == "double:celtic-dagda"


def test_every_power_has_its_words() -> None:
    room = powered("circus-maximus", "greek", "norse", "celtic")
    names = ["Ann", "Ben", "Cleo"]
    for option in room.menu(0):
        assert RULES.words.option(room.state, 0, option, names)
    assert len(POWERS) == 12
