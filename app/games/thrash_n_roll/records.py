"""The hit tracks: recording, raising, lowering, and battles of hits (TNR-146 to TNR-154)."""

from __future__ import annotations

from app.games.contract import Seat
from app.games.thrash_n_roll.content import LAST_SPACE
from app.games.thrash_n_roll.effects import cause_scandals, discard_fan
from app.games.thrash_n_roll.state import Band, Battle, HitTrack, State
from app.games.thrash_n_roll.table import (
    Table,
    different_skills,
    owner_of,
    popularity,
    record_pool,
)


def single_space(band: Band) -> int:
    """Where the band's next single is recorded (TNR-119)."""
    return min(popularity(band) + band.gear, LAST_SPACE["singles"])


def album_base(band: Band) -> int:
    """Where the band's next album is recorded, less the die (TNR-120)."""
    return band.single + band.gear + different_skills(band)


def record_single(table: Table, seat: Seat) -> None:
    """TNR-119: the old single goes, the new one enters."""
    band = table.state.bands[seat]
    band.single = 0
    _free_marker(table, seat)
    space = single_space(band)
    table.tell("recorded", seat, track="singles", space=space)
    enter(table, seat, "singles", space, 1)


def record_album(table: Table, seat: Seat, roll: int) -> None:
    """TNR-120, with the neutral die that was kept."""
    band = table.state.bands[seat]
    space = min(album_base(band) + roll, LAST_SPACE["albums"])
    _free_marker(table, seat)
    table.tell("recorded", seat, track="albums", space=space)
    enter(table, seat, "albums", space, 1)


def _free_marker(table: Table, seat: Seat) -> None:
    """Without a marker in the pool the lowest album is taken off (TNR-122)."""
    if record_pool(table.state, seat) < 1:
        space = table.state.bands[seat].albums.pop(0)
        table.tell("taken_off", seat, track="albums", space=space, count=1)


def raise_single(table: Table, seat: Seat, spaces: int) -> None:
    """One move up (TNR-146); nothing without a single or on the last space."""
    band = table.state.bands[seat]
    space = min(band.single + spaces, LAST_SPACE["singles"])
    if band.single and space > band.single:
        band.single = 0
        table.tell("raised", seat, track="singles", space=space)
        enter(table, seat, "singles", space, 1)


def raise_album(table: Table, seat: Seat, album: int, spaces: int) -> None:
    """Move one of the albums on the space ``album`` up (TNR-146)."""
    space = min(album + spaces, LAST_SPACE["albums"])
    if space > album:
        table.state.bands[seat].albums.remove(album)
        table.tell("raised", seat, track="albums", space=space)
        enter(table, seat, "albums", space, 1)


def lower_album(table: Table, seat: Seat, album: int) -> None:
    """A Critic moves an opponent's album down one space (TNR-145)."""
    owner = owner_of(table.state, "albums", album)
    assert owner is not None
    table.state.bands[owner].albums.remove(album)
    table.tell("lowered", seat, owner=owner, space=album - 1)
    enter(table, owner, "albums", album - 1, 1)


def enter(table: Table, seat: Seat, track: HitTrack, space: int, count: int) -> None:
    """``count`` markers of a player enter a space: they lie there, fight, or go off the track."""
    if space < 1:
        table.tell("taken_off", seat, track=track, space=1, count=count)
        return
    holder = owner_of(table.state, track, space)
    if holder is not None and holder != seat:
        table.tell("battle", seat, defender=holder, track=track, space=space)
        table.push(Battle(track, space, seat, holder, count))
        return
    _place(table, seat, track, space, count)


def _place(table: Table, seat: Seat, track: HitTrack, space: int, count: int) -> None:
    band = table.state.bands[seat]
    if track == "singles":
        band.single = space
    else:
        band.albums.extend([space] * count)
        band.albums.sort()


# -- battles


def totals_of(state: State, battle: Battle) -> tuple[int, int]:
    """The totals of initiator and defender."""
    initiator, defender = battle.rolls
    return (
        initiator + popularity(state.bands[battle.seat]),
        defender + popularity(state.bands[battle.defender]),
    )


def loser_of(state: State, battle: Battle) -> Seat:
    """Who is losing by the rolls; a tie is the initiator's (TNR-149)."""
    initiator, defender = totals_of(state, battle)
    return battle.defender if initiator >= defender else battle.seat


def win_by_scandal(table: Table, battle: Battle) -> None:
    """TNR-078"""
    table.state.agenda.pop()
    cause_scandals(table, battle.seat, 1)
    _decide(table, battle, battle.defender)


def roll_battle(table: Table, battle: Battle) -> None:
    """TNR-149: both roll, the initiator first."""
    battle.rolls = [table.chance.die(), table.chance.die()]
    _tell_rolls(table, battle)


def reroll_battle(table: Table, battle: Battle, fan: str) -> None:
    """TNR-150: the losing player spends a fan for the own die."""
    loser = loser_of(table.state, battle)
    discard_fan(table, loser, fan)
    battle.rolls[0 if loser == battle.seat else 1] = table.chance.die()
    _tell_rolls(table, battle)


def _tell_rolls(table: Table, battle: Battle) -> None:
    table.tell(
        "battle_rolled",
        battle.seat,
        defender=battle.defender,
        rolls=list(battle.rolls),
        totals=list(totals_of(table.state, battle)),
    )


def accept_loss(table: Table, battle: Battle) -> None:
    """The battle is decided by its rolls."""
    table.state.agenda.pop()
    _decide(table, battle, loser_of(table.state, battle))


def _decide(table: Table, battle: Battle, loser: Seat) -> None:
    """The winner holds the space, the loser's markers go down one (TNR-151)."""
    winner = battle.seat if loser == battle.defender else battle.defender
    table.tell("battle_won", winner, loser=loser, track=battle.track, space=battle.space)
    count = battle.count
    if loser == battle.defender:
        band = table.state.bands[loser]
        if battle.track == "singles":
            band.single, count = 0, 1
        else:
            count = band.albums.count(battle.space)
            band.albums = [album for album in band.albums if album != battle.space]
        _place(table, battle.seat, battle.track, battle.space, battle.count)
    enter(table, loser, battle.track, battle.space - 1, count)
