"""What each answer does, and the loop that runs on to the next question."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from app.games.thrash_n_roll import draft, gains, records
from app.games.thrash_n_roll.content import (
    CHARACTERS,
    FAN_SKILL,
    FANS,
    LOCATIONS,
    SKILL_INDEX,
    SUPPORTS,
)
from app.games.thrash_n_roll.effects import (
    discard_fan,
    discard_support,
    gain_fame,
    gain_skill,
    refill_display,
    reroll_die,
)
from app.games.thrash_n_roll.menu import asked_seat, menu_of
from app.games.thrash_n_roll.rounds import end_round, next_turn
from app.games.thrash_n_roll.state import (
    AfterOrder,
    AlbumPick,
    Battle,
    CollectAssassins,
    CopyPick,
    CriticPick,
    DisplayPick,
    EndRound,
    EndTurn,
    FameFrom,
    FanLimit,
    FanLimitReroll,
    Gain,
    NeutralKeep,
    Pairs,
    Planning,
    Question,
    RecordChoice,
    Reroll,
    ScandalOut,
    SetlistPick,
    ShiftDie,
    SkillPick,
    SupportLimit,
    Turn,
)
from app.games.thrash_n_roll.table import Table
from app.games.thrash_n_roll.turns import confirm


def run(table: Table) -> None:
    """Do what needs nobody, until somebody is asked or the game is over."""
    state = table.state
    while state.agenda:
        step = state.agenda[-1]
        if isinstance(step, Gain | FameFrom | CollectAssassins | EndTurn | EndRound):
            state.agenda.pop()
            _WORK[type(step)](table, step)
            continue
        if _must_ask(table, step):
            state.asked[asked_seat(state, step)] += 1
            return
        options = menu_of(state, step, open_only=True)
        if not options:
            state.agenda.pop()
        elif len(options) == 1:
            answer(table, options[0].move)
        else:
            state.asked[asked_seat(state, step)] += 1
            return


def _must_ask(table: Table, step: Question) -> bool:
    """Decisions that are asked even with one entry: an answer by itself would tell others
    something about a hand (the ledger's table of decisions)."""
    match step:
        case Turn() | Planning() | Reroll():
            return True
        case SetlistPick():
            return bool(table.state.bands[step.seat].fans)
        case Pairs():
            return len(table.state.bands[step.seat].fans) > 1
        case _:
            return False


def answer(table: Table, move: str) -> None:
    """Carry out an open entry of the question on top of the agenda."""
    step = table.state.agenda[-1]
    _ANSWERS[type(step)](table, step, move)


# -- the turn


def _turn(table: Table, step: Turn, move: str) -> None:
    word, _, rest = move.partition(":")
    if word == "act":
        plan = draft.started(table.state, step.seat, rest)
        table.push(Planning(step.seat, plan))
    elif word == "reroll":
        table.push(Reroll(step.seat, "turn"))
    else:
        table.state.agenda.pop()
        table.state.bands[step.seat].passed = True
        table.tell("passed", step.seat)
        table.push(EndTurn(step.seat))


def _reroll(table: Table, step: Reroll, move: str) -> None:
    word, _, rest = move.partition(":")
    if word == "die":
        step.value = int(rest)
    elif word == "fan":
        table.state.agenda.pop()
        discard_fan(table, step.seat, rest)
        reroll_die(table, step.seat, step.value, rest)
    elif step.value:
        step.value = 0
    else:
        table.state.agenda.pop()


def _planning(table: Table, step: Planning, move: str) -> None:
    state, seat = table.state, step.seat
    if move == draft.CONFIRM:
        confirm(table, step)
    elif move == "cancel":
        state.agenda.pop()
    elif move == "back":
        earlier = draft.without_last(state, seat, step.plan)
        if earlier is None:
            state.agenda.pop()
        else:
            step.plan = earlier
    else:
        draft.take(state, seat, step.plan, move)


# -- choices within an action


def _display(table: Table, step: DisplayPick, move: str) -> None:
    card = move.partition(":")[2]
    state = table.state
    state.agenda.pop()
    state.display[state.display.index(card)] = ""
    state.bands[step.seat].supports.append(card)
    table.tell("took_displayed", step.seat, card=card)
    refill_display(table)


def _skill(table: Table, step: SkillPick, move: str) -> None:
    table.state.agenda.pop()
    gain_skill(table, step.seat, SKILL_INDEX[move.partition(":")[2]])


def _scandal_out(table: Table, step: ScandalOut, move: str) -> None:
    state = table.state
    state.agenda.pop()
    if move == "keep":
        return
    word, card, *receiver = move.split(":")
    state.bands[step.seat].scandals.remove(card)
    if word == "discard":
        state.scandal_deck.discard(card)
        table.tell("scandal_discarded", step.seat, card=card)
        return
    other = int(receiver[0])
    state.bands[other].scandals.append(card)
    table.tell_given(step.seat, other, card)


def _record(table: Table, step: RecordChoice, move: str) -> None:
    table.state.agenda.pop()
    if move != "record":
        table.tell("not_recorded", step.seat, track=step.track)
    elif step.track == "singles":
        records.record_single(table, step.seat)
    else:
        roll = table.chance.die()
        table.tell("neutral_roll", step.seat, roll=roll)
        table.push(NeutralKeep(step.seat, roll, album=True))


def _neutral(table: Table, step: NeutralKeep, move: str) -> None:
    fan = move.partition(":")[2]
    if fan:
        discard_fan(table, step.seat, fan)
        step.roll = table.chance.die()
        table.tell("neutral_roll", step.seat, roll=step.roll, fan=fan)
        return
    table.state.agenda.pop()
    if step.album:
        records.record_album(table, step.seat, step.roll)
    else:
        gains.fame_of_values(table, step.seat, step.values, step.roll)


def _album(table: Table, step: AlbumPick, move: str) -> None:
    table.state.agenda.pop()
    records.raise_album(table, step.seat, int(move.partition(":")[2]), step.spaces)


def _after(table: Table, step: AfterOrder, move: str) -> None:
    word, _, card = move.partition(":")
    if word == "bonus":
        step.bonus = False
    else:
        step.cards.remove(card)
    if not step.bonus and not step.cards:
        table.state.agenda.pop()
    if word == "bonus":
        for effect in LOCATIONS[step.location].bonus:
            table.push(*gains.steps_of(effect, step.seat, "places"))
    elif word == "use":
        character = SUPPORTS[card].character
        table.tell("ability", step.seat, character=character)
        table.push(*gains.ability_steps(character, step.seat))


def _copy(table: Table, step: CopyPick, move: str) -> None:
    table.state.agenda.pop()
    character = move.partition(":")[2]
    if character in CHARACTERS:
        table.tell("ability", step.seat, character=character)
        table.push(*gains.ability_steps(character, step.seat))


def _shift(table: Table, step: ShiftDie, move: str) -> None:
    if move == "reroll":
        table.push(Reroll(step.seat, "shift_die_pick"))
        return
    table.state.agenda.pop()
    if move == "decline":
        return
    _, value, way = move.split(":")
    before = int(value)
    after = before + (1 if way == "up" else -1)
    dice = table.state.bands[step.seat].dice
    dice.remove(before)
    dice.append(after)
    dice.sort()
    table.tell("die_changed", step.seat, before=before, after=after)


def _critic(table: Table, step: CriticPick, move: str) -> None:
    table.state.agenda.pop()
    word, _, space = move.partition(":")
    if word == "raise":
        records.raise_album(table, step.seat, int(space), 1)
    elif word == "lower":
        records.lower_album(table, step.seat, int(space))


def _setlist(table: Table, step: SetlistPick, move: str) -> None:
    word, _, fan = move.partition(":")
    if word == "finish":
        table.state.agenda.pop()
        if step.skills:
            table.push(AlbumPick(step.seat, len(step.skills)))
        return
    skill = FAN_SKILL[fan]
    step.skills.append(skill)
    discard_fan(table, step.seat, fan)
    count = table.state.bands[step.seat].skills[SKILL_INDEX[skill]]
    gain_fame(table, step.seat, count, "places", "setlist")


# -- limits


def _support_limit(table: Table, step: SupportLimit, move: str) -> None:
    card = move.partition(":")[2]
    discard_support(table, step.seat, card)
    table.tell("support_discarded", step.seat, card=card)


def _fan_limit(table: Table, step: FanLimit, move: str) -> None:
    fan = move.partition(":")[2]
    table.state.agenda.pop()
    discard_fan(table, step.seat, fan)
    if table.state.bands[step.seat].dice:
        table.push(FanLimitReroll(step.seat, fan))


def _fan_limit_reroll(table: Table, step: FanLimitReroll, move: str) -> None:
    table.state.agenda.pop()
    if move != "no-reroll":
        reroll_die(table, step.seat, int(move.partition(":")[2]), step.fan)


# -- battles and pairs


def _battle(table: Table, step: Battle, move: str) -> None:
    match move:
        case "scandal":
            records.win_by_scandal(table, step)
        case "fight":
            records.roll_battle(table, step)
        case "accept":
            records.accept_loss(table, step)
        case _:
            records.reroll_battle(table, step, move.partition(":")[2])


def _pairs(table: Table, step: Pairs, move: str) -> None:
    if move == "done":
        table.state.agenda.pop()
        return
    _, skill, symbols = move.split(":")
    fans = [fan for fan in table.state.bands[step.seat].fans if FAN_SKILL[fan] == skill]
    marked = [fan for fan in fans if FANS[fan].assassin]
    plain = [fan for fan in fans if not FANS[fan].assassin]
    count = int(symbols)
    for fan in (*marked[:count], *plain[: 2 - count]):
        discard_fan(table, step.seat, fan)
    gain_skill(table, step.seat, SKILL_INDEX[skill])


_ANSWERS: dict[type, Callable[[Table, Any, str], None]] = {
    Turn: _turn,
    Reroll: _reroll,
    Planning: _planning,
    DisplayPick: _display,
    SkillPick: _skill,
    ScandalOut: _scandal_out,
    RecordChoice: _record,
    NeutralKeep: _neutral,
    AlbumPick: _album,
    AfterOrder: _after,
    CopyPick: _copy,
    ShiftDie: _shift,
    CriticPick: _critic,
    SetlistPick: _setlist,
    SupportLimit: _support_limit,
    FanLimit: _fan_limit,
    FanLimitReroll: _fan_limit_reroll,
    Battle: _battle,
    Pairs: _pairs,
}


def _end_turn(table: Table, step: EndTurn) -> None:
    next_turn(table, step.seat)


def _end_round(table: Table, step: EndRound) -> None:
    end_round(table)


_WORK: dict[type, Callable[[Table, Any], None]] = {
    Gain: gains.gain,
    FameFrom: gains.fame_from,
    CollectAssassins: gains.collect_assassins,
    EndTurn: _end_turn,
    EndRound: _end_round,
}
