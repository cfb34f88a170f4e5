"""The plan of one action, its menus, and taking back (TNR-078 to TNR-100, TNR-178)."""

from __future__ import annotations

import itertools

from app.games import referee
from app.games.thrash_n_roll import RULES
from app.games.thrash_n_roll.content import ACTIONS, LOCATION_OF, LOCATIONS, SUPPORT_VALUE
from app.games.thrash_n_roll.payment import matches
from app.games.thrash_n_roll.table import free_spaces
from tests.games.thrash_n_roll.scene import (
    MARKED_FANS,
    PLAIN_FANS,
    RULES_CODEC,
    SEED,
    Scene,
)
from tests.ledger import rule

TEACHER_1 = "support-music-teacher-vocals"


def legal_plans(scene: Scene) -> set[tuple[str, tuple[int, ...], frozenset[str], int, bool]]:
    """TNR-086 word for word, by trying everything: (action, dice, cards, scandals, boost)."""
    band = scene.band()
    allowed = min(2 - len(band.beside), 5 - len(band.scandals) - len(band.beside))
    fan_kinds = len({fan.split("-")[1] for fan in band.fans})
    plans: set[tuple[str, tuple[int, ...], frozenset[str], int, bool]] = set()
    dice_sets = {
        tuple(sorted(chosen))
        for size in range(1, len(band.dice) + 1)
        for chosen in itertools.combinations(band.dice, size)
    }
    card_sets = [
        cards
        for size in range(len(band.supports) + 1)
        for cards in itertools.combinations(band.supports, size)
    ]
    for action, dice, cards, scandals, boost in itertools.product(
        ACTIONS.values(), dice_sets, card_sets, range(3), (False, True)
    ):
        values = tuple(sorted((*dice, *(SUPPORT_VALUE[card] for card in cards))))
        over = len(dice) > free_spaces(scene.state, LOCATION_OF[action.id])
        if (
            len(dice) + len(cards) + scandals + boost == action.cost
            and matches(values)
            and scandals + over <= allowed
            and (not boost or fan_kinds >= action.cost)
        ):
            plans.add((action.id, dice, frozenset(cards), scandals, boost))
    return plans


def offered_plans(scene: Scene) -> set[tuple[str, tuple[int, ...], frozenset[str], int, bool]]:
    """All plans that the menus lead to; a dead end fails."""
    found: set[tuple[str, tuple[int, ...], frozenset[str], int, bool]] = set()
    start = RULES_CODEC.encode(scene.position)

    def walk(data: bytes) -> None:
        position = RULES_CODEC.decode(data)
        state = position.state
        kind = RULES.waiting_on(state)[0].kind
        if kind in ("plan_confirm", "plan_fans"):
            plan = state.agenda[-1].plan  # type: ignore[union-attr]
            found.add(
                (
                    plan.action,
                    tuple(plan.dice),
                    frozenset(plan.supports),
                    plan.scandals,
                    plan.boost,
                )
            )
            return
        moves = [option.move for option in RULES.menu(state, 0, open_only=True)]
        onward = [move for move in moves if move not in ("back", "cancel", "reroll", "pass")]
        assert onward or kind == "turn", f"a dead end in {kind}"
        for move in onward:
            one = RULES_CODEC.decode(data)
            referee.play(RULES, one, SEED, 0, move)
            walk(RULES_CODEC.encode(one))

    walk(start)
    return found


@rule("TNR-086", "TNR-087", "TNR-088")
def test_the_menus_lead_to_exactly_the_legal_plans() -> None:
    scenes: list[Scene] = []
    plain = Scene(2, 2, 3, 5, 6)
    plain.hold(supports=["support-technician-vocals"])
    scenes.append(plain)
    rich = Scene(1, 3)
    rich.hold(
        supports=["support-bouncer-drums", TEACHER_1, "support-paparazzi-bass"],
        fans=[PLAIN_FANS["vocals"], PLAIN_FANS["bass"], PLAIN_FANS["drums"]],
    )
    rich.occupy("radio", 2)
    rich.occupy("thrashing-mall", 3)
    scenes.append(rich)
    poor = Scene(4, 4)
    poor.hold(beside=2)
    poor.occupy("academy", 2)
    poor.occupy("broken-bone", 3)
    scenes.append(poor)
    for scene in scenes:
        legal = legal_plans(scene)
        assert legal == offered_plans(scene)
        assert set(scene.entries("act")) == {plan[0] for plan in legal}


@rule("TNR-085")
def test_steps_with_one_entry_that_spends_nothing_are_passed_over() -> None:
    scene = Scene(3)
    scene.hold(beside=2)
    scene.do("act:academy-1")
    assert scene.kind == "plan_confirm", "one, one die, no card, no scandal, no fan"
    scene = Scene(3)
    scene.do("act:thrashing-mall-2")
    assert scene.kind == "plan_scandals", "the only entry causes a scandal, so it is asked"
    assert scene.entries("scandals") == ["1"]


@rule("TNR-088")
def test_the_turn_lists_all_eight_places() -> None:
    scene = Scene(2)
    listed = [option.move for option in scene.menu()]
    actions = [f"act:{one.id}" for place in LOCATIONS.values() for one in place.action]
    assert listed == [*actions, "reroll", "pass"]
    assert scene.blocked("act:concert-5").rule == "TNR-037"


@rule("TNR-089")
def test_the_actions_of_a_place_with_cost_and_effect() -> None:
    scene = Scene(2, 2)
    scene.band().gear = 3
    option = next(one for one in scene.menu() if one.move == "act:broken-bone-1")
    assert option.where == "place-broken-bone/broken-bone-1"
    label = RULES.words.option(scene.state, 0, option, ["A", "B"])
    assert label == "Broken Bone 1: Gain fame equal to your timing plus gear. (now 4 fame)"


@rule("TNR-090")
def test_dice_sets_appear_once() -> None:
    scene = Scene(2, 2, 3, 3, 6)
    scene.do("act:academy-2")
    listed = [option.move for option in scene.menu() if option.move.startswith("dice:")]
    assert len(listed) == len(set(listed)) <= 31
    # single dice can be paid up with a scandal
    assert scene.entries("dice") == ["2", "3", "6", "2.2", "2.3", "3.3"]
    assert scene.blocked("dice:2.6").rule == "TNR-039"
    five = Scene(1, 2, 3, 4, 5)
    five.do("act:academy-1")
    sets = [option for option in five.menu() if option.move.startswith("dice:")]
    assert len(sets) == 31


@rule("TNR-090", "TNR-046")
def test_a_set_that_needs_a_scandal_for_space_says_so() -> None:
    scene = Scene(2, 2)
    scene.dice(0, 2, 2, 3)
    scene.occupy("radio", 2)
    scene.do("act:radio-2")
    labels = {
        option.move: RULES.words.option(scene.state, 0, option, ["A", "B"])
        for option in scene.menu()
    }
    assert labels["dice:2"] == "Place 2"
    assert labels["dice:2.2"] == "Place 2 and 2, needs a scandal for space"
    scene.do("cancel")
    scene.hold(beside=2)
    assert scene.entries("act").count("radio-1") == 1
    assert "radio-2" not in scene.entries("act"), "one space and no scandal"


@rule("TNR-091")
def test_support_cards_are_added_one_by_one() -> None:
    scene = Scene(3, 3)
    cards = ["support-bouncer-lead-guitar", "support-radio-dj-vocals", "support-megafan-drums"]
    scene.hold(supports=cards)
    scene.do("act:thrashing-mall-4", "dice:3")
    assert scene.kind == "plan_supports"
    assert "enough" not in scene.moves(), "one die and two scandals are too little"
    scene.do(f"card:{cards[0]}")
    assert scene.entries("card") == cards[1:]
    assert "enough" in scene.moves()
    scene.do(f"card:{cards[2]}", f"card:{cards[1]}")
    assert scene.kind == "plan_confirm"
    assert scene.region("plan", 0)["placed"] == [3]


@rule("TNR-092")
def test_the_rest_is_paid_with_scandals_or_scandals_and_fans() -> None:
    scene = Scene(3)
    scene.hold(fans=[*PLAIN_FANS.values()])
    deck = list(scene.state.scandal_deck.draw)
    scene.do("act:thrashing-mall-3")
    assert scene.kind == "plan_scandals"
    assert [option.move for option in scene.menu()] == [
        "scandals:2",
        "scandals:1:fans",
        "back",
        "cancel",
    ]
    scene.do("scandals:1:fans")
    assert scene.state.scandal_deck.draw == deck, "no card is drawn yet"


@rule("TNR-093")
def test_one_fan_per_pick_of_skills_not_yet_chosen() -> None:
    scene = Scene(3)
    scene.hold(fans=[PLAIN_FANS["bass"], MARKED_FANS["bass"], PLAIN_FANS["drums"]])
    scene.do("act:thrashing-mall-2", "scandals:0:fans")
    assert scene.kind == "plan_fans"
    assert len(scene.entries("fan")) == 3
    scene.do(f"fan:{MARKED_FANS['bass']}")
    assert scene.entries("fan") == [PLAIN_FANS["drums"]]
    scene.do(f"fan:{PLAIN_FANS['drums']}")
    assert scene.kind == "plan_confirm"


@rule("TNR-094")
def test_the_confirmation_shows_the_whole_plan() -> None:
    scene = Scene(3)
    scene.hold(supports=["support-bouncer-lead-guitar"])
    scene.plan("broken-bone-3", "3", ["support-bouncer-lead-guitar"], scandals=1)
    assert scene.moves() == ["confirm", "back", "cancel"]
    plan = scene.region("plan", 0)
    assert plan["step"] == "plan_confirm"
    assert (plan["action"], plan["placed"], plan["scandals"]) == ("broken-bone-3", [3], 1)
    assert [card["id"] for card in plan["supports"]] == ["support-bouncer-lead-guitar"]
    assert plan["gives"] == [
        {"what": "skill", "amount": 1, "skill": "lead-guitar"},
        {"what": "fame", "amount": 2, "die": False},
        {"what": "album", "amount": 1},
        {"what": "character", "character": "bouncer"},
        {"what": "fan", "amount": 1},
    ]
    label = RULES.words.option(scene.state, 0, scene.menu()[0], ["A", "B"])
    assert label == (
        "Confirm: Broken Bone, cost 3, 2 fame, for dice 3, "
        "Bouncer Velvet-Rope Vera, 3, lead guitar and 1 scandal"
    )


@rule("TNR-095")
def test_back_takes_one_step_and_cancel_all() -> None:
    scene = Scene(3, 4)
    scene.hold(supports=["support-bouncer-lead-guitar"], fans=[PLAIN_FANS["bass"]])
    before = RULES_CODEC.encode(scene.position)
    kinds: list[str] = []
    for move in ("act:broken-bone-3", "dice:3", "enough"):
        kinds.append(scene.kind)
        scene.do(move)
    assert scene.kind == "plan_scandals"
    for kind in reversed(kinds):
        scene.do("back")
        assert scene.kind == kind
    asked = scene.state.asked
    fresh = RULES_CODEC.decode(before)
    fresh.state.asked = asked
    assert RULES_CODEC.encode(fresh) == RULES_CODEC.encode(scene.position)
    scene.do("act:broken-bone-3", "dice:3", "enough", "cancel")
    assert scene.kind == "turn"
    assert scene.events == [], "nobody has been told anything"


@rule("TNR-096")
def test_what_is_final_sets_a_barrier_and_a_draft_does_not() -> None:
    scene = Scene(3, 4)
    scene.hold(fans=[PLAIN_FANS["bass"]], scandals=["scandal-the-perm-pictures"])
    for move in ("act:viper-tv-1", "back", "reroll", "die:3", "back", "back"):
        played = referee.play(RULES, scene.position, SEED, 0, move)
        assert not played.barrier, move
    for move in ("act:viper-tv-1", "dice:3"):
        assert not referee.play(RULES, scene.position, SEED, 0, move).barrier
    assert referee.play(RULES, scene.position, SEED, 0, "confirm").barrier
    assert scene.kind == "scandal_out"
    # keeping changes nothing on the table, and is final all the same
    assert referee.play(RULES, scene.position, SEED, 0, "keep").barrier
    assert referee.play(RULES, scene.position, SEED, 1, "pass").barrier
    for move in ("reroll", "die:4"):
        assert not referee.play(RULES, scene.position, SEED, 0, move).barrier
    spent = referee.play(RULES, scene.position, SEED, 0, f"fan:{PLAIN_FANS['bass']}")
    assert spent.barrier


@rule("TNR-097")
def test_the_confirmation_pays_in_its_order() -> None:
    scene = Scene(1)
    scene.hold(
        supports=[TEACHER_1],
        fans=[MARKED_FANS[skill] for skill in ("vocals", "drums", "bass", "lead-guitar")],
    )
    fans = list(scene.band().fans)
    scene.act("thrashing-mall-4", "1", [TEACHER_1], 1, fans)
    kinds = [event.kind for event in scene.events]
    assert kinds[:8] == [
        "acted",
        "skill",
        "scandals_caused",
        *["fan_discarded"] * 4,
        "gear",
    ]
    assert scene.state.assassins == 4
    assert scene.state.places["thrashing-mall"] == [(0, 1)]


@rule("TNR-098")
def test_parts_of_an_action_in_printed_order_with_the_values_of_that_moment() -> None:
    scene = Scene(2, 2)
    scene.band().single = 5
    scene.act("viper-tv-2", "2.2")
    assert scene.band().fame == 5, "the single counts before it rises"
    assert scene.band().single == 6


@rule("TNR-099", "TNR-101")
def test_the_player_orders_bonus_and_abilities() -> None:
    cards = ["support-megafan-drums", "support-radio-dj-vocals"]
    scene = Scene(3)
    scene.hold(supports=cards)
    scene.act("broken-bone-3", "3", cards)
    assert scene.moves() == [
        "bonus",
        f"use:{cards[0]}",
        f"decline:{cards[0]}",
        f"decline:{cards[1]}",
    ]
    assert scene.blocked(f"use:{cards[1]}").rule == "TNR-135", "there is no single to raise"
    scene.do(f"use:{cards[0]}")
    assert scene.band().fame == 2 + 5
    assert scene.band().fans == [], "the bonus still waits"
    scene.do(f"decline:{cards[1]}")
    assert len(scene.band().fans) == 1, "a lone bonus is carried out at once"
    assert scene.asked == (1, "turn")


@rule("TNR-178")
def test_a_choice_is_for_one_moment_and_one_player() -> None:
    scene = Scene(2, 3)
    first = RULES.waiting_on(scene.state)[0]
    assert scene.refused("act:academy-1", seat=1).rule == "TNR-178"
    assert scene.refused("dice:2").rule == "TNR-178"
    scene.do("act:academy-1")
    assert scene.refused("act:academy-1").rule == "TNR-178"
    assert RULES.waiting_on(scene.state)[0].number != first.number
    assert RULES.refusal(scene.state, None, "act:academy-1").rule == "TNR-178"


@rule("TNR-181")
def test_the_number_of_players_is_that_of_the_start() -> None:
    scene = Scene(2, seats=3)
    scene.passes(1, 2)
    assert scene.region("place-radio")["spaces"] == 4
    assert free_spaces(scene.state, "radio") == 4


@rule("TNR-078", "TNR-154")
def test_an_initiator_may_win_by_a_scandal_even_when_not_on_turn() -> None:
    scene = Scene(1, seats=3)
    scene.band(1).albums = [10]
    scene.band(2).albums = [9]
    scene.hold(supports=["support-critic-drums"])
    scene.act("academy-2", "1", ["support-critic-drums"])
    scene.do("use:support-critic-drums", "lower:10")
    assert scene.asked == (1, "battle_scandal")
    scene.do("scandal")
    assert len(scene.band(1).beside) == 1
    assert scene.band(1).albums == [9]
    assert scene.band(2).albums == [8]
    assert scene.told("battle_rolled") == []
