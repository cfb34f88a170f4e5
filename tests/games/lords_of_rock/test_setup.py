"""From the deal to the first hands."""

from __future__ import annotations

import itertools

from app.games import referee
from app.games.kit.seating import clockwise
from app.games.lords_of_rock import RULES
from app.games.lords_of_rock.content import GODS, LEADERS_OF, SKILLS, VENUES
from app.games.lords_of_rock.state import (
    ChoosingPantheon,
    Drafting,
    LayingVenue,
    Recruiting,
    Turn,
)
from tests.games.lords_of_rock.table import SEED, Room, new_game
from tests.ledger import rule


def _choose_pantheons(room: Room, *pantheons: str) -> None:
    """Pantheons by seat."""
    for seat in clockwise(room.state.seats, room.state.anchor):
        room.play(seat, f"pantheon:{pantheons[seat]}")


@rule("LOR-019", "LOR-036", "LOR-037")
def test_setup_in_its_order() -> None:
    room = new_game(4, venue_draft="on")
    assert isinstance(room.state.step, Drafting)
    room.go_on(ChoosingPantheon)
    assert [len(player.venues) for player in room.state.players] == [4] * 4
    room.go_on(Recruiting)
    assert all(not player.hand for player in room.state.players)
    room.go_on(LayingVenue)
    assert [len(player.hand) for player in room.state.players] == [7] * 4
    assert room.souls() == [0] * 4
    drawers = [event.seat for event in room.told("drew")]
    assert drawers == list(clockwise(4, room.state.anchor))


@rule("LOR-020", "LOR-021", "LOR-018")
def test_the_anchor_is_drawn_and_stays() -> None:
    anchors = {new_game(4, seed=bytes([number] * 32)).state.anchor for number in range(30)}
    assert anchors == {0, 1, 2, 3}
    room = new_game(3, rounds="short", pantheon_powers="off")
    anchor = room.state.anchor
    shown = {key: room.region(None, "show")[key] for key in ("rounds", "powers", "draft")}
    while RULES.waiting_on(room.state):
        seat = min(RULES.waiting_on(room.state))
        room.play(seat, RULES.automatic(room.state, seat))
        assert room.state.anchor == anchor
        assert shown.items() <= room.region(None, "show").items()


@rule("LOR-024", "LOR-025", "LOR-026")
def test_x30_the_draft_passes_packs_to_the_left() -> None:
    room = new_game(3, venue_draft="on")
    packs = [list(player.pack) for player in room.state.players]
    assert [len(pack) for pack in packs] == [4, 4, 4]
    kept = [pack[0] for pack in packs]
    for seat in range(3):
        assert room.open(seat) == [f"keep:{venue}" for venue in packs[seat]]
        room.play(seat, f"keep:{kept[seat]}")
    for seat in range(3):
        assert room.state.players[(seat + 1) % 3].pack == packs[seat][1:]
        assert room.state.players[seat].venues == [kept[seat]]
    for _ in range(2):
        before = [list(player.pack) for player in room.state.players]
        for seat in range(3):
            room.play(seat, f"keep:{before[seat][0]}")
    # the packs of two are passed, one card is kept of each, and the last needs no click
    assert isinstance(room.state.step, ChoosingPantheon)
    for seat in range(3):
        assert packs[(seat - 3) % 3][3] in room.state.players[seat].venues
    assert sorted(venue for player in room.state.players for venue in player.venues) == sorted(
        itertools.chain(*packs)
    )


@rule("LOR-027")
def test_pantheons_are_chosen_openly_one_after_the_other() -> None:
    room = new_game(4)
    anchor = room.state.anchor
    room.play(anchor, "pantheon:norse")
    second = (anchor + 1) % 4
    assert room.asked() == {second: "pantheon"}
    assert room.blocked(second) == {"pantheon:norse": "LOR-027"}
    assert room.rule_against(second, "pantheon:norse") == "LOR-027"
    assert room.refused(second, "pantheon:norse").facts == {"seat": anchor}
    assert room.region(None, f"band-{anchor}")["pantheon"] == "norse"


@rule("LOR-029", "LOR-030", "LOR-032")
def test_x31_recruiting_slot_by_slot() -> None:
    room = new_game(3)
    _choose_pantheons(room, "norse", "greek", "aztec")
    assert room.open(0) == ["leader:norse-odin", "leader:norse-freyja"]
    room.play(0, "leader:norse-odin")
    for skill, gods in (("guitar", 3), ("bass", 3), ("drums", 2)):
        assert room.asked()[0] == f"recruit-{skill}"
        fitting = [move.partition(":")[2] for move in room.open(0)]
        assert len(fitting) == gods
        assert {GODS[god].primary.skill for god in fitting} == {skill}
        assert room.rule_against(0, "god:norse-freyja") == "LOR-029"
        wrong = next(move for move, rule in room.blocked(0).items() if rule == "LOR-030")
        assert room.rule_against(0, wrong) == "LOR-030"
        shown = room.region(1, "show")
        assert 0 in shown["acting"]
        assert 0 not in shown["finished"]
        assert room.region(1, "band-0")["gods"] == []
        room.play(0, room.open(0)[-1])
    assert room.region(1, "show")["finished"] == [0]
    assert room.region(1, "band-0")["gods"] == []
    assert 0 not in room.asked()


@rule("LOR-031", "LOR-033", "LOR-034", "LOR-028")
def test_bands_are_revealed_together_and_stay() -> None:
    room = new_game(4)
    _choose_pantheons(room, "norse", "greek", "aztec", "celtic")
    while isinstance(room.state.step, Recruiting):
        assert not room.told("band")
        seat = max(RULES.waiting_on(room.state))
        room.play(seat, room.open(seat)[0])
    assert [event.seat for event in room.told("band")] == [0, 1, 2, 3]
    bands = [list(player.band) for player in room.state.players]
    for band, player in zip(bands, room.state.players, strict=True):
        gods = [GODS[god] for god in band]
        assert [god.primary.skill for god in gods] == list(SKILLS)
        assert {god.pantheon for god in gods} == {player.pantheon}
        assert sum(god.star for god in gods) == 1
        assert player.picks == []
    while RULES.waiting_on(room.state):
        seat = min(RULES.waiting_on(room.state))
        room.play(seat, RULES.automatic(room.state, seat))
    assert [player.band for player in room.state.players] == bands


@rule("LOR-035", "LOR-016")
def test_both_powers_of_the_pantheon_lie_open() -> None:
    room = new_game(3)
    _choose_pantheons(room, "norse", "greek", "aztec")
    assert room.region(1, "band-0")["powers"] == [
        {"power": "holmgang", "used": False},
        {"power": "valhalla-never-closes", "used": False},
    ]
    off = new_game(3, pantheon_powers="off")
    _choose_pantheons(off, "norse", "greek", "aztec")
    assert off.region(1, "band-0")["powers"] == []


@rule("LOR-152", "LOR-156", "LOR-032")
def test_draft_and_recruiting_do_not_depend_on_the_order_of_arrival() -> None:
    states: list[bytes] = []
    codec = referee.Codec(RULES)
    for order in itertools.permutations(range(3)):
        room = new_game(3, venue_draft="on")
        while isinstance(room.state.step, Drafting):
            assert set(room.asked()) == {0, 1, 2}
            for seat in order:
                room.play(seat, room.open(seat)[-1])
        _choose_pantheons(room, "norse", "greek", "aztec")
        assert set(room.asked()) == {0, 1, 2}
        for seat in order:
            while seat in room.asked() and isinstance(room.state.step, Recruiting):
                room.play(seat, room.open(seat)[-1])
        states.append(codec.encode(room.position))
    interleaved = new_game(3, venue_draft="on")
    while isinstance(interleaved.state.step, Drafting | Recruiting | ChoosingPantheon):
        for seat in sorted(interleaved.asked(), reverse=True):
            pantheon = f"pantheon:{('norse', 'greek', 'aztec')[seat]}"
            choosing = isinstance(interleaved.state.step, ChoosingPantheon)
            interleaved.play(seat, pantheon if choosing else interleaved.open(seat)[-1])
    states.append(codec.encode(interleaved.position))
    assert len(set(states)) == 1


@rule("LOR-014")
def test_only_secret_choices_can_be_taken_back() -> None:
    room = new_game(3, venue_draft="on")
    room.play(0, room.open(0)[0])
    assert not room.played.barrier
    room.play(1, room.open(1)[0])
    assert not room.played.barrier
    room.play(2, room.open(2)[0])
    assert room.played.barrier, "the packs were passed"
    room.go_on(ChoosingPantheon)
    room.play(room.state.anchor, "pantheon:greek")
    assert room.played.barrier
    room.go_on(Turn)
    ((seat, _),) = room.asked().items()
    room.play(seat, room.open(seat)[0])
    assert room.played.barrier
    with_pass = new_game(3, seed=SEED[::-1])
    with_pass.go_on(Turn)
    ((seat, _),) = with_pass.asked().items()
    with_pass.play(seat, "pass")
    assert with_pass.played.barrier


@rule("LOR-161", "LOR-155")
def test_setup_makes_the_automatic_choices_of_a_seat_that_left() -> None:
    room = new_game(3, venue_draft="on")
    pack = room.state.players[0].pack
    size = {"S": 1, "M": 2, "L": 3, "XL": 4}
    kept = VENUES[RULES.automatic(room.state, 0).partition(":")[2]]
    assert all(
        (size[VENUES[one].size], sum(VENUES[one].souls)) <= (size[kept.size], sum(kept.souls))
        for one in pack
    )
    room.go_on(ChoosingPantheon)
    anchor = room.state.anchor
    assert RULES.automatic(room.state, anchor) == "pantheon:greek"
    room.play(anchor, "pantheon:greek")
    assert RULES.automatic(room.state, (anchor + 1) % 3) == "pantheon:norse"
    room.go_on(Recruiting)
    assert RULES.automatic(room.state, anchor) == f"leader:{LEADERS_OF['greek'][0]}"
    room.play(anchor, "leader:greek-zeus")
    # vocals: Aphrodite 4 + 4/2, Dionysus 5 + 1/2
    assert RULES.automatic(room.state, anchor) == "god:greek-aphrodite"
