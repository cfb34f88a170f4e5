"""Rock Hard: 1977 as a rules module (see `app.games.contract`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from app.games.chance import Chance
from app.games.contract import (
    Blocked,
    Choice,
    Decision,
    Event,
    Game,
    GameMeta,
    Option,
    Seat,
    Setting,
    Viewer,
    Words,
)
from app.games.rock_hard_1977 import (
    agenda,
    audit,
    computer,
    glossary,
    scoring,
    secrets,
    setup,
    view,
)
from app.games.rock_hard_1977.content import SPACES, SPACES_BY_PHASE
from app.games.rock_hard_1977.game import Game as Play
from app.games.rock_hard_1977.printed import EVERYTHING
from app.games.rock_hard_1977.state import State
from app.games.rock_hard_1977.steps import Offer
from app.games.rock_hard_1977.words import RockHardWords


def _switch(name: str, label: str, rule: str, on: str, off: str, default: str) -> Setting:
    return Setting(
        name,
        label,
        rule,
        choices=(Choice("on", "On", on), Choice("off", "Off", off)),
        default={0: default},
    )


META = GameMeta(
    slug="rock-hard-1977",
    title="Rock Hard: 1977",
    tagline="Practice by day, play by night, be seen after hours. Fifty Fame makes a star.",
    prefix="RH",
    min_seats=2,
    max_seats=5,
    minutes=(50, 125),
    version=1,
    settings=(
        Setting(
            "rising_star",
            "The Rising Star",
            "RH-232",
            choices=(
                Choice("off", "At home", "Nobody blocks spaces."),
                Choice("on", "On the road", "A rival blocks one space in each phase."),
            ),
            default={0: "off"},
            seats=(3,),
        ),
        _switch(
            "abilities",
            "Abilities",
            "RH-030",
            "Characters and managers use their abilities.",
            "For a first game: no abilities; managers are dealt, and paid all the same.",
            "on",
        ),
        _switch(
            "candy",
            "Candy",
            "RH-031",
            "Candy gives extra actions, and Craving.",
            "For a first game: no Candy and no Craving.",
            "on",
        ),
    ),
)


class RockHard(Game):
    meta = META
    state_type = State
    content = EVERYTHING
    words: Words[State] = RockHardWords()

    glossary = staticmethod(glossary.glossary)
    open_view = staticmethod(view.open_view)
    own_view = staticmethod(view.own_view)
    redeal = staticmethod(secrets.redeal)
    appraise = staticmethod(computer.appraise)
    result = staticmethod(scoring.result)
    audit = staticmethod(audit.audit)

    def setup(self, seats: int, settings: Mapping[str, Any], chance: Chance) -> State:
        state = setup.new_state(seats, settings, chance)
        play = Play(state, chance)
        setup.first_choice(play)
        agenda.run(play)
        return state

    def waiting_on(self, state: State) -> dict[Seat, Decision]:
        if not state.agenda:
            return {}
        step = state.agenda[-1]
        decision = Decision(agenda.question_kind(state, step), step.number)
        if isinstance(step, Offer):
            return {seat: decision for seat, card in enumerate(step.chosen) if not card}
        return {step.seat: decision}

    def menu(self, state: State, seat: Seat, open_only: bool = False) -> list[Option]:
        if not state.agenda:
            return []
        step = state.agenda[-1]
        if isinstance(step, Offer):
            return [] if step.chosen[seat] else setup.offer_menu(state, step, seat)
        if step.seat != seat:
            return []
        options = agenda.QUESTIONS[type(step)].menu(state, step)
        return [option for option in options if option.blocked is None] if open_only else options

    def refusal(self, state: State, viewer: Viewer, move: str) -> Blocked:
        if viewer is None or viewer not in self.waiting_on(state):
            return Blocked("RH-261", "not_asked")
        space = SPACES.get(move.partition(":")[2])
        if space is None or state.phase not in SPACES_BY_PHASE[state.seats]:
            return Blocked("RH-261", "not_on_menu")
        if state.seats not in space.players:
            return Blocked("RH-105", "other_side")
        if space not in SPACES_BY_PHASE[state.seats][state.phase]:
            return Blocked("RH-092", "other_phase", facts={"phase": space.zone})
        return Blocked("RH-261", "not_on_menu")

    def play(self, state: State, seat: Seat, move: str, chance: Chance) -> list[Event]:
        play = Play(state, chance)
        agenda.answer(play, seat, move)
        return play.events

    def automatic(self, state: State, seat: Seat) -> str:
        step = state.agenda[-1]
        if isinstance(step, Offer):
            return setup.offer_automatic(state, step, seat)
        return agenda.QUESTIONS[type(step)].automatic(state, step)

    def advise(
        self, state: State, seat: Seat, options: Sequence[Option], chance: Chance
    ) -> str | None:
        return computer.advise(state, seat, options)


RULES = RockHard()
