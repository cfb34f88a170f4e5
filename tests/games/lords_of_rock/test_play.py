"""A concert up to the reveal: venue, redraw, turns, passing, reactions."""

from __future__ import annotations

from app.games.contract import Blocked
from app.games.lords_of_rock import RULES
from app.games.lords_of_rock.content import VENUES
from app.games.lords_of_rock.state import LayingVenue, RunConcert, Turn
from tests.games.lords_of_rock.table import Room, concert, new_game
from tests.ledger import rule


@rule("LOR-039", "LOR-051", "LOR-013")
def test_x4_the_anchor_hosts_last_and_the_host_plays_last() -> None:
    seeds = (bytes([number] * 32) for number in range(256))
    room = next(game for seed in seeds if (game := new_game(4, seed=seed)).state.anchor == 1)
    hosts: list[int] = []
    turns: list[int] = []
    while RULES.waiting_on(room.state):
        ((seat, kind), *_) = room.asked().items()
        if kind == "venue":
            hosts.append(seat)
        if kind == "turn" and len(hosts) == 1:
            turns.append(seat)
        before = room.state.hosted
        room.play(seat, RULES.automatic(room.state, seat))
        if room.state.hosted > before and kind != "venue":
            hosts.append(room.state.stage.host)  # a last venue card is laid by itself
    assert hosts == [2, 3, 0, 1] * 4
    assert turns == [3, 0, 1, 2]


@rule("LOR-042", "LOR-038", "LOR-043", "LOR-041")
def test_the_host_lays_a_venue_and_everybody_plays_there() -> None:
    room = new_game(4, pantheon_powers="off")
    room.go_on(LayingVenue)
    host = room.state.owing()[0]
    assert host == (room.state.anchor + 1) % 4
    venues = list(room.state.players[host].venues)
    assert sorted(room.open(host)) == sorted(f"venue:{venue}" for venue in venues)
    other = (host + 1) % 4
    foreign = room.state.players[other].venues[0]
    blocked = room.refused(other, f"venue:{foreign}")
    assert (blocked.rule, blocked.facts) == ("LOR-039", {"seat": host})
    room.play(host, f"venue:{venues[0]}")
    stage = room.region(None, "stage")
    assert stage["venue"] == venues[0]
    assert sorted(stage["order"]) == [0, 1, 2, 3]
    assert isinstance(room.state.step, Turn)
    room.pass_all()
    assert room.state.spent == [venues[0]]
    assert venues[0] not in room.state.players[host].venues


@rule("LOR-154", "LOR-043")
def test_the_last_venue_card_is_laid_by_the_server() -> None:
    room = concert(
        "atlantis", "greek", "norse", "celtic", hosted=9, hands={0: ["roadie"]}, step=RunConcert()
    )
    assert room.state.hosted == 10
    assert room.state.stage.venue in VENUES
    assert room.told("venue")
    assert len(room.state.players[room.state.stage.host].venues) == 0


@rule("LOR-044", "LOR-146", "LOR-040")
def test_a_short_game_leaves_two_venues_hidden_until_the_end() -> None:
    room = new_game(3, rounds="short")
    while RULES.waiting_on(room.state):
        assert all(not room.region(None, f"band-{seat}")["open_venues"] for seat in range(3))
        assert all(not room.region(None, f"band-{seat}")["open_hand"] for seat in range(3))
        seat = min(RULES.waiting_on(room.state))
        room.play(seat, RULES.automatic(room.state, seat))
    assert room.state.hosted == 6
    for seat, player in enumerate(room.state.players):
        assert len(player.venues) == 2
        assert room.region(None, f"band-{seat}")["open_venues"] == player.venues
        assert room.region(None, f"band-{seat}")["open_hand"] == player.hand


@rule("LOR-045", "LOR-046", "LOR-047", "LOR-048", "LOR-049", "LOR-050")
def test_x5_engagement() -> None:
    room = concert("circus-maximus", "greek", "norse", "celtic", hands={1: ["roadie"]})
    assert room.region(None, "stage")["required"] == ["vocals", "guitar"]
    band = room.region(None, "band-0")
    assert {god["god"]: (god["skill"], god["value"]) for god in band["gods"]} == {
        "greek-aphrodite": ("vocals", 4),
        "greek-zeus": ("guitar", 7),
        "greek-artemis": ("guitar", 1),
        "greek-hephaestus": ("", 0),
    }
    assert band["starting"] == 12
    assert [room.region(2, f"band-{seat}")["starting"] for seat in range(3)] == [12, 14, 19]


@rule("LOR-052", "LOR-053", "LOR-054", "LOR-055", "LOR-059")
def test_a_turn_is_one_card_or_a_pass() -> None:
    room = concert(
        "atlantis",
        "greek",
        "norse",
        "celtic",
        hands={
            0: ["roadie"],
            1: ["power-ballad", "fresh-strings", "stage-fright"],
            2: ["roadie"],
        },
    )
    assert room.asked() == {1: "turn"}
    assert set(room.open(1)) == {
        "play:power-ballad",
        "play:fresh-strings",
        "play:stage-fright:0",
        "play:stage-fright:2",
        "pass",
    }
    assert room.rule_against(1, "play:power-ballad:0") == "LOR-054"
    assert room.rule_against(1, "play:stage-fright:1") == "LOR-055"
    assert room.rule_against(1, "play:siren-high-note") == "LOR-052"
    room.play(1, "play:power-ballad")
    assert room.rule_against(1, "play:fresh-strings") == "LOR-068"
    room.play(2, "pass")
    room.play(0, "pass")
    room.play(1, "play:fresh-strings")
    assert [laid.card for laid in room.state.players[1].pile] == ["power-ballad", "fresh-strings"]


@rule("LOR-056", "LOR-062", "LOR-012")
def test_at_most_two_negatives_lie_on_a_band() -> None:
    room = concert(
        "atlantis",
        "greek",
        "norse",
        "celtic",
        hands={
            0: ["roadie"],
            1: ["stage-fright", "stage-fright", "power-cut", "bad-review"],
            2: ["roadie"],
        },
    )
    room.play(1, "play:stage-fright:0")
    room.play(2, "pass")
    room.play(0, "pass")
    room.play(1, "play:stage-fright:0")
    assert room.asked() == {0: "reaction"}
    room.play(0, "react:decline")
    assert room.blocked(1) == {"play:power-cut:0": "LOR-056", "play:bad-review:0": "LOR-056"}
    assert room.rule_against(1, "play:power-cut:0") == "LOR-056"
    assert "play:power-cut:2" in room.open(1)


@rule("LOR-057")
def test_useless_cards_may_be_played() -> None:
    room = concert(
        "echo-grotto",
        "greek",
        "norse",
        "celtic",
        hands={1: ["roadie", "double-kick"], 2: ["roadie"]},
    )
    assert {"play:roadie", "play:double-kick"} <= set(room.open(1))
    room.play(1, "play:double-kick")
    room.play(2, "pass")
    room.play(1, "pass")
    assert room.score(1).plus == 0


@rule("LOR-058", "LOR-059", "LOR-065", "LOR-068")
def test_who_has_passed_plays_no_more() -> None:
    room = concert(
        "atlantis",
        "greek",
        "norse",
        "celtic",
        hands={0: ["roadie"], 1: ["roadie", "power-ballad"], 2: ["stage-fright", "roadie"]},
    )
    room.play(1, "pass")
    assert room.rule_against(1, "play:roadie") == "LOR-058"
    assert room.rule_against(1, "react:roadie") == "LOR-064"
    assert room.rule_against(0, "react:roadie") == "LOR-068"
    room.play(2, "play:stage-fright:1")
    room.play(1, "react:roadie")
    assert room.state.players[1].passed
    assert room.rule_against(1, "play:power-ballad") == "LOR-058"
    assert room.asked() == {0: "turn"}


@rule("LOR-060", "LOR-061", "LOR-069")
def test_an_empty_hand_passes_by_itself_but_a_useless_one_is_asked() -> None:
    room = concert(
        "atlantis",
        "greek",
        "norse",
        "celtic",
        hands={1: ["stage-fright"], 2: ["stage-fright", "power-cut", "bad-review", "poseurs"]},
        piles={0: ["frog-in-the-throat", "blown-speaker"]},
    )
    room.play(1, "play:stage-fright:2")
    # seat 0 has no card and passes; seat 1 too once it is asked again
    assert room.asked() == {2: "turn"}
    room.play(2, "play:stage-fright:1")
    assert [event.seat for event in room.told("passed_empty")] == [0, 1]
    assert room.asked() == {2: "turn"}, "the only one left goes on card by card"
    room.play(2, "play:power-cut:1")
    assert room.open(2) == ["pass"]
    assert set(room.blocked(2).values()) == {"LOR-056"}


@rule("LOR-063", "LOR-064", "LOR-066", "LOR-067", "LOR-056", "LOR-061")
def test_x11_reactions() -> None:
    room = concert(
        "atlantis",
        "greek",
        "norse",
        "egyptian",
        "celtic",
        hands={
            0: ["roadie"],
            1: ["stage-fright", "power-cut"],
            2: ["out-of-tune"],
            3: ["bad-review", "bad-review"],
        },
        piles={1: ["frog-in-the-throat"]},
    )
    room.play(1, "pass")
    room.play(2, "pass")
    room.play(3, "play:bad-review:1")
    assert room.asked() == {1: "reaction"}
    assert room.open(1) == ["react:decline"]
    assert room.blocked(1) == {"react:stage-fright": "LOR-063", "react:power-cut": "LOR-063"}
    assert room.rule_against(1, "react:stage-fright") == "LOR-063"
    for seat in (0, 2, 3):
        assert room.menu(seat) == []
    room.play(1, "react:decline")
    assert room.asked() == {0: "turn"}
    room.play(0, "pass")
    assert room.blocked(3)["play:bad-review:1"] == "LOR-056"

    empty = concert("atlantis", "greek", "norse", "celtic", hands={2: ["bad-review", "roadie"]})
    assert empty.state.players[1].passed
    empty.play(2, "play:bad-review:1")
    assert empty.asked() == {2: "turn"}, "an empty hand is not asked"


@rule("LOR-064", "LOR-063")
def test_each_negative_allows_one_answer() -> None:
    room = concert(
        "atlantis",
        "greek",
        "norse",
        "celtic",
        hands={
            0: ["roadie"],
            1: ["roadie", "roadie", "power-ballad"],
            2: ["stage-fright", "power-cut", "roadie"],
        },
    )
    room.play(1, "pass")
    room.play(2, "play:stage-fright:1")
    room.play(1, "react:roadie")
    assert room.rule_against(1, "react:roadie") == "LOR-064"
    room.play(0, "pass")
    room.play(2, "play:power-cut:1")
    room.play(1, "react:power-ballad")
    assert [laid.card for laid in room.state.players[1].pile] == [
        "stage-fright",
        "roadie",
        "power-cut",
        "power-ballad",
    ]
    assert room.asked() == {2: "turn"}


@rule("LOR-059", "LOR-070", "LOR-071", "LOR-063")
def test_x12_nobody_plays() -> None:
    hands = {0: ["roadie"], 1: ["roadie"], 2: ["roadie", "bad-review"]}
    room = concert("circus-maximus", "greek", "norse", "celtic", hands=hands)
    room.play(1, "pass")
    room.play(2, "pass")
    room.play(0, "pass")
    assert room.totals() == {2: 19, 1: 14, 0: 12}
    assert room.paid() == {2: 5, 1: 4, 0: 3}

    late = concert("circus-maximus", "greek", "norse", "celtic", hands=hands, host=2)
    late.play(0, "pass")
    late.play(1, "pass")
    late.play(2, "play:bad-review:0")
    assert late.asked() == {0: "reaction"}

    nobody = concert("circus-maximus", "greek", "norse", "celtic")
    assert nobody.totals() == {2: 19, 1: 14, 0: 12}


def _x10() -> Room:
    return concert(
        "atlantis",
        "greek",
        "norse",
        "egyptian",
        "celtic",
        hands={
            0: ["roadie", "fresh-strings", "merch-table"],
            1: ["power-ballad", "locked-riff", "merch-table"],
            2: ["forgotten-lyrics", "stage-fright", "merch-table"],
            3: ["double-kick", "poseurs"],
        },
    )


@rule("LOR-051", "LOR-057", "LOR-063", "LOR-069", "LOR-070", "LOR-072", "LOR-085", "LOR-087")
@rule("LOR-092", "LOR-095", "LOR-100")
def test_x10_a_whole_concert() -> None:
    room = _x10()
    assert [room.region(None, f"band-{seat}")["starting"] for seat in range(4)] == [20, 18, 15, 19]
    room.play(1, "play:power-ballad")
    room.play(2, "play:forgotten-lyrics:0")
    room.play(3, "play:double-kick")
    room.play(0, "play:roadie")
    room.play(1, "pass")
    room.play(2, "play:stage-fright:1")
    room.play(1, "react:locked-riff")
    room.play(3, "pass")
    room.play(0, "play:fresh-strings")
    room.play(2, "pass")
    room.play(0, "pass")
    assert [event.facts["cards"] for event in room.told("roadie")] == [["forgotten-lyrics"]]
    assert room.totals() == {1: 22, 0: 22, 3: 19, 2: 15}
    assert [room.score(seat).primary for seat in (0, 1)] == [16, 17]
    assert room.paid() == {1: 7, 0: 5, 3: 4, 2: 2}
    assert room.souls() == [5, 7, 2, 4]


@rule("LOR-148", "LOR-149", "LOR-150", "LOR-151")
def test_x28_what_a_rival_sees() -> None:
    room = _x10()
    room.play(1, "play:power-ballad")
    room.play(2, "play:forgotten-lyrics:0")
    room.play(3, "play:double-kick")
    room.play(0, "play:roadie")
    room.play(1, "pass")
    room.play(2, "pass")
    room.play(3, "pass")
    room.play(0, "play:fresh-strings")
    for viewer in (2, 3, None):
        band = room.region(viewer, "band-0")
        assert [one["card"] for one in band["cards"]] == ["forgotten-lyrics", "", ""]
        assert band["total"] == 17
    assert room.region(0, "hand")["down"] == ["roadie", "fresh-strings"]
    assert room.region(0, "hand")["total"] == 19
    kinds = {region.kind for region in RULES.view(room.state, None)}
    assert not kinds & {"hand", "venues", "recruit"}
    down = [event for event in room.told("played_down") if event.seat == 0][-1]
    names = ["Ann", "Ben", "Cleo", "Dan"]
    for viewer in (1, 2, 3, None):
        seen = down.seen_by(viewer)
        assert seen
        assert RULES.words.event(seen, names) == "Ann plays a card face down."
    own = down.seen_by(0)
    assert own
    assert RULES.words.event(own, names) == "Ann plays a card face down (Fresh Strings)."


@rule("LOR-153")
def test_every_move_is_an_item_of_the_menu() -> None:
    room = concert(
        "atlantis", "greek", "norse", "celtic", hands={1: ["roadie", "roadie", "merch-table"]}
    )
    assert room.open(1).count("play:roadie") == 1
    assert room.rule_against(1, "dance") == "LOR-153"
    assert isinstance(room.refused(1, "dance"), Blocked)


@rule("LOR-156")
def test_who_is_not_asked_is_refused() -> None:
    room = new_game(3)
    other = (room.state.anchor + 1) % 3
    assert room.rule_against(other, "pantheon:greek") == "LOR-156"
    assert RULES.refusal(room.state, None, "pantheon:greek").rule == "LOR-156"
