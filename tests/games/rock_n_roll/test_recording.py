"""Recording: RNR-074 to RNR-079."""

from __future__ import annotations

from app.games.rock_n_roll import RULES
from tests.games.rock_n_roll.table import Table, album
from tests.ledger import rule


@rule("RNR-074", "RNR-032")
def test_the_tour_comes_first() -> None:
    table = Table(2, month=10)
    table.lay(albums=[album(1, 40, gigs=3)])
    title = table.band().titles[0]
    assert table.says("declare:recording") == (
        f"“{title}” still needs 2 gigs before the next album (RNR-074)."
    )
    table.lay(albums=[album(1, 40, gigs=4)])
    assert f"“{title}” still needs 1 gig before" in table.says("declare:recording")
    table.lay(albums=[album(1, 40, gigs=5)])
    assert "declare:recording" in table.moves()
    table.lay(albums=[])
    assert "declare:recording" in table.moves()


@rule("RNR-075", "RNR-076", "RNR-106", "RNR-108")
def test_rating_with_and_without_session_musician() -> None:
    """Worked example 26: 53 or 58; on card E number 12 or number 10."""
    for stop, rating, money, spot in (("stop", 53, 100, 12), ("stop_session", 58, 30, 10)):
        table = Table(2, month=10).card("chart-e")
        table.lay(dice=[3, 4, 5, 6, 6], abilities=[3, 2, 2, 2], fame=7, fans=13, money=100)
        table.do("declare:recording", stop)
        (released,) = table.band().albums
        assert (released.rating, released.month, table.band().money) == (rating, 10, money)
        assert released.session == (stop == "stop_session")
        # he counts neither as a musician nor for total ability
        assert table.band().total == 9
        table.cash(1)
        assert released.spot == spot


@rule("RNR-075")
def test_an_album_cannot_be_thrown_away() -> None:
    table = Table(2, month=10)
    table.lay(dice=[1, 1, 1, 1, 1])
    table.do("declare:recording", "stop")
    assert [one.rating for one in table.band().albums] == [9]
    assert table.moves() == []


@rule("RNR-077")
def test_an_album_is_fixed_for_good() -> None:
    table = Table(2, month=10)
    table.do("declare:recording", "stop")
    table.cash(1)
    (released,) = table.region("band-0")["albums"]
    table.lay(fans=15, fame=12, abilities=[5, 5, 5, 5], dice=[1, 2, 3, 4, 5])
    table.do("declare:touring", "stop")
    table.cash(1)
    (later,) = table.region("band-0")["albums"]
    assert later["gigs"] == [5]
    assert {**later, "gigs": []} == released


@rule("RNR-078")
def test_what_is_written_down() -> None:
    table = Table(2, month=10).card("chart-a")
    table.lay(dice=[6, 6, 6, 6, 6])
    table.do("declare:recording", "stop")
    (released,) = table.region("band-0")["albums"]
    assert released["title"] == table.band().titles[0]
    assert released["rating"] == 34
    assert released["month"] == 10
    assert released["spot"] is None
    assert released["gigs"] == []
    table.cash(1)
    (released,) = table.region("band-0")["albums"]
    assert released["spot"] == "unranked"
    (note,) = table.region("calendar-0")["releases"]
    assert (note["month"], note["number"], note["spot"]) == (10, 1, "unranked")


@rule("RNR-079", "RNR-113")
def test_recorded_over_new_year() -> None:
    """Worked example 25: a December with a roadie; the album belongs to year 2."""
    table = Table(2, month=12)
    table.lay(dice=[1, 4, 5, 5, 6, 6])
    table.do("declare:recording")
    assert table.says("again:4.5.5.6.6") == (
        "The roadie leaves with the year: keep four at most (RNR-113)."
    )
    assert max(move.count(".") for move in table.moves() if move.startswith("again")) == 3
    table.do("again:5.5.6.6")
    table.falls(3).cash(1)
    assert table.state.month == 13
    assert table.band().values == (3, 5, 5, 6, 6)
    assert not table.band().roadie
    table.do("stop")
    (released,) = table.band().albums
    assert released.dice == 25
    assert (released.month, released.year) == (13, 2)
    RULES.audit(table.state)
