"""Flash cards: what each does is in the content, abilities are here."""

from __future__ import annotations

from collections.abc import Callable

from app.games.contract import Seat
from app.games.ready_to_rock.actions import surf
from app.games.ready_to_rock.cells import SIDE
from app.games.ready_to_rock.content import FLASHES, Amount
from app.games.ready_to_rock.scene import Scene
from app.games.ready_to_rock.stage import reveal_stage_card
from app.games.ready_to_rock.turns import commit


def play_flash(scene: Scene, kind: str, argument: str) -> None:
    """Play a flash card. ``argument`` is what its move names: a seat, a mode, a direction,
    or nothing. The card lies apart until its effect is over (RTR-067, RTR-068)."""
    state = scene.state
    commit(scene)
    state.rocker.hand.remove(kind)
    state.playing = kind
    card = FLASHES[kind]
    if card.ability:
        scene.tell("played", state.active, card=kind, direction=argument)
        ABILITIES[card.ability](scene, argument)
    elif card.choose:
        scene.tell("played", state.active, card=kind)
        gain(scene, next(mode.gain for mode in card.choose if mode.mode == argument))
    elif card.target:
        target = int(argument)
        scene.tell("played", state.active, card=kind, target=target)
        cost(scene, target, card.target_cost)
    else:
        scene.tell("played", state.active, card=kind)
        gain(scene, card.gain)
        cost(scene, state.active, card.cost)


def gain(scene: Scene, amount: Amount) -> None:
    if amount.actions:
        scene.gain_actions(amount.actions)
    scene.draw(scene.state.active, amount.cards)


def cost(scene: Scene, seat: Seat, amount: Amount) -> None:
    if amount.actions:
        scene.owe_actions(seat, amount.actions)
    if amount.cards:
        scene.owe_discards(seat, amount.cards)


def _reveal(scene: Scene, _: str) -> None:
    reveal_stage_card(scene)


def _surf(scene: Scene, direction: str) -> None:
    surf(scene, SIDE[direction])


ABILITIES: dict[str, Callable[[Scene, str], None]] = {
    "reveal_stage_card": _reveal,
    "body_surfing": _surf,
}
