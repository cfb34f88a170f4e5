"""The rules of Ready to Rock! as the platform calls them. The ledger is ``rules.md``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from app.games.chance import Chance
from app.games.contract import (
    Choice,
    Decision,
    Event,
    Game,
    GameMeta,
    Option,
    Result,
    Seat,
    Setting,
    Words,
)
from app.games.kit.ranking import rank
from app.games.ready_to_rock import actions, audit, computer, flash, glossary, menu, refusals, view
from app.games.ready_to_rock.cells import cell, distance
from app.games.ready_to_rock.content import CONTENT, EVERYTHING
from app.games.ready_to_rock.scene import Scene
from app.games.ready_to_rock.stage import choose_discard, divide
from app.games.ready_to_rock.state import Discard, Divide, Land, Over, State, Turn, Weather
from app.games.ready_to_rock.turns import (
    choose_ticket,
    close_action,
    end_turn,
    run_on,
    set_up,
)
from app.games.ready_to_rock.words import WORDS

LIMITS = CONTENT.limits


class ReadyToRock(Game):
    """See `app.games.contract.Rules`."""

    meta = GameMeta(
        slug="ready-to-rock",
        title="Ready to Rock!",
        tagline="Elbow through the crowd, one card at a time. First to the stage wins.",
        prefix="RTR",
        min_seats=3,
        max_seats=9,
        minutes=(20, 40),
        version=1,
        settings=(
            Setting(
                name="curfew",
                label="Curfew",
                rule="RTR-111",
                choices=tuple(
                    Choice(str(rounds), f"After round {rounds}", "The nearest to the stage wins.")
                    for rounds in LIMITS.curfew_choices
                ),
                default={0: str(LIMITS.curfew_rounds)},
            ),
        ),
    )
    content = EVERYTHING
    state_type = State
    words: Words[State] = WORDS

    glossary = staticmethod(glossary.glossary)
    refusal = staticmethod(refusals.refusal)
    automatic = staticmethod(computer.automatic)
    redeal = staticmethod(view.redeal)
    open_view = staticmethod(view.open_view)
    own_view = staticmethod(view.own_view)
    appraise = staticmethod(computer.appraise)
    audit = staticmethod(audit.audit)

    def setup(self, seats: int, settings: Mapping[str, Any], chance: Chance) -> State:
        return set_up(seats, int(settings["curfew"]), chance)

    def waiting_on(self, state: State) -> dict[Seat, Decision]:
        return {seat: Decision(state.decision, state.question) for seat in state.asked}

    def menu(self, state: State, seat: Seat, open_only: bool = False) -> list[Option]:
        return menu.menu(state, seat, open_only) if seat in state.asked else []

    def advise(
        self, state: State, seat: Seat, options: Sequence[Option], chance: Chance
    ) -> str | None:
        return computer.advise(state, seat, options, chance)

    def play(self, state: State, seat: Seat, move: str, chance: Chance) -> list[Event]:
        scene = Scene(state, chance)
        word, *parts = move.split(":")
        _answer(scene, seat, word, parts)
        run_on(scene)
        if not (isinstance(state.step, Weather) and word == "discard"):
            state.question += 1
        return scene.events

    def result(self, state: State) -> Result | None:
        """The winners, then the others by their distance to the goal (RTR-112)."""
        if not isinstance(state.step, Over):
            return None
        winners = state.step.winners
        far = {seat: distance(rocker.pawn) for seat, rocker in enumerate(state.rockers)}
        keys = {seat: (float(seat in winners), float(-far[seat])) for seat in far}
        return rank(keys, far, ("distance",), {seat: {"distance": far[seat]} for seat in far})


def _answer(scene: Scene, seat: Seat, word: str, parts: list[str]) -> None:
    """Carry out an item of a menu (the table of decisions in the ledger)."""
    match word, parts:
        case "ticket", [ticket]:
            choose_ticket(scene, ticket)
        case "end", []:
            end_turn(scene)
        case "move", [column, row]:
            actions.move(scene, cell(int(column), int(row)))
        case _:
            _act(scene, seat, word, parts)
            if isinstance(scene.state.step, Turn | Over):
                close_action(scene)


def _act(scene: Scene, seat: Seat, word: str, parts: list[str]) -> None:
    """An action, or the answer to a question that its card asked."""
    step = scene.state.step
    match word, parts:
        case "path", [kind, column, row, turn]:
            actions.lay_path(scene, kind, cell(int(column), int(row)), int(turn))
        case "wall", [kind, column, row]:
            actions.lay_wall(scene, kind, cell(int(column), int(row)))
        case "smash", [column, row, kind]:
            actions.smash(scene, cell(int(column), int(row)), kind)
        case "flash", [kind, *argument]:
            flash.play_flash(scene, kind, "".join(argument))
        case "land", [kind, turn] if isinstance(step, Land):
            scene.state.step = Turn()
            actions.lay_landing(scene, step.cell, kind, int(turn))
        case "discard", [kind] if isinstance(step, Discard):
            scene.discard(seat, kind)
            scene.owe_discards(step.seat, step.count - 1)
        case "discard", [kind] if isinstance(step, Weather):
            choose_discard(scene, step, seat, kind)
        case "divide", [side] if isinstance(step, Divide):
            divide(scene, side)
        case _:
            raise ValueError(f"no move of this game: {word}")


RULES = ReadyToRock()
