"""Ties tests to the rules they prove."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import pytest

Test = TypeVar("Test", bound=Callable[..., object])


def rule(*ids: str) -> Callable[[Test], Test]:
    """Tag a test with the ledger rules that it proves, each written out: ``@rule("RNR-044")``.

    The coverage check reads these tags from the source, so the IDs must be literals.
    """
    return pytest.mark.rule(*ids)
