"""Faults on purpose: ``make chaos``, ``make soak``.

Two nodes and a Postgres under a steady load of computer players, programs and pages in all five
games, on loopback. Meanwhile everything happens to them that is listed in `bench.chaos_faults`,
until so many nodes were killed and so many moves acknowledged. Now and then, and at the end, the
faults rest, and within 3 seconds every client's view must equal a fresh one. At the end the
clients' own logs are held against the database, every record is verified, and the load comes
again without kills, to see that the memory of the nodes goes back to what it was.

Writes its findings to docs/faults.md and bench/faults.json; ends with 1 when there are any.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import signal
import sys
import tempfile
import time
from collections.abc import AsyncGenerator, Coroutine, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

import httpx2
import msgspec
import uvloop

from bench import chaos_audit, machine
from bench.chaos_audit import Findings
from bench.chaos_company import Order
from bench.chaos_faults import Faults, Wrists, start_node
from bench.chaos_load import Load, Process, processes
from bench.chaos_report import Memory, Report, written
from bench.servers import ROOT, Site, site, stop

_NODES = 2
_PROCESSES = 6
_SETTLE_SECONDS = 6.0
_MEMORY_ROUNDS = 4
_IDLE_TASKS = 3
"""Tasks more than at first that an idle node may have: a sweep under way."""
_GROWTH = 1.15
_ROOM_BYTES = 300_000
"""What a node keeps of a room after everybody has left, at most (`app.rooms.shelf.KEPT_ROOMS`)."""


def _told(*what: object) -> None:
    print(time.strftime("%H:%M:%S"), *what, file=sys.stderr, flush=True)


class Chaos:
    """One run on an open site."""

    def __init__(
        self,
        where: Site,
        wrists: Wrists,
        company: Sequence[Process],
        folder: Path,
        options: argparse.Namespace,
    ) -> None:
        luck = Random(options.seed)
        self.where = where
        self.folder = folder
        self._wrists = wrists
        self._options = options
        self.load = Load([node.port for node in where.nodes], where.postgres.url, company, luck)
        self.load.pause = options.think
        self.faults = Faults(where, wrists, company, luck)
        self.findings = Findings()
        self.compared = 0
        self.calms = 0

    async def loose(self) -> float:
        """Load and faults until the goals are reached, or there is no more time. Seconds."""
        options, began = self._options, time.monotonic()
        url = self.where.postgres.url
        async with _meanwhile(
            self.load.play(options.tables),
            self.faults.kill_nodes(options.kill_pause),
            self.faults.disturb(options.pause),
            chaos_audit.watch_clocks(url, self.findings),
        ) as tasks:
            calm_at = began + options.calm
            while not self._reached(time.monotonic() - began):
                await asyncio.sleep(1)
                for task in tasks:  # whatever ended one of them is no clean run
                    if task.done():
                        task.result()
                if time.monotonic() > calm_at:
                    await self.look()
                    calm_at = time.monotonic() + options.calm
            async with self.faults.calm():  # no fault is cut short
                for task in tasks:
                    task.cancel()
        await self.look(last=True)
        return time.monotonic() - began

    def _reached(self, seconds: float) -> bool:
        options = self._options
        kills = self.faults.done["node killed (SIGKILL)"]
        moves = self.load.counts()["accepted"]
        enough = kills >= options.kills and moves >= options.moves
        return seconds > options.most or (enough and seconds > options.least)

    async def look(self, last: bool = False) -> None:
        """A calm: within 3 seconds all clients show what is."""
        async with self.faults.calm():
            self.load.order(Order("quiet"))
            await asyncio.sleep(chaos_audit.CALM_SECONDS)
            before = len(self.findings.unequal)
            self.compared += await chaos_audit.compare(self.load, self.findings)
            self.calms += 1
            if last:
                await chaos_audit.stuck(self.where.postgres.url, self.findings)
        self.load.leave_finished()
        if not last:
            self.load.order(Order("play"))
        _told(
            f"calm {self.calms}: {self.compared} views compared,"
            f" {len(self.findings.unequal) - before} unequal;"
            f" {self.load.counts()['accepted']} moves acknowledged;",
            dict(self.faults.done),
        )

    async def memory(self) -> list[Memory]:
        """The same load in rounds without kills of nodes, on nodes that are new: what they keep."""
        for at, node in enumerate(self.where.nodes):
            await stop(node)
            if node.process.returncode not in (0, -signal.SIGTERM):
                self.findings.leaked.append(f"node {at} ended with {node.process.returncode}")
            self.where.nodes[at] = await start_node(self.where, self._wrists, at, node.port)
        rounds: list[Memory] = []
        for number in range(_MEMORY_ROUNDS):
            rooms = len(self.load.rooms)
            faults = [self.faults.disturb(self._options.pause)] if number else []
            async with _meanwhile(self.load.play(self._options.tables), *faults):
                await asyncio.sleep(self._options.memory_seconds)
            async with self.faults.calm():
                self.load.leave()
                await self.load.close_rooms()
                await asyncio.sleep(_SETTLE_SECONDS)
            for at, node in enumerate(self.where.nodes):
                figures = await _figures(node.port)
                rounds.append(
                    Memory(
                        at,
                        number,
                        len(self.load.rooms) - rooms,
                        round(machine.rss(node.pid) / 2**20, 1),
                        int(figures["greenroom_rooms"]),
                        int(figures["greenroom_sockets"]),
                        int(figures["greenroom_tasks"]),
                    )
                )
                _told(rounds[-1])
        self._compare_memory(rounds)
        return rounds

    def _compare_memory(self, rounds: Sequence[Memory]) -> None:
        for at in range(_NODES):
            first, *_, final = [each for each in rounds if each.node == at]
            if final.sockets:
                self.findings.leaked.append(f"node {at}: {final.sockets} sockets of nobody")
            if final.tasks > first.tasks + _IDLE_TASKS:
                self.findings.leaked.append(f"node {at}: {first.tasks} tasks, then {final.tasks}")
            kept = (final.kept_rooms - first.kept_rooms) * _ROOM_BYTES / 2**20
            if final.rss_mb > first.rss_mb * _GROWTH + kept:
                self.findings.leaked.append(f"node {at}: {first.rss_mb} MB, then {final.rss_mb} MB")


async def _figures(port: int) -> dict[str, float]:
    """The plain figures of a node's /metrics."""
    async with httpx2.AsyncClient(timeout=10) as http:
        text = (await http.get(f"http://127.0.0.1:{port}/metrics")).text
    lines = (line.rpartition(" ") for line in text.splitlines() if line[:1] not in ("", "#"))
    return {name: float(value) for name, _, value in lines if "{" not in name}


@asynccontextmanager
async def _meanwhile(
    *work: Coroutine[None, None, None],
) -> AsyncGenerator[list[asyncio.Task[None]]]:
    """Tasks for as long as the block runs; an error of theirs is an error of the block."""
    tasks = [asyncio.create_task(each) for each in work]
    try:
        yield tasks
    finally:
        for task in tasks:
            task.cancel()
        for task in tasks:
            with contextlib.suppress(asyncio.CancelledError):
                await task


async def run(options: argparse.Namespace) -> Report:
    """One run from the start of the site to the report."""
    with tempfile.TemporaryDirectory(prefix="greenroom-chaos-") as place:
        folder = Path(place)
        wrists = Wrists(folder)
        async with processes(_PROCESSES, folder) as company:
            with wrists.worn("postgres"):
                async with site(0) as where:
                    for number in range(_NODES):
                        where.nodes.append(await start_node(where, wrists, number))
                    return await _reported(Chaos(where, wrists, company, folder, options), options)


async def _reported(chaos: Chaos, options: argparse.Namespace) -> Report:
    _told("open")
    seconds = await chaos.loose()
    await chaos.load.all_told()
    chaos.load.leave()
    counts = chaos.load.counts()
    url = chaos.where.postgres.url
    counted = dict(await chaos_audit.audit(url, chaos.folder, chaos.findings))
    _told("audited", counted)
    counted |= await chaos_audit.verify_records(url, chaos.findings)
    _told("verified")
    faults = dict(chaos.faults.done)
    rooms = len(chaos.load.rooms)
    memory = await chaos.memory() if options.memory_seconds else []
    if options.node_log:
        options.node_log.write_bytes(chaos.where.log.read_bytes())
    return Report(
        machine=machine.described(),
        command=" ".join(sys.argv[1:]),
        seconds=round(seconds),
        kills_wanted=options.kills,
        moves_wanted=options.moves,
        rooms=rooms,
        calms=chaos.calms,
        views=chaos.compared,
        faults=faults,
        clients={name: counts[name] for name in sorted(counts)},
        database=counted,
        memory=memory,
        findings=chaos.findings,
    )


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=100, help="nodes to be killed, at least")
    parser.add_argument("--moves", type=int, default=10_000, help="acknowledged moves, at least")
    parser.add_argument("--least", type=float, default=0, help="seconds of faults, at least")
    parser.add_argument("--most", type=float, default=1500, help="seconds of faults, at most")
    parser.add_argument("--tables", type=int, default=12, help="games at a time")
    parser.add_argument("--think", type=float, default=0.3, help="seconds before a move, at most")
    parser.add_argument("--kill-pause", type=float, default=1, help="mean seconds between kills")
    parser.add_argument("--pause", type=float, default=2, help="mean seconds between other faults")
    parser.add_argument("--calm", type=float, default=60, help="seconds between calms")
    parser.add_argument("--memory-seconds", type=float, default=20, help="of each round; 0: none")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--node-log", type=Path, help="where the nodes' log is kept")
    parser.add_argument("--page", type=Path, default=ROOT / "docs" / "faults.md")
    parser.add_argument("--json", type=Path, default=ROOT / "bench" / "faults.json")
    return parser.parse_args()


def main() -> None:
    options = _options()
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        report = runner.run(run(options))
    options.json.write_bytes(msgspec.json.format(msgspec.json.encode(report), indent=1) + b"\n")
    options.page.write_text(written(report))
    print(written(report))
    sys.exit(0 if report.clean else 1)


if __name__ == "__main__":
    os.chdir(ROOT)
    main()
