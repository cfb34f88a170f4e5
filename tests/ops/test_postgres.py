"""The supervisor of our own Postgres, on real processes that really die."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import asyncpg
import psutil
import pytest

from app.postgres import EmbeddedPostgres, PostgresFailed, host

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs unix sockets")


async def _query(url: str, statement: str) -> object:
    connection = await asyncpg.connect(url.replace("+asyncpg", "", 1))
    try:
        return await connection.fetchval(statement)
    finally:
        await connection.close()


async def _eventually(check: Callable[[], Awaitable[bool] | bool], seconds: float = 15) -> None:
    deadline = time.monotonic() + seconds
    while True:
        found = check()
        if found if isinstance(found, bool) else await found:
            return
        assert time.monotonic() < deadline, "it never came true"
        await asyncio.sleep(0.02)


async def _answers(url: str) -> bool:
    try:
        return await _query(url, "SELECT 1") == 1
    except (OSError, asyncpg.PostgresError):
        return False


def _gone(pid: int) -> bool:
    return not psutil.pid_exists(pid) or psutil.Process(pid).status() == psutil.STATUS_ZOMBIE


class Supervisor:
    """A process that supervises a Postgres and that may be killed."""

    def __init__(self, directory: Path) -> None:
        command = [sys.executable, "-m", "tests.ops.supervised", str(directory)]
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            cwd=Path(__file__).parents[2],
        )
        assert self._process.stdout
        pid, _, self.url = self._process.stdout.readline().strip().partition(" ")
        self.postgres = int(pid) if pid else None

    def kill(self) -> None:
        self._process.kill()
        self._process.communicate()

    def end(self) -> tuple[int, str]:
        """Its exit code and what it had to complain about."""
        _, complaints = self._process.communicate("", timeout=20)
        return self._process.returncode, complaints


async def test_data_outlive_a_restart_and_the_address_stays(tmp_path: Path) -> None:
    postgres = EmbeddedPostgres(tmp_path)
    url = await postgres.start()
    await _query(url, "CREATE TABLE t AS SELECT 42 AS n")
    pid = postgres.pid
    assert pid
    await postgres.stop()
    assert _gone(pid)
    async with EmbeddedPostgres(tmp_path) as again:
        assert again.url == url
        assert await _query(url, "SELECT n FROM t") == 42


async def test_a_long_path_with_spaces_and_quotes(tmp_path: Path) -> None:
    directory = tmp_path / 'the band\'s "best" data %41, ünïcode' / ("x" * 120)
    async with EmbeddedPostgres(directory) as postgres:
        assert await _answers(postgres.url)


async def test_the_server_is_ours_alone(tmp_path: Path) -> None:
    before = os.stat(tmp_path).st_mode
    async with EmbeddedPostgres(tmp_path) as postgres:
        assert await _query(postgres.url, "SHOW listen_addresses") == ""
        sockets = Path(str(await _query(postgres.url, "SHOW unix_socket_directories")).strip('"'))
        assert sockets.stat().st_mode & 0o077 == 0
        assert await _query(postgres.url, "SHOW synchronous_commit") == "on"
        assert await _query(postgres.url, "SHOW server_encoding") == "UTF8"
    assert os.stat(tmp_path).st_mode == before


async def test_a_killed_postgres_is_soon_back_with_its_data(tmp_path: Path) -> None:
    async with EmbeddedPostgres(tmp_path) as postgres:
        await _query(postgres.url, "CREATE TABLE t AS SELECT 42 AS n")
        for _ in range(2):
            killed = postgres.pid
            assert killed
            os.kill(killed, signal.SIGKILL)
            await _eventually(lambda killed=killed: postgres.pid not in (None, killed))
            await _eventually(lambda: _answers(postgres.url))
            assert await _query(postgres.url, "SELECT n FROM t") == 42


async def test_when_the_supervisor_is_killed_postgres_ends_and_the_next_start_has_the_data(
    tmp_path: Path,
) -> None:
    supervisor = Supervisor(tmp_path)
    assert supervisor.postgres
    await _query(supervisor.url, "CREATE TABLE t AS SELECT 42 AS n")
    supervisor.kill()
    # at once, so while the old server is still on its way out
    async with EmbeddedPostgres(tmp_path) as postgres:
        assert _gone(supervisor.postgres)
        assert await _query(postgres.url, "SELECT n FROM t") == 42


@pytest.mark.skipif(sys.platform != "linux", reason="other systems don't tell children")
async def test_postgres_ends_by_itself_when_its_supervisor_is_killed(tmp_path: Path) -> None:
    supervisor = Supervisor(tmp_path)
    pid = supervisor.postgres
    assert pid
    supervisor.kill()
    await _eventually(lambda: _gone(pid))
    host.socket_dir(tmp_path).rmdir()


async def test_supervisor_and_postgres_killed_at_once(tmp_path: Path) -> None:
    supervisor = Supervisor(tmp_path)
    assert supervisor.postgres
    await _query(supervisor.url, "CREATE TABLE t AS SELECT 42 AS n")
    os.kill(supervisor.postgres, signal.SIGKILL)
    supervisor.kill()
    async with EmbeddedPostgres(tmp_path) as postgres:
        assert await _query(postgres.url, "SELECT n FROM t") == 42


async def test_a_leftover_server_that_nobody_told_is_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.postgres.supervisor._LEFTOVER_PATIENCE", 0.1)
    async with EmbeddedPostgres(tmp_path) as postgres:
        url = postgres.url
    # as after the death of a supervisor on a system that tells no children
    account = host.account()
    leftover = subprocess.Popen(
        [
            *account.prefix,
            *(str(host.bin_dir() / "postgres"), "-D", str(tmp_path / "postgres")),
            *("-c", "listen_addresses=", "-c", f"unix_socket_directories={tmp_path}"),
        ],
        stderr=subprocess.DEVNULL,
        user=account.uid if account.drops else None,
    )
    pid_file = tmp_path / "postgres" / "postmaster.pid"
    await _eventually(lambda: pid_file.exists() and "ready" in pid_file.read_text())
    async with EmbeddedPostgres(tmp_path):
        assert leftover.poll() is not None
        assert await _answers(url)


async def test_two_greenrooms_never_share_a_directory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    supervisor = Supervisor(tmp_path)
    monkeypatch.setattr("app.postgres.host._LOCK_PATIENCE", 0.2)
    with pytest.raises(PostgresFailed, match="another Greenroom"):
        await EmbeddedPostgres(tmp_path).start()
    assert await _answers(supervisor.url)
    assert supervisor.end() == (0, "")


@pytest.mark.parametrize("owner", ["nobody", "somebody else"])
async def test_a_stale_pid_file_that_says_ready_fools_nobody(tmp_path: Path, owner: str) -> None:
    async with EmbeddedPostgres(tmp_path) as postgres:
        await _query(postgres.url, "CREATE TABLE t AS SELECT 42 AS n")
        stale = (tmp_path / "postgres" / "postmaster.pid").read_text().splitlines()
        assert stale[7].strip() == "ready"
    other = subprocess.Popen([sys.executable, "-c", "import sys; sys.stdin.read()"], stdin=-1)
    if owner == "nobody":
        other.communicate()
    stale[0] = str(other.pid)
    (tmp_path / "postgres" / "postmaster.pid").write_text("\n".join(stale) + "\n")
    async with EmbeddedPostgres(tmp_path) as postgres:
        assert await _query(postgres.url, "SELECT n FROM t") == 42
    if owner != "nobody":
        assert other.poll() is None, "somebody else's process was ended"
        other.communicate()


async def test_a_first_start_that_was_cut_short_is_made_good(tmp_path: Path) -> None:
    (tmp_path / "postgres.new-cut").mkdir()
    (tmp_path / "postgres.new-cut" / "PG_VERSION").write_text("18\n")
    async with EmbeddedPostgres(tmp_path) as postgres:
        assert await _answers(postgres.url)
    assert not (tmp_path / "postgres.new-cut").exists()


async def test_a_server_that_refuses_says_why_and_lets_go(tmp_path: Path) -> None:
    with pytest.raises(PostgresFailed, match="no_such_setting"):
        await EmbeddedPostgres(tmp_path, {"no_such_setting": "1"}).start()
    async with EmbeddedPostgres(tmp_path) as postgres:
        assert await _answers(postgres.url)


async def test_a_socket_directory_of_somebody_else_is_not_used(tmp_path: Path) -> None:
    postgres = EmbeddedPostgres(tmp_path)
    place = host.socket_dir(tmp_path)
    place.mkdir(mode=0o777)
    place.chmod(0o777)
    with pytest.raises(PostgresFailed, match="not ours alone"):
        await postgres.start()
    place.rmdir()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root has rights to drop")
async def test_root_without_namespaces_becomes_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.postgres.host._NAMESPACE", ["false"])
    host.account.cache_clear()
    place = tempfile.mkdtemp()  # nobody may not enter pytest's own
    try:
        async with EmbeddedPostgres(Path(place)) as postgres:
            assert postgres.pid
            assert psutil.Process(postgres.pid).username() == "nobody"
            assert await _answers(postgres.url)
            killed = postgres.pid
            os.kill(killed, signal.SIGKILL)
            await _eventually(lambda: postgres.pid not in (None, killed))
            await _eventually(lambda: _answers(postgres.url))
    finally:
        host.account.cache_clear()
        shutil.rmtree(place)


async def test_the_systems_postgres_stands_in_for_the_wheels(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", {}.get)
    host.bin_dir.cache_clear()
    host.major_version.cache_clear()
    try:
        try:
            host.bin_dir()
        except PostgresFailed as failure:
            assert "DATABASE_URL" in str(failure)
            pytest.skip("this system has no Postgres of its own")
        async with EmbeddedPostgres(tmp_path) as postgres:
            assert await _answers(postgres.url)
    finally:
        host.bin_dir.cache_clear()
        host.major_version.cache_clear()
