"""What must hold in every state of every game, checked along a random game."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import msgspec

from app.games import ledger, referee
from app.games.chance import Chance, commitment
from app.games.contract import Event, Option, Refusal, Rules, Viewer
from app.games.players import greedy_player
from app.games.playouts import MOVE_LIMIT, draw_settings
from app.games.record import FORMAT, Entry, Record, verify
from tests.games.test_ledgers import package_of

FAILURES = Path("test-results")
PLATFORM_REGIONS = {"turn", "choices", "moveform", "seats", "log", "chat", "lobby"}
"""Region names that every table has already."""
_JSON = msgspec.json.Encoder(order="deterministic")


class Walk:
    """A random game with every property checked on the way.

    ``deep_every``: the leak and undo checks, which look through every viewer's eyes, run on
    one state in so many (by lot). A failure leaves a record that `greenroom verify` replays.
    ``package``: where the ledger lies, for a game outside the catalog.
    """

    def __init__(
        self, rules: Rules[Any], seats: int, seed: bytes, deep_every: int, package: str = ""
    ) -> None:
        self.rules = rules
        self.seats = seats
        self.seed = seed
        self.deep_every = deep_every
        self.luck = Chance(hashlib.sha256(b"walk" + seed).digest())
        self.codec = referee.Codec(rules)
        self.known_rules = set(ledger.read(package or package_of(rules), rules.meta.prefix).rules)
        self.names = [f"Player {seat + 1}" for seat in range(seats)]
        self.entries: list[Entry] = []
        self.settings = draw_settings(rules, seats, self.luck)
        self.viewers: list[Viewer] = [None, *range(seats)]
        self.region_ids: dict[Viewer, list[str]] = {}

    def run(self) -> None:
        """Walk to the end. Raises ``AssertionError`` naming the record of the failure."""
        try:
            self._walk()
        except Exception as error:
            FAILURES.mkdir(exist_ok=True)
            path = FAILURES / f"{self.rules.meta.slug}-{self.seed.hex()[:12]}.json"
            path.write_bytes(msgspec.json.encode(self._record()))
            raise AssertionError(
                f"{type(error).__name__}: {error} (after {len(self.entries)} moves; {path})"
            ) from error

    def _record(self) -> Record:
        return Record(
            FORMAT,
            self.rules.meta.slug,
            self.rules.meta.version,
            self.seats,
            self.names,
            self.settings,
            self.seed.hex(),
            commitment(self.seed),
            list(self.entries),
        )

    def _walk(self) -> None:
        rules = self.rules
        position = referee.start(rules, self.seats, self.settings, self.seed)
        while waiting := rules.waiting_on(position.state):
            assert len(self.entries) < MOVE_LIMIT, "the game does not end"
            assert rules.result(position.state) is None
            deep = self.luck.below(self.deep_every) == 0
            before = self._round_trip(position)
            rules.audit(position.state)
            self._menus(position, deep)
            seat = self.luck.pick(sorted(waiting))
            if deep and self.luck.below(4) == 0:
                move = greedy_player(rules, self.codec.decode(before), seat, self.luck)
            else:
                move = self.luck.pick(rules.menu(position.state, seat, open_only=True)).move
            assert self.codec.encode(position) == before, "looking changed the state"
            if deep:
                self._look_alikes(position, seat, move)
            played = referee.play(rules, position, self.seed, seat, move)
            self.entries.append(Entry("move", seat, move))
            self._words(played.events)
            self._numbers(waiting, position, seat)
        rules.audit(position.state)
        result = rules.result(position.state)
        assert result is not None
        assert sorted(place.seat for place in result.places) == list(range(self.seats))
        for viewer in self.viewers:
            rules.view(position.state, viewer)
        assert verify(self._record(), rules) == result

    def _round_trip(self, position: referee.Position[Any]) -> bytes:
        data = self.codec.encode(position)
        assert self.codec.encode(self.codec.decode(data)) == data
        return data

    def _numbers(self, before: dict[int, Any], position: referee.Position[Any], seat: int) -> None:
        after = self.rules.waiting_on(position.state)
        if seat in after:
            assert after[seat].number != before[seat].number, "a new question, an old number"
        for other in set(before) & set(after) - {seat}:
            if before[other].kind == after[other].kind:
                assert before[other].number == after[other].number, "others' numbers must stay"

    def _menus(self, position: referee.Position[Any], deep: bool) -> None:
        rules, state = self.rules, position.state
        waiting = rules.waiting_on(state)
        before = self.codec.encode(position)
        for seat in range(self.seats):
            menu = rules.menu(state, seat)
            open_menu = [option for option in menu if option.blocked is None]
            if seat not in waiting:
                assert menu == [], f"seat {seat} owes nothing but has a menu"
                self._refused(position, seat, "anything")
                continue
            assert open_menu, f"seat {seat} has no open option in {waiting[seat].kind}"
            assert len({option.move for option in menu}) == len(menu), "a move stands twice"
            fast = rules.menu(state, seat, open_only=True)
            assert fast == open_menu, f"open_only differs in {waiting[seat].kind}"
            assert rules.automatic(state, seat) in {option.move for option in open_menu}
            assert rules.words.ask(waiting[seat], self.names)
            if len(waiting) == len(open_menu) == 1 and not waiting[seat].public:
                self._worth_asking(position, seat, open_menu[0].move)
            if deep:
                self._options(state, seat, menu)
                blocked = [option for option in menu if option.blocked]
                for option in blocked[:3]:
                    self._refused(position, seat, option.move)
                self._refused(position, seat, "no such move")
        assert self.codec.encode(position) == before, "a look or a refusal changed the state"

    def _worth_asking(self, position: referee.Position[Any], seat: int, move: str) -> None:
        """A lone question with one answer is asked where chance is drawn, something is shown or
        ends for good, or where others can't know that there is only one; the game makes any
        other by itself."""

        def has_others(state: Any) -> bool:
            return [o.move for o in self.rules.menu(state, seat, open_only=True)] != [move]

        position = self.codec.copy(position)
        deals = (self.rules.redeal(position.state, None, self.luck) for _ in range(12))
        if not any(has_others(state) for state in deals):
            played = referee.play(self.rules, position, self.seed, seat, move)
            assert played.barrier, f"seat {seat} is asked to play “{move}”, which is no choice"

    def _options(self, state: Any, seat: int, menu: list[Option]) -> None:
        regions = {region.id for region in self.rules.view(state, seat)}
        for option in menu:
            where = option.where.partition("/")[0]
            assert not where or where in regions, f"no region for {option.where}"
            assert self.rules.words.option(state, seat, option, self.names)
            if option.blocked:
                assert option.blocked.rule in self.known_rules, option.blocked
                assert self.rules.words.reason(option.blocked, self.names)
            if option.confirm:
                assert self.rules.words.confirm(option.confirm)

    def _refused(self, position: referee.Position[Any], seat: int, move: str) -> None:
        try:
            referee.play(self.rules, position, self.seed, seat, move)
        except Refusal as refusal:
            assert refusal.blocked.rule in self.known_rules, refusal.blocked
            assert self.rules.words.reason(refusal.blocked, self.names)
        else:
            raise AssertionError(f"seat {seat} could play “{move}”")

    def _seen(self, state: Any, viewer: Viewer) -> bytes:
        """Every byte that a viewer gets of a state."""
        rules = self.rules
        regions = rules.view(state, viewer)
        ids = [region.id for region in regions]
        assert len(set(ids)) == len(ids), "a region stands twice"
        assert not PLATFORM_REGIONS & {region.kind for region in regions}, "the platform's names"
        assert self.region_ids.setdefault(viewer, ids) == ids, "a viewer's regions never change"
        owed = {
            str(seat): (decision.public or decision.kind) if seat != viewer else decision
            for seat, decision in rules.waiting_on(state).items()
        }
        menu = rules.menu(state, viewer) if viewer is not None else []
        labels = [rules.words.option(state, viewer or 0, option, self.names) for option in menu]
        return _JSON.encode([[(r.id, r.data) for r in regions], owed, menu, labels])

    def _look_alikes(self, position: referee.Position[Any], seat: int, move: str) -> None:
        """A state that looks the same to a viewer must stay the same to it: no leaks, and no
        move can be taken back that told its player something."""
        rules = self.rules
        original = self.codec.encode(position)
        for viewer in self.viewers:
            other = referee.Position(
                rules.redeal(position.state, viewer, self.luck), dict(position.draws)
            )
            assert self.codec.encode(position) == original, "redeal changed the given state"
            rules.audit(other.state)
            assert self._seen(position.state, viewer) == self._seen(other.state, viewer), (
                f"viewer {viewer} can tell a redealt state"
            )
            option = referee.find(rules, other.state, seat, move)
            if option is None or option.blocked:
                assert viewer != seat
                continue
            real = self.codec.decode(original)
            real_played = referee.play(rules, real, self.seed, seat, move)
            other_played = referee.play(rules, other, self.seed, seat, move)
            same_after = self._seen(real.state, viewer) == self._seen(other.state, viewer)
            if same_after:
                assert _readable(real_played.events, viewer) == _readable(
                    other_played.events, viewer
                ), f"an event tells viewer {viewer} what the table does not"
            elif viewer == seat and not real_played.barrier:
                raise AssertionError(f"“{move}” tells its player something, without a barrier")

    def _words(self, events: list[Event]) -> None:
        for event in events:
            for viewer in self.viewers:
                seen = event.seen_by(viewer)
                if seen is not None:
                    self.rules.words.event(seen, self.names)


def _readable(events: list[Event], viewer: Viewer) -> bytes:
    return _JSON.encode([seen for event in events if (seen := event.seen_by(viewer))])
