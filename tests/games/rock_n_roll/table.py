"""A table whose dice and cards a test can lay out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from app.games import referee
from app.games.chance import SEED_BYTES, Chance
from app.games.contract import Blocked, Event, Refusal, Seat
from app.games.rock_n_roll import RULES
from app.games.rock_n_roll.state import UNRANKED, Album, Band

SEED = bytes(SEED_BYTES)
NEW = {"tiers": "highest", "comeback": "off", "source": None}


class Loaded(Chance):
    """Chance whose next dice are laid out, source by source; by lot when they run out."""

    def __init__(self) -> None:
        super().__init__(SEED)
        self.faces: dict[str, list[int]] = {}

    def below(self, limit: int, source: str = "") -> int:
        faces = self.faces.get(source)
        return faces.pop(0) - 1 if faces else super().below(limit, source)


def album(month: int, rating: int, spot: int = UNRANKED, gigs: int = 5) -> Album:
    """An album with all of its rating in the dice."""
    return Album(month, rating, 0, 0, 0, False, spot, [4] * gigs)


class Table:
    """A game of ``seats`` bands in a month of one's choice, all of them before a declaration."""

    def __init__(self, seats: int = 2, month: int = 1, tiers: str = "highest") -> None:
        self.luck = Loaded()
        self.state = RULES.setup(seats, {**NEW, "tiers": tiers}, self.luck)
        self.state.month = month

    def band(self, seat: Seat = 0) -> Band:
        return self.state.bands[seat]

    def lay(
        self,
        seat: Seat = 0,
        *,
        dice: Sequence[int] = (),
        abilities: Sequence[int] = (),
        fans: int | None = None,
        fame: int | None = None,
        money: int | None = None,
        albums: Sequence[Album] | None = None,
    ) -> Band:
        """Change a sheet; six dice mean that the roadie is there."""
        band = self.band(seat)
        if dice:
            band.dice = list(dice)
            band.thrown = [band.throws] * len(dice)
            band.roadie = len(dice) == 6
            band.finances.roadies = int(band.roadie)
        if abilities:
            band.abilities = list(abilities)
            band.opening_total = sum(abilities)
        if albums is not None:
            band.albums = list(albums)
        band.fans = band.fans if fans is None else fans
        band.fame = band.opening_fame = band.fame if fame is None else fame
        if money is not None:
            band.money = money
        spent = 130 * band.finances.roadies
        band.finances.cash = band.money + spent
        return band

    def falls(self, *faces: int, seat: Seat = 0) -> Table:
        """The next dice of a band."""
        self.luck.faces.setdefault(f"band-{seat}", []).extend(faces)
        return self

    def card(self, card: str) -> Table:
        """Put a chart card on top of the deck."""
        self.state.deck.draw.remove(card)
        self.state.deck.draw.append(card)
        return self

    def do(self, *moves: str, seat: Seat = 0) -> list[Event]:
        """Play moves as the room does. Returns what they told. Raises `Refusal`."""
        events: list[Event] = []
        for move in moves:
            option = referee.find(RULES, self.state, seat, move)
            if option is None:
                raise Refusal(RULES.refusal(self.state, seat, move))
            if option.blocked:
                raise Refusal(option.blocked)
            events += RULES.play(self.state, seat, move, self.luck)
        return events

    def refused(self, move: str, seat: Seat | None = 0) -> Blocked:
        """Why a move is refused."""
        try:
            if seat is None:
                raise Refusal(RULES.refusal(self.state, None, move))
            self.do(move, seat=seat)
        except Refusal as refusal:
            return refusal.blocked
        raise AssertionError(f"{move} was played")

    def says(self, move: str, seat: Seat | None = 0) -> str:
        """The sentence and the rule of a refusal, as the ledger's table writes them."""
        blocked = self.refused(move, seat)
        names = [f"Player {number + 1}" for number in range(len(self.state.bands))]
        return f"{RULES.words.reason(blocked, names).removesuffix('.')} ({blocked.rule})."

    def moves(self, seat: Seat = 0) -> list[str]:
        return [option.move for option in RULES.menu(self.state, seat, open_only=True)]

    def verbs(self, seat: Seat = 0) -> set[str]:
        return {move.partition(":")[0] for move in self.moves(seat)}

    def cash(self, seat: Seat = 0) -> list[Event]:
        """End the band's month in the plainest way."""
        events = self.do("declare:cash", seat=seat)
        return events + self.do("stop", seat=seat) if "stop" in self.moves(seat) else events

    def close(self) -> None:
        """End the month for everybody who has not decided yet."""
        month = self.state.month
        for seat in range(len(self.state.bands)):
            while not self.state.over and self.state.month == month and self.moves(seat):
                self.do(RULES.automatic(self.state, seat), seat=seat)

    def points(self, seat: Seat = 0) -> dict[str, int]:
        """The band's standing by source."""
        rows = self.region("standing")["rows"]
        return {source["id"]: source["points"] for source in rows[seat]["sources"]}

    def region(self, name: str, viewer: Seat | None = None) -> Any:
        """The data of a region."""
        return next(r.data for r in RULES.view(self.state, viewer) if r.id == name)


def kinds(events: Sequence[Event]) -> list[str]:
    return [event.kind for event in events]
