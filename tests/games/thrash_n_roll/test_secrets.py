"""What each player may see (TNR-169 to TNR-176, TNR-182)."""

from __future__ import annotations

import msgspec

from app.games.chance import Chance
from app.games.contract import Event, Viewer
from app.games.players import greedy_player
from app.games.thrash_n_roll import RULES
from app.games.thrash_n_roll.content import FANS, MARKERS, SCANDALS, SUPPORTS
from app.games.thrash_n_roll.state import Turn
from tests.games.thrash_n_roll.scene import (
    DRUMS_SCANDAL,
    PLAIN_FANS,
    RULES_CODEC,
    SEED,
    VOCALS_SCANDAL,
    Scene,
)
from tests.ledger import rule

ENCODER = msgspec.json.Encoder()


def seen(scene: Scene, viewer: Viewer) -> str:
    regions = RULES.view(scene.state, viewer)
    return ENCODER.encode([(region.id, region.data) for region in regions]).decode()


def ids_seen(scene: Scene, viewer: Viewer) -> set[str]:
    text = seen(scene, viewer)
    return {card for card in (*SUPPORTS, *FANS, *SCANDALS) if f'"{card}"' in text}


@rule("TNR-169", "TNR-170")
def test_hands_are_counted_for_all_and_shown_to_their_owner() -> None:
    scene = Scene(2, 3, seats=3)
    hand = ["support-critic-drums", PLAIN_FANS["bass"], VOCALS_SCANDAL]
    scene.hold(0, supports=[hand[0]], fans=[hand[1]], scandals=[hand[2]], beside=1)
    scene.state.support_deck.used.append(scene.state.support_deck.draw.pop())
    open_cards = {*scene.state.display, *scene.state.support_deck.used}
    assert ids_seen(scene, 0) == {*hand, *open_cards}
    for viewer in (None, 1, 2):
        assert ids_seen(scene, viewer) == open_cards
        band = scene.region("band-0", viewer)
        counts = (band["supports"], band["fans"], band["scandals"], band["beside"])
        assert counts == (1, 1, 1, 1)
        assert band["dice"] == [2, 3]
    decks = scene.region("decks")
    assert decks["fans"]["left"] == 39


@rule("TNR-170")
def test_a_card_from_a_deck_is_told_to_its_drawer_only() -> None:
    scene = Scene(2, 2, 2, 2)
    scene.act("metal-skull-2", "2.2")
    drawn = scene.band().supports
    (support,) = scene.told("drew_supports")
    (fan,) = scene.told("drew_fans")
    own = support.seen_by(0)
    assert own is not None
    assert own.facts == {"count": 2, "cards": drawn}
    for viewer in (1, None):
        assert support.seen_by(viewer) == Event("drew_supports", 0, {"count": 2})
        assert fan.seen_by(viewer) == Event("drew_fans", 0, {"count": 1})
    shown = Scene(2, 2, 2)
    shown.act("metal-skull-3", "2.2.2")
    card = shown.state.display[0]
    shown.do(f"take:{card}")
    taken = shown.told("took_displayed")[0].seen_by(None)
    assert taken is not None
    assert taken.facts == {"card": card}, "all know a card that was taken from the display"


@rule("TNR-171")
def test_scandals_beside_the_board_are_seen_by_nobody() -> None:
    scene = Scene(2)
    scene.next_scandal(VOCALS_SCANDAL)
    scene.act("thrashing-mall-2", "2", scandals=1)
    for viewer in (None, 0, 1):
        assert VOCALS_SCANDAL not in ids_seen(scene, viewer)
        told = [one.seen_by(viewer) for one in scene.told("scandals_caused")]
        assert told == [Event("scandals_caused", 0, {"count": 1})]
    scene.do("pass")
    assert scene.told("ending")
    assert VOCALS_SCANDAL in ids_seen(scene, 0), "its owner sees it in hand"
    assert VOCALS_SCANDAL not in ids_seen(scene, 1)


@rule("TNR-172")
def test_giver_and_receiver_know_the_card() -> None:
    scene = Scene(2, seats=3)
    scene.hold(scandals=[DRUMS_SCANDAL])
    scene.act("viper-tv-1", "2")
    scene.do(f"give:{DRUMS_SCANDAL}:1")
    (given,) = scene.told("scandal_given")
    for viewer in (0, 1):
        known = given.seen_by(viewer)
        assert known is not None
        assert known.facts == {"receiver": 1, "card": DRUMS_SCANDAL}
    for viewer in (2, None):
        assert given.seen_by(viewer) == Event("scandal_given", 0, {"receiver": 1})
    assert DRUMS_SCANDAL in ids_seen(scene, 1)


@rule("TNR-173")
def test_covered_and_removed_markers_stay_unknown() -> None:
    scene = Scene(2)
    for viewer in (None, 0, 1):
        text = seen(scene, viewer)
        assert not any(marker in text for marker in MARKERS)
    scene.state.round = 6
    scene.end_round()
    for viewer in (None, 0, 1):
        assert not any(f'"{marker}"' in seen(scene, viewer) for marker in MARKERS)
    again = Scene(2)
    again.next_marker("pop-1-star-1")
    again.act("broken-bone-1", "2")
    assert again.region("band-0", 1)["last_marker"] == "star-1"


@rule("TNR-174")
def test_decks_show_their_number_and_reshuffles_are_told() -> None:
    scene = Scene(2, 2)
    deck = scene.state.support_deck
    deck.used = deck.draw[1:]
    del deck.draw[1:]
    scene.act("metal-skull-2", "2.2")
    told = [event.seen_by(None) for event in scene.told("reshuffled")]
    assert told == [Event("reshuffled", None, {"deck": "support"})]
    left = scene.region("decks")["supports"]
    assert left == {"left": len(deck.draw), "discarded": []}


@rule("TNR-175")
def test_a_plan_is_seen_by_its_player_only() -> None:
    scene = Scene(1, 2, seats=3)
    scene.hold(
        supports=["support-music-teacher-vocals"],
        fans=[*PLAIN_FANS.values()],
    )
    others = {viewer: seen(scene, viewer) for viewer in (None, 1, 2)}
    numbers = list(scene.state.asked)
    moves = ["act:thrashing-mall-4", "dice:1"]
    moves += ["card:support-music-teacher-vocals", "scandals:1:fans"]
    moves += [f"fan:{PLAIN_FANS[skill]}" for skill in ("vocals", "bass", "drums", "lead-guitar")]
    for move in moves:
        assert scene.do(move) == [], "no event, and so nothing in anybody's log"
        decision = RULES.waiting_on(scene.state)[0]
        assert decision.public == "turn"
        assert {viewer: seen(scene, viewer) for viewer in others} == others
        assert scene.state.asked[1:] == numbers[1:], "others' numbers tell nothing"
    assert scene.kind == "plan_confirm"
    redealt = RULES.redeal(scene.state, 1, Chance(SEED))
    assert isinstance(redealt.agenda[-1], Turn), "others can't know how far the draft is"
    acted = scene.do("confirm")[0]
    assert acted.facts["supports"] == ["support-music-teacher-vocals"]
    assert acted.facts["scandals"] == 1
    assert len(acted.facts["fans"]) == 4


@rule("TNR-175")
def test_choosing_a_re_roll_is_a_draft_too() -> None:
    scene = Scene(1, 2)
    scene.hold(fans=[PLAIN_FANS["bass"]])
    before = seen(scene, 1)
    for move in ("reroll", "die:2"):
        scene.do(move)
        assert RULES.waiting_on(scene.state)[0].public == "turn"
        assert seen(scene, 1) == before


@rule("TNR-176")
def test_every_roll_is_open() -> None:
    scene = Scene(3, 3)
    scene.band(0).single, scene.band(1).single = 2, 4
    scene.hold(fans=[PLAIN_FANS["bass"]])
    scene.rolls.extend([5, 6, 4, 2])
    scene.act("radio-2", "3.3")
    scene.do(f"reroll:{PLAIN_FANS['bass']}", "fight")
    rolls = [*scene.told("neutral_roll"), *scene.told("battle_rolled")]
    facts = [one.facts for event in rolls if (one := event.seen_by(None)) is not None]
    assert facts == [
        {"roll": 5},
        {"roll": 6, "fan": PLAIN_FANS["bass"]},
        {"defender": 1, "rolls": [4, 2], "totals": [4, 2]},
    ]


@rule("TNR-182")
def test_a_bot_decides_alike_whatever_others_hold() -> None:
    """A greedy player moves the same on a state that looks the same to its seat."""
    scene = Scene(1, 2, 3, 3, 5, seats=3)
    scene.hold(supports=["support-music-teacher-vocals", "support-critic-vocals"])
    scene.hold(1, supports=["support-critic-drums"], fans=[PLAIN_FANS["bass"]], beside=1)
    other = RULES_CODEC.copy(scene.position)
    other.state = RULES.redeal(scene.state, 0, Chance(SEED))
    assert other.state != scene.state
    for move in (scene.position, other):
        chosen = greedy_player(RULES, move, 0, Chance(SEED))
        assert chosen == greedy_player(RULES, scene.position, 0, Chance(SEED))


@rule("TNR-170", "TNR-171", "TNR-173", "TNR-174")
def test_a_redealt_state_moves_only_what_the_viewer_cannot_know() -> None:
    scene = Scene(2, seats=3)
    scene.hold(0, supports=["support-critic-drums"], fans=[PLAIN_FANS["bass"]], beside=1)
    scene.hold(1, scandals=[VOCALS_SCANDAL, DRUMS_SCANDAL], fans=[PLAIN_FANS["drums"]])
    redealt = RULES.redeal(scene.state, 0, Chance(SEED))
    assert redealt.bands[0].supports == scene.band(0).supports
    assert redealt.bands[0].beside != scene.band(0).beside, "not even the owner knows these"
    assert redealt.bands[1].scandals != scene.band(1).scandals
    assert redealt.bands[0].covered != scene.band(0).covered
    assert redealt.support_deck.draw != scene.state.support_deck.draw
    RULES.audit(redealt)
