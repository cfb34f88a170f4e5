"""Automatic choices in play, and computer players."""

from __future__ import annotations

from app.games import referee
from app.games.chance import Chance
from app.games.lords_of_rock import RULES
from app.games.lords_of_rock.computer import power_bar
from app.games.lords_of_rock.content import POINTS, POSITIVE, VENUE_MASK, VENUES, starting_value
from app.games.lords_of_rock.state import LayingVenue, Redrawing, RunConcert
from app.games.players import greedy_player
from app.games.playouts import playout, seed_of
from tests.games.lords_of_rock.table import Room, concert, new_game
from tests.ledger import rule


def advised(room: Room, seat: int, luck: int = 0) -> str | None:
    options = RULES.menu(room.state, seat, open_only=True)
    return RULES.advise(room.state, seat, options, Chance(bytes([luck] * 32)))


@rule("LOR-155")
def test_the_automatic_venue_has_the_largest_lead() -> None:
    room = concert("atlantis", "greek", "norse", "celtic", hands={0: ["roadie"]}, step=RunConcert())
    assert isinstance(room.state.step, LayingVenue)
    host = room.state.step.seat

    def lead(venue: str) -> tuple[int, int]:
        mask = VENUE_MASK[venue]
        values = [starting_value(player.band, mask) for player in room.state.players]
        own = values.pop(host)
        return own - max(values), len(VENUES[venue].skills)

    chosen = RULES.automatic(room.state, host).partition(":")[2]
    assert lead(chosen) == max(lead(venue) for venue in room.state.players[host].venues)


@rule("LOR-155")
def test_the_automatic_choice_of_a_turn_is_to_pass() -> None:
    room = concert(
        "atlantis", "greek", "norse", "celtic",
        hands={0: ["stage-fright"], 1: ["roadie"], 2: ["roadie"]},
    )  # fmt: skip
    assert RULES.automatic(room.state, 1) == "pass"
    room.play(1, "pass")
    room.play(2, "pass")
    room.play(0, "play:stage-fright:1")
    assert RULES.automatic(room.state, 1) == "react:decline"


@rule("LOR-155")
def test_the_automatic_redraw_keeps_and_stops() -> None:
    room = new_game(3, pantheon_powers="off")
    room.go_on(Redrawing)
    assert RULES.automatic(room.state, 0) == "redraw:keep"
    room.play(0, room.open(0)[0])
    assert RULES.automatic(room.state, 0) == "redraw:stop"


def test_a_computer_answers_a_negative_with_a_roadie() -> None:
    room = concert(
        "atlantis", "greek", "norse", "celtic",
        hands={0: ["stage-fright"], 1: ["roadie", "double-kick"], 2: ["roadie"]},
    )  # fmt: skip
    room.play(1, "pass")
    room.play(2, "pass")
    room.play(0, "play:stage-fright:1")
    assert advised(room, 1) == "react:roadie"


def test_a_computer_hits_the_leader_and_never_plays_into_nothing() -> None:
    room = concert(
        "circus-maximus", "greek", "norse", "celtic",
        hands={0: ["roadie"], 1: ["stage-fright", "thunder-fill"], 2: ["roadie"]},
    )  # fmt: skip
    assert advised(room, 1) == "play:stage-fright:2"


def test_a_computer_bluffs_only_with_a_full_hand_and_a_dead_card() -> None:
    dead = ["thunder-fill", "double-kick", "solid-backbeat", "walking-line", "rumble-of-the-deep"]
    full = [*dead, "earthshaker-groove", "rhythm-section", "dropped-stick"]
    mask = VENUE_MASK["circus-maximus"]
    assert not any(POINTS[card][mask] for card in full)
    rich = concert("circus-maximus", "celtic", "greek", "norse", hands={0: ["roadie"], 1: full})
    bluffs = {advised(rich, 1, luck) for luck in range(40)}
    assert "pass" in bluffs
    assert len(bluffs) == 2
    (bluff,) = bluffs - {"pass"}
    assert bluff
    assert bluff.partition(":")[2] in POSITIVE
    poor = concert("circus-maximus", "celtic", "greek", "norse", hands={0: ["roadie"], 1: dead})
    assert {advised(poor, 1, luck) for luck in range(40)} == {"pass"}


def test_a_computer_uses_a_power_that_wins_and_keeps_one_that_does_not() -> None:
    # Greek 12 against Norse 14 at a Medium venue: a Thunderbolt is worth two places
    room = concert(
        "styx-landing", "greek", "norse", "aztec", "celtic", powers=True, resolve=True, hosted=16
    )
    assert advised(room, 0) == "power:thunderbolt-solo"
    early = concert("rainbow-bridge", "aztec", "norse", "celtic", powers=True, resolve=True)
    assert RULES.menu(early.state, 1)[0].move == "power:holmgang"
    assert power_bar(room.state) < power_bar(early.state)


@rule("LOR-159")
def test_a_computer_decides_by_what_its_seat_sees() -> None:
    room = new_game(4)
    checked = 0
    while RULES.waiting_on(room.state) and checked < 120:
        seat = min(RULES.waiting_on(room.state))
        codec = referee.Codec(RULES)
        real = greedy_player(RULES, codec.copy(room.position), seat, Chance(bytes(32)))
        dealt = RULES.redeal(room.state, seat, Chance(bytes([9] * 32)))
        guess = greedy_player(RULES, referee.Position(dealt, {}), seat, Chance(bytes(32)))
        if room.asked()[seat] in ("turn", "reaction", "venue", "redraw-first", "limit"):
            assert real == guess
            checked += 1
        room.play(seat, real)
    assert checked == 120


def test_greedy_players_beat_random_ones() -> None:
    wins = 0
    for number in range(12):
        players = ["random"] * 4
        players[number % 4] = "greedy"
        played = playout(RULES, seed_of("greedy", number), players)
        assert not played.fault
        assert played.result
        wins += (number % 4) in played.result.winners
    assert wins >= 6, "twice the fair share of a quarter"
