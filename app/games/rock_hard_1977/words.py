"""The game's sentences: questions, options, reasons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from app.games.contract import Blocked, Decision, Event, Option, Seat
from app.games.kit.wording import listed
from app.games.rock_hard_1977 import chronicle, effects
from app.games.rock_hard_1977.content import (
    BOOKS,
    CONTENT,
    EVENTS,
    GIGS,
    JOBS,
    NAMES,
    SPACES,
    Amounts,
    Effect,
)
from app.games.rock_hard_1977.game import Game
from app.games.rock_hard_1977.helps import aid_of
from app.games.rock_hard_1977.lexicon import ABILITIES, PHASE_NAMES, amounts
from app.games.rock_hard_1977.spaces import NO_AID, RANDOM_GIG, Aid, best_tier, price, site_of
from app.games.rock_hard_1977.state import State
from app.games.rock_hard_1977.steps import Choose, May, PickHelps, Roll

TEXTS = {
    row.id: row.text
    for rows in (
        CONTENT.space,
        CONTENT.random_gig,
        CONTENT.hang_out,
        CONTENT.event,
        CONTENT.character,
        CONTENT.manager,
        CONTENT.job,
        CONTENT.goal,
        CONTENT.bonus,
        CONTENT.sugar_rush,
    )
    for row in rows
}
_QUESTIONS = {
    "character": "choose your character",
    "goals": "choose two Personal Goals",
    "job": "choose a job",
    "manager": "choose a manager",
    "prep_gift": "give a Sapphire token, or keep it",
    "recover": "recover from low sugar",
    "turn": "take an action",
    "turn_end": "use what is left, or end the turn",
    "choose": "choose one of the alternatives",
    "choose_helps": "choose how to use the space",
    "choose_sweet": "choose a Sugar Rush card",
    "choose_card": "choose a card to keep",
    "choose_rumor": "swap two Hot Hang Out tokens, or leave them",
    "may": "take the offer, or decline",
    "may_rebate": "decide on Creative Accounting",
    "may_park": "decide on the Parking Space",
    "roll": "keep the roll, or change it",
    "set": "choose a set",
}
_REASONS = {
    "not_asked": "You have nothing to decide now.",
    "not_on_menu": "This is none of your choices now.",
    "other_side": "This space is not on the side of the board that you play on.",
    "used_this_round": "Already used this round.",
    "used_this_phase": "You have used it in this phase.",
    "studio_used": "You have used a studio in this phase.",
    "gig_played": "You have played a Gig this round.",
    "crew_hired": "You have hired Crew this round.",
    "crew_full": "You have 3 Crew.",
    "demo_held": "You hold a Demo Tape.",
    "no_craving": "Your Craving is 0.",
    "no_candy_here": "Candy is not in this game.",
    "eaten": "You have eaten Candy in this phase.",
    "acted": "You have acted in this phase.",
    "partied": "You have put a Candy back for an extra action in this phase.",
    "extra": "Going to bed early would have been your only action in this phase.",
    "no_job": "You have no job.",
    "worked": "You have worked this round.",
    "strike": "There is a strike: nobody works this round.",
    "school_is_out": "School is out: no work this month.",
    "not_your_shift": "This is not your shift.",
    "star_there": "The Rising Star is there.",
    "no_demo_no_deal": "It takes a Demo Tape or a Record Deal.",
    "no_deal": "It takes a Record Deal.",
    "event_used": "You have used it this round.",
    "in_bed": "You have gone to bed.",
    "next_round": "It can be used in the next round.",
    "first_action": "Take your first action.",
}


def describe(effect: Effect) -> str:
    """What an alternative does: "pay 1 Candy: gain 2 Reputation"."""
    parts: list[str] = []
    if effect.lose:
        lowered = [
            f"lower your Craving by {n}" if what == "craving" else f"lose {_one(what, n)}"
            for what, n in effect.lose.items()
        ]
        parts.append(listed(lowered))
    if effect.gain:
        parts.append(f"gain {listed(amounts(effect.gain))}")
    if effect.keep:
        parts.append("keep the card for later")
    text = ", ".join(parts) or "nothing"
    return f"{_price(effect.cost)}: {text}" if effect.cost else text


def _one(what: str, number: int) -> str:
    return amounts({what: number})[0]


def _price(cost: Amounts) -> str:
    """ "pay $2", "lose 1 Reputation"."""
    word = "pay" if set(cost) <= {"money", "candy"} else "lose"
    return f"{word} {listed(amounts(cost))}"


def _upper(text: str) -> str:
    return text[:1].upper() + text[1:]


class RockHardWords:
    """See `app.games.contract.Words`."""

    def ask(self, decision: Decision, names: Sequence[str]) -> str:
        return _QUESTIONS[decision.kind]

    def option(self, state: State, seat: Seat, option: Option, names: Sequence[str]) -> str:
        kind, _, rest = option.move.partition(":")
        if kind == "go":
            return _go(state, seat, rest)
        if kind in _SPEAKERS:
            return _SPEAKERS[kind](state, rest, names)
        return _plain(state, option.move)

    def reason(self, blocked: Blocked, names: Sequence[str]) -> str:
        if blocked.why == "occupied":
            return f"{names[blocked.facts['seat']]} is there."
        if blocked.why == "visited":
            return f"{names[blocked.facts['seat']]} has been there this round."
        if blocked.why == "covered":
            return f"Closed this round: {NAMES[blocked.facts['event']]}."
        if blocked.why == "other_phase":
            return f"This space belongs to {PHASE_NAMES[blocked.facts['phase']]}."
        if blocked.why == "other_shift":
            return f"Your shift this round is {PHASE_NAMES[blocked.facts['shift']]}."
        if blocked.why in ("costs", "needs", "no_better_tier"):
            return _shortage(blocked)
        return _REASONS[blocked.why]

    def confirm(self, key: str) -> str:
        return "Quit your job for good? There is no new one."

    def event(self, event: Event, names: Sequence[str]) -> str:
        return chronicle.line(event, names)

    def score(self, key: str) -> str:
        return _SCORES[key]


_SCORES = {
    "played": "Fame from playing",
    "bonuses": "End-game Bonuses",
    "goals": "End-game goals",
    "stats": "Stats at 11",
    "cash": "Cash",
    "reputation": "higher Reputation",
    "money": "more cash",
    "royalty_tier": "the higher Royalty tier",
}


def _shortage(blocked: Blocked) -> str:
    """ "Needs 3 Chops, you have 2." """
    if not blocked.needs:
        return "No better Royalty tier is within reach."
    either = any(what.startswith("or_") for what in blocked.needs)
    both = [what for what in blocked.needs if not what.startswith("or_")]
    needs = amounts({what: blocked.needs[what] for what in both})
    if either:
        sides = {what: n for what, n in blocked.needs.items() if what.startswith("or_")}
        needs.append(listed(amounts(sides), "or"))
    has = listed(_bare(blocked.has))
    word = "Costs" if blocked.why == "costs" else "Needs"
    if blocked.why == "no_better_tier":
        word = "The next Royalty tier needs"
    return f"{word} {listed(needs)}; you have {has}."


def _bare(has: Mapping[str, int]) -> list[str]:
    return amounts({what.removeprefix("or_"): number for what, number in has.items()})


def _go(state: State, seat: Seat, rest: str) -> str:
    space, _, then_quit = rest.partition(":")
    row = SPACES[space]
    if space == "work":
        job = state.players[seat].job
        text = JOBS[job].text if job else row.text
        return f"Work, then quit your job. {text}" if then_quit else f"Work. {text}"
    if space == RANDOM_GIG:
        return f"Random Gig, {NAMES[state.gig]}. {GIGS[state.gig].text}"
    if row.price:
        dollars = _dollars(state, seat, row.id)
        return f"{row.name}. Pay ${dollars}: gain 1 Crew."
    text = f"{row.name}. {row.text}"
    if row.cost and (dollars := _dollars(state, seat, row.id)) != row.cost["money"]:
        return f"{text} You pay ${dollars}."
    return text


def _dollars(state: State, seat: Seat, space: str, aid: Aid = NO_AID) -> int:
    return price(state, seat, site_of(state, space), aid).get("money", 0)


def _plain(state: State, move: str) -> str:
    if move == "yes":
        return _yes(state)
    if move == "no":
        return "Decline"
    if move == "event":
        return f"{NAMES[state.event]}. {EVENTS[state.event].text}"
    step = state.agenda[-1]
    if move == "keep":
        return f"Keep the {step.die}" if isinstance(step, Roll) else "Keep the token"
    if move in ("up", "down") and isinstance(step, Roll):
        return f"Lucky Break: turn it to {step.die + (1 if move == 'up' else -1)}"
    return _PLAIN[move]


_PLAIN = {
    "eat": "Eat Candy: draw a Sugar Rush card, Craving up, roll",
    "party": "Party Animal: put back 1 Candy for 1 extra action",
    "quit": "Quit your job",
    "end": "End your turn",
    "overtime": "Second Wind: 1 extra action",
    "again": "Lucky Break: throw again",
    "charm": "Rabbit's Foot: throw again",
    "enough": "Enough",
    "leave": "Leave the tokens as they are",
    "recover": "Recover: Low Sugar goes off, Craving down by 1",
}


def _yes(state: State) -> str:
    step = state.agenda[-1]
    if isinstance(step, May):
        effect = Game.effects_of(state)[step.ref]
        name = NAMES[effects.root(step.ref)]
        return (
            f"{name}: {describe(effect) if not effect.die else _price(effect.cost) + ' and roll'}"
        )
    return "Use the card"


def _take(state: State, rest: str, names: Sequence[str]) -> str:
    step = state.agenda[-1]
    if not isinstance(step, Choose):
        raise LookupError(f"no alternative {rest}")
    item = Game.effects_of(state)[step.ref].choose[int(rest)]
    if item.void:
        item = _sweet_item(step, int(rest))
    also = "Take it too: " if step.taken >= 0 else ""
    return also + _upper(describe(item))


def _sweet_item(step: Choose, index: int) -> Effect:
    """The alternative as it is printed, where Candy has been left out."""
    return BOOKS[True].effects[step.ref].choose[index]


def _help(state: State, rest: str, names: Sequence[str]) -> str:
    step = state.agenda[-1]
    used = () if rest == "none" else tuple(rest.split("+"))
    how = listed([ABILITIES.get(name) or NAMES[name] for name in used]) or "Without help"
    return f"{how} ({_outcome(state, step, used)})" if isinstance(step, PickHelps) else how


def _outcome(state: State, step: PickHelps, used: tuple[str, ...]) -> str:
    """What tells the ways to use a space apart: the tier of a deal, elsewhere the price."""
    aid = aid_of(used)
    if SPACES[step.space].action == "record_deal":
        return f"Royalty tier {best_tier(state.players[step.seat], aid.points)}"
    return f"${_dollars(state, step.seat, step.space, aid)}"


def _set(state: State, rest: str, names: Sequence[str]) -> str:
    return "Set: " + listed([NAMES[life] for life in rest.split(".")])


def _pair(state: State, rest: str, names: Sequence[str]) -> str:
    return listed([f"{NAMES[card]} ({TEXTS[card]})" for card in rest.split("+")])


def _card(state: State, rest: str, names: Sequence[str]) -> str:
    return f"{NAMES[rest]}. {TEXTS[rest]}"


def _swap(state: State, rest: str, names: Sequence[str]) -> str:
    one, other = rest.split(":")
    return f"Swap the tokens of {NAMES[one]} and {NAMES[other]}"


def _trade(word: str) -> Any:
    def speak(state: State, rest: str, names: Sequence[str]) -> str:
        return f"{word} {rest} Candy for ${rest}"

    return speak


def _leo(state: State, rest: str, names: Sequence[str]) -> str:
    return "Pay $1: gain 1 Fame" if rest == "fame" else "Lose 1 Fame: gain $2"


def _sapphire(state: State, rest: str, names: Sequence[str]) -> str:
    what = {"money": "$1", "candy": "1 Candy", "craving": "Craving down by 1"}[rest]
    return f"Sapphire token: {what}"


def _eat(state: State, rest: str, names: Sequence[str]) -> str:
    if not rest:
        return _PLAIN["eat"]
    if rest == "more":
        return "Eat Candy, Just One More: two cards, use one, add 2 to the roll"
    return "Eat Candy, with a look: see the top two cards and draw either"


def _weekend(state: State, rest: str, names: Sequence[str]) -> str:
    return f"Long Weekend: {NAMES[rest]} as an extra action"


def _give(state: State, rest: str, names: Sequence[str]) -> str:
    return f"Give a Sapphire token to {names[int(rest)]}"


def _recover(state: State, rest: str, names: Sequence[str]) -> str:
    return "Quit your job, then recover" if rest else _PLAIN["recover"]


_SPEAKERS = {
    "take": _take,
    "help": _help,
    "set": _set,
    "goals": _pair,
    "character": _card,
    "job": _card,
    "manager": _card,
    "sweet": _card,
    "life": _card,
    "swap": _swap,
    "buy": _trade("Buy"),
    "sell": _trade("Sell"),
    "leo": _leo,
    "sapphire": _sapphire,
    "eat": _eat,
    "weekend": _weekend,
    "give": _give,
    "recover": _recover,
}
