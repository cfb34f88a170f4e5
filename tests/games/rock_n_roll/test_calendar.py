"""The calendar, the month clock and taking back: RNR-015 to RNR-029."""

from __future__ import annotations

import itertools

from app.games import referee
from app.games.rock_n_roll import RULES
from app.games.rock_n_roll.state import PENDING, State, year_of
from app.games.rock_n_roll.words import month_and_year
from tests.games.rock_n_roll.table import NEW, SEED, Table, kinds
from tests.ledger import rule


@rule("RNR-015")
def test_four_years_of_twelve_months() -> None:
    assert [year_of(month) for month in (1, 12, 13, 24, 25, 36, 37, 48)] == [1, 1, 2, 2, 3, 3, 4, 4]
    assert month_and_year(1) == "January of year 1"
    assert month_and_year(24) == "December of year 2"
    assert month_and_year(39) == "March of year 4"
    ends: list[int] = []
    table = Table(1)
    while not table.state.over:
        month = table.state.month
        if "year_end" in kinds(table.cash()):
            ends.append(month)
    assert ends == [12, 24, 36, 48]


@rule("RNR-016", "RNR-018")
def test_all_bands_are_in_the_same_month() -> None:
    table = Table(3)
    for month in range(1, 5):
        calendars = [table.region(f"calendar-{seat}")["month"] for seat in range(3)]
        assert calendars == [month] * 3
        assert table.region("month")["month"] == month
        table.close()


@rule("RNR-017", "RNR-019", "RNR-024")
def test_a_month_from_opening_to_close() -> None:
    """Both throw; one commits, one ends; only then the month closes and the next one opens:
    the free band throws all its dice, the committed one those that it did not keep."""
    table = Table(2, month=5)
    table.lay(0, dice=[1, 1, 2, 5, 6])
    table.falls(3, 3, 3).falls(6, 5, 4, 3, 2, seat=1)
    assert "month" not in kinds(table.do("declare:cash", "again:5.6"))
    assert table.state.month == 5
    events = table.cash(1)
    assert kinds(events)[-2:] == ["closed", "month"]
    assert table.state.month == 6
    assert table.band(0).values == (3, 3, 3, 5, 6)
    assert table.band(0).phase == "step"
    assert table.band(1).dice == [6, 5, 4, 3, 2]
    assert table.band(1).phase == "declare"


@rule("RNR-018")
def test_the_box_is_checked_before_dice_fall() -> None:
    """A box is checked even for a month whose dice bring nothing to decide."""
    table = Table(1, month=46)
    table.do("declare:cash", "again:-")
    assert table.region("calendar-0")["month"] == 47
    table.do("again:-")
    assert table.state.over
    assert table.region("calendar-0")["month"] == 48


@rule("RNR-020")
def test_one_throw_a_month_unless_bought() -> None:
    table = Table(2).falls(1, 2, 3, 4, 5, seat=0)
    drawn = table.luck.draws["band-0"]
    table.cash(0)
    assert table.luck.draws["band-0"] == drawn
    table.cash(1)
    assert table.band(0).dice == [1, 2, 3, 4, 5]
    assert table.luck.draws["band-0"] == drawn


@rule("RNR-022")
def test_rivals_change_nothing_before_the_close() -> None:
    table = Table(2)
    before = RULES.menu(table.state, 1), table.region("band-1"), table.region("dice-1")
    table.do("declare:fans")
    assert (RULES.menu(table.state, 1), table.region("band-1"), table.region("dice-1")) == before
    table.do("stop")
    assert (RULES.menu(table.state, 1), table.region("band-1"), table.region("dice-1")) == before


@rule("RNR-022")
def test_the_close_is_the_same_for_every_order() -> None:
    """Invariant 17, with releases of three bands in one month."""
    moves = {0: ["declare:recording", "stop"], 1: ["declare:cash", "again:-"]}
    moves[2] = ["declare:recording", "stop"]
    ends: list[referee.Position[State]] = []
    for order in itertools.permutations(range(3)):
        position = referee.start(RULES, 3, NEW, SEED)
        for seat in order:
            for move in moves[seat]:
                referee.play(RULES, position, SEED, seat, move)
        ends.append(position)
    assert ends[0].state.month == 2
    assert len(ends[0].state.turned) == 1
    assert all(end.state == ends[0].state and end.draws == ends[0].draws for end in ends)


@rule("RNR-023")
def test_a_band_that_is_done_has_no_menu() -> None:
    table = Table(3)
    table.cash(0)
    table.do("declare:cash", "again:-", seat=1)
    for seat in (0, 1):
        assert RULES.menu(table.state, seat) == []
        assert table.says("declare:cash", seat) == (
            "Your month is done. Waiting for: Player 3 (RNR-023)."
        )
    assert list(RULES.waiting_on(table.state)) == [2]


@rule("RNR-024")
def test_solo_months_close_at_once() -> None:
    table = Table(1)
    assert kinds(table.cash())[-1] == "month"
    assert table.state.month == 2


@rule("RNR-025", "RNR-026")
def test_the_order_of_the_close() -> None:
    """Ratings and gains stand at once; spots, calendar notes and leaving roadies wait."""
    table = Table(2, month=12)
    table.lay(0, dice=[1, 2, 3, 4, 5, 6], money=0)
    table.lay(1, dice=[5, 5, 5, 1, 2])
    events = table.do("declare:recording", "stop")
    assert kinds(events) == ["declared", "ended"]
    assert table.band(0).albums[0].rating == 2 + 3 + 4 + 5 + 6 + 4
    assert table.band(0).albums[0].spot == PENDING
    assert table.region("calendar-0")["releases"] == []
    assert table.band(0).roadie
    events = table.do("declare:fans", "stop", seat=1)
    assert kinds(events) == [
        "declared",
        "ended",
        "chart",
        "roadie_left",
        "year_end",
        "closed",
        "month",
    ]
    assert table.band(0).albums[0].spot != PENDING
    assert [note["month"] for note in table.region("calendar-0")["releases"]] == [12]


@rule("RNR-027")
def test_actions_of_different_length() -> None:
    """Worked example 21, first half: two releases meet that began in different months."""
    table = Table(2, month=20)
    table.do("declare:recording", "again:-")
    table.cash(1)
    assert table.region("dice-0")["throws"] == 2
    table.do("stop")
    table.do("declare:recording", "stop", seat=1)
    assert [band.albums[0].month for band in table.state.bands] == [21, 21]
    assert [turned.month for turned in table.state.turned] == [21]


@rule("RNR-028")
def test_single_choices_are_taken() -> None:
    """A third throw without money leaves only the stop: the band is done by itself."""
    table = Table(2, month=5)
    table.do("declare:cash", "again:-")
    table.cash(1)
    table.do("again:-")
    table.falls(6, 6, 6, 6, 6)
    events = table.cash(1)
    assert kinds(events)[-2:] == ["month", "ended"]
    assert table.band(0).money == 30
    assert table.band(0).phase == "done"
    assert table.moves() == []


@rule("RNR-029")
def test_what_can_be_taken_back() -> None:
    """Worked example 35: declarations and ends draw nothing and are no barrier; throws and
    the Close are."""
    position = referee.start(RULES, 2, NEW, SEED)
    band = position.state.bands[0]
    band.dice, band.money = [2, 2, 5, 5, 6], 60
    band.finances.cash = 60

    def barrier(seat: int, move: str) -> bool:
        return referee.play(RULES, position, SEED, seat, move).barrier

    assert barrier(0, "magazine:5.5.6")
    assert not barrier(0, "declare:fans")
    assert not barrier(0, "stop")
    assert not barrier(1, "declare:cash")
    assert barrier(1, "again:-")
    assert position.state.month == 2


@rule("RNR-029")
def test_the_last_close_is_a_barrier_without_chance() -> None:
    table = Table(2, month=48)
    table.cash(0)
    draws = dict(table.luck.draws)
    events = table.cash(1)
    assert table.luck.draws == draws
    assert [event.kind for event in events if event.barrier] == ["closed"]


@rule("RNR-029")
def test_sessions_and_sets_can_be_taken_back() -> None:
    position = referee.start(RULES, 2, NEW, SEED)
    for seat, dice in ((0, [1, 1, 1, 1, 1]), (1, [3, 4, 5, 6, 6])):
        band = position.state.bands[seat]
        band.dice, band.money, band.finances.cash = dice, 100, 100
    for move in ("declare:practice", "stop", "two:vocals"):
        assert not referee.play(RULES, position, SEED, 0, move).barrier
    assert not referee.play(RULES, position, SEED, 1, "declare:recording").barrier
    # this stop ends the month for both
    assert referee.play(RULES, position, SEED, 1, "stop_session").barrier
