"""Refusals, automatic choices, words, and computer players: RNR-149 to RNR-157."""

from __future__ import annotations

import pytest

from app.games.chance import Chance
from app.games.players import greedy_player
from app.games.playouts import playout, seed_of
from app.games.referee import Position
from app.games.rock_n_roll import RULES, computer, odds
from tests.games.rock_n_roll.table import Table, album
from tests.ledger import rule


@rule("RNR-157")
@pytest.mark.parametrize(
    ("moves", "move"),
    [
        ([], "declare:football"),
        ([], "accept:"),
        ([], ""),
        ([], "dance"),
        (["declare:cash"], "all"),
        (["declare:cash"], "lose:vocals"),
        (["declare:cash"], "accept"),
        (["declare:practice", "stop"], "two:bass"),
        (["declare:practice", "stop"], "stop"),
    ],
)
def test_nothing_off_the_menu(moves: list[str], move: str) -> None:
    table = Table(2, month=10)
    table.lay(dice=[1, 1, 1, 1, 1])
    table.do(*moves)
    before = table.state.bands[0].phase, table.band().asked, dict(table.luck.draws)
    expected = "RNR-030" if move.startswith("accept:") else "RNR-157"
    assert table.refused(move).rule == expected
    assert (table.state.bands[0].phase, table.band().asked, dict(table.luck.draws)) == before


@rule("RNR-022")
@pytest.mark.parametrize("seat", [None, 5])
def test_other_people_s_bands(seat: int | None) -> None:
    blocked = RULES.refusal(Table(2).state, seat, "declare:cash")
    assert RULES.words.reason(blocked, ["A", "B"]) == "This is not your band."
    assert blocked.rule == "RNR-022"


@rule("RNR-149")
@pytest.mark.parametrize(
    ("dice", "touring", "fans", "expected"),
    [
        ([1, 2, 3, 4, 4], True, 0, "touring"),
        ([1, 1, 6, 6, 4], True, 0, "fame"),
        ([1, 2, 3, 6, 6], True, 0, "touring"),
        ([1, 2, 3, 4, 4], False, 0, "fans"),
        ([6, 6, 1, 1, 1], False, 0, "fame"),
        ([6, 1, 1, 1, 5], False, 0, "practice"),
        ([6, 1, 1, 2, 5], False, 0, "fans"),
        ([6, 1, 1, 2, 5], False, 20, "cash"),
        ([6, 1, 1, 2, 2], False, 0, "cash"),
    ],
)
def test_automatic_declarations(dice: list[int], touring: bool, fans: int, expected: str) -> None:
    table = Table(2, month=10)
    table.lay(dice=dice, fans=fans, albums=[album(1, 40, gigs=1)] if touring else [])
    assert RULES.automatic(table.state, 0) == f"declare:{expected}"


@rule("RNR-149")
def test_automatic_ends() -> None:
    table = Table(2, month=10)
    table.lay(dice=[1, 1, 3, 3, 3, 3], money=500)
    table.do("declare:practice")
    assert RULES.automatic(table.state, 0) == "stop"
    table.do("stop")
    assert RULES.automatic(table.state, 0) == "two:bass"

    table = Table(2, month=10)
    table.lay(dice=[1, 1, 1, 1, 1])
    table.do("declare:practice", "stop")
    assert RULES.automatic(table.state, 0) == "all"

    table = Table(2, month=10)
    table.lay(dice=[6, 6, 1, 1, 1], money=500)
    table.do("declare:fame")
    assert RULES.automatic(table.state, 0) == "bank"
    table.falls(1, 1, 2, 3, 4).do("all_again")
    assert RULES.automatic(table.state, 0) == "accept"


@rule("RNR-149")
@pytest.mark.parametrize(
    ("abilities", "expected"),
    [
        ([4, 4, 2, 1], "bass"),  # 30 either way: the weakest above 1
        ([4, 3, 3, 1], "rhythm"),  # 30 but for the loss of the 4: weakest, lowest number
        ([6, 4, 4, 3], "drums"),  # no limit kept by the weakest
        ([4, 2, 2, 2], "rhythm"),  # the total falls anyway
    ],
)
def test_automatic_loss(abilities: list[int], expected: str) -> None:
    table = Table(2, month=10)
    table.lay(dice=[1, 1, 2, 3, 4], abilities=abilities)
    table.do("declare:fame")
    assert RULES.automatic(table.state, 0) == f"lose:{expected}"


@rule("RNR-149")
def test_automatic_choices_never_take_a_large_decision() -> None:
    """Whole games by automatic choices: no album, no commitment, no money spent."""
    table = Table(3)
    while not table.state.over:
        for seat in RULES.waiting_on(table.state):
            move = RULES.automatic(table.state, seat)
            assert move.partition(":")[0] not in {
                "again",
                "free",
                "magazine",
                "roadie",
                "all_again",
                "stop_session",
            }
            assert move != "declare:recording"
            table.do(move, seat=seat)
            break
    for band in table.state.bands:
        assert band.albums == []
        assert band.money == band.finances.cash + band.finances.gigs


@rule("RNR-151")
def test_a_computer_player_decides_as_if_it_were_the_first() -> None:
    """What a rival did this month does not change its choice."""
    for number in range(20):
        table = Table(2, month=30)
        table.lay(1, dice=[1 + (number * k) % 6 for k in (1, 2, 3, 5, 7)], albums=[album(9, 50)])
        table.lay(0, albums=[album(9, 60)])

        def chosen(table: Table = table) -> str:
            position = Position(table.state, {})
            return greedy_player(RULES, position, 1, Chance(bytes(32)))

        before = chosen()
        table.lay(0, fame=30, fans=15)
        table.do("declare:recording", "stop")
        assert chosen() == before


@rule("RNR-151")
def test_heuristics_beat_chance() -> None:
    """The greedy player wins nine games in ten against the random one."""
    won = 0
    for number in range(20):
        players = ["greedy", "random"] if number % 2 else ["random", "greedy"]
        played = playout(RULES, seed_of("heuristics", number), players)
        assert played.fault == ""
        assert played.result is not None
        won += played.result.winners == (players.index("greedy"),)
    assert won >= 18


def test_odds_are_exact() -> None:
    """The ledger's figures for a gig in one throw, and the averages of Cash and Fans."""
    hands = odds.hands(5)
    assert len(hands) == 252
    gig = odds.expected(5, odds.scored(5, lambda hand: float(len(set(hand)) == 5)))
    assert gig[()] == pytest.approx(0.0926, abs=1e-4)
    assert gig[(1, 2, 3, 4)] == pytest.approx(1 / 3)
    cash = [odds.Outlook(5, odds.scored(5, sum), (0.0,) * more).mean for more in range(3)]
    assert cash == pytest.approx([17.5, 21.25, 23.33], abs=0.01)
    assert sum(odds.chances_of_sixes(6, 5)) == pytest.approx(1.0)


def test_the_best_throw_is_worth_its_month() -> None:
    """With three 1s on the table a recording band throws exactly those again."""
    table = Table(1, month=30)
    table.lay(dice=[1, 1, 1, 6, 6])
    table.do("declare:recording")
    options = RULES.menu(table.state, 0, open_only=True)
    assert computer.advise(table.state, 0, options) == "again:6.6"
    table.lay(dice=[4, 5, 5, 6, 6])
    options = RULES.menu(table.state, 0, open_only=True)
    assert computer.advise(table.state, 0, options) == "stop"


@pytest.mark.parametrize("seats", [1, 4])
def test_every_move_and_event_has_words(seats: int) -> None:
    """A random game with money enough for everything, told from the first month to the last."""
    names = [f"Player {seat + 1}" for seat in range(seats)]
    table, luck = Table(seats), Chance(bytes(32))
    told: set[str] = set()
    while not table.state.over:
        seat = min(RULES.waiting_on(table.state))
        if table.band(seat).money < 130:
            table.lay(seat, money=130)
        for option in RULES.menu(table.state, seat):
            text = RULES.words.option(table.state, seat, option, names)
            assert text
            assert "{" not in text
        for event in table.do(luck.pick(table.moves(seat)), seat=seat):
            line = RULES.words.event(event, names)
            assert "{" not in line
            assert bool(line) == (event.kind != "closed")
            told.add(event.kind)
    everything = {"month", "declared", "committed", "magazine", "roadie_hired", "ended", "chart"}
    assert told >= everything | {"roadie_left", "year_end", "final", "closed", "all_again"}
