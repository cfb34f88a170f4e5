"""The agenda: small records of what is still to be done, last one first.

`agenda` says how each of them is done, and which of them ask a player.
"""

from __future__ import annotations

from typing import Literal

import msgspec

NOBODY = -1

OfferKind = Literal["character", "goals", "job"]


class Step(msgspec.Struct, tag=True):
    """Something still to be done. ``number``: the number of the question, once it is asked."""

    number: int = 0


class Stage(Step, tag="stage"):
    """A stretch of the round that needs no figures: see `rounds.STAGES`."""

    name: str = ""
    seat: int = NOBODY


class Offer(Step, tag="offer"):
    """A simultaneous choice of the setup; by seat: the cards dealt and the choice (or "")."""

    kind: OfferKind = "character"
    dealt: list[list[str]] = []
    chosen: list[str] = []


class Draft(Step, tag="draft"):
    """A player takes one of the managers left."""

    seat: int = NOBODY
    left: list[str] = []


class Gift(Step, tag="gift"):
    """Doc Sapphire may give a token."""

    seat: int = NOBODY


class StartTurn(Step, tag="start_turn"):
    seat: int = NOBODY


class Recovery(Step, tag="recovery"):
    """The turn of a player who must recover."""

    seat: int = NOBODY


class TakeTurn(Step, tag="take_turn"):
    """The turn in `State.turn` goes on: its next action, or its end."""

    seat: int = NOBODY


class EndTurn(Step, tag="end_turn"):
    seat: int = NOBODY


class Quit(Step, tag="quit"):
    """The player quits the job."""

    seat: int = NOBODY


class PickHelps(Step, tag="pick_helps"):
    """There is more than one way to use ``space`` (RH-308)."""

    seat: int = NOBODY
    space: str = ""
    quit: bool = False


class Benefit(Step, tag="benefit"):
    """What a space gives, its price being paid. ``tier``: the one that the deal reaches."""

    seat: int = NOBODY
    space: str = ""
    tier: int = 0


class Done(Step, tag="done"):
    """The action counts as done now (RH-272)."""

    seat: int = NOBODY
    space: str = ""


class Additions(Step, tag="additions"):
    """What others add to an action (RH-241)."""

    seat: int = NOBODY
    space: str = ""
    tier: int = 0


class Perform(Step, tag="perform"):
    """An effect. ``agreed``: its owner has said yes to an optional one."""

    seat: int = NOBODY
    ref: str = ""
    agreed: bool = False


class May(Step, tag="may"):
    """An optional effect that can be declined."""

    seat: int = NOBODY
    ref: str = ""


class Choose(Step, tag="choose"):
    """One alternative of an effect; with ``taken`` a second one (RH-320)."""

    seat: int = NOBODY
    ref: str = ""
    taken: int = NOBODY


class Ability(Step, tag="ability"):
    """The ability that an effect names."""

    seat: int = NOBODY
    ref: str = ""


class Roll(Step, tag="roll"):
    """A roll of the die for ``purpose``. ``die`` is 0 until it is thrown, ``bonus`` the printed
    change of the result (RH-271), ``ref`` the effect or the Sugar Rush card that asks."""

    seat: int = NOBODY
    purpose: Literal["shift", "pay", "craving", "table"] = "table"
    ref: str = ""
    die: int = 0
    bonus: int = 0


class Eat(Step, tag="eat"):
    """Candy is eaten: as usual, with "more" (RH-335) or with a "look" (RH-360)."""

    seat: int = NOBODY
    how: Literal["", "more", "look"] = ""


class TwoSweets(Step, tag="two_sweets"):
    """Two Sugar Rush cards were drawn, one is applied."""

    seat: int = NOBODY
    cards: list[str] = []


class LookSweets(Step, tag="look_sweets"):
    """The top two Sugar Rush cards are looked at, one is drawn."""

    seat: int = NOBODY


class Sweet(Step, tag="sweet"):
    """A drawn Sugar Rush card is applied."""

    seat: int = NOBODY
    card: str = ""
    bonus: int = 0


class DrawLife(Step, tag="draw_life"):
    """A Hang Out card is drawn and carried out."""

    seat: int = NOBODY
    location: str = ""


class TwoLives(Step, tag="two_lives"):
    """Two Hang Out cards were drawn, one is kept (RH-329)."""

    seat: int = NOBODY
    location: str = ""
    cards: list[str] = []


class FormSets(Step, tag="form_sets"):
    """Sets are looked for (RH-171)."""

    seat: int = NOBODY


class ShiftRoll(Step, tag="shift_roll"):
    """The shift of this round (RH-082)."""

    seat: int = NOBODY


class PayManager(Step, tag="pay_manager"):
    """The manager is paid ``due`` dollars; ``cards`` that lessen it are still to be asked."""

    seat: int = NOBODY
    due: int = 0
    cards: int = 0
    last: bool = False


class FirstInLine(Step, tag="first_in_line"):
    """A player may use the parking space (RH-353)."""

    seat: int = NOBODY


class Rumor(Step, tag="rumor"):
    """A player may swap two Hot Hang Out tokens (RH-358)."""

    seat: int = NOBODY


AnyStep = (
    Stage
    | Offer
    | Draft
    | Gift
    | StartTurn
    | Recovery
    | TakeTurn
    | EndTurn
    | Quit
    | PickHelps
    | Benefit
    | Done
    | Additions
    | Perform
    | May
    | Choose
    | Ability
    | Roll
    | Eat
    | TwoSweets
    | LookSweets
    | Sweet
    | DrawLife
    | TwoLives
    | FormSets
    | ShiftRoll
    | PayManager
    | FirstInLine
    | Rumor
)
