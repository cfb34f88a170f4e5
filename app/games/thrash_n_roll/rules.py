"""The rules object of Thrash'n Roll: the contract's questions, answered by the themes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from app.games.chance import Chance
from app.games.contract import (
    Blocked,
    Decision,
    Event,
    Game,
    GameMeta,
    Option,
    Result,
    Seat,
    Viewer,
    Words,
)
from app.games.kit.ranking import rank
from app.games.thrash_n_roll import computer, glossary
from app.games.thrash_n_roll.audit import audit
from app.games.thrash_n_roll.automatic import automatic
from app.games.thrash_n_roll.content import CONTENT
from app.games.thrash_n_roll.draft import CONFIRM
from app.games.thrash_n_roll.hidden import redealt
from app.games.thrash_n_roll.kinds import kind, public_kind
from app.games.thrash_n_roll.menu import asked_seat, menu_of
from app.games.thrash_n_roll.play import answer, run
from app.games.thrash_n_roll.rounds import new_game
from app.games.thrash_n_roll.state import Planning, Question, Reroll, State, Turn
from app.games.thrash_n_roll.table import Table, best_album
from app.games.thrash_n_roll.view import open_view, own_view
from app.games.thrash_n_roll.words import ThrashWords

META = GameMeta(
    slug="thrash-n-roll",
    title="Thrash'n Roll",
    tagline="Six rounds of dice, gigs, records and scandals in a city that never turns it down.",
    prefix="TNR",
    min_seats=2,
    max_seats=5,
    minutes=(45, 90),
    version=1,
)


class ThrashRules(Game):
    """Thrash'n Roll."""

    meta = META
    state_type = State
    words: Words[State] = ThrashWords()
    content = CONTENT

    glossary = staticmethod(glossary.glossary)
    open_view = staticmethod(open_view)
    own_view = staticmethod(own_view)
    redeal = staticmethod(redealt)
    appraise = staticmethod(computer.appraise)
    audit = staticmethod(audit)

    def setup(self, seats: int, settings: Mapping[str, Any], chance: Chance) -> State:
        table = new_game(seats, chance)
        run(table)
        return table.state

    def waiting_on(self, state: State) -> dict[Seat, Decision]:
        step = open_question(state)
        if step is None:
            return {}
        seat = asked_seat(state, step)
        return {seat: Decision(kind(step), state.asked[seat], public_kind(step))}

    def menu(self, state: State, seat: Seat, open_only: bool = False) -> list[Option]:
        step = open_question(state)
        if step is None or asked_seat(state, step) != seat:
            return []
        return menu_of(state, step, open_only)

    def refusal(self, state: State, viewer: Viewer, move: str) -> Blocked:
        step = open_question(state)
        if step is None or viewer is None:
            return Blocked("TNR-178", "nothing_to_decide")
        if asked_seat(state, step) == viewer:
            return Blocked("TNR-178", "not_on_menu")
        if state.bands[viewer].passed and move.startswith(("act:", "reroll", "pass")):
            return Blocked("TNR-031", "has_passed")
        return Blocked("TNR-178", "not_your_decision", facts={"seat": asked_seat(state, step)})

    def play(self, state: State, seat: Seat, move: str, chance: Chance) -> list[Event]:
        table = Table(state, chance)
        final = _is_final(state, move)
        answer(table, move)
        run(table)
        if final and not table.events:
            table.tell("chosen", seat)
        return table.events

    def automatic(self, state: State, seat: Seat) -> str:
        return automatic(state, _question(state))

    def advise(
        self, state: State, seat: Seat, options: Sequence[Option], chance: Chance
    ) -> str | None:
        return computer.advise(state, _question(state), options)

    def result(self, state: State) -> Result | None:
        if not state.over:
            return None
        bands = dict(enumerate(state.bands))
        return rank(
            {seat: (band.fame, best_album(band)) for seat, band in bands.items()},
            {seat: band.fame for seat, band in bands.items()},
            ("best_album",),
            {
                seat: {source: band.score.get(source, 0) for source in _SOURCES}
                for seat, band in bands.items()
            },
        )


_SOURCES = ("places", "supports", "fans", "hits", "scandals", "revealed", "awards")


def open_question(state: State) -> Question | None:
    """What is asked now; ``None`` when the game is over."""
    return _question(state) if state.agenda else None


def _question(state: State) -> Question:
    step = state.agenda[-1]
    assert isinstance(step, Question)
    return step


def _is_final(state: State, move: str) -> bool:
    """Whether a move can't be taken back: all but steps of a draft (TNR-095, TNR-096)."""
    match state.agenda[-1]:
        case Turn():
            return move == "pass"
        case Planning():
            return move == CONFIRM
        case Reroll():
            return move.startswith("fan:")
        case _:
            return True


RULES = ThrashRules()
