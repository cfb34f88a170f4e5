"""Cells, directions, tickets, bounds, path kinds (RTR-001 to RTR-015)."""

from __future__ import annotations

from collections import Counter

from app.games.ready_to_rock.cells import (
    ALL_SIDES,
    BOARD,
    COLUMNS,
    CONCERT,
    GOAL,
    LAYABLE,
    OPENINGS,
    OPPOSITE,
    ROWS,
    STAGE,
    STEPS,
    TICKET_CELLS,
    TICKETS,
    TURNED,
    cell,
    column,
    distance,
    half_turn,
    letters,
    neighbours,
    row,
)
from app.games.ready_to_rock.content import (
    CARDS,
    COMMON_DECK,
    CONTENT,
    FLASHES,
    PATHS,
    STAGE_DECK,
    WALLS,
)
from tests.games.ready_to_rock.table import SIGNS, Table
from tests.ledger import rule


@rule("RTR-001")
def test_a_cell_is_a_column_and_a_row_and_no_two_are_the_same() -> None:
    places = [(c, r) for r in range(14) for c in range(-10, 11)]
    assert [(column(cell(*place)), row(cell(*place))) for place in places] == places
    assert len({cell(*place) for place in places}) == len(places)


@rule("RTR-002")
def test_neighbours_share_a_side_and_corners_do_not_count() -> None:
    assert set(neighbours(cell(2, 5))) == {cell(2, 4), cell(2, 6), cell(1, 5), cell(3, 5)}
    steps = {letters(side): step for side, step, _ in STEPS}
    assert cell(2, 5) + steps["F"] == cell(2, 4)
    assert cell(2, 5) + steps["B"] == cell(2, 6)
    assert cell(2, 5) + steps["L"] == cell(1, 5)
    assert cell(2, 5) + steps["R"] == cell(3, 5)
    assert {letters(a): letters(b) for a, b in OPPOSITE.items()} == {
        "F": "B",
        "B": "F",
        "L": "R",
        "R": "L",
    }


@rule("RTR-003")
def test_nothing_is_laid_on_the_stage_line() -> None:
    assert cell(0, 0) == STAGE
    assert not any(row(place) < 1 for place in {*BOARD, *LAYABLE, *CONCERT})
    table = Table(
        """
        column   0    1
        row 1    ─a   ─b
        """,
        hands={"a": "open-crowd mosh-pit"},
    )
    assert table.refused("a", "path:open-crowd:0:0:0").rule == "RTR-003"
    assert table.refused("a", "wall:mosh-pit:1:0").rule == "RTR-003"


@rule("RTR-004", "RTR-005")
def test_ex_01_the_nine_tickets_are_equally_far_from_the_one_goal() -> None:
    """EX-01"""
    places = [(column(place), row(place)) for place in TICKETS]
    assert places == [
        (-4, 5),
        (-3, 6),
        (-2, 7),
        (-1, 8),
        (0, 9),
        (1, 8),
        (2, 7),
        (3, 6),
        (4, 5),
    ]
    assert cell(0, 1) == GOAL
    assert {distance(place) for place in TICKETS} == {8}
    assert [r for r in ROWS if r < row(TICKET_CELLS["ticket-main-gate"])] == list(range(1, 9))


@rule("RTR-006")
def test_the_concert_is_the_wedge_in_front_of_the_tickets() -> None:
    assert len(CONCERT) == 52
    assert GOAL in CONCERT
    for place in TICKETS:
        assert place not in CONCERT
        assert cell(column(place), row(place) - 1) in CONCERT
    assert cell(5, 1) not in CONCERT


@rule("RTR-007")
def test_path_cards_may_lie_beside_and_behind_the_concert() -> None:
    assert cell(-8, 1) in LAYABLE
    assert cell(8, 12) in LAYABLE
    assert not LAYABLE & {cell(-9, 3), cell(9, 3), cell(0, 13), cell(0, 0), *TICKETS}
    table = Table(
        """
        column   7    8
        row 12   ·    ┼a
        """,
        hands={"a": "open-crowd"},
    )
    assert set(table.menu("a", "path:")) == {
        "path:open-crowd:7:12:0",
        "path:open-crowd:8:11:0",
        "path:open-crowd:8:12:0",
    }
    assert table.refused("a", "path:open-crowd:9:12:0").rule == "RTR-007"
    assert table.refused("a", "path:open-crowd:8:13:0").rule == "RTR-007"


@rule("RTR-008")
def test_a_carried_card_outside_works_and_may_be_overlaid() -> None:
    table = Table(
        """
        column   8    9
        row 4    ┼b   ┼a
        """,
        hands={"a": "sidestep"},
    )
    assert table.menu("a", "move:") == ["move:8:4"]
    assert "path:sidestep:9:4:0" in table.menu("a")
    assert table.refused("a", "path:sidestep:9:3:0").rule == "RTR-007"
    assert (COLUMNS[0], COLUMNS[-1]) == (-9, 9)


@rule("RTR-009")
def test_the_common_deck() -> None:
    assert len(COMMON_DECK) == 116
    groups = [sum(card.copies for card in family.values()) for family in (PATHS, WALLS, FLASHES)]
    assert groups == [70, 8, 38]
    assert {card.copies for card in PATHS.values()} == {10}
    assert len(PATHS) == 7
    assert {kind: card.copies for kind, card in WALLS.items()} == {
        "headbanging": 3,
        "iron-saddles": 2,
        "mosh-pit": 3,
    }
    assert {kind: card.copies for kind, card in FLASHES.items()} == {
        "ready-to-rock": 6,
        "body-surfing": 5,
        "beer": 5,
        "ear-plugs": 4,
        "lots-of-beer": 3,
        "flashing-lights": 3,
        "pit-stop": 3,
        "smashed-beer": 3,
        "groupies": 2,
        "chemical-queue": 2,
        "shots-on-fire": 2,
    }


@rule("RTR-010")
def test_the_stage_deck() -> None:
    assert Counter(STAGE_DECK) == dict.fromkeys(
        (
            "ballad",
            "circle-pit",
            "fire-explosion",
            "filthy-weather",
            "special-guest",
            "wall-of-death",
        ),
        2,
    )


@rule("RTR-011")
def test_tickets_are_no_cards_of_the_deck() -> None:
    assert len(CONTENT.ticket) == 9
    assert not {ticket.id for ticket in CONTENT.ticket} & set(COMMON_DECK)
    assert "vip-pass" not in COMMON_DECK


@rule("RTR-012")
def test_renamed_cards_show_their_new_names() -> None:
    names = {kind: card.name for kind, card in CARDS.items()}
    assert names["iron-saddles"] == "Iron Saddles"
    assert names["flashing-lights"] == "Flashing Lights"
    assert names["pit-stop"] == "Pit Stop"
    assert names["headbanging"] == "Headbanging"
    assert {card.name for card in CONTENT.stage if card.id == "filthy-weather"} == {
        "Filthy Weather"
    }


@rule("RTR-013")
def test_a_menu_lists_a_kind_once() -> None:
    table = Table(hands={"a": "beer beer beer"})
    assert table.menu("a", "flash:") == ["flash:beer"]


@rule("RTR-014")
def test_the_seven_kinds_are_all_sets_of_two_or_more_openings() -> None:
    sets = {sides for sides in range(ALL_SIDES + 1) if sides.bit_count() >= 2}
    up_to_turning = {min(sides, half_turn(sides)) for sides in sets}
    kinds = {kind: OPENINGS[kind][0] for kind in PATHS}
    assert len(up_to_turning) == 7
    assert {min(sides, half_turn(sides)) for sides in kinds.values()} == up_to_turning
    by_sign = {sign: letters(OPENINGS[kind][turn]) for sign, (kind, turn) in SIGNS.items()}
    assert by_sign == {
        "│": "FB",
        "─": "LR",
        "┘": "FL",
        "┌": "BR",
        "└": "FR",
        "┐": "BL",
        "┤": "FBL",
        "├": "FBR",
        "┴": "FLR",
        "┬": "BLR",
        "┼": "FBLR",
        "H": "",
        "I": "",
        "M": "",
    }


@rule("RTR-015")
def test_a_half_turn_swaps_the_sides_and_three_kinds_do_not_change() -> None:
    assert sum(len(turns) for turns in TURNED.values()) == 11
    for kind, turns in OPENINGS.items():
        if kind in PATHS:
            assert (180 in turns) == (half_turn(turns[0]) != turns[0])
            assert turns.get(180, half_turn(turns[0])) == half_turn(turns[0])
    table = Table(pawns={"a": (0, 9)}, hands={"a": "straight-through"})
    assert table.menu("a", "path:straight-through:0:8") == ["path:straight-through:0:8:0"]
    assert table.refused("a", "path:straight-through:0:8:180").rule == "RTR-015"
