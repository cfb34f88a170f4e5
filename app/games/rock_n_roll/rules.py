"""Rock 'n Roll as the house plays it: see ``rules.md``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from app.games.chance import Chance
from app.games.contract import (
    Blocked,
    Choice,
    Decision,
    Event,
    Game,
    GameMeta,
    Honour,
    Option,
    Refusal,
    Seat,
    Setting,
    Viewer,
    Words,
)
from app.games.rock_n_roll import computer, glossary, menu, refusals, scoring
from app.games.rock_n_roll.actions import Play, answer
from app.games.rock_n_roll.audit import audit
from app.games.rock_n_roll.automatic import automatic
from app.games.rock_n_roll.content import CONTENT, MUSICIANS
from app.games.rock_n_roll.month import run
from app.games.rock_n_roll.setup import new_game
from app.games.rock_n_roll.state import Career, State
from app.games.rock_n_roll.view import open_view, own_view
from app.games.rock_n_roll.words import RockNRollWords


def _choices(group: str) -> tuple[Choice, ...]:
    return tuple(
        Choice(row.id.removeprefix(f"{group}-"), row.name, row.text)
        for row in CONTENT.settings
        if row.group == group
    )


_SETTINGS = (
    Setting(
        name="tiers",
        label="Chart points",
        rule="RNR-013",
        choices=_choices("tiers"),
        default={0: "highest"},
    ),
    Setting(
        name="comeback",
        label="Comeback",
        rule="RNR-134",
        choices=_choices("comeback"),
        default={0: "off"},
        seats=(1,),
    ),
    Setting(
        name="source",
        label="Band that comes back",
        rule="RNR-134",
        default={0: ""},
        seats=(1,),
        legacy=True,
        legacy_when="comeback",
    ),
)


_DECODER = msgspec.msgpack.Decoder(State)
_ENCODER = msgspec.msgpack.Encoder()


_CAREER = ("hall_points", "best_rating", "fame")
_HONOURS = (
    Honour("hall", "House Hall of Fame", "RNR-132", _CAREER, seats=(1,), where={"comeback": 0}),
    Honour("comebacks", "Comebacks", "RNR-140", _CAREER, seats=(1,), where={"comeback": 1}),
)


class RockNRoll(Game):
    """See `contract.Rules`."""

    meta = GameMeta(
        slug="rock-n-roll",
        title="Rock 'n Roll",
        tagline="Four years, five dice, one notebook: from the garage to number one.",
        prefix="RNR",
        min_seats=1,
        max_seats=6,
        minutes=(20, 60),
        version=1,
        settings=_SETTINGS,
        honours=_HONOURS,
    )
    state_type = State
    content = CONTENT
    words: Words[State] = RockNRollWords()

    glossary = staticmethod(glossary.glossary)
    menu = staticmethod(menu.menu)
    refusal = staticmethod(refusals.refusal)
    automatic = staticmethod(automatic)
    open_view = staticmethod(open_view)
    own_view = staticmethod(own_view)
    appraise = staticmethod(computer.appraise)
    result = staticmethod(scoring.result)
    audit = staticmethod(audit)

    def setup(self, seats: int, settings: Mapping[str, Any], chance: Chance) -> State:
        return new_game(seats, settings, chance)

    def waiting_on(self, state: State) -> dict[Seat, Decision]:
        if state.over:
            return {}
        return {
            seat: Decision(band.phase, band.asked)
            for seat, band in enumerate(state.bands)
            if not band.ready
        }

    def play(self, state: State, seat: Seat, move: str, chance: Chance) -> list[Event]:
        play = Play(state, chance)
        answer(play, seat, move)
        run(play)
        return play.events

    def redeal(self, state: State, viewer: Viewer, chance: Chance) -> State:
        """Only the order of the deck is hidden, and after the end nothing is (RNR-145, 147)."""
        other = _DECODER.decode(_ENCODER.encode(state))
        if not state.over:
            chance.shuffle(other.deck.draw)
        return other

    def advise(
        self, state: State, seat: Seat, options: Sequence[Option], chance: Chance
    ) -> str | None:
        return computer.advise(state, seat, options)

    def rename(self, state: State, seat: Seat, slot: str, text: str) -> list[Event]:
        """Slots: "band", "vocals", "rhythm", "bass", "drums", "album-1" to "album-8"
        (RNR-010)."""
        if state.over:
            raise Refusal(Blocked("RNR-115", "over"))
        band = state.bands[seat]
        kind, _, number = slot.partition("-")
        if slot == "band":
            band.name = text
        elif slot in MUSICIANS:
            band.musicians[MUSICIANS.index(slot)] = text
        elif kind == "album" and number in map(str, range(1, len(band.titles) + 1)):
            band.titles[int(number) - 1] = text
        else:
            raise Refusal(Blocked("RNR-010", "no_such_name"))
        return [Event("renamed", seat, {"slot": slot, "text": text})]

    def legacy(self, state: State, seat: Seat) -> Any | None:
        """A finished solo game as a `Career`; nothing else can come back (RNR-134)."""
        if not state.over or len(state.bands) > 1:
            return None
        band = state.bands[seat]
        return msgspec.to_builtins(
            Career(
                band=band.name,
                musicians=band.musicians,
                abilities=band.abilities,
                fans=band.fans,
                fame=band.fame,
                comeback=state.comeback != "off",
            )
        )


RULES = RockNRoll()
