"""The wheel, installed where there is no checkout, serves."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest

from tests.ops.command import ROOT, Service


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(place)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    (built,) = place.glob("*.whl")
    return built


def test_the_wheel_holds_the_program_whole_and_nothing_else(wheel: Path) -> None:
    listed = subprocess.run(
        ["git", "ls-files", "app", "migrations", "static", "templates"],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    if listed.returncode:
        pytest.skip("not a git checkout")
    expected = {
        name if name.startswith("app/") else f"app/{name}" for name in listed.stdout.splitlines()
    }
    found = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    assert found == expected


def test_an_installed_wheel_serves_from_an_empty_directory(
    wheel: Path, tmp_path: Path, services: list[Service]
) -> None:
    venv = tmp_path / "a venv"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", venv], check=True)
    site = Path(sysconfig.get_path("purelib", vars={"base": str(venv), "platbase": str(venv)}))
    # our dependencies, but not our checkout: .pth files count only in the venv's own directory
    (site / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n")
    install = [sys.executable, "-m", "pip", f"--python={venv}/bin/python", "install", "--quiet"]
    subprocess.run([*install, "--no-deps", "--no-index", wheel], check=True)
    empty = tmp_path / "empty"
    empty.mkdir()
    service = Service(
        empty,
        *("serve", "--host", "127.0.0.1", "--port", "0"),
        command=(str(venv / "bin" / "greenroom"),),
        python_path=None,
    )
    services.append(service)
    service.listening(2)
    where = subprocess.run(
        [venv / "bin" / "python", "-c", "import app; print(app.__file__)"],
        cwd=empty,
        check=True,
        capture_output=True,
        text=True,
    )
    assert where.stdout.startswith(str(site))
    assert "<html" in service.get("/")
    assert service.get("/readyz") == "ok"
    assert service.get("/static/tokens.css") == (ROOT / "static" / "tokens.css").read_text()
    service.signal(signal.SIGTERM)
    code, _, complaints = service.ended()
    assert (code, re.findall("warning|error|Traceback", complaints)) == (0, [])
