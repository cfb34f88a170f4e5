"""The chart: RNR-081 to RNR-091."""

from __future__ import annotations

import pytest

from app.games.rock_n_roll import RULES
from app.games.rock_n_roll.chart import Release, spot_by_card, spots
from app.games.rock_n_roll.content import CARDS
from app.games.rock_n_roll.state import UNRANKED
from tests.games.rock_n_roll.table import Table, album, kinds
from tests.ledger import rule


def placed(card: str, *albums: tuple[int, int]) -> list[int]:
    """Spots of albums of one month, given as rating and fans."""
    releases = [Release(seat, rating, fans) for seat, (rating, fans) in enumerate(albums)]
    by_seat = spots(CARDS[card].requirements, releases)
    return [by_seat[seat] for seat in range(len(albums))]


@rule("RNR-081", "RNR-082")
def test_a_card_for_every_month_with_a_release() -> None:
    table = Table(2, month=10)
    deck = list(table.state.deck.draw)
    table.cash(0)
    assert "chart" not in kinds(table.cash(1))
    assert table.state.deck.draw == deck
    table.do("declare:recording", "stop")
    events = table.do("declare:recording", "stop", seat=1)
    assert kinds(events).count("chart") == 1
    assert table.state.deck.draw == deck[:-1]
    chart = table.region("chart")
    assert chart["discards"] == [deck[-1]]
    assert chart["turned"] == [{"month": 11, "card": deck[-1]}]
    assert len(chart["card"]["albums"]) == 2
    table.do("declare:touring", "stop")
    table.cash(1)
    assert table.region("chart")["turned"] == [{"month": 11, "card": deck[-1]}]


@rule("RNR-083", "RNR-008")
@pytest.mark.parametrize(
    ("card", "rating", "spot"),
    # worked example 7, then equality and the ends of a card
    [
        ("chart-b", 54, 11),
        ("chart-d", 54, 11),
        ("chart-b", 55, 10),
        ("chart-b", 82, 1),
        ("chart-b", 120, 1),
        ("chart-b", 33, 20),
    ],
)
def test_spot_by_the_card(card: str, rating: int, spot: int) -> None:
    assert spot_by_card(CARDS[card].requirements, rating) == spot


@rule("RNR-084")
def test_an_unranked_album_still_needs_its_tour() -> None:
    table = Table(2, month=10).card("chart-e")
    table.lay(dice=[6, 6, 6, 6, 6])
    table.do("declare:recording", "stop")
    table.cash(1)
    assert table.band().albums[0].spot == UNRANKED
    assert "declare:touring" in table.moves()
    assert "declare:recording" not in table.moves()
    sources = table.points()
    assert sources["award-album"] == 3
    assert sources["chart"] == 0


@rule("RNR-085")
def test_different_ratings_may_share() -> None:
    """Worked example 24."""
    assert placed("chart-a", (55, 3), (54, 9)) == [11, 11]


@rule("RNR-086", "RNR-087", "RNR-088")
def test_equal_ratings() -> None:
    """Worked example 22."""
    assert placed("chart-b", (54, 12), (54, 9), (53, 20)) == [11, 12, 12]
    assert placed("chart-b", (54, 12), (54, 12), (54, 5)) == [11, 11, 13]


@rule("RNR-088")
def test_no_overtaking_through_several_ratings() -> None:
    assert placed("chart-b", (54, 3), (54, 2), (54, 1), (53, 9), (52, 9)) == [11, 12, 13, 13, 13]
    assert placed("chart-b", (30, 9), (90, 0), (60, 5)) == [UNRANKED, 1, 8]


@rule("RNR-089", "RNR-084")
def test_pushed_out() -> None:
    """Worked example 23."""
    assert placed("chart-c", (34, 10), (34, 6), (33, 50)) == [20, UNRANKED, UNRANKED]
    assert placed("chart-c", (34, 10), (34, 6), (34, 2)) == [20, UNRANKED, UNRANKED]


@rule("RNR-081", "RNR-088", "RNR-146")
def test_two_releases_in_one_month() -> None:
    """Worked example 21: card D serves both, the next month with a release the next card."""
    table = Table(2, month=21).card("chart-d")
    table.lay(0, dice=[6, 6, 6, 6, 6], fame=20)
    table.lay(1, dice=[6, 6, 6, 6, 6], fame=23)
    table.do("declare:recording", "stop")
    assert table.region("chart")["card"] is None
    assert table.region("chart")["waiting"] == [{"seat": 0, "rating": 54}]
    table.do("declare:recording", "stop", seat=1)
    assert [band.albums[0].spot for band in table.state.bands] == [11, 10]
    rows = table.region("chart")["card"]["albums"]
    assert [(row["seat"], row["rating"], row["spot"]) for row in rows] == [(0, 54, 11), (1, 57, 10)]
    following = table.state.deck.draw[-1]
    for seat in (0, 1):
        table.lay(seat, albums=[album(10, 40)])
        table.do("declare:recording", "stop", seat=seat)
    assert table.state.turned[-1].card == following


@rule("RNR-146", "RNR-106")
def test_a_rival_s_album_of_the_month_is_known() -> None:
    """Worked example 36."""
    table = Table(2, month=36).card("chart-h")
    table.lay(0, dice=[6, 6, 6, 6, 6], fame=23)
    table.lay(1, dice=[3, 4, 5, 6, 6], abilities=[3, 3, 3, 3], fame=9, fans=10, money=70)
    table.do("declare:recording", "stop")
    assert table.region("band-0", viewer=1)["albums"][0]["rating"] == 57
    table.do("declare:recording", seat=1)
    labels = {
        option.move: RULES.words.option(table.state, 1, option, ["P", "Q"])
        for option in RULES.menu(table.state, 1)
    }
    assert "55" in labels["stop"]
    assert "60" in labels["stop_session"]
    table.do("stop_session", seat=1)
    assert [band.albums[0].spot for band in table.state.bands] == [8, 7]
    assert spot_by_card(CARDS["chart-h"].requirements, 55) == 9


@rule("RNR-090")
def test_the_fans_of_the_close_decide() -> None:
    """Both albums rate 40; the band with more fans at the Close is ahead."""
    table = Table(2, month=10)
    table.lay(0, dice=[5, 5, 6, 6, 6], fans=3, fame=5)
    table.lay(1, dice=[5, 5, 6, 6, 6], fans=5, fame=3)
    table.do("declare:recording", "stop")
    table.do("declare:recording", "stop", seat=1)
    first, second = (band.albums[0] for band in table.state.bands)
    assert first.rating == second.rating == 40
    assert first.spot == second.spot + 1


@rule("RNR-091")
def test_the_deck_is_reshuffled() -> None:
    table = Table(2, month=10)
    deck = table.state.deck
    deck.used.extend(deck.draw)
    deck.draw.clear()
    table.do("declare:recording", "stop")
    table.cash(1)
    assert len(deck.draw) == 7
    assert len(deck.used) == 1
    assert sorted(deck.draw + deck.used) == sorted(CARDS)


@rule("RNR-091", "RNR-009")
def test_solo_games_turn_at_most_eight_cards() -> None:
    table = Table(1)
    while not table.state.over:
        table.band().dice = [1, 2, 3, 4, 5]
        table.do("declare:touring" if table.band().touring else "declare:recording", "stop")
    assert len(table.state.turned) == 8
    assert "deck" in table.luck.draws
    assert table.luck.draws["deck"] == 7, "one shuffle of eight cards"
