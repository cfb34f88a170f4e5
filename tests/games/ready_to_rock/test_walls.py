"""Wall cards and what destroys them (RTR-058 to RTR-066)."""

from __future__ import annotations

from app.games.ready_to_rock.content import FLASHES
from tests.games.ready_to_rock.table import Table
from tests.ledger import rule


@rule("RTR-058")
def test_ex_17_where_a_wall_may_go() -> None:
    """EX-17"""
    table = Table(
        """
        column   0
        row 8    │a
        """,
        pawns={"b": (3, 6)},
        hands={"a": "mosh-pit headbanging"},
    )
    assert table.menu("a", "wall:mosh-pit") == ["wall:mosh-pit:0:7"]
    assert table.refused("a", "wall:mosh-pit:3:5").rule == "RTR-058"
    assert table.refused("a", "wall:mosh-pit:0:10").rule == "RTR-006"
    table.play("a", "wall:mosh-pit:0:7")
    assert table.actions.left == 1
    assert set(table.menu("a", "wall:")) == {
        "wall:headbanging:0:6",
        "wall:headbanging:-1:7",
        "wall:headbanging:1:7",
    }


@rule("RTR-058")
def test_a_wall_may_be_far_away() -> None:
    table = Table(
        """
        column   0
        row 2    │b
        """,
        hands={"a": "mosh-pit"},
    )
    table.play("a", "wall:mosh-pit:0:1")
    table.looks(
        """
        column   0
        row 1    M
        row 2    │b
        """
    )


@rule("RTR-059", "RTR-061")
def test_walls_go_into_empty_cells_only() -> None:
    table = Table(
        """
        column   0
        row 1    H
        row 2    │b
        """,
        hands={"a": "mosh-pit sidestep"},
    )
    assert table.refused("a", "wall:mosh-pit:0:2").rule == "RTR-059"
    assert table.refused("a", "wall:mosh-pit:0:1").rule == "RTR-061"
    assert table.refused("a", "path:sidestep:0:1:0").rule == "RTR-061"


@rule("RTR-060")
def test_a_wall_stays_through_clean_up() -> None:
    table = Table(
        """
        column   0
        row 7    I
        row 8    │b
        """,
        hands={"a": "beer"},
    )
    table.play("a", "flash:beer", "end")
    assert table.card((0, 7)) == ("iron-saddles", 0)
    assert table.menu("b", "move:") == ["move:0:9"]


@rule("RTR-062", "RTR-063", "RTR-064", "RTR-065")
def test_ex_09_destroying_walls() -> None:
    """EX-09"""
    table = Table(
        """
        column   0    1    2
        row 2    ·    M    ·
        row 3    ·    ·    I
        row 4    H    ·    ·
        """,
        hands={"a": "beer fork"},
    )
    assert sorted(table.menu("a", "smash:")) == [
        "smash:0:4:beer",
        "smash:0:4:fork",
        "smash:2:3:beer",
    ]
    assert table.refused("a", "smash:2:3:fork").rule == "RTR-063"
    assert table.refused("a", "smash:1:2:beer").rule == "RTR-064"
    deck = len(table.state.deck.draw)
    table.play("a", "smash:2:3:beer")
    assert sorted(table.state.deck.used) == ["beer", "iron-saddles"]
    assert len(table.state.deck.draw) == deck, "the beer is thrown away, not drunk"
    assert table.hand("a") == ["fork"]
    assert table.actions.left == 1
    assert table.menu("a", "smash:") == ["smash:0:4:fork"]


@rule("RTR-063")
def test_all_eleven_flash_kinds_move_iron_saddles() -> None:
    table = Table(
        """
        column   2
        row 3    I
        """,
        hands={"a": " ".join(FLASHES) + " mosh-pit sidestep"},
    )
    assert [move.split(":")[3] for move in table.menu("a", "smash:2:3")] == list(FLASHES)


@rule("RTR-062")
def test_any_card_ends_headbanging() -> None:
    table = Table(
        """
        column   0
        row 4    H
        """,
        hands={"a": "mosh-pit"},
    )
    table.play("a", "smash:0:4:mosh-pit")
    table.looks("column 0")


@rule("RTR-066")
def test_other_discards_destroy_nothing() -> None:
    table = Table(
        """
        column   0    1
        row 4    H    I
        """,
        hands={"a": "shots-on-fire smashed-beer", "b": "beer beer"},
        top="beer groupies",
    )
    table.play("a", "flash:shots-on-fire", "discard:beer", "flash:smashed-beer:1")
    table.looks(
        """
        column   0    1
        row 4    H    I
        """
    )
