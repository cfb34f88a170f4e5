"""How each step of the agenda is done, and how the questions are asked and answered.

A step that asks is put back on the agenda with a number of its own; the answer takes it off
again and puts on what follows from it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from app.games.contract import Option
from app.games.rock_hard_1977 import (
    actions,
    candy,
    clean_up,
    effects,
    lives,
    rolls,
    rounds,
    scoring,
    setup,
    turn_order,
    turns,
)
from app.games.rock_hard_1977.content import PHASES
from app.games.rock_hard_1977.game import Game
from app.games.rock_hard_1977.state import State
from app.games.rock_hard_1977.steps import (
    Ability,
    Additions,
    AnyStep,
    Benefit,
    Choose,
    Done,
    Draft,
    DrawLife,
    Eat,
    EndTurn,
    FirstInLine,
    FormSets,
    Gift,
    LookSweets,
    May,
    Offer,
    PayManager,
    Perform,
    PickHelps,
    Quit,
    Recovery,
    Roll,
    Rumor,
    ShiftRoll,
    Stage,
    StartTurn,
    Step,
    Sweet,
    TakeTurn,
    TwoLives,
    TwoSweets,
)

STAGES: Mapping[str, Callable[[Game], None]] = {
    "life": setup.deal_life,
    "goals": setup.deal_goals,
    "jobs": setup.deal_jobs,
    "managers": setup.deal_managers,
    "start": setup.start,
    "round": rounds.begin_round,
    "event": rounds.event,
    "gig": rounds.gig,
    "shifts": rounds.shifts,
    "gift": rounds.gift,
    **{name: rounds.phase(name) for name in PHASES},
    "clean_up": clean_up.clean_up,
    "royalties": clean_up.royalties,
    "pay": clean_up.pay,
    "last_pay": clean_up.last_pay,
    "parking": turn_order.parking,
    "new_order": turn_order.make_order,
    "standees": clean_up.standees_back,
    "low_sugar": clean_up.low_sugar,
    "sugar_deck": clean_up.sugar_deck,
    "tokens": clean_up.tokens,
    "next_round": clean_up.next_round,
    "low_sugar_at_end": scoring.low_sugar_at_end,
    "scoring": scoring.scoring,
}


def _stage(game: Game, step: Stage) -> bool:
    STAGES[step.name](game)
    return False


RUN: Mapping[type[Step], Callable[[Game, Any], bool]] = {
    Stage: _stage,
    Offer: setup.ask_offer,
    Draft: setup.ask_draft,
    Gift: rounds.ask_gift,
    ShiftRoll: rounds.shift_roll,
    StartTurn: turns.start_turn,
    Recovery: turns.ask_recovery,
    TakeTurn: turns.ask_turn,
    EndTurn: turns.end_turn,
    Quit: actions.quit_job,
    PickHelps: actions.ask_helps,
    Benefit: actions.benefit,
    Done: actions.done,
    Additions: actions.additions,
    Perform: effects.perform,
    May: effects.ask_may,
    Choose: effects.ask_choose,
    Ability: effects.use_ability,
    Roll: rolls.ask_roll,
    Eat: candy.eat,
    Sweet: candy.sweet,
    TwoSweets: candy.ask_two,
    LookSweets: candy.ask_look,
    DrawLife: lives.draw_life,
    TwoLives: lives.ask_two,
    FormSets: lives.ask_sets,
    PayManager: clean_up.ask_manager,
    FirstInLine: turn_order.ask_first,
    Rumor: clean_up.ask_rumor,
}
"""Does a step; ``True``: it asks, and waits for its answer."""


class Question(NamedTuple):
    """How a step asks: the name of the decision in the ledger (RH-264), its menu, what an
    answer does, and the choice when time runs out."""

    kind: str
    menu: Callable[[State, Any], list[Option]]
    answer: Callable[[Game, Any, str], None]
    automatic: Callable[[State, Any], str]


QUESTIONS: Mapping[type[Step], Question] = {
    Draft: Question("manager", setup.draft_menu, setup.answer_draft, setup.draft_automatic),
    Gift: Question("prep_gift", rounds.gift_menu, rounds.answer_gift, rounds.gift_automatic),
    Recovery: Question(
        "recover", turns.recovery_menu, turns.answer_recovery, turns.recovery_automatic
    ),
    TakeTurn: Question("turn", turns.turn_menu, turns.answer_turn, turns.turn_automatic),
    PickHelps: Question(
        "choose_helps", actions.helps_menu, actions.answer_helps, actions.helps_automatic
    ),
    May: Question("may", effects.may_menu, effects.answer_may, effects.may_automatic),
    Choose: Question(
        "choose", effects.choose_menu, effects.answer_choose, effects.choose_automatic
    ),
    Roll: Question("roll", rolls.roll_menu, rolls.answer_roll, rolls.roll_automatic),
    TwoSweets: Question("choose_sweet", candy.two_menu, candy.answer_two, candy.two_automatic),
    LookSweets: Question("choose_sweet", candy.look_menu, candy.answer_look, candy.look_automatic),
    TwoLives: Question("choose_card", lives.two_menu, lives.answer_two, lives.two_automatic),
    FormSets: Question("set", lives.sets_menu, lives.answer_sets, lives.sets_automatic),
    PayManager: Question(
        "may_rebate", clean_up.manager_menu, clean_up.answer_manager, clean_up.manager_automatic
    ),
    FirstInLine: Question(
        "may_park", turn_order.first_menu, turn_order.answer_first, turn_order.first_automatic
    ),
    Rumor: Question(
        "choose_rumor", clean_up.rumor_menu, clean_up.answer_rumor, clean_up.rumor_automatic
    ),
}
"""The questions to one player; an `Offer` asks several at once."""


def run(game: Game) -> None:
    """Do steps until one asks, or nothing is left."""
    agenda = game.state.agenda
    while agenda:
        step = agenda.pop()
        if RUN[type(step)](game, step):
            agenda.append(step)
            # the others of a simultaneous choice keep their number while one decides
            if not (isinstance(step, Offer) and step.number):
                game.state.asked += 1
                step.number = game.state.asked
            return


def answer(game: Game, seat: int, move: str) -> None:
    """Answer the open question of ``seat`` with an open move, and run on."""
    step = game.state.agenda.pop()
    if isinstance(step, Offer):
        setup.answer_offer(game, step, seat, move)
    else:
        QUESTIONS[type(step)].answer(game, step, move)
    run(game)


def question_kind(state: State, step: AnyStep) -> str:
    if isinstance(step, Offer):
        return step.kind
    if isinstance(step, TakeTurn):
        return turns.turn_kind(state, step)
    return QUESTIONS[type(step)].kind
