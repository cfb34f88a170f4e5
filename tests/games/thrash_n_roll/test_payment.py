"""Dice, support cards, scandals and fans as payment (TNR-036 to TNR-077)."""

from __future__ import annotations

from app.games.thrash_n_roll.content import CHARACTERS, SUPPORTS
from app.games.thrash_n_roll.payment import card_counts, matches
from tests.games.thrash_n_roll.scene import MARKED_FANS, PLAIN_FANS, Scene
from tests.ledger import rule

TECHNICIAN_4 = "support-technician-vocals"
TECHNICIAN_5 = "support-technician-drums"
TEACHER_1 = "support-music-teacher-vocals"
BOUNCER_2 = "support-bouncer-drums"


@rule("TNR-036")
def test_the_same_action_may_be_taken_again_and_by_others() -> None:
    scene = Scene(1, 2, seats=2)
    scene.next_marker("pop-1-star-1")
    scene.act("broken-bone-1", "1")
    scene.next_marker("pop-1-star-1", 1)
    scene.act("broken-bone-1", str(scene.band(1).dice[0]))
    scene.next_marker("pop-1-clef")
    scene.act("broken-bone-1", "2")
    assert [seat for seat, _ in scene.state.places["broken-bone"]] == [0, 1, 0]


@rule("TNR-037")
def test_the_strength_equals_the_cost() -> None:
    scene = Scene(3, 3, 3, 3)
    scene.do("act:academy-2")
    assert scene.kind == "plan_dice"
    assert scene.blocked("dice:3.3.3").rule == "TNR-037"
    assert "3.3" in scene.entries("dice")
    scene.hold(supports=["support-bouncer-lead-guitar"])
    scene.do("dice:3.3")
    assert scene.kind == "plan_confirm", "a card more would be overpaid"


@rule("TNR-038")
def test_cards_alone_never_pay() -> None:
    scene = Scene(6)
    scene.hold(
        supports=["support-bouncer-vocals", "support-music-teacher-vocals"],
        fans=[*PLAIN_FANS.values()],
    )
    scene.do("act:academy-2")
    # two ones would match, but a die must be among them: the 6 goes with a scandal or fans
    assert scene.region("plan", 0)["placed"] == [6]
    assert scene.kind == "plan_scandals", "no card can be added"
    assert scene.moves()[:2] == ["scandals:1", "scandals:0:fans"]


@rule("TNR-039", "TNR-040")
def test_equal_values_or_a_sequence() -> None:
    for good in ((1,), (6,), (2, 2), (2, 2, 2, 2, 2), (1, 2), (3, 4, 5), (2, 3, 4, 5, 6)):
        assert matches(good)
    for bad in ((1, 3), (1, 6), (2, 2, 3), (1, 2, 2, 3), (1, 2, 4)):
        assert not matches(bad)
    scene = Scene(1, 3, 5)
    assert scene.moves()
    scene.do("act:academy-1")
    assert scene.entries("dice") == ["1", "3", "5"], "one die's number does not matter"


@rule("TNR-041")
def test_a_card_may_fill_a_gap() -> None:
    assert card_counts((3, 5), ()) == ()
    assert card_counts((3, 5), (4,)) == (1,)
    assert card_counts((3, 5), (2, 4, 6)) == (1, 2, 3)


@rule("TNR-042", "TNR-128")
def test_scandals_and_fans_never_have_to_match() -> None:
    scene = Scene(2)
    scene.hold(fans=[PLAIN_FANS["vocals"], MARKED_FANS["drums"]])
    scene.rolls.append(4)
    scene.act("radio-2", "2", fans=[PLAIN_FANS["vocals"], MARKED_FANS["drums"]])
    assert scene.band().fame == 0 + 1 + 4
    scene = Scene(2)
    scene.rolls.append(4)
    scene.act("radio-2", "2", scandals=1)
    assert scene.band().fame == 5


@rule("TNR-043")
def test_placed_dice_stay_as_they_are() -> None:
    scene = Scene(2, 5, 6, seats=2)
    scene.hold(fans=[PLAIN_FANS["vocals"]])
    scene.next_marker("pop-1-star-1")
    scene.act("broken-bone-1", "5")
    scene.do("pass")
    scene.do("reroll")
    assert scene.entries("die") == ["2", "6"]
    scene.rolls.append(1)
    scene.do("die:6", f"fan:{PLAIN_FANS['vocals']}")
    assert scene.state.places["broken-bone"] == [(0, 5)]
    assert scene.band().dice == [1, 2]


@rule("TNR-045", "TNR-046")
def test_only_dice_take_space_and_all_must_fit() -> None:
    scene = Scene(2, 2, seats=2)
    scene.occupy("thrashing-mall", 3)
    scene.band().beside = [scene.state.scandal_deck.draw.pop() for _ in range(2)]
    assert scene.blocked("act:thrashing-mall-2").rule == "TNR-037"
    scene.hold(supports=[BOUNCER_2])
    scene.do("act:thrashing-mall-2")
    # one die and the card fit into the last space, two dice don't
    assert scene.kind == "plan_supports"
    assert scene.region("plan", 0)["placed"] == [2]
    scene.do(f"card:{BOUNCER_2}", "confirm")
    assert len(scene.state.places["thrashing-mall"]) == 4
    assert scene.region("place-thrashing-mall")["spaces"] == 4


@rule("TNR-046", "TNR-073")
def test_a_full_place_is_blocked_without_a_scandal_to_cause() -> None:
    scene = Scene(2, 2, seats=2)
    scene.occupy("broken-bone", 3)
    scene.hold(beside=2)
    blocked = scene.blocked("act:broken-bone-1")
    assert (blocked.rule, blocked.why) == ("TNR-046", "spaces_taken")
    assert scene.refused("act:broken-bone-1").rule == "TNR-046"


@rule("TNR-047")
def test_an_action_without_effect_still_gives_the_bonus() -> None:
    scene = Scene(2, 2)
    scene.band().gear = 8
    scene.next_marker("pop-1-star-1")
    scene.act("thrashing-mall-2", "2.2")
    assert scene.band().gear == 8
    assert len(scene.band().fans) == 1


@rule("TNR-048", "TNR-049")
def test_a_support_card_counts_as_a_die_of_its_value() -> None:
    card = SUPPORTS[TECHNICIAN_5]
    assert (card.value, card.skill, card.character) == (5, "drums", "technician")
    assert len(CHARACTERS["technician"].bonus_locations) == 2
    scene = Scene(4, 6)
    scene.hold(supports=[TECHNICIAN_5, TECHNICIAN_4])
    scene.do("act:academy-3", "dice:4.6")
    assert scene.kind == "plan_supports"
    assert scene.entries("card") == [TECHNICIAN_5]
    assert scene.blocked(f"card:{TECHNICIAN_4}").rule == "TNR-039"
    scene.do("cancel")
    assert not any(move.startswith("card:") for move in scene.moves()), "only while placing"


@rule("TNR-050", "TNR-051", "TNR-133")
def test_a_played_card_is_discarded_and_gives_its_skill_first() -> None:
    scene = Scene(2)
    scene.hold(supports=[BOUNCER_2])
    scene.markers_taken(1)
    scene.act("viper-tv-2", "2", [BOUNCER_2])
    assert scene.state.support_deck.used == [BOUNCER_2]
    assert scene.band().supports == []
    assert scene.band().skills[1] == 1
    # the marker counts for the action that it was played for
    scene = Scene(2, 2)
    scene.hold(supports=[BOUNCER_2])
    scene.skills(drums=2)
    scene.act("broken-bone-2", "2", [BOUNCER_2])
    kinds = [event.kind for event in scene.events]
    assert kinds.index("skill") < kinds.index("fame")
    scene.do(f"use:{BOUNCER_2}")
    assert len(scene.band().supports) == 1, "the Bouncer draws a card at Broken Bone"


@rule("TNR-052")
def test_abilities_only_in_bonus_locations_and_once_for_each_card() -> None:
    scene = Scene(1, 1)
    teachers = ["support-bouncer-vocals", "support-music-teacher-vocals"]
    scene.hold(supports=teachers)
    scene.next_marker("pop-1-star-1")
    scene.act("academy-3", "1", teachers)
    assert scene.kind == "after_order"
    assert scene.moves() == ["bonus", f"use:{teachers[1]}", f"decline:{teachers[1]}"]
    scene.do("bonus", f"decline:{teachers[1]}")
    assert scene.asked == (1, "turn")
    two = ["support-megafan-lead-guitar", "support-megafan-drums"]
    scene = Scene(5)
    scene.hold(supports=two)
    scene.next_marker("pop-1-clef")
    scene.act("broken-bone-3", "5", two)
    scene.do(f"use:{two[0]}", f"use:{two[1]}")
    assert scene.band().fame == 2 + 5 + 5


@rule("TNR-053", "TNR-177")
def test_the_support_hand_limit_comes_after_the_whole_effect() -> None:
    scene = Scene(1, 1)
    hand = [f"support-paparazzi-{skill}" for skill in ("vocals", "drums", "bass", "lead-guitar")]
    scene.hold(supports=[*hand, "support-critic-vocals"])
    scene.plan("metal-skull-2", "1.1")
    scene.do("confirm")
    assert scene.asked == (0, "support_limit")
    assert len(scene.band().supports) == 7, "both cards arrive together"
    assert len(scene.moves()) == 7
    scene.do(f"discard:{hand[0]}")
    assert scene.kind == "support_limit"
    scene.do(f"discard:{hand[1]}")
    assert len(scene.band().supports) == 5
    assert scene.state.support_deck.used == hand[:2]


@rule("TNR-054", "TNR-111")
def test_the_display_is_refilled_between_two_takes() -> None:
    scene = Scene(1, 1, 1, 1)
    scene.show("support-critic-drums", "support-critic-bass", "support-megafan-bass")
    scene.next_support("support-manager-bass")
    scene.act("metal-skull-4", "1.1.1.1")
    assert scene.kind == "display_pick"
    scene.do("take:support-critic-bass")
    assert scene.state.display == [
        "support-critic-drums",
        "support-manager-bass",
        "support-megafan-bass",
    ]
    scene.do("take:support-manager-bass")
    assert scene.band().supports == ["support-critic-bass", "support-manager-bass"]


@rule("TNR-065", "TNR-066", "TNR-176")
def test_a_fan_re_rolls_an_unplaced_die_before_a_plan() -> None:
    scene = Scene(2, 5)
    assert scene.blocked("reroll").rule == "TNR-065"
    scene.hold(fans=[MARKED_FANS["bass"], PLAIN_FANS["drums"]])
    scene.do("reroll")
    assert scene.asked == (0, "reroll_die")
    assert scene.moves() == ["die:2", "die:5", "back"]
    scene.do("die:5")
    assert scene.kind == "reroll_fan"
    assert scene.moves() == [
        f"fan:{MARKED_FANS['bass']}",
        f"fan:{PLAIN_FANS['drums']}",
        "back",
    ]
    scene.do("back", "die:2")
    scene.rolls.append(6)
    events = scene.do(f"fan:{MARKED_FANS['bass']}")
    assert scene.kind == "turn", "the turn goes on"
    assert scene.band().dice == [5, 6]
    assert scene.state.assassins == 1
    rolled = next(event for event in events if event.kind == "rerolled")
    assert rolled.readers is None
    assert rolled.facts == {"before": 2, "after": 6, "fan": MARKED_FANS["bass"]}
    scene.rolls.append(6)
    scene.do("reroll", "die:6", f"fan:{PLAIN_FANS['drums']}")
    assert scene.band().dice == [5, 6], "the last result stands"
    scene.do("act:academy-2")
    assert "reroll" not in [option.move for option in scene.menu()], "not within a plan"


@rule("TNR-064")
def test_fans_serve_for_nothing_else() -> None:
    scene = Scene(2, 2)
    scene.hold(fans=[PLAIN_FANS["vocals"]])
    scene.next_marker("pop-1-microphone")
    kinds_with_fans: set[str] = set()
    scene.act("broken-bone-1", "2")
    while scene.asked[0] == 0 and scene.kind != "turn":
        if any("fan-" in move for move in scene.moves()):
            kinds_with_fans.add(scene.kind)
        scene.do(scene.moves()[0])
    assert kinds_with_fans == set()
    assert PLAIN_FANS["vocals"] in scene.band().fans


@rule("TNR-068", "TNR-069", "TNR-070")
def test_the_fan_boost_costs_as_many_different_fans_as_the_action() -> None:
    scene = Scene(5, 5)
    scene.hold(fans=[MARKED_FANS["drums"], PLAIN_FANS["drums"], PLAIN_FANS["bass"]])
    # two different symbols: boosting to cost 3 needs three, scandals can still reach it
    scene.do("act:broken-bone-3", "dice:5.5")
    assert scene.kind == "plan_scandals"
    blocked = scene.blocked("scandals:0:fans")
    assert (blocked.rule, blocked.needs, blocked.has) == ("TNR-069", {"fan": 3}, {"fan": 2})
    scene.do("cancel")
    scene.do("act:broken-bone-2", "dice:5")
    scene.do("scandals:0:fans")
    assert scene.kind == "plan_fans"
    scene.do(f"fan:{PLAIN_FANS['drums']}")
    assert scene.blocked(f"fan:{MARKED_FANS['drums']}").rule == "TNR-069"
    assert scene.entries("fan") == [PLAIN_FANS["bass"]]
    scene.do(f"fan:{PLAIN_FANS['bass']}")
    assert scene.kind == "plan_confirm"
    scene.next_marker("pop-1-star-1")
    scene.do("confirm")
    assert scene.band().fans[:1] == [MARKED_FANS["drums"]]
    assert scene.state.fan_deck.used == [PLAIN_FANS["drums"], PLAIN_FANS["bass"]]


@rule("TNR-070")
def test_one_boost_raises_by_one_step_only() -> None:
    scene = Scene(5)
    scene.hold(fans=[*PLAIN_FANS.values()], beside=2)
    assert scene.blocked("act:concert-5").rule == "TNR-037"
    assert scene.blocked("act:broken-bone-3").rule == "TNR-037"
    assert "broken-bone-2" in scene.entries("act")


@rule("TNR-072", "TNR-080")
def test_a_caused_scandal_lies_face_down_beside_the_board() -> None:
    scene = Scene(2)
    top = scene.state.scandal_deck.draw[-1]
    scene.act("thrashing-mall-2", "2", scandals=1)
    assert scene.band().beside == [top]
    assert scene.band().scandals == []
    assert scene.region("hand", 0)["beside"] == 1
    for viewer in (None, 0, 1):
        assert top not in repr([scene.region(name, viewer) for name in ("band-0", "stage")])
    assert top not in repr(scene.region("hand", 0))


@rule("TNR-073", "TNR-076")
def test_at_most_two_scandals_in_a_round() -> None:
    scene = Scene(2, 4)
    scene.act("thrashing-mall-3", "2", scandals=2)
    assert len(scene.band().beside) == 2
    assert scene.band().gear == 3
    scene.do("pass")
    assert scene.blocked("act:thrashing-mall-2").rule == "TNR-069", "only fans could help"


@rule("TNR-073", "TNR-074", "TNR-084")
def test_the_limit_that_binds_is_the_one_that_is_cited() -> None:
    names = ["missed-the-ferry", "the-polka-side-job", "hello-wrong-town", "the-perm-pictures"]
    four = [f"scandal-{name}" for name in names]
    for hand, beside, cited in ((four, 0, "TNR-074"), ([], 1, "TNR-073"), (four[:3], 1, "TNR-073")):
        scene = Scene(2)
        scene.hold(scandals=hand, beside=beside, fans=[*PLAIN_FANS.values()])
        scene.do("act:thrashing-mall-3")
        assert scene.entries("scandals") == ["1:fans"]
        blocked = scene.blocked("scandals:2")
        assert (blocked.rule, blocked.has) == (cited, {"scandal": 1})
    scene = Scene(2)
    scene.hold(fans=[*PLAIN_FANS.values()])
    scene.do("act:thrashing-mall-3")
    del scene.state.scandal_deck.draw[1:]
    assert scene.blocked("scandals:2").rule == "TNR-084"


@rule("TNR-074")
def test_at_most_five_scandals_in_all() -> None:
    scene = Scene(2)
    four = ["missed-the-ferry", "the-polka-side-job", "hello-wrong-town", "the-perm-pictures"]
    scene.hold(scandals=[f"scandal-{name}" for name in four])
    assert scene.blocked("act:thrashing-mall-3").rule == "TNR-037"
    scene.do("act:thrashing-mall-2")
    assert scene.kind == "plan_scandals", "four in hand leave room for one"
    assert scene.entries("scandals") == ["1"]
    scene.do("cancel")
    scene.hold(scandals=["scandal-sold-the-fog-machine"])
    assert scene.blocked("act:thrashing-mall-2").rule == "TNR-037"


@rule("TNR-075", "TNR-077", "TNR-086")
def test_a_scandal_for_space_adds_nothing_to_the_strength() -> None:
    scene = Scene(2, 2, seats=2)
    scene.occupy("radio", 3)
    scene.do("act:radio-2", "dice:2.2")
    assert scene.kind == "plan_scandals", "a scandal is never spent without being asked"
    assert scene.entries("scandals") == ["0"], "both dice are paid, one scandal covers both"
    scene.do("scandals:0")
    plan = scene.region("plan", 0)
    assert (plan["for_space"], plan["scandals"]) == (1, 0)
    scene.do("cancel", "act:radio-2", "dice:2")
    assert scene.kind == "plan_scandals"
    scene.do("scandals:1")
    plan = scene.region("plan", 0)
    assert (plan["for_space"], plan["scandals"]) == (1, 1), "one for space, one for cost"
    scene.rolls.append(1)
    scene.do("confirm")
    assert len(scene.band().beside) == 2
    assert len(scene.state.places["radio"]) == 4


@rule("TNR-077")
def test_a_scandal_for_space_only_when_the_dice_do_not_fit() -> None:
    scene = Scene(2, 2, seats=2)
    scene.plan("radio-2", "2.2")
    assert scene.region("plan", 0)["for_space"] == 0
    scene.rolls.append(1)
    scene.do("confirm")
    assert scene.band().beside == []


@rule("TNR-079", "TNR-085")
def test_boosters_come_in_their_order() -> None:
    scene = Scene(1, 2)
    scene.hold(
        supports=[TEACHER_1],
        fans=[PLAIN_FANS[skill] for skill in ("vocals", "drums", "bass", "lead-guitar")],
    )
    kinds: list[str] = []
    moves = ["act:thrashing-mall-4", "dice:1", f"card:{TEACHER_1}"]
    for move in moves:
        scene.do(move)
        kinds.append(scene.kind)
    scene.do("scandals:1:fans")
    kinds.append(scene.kind)
    assert kinds == ["plan_dice", "plan_supports", "plan_scandals", "plan_fans"]


@rule("TNR-061", "TNR-062", "TNR-063")
def test_the_fan_hand_limit_and_the_assassin() -> None:
    scene = Scene(2, 3)
    fans = [*PLAIN_FANS.values(), MARKED_FANS["bass"], MARKED_FANS["drums"]]
    scene.hold(fans=fans)
    scene.next_marker("pop-1-star-1")
    scene.act("broken-bone-1", "2")
    assert scene.asked == (0, "fan_limit")
    assert len(scene.moves()) == 8
    assert scene.band().taken == [], "the marker comes after the hand limit"
    scene.do(f"discard:{MARKED_FANS['bass']}")
    assert scene.state.assassins == 1
    assert scene.kind == "fan_limit_reroll"
    assert scene.moves() == ["die:3", "no-reroll"]
    scene.rolls.append(6)
    scene.do("die:3")
    assert scene.band().dice == [6]
    assert len(scene.band().fans) == 7
    assert scene.band().taken == ["pop-1-star-1"]
