"""No file names a package registry's host or a path of the machine that it was written on."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

# put together here, so that this file does not name them either
REGISTRIES = [
    ".".join(parts)
    for parts in (
        ("pypi", "org"),
        ("pythonhosted", "org"),
        ("npmjs", "org"),
        ("npmjs", "com"),
        ("yarnpkg", "com"),
        ("ghcr", "io"),
        ("proxy", "golang", "org"),
    )
]
OWN_PLACES = {f"{place}/" for place in (Path.home(), ROOT, ROOT.parent) if len(place.parts) > 1}
HOMES = [f"/{home}/" for home in ("root", "home", "Users")]


def _files() -> list[Path]:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True)
    if listed.returncode:
        pytest.skip("not a git checkout")
    return [ROOT / name for name in listed.stdout.split("\0") if name]


@pytest.mark.parametrize(
    "words", [REGISTRIES, sorted(OWN_PLACES), HOMES], ids=["registry", "own place", "home"]
)
def test_no_file_names(words: list[str]) -> None:
    found = [
        f"{path.relative_to(ROOT)}: {word}"
        for path in _files()
        if path.is_file()
        for content in [path.read_bytes()]
        for word in words
        if word.encode() in content
    ]
    assert found == []
