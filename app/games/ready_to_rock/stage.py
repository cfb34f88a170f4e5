"""Ready to Rock reveals stage cards; the two phases of the Wall of Death."""

from __future__ import annotations

from collections.abc import Callable

from app.games.kit.seating import clockwise
from app.games.ready_to_rock.cells import OPENINGS, SPOT, TICKETS, Cell, column
from app.games.ready_to_rock.content import PATHS, STAGE_CARDS, WALL_OF_DEATH, WALLS, kinds
from app.games.ready_to_rock.scene import Scene
from app.games.ready_to_rock.state import Divide, Laid, Turn, Weather
from app.games.ready_to_rock.turns import check_victory
from app.games.ready_to_rock.ways import walls

CRUSHED_MISSES = 2


def reveal_stage_card(scene: Scene) -> None:
    """A waiting Wall of Death approaches, then the next stage card is carried out (RTR-079)."""
    state = scene.state
    if state.on_stage:
        _approach(scene)
        if check_victory(scene):
            return
    if not state.stage.draw:
        state.stage.reshuffle(scene.chance)
        scene.tell("stage_reshuffled")
    kind = state.stage.top()
    state.on_stage = kind
    scene.reveal("revealed", state.active, card=kind)
    card = STAGE_CARDS[kind]
    if card.ability:
        ABILITIES[card.ability](scene)
    for seat, _ in scene.from_active():
        scene.draw(seat, card.everyone_gain.cards)
    if card.everyone_cost.cards:
        _filthy_weather(scene)
    _clear_stage(scene)


def _clear_stage(scene: Scene) -> None:
    """The card that was carried out is discarded; a Wall of Death stays (RTR-079)."""
    state = scene.state
    if not scene.asking and state.on_stage != WALL_OF_DEATH:
        state.stage.discard(state.on_stage)
        state.on_stage = ""


def _clear_mosh_pits(scene: Scene) -> None:
    gone = walls(scene.state.grid, [kind for kind, wall in WALLS.items() if wall.smash == "ballad"])
    for place in gone:
        scene.remove(place)
    if gone:
        scene.tell("cleared", cells=[SPOT[place] for place in gone])


def _pass_hands(scene: Scene) -> None:
    """Every hand goes to the rocker whose turn comes before (RTR-090)."""
    rockers = scene.state.rockers
    hands = [rocker.hand for rocker in rockers]
    for seat, hand in enumerate(hands):
        rockers[seat - 1].hand = hand


def _turn_path_cards(scene: Scene) -> None:
    for card in scene.state.grid.values():
        if 180 in OPENINGS[card.kind]:
            card.turn = 180 - card.turn


def _filthy_weather(scene: Scene) -> None:
    """Everybody discards a card, chosen together and in secret (RTR-092)."""
    state = scene.state
    pending: list[int] = []
    chosen: dict[int, str] = {}
    for seat, rocker in enumerate(state.rockers):
        if len(kinds(rocker.hand)) > 1:
            pending.append(seat)
        elif rocker.hand:
            chosen[seat] = rocker.hand[0]
    state.step = Weather(pending, chosen)
    if not pending:
        _weather_breaks(scene, chosen)


def choose_discard(scene: Scene, weather: Weather, seat: int, kind: str) -> None:
    """One rocker's choice in Filthy Weather; the last one carries out all of them."""
    weather.pending.remove(seat)
    weather.chosen[seat] = kind
    scene.tell("chose", seat)
    if not weather.pending:
        _weather_breaks(scene, weather.chosen)
        _clear_stage(scene)


def _weather_breaks(scene: Scene, chosen: dict[int, str]) -> None:
    state = scene.state
    state.step = Turn()
    for seat in clockwise(len(state.rockers), state.active):
        if seat in chosen:
            scene.discard(seat, chosen[seat])


def _wall_of_death(scene: Scene) -> None:
    """The division, at once unless a side must be chosen for the central column (RTR-098)."""
    if any(column(place) == 0 for place in scene.state.grid):
        scene.state.step = Divide()
    else:
        divide(scene, "")


def divide(scene: Scene, side: str) -> None:
    """All cards move one column away from the middle, the central ones to ``side``, "left" or
    "right" (RTR-097 to RTR-100)."""
    central = -1 if side == "left" else 1
    grid = scene.state.grid
    goals = {place: place + (_sign(column(place)) or central) for place in grid}
    _carry(scene, goals)
    scene.tell("divided", scene.state.active, side=side)
    scene.state.step = Turn()


def _approach(scene: Scene) -> None:
    """All cards move one column back; the middle is crushed (RTR-102 to RTR-105)."""
    state = scene.state
    goals = {place: place - _sign(column(place)) for place in state.grid}
    _carry(scene, goals)
    state.stage.discard(state.on_stage)
    state.on_stage = ""
    crushed = [
        seat
        for seat, rocker in scene.from_active()
        if column(rocker.pawn) == 0 and rocker.pawn in state.grid
    ]
    scene.tell("approached", state.active, crushed=crushed)
    for seat in crushed:
        scene.owe_actions(seat, CRUSHED_MISSES)


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def _carry(scene: Scene, goals: dict[Cell, Cell]) -> None:
    """Move every card to its goal with the pawns on it. Cards that come onto a ticket and
    those that lose an overlap are discarded; pawns stay in the cell (RTR-096, RTR-100,
    RTR-103)."""
    state = scene.state
    for rocker in state.rockers:
        rocker.pawn = goals.get(rocker.pawn, rocker.pawn)
    moved: dict[Cell, Laid] = {}
    for place, card in state.grid.items():
        goal = goals[place]
        rival = moved.get(goal)
        if goal in TICKETS:
            lost = card
        elif rival is None:
            moved[goal] = card
            continue
        else:
            moved[goal], lost = sorted((rival, card), key=_stays, reverse=True)
        state.deck.discard(lost.kind)
        scene.tell("lost", card=lost.kind, cell=SPOT[goal])
    state.grid = moved


def _stays(card: Laid) -> tuple[bool, int]:
    """The higher one stays: a path card before a wall, then the one played last (RTR-103)."""
    return card.kind in PATHS, card.order


ABILITIES: dict[str, Callable[[Scene], None]] = {
    "clear_mosh_pits": _clear_mosh_pits,
    "pass_hands": _pass_hands,
    "turn_path_cards": _turn_path_cards,
    "wall_of_death": _wall_of_death,
}
