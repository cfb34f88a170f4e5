"""The deployment's files, as far as they can be checked without a container engine."""

from __future__ import annotations

import os
import re
import shlex
from pathlib import Path
from typing import Any

import pytest
import yaml

from app.settings import Settings

ROOT = Path(__file__).parents[2]
DOCKERFILE = (ROOT / "Dockerfile").read_text()
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
CADDYFILE = (ROOT / "docs" / "deploy" / "Caddyfile").read_text()
NODES: dict[str, dict[str, Any]] = {
    name: service for name, service in COMPOSE["services"].items() if "build" in service
}
REFERENCE = re.compile(r"\$\{(\w+)(:[?-])?([^}]*)\}")


def _instructions() -> list[tuple[str, str]]:
    joined = DOCKERFILE.replace("\\\n", " ")
    lines = [line.split(maxsplit=1) for line in joined.splitlines() if line.strip()]
    return [(word, rest) for word, rest in lines if not word.startswith("#")]


def _filled(text: str) -> str:
    """The text with each reference replaced by its default or by something made up."""
    return REFERENCE.sub(
        lambda found: found[3] if found[2] == ":-" else found[1].lower() + "x" * 32, text
    )


def test_the_image_copies_what_exists_and_the_context_holds_it() -> None:
    context = (ROOT / ".dockerignore").read_text().splitlines()
    assert context[0] == "*"
    copied = [
        source
        for word, rest in _instructions()
        if word == "COPY" and "--from" not in rest
        for source in shlex.split(rest)[:-1]
    ]
    assert copied
    for source in copied:
        assert (ROOT / source).exists()
        assert f"!{source}" in context


def test_the_wheel_is_made_of_what_the_image_copies() -> None:
    pyproject = (ROOT / "pyproject.toml").read_text()
    parts = re.search(r"wheel\]\nonly-include = \[(.*?)\]", pyproject)
    assert parts
    for part in re.findall(r'"(\w+)"', parts[1]):
        assert ("COPY", f"{part} ./{part}") in _instructions()


def test_the_image_runs_as_nobody_in_particular() -> None:
    users = [rest for word, rest in _instructions() if word == "USER"]
    assert users == ["greenroom"]
    assert re.search(r"useradd .*--uid \d{5,}", DOCKERFILE)
    last = max(index for index, (word, _) in enumerate(_instructions()) if word == "RUN")
    assert _instructions().index(("USER", "greenroom")) > last


def test_no_secret_is_baked_in() -> None:
    assert not re.search(r"(?i)(secret|password)\s*=", DOCKERFILE)
    for service in COMPOSE["services"].values():
        for name, value in service.get("environment", {}).items():
            if re.search("SECRET|PASSWORD|DATABASE_URL", name):
                assert REFERENCE.search(value), f"{name} is written out"


def test_a_secret_that_is_not_set_stops_the_start() -> None:
    for name in ("POSTGRES_PASSWORD", "GREENROOM_SECRET"):
        uses = [
            found
            for found in REFERENCE.finditer((ROOT / "docker-compose.yml").read_text())
            if found[1] == name
        ]
        assert uses
        assert all(found[2] == ":?" for found in uses)


@pytest.mark.parametrize("node", NODES)
def test_a_nodes_environment_makes_settings(node: str, monkeypatch: pytest.MonkeyPatch) -> None:
    known = {f"GREENROOM_{field}".upper() for field in Settings.model_fields} | {"DATABASE_URL"}
    for name in known:
        monkeypatch.delenv(name, raising=False)
    baked = dict(re.findall(r"(GREENROOM_\w+)=(\S+)", DOCKERFILE))
    environment = baked | NODES[node]["environment"]
    assert set(environment) <= known
    for name, value in environment.items():
        monkeypatch.setenv(name, _filled(value))
    settings = Settings()
    assert settings.public_url == "https://localhost"
    assert settings.smtp_host is None
    assert settings.log_format == "json"
    (network,) = COMPOSE["networks"]["inside"]["ipam"]["config"]
    assert settings.trusted_proxies == (network["subnet"],)


def test_two_nodes_share_one_database_which_only_they_reach() -> None:
    assert len(NODES) == 2
    assert len({str(node["environment"]) for node in NODES.values()}) == 1
    postgres = COMPOSE["services"]["postgres"]
    assert "ports" not in postgres
    for node in NODES.values():
        assert "ports" not in node
        assert node["depends_on"]["postgres"]["condition"] == "service_healthy"
    # images of Postgres from 18 on keep their data in a folder a version below this one
    assert postgres["image"] == "postgres:18"
    assert postgres["volumes"] == ["postgres:/var/lib/postgresql"]


def test_a_node_can_do_with_a_read_only_root() -> None:
    for node in NODES.values():
        assert node["read_only"] is True
        assert {"/tmp", "/data"} <= set(node["tmpfs"])
        assert node["cap_drop"] == ["ALL"]


def test_volumes_and_networks_are_declared_and_used() -> None:
    named = {
        volume.split(":")[0]
        for service in COMPOSE["services"].values()
        for volume in service.get("volumes", [])
        if not volume.startswith(".")
    }
    assert named == set(COMPOSE["volumes"])
    for service in COMPOSE["services"].values():
        assert set(service["networks"]) == set(COMPOSE["networks"])
        for volume in service.get("volumes", []):
            if volume.startswith("."):
                assert (ROOT / volume.split(":")[0]).is_file()


def test_the_proxy_knows_all_nodes_and_the_ports_agree() -> None:
    upstreams = re.search(r"reverse_proxy (.*) \{", CADDYFILE)
    assert upstreams
    port = dict(_instructions())["EXPOSE"]
    assert set(upstreams[1].split()) == {f"{node}:{port}" for node in NODES}
    assert f":{port}/" in dict(_instructions())["HEALTHCHECK"]
    assert int(port) == Settings.model_fields["port"].default
    assert CADDYFILE.count("{") == CADDYFILE.count("}")


def test_an_end_is_waited_for_longer_than_requests_get() -> None:
    from app.cli.server import GRACE

    for node in NODES.values():
        assert int(node["stop_grace_period"].removesuffix("s")) > GRACE


def test_the_check_of_a_clean_checkout_can_be_run() -> None:
    assert os.access(ROOT / ".ci" / "run", os.X_OK)
