"""The sentences of Rock 'n Roll."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from app.games.contract import Blocked, Decision, Event, Option, Seat
from app.games.kit.dice import read
from app.games.kit.wording import counted, listed, signed
from app.games.rock_n_roll import results
from app.games.rock_n_roll.content import (
    CONTENT,
    LINES,
    MUSICIANS,
    NUMBERS,
    PRICES,
    SESSION_BONUS,
    by_id,
)
from app.games.rock_n_roll.sheet import change_of_fans, fan_room, may_lose_ability
from app.games.rock_n_roll.state import UNRANKED, Band, Press, State, year_of

_CATEGORY = {row.id: row.name for row in CONTENT.categories}
_ROLE = {row.id: row.name for row in CONTENT.musicians}
_AWARD = by_id(CONTENT.awards)
_GIG = {"gig-epic": "an epic gig", "gig-good": "a good gig", "gig-poor": "a poor gig"}


def month_name(month: int) -> str:
    """ "March" for months 3, 15, 27 and 39."""
    return CONTENT.month_names[0].names[(month - 1) % NUMBERS.months_per_year]


def month_and_year(month: int) -> str:
    return f"{month_name(month)} of year {year_of(month)}"


def press_text(press: Press) -> dict[str, str]:
    """A flavour line with its braces filled: ``name`` and ``text``."""
    line = LINES[press.line]
    text = (
        line.text.replace("{band}", press.band)
        .replace("{musician}", press.musician)
        .replace("{album}", press.album)
        .replace("{n}", str(press.n))
    )
    return {"name": line.name, "text": text}


def _dice(values: Sequence[int]) -> str:
    return " ".join(map(str, values))


def _spot(spot: int) -> str:
    return "outside the chart" if spot == UNRANKED else f"number {spot}"


def gain_words(gain: str, names: Sequence[str]) -> str:
    """An item of `results.practice_gains`: "Big Tuesday +2"."""
    if gain == results.ALL:
        return "all four +1"
    steps = zip(names, results.gain_of(gain), strict=True)
    return ", ".join(f"{name} {signed(step)}" for name, step in steps if step)


def category_words(band: Band, category: str) -> str:
    """What the table dice are worth in a category now."""
    return _WORTH[category](band)


def _worth_practice(band: Band) -> str:
    gains = results.practice_gains(band.values)
    return " or ".join(gain_words(gain, band.musicians) for gain in gains) or "no set"


def _worth_fans(band: Band) -> str:
    found, room = results.fans_from(band.values), fan_room(band)
    if room is not None and found > room:
        return f"+{counted(room, 'fan')}, no room for {found - room}"
    return f"+{counted(found, 'fan')}"


def _worth_fame(band: Band) -> str:
    return counted(results.sixes(band.values), "six", "sixes")


def rating_now(band: Band) -> int:
    """The rating that a stop would give without a session musician (RNR-076)."""
    return results.best_sum(band.values) + band.total + band.fame + band.fans


def _worth_recording(band: Band) -> str:
    return f"album rated {rating_now(band)}"


def _worth_touring(band: Band) -> str:
    values = results.different(band.values)
    gig = results.gig_result(values)
    parts = [_GIG.get(gig.id, "no gig marked")]
    wanted = gig.gain.fans - gig.cost.fans
    change = change_of_fans(band, wanted)
    if change:
        parts.append(f"{signed(change)} fan")
    elif wanted:
        parts.append("no room for the fan" if wanted > 0 else "no fan to lose")
    return ", ".join([*parts, f"£{gig.gain.money_per_different * values}"])


def _worth_cash(band: Band) -> str:
    return f"£{results.best_sum(band.values)}"


_WORTH: Mapping[str, Callable[[Band], str]] = {
    "practice": _worth_practice,
    "fans": _worth_fans,
    "fame": _worth_fame,
    "recording": _worth_recording,
    "touring": _worth_touring,
    "cash": _worth_cash,
}

_ASK = {
    "declare": "say what this throw is for",
    "step": "stop or throw again",
    "practice_set": "choose which set counts",
    "fame_step": "bank the sixes or throw all dice again",
    "bust": "accept the bust or buy another throw",
    "lose_ability": "choose who loses 1 ability",
}

_REASON = {
    "started": "Settings are fixed once the game has started.",
    "no_album": "You have no album to tour with. Record one first.",
    "tour_complete": "The tour of “{album}” is complete. Record the next album first.",
    "tour_unfinished": "“{album}” still needs {gigs} before the next album.",
    "declare_first": "Say first what this throw is for.",
    "bound": "This action is {category} and stays so.",
    "three_throws": "Three throws are the limit.",
    "third_is_free": "The third throw of Practice is free: no month needed.",
    "not_free": "Only the third throw of Practice is free.",
    "no_month_left": "There is no month left for another throw.",
    "fame_one_month": "Fame takes one month: bank, or throw all dice.",
    "only_fame": "This belongs to Fame; this action is {category}.",
    "throw_one": "At least one die must be thrown.",
    "no_such_dice": "You have no such dice on the table.",
    "roadie_leaves": "The roadie leaves with the year: keep four at most.",
    "no_six": "No 6 in this throw: the pot is lost.",
    "magazine_price": "Magazine coverage costs £{price}, you have £{n}.",
    "session_price": "A session musician costs £{price}, you have £{n}.",
    "session_elsewhere": "A session musician works on an album, while you record one.",
    "roadie_price": "The roadie costs £{price}, you have £{n}.",
    "roadie_here": "Your roadie is with you until the end of the year.",
    "settle_first": "The action has ended: settle it first, buy next month.",
    "lowest": "{musician} is at 1, the lowest there is.",
    "month_done": "Your month is done. Waiting for: {bands}.",
    "not_your_band": "This is not your band.",
    "over": "The four years are up.",
    "not_on_the_menu": "This is not one of your choices now.",
    "no_such_name": "There is no such name on your sheet.",
}

_CONFIRM = {
    "fame_without_six": "There is no 6 on the table: Fame is a bust unless you buy a throw. "
    "Declare it all the same?",
    "roadie_in_december": "The roadie leaves at the end of December. Hire him all the same?",
}

_SCORE = {
    "chart": "Chart points",
    "hall_points": "Chart points, highest steps only",
    "grade": "Grade (1 to 7)",
    "best_rating": "Best rating",
    "fame": "Fame",
    "fans": "Fans",
    "ability": "Total ability",
    "comeback": "Comeback",
}


def _keep(text: str) -> str:
    values = read(text)
    return f"keep {_dice(values)}" if values else "keep nothing"


class RockNRollWords:
    """See `contract.Words`."""

    def ask(self, decision: Decision, names: Sequence[str]) -> str:
        return _ASK[decision.public or decision.kind]

    def option(self, state: State, seat: Seat, option: Option, names: Sequence[str]) -> str:
        band = state.bands[seat]
        verb, _, rest = option.move.partition(":")
        if verb == "declare":
            return f"{_CATEGORY[rest]}: {category_words(band, rest)}"
        if verb == "lose":
            index = MUSICIANS.index(rest)
            return f"{band.musicians[index]} ({_ROLE[rest]}) loses 1"
        if verb in (results.ALL, results.TWO, results.HOUSE, results.ONE):
            return f"Practice: {gain_words(option.move, band.musicians)}"
        if verb in ("again", "free", "magazine"):
            return f"{_THROW[verb]}: {_keep(rest)}"
        return _OPTION[verb](band)

    def reason(self, blocked: Blocked, names: Sequence[str]) -> str:
        facts = dict(blocked.facts)
        if "category" in facts:
            facts["category"] = _CATEGORY[facts["category"]]
        if "seats" in facts:
            waiting: list[Seat] = facts["seats"]
            facts["bands"] = listed([names[seat] for seat in waiting])
        if blocked.why == "tour_unfinished":
            facts["gigs"] = counted(facts["n"], "gig")
        return _REASON[blocked.why].format(**facts)

    def confirm(self, key: str) -> str:
        return _CONFIRM[key]

    def event(self, event: Event, names: Sequence[str]) -> str:
        tell = _EVENT.get(event.kind)
        if tell is None:
            return ""
        who = names[event.seat] if event.seat is not None else ""
        line = tell(event.facts, who, names)
        press = event.facts.get("press")
        return f"{line} {press_text(msgspec.convert(press, Press))['text']}" if press else line

    def score(self, key: str) -> str:
        return score_words(key)


def score_words(key: str) -> str:
    """The label of an entry of `Place.detail`, or of `Result.decided_by`."""
    return _SCORE[key] if key in _SCORE else _AWARD[key].name


_THROW = {
    "again": "Throw again next month",
    "free": "Throw again for free",
    "magazine": f"Magazine coverage, £{PRICES['magazine']}: throw again now",
}


def _stop_words(band: Band) -> str:
    return f"Stop: {category_words(band, band.doing)}"


def _bank_words(band: Band) -> str:
    pot = band.action.pot if band.action else 0
    return f"Bank +{pot + results.sixes(band.values)} fame"


def _all_again_words(band: Band) -> str:
    pot = band.action.pot if band.action else 0
    return f"Throw all dice again with {pot + results.sixes(band.values)} fame at stake"


def _accept_words(band: Band) -> str:
    loses = results.ones_in_bust(band.values) >= 2 and may_lose_ability(band)
    return "Accept the bust" + (", one musician loses 1" if loses else "")


def _session_words(band: Band) -> str:
    price = PRICES["session"]
    return f"Stop with a session musician, £{price}: album rated {rating_now(band) + SESSION_BONUS}"


def _roadie_words(band: Band) -> str:
    return f"Hire the roadie, £{PRICES['roadie']}: a sixth die until the end of the year"


_OPTION: Mapping[str, Callable[[Band], str]] = {
    "stop": _stop_words,
    "stop_session": _session_words,
    "bank": _bank_words,
    "all_again": _all_again_words,
    "accept": _accept_words,
    "roadie": _roadie_words,
}

Facts = Mapping[str, Any]


def _tell_month(facts: Facts, who: str, names: Sequence[str]) -> str:
    throws = "; ".join(
        names[int(row["seat"])]
        + (f" (on with {_CATEGORY[row['category']]})" if row["category"] else "")
        + f" throws {_dice(row['dice'])}"
        for row in facts["throws"]
    )
    return f"{month_and_year(facts['month'])}: {throws}."


def _tell_declared(facts: Facts, who: str, names: Sequence[str]) -> str:
    return f"{who} declares {_CATEGORY[facts['category']]} with {_dice(facts['dice'])}."


def _tell_committed(facts: Facts, who: str, names: Sequence[str]) -> str:
    kept = f"keeps {_dice(facts['kept'])}" if facts["kept"] else "keeps nothing"
    return f"{who} {kept} and goes on with {_CATEGORY[facts['category']]} next month."


def _tell_free(facts: Facts, who: str, names: Sequence[str]) -> str:
    return f"{who} throws once more for free: {_dice(facts['dice'])}."


def _tell_magazine(facts: Facts, who: str, names: Sequence[str]) -> str:
    return f"{who} pays for magazine coverage and throws again: {_dice(facts['dice'])}."


def _tell_roadie(facts: Facts, who: str, names: Sequence[str]) -> str:
    return f"{who} hires the roadie; his die shows {facts['die']}."


def _tell_all_again(facts: Facts, who: str, names: Sequence[str]) -> str:
    return f"{who} puts {facts['pot']} in the pot and throws all dice: {_dice(facts['dice'])}."


def _tell_ended(facts: Facts, who: str, names: Sequence[str]) -> str:
    return _ENDED[facts["outcome"]["category"]](facts["outcome"], facts, who)


def _ended_practice(outcome: Facts, facts: Facts, who: str) -> str:
    changes = outcome.get("abilities") or []
    gains = [
        f"{_ROLE[musician]} {signed(change)}"
        for musician, change in zip(MUSICIANS, changes, strict=bool(changes))
        if change
    ]
    return f"{who} practises: {listed(gains) or 'nothing comes of it'}."


def _ended_fans(outcome: Facts, facts: Facts, who: str) -> str:
    gained: int = outcome.get("fans", 0)
    lost = outcome.get("fans_lost", 0)
    came = f"+{counted(gained, 'fan')}" if gained else "no new fan"
    return f"{who} parties: {came}{f', no room for {lost}' if lost else ''}."


def _ended_fame(outcome: Facts, facts: Facts, who: str) -> str:
    if not outcome.get("bust"):
        return f"{who} banks {outcome['fame']} fame."
    losses = [
        f"{_ROLE[musician]} loses 1"
        for musician, change in zip(MUSICIANS, outcome.get("abilities") or [], strict=False)
        if change
    ]
    if lost := outcome.get("fans_lost", 0):
        losses.append(f"{counted(lost, 'fan')} {'goes' if lost == 1 else 'go'}")
    return f"{who} goes bust{': ' + listed(losses) if losses else ''}."


def _ended_recording(outcome: Facts, facts: Facts, who: str) -> str:
    session = " with a session musician" if outcome.get("session") else ""
    return f"{who} releases “{facts['album']}”{session}, rated {outcome['rating']}."


def _ended_touring(outcome: Facts, facts: Facts, who: str) -> str:
    gig = results.gig_result(outcome["different"])
    change = outcome.get("fans", 0)
    fans = f", {signed(change)} fan" if change else ""
    return (
        f"{who} plays {_GIG.get(gig.id, 'a gig that does not count')}{fans}, £{outcome['money']}."
    )


def _ended_cash(outcome: Facts, facts: Facts, who: str) -> str:
    return f"{who} earns £{outcome['money']}."


_ENDED: Mapping[str, Callable[[Facts, Facts, str], str]] = {
    "practice": _ended_practice,
    "fans": _ended_fans,
    "fame": _ended_fame,
    "recording": _ended_recording,
    "touring": _ended_touring,
    "cash": _ended_cash,
}


def _tell_chart(facts: Facts, who: str, names: Sequence[str]) -> str:
    card = next(card.name for card in CONTENT.chart_cards if card.id == facts["card"])
    parts = [
        f"{names[int(row['seat'])]}’s “{row['album']}” is {_spot(row['spot'])}. "
        + press_text(msgspec.convert(row["press"], Press))["text"]
        for row in facts["albums"]
    ]
    return f"{card} of the chart: {' '.join(parts)}"


def _tell_roadie_left(facts: Facts, who: str, names: Sequence[str]) -> str:
    return f"{who}’s roadie leaves."


def _tell_year_end(facts: Facts, who: str, names: Sequence[str]) -> str:
    return f"Year {facts['year']} ends."


def _tell_final(facts: Facts, who: str, names: Sequence[str]) -> str:
    return "The game ends."


def _tell_renamed(facts: Facts, who: str, names: Sequence[str]) -> str:
    return f"{who} writes another name on the sheet: “{facts['text']}”."


_EVENT: Mapping[str, Callable[[Facts, str, Sequence[str]], str]] = {
    "month": _tell_month,
    "declared": _tell_declared,
    "committed": _tell_committed,
    "free_throw": _tell_free,
    "magazine": _tell_magazine,
    "roadie_hired": _tell_roadie,
    "all_again": _tell_all_again,
    "ended": _tell_ended,
    "chart": _tell_chart,
    "roadie_left": _tell_roadie_left,
    "year_end": _tell_year_end,
    "final": _tell_final,
    "renamed": _tell_renamed,
}
