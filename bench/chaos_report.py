"""What a chaos run did and found, as data and as a page."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Mapping, Sequence

import msgspec

from bench.chaos_audit import CALM_SECONDS, Findings

_SHOWN = 10
"""Findings of a kind that the page shows."""


class Memory(msgspec.Struct, frozen=True):
    """A node after a round of load when everybody has left."""

    node: int
    round: int
    rooms: int
    rss_mb: float
    kept_rooms: int
    sockets: int
    tasks: int


class Report(msgspec.Struct):
    """A whole run. ``clients``: what clients counted, ``database``: what was found stored."""

    machine: dict[str, str | int]
    command: str
    seconds: int
    kills_wanted: int
    moves_wanted: int
    rooms: int
    calms: int
    views: int
    faults: dict[str, int]
    clients: dict[str, int]
    database: dict[str, int]
    memory: list[Memory]
    findings: Findings

    @property
    def clean(self) -> bool:
        """Nothing was found, and the run was as long as it should be."""
        return self.findings.clean and not self.missing

    @property
    def missing(self) -> Sequence[str]:
        """Goals that were not reached in the time that there was."""
        kills, moves = self.faults.get("node killed (SIGKILL)", 0), self.database["acknowledged"]
        return [
            f"{done} {what} of {wanted}"
            for done, what, wanted in (
                (kills, "kills of nodes", self.kills_wanted),
                (moves, "acknowledged moves", self.moves_wanted),
            )
            if done < wanted
        ]


_CHECKS = {
    "lost": "acknowledged moves and lines of chat that are not stored",
    "doubled": "moves and lines that are stored twice",
    "misplaced": "answers to an older question that were taken",
    "forgotten": "repeated moves that were refused instead of confirmed",
    "unequal": f"views that differ from a fresh one after {CALM_SECONDS:.0f} s of calm",
    "unanswered": "commands that had no answer by then",
    "stuck": "computer players and clocks that did nothing when left alone",
    "unfair": "moments at which a clock gave or took time",
    "unverified": "records that do not verify, or lead elsewhere than the stored position",
    "leaked": "nodes that kept sockets, tasks or memory, or did not end in order",
}


def written(report: Report) -> str:
    """The page."""
    about = ", ".join(f"{key} {value}" for key, value in report.machine.items())
    today = datetime.datetime.now(datetime.UTC).date().isoformat()
    findings = msgspec.structs.asdict(report.findings)
    verdict = "Nothing was lost, doubled or unequal." if report.clean else "**There are findings.**"
    parts = [
        "# Faults on purpose",
        f"Written by `python -m bench.chaos {report.command}`".rstrip().rstrip("`").rstrip()
        + f"` on {today}: {about}.",
        f"Two nodes and a Postgres played {report.rooms} games of all five kinds for"
        f" {report.seconds} seconds while everything below was done to them, at random and at the"
        " same time. Each table has two programs, a page that looks on, and computer players; every"
        " third has a clock of 2 seconds; every fourth client reads through a narrow pipe. Clients"
        " come back to any node. Faults rested"
        f" {report.calms} times, and each time every client was compared with a fresh one:"
        f" {report.views} views. {verdict}",
        *(f"**Not reached:** {line}." for line in report.missing),
        "## What must not be",
        _table(("check", "found"), ((text, len(findings[name])) for name, text in _CHECKS.items())),
        *_details(findings),
        "## What was done",
        _table(("fault", "times"), sorted(report.faults.items())),
        _table(("clients", "times"), report.clients.items()),
        _table(("in the database", ""), report.database.items()),
    ]
    if report.memory:
        parts += [
            "## Memory",
            "After the run both nodes were ended in order and started anew. Rounds of the same load"
            " followed, all but the first with the same faults except kills of nodes. After each"
            " round everybody left. A node keeps the rooms that it had last, so that a room that"
            " is opened again is there at once.",
            _table(
                ("node", "round", "rooms played", "RSS MB", "rooms kept", "sockets", "tasks"),
                (msgspec.structs.astuple(each) for each in report.memory),
            ),
        ]
    return "\n\n".join(parts) + "\n"


def _details(findings: Mapping[str, Sequence[str]]) -> Iterable[str]:
    for name, lines in findings.items():
        if lines:
            shown = "\n".join(f"- {name}: {line}" for line in lines[:_SHOWN])
            yield shown.replace("\n\n", "\n")


def _table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(map(str, line))} |" for line in lines)
