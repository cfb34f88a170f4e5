"""Solo play and the comeback: RNR-130 to RNR-140."""

from __future__ import annotations

import re
from typing import Any

import pytest

from app.games import referee
from app.games.chance import Chance
from app.games.playouts import playout, seed_of
from app.games.rock_n_roll import RULES
from app.games.rock_n_roll.content import BAND_ROWS, CONTENT
from app.games.rock_n_roll.state import Band, State
from tests.games.rock_n_roll.table import SEED, Table, album
from tests.ledger import rule


def career(abilities: list[int], fans: int, fame: int = 11) -> dict[str, Any]:
    """A finished solo game as `legacy` gives it."""
    table = Table(1, month=48)
    band = table.lay(abilities=abilities, fans=fans, fame=fame, money=84)
    band.name, band.musicians = "The Old Ones", ["Ann", "Bo", "Cy", "Di"]
    table.state.over = True
    source = RULES.legacy(table.state, 0)
    assert source is not None
    return source


def comeback(kind: str, source: dict[str, Any], seed: bytes = SEED) -> State:
    settings = {"tiers": "highest", "comeback": kind, "source": source}
    return RULES.setup(1, settings, Chance(seed))


def leaver(band: Band) -> int:
    """Who has left, by the name that is new."""
    return next(i for i, name in enumerate(band.musicians) if name not in ["Ann", "Bo", "Cy", "Di"])


@rule("RNR-130")
def test_solo_games_are_whole_games() -> None:
    for number in range(3):
        played = playout(RULES, seed_of("solo", number), ["greedy"])
        assert played.fault == ""
        assert played.result is not None
        assert played.result.winners == (0,)


@rule("RNR-131", "RNR-133")
def test_what_a_solo_game_is_noted_with() -> None:
    table = Table(1, tiers="cumulative")
    table.lay(
        fame=7,
        fans=12,
        abilities=[4, 3, 2, 1],
        albums=[album(5, 82, 1), album(15, 60, 8), album(30, 30)],
    )
    table.state.month, table.state.over = 48, True
    result = RULES.result(table.state)
    assert result is not None
    (place,) = result.places
    assert place.score == 11 + 3
    assert dict(place.detail) == {
        "chart": 14,
        "hall_points": 7,
        "grade": 3,
        "best_rating": 82,
        "fame": 7,
        "fans": 12,
        "ability": 10,
        "comeback": 0,
    }
    assert all(RULES.words.score(key) for key in place.detail)
    assert table.region("standing")["grade"]["name"] == "Support act"


@rule("RNR-133")
@pytest.mark.parametrize(
    ("spots", "grade"),
    [
        ([], "Still in the garage"),
        ([10], "Pub band"),
        ([5, 11], "Pub band"),
        ([1], "Support act"),
        ([1, 2], "Headliners"),
        ([1, 1, 20], "Stadium band"),
        ([1, 1, 1], "Legends"),
        ([1, 1, 1, 1], "Untouchable"),
    ],
)
def test_grades(spots: list[int], grade: str) -> None:
    table = Table(1)
    table.lay(albums=[album(5, 90, spot) for spot in spots])
    table.state.over = True
    assert table.region("standing")["grade"]["name"] == grade


@rule("RNR-134")
def test_who_can_come_back() -> None:
    for seats, why in (
        (2, "“Comeback” is not for 2 players (RNR-134)."),
        (1, "“Band that comes back” has to be chosen (RNR-134)."),
    ):
        with pytest.raises(ValueError, match=re.escape(why)):
            referee.complete_settings(RULES, seats, {"comeback": "plain"})
    source = career([5, 4, 3, 1], 29)
    chosen = {"comeback": "rusty", "source": source}
    assert referee.complete_settings(RULES, 1, chosen)["source"] == source
    (setting,) = (s for s in RULES.meta.settings if s.name == "comeback")
    assert [choice.value for choice in setting.choices] == ["off", "plain", "rusty", "split"]

    running, group = Table(1), Table(2)
    group.state.over = True
    assert RULES.legacy(running.state, 0) is None
    assert RULES.legacy(group.state, 0) is None


@rule("RNR-135", "RNR-136")
@pytest.mark.parametrize(("kind", "abilities"), [("plain", [5, 4, 3, 1]), ("rusty", [4, 3, 2, 1])])
def test_plain_and_rusty(kind: str, abilities: list[int]) -> None:
    """Worked example 32, first part."""
    state = comeback(kind, career([5, 4, 3, 1], 29))
    band = state.bands[0]
    assert band.abilities == abilities
    assert (band.fans, band.fame, band.money) == (14, 5, 0)
    assert band.name == "The Old Ones"
    assert band.musicians == ["Ann", "Bo", "Cy", "Di"]
    RULES.audit(state)


@rule("RNR-137", "RNR-138")
def test_one_has_left() -> None:
    """Worked example 32, second part: who leaves is drawn, each can be; then the limit."""
    source = career([9, 4, 2, 2], 47)
    seen: dict[int, Band] = {}
    for number in range(40):
        band = comeback("split", source, seed_of("split", number)).bands[0]
        seen[leaver(band)] = band
    assert sorted(seen) == [0, 1, 2, 3]
    assert (seen[0].abilities, seen[0].fans) == ([1, 4, 2, 2], 20)
    assert (seen[3].abilities, seen[3].fans) == ([9, 4, 2, 1], 23)
    assert seen[0].musicians == [CONTENT.newcomers[0].names[0], "Bo", "Cy", "Di"]


@rule("RNR-137")
def test_the_newcomer_s_name_is_nobody_s() -> None:
    source = career([9, 4, 2, 2], 47)
    source["musicians"][1] = CONTENT.newcomers[0].names[0]
    source["musicians"][2] = CONTENT.newcomers[0].names[1]
    band = comeback("split", source).bands[0]
    assert len(set(band.musicians)) == 4


@rule("RNR-139")
def test_everything_else_is_new() -> None:
    source = career([5, 4, 3, 1], 29)
    before = dict(source)
    state = comeback("plain", source)
    band = state.bands[0]
    assert state.month == 1
    assert band.albums == []
    assert not band.roadie
    assert len(state.deck.draw) == 8
    assert band.titles in [row.albums for row in BAND_ROWS.values()]
    assert source == before
    assert "declare:touring" not in [o.move for o in RULES.menu(state, 0, open_only=True)]


@rule("RNR-140")
def test_again_and_again() -> None:
    state = comeback("plain", career([5, 4, 3, 1], 28, fame=10))
    state.month, state.over = 48, True
    again = RULES.legacy(state, 0)
    assert again is not None
    result = RULES.result(state)
    assert result is not None
    assert result.places[0].detail["comeback"] == 1
    band = comeback("plain", again).bands[0]
    assert (band.fans, band.fame, band.abilities) == (7, 2, [5, 4, 3, 1])
