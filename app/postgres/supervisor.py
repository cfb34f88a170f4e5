"""The supervisor: starts a server, watches over it, ends it."""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Self
from urllib.parse import quote

import asyncpg
import structlog

from app.postgres import host
from app.postgres.host import PostgresFailed

log = structlog.get_logger()

USER = "greenroom"
DATABASE = "greenroom"

OPTIONS = {
    "listen_addresses": "",
    "unix_socket_permissions": "0700",
    "max_connections": "100",
    "shared_buffers": "128MB",
    "jit": "off",
    "synchronous_commit": "on",  # a player told "done" must find it done after a crash
    "wal_compression": "off",  # states come compressed
    "max_wal_size": "1GB",
    "checkpoint_timeout": "15min",
    "autovacuum_naptime": "15s",  # room rows are rewritten at every move
    "log_checkpoints": "off",
    "timezone": "UTC",
}
"""Settings of the server, for many small transactions of few connections."""

_LOG_KEPT = 10_000_000  # bytes
_POLL = 0.005  # seconds between looks at a server that starts or stops
_WATCH = 0.1  # seconds between looks at one that serves
_LEFTOVER_PATIENCE = 5.0  # seconds for a leftover server to go by itself
_STOP_PATIENCE = 30.0  # seconds for a shutdown, which may have to write a checkpoint
_LONGEST_BACKOFF = 5.0  # seconds between tries to start again
_STEADY = 60.0  # seconds of service after which a crash counts as the first

# Runs between fork and exec, so that nothing of this process's threads is in the way. Dropping
# privileges clears the parent-death signal: first the one, then the other.
_LAUNCHER = """
import ctypes, os, sys
parent, user, group, *command = sys.argv[1:]
if user:
    os.setgroups([]); os.setgid(int(group)); os.setuid(int(user))
if sys.platform == "linux":
    ctypes.CDLL(None).prctl(1, 2)  # PR_SET_PDEATHSIG, SIGINT: Postgres's fast shutdown
if os.getppid() == int(parent):
    os.execv(command[0], command)
"""


class EmbeddedPostgres:
    """A Postgres in a directory of its own, kept running between :meth:`start` and :meth:`stop`.

    Linux ties the server's life to the *thread* that starts it, so use this on a thread that
    lives as long as the server shall: the main thread, as a rule.
    """

    def __init__(self, directory: Path, options: Mapping[str, str] | None = None) -> None:
        """Keep the server's files under ``directory``; ``options`` go over :data:`OPTIONS`."""
        self._home = directory.resolve()
        self._data = self._home / "postgres"
        self._log_path = self._home / "postgres.log"
        self._options = {**OPTIONS, **(options or {})}
        self._socket_dir = host.socket_dir(self._home)
        self._child: subprocess.Popen[bytes] | None = None
        self._lock: int | None = None
        self._monitor: asyncio.Task[None] | None = None

    @property
    def url(self) -> str:
        """Where the server is, for SQLAlchemy; the same after every start."""
        return self.database_url(DATABASE)

    def database_url(self, name: str) -> str:
        """The address of another database on this server."""
        return f"postgresql+asyncpg://{USER}@/{name}?host={quote(str(self._socket_dir))}"

    @property
    def pid(self) -> int | None:
        """The server's process, if there is one."""
        return self._child.pid if self._child and self._child.poll() is None else None

    async def start(self) -> str:
        """Start the server, making its files if there are none, and watch over it.

        Returns its URL once it answers. Raises PostgresFailed when there are no binaries, when
        another Greenroom uses the directory, or when Postgres refuses to start.
        """
        self._home.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._lock = await host.locked(self._home / "postgres.lock")
        try:
            if not self._data.exists():
                await self._initialise()
            await self._launch()
            await self._ensure_database()
        except BaseException:
            await self.stop()
            raise
        self._monitor = asyncio.create_task(self._watch())
        return self.url

    async def answers(self) -> bool:
        """Whether a server is up at the URL, be it this one's or another process's."""
        try:
            await (await self._connect()).close()
        except (OSError, asyncpg.PostgresError):
            return False
        return True

    async def stop(self) -> None:
        """Shut the server down and let go of its directory. Harmless when there is none."""
        if self._monitor:
            self._monitor.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._monitor
            self._monitor = None
        if self._child:
            await _end(self._child)
            self._child = None
            with contextlib.suppress(OSError):
                self._socket_dir.rmdir()
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.stop()

    async def _initialise(self) -> None:
        """Make the server's files beside their place, so that a crash leaves all or nothing."""
        for unfinished in self._home.glob("postgres.new-*"):
            shutil.rmtree(unfinished, ignore_errors=True)  # its initdb may be clearing up too
        fresh = Path(tempfile.mkdtemp(prefix="postgres.new-", dir=self._home))
        account = host.account()
        if account.drops:
            self._home.chmod(0o711)
            os.chown(fresh, account.uid, account.gid)
        locale = (
            ["--locale-provider=builtin", "--builtin-locale=C.UTF-8"]
            if host.major_version() >= 17
            else ["--locale=C"]
        )
        self._child = process = self._spawn(
            "initdb",
            f"--pgdata={fresh}",
            f"--username={USER}",
            "--encoding=UTF8",
            *locale,
            "--auth-local=trust",
            "--auth-host=reject",
            *([] if self._options.get("fsync") != "off" else ["--no-sync"]),
        )
        if await _ended(process) != 0:
            raise PostgresFailed(f"initdb failed: {self._last_words()}")
        self._child = None
        fresh.rename(self._data)

    async def _launch(self) -> None:
        """Run the server until it says that it is ready.

        There is no time limit: recovery after a crash takes as long as it takes, and a server
        that gives up ends.
        """
        await self._clear_leftovers()
        socket_dir = host.own_directory(self._socket_dir)
        for stale in socket_dir.iterdir():  # with a lock file that is believed like the other
            stale.unlink()
        options = {**self._options, "unix_socket_directories": f'"{socket_dir}"'}
        self._child = child = self._spawn(
            "postgres",
            "-D",
            str(self._data),
            *(part for key, value in options.items() for part in ("-c", f"{key}={value}")),
        )
        while not self._is_ready(child.pid):
            if child.poll() is not None:
                raise PostgresFailed(f"Postgres did not start: {self._last_words()}")
            await asyncio.sleep(_POLL)

    def _spawn(self, program: str, *arguments: str) -> subprocess.Popen[bytes]:
        account = host.account()
        user, group = (str(account.uid), str(account.gid)) if account.drops else ("", "")
        launcher = [sys.executable, "-I", "-S", "-c", _LAUNCHER, str(os.getpid()), user, group]
        with self._log_path.open("ab") as lines:
            if lines.tell() > _LOG_KEPT:
                lines.truncate(0)
            return subprocess.Popen(
                [*account.prefix, *launcher, str(host.bin_dir() / program), *arguments],
                stdin=subprocess.DEVNULL,
                stdout=lines,
                stderr=lines,
                cwd="/",
                start_new_session=True,  # a Ctrl-C is for us; we then stop Postgres
            )

    def _is_ready(self, pid: int) -> bool:
        """Whether that very process serves: a stale file of another may say "ready" too."""
        lines = self._pid_file()
        return len(lines) >= 8 and lines[0] == str(pid) and lines[7].strip() == "ready"

    def _pid_file(self) -> list[str]:
        try:
            return (self._data / "postmaster.pid").read_text().splitlines()
        except FileNotFoundError:
            return []

    async def _clear_leftovers(self) -> None:
        """See to it that no server is on our files, and that Postgres will believe so.

        We hold the lock, so a server that is still there has lost its supervisor.
        """
        signals = iter([signal.SIGINT, signal.SIGQUIT, signal.SIGKILL])
        patience = time.monotonic() + _LEFTOVER_PATIENCE
        while leftovers := list(host.servers_on(self._data)):
            if time.monotonic() > patience:
                number = next(signals, None)
                if number is None:
                    raise PostgresFailed(f"can't end the old Postgres: processes {leftovers}")
                log.warning("postgres.leftover", pids=leftovers, signal=number.name)
                for pid in leftovers:
                    with contextlib.suppress(ProcessLookupError):
                        os.kill(pid, number)
                patience = time.monotonic() + _STOP_PATIENCE
            await asyncio.sleep(_POLL)
        self._disown_pid_file()

    def _disown_pid_file(self) -> None:
        """Make Postgres see a stale file as stale when its process number has a new owner.

        Postgres takes its own parent's number for stale, and then still looks whether anyone uses
        the old shared memory. Deleting the file would do away with that check.
        """
        lines = self._pid_file()
        if lines and lines[0] != str(os.getpid()):
            path = self._data / "postmaster.pid"
            path.write_text("\n".join([str(os.getpid()), *lines[1:]]) + "\n")

    async def _ensure_database(self) -> None:
        connection = await self._connect()
        try:
            known = "SELECT 1 FROM pg_database WHERE datname = $1"
            if not await connection.fetchval(known, DATABASE):
                await connection.execute(f"CREATE DATABASE {DATABASE}")
        finally:
            await connection.close()

    async def _connect(self) -> asyncpg.Connection:
        return await asyncpg.connect(host=str(self._socket_dir), user=USER, database="postgres")

    async def _watch(self) -> None:
        crashes = 0
        while True:
            began = time.monotonic()
            while self.pid is not None:
                await asyncio.sleep(_WATCH)
            if time.monotonic() - began > _STEADY:
                crashes = 0
            crashes += 1
            status = self._child.returncode if self._child else None
            log.error("postgres.died", status=status, crashes=crashes)
            if crashes > 1:
                await asyncio.sleep(min(0.1 * 2**crashes, _LONGEST_BACKOFF))
            try:
                await self._launch()
            except (PostgresFailed, OSError) as error:
                log.error("postgres.restart_failed", error=str(error))
            else:
                log.warning("postgres.restarted", pid=self.pid)

    def _last_words(self) -> str:
        with self._log_path.open("rb") as lines:
            lines.seek(max(0, self._log_path.stat().st_size - 2000))
            return lines.read().decode(errors="replace").strip()


async def _ended(process: subprocess.Popen[bytes]) -> int:
    while (status := process.poll()) is None:
        await asyncio.sleep(_POLL)
    return status


async def _end(process: subprocess.Popen[bytes]) -> None:
    """Shut down fast, and where that hangs, at once: the next start then recovers."""
    for number in (signal.SIGINT, signal.SIGQUIT, signal.SIGKILL):
        process.send_signal(number)
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(_ended(process), _STOP_PATIENCE)
            return
