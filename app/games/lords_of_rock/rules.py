"""The Lords of Rock as the platform knows it (`app.games.contract.Rules`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from app.games.chance import Chance
from app.games.contract import (
    Choice,
    Decision,
    Event,
    Game,
    GameMeta,
    Option,
    Seat,
    Setting,
    Words,
)
from app.games.lords_of_rock import (
    audit,
    automatic,
    between,
    computer,
    concert,
    glossary,
    menu,
    powers,
    redeal,
    resolution,
    setup,
    view,
)
from app.games.lords_of_rock.content import CONTENT
from app.games.lords_of_rock.state import (
    ChoosingPantheon,
    Drafting,
    LayingVenue,
    Limiting,
    PowerVisit,
    Reaction,
    Recruiting,
    Redrawing,
    RoadieChoice,
    RunConcert,
    RunDecision,
    RunDraw,
    RunReveal,
    RunRoadies,
    RunScoring,
    RunTurn,
    RunVisit,
    State,
    Table,
    Turn,
    UsingPower,
)
from app.games.lords_of_rock.words import LordsOfRockWords, kind_of, public_kind_of

META = GameMeta(
    slug="lords-of-rock",
    title="The Lords of Rock",
    tagline="Gods form bands, bluff through the set list and play for souls.",
    prefix="LOR",
    min_seats=3,
    max_seats=5,
    minutes=(20, 90),
    version=1,
    settings=(
        Setting(
            "rounds",
            "Length",
            "LOR-015",
            (
                Choice("full", "Full game", "Four rounds: every venue card is played."),
                Choice("short", "Short game", "Two rounds: each plays two of four venue cards."),
            ),
            default={0: "full", 5: "short"},
        ),
        Setting(
            "pantheon_powers",
            "Pantheon powers",
            "LOR-016",
            (
                Choice("on", "On", "Two powers for each pantheon; each works once a game."),
                Choice("off", "Off", "Without powers."),
            ),
            default={0: "on"},
        ),
        Setting(
            "venue_draft",
            "Venue draft",
            "LOR-017",
            (
                Choice("off", "Off", "Each keeps the four venue cards that were dealt."),
                Choice("on", "On", "Keep one card, pass the rest to the left, until all are kept."),
            ),
            default={0: "off"},
        ),
    ),
)

_ANSWERS: Mapping[type[Any], Callable[[Table, Any, Seat, Sequence[str]], None]] = {
    Drafting: setup.keep,
    ChoosingPantheon: setup.choose_pantheon,
    Recruiting: setup.recruit,
    LayingVenue: concert.lay_venue,
    Redrawing: concert.redraw,
    Turn: concert.take_turn,
    Reaction: concert.react,
    PowerVisit: powers.visit,
    UsingPower: powers.use,
    RoadieChoice: resolution.choose_roadie,
    Limiting: between.limit,
}

_RUNS: Mapping[type[Any], Callable[[Table, Any], None]] = {
    RunConcert: between.next_concert,
    RunTurn: concert.next_turn,
    RunReveal: concert.reveal,
    RunVisit: powers.next_visit,
    RunRoadies: resolution.next_roadies,
    RunScoring: resolution.score,
    RunDraw: between.draw_step,
    RunDecision: between.decide,
}

_TAKEN_ALONE = frozenset({LayingVenue, UsingPower})
"""Decisions of one seat that the server takes when one item is open (LOR-154): none of them
tells what a hand holds but to its owner."""


def run_on(table: Table) -> None:
    """Do what needs nobody, until a question stands or the game is over."""
    state = table.state
    while True:
        step = state.step
        if run := _RUNS.get(type(step)):
            run(table, step)
            continue
        if type(step) not in _TAKEN_ALONE:
            return
        (seat,) = state.owing()
        options = menu.menu(state, seat, open_only=True)
        if len(options) > 1:
            return
        _ANSWERS[type(step)](table, step, seat, options[0].move.split(":"))


class LordsOfRock(Game):
    """See `app.games.contract.Rules` for what each method promises."""

    meta = META
    state_type = State
    content = CONTENT
    words: Words[State] = LordsOfRockWords()

    glossary = staticmethod(glossary.glossary)
    refusal = staticmethod(menu.refusal)
    automatic = staticmethod(automatic.automatic)
    open_view = staticmethod(view.open_view)
    own_view = staticmethod(view.own_view)
    redeal = staticmethod(redeal.redeal)
    appraise = staticmethod(computer.appraise)
    result = staticmethod(between.result)
    audit = staticmethod(audit.audit)

    def setup(self, seats: int, settings: Mapping[str, Any], chance: Chance) -> State:
        return setup.deal(seats, settings, chance)

    def waiting_on(self, state: State) -> dict[Seat, Decision]:
        kind, public = kind_of(state), public_kind_of(state)
        return {
            seat: Decision(kind(seat), state.players[seat].moves, public) for seat in state.owing()
        }

    def menu(self, state: State, seat: Seat, open_only: bool = False) -> list[Option]:
        return menu.menu(state, seat, open_only) if seat in state.owing() else []

    def advise(
        self, state: State, seat: Seat, options: Sequence[Option], chance: Chance
    ) -> str | None:
        return computer.advise(state, seat, options, chance)

    def play(self, state: State, seat: Seat, move: str, chance: Chance) -> list[Event]:
        table = Table(state, chance)
        state.players[seat].moves += 1
        _ANSWERS[type(state.step)](table, state.step, seat, move.split(":"))
        run_on(table)
        return table.events


RULES = LordsOfRock()
