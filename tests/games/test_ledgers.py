"""Every rule of every ledger has a test, or says in ``untested.toml`` why it needs none."""

from __future__ import annotations

import ast
import tomllib
from pathlib import Path
from typing import Any

import pytest

from app.games import ledger
from app.games.catalog import GAMES
from app.games.contract import Rules

HERE = Path(__file__).parent


def package_of(rules: Rules[Any]) -> str:
    return f"app.games.{rules.meta.slug.replace('-', '_').replace(chr(39), '')}"


def tagged(folder: Path) -> set[str]:
    """The IDs in the ``@rule(...)`` tags of the tests below ``folder``."""
    found: set[str] = set()
    for path in folder.rglob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                for tag in node.decorator_list:
                    if isinstance(tag, ast.Call) and getattr(tag.func, "id", "") == "rule":
                        found |= {ast.literal_eval(argument) for argument in tag.args}
    return found


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.meta.slug)
def test_every_rule_has_a_test(rules: Rules[Any]) -> None:
    package = package_of(rules)
    folder = HERE / package.rpartition(".")[2]
    known = set(ledger.read(package, rules.meta.prefix).rules)
    excused: dict[str, str] = tomllib.loads((folder / "untested.toml").read_text("utf-8"))
    tags = tagged(folder)

    assert known, "the ledger has no rules"
    assert tags <= known, f"tags of no rule: {sorted(tags - known)}"
    assert not tags & set(excused), f"tested and excused: {sorted(tags & set(excused))}"
    assert set(excused) <= known
    assert all(len(reason) > 20 for reason in excused.values()), "an excuse is a sentence"
    missing = known - tags - set(excused)
    assert not missing, f"{len(missing)} rules without a test: {sorted(missing)}"
