"""A new game: RNR-001 to RNR-014."""

from __future__ import annotations

from itertools import pairwise

import pytest

from app.games import referee
from app.games.chance import Chance
from app.games.contract import Refusal
from app.games.rock_n_roll import RULES
from app.games.rock_n_roll.content import BAND_ROWS, CONTENT
from app.games.rock_n_roll.state import Finances
from tests.games.rock_n_roll.table import NEW, SEED, Table, album
from tests.ledger import rule


@rule("RNR-001")
def test_one_to_six_bands() -> None:
    for seats in range(1, 7):
        assert len(Table(seats).state.bands) == seats
    for seats in (0, 7):
        with pytest.raises(ValueError, match="1 to 6 players"):
            referee.complete_settings(RULES, seats, {})


@rule("RNR-002", "RNR-004", "RNR-005", "RNR-006")
def test_a_new_sheet() -> None:
    for band in Table(3).state.bands:
        assert band.abilities == [1, 1, 1, 1]
        assert band.total == 4
        assert (band.fans, band.fame, band.money) == (0, 0, 0)
        assert band.albums == []
        assert band.finances == Finances()
        assert not band.roadie
        assert len(band.dice) == 5
        assert all(1 <= face <= 6 for face in band.dice)


@rule("RNR-002")
def test_sheets_do_not_share() -> None:
    table = Table(2)
    before = list(table.band(1).abilities), table.band(1).money
    table.lay(0, dice=[1, 1, 1, 5, 6])
    table.do("declare:practice", "stop")
    assert (table.band(1).abilities, table.band(1).money) == before


@rule("RNR-003")
def test_musicians_and_their_numbers() -> None:
    musicians = Table().region("band-0")["musicians"]
    assert [(one["role"], one["number"]) for one in musicians] == [
        ("Vocals", 1),
        ("Rhythm guitar", 2),
        ("Bass", 3),
        ("Drums", 4),
    ]


@rule("RNR-007")
def test_the_deck_is_shuffled_from_eight_cards() -> None:
    decks = [RULES.setup(2, NEW, Chance(bytes([n]) * 32)).deck.draw for n in range(4)]
    assert all(sorted(deck) == sorted(card.id for card in CONTENT.chart_cards) for deck in decks)
    assert len(decks[0]) == 8
    assert len({tuple(deck) for deck in decks}) > 1


@rule("RNR-008")
def test_cards_fall_strictly_over_twenty_spots() -> None:
    for card in CONTENT.chart_cards:
        assert len(card.requirements) == 20
        assert all(higher > lower for higher, lower in pairwise(card.requirements))
    for name in ("Card B", "Card D"):
        card = next(card for card in CONTENT.chart_cards if card.name == name)
        assert card.requirements[9:11] == [55, 53]


@rule("RNR-009")
def test_the_fastest_career_fills_eight_slots() -> None:
    """Worked example 27: eight albums with five one-month gigs after each."""
    table = Table(1)
    releases: list[int] = []
    while not table.state.over:
        table.band().dice = [1, 2, 3, 4, 5]
        category = "touring" if table.band().touring else "recording"
        if category == "recording":
            releases.append(table.state.month)
        table.do(f"declare:{category}", "stop")
    assert releases == [1, 7, 13, 19, 25, 31, 37, 43]
    assert [len(one.gigs) for one in table.band().albums] == [5] * 8
    RULES.audit(table.state)


@rule("RNR-010", "RNR-080")
def test_names_are_dealt_and_can_be_replaced() -> None:
    table = Table(6)
    rows = [next(r for r in BAND_ROWS.values() if r.name == b.name) for b in table.state.bands]
    assert len({row.id for row in rows}) == 6
    assert table.band().musicians == [rows[0].vocals, rows[0].rhythm, rows[0].bass, rows[0].drums]
    assert table.band().titles == rows[0].albums
    before = table.moves()
    for slot in ("band", "vocals", "rhythm", "bass", "drums", "album-1", "album-8"):
        (event,) = RULES.rename(table.state, 0, slot, f"New {slot}")
        assert event.facts == {"slot": slot, "text": f"New {slot}"}
    sheet = table.region("band-0")
    assert sheet["name"] == "New band"
    assert [one["name"] for one in sheet["musicians"]] == [
        "New vocals",
        "New rhythm",
        "New bass",
        "New drums",
    ]
    assert sheet["titles"][0] == "New album-1"
    assert sheet["titles"][7] == "New album-8"
    assert table.moves() == before


@rule("RNR-010")
@pytest.mark.parametrize("slot", ["album-9", "album-0", "album-01", "album", "manager", ""])
def test_other_names_there_are_none(slot: str) -> None:
    with pytest.raises(Refusal) as refused:
        RULES.rename(Table().state, 0, slot, "X")
    assert refused.value.blocked.rule == "RNR-010"


@rule("RNR-080")
def test_titles_come_in_order() -> None:
    table = Table(2, month=20)
    table.lay(0, albums=[album(10, 40)], dice=[1, 2, 3, 4, 5])
    titles = list(table.band().titles)
    table.do("declare:recording", "stop")
    assert [one["title"] for one in table.region("band-0")["albums"]] == titles[:2]


@rule("RNR-011", "RNR-021")
def test_everybody_decides_at_once() -> None:
    table = Table(4)
    waiting = RULES.waiting_on(table.state)
    assert list(waiting) == [0, 1, 2, 3]
    assert {decision.kind for decision in waiting.values()} == {"declare"}
    table.cash(2)
    assert list(RULES.waiting_on(table.state)) == [0, 1, 3]


@rule("RNR-012")
def test_dice_do_not_depend_on_who_was_quicker() -> None:
    """Both bands throw on; the order of their decisions changes no die."""
    seen: list[list[list[int]]] = []
    for order in ((0, 1), (1, 0)):
        position = referee.start(RULES, 2, NEW, SEED)
        for seat in order:
            for move in ("declare:cash", "again:-"):
                referee.play(RULES, position, SEED, seat, move)
        seen.append([band.dice for band in position.state.bands])
        assert set(position.draws) == {"names", "deck", "flavour", "band-0", "band-1"}
    assert seen[0] == seen[1]


@rule("RNR-013")
def test_settings_are_chosen_before_the_start() -> None:
    assert referee.complete_settings(RULES, 3, {}) == NEW
    cumulative = referee.complete_settings(RULES, 3, {"tiers": "cumulative"})
    assert RULES.setup(3, cumulative, Chance(SEED)).tiers == "cumulative"
    assert Table().says("tiers:cumulative") == (
        "Settings are fixed once the game has started (RNR-013)."
    )
    for setting in RULES.meta.settings[:2]:
        assert all(choice.label and choice.detail for choice in setting.choices)


@rule("RNR-014")
def test_only_a_comeback_starts_differently() -> None:
    source = {
        "band": "A",
        "musicians": ["V", "R", "B", "D"],
        "abilities": [5, 4, 3, 1],
        "fans": 29,
        "fame": 11,
        "comeback": False,
    }
    back = {"tiers": "highest", "comeback": "plain", "source": source}
    state = RULES.setup(1, back, Chance(SEED))
    assert state.bands[0].abilities != Table(1).band().abilities
    assert state.bands[0].fans > 0
