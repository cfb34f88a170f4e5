"""Settings: what the environment may say, and the page that tells operators."""

from __future__ import annotations

import re
import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr, ValidationError
from pydantic_core import PydanticUndefined

from app.settings import Settings, asyncpg_url, load

LONG = "s" * 32
ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def _bare_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for field in Settings.model_fields:
        monkeypatch.delenv(_variable(field), raising=False)
    monkeypatch.chdir(tmp_path)


def _variable(field: str) -> str:
    return "DATABASE_URL" if field == "database_url" else f"GREENROOM_{field.upper()}"


def _default(value: Any) -> str:
    if value is PydanticUndefined or value in (None, (), SecretStr("")):
        return ""
    return f"`{value}`"


def test_the_page_of_settings_equals_the_code() -> None:
    page = (ROOT / "docs" / "settings.md").read_text()
    rows = re.findall(r"^\| `([A-Z_]+)` \| (.*?) \| (.*) \|$", page, re.MULTILINE)
    expected = [
        (_variable(name), _default(field.default), field.description)
        for name, field in Settings.model_fields.items()
    ]
    assert rows == expected


def test_the_secret_is_made_once_and_kept_for_the_owner_alone(tmp_path: Path) -> None:
    with ThreadPoolExecutor(8) as pool:
        starts = [pool.submit(load) for _ in range(8)]
    secrets = {start.result().secret.get_secret_value() for start in starts}
    assert len(secrets) == 1
    assert len(secrets.pop()) >= 32
    kept = tmp_path / "data" / "secret"
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert list(kept.parent.iterdir()) == [kept]


def test_an_own_database_needs_a_secret_of_its_own(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgresql://host/db")
    with pytest.raises(ValueError, match="GREENROOM_SECRET"):
        load()
    monkeypatch.setenv("GREENROOM_SECRET", "short")
    with pytest.raises(ValueError, match="at least 32"):
        load()
    monkeypatch.setenv("GREENROOM_SECRET", LONG)
    assert load().secret.get_secret_value() == LONG
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ("postgres://u:p@host:5/db?sslmode=require", "u:p@host:5/db?ssl=require"),
        ("postgresql://u@host/db", "u@host/db"),
        ("postgresql+asyncpg://u@/db?host=/a/b", "u@/db?host=/a/b"),
        ("postgresql:///db?host=/a/b", "/db?host=/a/b"),
    ],
)
def test_database_urls_are_put_in_the_drivers_words(given: str, expected: str) -> None:
    assert asyncpg_url(given) == f"postgresql+asyncpg://{expected}"


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("DATABASE_URL", "sqlite:///x.db"),
        ("GREENROOM_PORT", "70000"),
        ("GREENROOM_PUBLIC_URL", "play.example.org"),
        ("GREENROOM_PUBLIC_URL", "https://example.org/games/"),
        ("GREENROOM_TRUSTED_PROXIES", "10.0.0.0/8,proxy"),
        ("GREENROOM_LIMIT_CHAT", "many"),
        ("GREENROOM_SMTP_HOST", "mail.example.org"),
        ("GREENROOM_LOG_LEVEL", "loud"),
    ],
)
def test_nonsense_is_refused_at_the_start(
    monkeypatch: pytest.MonkeyPatch, variable: str, value: str
) -> None:
    monkeypatch.setenv(variable, value)
    with pytest.raises(ValidationError):
        load()


def test_proxies_are_a_list_with_commas(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GREENROOM_TRUSTED_PROXIES", "10.0.0.0/8, 192.0.2.1,")
    assert load().trusted_proxies == ("10.0.0.0/8", "192.0.2.1")


def test_secrets_don_t_show(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GREENROOM_SECRET", LONG)
    monkeypatch.setenv("GREENROOM_SMTP_PASSWORD", "hush")
    assert LONG not in repr(load())
    assert "hush" not in repr(load())
