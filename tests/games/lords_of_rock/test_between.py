"""Draw step, hand limit, riders, rounds, encores and the end."""

from __future__ import annotations

import itertools

import pytest

from app.games import referee
from app.games.kit.decks import Deck
from app.games.lords_of_rock import RULES
from app.games.lords_of_rock.content import VENUES, WORTH, in_order
from app.games.lords_of_rock.state import LayingVenue, Limiting, Over, RunDecision, RunDraw
from tests.games.lords_of_rock.table import Room, concert, new_game
from tests.ledger import rule

NINE = [
    "roadie", "roadie", "merch-table", "power-ballad", "fresh-strings",
    "walking-line", "double-kick", "bad-review", "stage-fright",
]  # fmt: skip


@rule("LOR-108", "LOR-111", "LOR-107", "LOR-113")
def test_x3_draw_three_and_discard_down_to_ten() -> None:
    room = concert("circus-maximus", "greek", "norse", "celtic", hands={0: NINE, 1: NINE[:1]})
    room.pass_all()
    assert room.asked() == {0: "limit"}
    assert [len(player.hand) for player in room.state.players] == [12, 4, 3]
    drawers = [event.seat for event in room.told("drew")]
    assert drawers == [0, 1, 2], "in resolution order of the concert"
    room.play(0, RULES.automatic(room.state, 0))
    room.play(0, RULES.automatic(room.state, 0))
    assert len(room.state.players[0].hand) == 10
    assert len(room.state.deck.used) == 2
    seven = concert("circus-maximus", "greek", "norse", "celtic", hands={0: NINE[:7]})
    seven.pass_all()
    assert isinstance(seven.state.step, LayingVenue)
    assert len(seven.state.players[0].hand) == 10


@rule("LOR-112", "LOR-152", "LOR-155")
def test_all_discard_together_in_secret() -> None:
    def table() -> Room:
        room = concert(
            "circus-maximus",
            "greek",
            "norse",
            "celtic",
            hands={0: NINE, 1: [*in_order(["roadie"] * 2), "siren-high-note", *NINE[2:8]]},
        )
        room.pass_all()
        return room

    room = table()
    assert set(room.asked()) == {0, 1}
    assert room.menu(0) == [option for option in room.menu(0) if not option.blocked]
    room.play(0, "discard:bad-review")
    assert room.state.deck.used == []
    assert room.region(1, "band-0")["hand"] == 12
    assert room.region(0, "hand")["aside"] == ["bad-review"]
    worth = {move: WORTH[move.partition(":")[2]] for move in room.open(0)}
    assert worth[RULES.automatic(room.state, 0)] == min(worth.values())

    states: set[bytes] = set()
    for order in set(itertools.permutations((0, 0, 1, 1))):
        room = table()
        chosen = {seat: iter(room.open(seat)[:2]) for seat in (0, 1)}
        for seat in order:
            assert isinstance(room.state.step, Limiting)
            room.play(seat, next(chosen[seat]))
        assert len(room.state.deck.used) == 4
        states.add(referee.Codec(RULES).encode(room.position))
    assert len(states) == 1


@rule("LOR-109", "LOR-107")
def test_x26_an_empty_deck_is_made_new() -> None:
    room = concert("circus-maximus", "greek", "norse", "celtic", "aztec", hands={3: ["roadie"]})
    cards = list(room.state.deck.draw)
    room.state.deck = Deck(cards[:2], cards[2:32])
    room.run(RunDraw())
    assert [event.facts for event in room.told("reshuffled")] == [{"cards": 30}]
    assert [len(player.hand) for player in room.state.players] == [3, 3, 3, 4]
    assert set(cards[:2]) <= set(room.state.players[0].hand)
    assert len(room.state.deck.draw) == 20
    assert room.state.deck.used == []


@rule("LOR-110")
def test_draws_are_lost_when_there_are_no_cards_at_all() -> None:
    room = concert("circus-maximus", "greek", "norse", "celtic", hands={2: ["roadie"]})
    room.state.deck = Deck(["merch-table", "poseurs"], ["roadie"])
    room.run(RunDraw())
    assert [len(player.hand) for player in room.state.players] == [3, 0, 1]


@rule("LOR-121", "LOR-122", "LOR-123", "LOR-120", "LOR-111")
def test_x24_riders() -> None:
    # Celtic wins the Garden of the Hesperides with 19
    room = concert(
        "hesperides-garden", "celtic", "norse", "greek", hands={0: NINE[:8], 1: ["roadie"]}
    )
    room.pass_all()
    assert isinstance(room.state.step, LayingVenue), "the winner does not discard"
    assert [len(player.hand) for player in room.state.players] == [12, 4, 3]
    plain = next(one for one in room.state.players[1].venues if not VENUES[one].riders)
    room.play(1, f"venue:{plain}")
    for seat in range(3):
        room.play(seat, "redraw:keep")
    room.play(2, "pass")
    room.play(0, "play:roadie")
    room.pass_all()
    assert room.asked() == {0: "limit"}
    assert len(room.state.players[0].hand) == 14
    for _ in range(4):
        room.play(0, room.open(0)[0])
    assert len(room.state.players[0].hand) == 10


@rule("LOR-120", "LOR-123")
def test_all_who_share_first_place_get_the_riders() -> None:
    room = concert(
        "hesperides-garden",
        "aztec",
        "mesopotamian",
        "egyptian",
        piles={0: ["windmill-riff"], 1: ["warm-up-gargle"]},
        resolve=True,
    )
    assert [room.score(seat).place for seat in range(3)] == [1, 1, 3]
    assert [len(player.hand) for player in room.state.players] == [4, 4, 3]
    assert [player.exempt for player in room.state.players] == [True, True, False]


@rule("LOR-114", "LOR-123", "LOR-136", "LOR-001")
def test_no_draw_after_the_last_concert() -> None:
    room = concert(
        "hesperides-garden", "celtic", "norse", "greek", hosted=12, hands={0: ["roadie"]}
    )
    room.pass_all()
    assert isinstance(room.state.step, Over)
    assert not room.told("drew")
    result = RULES.result(room.state)
    assert result
    assert result.winners == (0,)
    assert result.decided_by == ""
    assert [place.score for place in result.places] == [5, 4, 2]


@rule("LOR-040", "LOR-039")
def test_rounds_follow_each_other() -> None:
    for rounds, concerts in (("full", 12), ("short", 6)):
        room = new_game(3, rounds=rounds, pantheon_powers="off")
        seen: list[tuple[int, int]] = []
        while RULES.waiting_on(room.state):
            show = room.region(None, "show")
            if (show["round"], show["concert"]) not in seen and show["phase"] == "play":
                seen.append((show["round"], show["concert"]))
            seat = min(RULES.waiting_on(room.state))
            room.play(seat, RULES.automatic(room.state, seat))
        in_rounds = [(number // 3 + 1, number + 1) for number in range(concerts)]
        assert seen[:concerts] == in_rounds


# -- Encores -------------------------------------------------------------------------------


def _x29(venue: str = "mount-olympus") -> Room:
    """Four players after the last concert, seat 3 the Anchor Band; at Mount Olympus
    (10 / 7 / 5) the bands are worth 20, 19, 19 and 22."""
    room = concert(
        "atlantis",
        "greek",
        "egyptian",
        "celtic",
        "norse",
        host=3,
        hosted=16,
        hands={0: ["roadie"], 3: ["merch-table"]},
        souls=[61, 61, 61, 50],
    )
    state = room.state
    if venue in state.spent:
        state.spent[state.spent.index(venue)] = state.venue_deck.pop()
    else:
        state.venue_deck.remove(venue)
    state.venue_deck.append(venue)
    state.spent.append("atlantis")
    for player in state.players:
        player.passed_at = -1
    room.run(RunDecision())
    RULES.audit(state)
    return room


@rule("LOR-137", "LOR-138", "LOR-139", "LOR-140", "LOR-141")
def test_x29_an_encore_is_prepared() -> None:
    room = _x29()
    assert [event.facts for event in room.told("encore")] == [{"number": 1, "seats": [0, 1, 2]}]
    assert [event.seat for event in room.told("drew")] == [2, 0, 1]
    assert [len(player.hand) for player in room.state.players] == [4, 4, 4, 1]
    assert room.told("discarded")[0].facts == {"cards": ["roadie"]}
    stage = room.state.stage
    assert (stage.host, stage.seats, stage.venue) == (2, [0, 1, 2], "mount-olympus")
    assert room.asked() == {0: "turn"}
    kinds = [event.kind for event in room.events]
    assert kinds.index("encore_venue") > kinds.index("drew")
    assert not room.region(None, "band-3")["plays"]
    assert room.rule_against(0, "redraw:keep") == "LOR-141"
    assert room.rule_against(3, "pass") == "LOR-137"
    rivals = {move.split(":")[2] for move in room.open(0) if move.count(":") == 2}
    assert "3" not in rivals


@rule("LOR-140")
def test_a_tied_anchor_hosts_the_encore() -> None:
    room = concert(
        "atlantis",
        "greek",
        "norse",
        "celtic",
        host=2,
        hosted=12,
        souls=[7, 0, 7],
        step=RunDecision(),
    )
    assert room.state.anchor == 2
    assert (room.state.stage.host, room.state.stage.seats) == (2, [0, 2])


@rule("LOR-140", "LOR-138")
@pytest.mark.parametrize(
    ("anchor", "souls", "order"),
    [
        (1, [9, 0, 9, 9], [2, 3, 0]),
        (1, [9, 0, 9, 0], [2, 0]),
        (0, [0, 9, 0, 9], [1, 3]),
        (2, [9, 9, 0, 9], [3, 0, 1]),
    ],
)
def test_who_hosts_an_encore_without_the_anchor(
    anchor: int, souls: list[int], order: list[int]
) -> None:
    """The last one clockwise from the Anchor Band's left; turns start after the host."""
    room = concert(
        "atlantis",
        "greek",
        "norse",
        "celtic",
        "aztec",
        host=anchor,
        hosted=16,
        souls=souls,
        step=RunDecision(),
    )
    assert room.state.anchor == anchor
    assert (room.state.stage.host, room.state.stage.seats) == (order[-1], order)
    assert [event.seat for event in room.told("drew")] == [order[-1], *order[:-1]]
    assert room.asked() == {order[0]: "turn"}


@rule("LOR-142", "LOR-143", "LOR-145", "LOR-141", "LOR-136")
def test_x29_tallies_and_the_next_encore() -> None:
    room = _x29()
    room.lay(0, "poseurs", by=1)
    room.lay(1, "merch-table")
    room.events.clear()
    room.pass_all()
    assert [player.tallies for player in room.state.players] == [[7], [7], [6], []]
    assert room.souls() == [61, 61, 61, 50]
    stage = room.state.stage
    assert (stage.encore, stage.seats) == (2, [0, 1])
    drawn = room.told("drew")
    assert [(event.seat, event.facts["number"]) for event in drawn] == [(1, 4), (0, 4)]
    room.pass_all()
    result = RULES.result(room.state)
    assert result
    assert result.decided_by == "encore"
    assert {place.seat: place.rank for place in result.places} in (
        {0: 1, 1: 2, 2: 3, 3: 4},
        {1: 1, 0: 2, 2: 3, 3: 4},
    )
    assert [place.score for place in result.places] == [61, 61, 61, 50]
    tally = room.state.players[result.winners[0]].tallies[1]
    assert tally == max(player.tallies[-1] for player in room.state.players[:2])


@rule("LOR-142")
def test_a_tally_may_fall_below_zero() -> None:
    room = _x29("echo-grotto")
    # Egyptian 12 and Celtic 9 collect 4 and 3 there, Greek 4 collects 2 and loses 3
    room.lay(0, "refund-queue", "bad-review", by=1)
    room.pass_all()
    assert [player.tallies for player in room.state.players[:3]] == [[-1], [4], [3]]


@rule("LOR-144", "LOR-145")
def test_an_empty_venue_deck_shares_the_victory() -> None:
    room = _x29()
    state = room.state
    for seat, tally in ((0, 7), (1, 7), (2, 6)):
        state.players[seat].tallies = [tally]
    state.spent += [state.stage.venue, *state.venue_deck]
    state.venue_deck.clear()
    room.run(RunDecision())
    result = RULES.result(state)
    assert result
    assert result.winners == (0, 1)
    assert [place.rank for place in result.places] == [1, 1, 3, 4]


@rule("LOR-137", "LOR-145")
def test_lower_ties_are_not_played_off() -> None:
    room = concert(
        "atlantis", "greek", "norse", "celtic", host=2, hosted=12, souls=[9, 4, 4],
        step=RunDecision(),
    )  # fmt: skip
    result = RULES.result(room.state)
    assert result
    assert [(place.seat, place.rank) for place in result.places] == [(0, 1), (1, 2), (2, 2)]


@rule("LOR-141")
def test_valhalla_is_not_usable_in_an_encore() -> None:
    room = concert(
        "atlantis",
        "norse",
        "greek",
        "celtic",
        host=2,
        hosted=12,
        souls=[9, 9, 4],
        powers=True,
        step=RunDecision(),
    )
    room.pass_all()
    while room.asked() != {0: "power"}:
        room.play(next(iter(room.asked())), "power:end")
    assert room.blocked(0) == {"power:valhalla-never-closes": "LOR-127"}
    room.play(0, "power:holmgang")
    assert room.told("power")[-1].facts["target"] == 1, "the only rival needs no choice"
