"""The game's sentences, made only when a page or a log asks for them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from app.games.contract import Blocked, Decision, Event, Option, Seat
from app.games.kit.wording import counted, listed, signed
from app.games.lords_of_rock.content import (
    CARDS,
    GODS,
    PANTHEONS,
    POINTS,
    POWERS,
    VENUES,
)
from app.games.lords_of_rock.setup import open_slot
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
    State,
    Turn,
    UsingPower,
)

_ORDINALS = ("", "1st", "2nd", "3rd", "4th", "5th")
_SIZE_NAMES = {"S": "Small", "M": "Medium", "L": "Large", "XL": "Extra Large"}

_KINDS: Mapping[type[Any], str] = {
    Drafting: "draft",
    ChoosingPantheon: "pantheon",
    LayingVenue: "venue",
    Turn: "turn",
    Reaction: "reaction",
    PowerVisit: "power",
    RoadieChoice: "roadie",
    Limiting: "limit",
}

_ASKS = {
    "draft": "keep one venue card and pass the rest on",
    "pantheon": "choose a pantheon",
    "recruit": "form a band",
    "recruit-leader": "choose the leader of your band",
    "recruit-vocals": "choose a god for vocals",
    "recruit-guitar": "choose a god for guitar",
    "recruit-bass": "choose a god for bass",
    "recruit-drums": "choose a god for drums",
    "venue": "lay the venue of this concert",
    "redraw": "choose what to redraw",
    "redraw-first": "redraw up to two cards, or keep all",
    "redraw-second": "redraw a second card, or stop",
    "turn": "play a Set List card or pass",
    "reaction": "answer the negative card, or decline",
    "power": "use a pantheon power, or go on",
    "roadie": "choose what the Roadie cancels",
    "limit": "discard down to ten cards",
    "thunderbolt-solo": "choose a skill for Thunderbolt Solo",
    "holmgang": "choose a rival for Holmgang",
    "feather-of-truth": "choose a card for the Feather of Truth",
    "book-of-the-dead": "take a card with the Book of the Dead",
    "burnt-offering": "burn a card, or stop",
    "smoking-mirror": "choose a card and a rival for the Smoking Mirror",
    "shape-of-three": "choose a god for Shape of Three",
    "tablet-of-destinies": "swap a skill with the Tablet of Destinies",
}

_REASONS = {
    "taken": "Already chosen by {seat}.",
    "one_leader": "Only one leader per band.",
    "other_slot": "This slot is for {skill}.",
    "not_host": "{seat} hosts this concert.",
    "band_full": "This band already has two negative cards.",
    "positive_on_own": "Positive cards go on your own band.",
    "negative_on_rival": "Negative cards go on a rival's band.",
    "you_passed": "You have passed at this venue.",
    "not_your_turn": "It is not your turn: the turn goes clockwise.",
    "answer_on_turn": "You have not passed: you answer on your own next turn.",
    "not_in_hand": "That card is not in your hand.",
    "not_in_encore": "Only the players tied for the most souls play the encore.",
    "only_positive_answers": "Only a positive card can answer.",
    "one_answer": "One card for each negative.",
    "two_redraws": "Two cards at most.",
    "no_redraw_first": "No redraw at the first venue.",
    "no_redraw_in_encore": "There is no redraw in an encore.",
    "power_used": "Already used this game.",
    "not_your_power": "Not a power of your pantheon.",
    "no_negative_on_you": "No active negative card lies on your band.",
    "no_draw_follows": "No draw step follows this concert.",
    "no_positive_on_rivals": "No active positive card lies on a rival's band.",
    "no_positive_discarded": "The discard pile holds no positive card.",
    "no_cards": "You have no card in hand.",
    "nothing_to_move": "You need an active negative card, and a rival with fewer than two.",
    "no_god_with_both": "None of your gods has both skills required here.",
    "all_skills_required": "All four skills are required already.",
    "not_required": "This venue does not require it.",
    "positive_only": "Positive cards only.",
    "one_card_each": "One card for each rival.",
    "both_skills": "Both skills must be required.",
    "not_asked": "You are not asked for a decision now.",
    "onlooker": "Onlookers do not play.",
    "no_such_move": "That is not on the menu.",
}


def kind_of(state: State) -> Callable[[Seat], str]:
    """What the seat that is asked has to decide, by seat."""
    step = state.step
    if isinstance(step, Recruiting):
        return lambda seat: f"recruit-{open_slot(state.players[seat].picks) or 'leader'}"
    if isinstance(step, Redrawing):
        return lambda seat: "redraw-second" if state.players[seat].aside else "redraw-first"
    kind = step.power if isinstance(step, UsingPower) else _KINDS.get(type(step), "")
    return lambda seat: kind


def public_kind_of(state: State) -> str:
    """The kind that others see, where the exact one would tell how far a seat is."""
    if isinstance(state.step, Recruiting):
        return "recruit"
    return "redraw" if isinstance(state.step, Redrawing) else ""


def skill_name(skill: str) -> str:
    return skill.capitalize()


def place_name(place: int, shared: int) -> str:
    """ "1st", or "shared 1st"."""
    return f"shared {_ORDINALS[place]}" if shared > 1 else _ORDINALS[place]


def _cards(cards: Sequence[str]) -> str:
    return listed([CARDS[card].name for card in cards])


def _players(seats: Sequence[Seat], names: Sequence[str]) -> str:
    return listed([names[seat] for seat in seats])


class LordsOfRockWords:
    """See `app.games.contract.Words`."""

    def ask(self, decision: Decision, names: Sequence[str]) -> str:
        return _ASKS[decision.kind]

    def option(self, state: State, seat: Seat, option: Option, names: Sequence[str]) -> str:
        words = option.move.split(":")
        return _OPTIONS[words[0]](state, words, names)

    def reason(self, blocked: Blocked, names: Sequence[str]) -> str:
        facts = dict(blocked.facts)
        if "seat" in facts:
            facts["seat"] = names[facts["seat"]]
        return _REASONS[blocked.why].format(**facts)

    def confirm(self, key: str) -> str:
        raise KeyError(key)

    def event(self, event: Event, names: Sequence[str]) -> str:
        who = "" if event.seat is None else names[event.seat]
        return _EVENTS[event.kind](who, event.facts, names)

    def score(self, key: str) -> str:
        return {
            "souls": "Souls",
            "encore": "Encore souls",
            "encores": "Encores played",
        }[key]


# -- Options -------------------------------------------------------------------------------

_Option = Callable[[State, Sequence[str], Sequence[str]], str]


def _venue_words(venue: str) -> str:
    one = VENUES[venue]
    skills = listed([skill_name(skill) for skill in one.skills])
    return f"{one.name} ({_SIZE_NAMES[one.size]}: {skills})"


def _god_words(god: str) -> str:
    one = GODS[god]
    return (
        f"{one.name} ({one.primary.skill} {one.primary.value}, "
        f"{one.secondary.skill} {one.secondary.value})"
    )


def _points_here(state: State, card: str) -> str:
    if state.concert is None or CARDS[card].souls or CARDS[card].ability:
        return CARDS[card].text
    return f"{CARDS[card].text} Here: {signed(POINTS[card][state.concert.mask])}."


def _play(state: State, words: Sequence[str], names: Sequence[str]) -> str:
    card = words[1]
    where = f" on {names[int(words[2])]}" if len(words) > 2 else " face down"
    return f"Play {CARDS[card].name}{where}: {_points_here(state, card)}"


def _react(state: State, words: Sequence[str], names: Sequence[str]) -> str:
    if words[1] == "decline":
        return "Decline"
    return f"Answer with {CARDS[words[1]].name}: {_points_here(state, words[1])}"


def _redraw(state: State, words: Sequence[str], names: Sequence[str]) -> str:
    stops = {"keep": "Keep all cards", "stop": "Redraw no more"}
    return stops.get(words[1]) or f"Redraw {CARDS[words[1]].name}"


def _power(state: State, words: Sequence[str], names: Sequence[str]) -> str:
    if words[1] == "end":
        return "No more powers"
    power = POWERS[words[1]]
    return f"{power.name}: {power.text}"


def _cancel(state: State, words: Sequence[str], names: Sequence[str]) -> str:
    if words[1] == "stop":
        return "Stop here"
    on = f" on {names[int(words[1])]}" if len(words) > 2 else ""
    return f"Cancel {CARDS[words[-1]].name}{on}"


def _burn(state: State, words: Sequence[str], names: Sequence[str]) -> str:
    return "Burn no more" if words[1] == "stop" else f"Burn {CARDS[words[1]].name}"


def _double(state: State, words: Sequence[str], names: Sequence[str]) -> str:
    god = GODS[words[1]]
    return f"{god.name} adds {god.secondary.skill} {god.secondary.value}"


def _skill(state: State, words: Sequence[str], names: Sequence[str]) -> str:
    step = state.step
    band = state.players[step.seat].band if isinstance(step, UsingPower) else []
    god = next((god for god in band if GODS[god].primary.skill == words[1]), None)
    value = f": +{GODS[god].primary.value} for {GODS[god].name}" if god else ""
    return f"{skill_name(words[1])}{value}"


_OPTIONS: Mapping[str, _Option] = {
    "keep": lambda state, words, names: f"Keep {_venue_words(words[1])}",
    "pantheon": lambda state, words, names: (
        f"{PANTHEONS[words[1]].name}: {PANTHEONS[words[1]].text}"
    ),
    "leader": lambda state, words, names: f"Led by {_god_words(words[1])}",
    "god": lambda state, words, names: f"Recruit {_god_words(words[1])}",
    "venue": lambda state, words, names: f"Play at {_venue_words(words[1])}",
    "redraw": _redraw,
    "play": _play,
    "pass": lambda state, words, names: "Pass",
    "react": _react,
    "power": _power,
    "skill": _skill,
    "rival": lambda state, words, names: f"Challenge {names[int(words[1])]}",
    "cancel": _cancel,
    "take": lambda state, words, names: (
        f"Take {CARDS[words[1]].name}: {_points_here(state, words[1])}"
    ),
    "burn": _burn,
    "move": lambda state, words, names: f"Move {CARDS[words[1]].name} to {names[int(words[2])]}",
    "double": _double,
    "swap": lambda state, words, names: f"{skill_name(words[2])} instead of {skill_name(words[1])}",
    "discard": lambda state, words, names: f"Discard {CARDS[words[1]].name}",
}


# -- Log lines -----------------------------------------------------------------------------

_Facts = Mapping[str, Any]


def _drew(who: str, facts: _Facts, names: Sequence[str]) -> str:
    titles = f": {_cards(facts['titles'])}" if facts.get("titles") else ""
    return f"{who}: {counted(facts['number'], 'card')} drawn{titles}."


def _down(verb: str) -> Callable[[str, _Facts, Sequence[str]], str]:
    def line(who: str, facts: _Facts, names: Sequence[str]) -> str:
        title = f" ({CARDS[facts['card']].name})" if "card" in facts else ""
        return f"{who} {verb} a card face down{title}."

    return line


def _revealed(who: str, facts: _Facts, names: Sequence[str]) -> str:
    return f"{who} reveals {_cards(facts['cards']) or 'nothing'}."


def _power_used(who: str, facts: _Facts, names: Sequence[str]) -> str:
    power = facts["power"]
    cards = _cards(facts["cards"])
    rival = names[facts["target"]] if facts["target"] >= 0 else ""
    skills = [skill_name(skill) for skill in facts["skills"]]
    god = GODS[facts["god"]] if facts["god"] else None
    effect = {
        "thunderbolt-solo": f"counts twice on {listed(skills)}",
        "the-aegis": f"cancels {cards}",
        "holmgang": f"challenges {rival}: {cards or 'no card'} cancelled, +2 points",
        "valhalla-never-closes": "will draw four more cards without a hand limit",
        "feather-of-truth": f"cancels {cards} of {rival}",
        "book-of-the-dead": f"brings back {cards}",
        "burnt-offering": f"burns {cards}",
        "smoking-mirror": f"moves {cards} to {rival}",
        "shape-of-three": f"{god.name if god else ''} counts both skills",
        "undry-the-cauldron": "collects souls on top",
        "tablet-of-destinies": f"{skills[-1] if skills else ''} is required instead of "
        f"{skills[0] if skills else ''}",
        "the-great-deluge": "floods every rival's positive cards",
    }[power]
    return f"{who}: {POWERS[power].name} {effect}."


def _total(who: str, facts: _Facts, names: Sequence[str]) -> str:
    return f"{who} finishes {place_name(facts['place'], facts['shared'])} with {facts['total']}."


def _souls(who: str, facts: _Facts, names: Sequence[str]) -> str:
    fans = f", {signed(facts['fans'])} from the fans" if facts["fans"] else ""
    tally = " in the encore" if facts["encore"] else ""
    return f"{who} collects {counted(facts['souls'], 'soul')}{fans}{tally}."


def _band(who: str, facts: _Facts, names: Sequence[str]) -> str:
    return f"{who} presents {listed([GODS[god].name for god in facts['gods']])}."


def _over(who: str, facts: _Facts, names: Sequence[str]) -> str:
    winners = facts["winners"]
    verb = "win" if len(winners) > 1 else "wins"
    return f"The last note fades: {_players(winners, names)} {verb}."


_EVENTS: Mapping[str, Callable[[str, _Facts, Sequence[str]], str]] = {
    "keeping": lambda who, facts, names: f"{who} keeps {VENUES[facts['venue']].name}.",
    "packs_passed": lambda who, facts, names: "All packs go one seat to the left.",
    "draft_over": lambda who, facts, names: "The draft is over: four venue cards each.",
    "pantheon": lambda who, facts, names: (
        f"{who} chooses the {PANTHEONS[facts['pantheon']].name} pantheon."
    ),
    "recruiting": lambda who, facts, names: f"{who} recruits {GODS[facts['god']].name}.",
    "band": _band,
    "venue": lambda who, facts, names: (
        f"Concert {facts['concert']}: {who} hosts at {_venue_words(facts['venue'])}."
    ),
    "aside": lambda who, facts, names: f"{who} sets {CARDS[facts['card']].name} aside.",
    "discarded": lambda who, facts, names: f"{who} discards {_cards(facts['cards'])}.",
    "drew": _drew,
    "reshuffled": lambda who, facts, names: (
        f"The discards become a new deck of {facts['cards']} cards."
    ),
    "passed": lambda who, facts, names: f"{who} passes.",
    "passed_empty": lambda who, facts, names: f"{who} has no card and passes.",
    "played_down": _down("plays"),
    "reacted": _down("answers with"),
    "played_up": lambda who, facts, names: (
        f"{who} plays {CARDS[facts['card']].name} on {names[facts['target']]}."
    ),
    "declined": lambda who, facts, names: f"{who} does not answer.",
    "revealed": _revealed,
    "powers_ended": lambda who, facts, names: "",
    "power_chosen": lambda who, facts, names: f"{who} calls on {POWERS[facts['power']].name}.",
    "power": _power_used,
    "roadie": lambda who, facts, names: f"{who}: a Roadie cancels {_cards(facts['cards'])}.",
    "total": _total,
    "souls": _souls,
    "encore": lambda who, facts, names: (
        f"{_players(facts['seats'], names)} are level and play an encore."
    ),
    "encore_venue": lambda who, facts, names: f"The encore is at {_venue_words(facts['venue'])}.",
    "over": _over,
}
