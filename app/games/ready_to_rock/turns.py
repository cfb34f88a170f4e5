"""The course of the game: tickets, turns, rounds, and the end."""

from __future__ import annotations

from app.games.chance import Chance
from app.games.contract import Seat
from app.games.kit.decks import shuffled
from app.games.kit.seating import clockwise
from app.games.ready_to_rock.cells import SPOT, TICKET_CELLS, distance
from app.games.ready_to_rock.content import COMMON_DECK, CONTENT, STAGE_DECK
from app.games.ready_to_rock.menu import nothing_to_choose
from app.games.ready_to_rock.scene import Scene
from app.games.ready_to_rock.state import Actions, Over, Rocker, State, Turn
from app.games.ready_to_rock.ways import has_won

SETUP = CONTENT.setup


def set_up(seats: int, curfew: int, chance: Chance) -> State:
    """Starting rocker, decks and first hands (RTR-016 to RTR-020)."""
    starting = _starting_rocker(seats, chance)
    stage = shuffled(STAGE_DECK, chance)
    deck = shuffled(COMMON_DECK, chance)
    rockers = [Rocker() for _ in range(seats)]
    for _ in range(SETUP.start_hand):
        for seat in clockwise(seats, starting):
            rockers[seat].hand.append(deck.top())
    return State(rockers, deck, stage, {}, starting, starting, curfew)


def _starting_rocker(seats: int, chance: Chance) -> Seat:
    """Deal the tickets and the VIP Pass round the table until the pass appears (RTR-018)."""
    first = chance.below(seats)
    cards = [*TICKET_CELLS, "vip-pass"]
    chance.shuffle(cards)
    return (first + cards.index("vip-pass")) % seats


def choose_ticket(scene: Scene, ticket: str) -> None:
    """Put the pawn on a ticket; the next rocker chooses, or the first turn begins (RTR-021)."""
    state = scene.state
    state.rocker.pawn = TICKET_CELLS[ticket]
    scene.tell("entered", state.active, ticket=ticket, cell=SPOT[state.rocker.pawn])
    following = (state.active + 1) % len(state.rockers)
    if following == state.starting:
        start_turn(scene, following)
    else:
        state.active = following


def start_turn(scene: Scene, seat: Seat) -> None:
    """Victory check, draw, debt; then the rocker is free to move and act (RTR-024)."""
    state = scene.state
    state.active = seat
    state.actions = Actions()
    state.step = Turn()
    scene.reveal("turn", seat, round=state.round)
    if check_victory(scene):
        return
    scene.draw(seat, SETUP.draw_per_turn)
    scene.pay_debt()


def end_turn(scene: Scene) -> None:
    """Clean up; the next rocker begins, unless the curfew falls (RTR-029, RTR-030, RTR-111)."""
    state = scene.state
    scene.clean_up()
    following = (state.active + 1) % len(state.rockers)
    if following == state.starting:
        if state.round == state.curfew:
            _curfew(scene)
            return
        state.round += 1
    start_turn(scene, following)


def run_on(scene: Scene) -> None:
    """End turns in which nothing is left to choose, until somebody has a choice (RTR-029)."""
    while not scene.asking and nothing_to_choose(scene.state):
        end_turn(scene)


def commit(scene: Scene) -> None:
    """The active rocker takes an action: clean-up comes first (RTR-032, RTR-055)."""
    scene.clean_up()
    spend_action(scene)


def spend_action(scene: Scene) -> None:
    actions = scene.state.actions
    actions.left -= 1
    actions.taken += 1


def close_action(scene: Scene) -> None:
    """An action is carried out: its flash card is discarded, a new window of movement opens,
    and the way to the stage is looked at (RTR-046, RTR-068, RTR-109)."""
    state = scene.state
    if check_victory(scene):
        return
    if state.playing:
        state.deck.discard(state.playing)
        state.playing = ""
    state.actions.moves = CONTENT.limits.moves_per_window


def check_victory(scene: Scene) -> bool:
    """Whether the active rocker has won, which ends the game at once (RTR-106)."""
    if isinstance(scene.state.step, Over):
        return True
    if has_won(scene.state):
        win(scene)
        return True
    return False


def win(scene: Scene) -> None:
    scene.state.step = Over([scene.state.active], curfew=False)
    scene.reveal("won", scene.state.active)


def _curfew(scene: Scene) -> None:
    far = [distance(rocker.pawn) for rocker in scene.state.rockers]
    nearest = min(far)
    winners = [seat for seat, steps in enumerate(far) if steps == nearest]
    scene.state.step = Over(winners, curfew=True)
    scene.reveal("curfew", winners=winners, distance=nearest)
