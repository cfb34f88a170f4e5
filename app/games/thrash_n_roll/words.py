"""The sentences of Thrash'n Roll: questions, choices, reasons and scores."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from app.games.contract import Blocked, Decision, Event, Option, Seat
from app.games.kit.dice import read
from app.games.kit.wording import counted, listed
from app.games.thrash_n_roll.content import (
    ACTIONS,
    CHARACTERS,
    FANS,
    LOCATION_OF,
    LOCATIONS,
    SCANDALS,
    SKILL_NAMES,
    SUPPORTS,
)
from app.games.thrash_n_roll.draft import scandals_for_space
from app.games.thrash_n_roll.events import told
from app.games.thrash_n_roll.forecast import action_fame, after_payment
from app.games.thrash_n_roll.records import album_base, single_space
from app.games.thrash_n_roll.state import (
    AfterOrder,
    FanLimit,
    FanLimitReroll,
    Plan,
    Planning,
    RecordChoice,
    SetlistPick,
    State,
    SupportLimit,
)
from app.games.thrash_n_roll.table import free_spaces

_ASKS = {
    "turn": "plan an action or pass",
    "reroll_die": "pick the die to roll again",
    "reroll_fan": "pick the fan who pays for the re-roll",
    "plan_dice": "choose the dice to place",
    "plan_supports": "add support cards or say that it is enough",
    "plan_scandals": "decide how the rest is paid",
    "plan_fans": "choose the fans for the boost",
    "plan_confirm": "confirm the plan",
    "display_pick": "take a support card from the display",
    "skill_pick": "choose a skill marker",
    "scandal_out": "say what happens to a scandal",
    "record_choice": "decide whether to record",
    "neutral_keep": "keep the die or roll it again",
    "album_pick": "choose the album that rises",
    "after_order": "choose what comes next: the bonus or an ability",
    "copy_pick": "choose whose ability the Manager uses",
    "shift_die_pick": "change an unplaced die",
    "critic_pick": "choose an album for the Critic",
    "setlist_pick": "add fans to the set list or finish",
    "support_limit": "discard a support card, five may stay",
    "fan_limit": "discard a fan, seven may stay",
    "fan_limit_reroll": "use the leaving fan for a re-roll, or not",
    "battle_scandal": "fight for the space, or win it by a scandal",
    "battle_reroll": "accept the loss or roll again",
    "pairs": "trade pairs of fans or finish the round",
}

_REASONS: dict[str, str] = {
    "spaces_taken": "All dice spaces are taken and you cannot cause a scandal.",
    "no_fan": "No fan card to discard.",
    "too_many_dice": "Too many dice for this cost.",
    "no_match": "These dice are neither equal nor a sequence.",
    "no_room": "These dice don't fit, and you can cause no scandal for space.",
    "over_cost": "This card would exceed the cost.",
    "card_no_match": "This card does not match your dice.",
    "skill_chosen": "A fan with this symbol is already chosen.",
    "pool_empty": "There is no such marker left in the pool.",
    "no_scandal": "You have no scandal in hand.",
    "all_five_scandals": "Every other player already has five scandals.",
    "no_single": "You have no single on the track.",
    "single_on_top": "Your single is already on the last space.",
    "level_on_top": "This level is already at its end.",
    "no_marker": "Your popularity track is already uncovered.",
    "no_die": "You have no unplaced die.",
    "no_album": "There is no album on the track.",
    "die_range": "A die stays within 1 to 6.",
    "on_the_list": "A fan with this symbol is already on the set list.",
    "no_pair": "You have no pair with this symbol.",
    "has_passed": "You have passed and get no more turns this round.",
    "not_on_menu": "That is none of your choices now.",
    "nothing_to_decide": "There is nothing for you to decide.",
}

_SCORES = {
    "places": "Actions and bonuses of the city",
    "supports": "Abilities of support cards",
    "fans": "Popularity markers",
    "hits": "Hits of all rounds",
    "scandals": "Scandals of all rounds",
    "revealed": "Scandals revealed at the end",
    "awards": "Statuettes",
    "best_album": "the better best album",
}

_FIXED = {
    "reroll": "Re-roll a die for a fan",
    "pass": "Pass: no more turns this round",
    "back": "Back",
    "cancel": "Cancel the plan",
    "keep": "Keep",
    "no-record": "Do not record",
    "decline": "Decline",
    "finish": "Finish the set list",
    "no-reroll": "No re-roll",
    "scandal": "Cause a scandal and win",
    "fight": "Fight: both roll",
    "accept": "Accept the loss",
    "done": "Done",
}


class ThrashWords:
    """`contract.Words` of Thrash'n Roll."""

    def ask(self, decision: Decision, names: Sequence[str]) -> str:
        return _ASKS[decision.kind]

    def option(self, state: State, seat: Seat, option: Option, names: Sequence[str]) -> str:
        word, _, rest = option.move.partition(":")
        if word in _LABELS:
            return _LABELS[word](state, seat, rest, names)
        return _FIXED[option.move]

    def reason(self, blocked: Blocked, names: Sequence[str]) -> str:
        has, needs = blocked.has, blocked.needs
        match blocked.why:
            case "strength":
                return (
                    f"Strength {needs['strength']} cannot be reached"
                    f" (dice and cards reach {has['strength']})."
                )
            case "needs_fans":
                return f"Needs {needs['fan']} different fan symbols, you have {has['fan']}."
            case "scandal_limit":
                return (
                    f"Needs {counted(needs['scandal'], 'scandal')}, you may cause {has['scandal']}."
                )
            case "five_scandals":
                return f"{names[blocked.facts['seat']]} already has five scandals."
            case "not_your_decision":
                return f"{names[blocked.facts['seat']]} has to decide now."
            case _:
                return _REASONS[blocked.why]

    def confirm(self, key: str) -> str:
        return "Pass? Dice that are not placed are lost for this round."

    def event(self, event: Event, names: Sequence[str]) -> str:
        return told(event, names)

    def score(self, key: str) -> str:
        return _SCORES[key]


_Label = Callable[[State, Seat, str, Sequence[str]], str]


def _draft(state: State) -> Plan | None:
    top = state.agenda[-1]
    return top.plan if isinstance(top, Planning) else None


def _act(state: State, seat: Seat, rest: str, names: Sequence[str]) -> str:
    action = ACTIONS[rest]
    fame = action_fame(state.bands[seat], action)
    figure = f" (now {fame} fame)" if fame else ""
    return f"{LOCATIONS[LOCATION_OF[rest]].name} {action.cost}: {action.text}{figure}"


def _dice(state: State, seat: Seat, rest: str, names: Sequence[str]) -> str:
    values = read(rest)
    plan = _draft(state)
    crowded = plan is not None and len(values) > free_spaces(state, plan.location)
    return f"Place {listed([str(value) for value in values])}" + (
        ", needs a scandal for space" if crowded else ""
    )


def support_label(card: str) -> str:
    """A support card in a few words: "Technician Gaffer-Tape Gwen, 5, Drums"."""
    support = SUPPORTS[card]
    return (
        f"{support.name} {support.nickname}, {support.value}, {SKILL_NAMES[support.skill].lower()}"
    )


def fan_label(fan: str) -> str:
    """A fan card in a few words: "Moshpit Monika, drums, Assassin"."""
    card = FANS[fan]
    return f"{card.name}, {SKILL_NAMES[card.skill].lower()}" + (
        ", Assassin" if card.assassin else ""
    )


def _card(state: State, seat: Seat, rest: str, names: Sequence[str]) -> str:
    plan = _draft(state)
    character = CHARACTERS[SUPPORTS[rest].character]
    works = plan is not None and plan.location in character.bonus_locations
    ability = f", then: {character.text[0].lower()}{character.text[1:-1]}" if works else ""
    return f"Play {support_label(rest)}{ability}"


def _enough(state: State, seat: Seat, rest: str, names: Sequence[str]) -> str:
    plan = _draft(state)
    return "No more support cards" if plan is not None and plan.supports else "No support card"


def _scandals(state: State, seat: Seat, rest: str, names: Sequence[str]) -> str:
    plan = _draft(state)
    count, _, fans = rest.partition(":")
    space = scandals_for_space(state, plan) if plan is not None else 0
    parts = [counted(int(count), "scandal") + " for cost"] if int(count) else []
    if space:
        parts.append("1 scandal for space")
    cause = f"Cause {listed(parts)}" if parts else "No scandal"
    return f"{cause}, then fans" if fans else f"{cause}, no fans"


def _confirm(state: State, seat: Seat, rest: str, names: Sequence[str]) -> str:
    plan = _draft(state)
    if plan is None:
        return "Confirm"
    spent = [f"dice {listed([str(value) for value in plan.dice])}"]
    spent.extend(support_label(card) for card in plan.supports)
    scandals = plan.scandals + scandals_for_space(state, plan)
    if scandals:
        spent.append(counted(scandals, "scandal"))
    spent.extend(FANS[fan].name for fan in plan.fans)
    action = ACTIONS[plan.action]
    fame = action_fame(after_payment(state.bands[seat], plan), action)
    figure = f", {fame} fame" if fame else ""
    return (
        f"Confirm: {LOCATIONS[LOCATION_OF[plan.action]].name}, cost {action.cost}{figure},"
        f" for {listed(spent)}"
    )


def _fan(state: State, seat: Seat, rest: str, names: Sequence[str]) -> str:
    top = state.agenda[-1]
    if isinstance(top, SetlistPick):
        return f"Set list: {fan_label(rest)}"
    if isinstance(top, Planning):
        return f"Boost with {fan_label(rest)}"
    return f"Discard {fan_label(rest)}"


def _die(state: State, seat: Seat, rest: str, names: Sequence[str]) -> str:
    value, _, way = rest.partition(":")
    if way:
        return f"Turn {value} into {int(value) + (1 if way == 'up' else -1)}"
    if isinstance(state.agenda[-1], FanLimitReroll):
        return f"Re-roll the {value} with the leaving fan"
    return f"Re-roll the {value}"


def _take(state: State, seat: Seat, rest: str, names: Sequence[str]) -> str:
    return f"Take {support_label(rest)}"


def _skill(state: State, seat: Seat, rest: str, names: Sequence[str]) -> str:
    return f"{SKILL_NAMES[rest]} marker"


def _discard(state: State, seat: Seat, rest: str, names: Sequence[str]) -> str:
    match state.agenda[-1]:
        case SupportLimit():
            return f"Discard {support_label(rest)}"
        case FanLimit():
            return f"Discard {fan_label(rest)}"
        case _:
            return f"Discard {scandal_label(rest)}"


def scandal_label(card: str) -> str:
    """A scandal card in a few words: "“The Perm Pictures” (lead guitar)"."""
    scandal = SCANDALS[card]
    return f"“{scandal.name}” ({SKILL_NAMES[scandal.skill].lower()})"


def _give(state: State, seat: Seat, rest: str, names: Sequence[str]) -> str:
    card, _, other = rest.partition(":")
    return f"Give {scandal_label(card)} to {names[int(other)]}"


def _record(state: State, seat: Seat, rest: str, names: Sequence[str]) -> str:
    band = state.bands[seat]
    top = state.agenda[-1]
    if isinstance(top, RecordChoice) and top.track == "albums":
        return f"Record an album on {album_base(band)} plus a die"
    return f"Record a single on {single_space(band)}"


def _reroll(state: State, seat: Seat, rest: str, names: Sequence[str]) -> str:
    return f"Re-roll with {fan_label(rest)}" if rest else _FIXED["reroll"]


def _album(state: State, seat: Seat, rest: str, names: Sequence[str]) -> str:
    return f"Raise the album on {rest}" + (" (already on the last space)" if rest == "30" else "")


def _lower(state: State, seat: Seat, rest: str, names: Sequence[str]) -> str:
    owner = next(other for other, band in enumerate(state.bands) if int(rest) in band.albums)
    return f"Lower the album of {names[owner]} on {rest}"


def _bonus(state: State, seat: Seat, rest: str, names: Sequence[str]) -> str:
    top = state.agenda[-1]
    assert isinstance(top, AfterOrder)
    text = LOCATIONS[top.location].text.partition(": ")[2]
    return f"Bonus: {text}"


def _use(state: State, seat: Seat, rest: str, names: Sequence[str]) -> str:
    character = CHARACTERS[SUPPORTS[rest].character]
    return f"{character.name}: {character.text}"


def _decline(state: State, seat: Seat, rest: str, names: Sequence[str]) -> str:
    return f"Leave the {SUPPORTS[rest].name}" if rest else _FIXED["decline"]


def _copy(state: State, seat: Seat, rest: str, names: Sequence[str]) -> str:
    return f"{CHARACTERS[rest].name}: {CHARACTERS[rest].text}"


def _pair(state: State, seat: Seat, rest: str, names: Sequence[str]) -> str:
    skill, _, symbols = rest.partition(":")
    marked = counted(int(symbols), "Assassin") if int(symbols) else "no Assassin"
    return f"Two {SKILL_NAMES[skill].lower()} fans ({marked}) for a marker"


_LABELS: dict[str, _Label] = {
    "act": _act,
    "dice": _dice,
    "card": _card,
    "enough": _enough,
    "scandals": _scandals,
    "confirm": _confirm,
    "fan": _fan,
    "die": _die,
    "take": _take,
    "skill": _skill,
    "discard": _discard,
    "give": _give,
    "record": _record,
    "reroll": _reroll,
    "album": _album,
    "raise": _album,
    "lower": _lower,
    "bonus": _bonus,
    "use": _use,
    "decline": _decline,
    "copy": _copy,
    "pair": _pair,
}
