"""Candy, Craving, Low Sugar and recovery (RH-041, RH-111 to RH-129)."""

from __future__ import annotations

import msgspec
import pytest

from app.games.rock_hard_1977 import RULES, content
from app.games.rock_hard_1977.content import SWEETS
from tests.games.rock_hard_1977.table import Table, rich
from tests.ledger import rule


def eater(phase: str = "day", **goods: int) -> Table:
    table = Table(phase=phase).cast(0, "leo-love").give(0, candy=2, craving=0)
    return table.give(0, **goods).sweets("sugar-cherry-fizzbombs", "sugar-peanut-comet")


@rule("RH-111")
def test_when_candy_may_be_eaten() -> None:
    for phase in ("day", "night", "after_hours"):
        table = eater(phase).dice(6).turn().do("eat")
        assert table.why("eat").why == "eaten"  # once a turn
        table.do("go:donate-blood")
        assert table.state.turn is not None  # no action was used by eating
        table.do("end")
    # before the first action only, whatever actions are left
    late = eater().hold(0, "buds-second-wind", waiting=True, until=1).turn()
    late.do("overtime", "go:interview")
    assert (late.why("eat").rule, late.why("eat").why) == ("RH-111", "acted")
    table = eater(candy=0).turn()
    assert (table.why("eat").rule, dict(table.why("eat").needs)) == ("RH-111", {"candy": 1})
    # at most three a round: one in each phase
    table = eater(candy=3)
    for phase in ("day", "night", "after_hours"):
        table.state.phase = phase
        table[0].did = []
        table.dice(6).turn().do("eat", "go:donate-blood", "end")
    assert table[0].counts["candy_eaten"] == 3


@rule("RH-112", "RH-121", "RH-256")
def test_the_card_lies_open_until_clean_up() -> None:
    table = eater().dice(6).turn().do("eat")
    assert table.state.sugar.used == ["sugar-cherry-fizzbombs"]
    assert len(table.state.sugar.draw) == 7
    decks = next(r.data for r in RULES.view(table.state, None) if r.id == "decks")
    assert decks["sugar"] == {"left": 7, "used": ["sugar-cherry-fizzbombs"]}
    table.do("go:donate-blood", "go:donate-blood")
    table.stage("sugar_deck")
    assert len(table.state.sugar.draw) == 8
    assert table.told("reshuffled")


@rule("RH-121", "RH-067")
def test_used_cards_return_only_when_one_must_be_drawn() -> None:
    table = eater()
    sugar = table.state.sugar
    sugar.used, sugar.draw = sugar.draw[1:], sugar.draw[:1]
    last = sugar.draw[0]
    table.dice(6).turn().do("eat")
    assert sugar.used[-1] == last
    assert sugar.draw == []
    table.state.agenda = []
    table[0].did = []
    table.dice(6).turn().do("eat")
    assert len(sugar.draw) == 7
    assert len(sugar.used) == 1


@rule("RH-115", "RH-113", "RH-114")
@pytest.mark.parametrize(
    ("craving", "fails"), [(0, 0), (1, 1), (2, 2), (3, 3), (4, 4), (5, 5), (6, 6), (9, 6)]
)
def test_chance_of_a_failed_roll(craving: int, fails: int) -> None:
    """By the Craving before the Candy: after it, it is one more."""
    failed = 0
    for die in range(1, 7):
        table = eater(craving=craving).dice(die).turn().do("eat")
        assert table[0].craving == craving + 1
        failed += table[0].low_sugar
    assert failed == fails


@rule("RH-115", "RH-271")
def test_the_first_candy_fails_only_where_a_card_subtracts() -> None:
    """What the coach says of it: one card of the eight, and only with a 1."""
    failed: list[tuple[str, int]] = []
    for card in SWEETS:
        for die in range(1, 7):
            table = eater(craving=0).sweets(card).dice(die).turn().do("eat")
            if table[0].low_sugar:
                failed.append((card, die))
    assert failed == [("sugar-neon-gumballs", 1)]


@rule("RH-113", "RH-114", "RH-117", "RH-123")
def test_e14_candy_that_fails() -> None:
    table = eater(craving=2, candy=1).event("event-tax-refund").dice(2)
    table.stage("day", "night", "after_hours", "clean_up").do("eat")
    assert table.has(0, "craving", "low_sugar") == (3, True)
    table.do("go:donate-blood", "go:donate-blood")  # still two actions
    while not table.at("night", 0):
        table.do("go:donate-blood")
    table.do("go:random-gig-stage")  # Night and After Hours as usual
    while not table.at("after_hours", 0):
        table.do("go:donate-blood")
    table.do("go:donate-blood")
    before = dict(table[0].counts)
    while not table.at("day"):
        table.do(RULES.automatic(table.state, table.seat))
    assert table[0].at == "recover"
    while table.at("day"):
        assert table.seat != 0
        table.do("go:donate-blood")
    assert table.has(0, "craving", "low_sugar", "recovering") == (2, False, False)
    assert table[0].counts == before
    # with a roll of 3 the switch would have stayed off
    assert not eater(craving=2, candy=1).dice(3).turn().do("eat")[0].low_sugar


@rule("RH-114", "RH-113")
@pytest.mark.parametrize(("die", "low"), [(1, True), (2, True), (3, False), (6, False)])
def test_e15_sugarless(die: int, low: bool) -> None:
    table = eater(craving=3).sweets("sugar-sugarless-candy").dice(die).turn().do("eat")
    assert table.has(0, "craving", "low_sugar") == (3, low)


@rule("RH-116", "RH-271")
def test_changing_a_roll() -> None:
    """Lisa Boyd changes the die; what the card adds applies to every result."""
    table = eater(craving=3).cast(0, "lisa-boyd").sweets("sugar-slow-toffee").dice(2, 3).turn()
    table.do("eat")
    assert table.asked == "roll"
    table.do("again")
    assert not table[0].low_sugar  # 3 + 1 against 4
    table = eater(craving=3).cast(0, "lisa-boyd").sweets("sugar-slow-toffee").dice(2).turn()
    table.do("eat", "up")
    assert not table[0].low_sugar
    # below 1: with Neon Gumballs a 1 counts as 0
    table = eater(craving=0).sweets("sugar-neon-gumballs").dice(1).turn().do("eat")
    assert table[0].low_sugar
    assert table.told("low_sugar")[0].facts["number"] == 0


@rule("RH-119", "RH-332")
def test_candy_not_eaten() -> None:
    table = eater().turn().do("sell:1")
    assert not table.told("draws_sweet")
    assert table[0].counts.get("candy_eaten", 0) == 0
    table = eater().perform("hoovers-last-sweet-in-the-house").do("yes")
    assert table[0].candy == 1
    assert not table.told("draws_sweet")


@rule("RH-120", "RH-156")
def test_only_bed_depends_on_candy() -> None:
    table = rich(Table(phase="after_hours")).cast(0, "leo-love").give(0, craving=0, job="bartender")
    table.give(0, shift="after_hours")
    table.sweets("sugar-cherry-fizzbombs").dice(6).turn()
    before = set(table.open)
    table.do("eat")
    gone = {move for move in before - set(table.open) if move.startswith("go:")}
    assert gone == {"go:bed-early"}


@rule("RH-156", "RH-120")
def test_e19_bed_and_candy() -> None:
    table = eater("after_hours").sweets("sugar-stale-taffy").dice(6).turn().do("eat")
    assert table.why("go:bed-early").rule == "RH-156"
    table.do("go:donate-blood")
    assert table.asked == ""
    table = eater("after_hours").turn().do("go:bed-early")
    assert table.asked == ""
    # extra actions from other sources are lost too
    table = eater("after_hours").dice(6).turn().do("eat", "go:donate-blood")
    assert table.why("go:bed-early").why in ("eaten", "acted")


@rule("RH-122", "RH-219")
def test_recovery_is_due() -> None:
    table = Table(2).give(0, low_sugar=True, at="tjs-stage").stage("low_sugar")
    assert table.has(0, "at", "recovering", "low_sugar") == ("recover", True, True)
    assert table.has(1, "at", "recovering") == ("", False)


@rule("RH-123", "RH-128", "RH-102")
def test_the_recovering_turn() -> None:
    table = Table(2).cast(0, "leo-love").give(0, low_sugar=True, recovering=True, craving=4)
    table.give(0, sapphires=1, candy=3).event("event-swap-meet")
    table.turn()
    assert table.asked == ""  # no Candy, no ability, no action
    assert table.has(0, "low_sugar", "craving", "recovering") == (False, 3, False)
    assert table[0].counts == {}
    assert table.state.turn is None


@rule("RH-124", "RH-123", "RH-189")
def test_quitting_while_recovering() -> None:
    table = Table(2).give(0, low_sugar=True, recovering=True, job="typing-pool-temp", shift="day")
    table.turn()
    assert (table.asked, table.open) == ("recover", ["recover", "recover:quit"])
    assert RULES.automatic(table.state, 0) == "recover"
    table.do("recover")
    assert table.has(0, "job", "missed_work") == ("typing-pool-temp", 1)
    table.give(0, low_sugar=True, recovering=True).turn().do("recover:quit")
    assert table.has(0, "job", "missed_work", "low_sugar") == ("", 1, False)
    # the player has quit, nobody was fired
    assert [e.kind for e in table.events if e.kind in ("quits", "fired")] == ["quits"]
    # with another shift there is nothing to ask
    table = Table(2).give(0, low_sugar=True, recovering=True, job="bartender", shift="night")
    assert table.turn().asked == ""


@rule("RH-123", "RH-124", "RH-189", "RH-191")
def test_e16_recovery_meets_a_day_job() -> None:
    table = Table(2, month=5).give(0, low_sugar=True, recovering=True, missed_work=2)
    table.give(0, job="veterinary-assistant", shift="day").turn().do("recover")
    assert table.has(0, "job", "missed_work", "low_sugar") == ("", 2, False)
    assert table.told("fired")


@rule("RH-125", "RH-041")
def test_a_due_recovery_stays_due() -> None:
    table = Table(2).give(0, low_sugar=False, recovering=True, craving=1).turn()
    assert table.asked == ""
    assert table.has(0, "craving", "recovering") == (0, False)
    # the switch has no count: failing twice makes one recovery
    table = eater(craving=5).give(0, low_sugar=True).dice(1).turn().do("eat")
    assert table[0].low_sugar
    table.stage("low_sugar")
    table[0].did = []
    table.state.agenda = []
    assert table.turn().asked == ""
    table[0].did = []
    assert table.turn().asked == "turn"


@rule("RH-126", "RH-127")
def test_voluntary_recover() -> None:
    table = Table(3).give(0, craving=2, low_sugar=True).stand(1, "recover").stand(2, "recover")
    table.turn().do("go:recover")
    assert table.has(0, "craving", "low_sugar", "at") == (1, True, "recover")
    assert table[0].counts == {"recover": 1}
    assert Table().turn().why("go:recover").rule == "RH-126"
    assert Table(candy="off").turn().why("go:recover").rule == "RH-031"


@rule("RH-080", "RH-079")
def test_recovery_takes_place_even_if_covered() -> None:
    """Nothing in the content covers Recover; standing there is a duty and asks for no space."""
    event = content.EVENTS["event-fire-marshal"]
    covering = msgspec.structs.replace(event, closes=("recover",))
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(content.EVENTS, event.id, covering)
        table = Table(2).event(event.id).stand(0, "recover").stand(1, "recover")
        table.give(0, low_sugar=True, recovering=True, craving=2).give(1, craving=2)
        assert table.turn().asked == ""
        assert table.has(0, "low_sugar", "craving") == (False, 1)
        assert (table[0].at, table[1].at) == ("recover", "recover")
        assert table.turn(1).why("go:recover").rule == "RH-079"


@rule("RH-129", "RH-225", "RH-224")
def test_no_recovery_after_the_last_round() -> None:
    table = Table(2, month=9, phase="after_hours").give(0, low_sugar=True, fame=9, money=5)
    table.give(1, low_sugar=True, fame=3, money=5)
    table.stage("clean_up")
    assert table.asked == ""
    assert not table.told("must_recover")
    assert [parts["played"] for parts in table.state.final] == [4, 0]
