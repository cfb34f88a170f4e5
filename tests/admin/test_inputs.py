"""What people send, through every field of every route: it is text and no more, or refused."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from typing import Any
from urllib.parse import quote

import httpx2
import msgspec
import pytest
from fastapi import FastAPI

from app.people.people import Person
from app.people.texts import plain_text
from app.rooms.house_words import put_word
from app.rooms.room import Room
from app.web.house import House
from tests.admin.conftest import Browser
from tests.admin.test_acts import WHY, Game
from tests.fields import RAW, Field, fields, routes_that_read_forms_themselves
from tests.ledger import rule
from tests.payloads import HOSTILE, HUGE, MALFORMED, UNSEEN, harm_in
from tests.rooms.conftest import person
from tests.web.visitor import open_house, seated

MUCH = {f"limit_{what}": "100000/second" for what in ("rooms", "joins", "moves", "chat")}
TEXTS = {
    name: text
    for name, text in (HOSTILE | UNSEEN | MALFORMED | HUGE).items()
    if name in ("element", "attribute", "template", "bidi", "nul", "half", "long", "digits")
}
"""One of each kind: the rest of them is for what is stored."""
NUMBERS = ("-1", str(2**15), str(2**31), str(2**63), "9" * 5_000, "1e9", "٣", "")
IN_LOBBY = ("settings", "computers", "ready", "listed", "sit", "colour", "empty", "shuffle")
"""What is done to a room before its start."""
PUBLIC = "POST /api/guests"
"""Nobody's token is asked for there; the name is cleaned like every other."""


@pytest.fixture
async def app(database_url: str) -> AsyncIterator[FastAPI]:
    async with open_house(database_url, **MUCH) as (app, _):
        yield app


class Caller:
    """Somebody who may do everything, and for each route a room and a person to do it to."""

    def __init__(self, browser: Browser, house: House) -> None:
        self._browser = browser
        self._house = house
        self._csrf = ""
        self._route = ""
        self._values: dict[str, str] = {}

    async def call(self, field: Field, value: Any) -> httpx2.Response:
        """Send one field with this value, and everything beside it as it should be."""
        if field.route != self._route:
            self._route = field.route
            self._values = await self._scene(field)
        self._csrf = self._csrf or await self._browser.csrf()
        told = {name: self._values.get(name, "1") for name in field.others}
        path, query = self._path(field, value), {}
        if field.where == "query":
            query = {field.name: value}
        elif field.where != "path":
            told[field.name] = value
        headers = {"x-csrf": self._csrf}
        where = (field.method, path)
        if field.where == "json":
            headers["content-type"] = "application/json"
            body = json.dumps(told)
            return await self._browser.http.request(*where, content=body, headers=headers)
        if field.method == "GET":
            return await self._browser.http.request(*where, params=query)
        return await self._browser.http.request(*where, data=told, headers=headers)

    def _path(self, field: Field, value: Any) -> str:
        path = field.path
        for name, good in self._values.items():
            path = path.replace(f"{{{name}}}", good)
        if field.where == "path":
            whole = field.path.replace(f"{{{field.name}}}", quote(str(value)[:3_000], safe=""))
            for name, good in self._values.items():
                whole = whole.replace(f"{{{name}}}", good)
            return whole
        return path

    async def _scene(self, field: Field) -> dict[str, str]:
        host = self._browser.person
        assert host is not None
        guest = await person(self._house, "Guest")
        async with self._house.engine.begin() as connection:
            await put_word(connection, "closed", "")
        room = await self._room(host, guest, field)
        return {
            "code": room.code,
            "invite": room.facts.invite,
            "slug": "rock-n-roll",
            "who": str(guest.id),
            "to": str(guest.id),
            "token": "none",
            "name": "Fine",
            "reason": "because",
            "text": "hello",
            "kind": "greedy",
            "game": "rock-n-roll",
            "seats": "2",
            "number": "0",
            "seat": "0",
            "line": "1",
        }

    async def _room(self, host: Person, guest: Person, field: Field) -> Room:
        if field.path.rpartition("/")[2] in IN_LOBBY or field.path.startswith("/join"):
            return await self._house.lobby.create(host, "rock-n-roll", {}, 2, listed=False)
        return await seated(self._house, [host, guest])


@pytest.fixture
async def caller(house: House, admin: Browser) -> Caller:
    return Caller(admin, house)


def test_no_form_is_read_that_the_table_does_not_know(app: FastAPI) -> None:
    assert routes_that_read_forms_themselves(app) == set(RAW)


@rule("GR-056")
@pytest.mark.long
async def test_whatever_is_written_is_text_or_refused(app: FastAPI, caller: Caller) -> None:
    tried = 0
    for field in fields(app):
        if field.kind != "string":
            continue
        for name, text in TEXTS.items():
            if name == "half" and field.where != "json":
                text = "\ufffd"  # what is left of it where texts are sent as UTF-8
            answer = await caller.call(field, text)
            what = f"{field.route} {field.where} {field.name}={name}: {answer.status_code}"
            assert answer.status_code < 500, what
            if name in MALFORMED and text != "\ufffd" and field.route != PUBLIC:
                assert answer.status_code in (400, 422), what
            if answer.headers.get("content-type", "").startswith("text/html"):
                assert harm_in(answer.text) == [], what
            tried += 1
    assert tried > 400


@rule("GR-056")
async def test_whatever_is_counted_is_a_number_or_refused(app: FastAPI, caller: Caller) -> None:
    for field in fields(app):
        if field.kind == "integer":
            for number in NUMBERS:
                answer = await caller.call(field, number)
                assert answer.status_code < 500, f"{field.route} {field.name}={number[:30]}"


@rule("GR-056")
async def test_no_address_holds_what_no_database_can(app: FastAPI, admin: Browser) -> None:
    for path in ("/rooms/%00", "/admin/people?words=%00", "/admin/rooms/a%00b", "/%00"):
        assert (await admin.get(path)).status_code == 400, path
    assert not await admin.connects(app, "/rooms/a\0b/live")


async def test_what_is_too_long_for_anything_is_not_read(admin: Browser) -> None:
    headers = {"x-csrf": await admin.csrf(), "content-type": "application/x-www-form-urlencoded"}
    body = b"text=" + b"x" * (4 * 1024 * 1024)
    answer = await admin.http.post("/admin/house/notice", content=body, headers=headers)
    assert answer.status_code == 413
    assert "GR-056" in answer.text
    for broken in (b"--x\r\n", b"{", b"\xff"):
        for kind in ("application/json", "multipart/form-data; boundary=x", "multipart/form-data"):
            told = {**headers, "content-type": kind}
            answer = await admin.http.post("/profile", content=broken, headers=told)
            assert answer.status_code in (400, 422), (broken, kind)


def test_what_can_not_be_seen_is_left_out() -> None:
    for text in UNSEEN.values():
        assert plain_text(text).isprintable()
    assert plain_text("  two\n words\t") == "two words"
    assert plain_text("e\u0301") == "\u00e9"


BROKEN: tuple[dict[str, object], ...] = (
    {"names": ["Anna", "B\u202een"]},
    {"names": ["Anna", "B\0en"]},
    {"names": ["Anna", "x" * 31]},
    {"names": ["Anna", " "]},
    {"settings": {"le\0ngth": "x"}},
    {"settings": {"tiers": "\0"}},
    {"entries": [{"kind": "rename", "seat": 0, "slot": "band", "move": "B\u202eand"}]},
    {"entries": [{"kind": "rename", "seat": 0, "slot": "b\0", "move": "Band"}]},
    {"entries": [{"kind": "move", "seat": 0, "move": "\0"}]},
    {"entries": [{"kind": "leave\0", "seat": 0}]},
    {"entries": [{"kind": "leave", "seat": 10**12}]},
    {"game": "\0"},
    {"commitment": "\0"},
    {"seats": 10**30},
    {"rules_version": "x"},
)


async def test_a_record_with_anything_in_it_is_refused(
    house: House, admin: Browser, game: Game
) -> None:
    kept = json.loads(msgspec.json.encode(await house.store.record(game[0], with_seed=True)))
    for broken in BROKEN:
        files = {"record": ("r\u202e.json", json.dumps(kept | broken).encode())}
        answer = await admin.post("/admin/import", WHY, files=files)
        assert answer.status_code == 422, broken
        verdict = await admin.post("/verify", {}, files=files)
        assert verdict.status_code in (200, 422), broken
        assert harm_in(verdict.text) == [], broken


async def test_roles_are_a_closed_list(admin: Browser, friend: Browser) -> None:
    assert friend.person is not None
    for role in ("owner", "Admin", "admin ", "admin\0"):
        form = {**WHY, "role": role}
        answer = await admin.post(f"/admin/people/{friend.person.id}/role", form)
        assert answer.status_code == 422
