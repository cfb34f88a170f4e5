"""What everybody may see: RNR-141 to RNR-148."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from app.games.chance import Chance
from app.games.contract import Event, Viewer
from app.games.rock_n_roll import RULES, flavour
from app.games.rock_n_roll.content import CARDS, CONTENT
from app.games.rock_n_roll.state import UNRANKED
from app.games.rock_n_roll.words import press_text
from tests.games.rock_n_roll.table import Table, album
from tests.ledger import rule


def seen(table: Table, viewer: Viewer) -> dict[str, Any]:
    """The whole view without the mark of whose dice they are."""
    regions = {r.id: msgspec.to_builtins(r.data) for r in RULES.view(table.state, viewer)}
    for data in regions.values():
        data.pop("mine", None)
    return regions


@rule("RNR-141")
def test_sheets_are_public() -> None:
    table = Table(3, month=20)
    table.lay(2, fans=7, fame=3, money=44, abilities=[3, 1, 2, 1], albums=[album(9, 51, 12, 3)])
    for viewer in (None, 0, 1, 2):
        sheet = table.region("band-2", viewer)
        assert (sheet["fans"], sheet["fame"], sheet["money"], sheet["total"]) == (7, 3, 44, 7)
        assert [one["ability"] for one in sheet["musicians"]] == [3, 1, 2, 1]
        (released,) = sheet["albums"]
        assert (released["rating"], released["spot"], len(released["gigs"])) == (51, 12, 3)
        assert table.region("calendar-2", viewer)["month"] == 20
        assert table.region("dice-2", viewer)["roadie"] is False


@rule("RNR-142", "RNR-143", "RNR-144", "RNR-022")
def test_the_running_month_is_open() -> None:
    """Worked example 33."""
    table = Table(2, month=8)
    table.lay(0, dice=[5, 5, 5, 1, 2])
    menu = RULES.menu(table.state, 1)
    assert [die["value"] for die in table.region("dice-0", 1)["dice"]] == [5, 5, 5, 1, 2]
    events = table.do("declare:fans")
    assert table.region("dice-0", 1)["category"] == "fans"
    events += table.do("stop")
    assert table.region("dice-0", 1)["done"]
    assert table.region("band-0", 1)["fans"] == 3
    assert table.region("month", 1)["waiting"] == [1]
    assert RULES.menu(table.state, 1) == menu
    assert all(event.seen_by(1) == event.seen_by(0) == event.seen_by(None) for event in events)


@rule("RNR-142", "RNR-143")
def test_kept_dice_and_the_pot_are_public() -> None:
    table = Table(2, month=8)
    table.lay(0, dice=[6, 6, 1, 2, 3])
    table.falls(1, 1, 1, 2, 6).do("declare:fame", "all_again")
    assert table.region("dice-0", 1)["pot"] == 2
    table.do("declare:cash", "again:-", seat=1)
    assert table.region("dice-1", 0)["phase"] == "committed"


@rule("RNR-145")
def test_the_order_of_the_deck_is_hidden() -> None:
    """No byte of any view changes when the deck is shuffled; the rest of it is known."""
    table = Table(2, month=8)
    before = [seen(table, viewer) for viewer in (None, 0, 1)]
    other = RULES.redeal(table.state, 0, Chance(bytes(range(32))))
    assert other.deck.draw != table.state.deck.draw
    table.state = other
    assert [seen(table, viewer) for viewer in (None, 0, 1)] == before
    chart = table.region("chart")
    assert chart["left"] == sorted(CARDS)
    assert chart["order"] is None
    assert chart["requirements"] == {card.id: card.requirements for card in CONTENT.chart_cards}


@rule("RNR-145", "RNR-008")
def test_every_requirement_of_every_card_can_be_looked_up() -> None:
    chapter = next(one for one in RULES.glossary() if one.kind == "chart_card")
    for entry in chapter.entries:
        shown = ", ".join(text for _, text in entry.lines)
        assert shown == ", ".join(map(str, CARDS[entry.id].requirements))


@rule("RNR-145")
def test_the_last_card_is_known() -> None:
    table = Table(2, month=8)
    deck = table.state.deck
    deck.used = deck.draw[:-1]
    del deck.draw[:-1]
    assert table.region("chart")["left"] == deck.draw


@rule("RNR-147")
def test_everybody_sees_the_same_table_and_log() -> None:
    table = Table(3)
    for _ in range(5):
        events: list[Event] = []
        for seat in range(3):
            move = RULES.automatic(table.state, seat)
            events += table.do(move, seat=seat)
        assert seen(table, None) == seen(table, 0) == seen(table, 1) == seen(table, 2)
        assert all(event.readers is None and not event.secret for event in events)
        table.close()
    mine = [table.region(f"dice-{seat}", 1)["mine"] for seat in range(3)]
    assert mine == [False, True, False]


@rule("RNR-147")
def test_after_the_end_the_rest_of_the_deck_is_shown() -> None:
    table = Table(2, month=48)
    table.close()
    deck = table.state.deck.draw
    assert table.region("chart")["order"] == list(reversed(deck))
    assert RULES.redeal(table.state, None, Chance(bytes(32))).deck.draw == deck


@rule("RNR-148")
@pytest.mark.parametrize(
    ("moment", "expected"),
    [
        (flavour.fans_moment(0, 3), "fans_full"),
        (flavour.fans_moment(0, 0), "fans_none"),
        (flavour.fans_moment(2, 0), "fans_some"),
        (flavour.fans_moment(3, 0), "fans_many"),
        (flavour.fame_moment(2), "fame_small"),
        (flavour.fame_moment(4), "fame_big"),
        (flavour.fame_moment(5), "fame_huge"),
        (flavour.bust_moment(False, 0), "bust"),
        (flavour.bust_moment(True, 0), "bust_ability"),
        (flavour.bust_moment(True, 1), "fans_cut"),
        (flavour.gig_moment("gig-epic", True), "tour_done"),
        (flavour.gig_moment("gig-flop", False), "gig_flop"),
        (flavour.cash_moment(17), "cash_low"),
        (flavour.cash_moment(18), "cash_high"),
        (flavour.release_moment(1), "release_1"),
        (flavour.release_moment(5), "release_5"),
        (flavour.release_moment(6), "release_10"),
        (flavour.release_moment(20), "release_20"),
        (flavour.release_moment(UNRANKED), "release_none"),
    ],
)
def test_moments(moment: str, expected: str) -> None:
    assert moment == expected
    assert any(line.moment == moment for line in CONTENT.lines)


@rule("RNR-148")
def test_lines_are_filled_and_change_nothing() -> None:
    table = Table(2)
    band = table.band()
    for number in range(8):
        band.flavour = number
        line = flavour.press(band, "release_5", album="Loud", n=4)
        text = press_text(line)["text"]
        assert "“Loud” is in at 4" in text
    drummer = flavour.press(band, "practice_up", musician=3)
    assert drummer.musician == band.musicians[3]
    assert {"band-0", "names", "deck", "flavour", "band-1"} == set(table.luck.draws)
    assert table.luck.draws["flavour"] == 2, "one for each band at the Opening"
    table.close()
    assert (table.state.month, table.luck.draws["flavour"]) == (2, 4)


@rule("RNR-148")
def test_every_line_can_come_up() -> None:
    table = Table(1)
    picked: set[str] = set()
    for moment in {line.moment for line in CONTENT.lines}:
        for number in range(12):
            table.band().flavour = number
            picked.add(flavour.press(table.band(), moment).line)
    assert picked == {line.id for line in CONTENT.lines}
