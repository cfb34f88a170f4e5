"""``greenroom serve`` as a process of its own: what it prints, how it ends, what it refuses."""

from __future__ import annotations

import asyncio
import re
import signal
import threading
import time
from pathlib import Path
from urllib.error import HTTPError

import asyncpg
import psutil
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosedError

from app.postgres import EmbeddedPostgres
from tests.ops.command import WHOLE, Service

SECRET = {"GREENROOM_SECRET": "s" * 32}


ARGUMENTS = ("serve", "--host", "127.0.0.1", "--port", "0")


def _serve(services: list[Service], directory: Path, *more: str, **environment: str) -> Service:
    service = Service(directory, *ARGUMENTS, *more, environment=environment)
    services.append(service)
    return service


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_it_serves_on_its_own_postgres_and_ends_in_order(
    services: list[Service], tmp_path: Path, number: signal.Signals
) -> None:
    service = _serve(services, tmp_path)
    links = service.listening(2)
    assert re.search(r"^admin, once, .*: http://127\.0\.0\.1:\d+/admin/enter/\S{40,}$", links[1])
    assert service.get("/count") == "0"
    children = psutil.Process(service.pid).children(recursive=True)
    assert any("postgres" in child.name() for child in children)

    slow: list[str] = []
    request = threading.Thread(target=lambda: slow.append(service.get("/slow")))
    request.start()
    assert service.get("/begun") == "true"
    service.signal(number)
    request.join()
    assert slow == ['"done"'], "an open request was cut off"
    assert service.ended() == (0, "", "")
    assert psutil.wait_procs(children, timeout=5)[1] == []
    log = (tmp_path / "data" / "postgres.log").read_text()
    assert log.rstrip().endswith("database system is shut down")


def test_an_address_for_everybody_is_also_shown_for_the_network(
    services: list[Service], tmp_path: Path, database_url: str
) -> None:
    service = _serve(services, tmp_path, "--host", "0.0.0.0", DATABASE_URL=database_url, **SECRET)
    (link,) = service.listening(1)
    assert re.fullmatch(r"Greenroom: http://localhost:\d+", link)
    assert not (tmp_path / "data").exists()
    service.signal(signal.SIGTERM)
    code, output, _ = service.ended()
    assert code == 0
    assert re.fullmatch(r"(in this network: http://[\d.]+:\d+\n)?", output)


def test_the_public_address_is_the_one_that_is_shown(
    services: list[Service], tmp_path: Path, database_url: str
) -> None:
    environment = {"DATABASE_URL": database_url, "GREENROOM_PUBLIC_URL": "https://play.example.org"}
    service = _serve(services, tmp_path, **environment, **SECRET)
    assert service.listening(1) == ["Greenroom: https://play.example.org"]
    link = Service(tmp_path, "admin-link", environment=environment | SECRET).ended()
    assert link[0] == 0
    assert link[1].startswith("https://play.example.org/admin/enter/")


def test_an_admin_link_for_a_service_that_runs_on_its_own_postgres(
    services: list[Service], tmp_path: Path
) -> None:
    service = _serve(services, tmp_path)
    service.listening(2)
    code, link, hint = Service(tmp_path, "admin-link").ended()
    assert (code, hint) == (0, "It works once, within 15 minutes.\n")
    assert link.startswith("http://localhost:8000/admin/enter/")
    assert service.get("/count") == "0"


def test_migrate_alone(tmp_path: Path, empty_database_url: str) -> None:
    environment = {"DATABASE_URL": empty_database_url, **SECRET}
    for _ in range(2):
        migrated = Service(tmp_path, "migrate", environment=environment).ended()
        assert migrated == (0, "the database is up to date\n", "")


def test_without_migration_the_tables_are_left_alone(
    services: list[Service], tmp_path: Path, empty_database_url: str
) -> None:
    service = _serve(services, tmp_path, "--no-migrate", DATABASE_URL=empty_database_url, **SECRET)
    service.listening(1)
    with pytest.raises(OSError, match="500"):
        service.get("/count")


async def test_it_waits_for_a_database_that_starts_at_the_same_time(
    services: list[Service], tmp_path: Path
) -> None:
    postgres = EmbeddedPostgres(tmp_path / "theirs")
    url = postgres.database_url("late")
    service = _serve(services, tmp_path, DATABASE_URL=url, **SECRET)
    await asyncio.to_thread(service.complaint, "No such file")
    async with postgres:
        await asyncio.to_thread(service.complaint, "does not exist")
        connection = await asyncpg.connect(postgres.url.replace("+asyncpg", "", 1))
        await connection.execute("CREATE DATABASE late")
        await connection.close()
        await asyncio.to_thread(service.listening, 1)
        assert await asyncio.to_thread(service.get, "/count") == "0"
        service.signal(signal.SIGTERM)
        assert (await asyncio.to_thread(service.ended))[0] == 0


async def test_frames_have_a_longest_size(
    services: list[Service], tmp_path: Path, database_url: str
) -> None:
    service = _serve(services, tmp_path, DATABASE_URL=database_url, **SECRET)
    await asyncio.to_thread(service.listening, 1)
    async with connect(service.url.replace("http", "ws") + "/echo") as socket:
        await socket.send("x" * 16 * 1024)
        assert await socket.recv() == str(16 * 1024)
        await socket.send("x" * (16 * 1024 + 1))
        with pytest.raises(ConnectionClosedError) as closed:
            await socket.recv()
    assert closed.value.rcvd
    assert closed.value.rcvd.code == 1009


def test_what_cannot_work_is_refused_in_a_line(
    tmp_path: Path, services: list[Service], database_url: str
) -> None:
    stranger = database_url.replace("greenroom@", "stranger@")
    refusals = [
        ({"DATABASE_URL": stranger, **SECRET}, 'role "stranger" does not exist'),
        ({"DATABASE_URL": "postgresql://host/db"}, "GREENROOM_SECRET must be set"),
        ({"GREENROOM_PORT": "none"}, "GREENROOM_PORT|port"),
    ]
    for environment, message in refusals:
        code, output, complaints = _serve(services, tmp_path, **environment).ended()
        assert (code, output) == (1, "")
        assert complaints.startswith("greenroom: ")
        assert re.search(message, complaints)
        assert "Traceback" not in complaints


def _health(service: Service) -> int:
    try:
        service.get("/readyz")
    except HTTPError as error:
        error.close()
        return error.code
    return 200


def test_the_whole_service_is_well_again_after_its_postgres_was_killed(
    services: list[Service], tmp_path: Path
) -> None:
    service = Service(tmp_path, *ARGUMENTS, command=WHOLE)
    services.append(service)
    service.listening(2)
    assert _health(service) == 200
    (postgres,) = psutil.Process(service.pid).children()
    processes = [postgres, *postgres.children()]
    for process in processes:  # so that it is down for long enough to be seen
        process.suspend()
    assert _health(service) == 503
    postgres.kill()
    for process in processes[1:]:
        process.resume()
    deadline = time.monotonic() + 15
    while _health(service) != 200:
        assert time.monotonic() < deadline
        time.sleep(0.1)
    service.signal(signal.SIGTERM)
    assert service.ended()[0] == 0
