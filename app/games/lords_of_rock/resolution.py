"""From the powers to the clean-up: Roadies, sums, places, souls (LOR-082 to LOR-105)."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from app.games.contract import Seat
from app.games.lords_of_rock.content import CARDS, POINTS, VENUES, primary_sum, starting_value
from app.games.lords_of_rock.powers import (
    CAULDRON_SOULS,
    CAULDRON_WINNER_SOULS,
    power_points,
    show,
)
from app.games.lords_of_rock.state import (
    Beat,
    Laid,
    Resolution,
    RoadieChoice,
    RunDecision,
    RunDraw,
    RunRoadies,
    RunScoring,
    Score,
    State,
    Table,
)


def next_roadies(table: Table, step: RunRoadies) -> None:
    """Roadies work in resolution order; only one Roadie against two different negatives
    leaves a choice (LOR-082 to LOR-086)."""
    state = table.state
    order = state.stage.resolution_order
    for seat in order[step.visited :]:
        player = state.players[seat]
        negatives = player.active(positive=False)
        roadies = player.roadies
        if roadies and roadies < len(negatives) and len({laid.card for laid in negatives}) > 1:
            state.step = RoadieChoice(seat)
            return
        if roadies and negatives:
            _cancel(table, seat, negatives[:roadies])
    state.step = RunScoring()


def choose_roadie(table: Table, step: RoadieChoice, seat: Seat, words: Sequence[str]) -> None:
    """The owner of the band says what the only Roadie cancels (LOR-085)."""
    state = table.state
    negatives = state.players[seat].active(positive=False)
    _cancel(table, seat, [next(laid for laid in negatives if laid.card == words[1])])
    state.step = RunRoadies(state.stage.resolution_order.index(seat) + 1)


def _cancel(table: Table, seat: Seat, cards: Sequence[Laid]) -> None:
    for laid in cards:
        laid.cancelled = True
    show(table, Beat("roadie", seat, cards=[laid.card for laid in cards]))


# -- Sums and places -----------------------------------------------------------------------


class Sum(msgspec.Struct, frozen=True):
    """What a band's total is made of (LOR-092). ``primary`` is the first tie-break."""

    gods: int
    primary: int
    plus: int
    minus: int
    powers: int

    @property
    def total(self) -> int:
        return self.gods + self.plus + self.minus + self.powers


def band_sum(state: State, seat: Seat, *, hide: bool = False) -> Sum:
    """A band's sum as its cards lie now. ``hide`` leaves positive cards out: what others may
    know before the reveal (LOR-149)."""
    player = state.players[seat]
    mask = state.stage.mask
    plus = minus = 0
    for laid in player.pile:
        points = 0 if laid.cancelled else POINTS[laid.card][mask]
        if points < 0:
            minus += points
        elif not hide:
            plus += points
    return Sum(
        starting_value(player.band, mask),
        primary_sum(player.band, mask),
        plus,
        minus,
        power_points(state, seat),
    )


def scores(state: State) -> list[Score]:
    """Every band's total, place, souls and Fan icons as the cards lie now, best first."""
    stage = state.stage
    sums = {seat: band_sum(state, seat) for seat in stage.seats}
    order = sorted(stage.seats, key=lambda seat: _rank_key(sums[seat]))
    printed = VENUES[stage.venue].souls
    found: list[Score] = []
    index = 0
    while index < len(order):
        key = _rank_key(sums[order[index]])
        level = [seat for seat in order[index:] if _rank_key(sums[seat]) == key]
        last = index + len(level) == len(order)
        share = -(-sum(printed[index : index + len(level)]) // len(level))
        for seat in level:
            one = sums[seat]
            found.append(
                Score(
                    seat=seat,
                    gods=one.gods,
                    primary=one.primary,
                    plus=one.plus,
                    minus=one.minus,
                    powers=one.powers,
                    total=one.total,
                    place=index + 1,
                    shared=len(level),
                    last=last,
                    souls=share,
                    fans=_fans(state, seat, first=index == 0, last=last),
                )
            )
        index += len(level)
    return found


def _rank_key(one: Sum) -> tuple[int, int]:
    return -one.total, -one.primary


def _fans(state: State, seat: Seat, *, first: bool, last: bool) -> int:
    """The one sum of a player's Fan effects (LOR-101 to LOR-103)."""
    souls = 0
    for laid in state.players[seat].pile:
        place = CARDS[laid.card].need.place
        if not laid.cancelled and (not place or (first if place == "first" else last)):
            souls += CARDS[laid.card].souls
    if state.stage.effect("undry-the-cauldron", seat):
        souls += CAULDRON_WINNER_SOULS if first else CAULDRON_SOULS
    return souls


# -- Souls and clean-up --------------------------------------------------------------------


def score(table: Table, step: RunScoring) -> None:
    """Sums, places, souls, Fan icons and clean-up (LOR-092 to LOR-105)."""
    state = table.state
    stage = state.stage
    found = scores(state)
    for one in found:
        table.tell("total", one.seat, total=one.total, place=one.place, shared=one.shared)
    for one in found:
        player = state.players[one.seat]
        if stage.encore:
            player.tallies.append(one.souls + one.fans)
        else:
            player.souls = max(0, player.souls + one.souls + one.fans)
        table.tell("souls", one.seat, souls=one.souls, fans=one.fans, encore=stage.encore)
    state.last = Resolution(
        number=state.hosted,
        venue=stage.venue,
        host=stage.host,
        encore=stage.encore,
        required=list(stage.required),
        piles=[player.pile for player in state.players],
        beats=stage.beats,
        scores=found,
    )
    _clean_up(state)
    state.step = RunDecision() if state.last_concert else RunDraw()


def _clean_up(state: State) -> None:
    for player in state.players:
        state.deck.discard(*(laid.card for laid in player.pile))
        player.pile = []
        player.passed_at = -1
    state.spent.append(state.stage.venue)
