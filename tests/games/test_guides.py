"""Every guide fits its game: rules, questions and places exist, and a first round is covered."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from app.games import guide, referee
from app.games.catalog import GAMES
from app.games.chance import Chance
from app.games.contract import Decision, Option, Region, Rules
from app.games.guide import START, WAIT, Guide, Hint, Round
from app.games.players import greedy_player, random_player
from app.games.playouts import seed_of

ME = 0
FIRST_ROUNDS = 6
FRAME = {"turn", "choices", "seats"}
"""Regions that every table has."""


def guide_of(rules: Rules[Any]) -> Guide:
    found = guide.read(rules.meta)
    assert found is not None, "no guide.toml"
    return found


def first_rounds(rules: Rules[Any]) -> Iterator[tuple[str, list[Option], list[Region]]]:
    """What the learner is asked and sees, move by move, until the first round is over."""
    lesson = guide_of(rules)
    settings = referee.complete_settings(rules, lesson.seats, lesson.settings)
    for number in range(FIRST_ROUNDS):
        seed = seed_of(f"guide {number}", number)
        position = referee.start(rules, lesson.seats, settings, seed)
        player, chance = (greedy_player, random_player)[number % 2], Chance(seed)
        while waiting := rules.waiting_on(position.state):
            regions = rules.view(position.state, ME)
            if not lesson.is_first_round(regions):
                break
            kind = waiting[ME].kind if ME in waiting else WAIT
            yield kind, rules.menu(position.state, ME, open_only=True), regions
            seat = min(waiting)
            move = player(rules, position, seat, chance)
            referee.play(rules, position, seed, seat, move)


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.meta.slug)
def test_every_question_of_a_first_round_has_a_hint_beside_something_there(
    rules: Rules[Any],
) -> None:
    lesson = guide_of(rules)
    silent: set[str] = set()
    nowhere: set[str] = set()
    for kind, menu, regions in first_rounds(rules):
        due = guide.due(lesson, kind, menu, regions, ME)
        if kind != WAIT and not any(kind in each.hint.when for each in due):
            silent.add(kind)
        there = FRAME | {region.id for region in regions}
        nowhere |= {
            f"{each.hint.id}: {place}"
            for each in due
            for place in each.places
            if place.partition("/")[0] not in there
        }
        assert all(each.places for each in due)
    assert not silent, f"asked without a hint: {silent}"
    assert not nowhere


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.meta.slug)
def test_hints_are_for_questions_that_the_game_asks(rules: Rules[Any]) -> None:
    names = [f"Player {seat}" for seat in range(rules.meta.max_seats)]
    for hint in guide_of(rules).hint:
        for kind in set(hint.when) - {START, WAIT}:
            # a KeyError names a kind that the game has no words for
            assert rules.words.ask(Decision(kind, 0), names), hint.id


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.meta.slug)
def test_hints_are_short_and_in_whole_sentences(rules: Rules[Any]) -> None:
    for hint in guide_of(rules).hint:
        assert len(hint.title) <= 36, hint.id
        assert len(hint.text) <= 300, f"{hint.id}: {len(hint.text)}"
        assert len(hint.choice) <= 200, f"{hint.id}: {len(hint.choice)}"
        for text in (hint.text, hint.choice, *hint.why.values()):
            assert not text or text.rstrip()[-1] in ".?!", f"{hint.id}: {text}"


GOAL = Hint("goal", (START,), "Win", "Win.", "RNR-001", where="chart")
SMALL = Guide(1, Round("month/month"), (GOAL,))
MONTH = Region("month", {"month": 2, "name": "May"})


def due_at(hint: Hint, asked: str = "declare", *menu: str) -> list[tuple[str, ...]]:
    lesson = msgspec.structs.replace(SMALL, hint=(hint,))
    options = [Option(move, f"dice-0/{move}") for move in menu]
    return [each.places for each in guide.due(lesson, asked, options, [MONTH], ME)]


def test_a_hint_is_due_at_its_question_and_while_its_conditions_hold() -> None:
    plain = Hint("h", ("declare",), "T", "T.", "RNR-030", where="band-{me}/drums")
    assert due_at(plain) == [("band-0/drums",)]
    assert due_at(plain, "step") == []
    assert due_at(msgspec.structs.replace(plain, sees={"month/month": 2})) != []
    assert due_at(msgspec.structs.replace(plain, sees={"month/month": 3})) == []
    assert due_at(msgspec.structs.replace(plain, sees={"nowhere/month": 2})) == []
    assert due_at(msgspec.structs.replace(plain, least={"month/month": 2})) != []
    assert due_at(msgspec.structs.replace(plain, least={"month/month": 3})) == []


def test_a_hint_stands_where_its_options_are() -> None:
    offered = Hint("h", ("declare",), "T", "T.", "RNR-030", offers="fame")
    assert due_at(offered, "declare", "cash") == []
    assert due_at(offered, "declare", "cash", "fame:1", "fame:2") == [
        ("dice-0/fame:1", "dice-0/fame:2")
    ]


def test_advice_gives_the_reason_for_that_very_move() -> None:
    hint = msgspec.structs.replace(GOAL, choice="In general.", why={"a": "A.", "a:b": "AB."})
    assert hint.reason_for("a:b:c") == "AB."
    assert hint.reason_for("a:c") == "A."
    assert hint.reason_for("b") == "In general."


@pytest.mark.parametrize(
    ("wrong", "what"),
    [
        ({"rule": "RNR-999"}, "no rule"),
        ({"where": ""}, "needs a when"),
        ({"when": ("declare",)}, "goal"),
    ],
)
def test_a_guide_that_does_not_fit_its_game_is_refused(wrong: dict[str, Any], what: str) -> None:
    rules = next(rules for rules in GAMES if rules.meta.slug == "rock-n-roll")
    broken = msgspec.structs.replace(SMALL, hint=(msgspec.structs.replace(GOAL, **wrong),))
    with pytest.raises(ValueError, match=what):
        guide.check(broken, rules.meta)
