"""Menus, refusals, automatic choices, computer players (RTR-128 to RTR-130)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from app.games import referee
from app.games.chance import Chance
from app.games.contract import Blocked
from app.games.players import greedy_player, random_player
from app.games.playouts import playout, seed_of
from app.games.ready_to_rock import RULES, refusals
from app.games.ready_to_rock.cells import BOARD, NAME, SIDE
from app.games.ready_to_rock.content import CARDS, FLASHES, PATHS, WALLS
from app.games.ready_to_rock.state import State, Turn
from tests.games.ready_to_rock.table import Table
from tests.ledger import rule

NAMES = ["Ann", "Bob", "Cleo", "Dan"]


def every_move() -> Iterator[str]:
    """Every move of a turn that can be written down, for four rockers."""
    places = [*NAME.values(), "0:13", "10:5", "-10:5", "3:0"]
    yield "end"
    for place in places:
        yield f"move:{place}"
        yield from (f"path:{kind}:{place}:{turn}" for kind in PATHS for turn in (0, 180))
        yield from (f"wall:{kind}:{place}" for kind in WALLS)
        yield from (f"smash:{place}:{kind}" for kind in CARDS)
    arguments = ["", *(f":{word}" for word in ("actions", "draw", *SIDE, *"01234"))]
    yield from (f"flash:{kind}{argument}" for kind in FLASHES for argument in arguments)


@rule("RTR-129", "RTR-130")
@pytest.mark.parametrize("number", range(3))
def test_a_move_is_on_the_menu_exactly_if_nothing_speaks_against_it(number: int) -> None:
    moves = list(every_move())
    luck = Chance(seed_of("menus", number))
    position = referee.start(RULES, 4, {"curfew": "20"}, seed_of("menus", number))
    for step in range(160):
        state = position.state
        waiting = RULES.waiting_on(state)
        if not waiting:
            break
        seat = min(waiting)
        if isinstance(state.step, Turn) and step % 16 == 0:
            menu = {option.move for option in RULES.menu(state, seat, open_only=True)}
            assert {move for move in moves if refusals.reason(state, move) is None} == menu
        move = random_player(RULES, position, seat, luck)
        referee.play(RULES, position, seed_of("menus", number), seat, move)


@rule("RTR-129")
def test_a_menu_has_no_more_items_than_the_ledger_counts() -> None:
    position = referee.start(RULES, 9, {"curfew": "20"}, seed_of("big"))
    luck = Chance(seed_of("big"))
    while waiting := RULES.waiting_on(position.state):
        seat = min(waiting)
        menu = [option.move for option in RULES.menu(position.state, seat, open_only=True)]
        assert len(menu) == len(set(menu)) <= 411
        referee.play(RULES, position, seed_of("big"), seat, luck.pick(menu))


CROWD = """
    column   -1    0    1    2
    row 1     ·    ·    ·    ·
    row 4     M    ·    ·    I
    row 5     ┐c   ┤a   H    ·
    row 7     ·    ·    ·    T
    """

REASONS = [
    ("path:open-crowd:-1:5:0", "no_card", "RTR-032"),
    ("flash:groupies:actions", "no_card", "RTR-032"),
    ("smash:1:5:beer", "no_card", "RTR-032"),
    ("move:0:5", "already_there", "RTR-044"),
    ("move:2:7", "no_way", "RTR-042"),
    ("move:1:5", "no_floor", "RTR-044"),
    ("move:0:1", "no_floor", "RTR-044"),
    ("move:99:99", "no_floor", "RTR-044"),
    ("path:fork:2:7:0", "on_ticket", "RTR-051"),
    ("path:fork:1:5:0", "on_wall", "RTR-061"),
    ("path:fork:0:0:0", "barriers", "RTR-003"),
    ("path:fork:9:4:0", "too_far", "RTR-007"),
    ("path:fork:0:3:0", "not_beside", "RTR-047"),
    ("path:sidestep:0:4:0", "closed_side", "RTR-047"),
    ("path:sidestep:0:5:180", "same_turned", "RTR-015"),
    ("wall:mosh-pit:5:5", "outside_concert", "RTR-006"),
    ("wall:mosh-pit:0:5", "somebody_there", "RTR-059"),
    ("wall:mosh-pit:0:1", "wall_alone", "RTR-058"),
    ("smash:0:1:fork", "no_wall", "RTR-060"),
    ("smash:2:4:fork", "only_flash", "RTR-063"),
    ("smash:-1:4:ear-plugs", "only_ballad", "RTR-064"),
    ("flash:ear-plugs:0", "yourself", "RTR-069"),
    ("flash:ear-plugs:2", "misses_already", "RTR-037"),
    ("flash:smashed-beer:3", "empty_hand", "RTR-077"),
    ("flash:body-surfing:R", "surf_closed", "RTR-080"),
    ("flash:body-surfing:F", "surf_no_wall", "RTR-080"),
    ("flash:ear-plugs:9", "not_offered", "RTR-129"),
    ("path:headbanging:0:4:0", "not_offered", "RTR-129"),
    ("land:fork:0", "not_offered", "RTR-129"),
    ("nonsense", "not_offered", "RTR-129"),
]


@rule("RTR-130")
@pytest.mark.parametrize(("move", "why", "cited"), REASONS)
def test_the_first_reason_that_applies(move: str, why: str, cited: str) -> None:
    table = Table(
        CROWD,
        hands={
            "a": "fork sidestep mosh-pit ear-plugs smashed-beer body-surfing",
            "b": "fork",
            "c": "fork",
        },
        debts={"c": 4},
    )
    blocked = table.refused("a", move)
    assert (blocked.why, blocked.rule) == (why, cited)
    sentence = RULES.words.reason(blocked, NAMES)
    assert sentence.endswith(".")
    assert "{" not in sentence


@rule("RTR-130", "RTR-026", "RTR-034")
def test_no_actions_left_says_whether_they_were_missed() -> None:
    table = Table(CROWD, hands={"a": "fork"}, actions=0)
    assert table.refused("a", "path:fork:0:4:0").rule == "RTR-026"
    table.actions.taken, table.actions.missed = 1, 1
    assert table.refused("a", "path:fork:0:4:0").rule == "RTR-034"


@rule("RTR-130")
def test_blocked_items_of_a_menu_tell_what_is_missing() -> None:
    table = Table(CROWD, hands={"a": "fork ear-plugs body-surfing", "b": "fork"}, debts={"c": 4})
    blocked: dict[str, Blocked] = {
        option.move: option.blocked
        for option in RULES.menu(table.state, 0)
        if option.blocked is not None
    }
    assert blocked["flash:ear-plugs:2"].rule == "RTR-037"
    assert blocked["smash:-1:4"].rule == "RTR-064"
    assert blocked["flash:body-surfing:F"].rule == "RTR-080"
    assert "flash:ear-plugs:1" not in blocked


@rule("RTR-128")
def test_automatic_choices() -> None:
    def choice(state: State) -> str:
        return RULES.automatic(state, min(RULES.waiting_on(state)))

    start = referee.start(RULES, 3, {"curfew": "40"}, seed_of("auto"))
    assert choice(start.state) == "ticket:ticket-west-turnstile"
    first = start.state.active
    referee.play(RULES, start, seed_of("auto"), first, choice(start.state))
    assert choice(start.state) == "ticket:ticket-east-turnstile"

    assert choice(Table(hands={"a": "beer"}).state) == "end"

    surf = Table(
        """
        column    0
        row 4     H
        row 5     │a
        """,
        hands={"a": "body-surfing sidestep right-elbow fork"},
    )
    surf.play("a", "flash:body-surfing:F")
    assert choice(surf.state) == "land:right-elbow:0"

    discard = Table(hands={"a": "shots-on-fire groupies"}, top="chemical-queue pit-stop")
    discard.play("a", "flash:shots-on-fire")
    assert choice(discard.state) == "discard:chemical-queue"

    divide = Table(
        """
        column    0
        row 5     │a
        """,
        hands={"a": "ready-to-rock beer"},
        stage="wall-of-death",
    )
    divide.play("a", "flash:ready-to-rock")
    assert choice(divide.state) == "divide:right"


@rule("RTR-128")
def test_a_computer_player_takes_the_win() -> None:
    table = Table(
        """
        column    0
        row 2     │a
        """,
        hands={"a": "fork beer lots-of-beer ear-plugs side-exit"},
    )
    move = greedy_player(RULES, table.position, 0, Chance(seed_of("win")))
    table.play("a", move)
    assert table.winners == "a"


def test_computer_players_beat_random_ones() -> None:
    wins = 0
    for number in range(8):
        players = ["random"] * 4
        players[number % 4] = "greedy"
        game = playout(RULES, seed_of("greedy", number), players)
        assert not game.fault
        assert game.result is not None
        wins += number % 4 in game.result.winners
    assert wins >= 6, "three times the fair share"


def test_every_place_of_the_board_has_a_name() -> None:
    assert len(set(NAME.values())) == len(BOARD) + 1
