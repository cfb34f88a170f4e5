"""Word by mail, with a real mail server: who gets which letter, how often, and what it holds."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator
from datetime import timedelta

import pytest
from aiosmtplib import SMTPConnectError
from fastapi import FastAPI
from sqlalchemy import func, select, update
from structlog.testing import capture_logs

from app import tables
from app.post.postman import Postman
from app.rooms.clock import chosen
from app.rooms.room import Room
from app.web.house import House
from tests.ledger import rule
from tests.post.mailbox import Mailbox, mailbox
from tests.rooms.conftest import another_node, settings_for
from tests.rooms.test_moves import decision
from tests.web.visitor import Visitor, open_house

ANNA, BEN = "anna@example.org", "ben@example.org"


@pytest.fixture
async def box() -> AsyncIterator[Mailbox]:
    async with mailbox() as box:
        yield box


@pytest.fixture
async def place(database_url: str, box: Mailbox) -> AsyncIterator[tuple[FastAPI, House]]:
    """A node that sends its mail to the box, when a test says so."""
    async with open_house(database_url, **box.settings()) as (app, house):
        await house.postman.stop()
        yield app, house


async def confirmed(visitor: Visitor, house: House, box: Mailbox, address: str) -> Visitor:
    await visitor.post("/profile/email", email=address)
    await house.postman.once()
    await visitor.post(link(box))
    box.letters.clear()
    return visitor


def link(box: Mailbox, kind: str = "confirm") -> str:
    body = box.letters[-1].get_content()
    found = re.search(rf"https://greenroom\.test(/mail/{kind}/\S+)", body)
    assert found is not None, body
    return found[1]


async def by_mail(house: House, *visitors: Visitor, clock: str = "mail-24") -> Room:
    people = [v.person for v in visitors if v.person is not None]
    room = await house.lobby.create(people[0], "rock-n-roll", {}, len(people), False, chosen(clock))
    for guest in people[1:]:
        await house.lobby.sit(room, guest)
    await house.lobby.start(room, people[0])
    await still(house)
    return room


async def still(house: House, seconds: int = 60) -> None:
    """As if nothing had happened at any table, and no letter been tried, for so long."""
    since = timedelta(seconds=seconds)
    room, mail = tables.room, tables.mail
    async with house.engine.begin() as connection:
        await connection.execute(update(room).values(updated_at=room.c.updated_at - since))
        await connection.execute(update(mail).values(due_at=mail.c.due_at - since))


async def answers(house: House, room: Room, seat: int, by: str = "") -> None:
    """The seat answers all it is asked until others are; then nothing happens for a while."""
    others = {other for other in room.waiting if other != seat}
    while seat in room.waiting and {*room.waiting} - {seat} == others:
        move = room.rules.automatic(room.position.state, seat)
        await house.rooms.move(room, seat, move, decision(room, seat), None, by)
    await still(house)


async def waiting_letters(house: House) -> int:
    async with house.engine.connect() as connection:
        return await connection.scalar(select(func.count()).select_from(tables.mail)) or 0


# ---- addresses


@rule("GR-043")
async def test_an_address_counts_once_its_owner_has_agreed(
    place: tuple[FastAPI, House], box: Mailbox
) -> None:
    app, house = place
    async with Visitor(app) as anna, Visitor(app) as owner:
        await anna.named("Anna")
        await anna.post("/profile/email", email=ANNA)
        await by_mail(house, anna, await Visitor(app).named("Ben"))

        assert await house.postman.once() == 1
        assert await house.postman.once() == 0
        question = box.letters[0]
        assert question["To"] == ANNA
        assert "Anna" not in question.get_content(), "who types an address writes no letter"

        # opening the link changes nothing, and it needs no session
        assert "Yes, write to me" in await owner.get(link(box))
        assert await house.postman.once() == 0
        await owner.post(link(box))
        assert await house.postman.once() == 1
        assert box.letters[1]["Subject"] == "Your turn: Rock 'n Roll"
        await owner.post(link_of(question), status=404)


def link_of(letter: object) -> str:
    body = letter.get_content()  # type: ignore[attr-defined]
    return re.findall(r"https://greenroom\.test(/mail/confirm/\S+)", body)[0]


@rule("GR-043")
async def test_a_letter_that_is_written_too_late_confirms_no_other_address(
    place: tuple[FastAPI, House],
) -> None:
    app, house = place
    async with Visitor(app) as anna:
        await anna.named("Anna")
        await anna.post("/profile/email", email=ANNA)
        assert anna.person is not None
        await anna.post("/profile/email", email=BEN)
        assert await house.addresses.confirmation(anna.person.id, ANNA) is None
        assert await house.addresses.confirmation(anna.person.id, BEN) is not None


@rule("GR-043")
async def test_a_link_for_an_earlier_address_confirms_nothing(
    place: tuple[FastAPI, House], box: Mailbox
) -> None:
    app, house = place
    async with Visitor(app) as anna:
        await anna.named("Anna")
        await anna.post("/profile/email", email="somebody@example.org")
        await house.postman.once()
        await anna.post("/profile/email", email=ANNA)
        await anna.post(link(box), status=404)
        assert "Send it again" in await anna.get("/profile")


async def test_what_is_no_address_is_refused(place: tuple[FastAPI, House], box: Mailbox) -> None:
    app, house = place
    async with Visitor(app) as anna:
        await anna.named("Anna")
        for address in (
            "",
            "anna",
            "anna@",
            "anna@example.org\r\nBcc: all@example.org",
            "anna@example.org\nSubject: x",
            "Anna <anna@example.org>",
            "anna@example.org, ben@example.org",
            "anna@exa mple.org",
            "a" * 250 + "@example.org",
        ):
            assert "no mail address" in await anna.post("/profile/email", 422, email=address)
        assert await house.postman.once() == 0


async def test_nobody_is_asked_often(database_url: str, box: Mailbox) -> None:
    settings = box.settings() | {"limit_mail": "2/hour"}
    async with open_house(database_url, **settings) as (app, _), Visitor(app) as anna:
        await anna.named("Anna")
        for _ in range(2):
            await anna.post("/profile/email", email=ANNA)
        await anna.post("/profile/email", status=429, email=ANNA)


async def test_a_house_without_a_mail_server_asks_for_no_address(database_url: str) -> None:
    async with open_house(database_url) as (app, house), Visitor(app) as anna:
        await anna.named("Anna")
        assert "Word by mail" not in await anna.get("/profile")
        await anna.post("/profile/email", status=404, email=ANNA)
        assert await waiting_letters(house) == 0


# ---- whose turn it is


@rule("GR-043")
async def test_one_letter_until_they_have_looked(
    place: tuple[FastAPI, House], box: Mailbox
) -> None:
    app, house = place
    async with Visitor(app) as anna, Visitor(app) as ben:
        await confirmed(await anna.named("Anna"), house, box, ANNA)
        await ben.named("Ben")
        room = await by_mail(house, anna, ben)
        assert await house.postman.once() == 1
        letter = box.letters[0].get_content()
        task = room.rules.words.ask(room.waiting[0], room.names)
        for said in ("Rock 'n Roll", "with Ben", f"have to {task}", f"/rooms/{room.code}", "UTC"):
            assert said in letter

        # asked again after the clock has chosen for her: she has not looked, so no letter
        await answers(house, room, 0, by="clock")
        await answers(house, room, 1)
        assert 0 in room.waiting
        assert await house.postman.once() == 0

        # she looks, and goes without a move: she knows
        await anna.post(f"/rooms/{room.code}/seen", version=str(room.version))
        assert await house.postman.once() == 0
        # she is asked anew
        await answers(house, room, 0)
        assert await house.postman.once() == 0
        await answers(house, room, 1)
        assert 0 in room.waiting
        assert await house.postman.once() == 1
        assert await waiting_letters(house) == 0


@rule("GR-043")
async def test_whoever_is_there_gets_no_letter_and_an_idle_page_only_delays_it(
    place: tuple[FastAPI, House], box: Mailbox
) -> None:
    app, house = place
    async with Visitor(app) as anna, Visitor(app) as ben:
        await confirmed(await anna.named("Anna"), house, box, ANNA)
        room = await by_mail(house, anna, await ben.named("Ben"))
        assert anna.person is not None
        await house.presence.arrive(room.id, anna.person.id)
        assert await house.postman.once() == 0

        await still(house, 700)
        assert await house.postman.once() == 1


async def test_letters_are_for_games_by_mail(place: tuple[FastAPI, House], box: Mailbox) -> None:
    app, house = place
    async with Visitor(app) as anna, Visitor(app) as ben:
        await confirmed(await anna.named("Anna"), house, box, ANNA)
        await ben.named("Ben")
        for clock in ("none", "live-25"):
            await by_mail(house, anna, ben, clock=clock)
        assert await house.postman.once() == 0


async def test_a_question_answered_meanwhile_is_not_written_of(
    place: tuple[FastAPI, House], box: Mailbox
) -> None:
    app, house = place
    async with Visitor(app) as anna, Visitor(app) as ben:
        await confirmed(await anna.named("Anna"), house, box, ANNA)
        room = await by_mail(house, anna, await ben.named("Ben"))
        nobody = settings_for("postgresql:///x", **box.settings() | {"smtp_port": 1})
        away = Postman(house.rooms, house.addresses, nobody)
        with pytest.raises(SMTPConnectError):
            await away.once()
        await answers(house, room, 0)
        await still(house, 200)

        assert await house.postman.once() == 0
        assert await waiting_letters(house) == 0
        await answers(house, room, 1)
        assert await house.postman.once() == 1, "the next question is written of"


async def test_a_table_by_mail_says_where_to_ask_for_letters(
    place: tuple[FastAPI, House], box: Mailbox
) -> None:
    app, house = place
    async with Visitor(app) as anna, Visitor(app) as ben:
        await anna.named("Anna")
        await ben.named("Ben")
        room, live = await by_mail(house, anna, ben), await by_mail(house, anna, ben, clock="none")
        assert 'href="/profile#mail"' in await anna.get(f"/rooms/{room.code}")
        assert 'href="/profile#mail"' not in await anna.get(f"/rooms/{live.code}")
        await confirmed(anna, house, box, ANNA)
        assert 'href="/profile#mail"' not in await anna.get(f"/rooms/{room.code}")


# ---- the mail server, other nodes, restarts


@rule("GR-043")
async def test_two_nodes_send_one_letter(
    place: tuple[FastAPI, House], box: Mailbox, database_url: str
) -> None:
    app, house = place
    async with (
        another_node(database_url, **box.settings()) as other,
        Visitor(app) as anna,
        Visitor(app) as ben,
    ):
        await confirmed(await anna.named("Anna"), house, box, ANNA)
        await confirmed(await ben.named("Ben"), house, box, BEN)
        await by_mail(house, anna, ben)
        nodes = [house.postman, other.postman] * 4
        assert sum(await asyncio.gather(*(postman.once() for postman in nodes))) == 2
        assert sorted(letter["To"] for letter in box.letters) == [ANNA, BEN]


async def test_a_server_that_is_away_is_tried_again_and_holds_no_move_up(
    database_url: str,
) -> None:
    async with mailbox() as box:
        settings = box.settings()
    async with open_house(database_url, **settings) as (app, house), Visitor(app) as anna:
        await house.postman.stop()
        await anna.named("Anna")
        await anna.post("/profile/email", email=ANNA)
        for _ in range(2):
            with pytest.raises(SMTPConnectError):
                await house.postman.once()
            assert await house.postman.once() == 0, "not again at once"
            await still(house, 130)
        room = await by_mail(house, anna, await Visitor(app).named("Ben"))
        await answers(house, room, 0)
        await still(house, 4000)

    # another node, later, when the server is back
    async with mailbox(box.port) as back, another_node(database_url, **settings) as later:
        assert await later.postman.once() == 1
        assert back.letters[0]["To"] == ANNA


async def test_a_letter_refused_for_good_is_given_up_and_names_nobody_in_the_log(
    place: tuple[FastAPI, House], box: Mailbox
) -> None:
    app, house = place
    async with Visitor(app) as anna:
        await anna.named("Anna")
        await anna.post("/profile/email", email=ANNA)
        box.answer = f"451 try later {ANNA}"
        with capture_logs() as lines:
            assert await house.postman.once() == 0
            assert await waiting_letters(house) == 1
            await still(house, 200)
            box.answer = f"550 no such person {ANNA}"
            assert await house.postman.once() == 0
        assert await waiting_letters(house) == 0
        assert [line["final"] for line in lines if line["event"] == "mail.refused"] == [False, True]
        assert ANNA not in repr(lines)
        assert "/mail/" not in repr(lines)


# ---- the end of it


@rule("GR-043")
async def test_every_letter_ends_all_mail_with_one_click(
    place: tuple[FastAPI, House], box: Mailbox
) -> None:
    app, house = place
    async with Visitor(app) as anna, Visitor(app) as ben, Visitor(app) as stranger:
        await confirmed(await anna.named("Anna"), house, box, ANNA)
        await confirmed(await ben.named("Ben"), house, box, BEN)
        room = await by_mail(house, anna, ben)
        assert await house.postman.once() == 2
        letter = next(letter for letter in box.letters if letter["To"] == ANNA)
        address = str(letter["List-Unsubscribe"]).strip().strip("<>")
        assert letter["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
        assert address in letter.get_content()
        off = address.removeprefix("https://greenroom.test")

        assert "No more mail" in await stranger.get(off)
        assert await mail_of(house, "Anna") == ANNA, "opening the link changes nothing"
        forged = off[:-1] + ("0" if off[-1] != "0" else "1")
        one_click = {"List-Unsubscribe": "One-Click"}
        for where in (forged, off.replace(off.split("/")[-1].split("-")[0], "999999", 1)):
            answer = await stranger.http.post(where, data=one_click, headers={"origin": ""})
            assert answer.status_code == 200
            assert await mail_of(house, "Anna") == ANNA

        # a mail program: no cookie, no origin, no token of a page (RFC 8058)
        for _ in range(2):
            answer = await stranger.http.post(off, data=one_click, headers={"origin": ""})
            assert answer.status_code == 200
            assert await mail_of(house, "Anna") is None
        assert await mail_of(house, "Ben") == BEN
        await answers(house, room, 1)
        await answers(house, room, 0)
        assert {0, 1} <= {*room.waiting}
        assert await house.postman.once() == 1
        assert box.letters[-1]["To"] == BEN


async def mail_of(house: House, name: str) -> str | None:
    person = tables.person
    async with house.engine.connect() as connection:
        return await connection.scalar(select(person.c.email).where(person.c.name == name))


@rule("GR-034", "GR-043")
async def test_the_address_is_exported_and_erased_with_its_person(
    place: tuple[FastAPI, House], box: Mailbox
) -> None:
    app, house = place
    async with Visitor(app) as anna:
        await confirmed(await anna.named("Anna"), house, box, ANNA)
        data = json.loads(await anna.post("/profile/export"))
        assert data["person"]["email"] == ANNA
        assert data["person"]["email_confirmed_at"]
        await by_mail(house, anna, await Visitor(app).named("Ben"))
        await house.postman.once()
        await anna.post("/profile/email", email="other@example.org")
        await anna.post("/profile/erase")
        assert await waiting_letters(house) == 0
        assert await mail_of(house, "Anna") is None


async def test_the_postman_goes_round_by_himself(database_url: str, box: Mailbox) -> None:
    async with open_house(database_url, **box.settings()) as (app, _), Visitor(app) as anna:
        await anna.named("Anna")
        await anna.post("/profile/email", email=ANNA)
        async with asyncio.timeout(10):
            while not box.letters:  # noqa: ASYNC110 - the postman tells nobody
                await asyncio.sleep(0.02)
    assert box.letters[0]["From"] == "Greenroom <table@greenroom.test>"
