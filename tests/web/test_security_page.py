"""The page that names a test for each claim names tests that there are."""

from __future__ import annotations

import re

from tests.service import ROOT


def test_every_claim_names_a_test_that_there_is() -> None:
    rows = [
        line
        for line in (ROOT / "docs" / "security.md").read_text("utf-8").splitlines()
        if line.startswith("| ")
    ][1:]
    assert len(rows) > 15
    for row in rows:
        named = re.findall(r"`(tests/[\w/]+\.py)(?:::(\w+))?`", row)
        assert named, row
        for path, name in named:
            assert not name or f"def {name}(" in (ROOT / path).read_text("utf-8"), (path, name)
