"""What the machine says of processes: CPU, memory, who else was busy (Linux, from /proc)."""

from __future__ import annotations

import platform
import re
from pathlib import Path

import msgspec
import psutil


class Busy(msgspec.Struct, frozen=True):
    """Seconds of CPU so far: of watched trees by name, and of the whole machine."""

    of: dict[str, float]
    machine: float

    def since(self, earlier: Busy) -> Busy:
        spent = {name: seconds - earlier.of[name] for name, seconds in self.of.items()}
        return Busy(spent, self.machine - earlier.machine)


def busy(trees: dict[str, list[int]]) -> Busy:
    """CPU seconds of process trees: ``trees`` maps a name to the ids of their roots."""
    times = psutil.cpu_times()
    machine = times.user + times.nice + times.system
    return Busy({name: sum(map(tree_cpu, roots)) for name, roots in trees.items()}, machine)


def tree_cpu(root: int) -> float:
    """User and system seconds of a process, its living descendants, and those it has buried."""
    spent = 0.0
    try:
        top = psutil.Process(root)
        family = [top, *top.children(recursive=True)]
    except psutil.NoSuchProcess:
        return 0.0
    for process in family:
        try:
            times = process.cpu_times()
        except psutil.NoSuchProcess:
            continue
        spent += times.user + times.system + times.children_user + times.children_system
    return spent


def rss(root: int) -> int:
    """Resident bytes of one process; 0 when it is gone."""
    try:
        return psutil.Process(root).memory_info().rss
    except psutil.NoSuchProcess:
        return 0


def described() -> dict[str, str | int]:
    """The machine and the versions, for the head of a report."""
    found = re.search(r"model name\s*: (.+)", Path("/proc/cpuinfo").read_text())
    return {
        "cpu": found[1] if found else platform.machine(),
        "cores": psutil.cpu_count() or 0,
        "memory_gb": round(psutil.virtual_memory().total / 2**30),
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
    }
