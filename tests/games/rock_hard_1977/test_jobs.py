"""Work, missed work, quitting, and the texts of jobs (RH-182 to RH-194, RH-342, RH-343)."""

from __future__ import annotations

import pytest

from app.games.rock_hard_1977 import RULES
from app.games.rock_hard_1977.turn_order import turn_value
from tests.games.rock_hard_1977.table import Table, rich
from tests.ledger import rule


def worker(job: str = "bartender", shift: str = "day", **goods: int) -> Table:
    return Table(3).give(0, job=job, shift=shift, **goods)


@rule("RH-182", "RH-186")
def test_work_only_in_the_shift() -> None:
    for phase in ("day", "night", "after_hours"):
        table = Table(3, phase=phase).give(0, job="bartender", shift="night").turn()
        if phase == "night":
            assert {"go:work", "go:work:quit"} <= set(table.open)
        else:
            blocked = table.why("go:work")
            assert (blocked.rule, blocked.facts) == ("RH-182", {"shift": "night"})
    # it is an Anytime space: open, and with a value for the turn order
    table = worker(shift="after_hours")
    table.state.phase = "after_hours"
    table.stand(1, "work").turn()
    assert "go:work" in table.open
    assert Table().turn().why("go:work").why == "no_job"


@rule("RH-185", "RH-100")
def test_work_once_a_round() -> None:
    table = rich(worker()).give(0, craving=0).sweets("sugar-cherry-fizzbombs").dice(6)
    table.turn().do("eat", "go:work")
    assert table.why("go:work").rule == "RH-185"


@rule("RH-184", "RH-116")
def test_pay_by_the_die() -> None:
    table = worker("taxi-driver", money=0).dice(4).turn().do("go:work")
    assert table[0].money == 4
    (rolled,) = table.told("rolled")
    assert (rolled.facts["purpose"], rolled.facts["die"]) == ("pay", 4)


@rule("RH-183", "RH-195")
def test_a_job_counts_as_long_as_the_card_is_held() -> None:
    table = worker("hotel-doorman", reputation=2).turn().do("go:work:quit")
    assert table.has(0, "reputation", "money", "job") == (3, 3, "")


@rule("RH-187", "RH-188")
def test_quitting() -> None:
    table = worker().turn()
    assert {"quit", "go:work:quit"} <= set(table.open)
    table.do("quit")
    assert table.asked == "turn"  # it takes no action
    assert table[0].job == ""
    table.do("go:interview")
    assert table[0].missed_work == 0
    # not outside the shift
    table = worker(shift="night").turn()
    assert table.why("quit").why == "not_your_shift"
    # not after an action without work; after work, while actions are left
    table = rich(worker()).give(0, craving=0).sweets("sugar-cherry-fizzbombs").dice(6).turn()
    table.do("eat")
    assert "quit" in table.open  # after the Candy as well as before
    table.do("go:interview")
    assert table.why("quit").why == "acted"
    table.do("go:work")
    table = rich(worker()).give(0, craving=0).sweets("sugar-cherry-fizzbombs").dice(6).turn()
    table.do("eat", "go:work", "quit")
    assert table[0].job == ""


@rule("RH-188")
def test_work_then_quit() -> None:
    """The Work is resolved completely first."""
    table = worker("truck-driver", money=0, songs=2).turn().do("go:work:quit", "yes")
    assert table.has(0, "money", "songs", "job") == (3, 3, "")


@rule("RH-189", "RH-214")
def test_e17_work_and_more() -> None:
    table = worker("donut-baker", "after_hours", candy=1).hot(jax="hot-11-two-stars")
    table.state.phase = "after_hours"
    table.on_top("jax", "jax-flashbulbs").sweets("sugar-cherry-fizzbombs").dice(6).turn()
    table.do("eat", "go:hang-jax", "go:work")
    assert table[0].missed_work == 0
    assert turn_value(table.state, 0) == 5
    other = worker("donut-baker", "after_hours", candy=1).hot(jax="hot-11-two-stars")
    other.state.phase = "after_hours"
    other.on_top("jax", "jax-flashbulbs").sweets("sugar-cherry-fizzbombs").dice(6).turn()
    other.do("eat", "go:work", "go:hang-jax")
    assert other[0].missed_work == 0
    assert turn_value(other.state, 0) == 11


@rule("RH-189", "RH-190")
def test_missed_work() -> None:
    table = worker().turn().do("go:interview")
    assert table[0].missed_work == 1
    # for whatever reason: in bed, or recovering
    table = worker("donut-baker", "after_hours")
    table.state.phase = "after_hours"
    table.turn().do("go:bed-early")
    assert table[0].missed_work == 1
    table = worker("donut-baker", "day").give(0, recovering=True, low_sugar=True).turn()
    table.do("recover")
    assert table[0].missed_work == 1
    # not outside the shift
    table = worker(shift="night").turn().do("go:interview")
    assert table[0].missed_work == 0


@rule("RH-191", "RH-192", "RH-317")
def test_the_third_miss_costs_the_job() -> None:
    table = worker()
    for missed, job in ((1, "bartender"), (2, "bartender"), (2, "")):
        table.turn().do("go:donate-blood")
        assert table.has(0, "missed_work", "job") == (missed, job)
    assert [e.kind for e in table.events if e.kind in ("fired", "quits")] == ["fired"]


@rule("RH-317", "RH-352", "RH-191")
def test_ea18_fired_at_the_second() -> None:
    table = worker("typing-pool-temp", missed_work=1).turn().do("go:interview")
    assert table.has(0, "job", "missed_work") == ("", 1)
    table = worker("typing-pool-temp", missed_work=1)
    table.hold(0, "buds-doctors-note", waiting=True).turn().do("go:interview")
    assert table.has(0, "job", "missed_work") == ("typing-pool-temp", 1)
    assert not table[0].life[-1].waiting


@rule("RH-352")
def test_doctors_note() -> None:
    """The first token that would be taken, also in a recovering turn; then it is used up."""
    table = worker().hold(0, "buds-doctors-note", waiting=True)
    table.give(0, recovering=True, low_sugar=True).turn().do("recover")
    assert table[0].missed_work == 0
    table.turn().do("go:interview")
    assert table[0].missed_work == 1


@rule("RH-193")
def test_without_a_job() -> None:
    table = worker(missed_work=2).turn().do("quit", "go:interview")
    assert table[0].missed_work == 2  # tokens taken stay
    table.stage("shifts")
    assert table[0].shift == ""
    table.state.agenda = []
    table[0].did = []
    table.turn()
    assert table.why("go:work").why == "no_job"
    assert table.why("quit").why == "no_job"
    table.do("go:interview")
    assert table[0].missed_work == 2


@rule("RH-194")
def test_a_job_lost_in_the_shift_has_no_check() -> None:
    table = rich(worker()).event("event-swap-meet").turn().do("quit", "go:interview", "end")
    assert table[0].missed_work == 0
    assert not table.told("misses_work")


@rule("RH-342")
def test_record_store_clerk() -> None:
    table = worker("record-store-clerk")
    for _ in range(4):
        table.turn().do("go:donate-blood")
    assert table.has(0, "job", "missed_work") == ("record-store-clerk", 0)
    assert "quit" in table.turn().open


@rule("RH-343")
@pytest.mark.parametrize("month", range(1, 10))
def test_substitute_teacher(month: int) -> None:
    table = Table(3, month=month).give(0, job="substitute-teacher", money=0).give(1, money=0)
    table.stage("shifts")
    holidays = month in (4, 5)
    assert table.has(0, "shift", "money") == (("", 1) if holidays else ("day", 0))
    table.turn()
    if holidays:
        assert table.why("go:work").rule == "RH-343"
        assert table.why("quit").why == "not_your_shift"
    table.do("go:donate-blood")
    assert table[0].missed_work == (0 if holidays else 1)


@rule("RH-263")
def test_time_runs_out() -> None:
    """Work if open, else a song, else blood; never Candy, never the job's end."""
    table = worker().turn()
    assert RULES.automatic(table.state, 0) == "go:work"
    table = worker(shift="night").turn()
    assert RULES.automatic(table.state, 0) == "go:write-song"
    table = worker(shift="night", songs=11).turn()
    assert RULES.automatic(table.state, 0) == "go:donate-blood"
    table = rich(worker()).give(0, craving=0).sweets("sugar-cherry-fizzbombs").dice(6).turn()
    table.do("eat", "go:interview")
    assert RULES.automatic(table.state, 0) == "end"
