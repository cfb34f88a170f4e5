"""Friends and a room: who comes in, who goes, who is away, and what they agree to."""

from __future__ import annotations

import asyncio
import re
import threading
import time

import asyncpg
import pytest
from playwright.sync_api import Browser, Page, expect

from app.rooms.house_time import HOUSE_NOW
from tests.browser.friends import Friend
from tests.service import Service


def sits(friend: Friend, name: str) -> None:
    friend.page.locator(".lineup__seat").get_by_text(name).first.wait_for()


def room_tab(friend: Friend) -> None:
    friend.page.locator("#tab-room:visible, [data-open=tab-room]:visible").first.click()


def yes(page: Page) -> None:
    page.locator("#confirm[open] button[value=yes]").click()


def both_at_the_table(anna: Friend, ben: Friend, seats: int = 2) -> str:
    link = anna.open_room("rock-n-roll", seats)
    ben.join(link)
    sits(anna, "Ben")
    anna.start()
    ben.at_table()
    return link


def play_a_throw(*friends: Friend) -> None:
    """Everybody practises once and stops, so that the next month's dice have fallen."""
    for friend in friends:
        before = friend.version
        friend.page.locator("#tab-choices:visible").click()
        friend.page.locator("#region-choices button[value='declare:cash']").click()
        friend.wait_for_version(before + 1)
    for friend in friends:
        for _ in range(6):
            stop = friend.page.locator("#region-choices button[value='stop']")
            if not friend.is_asked or not stop.count():
                break
            before = friend.version
            stop.click()
            friend.wait_for_version(before + 1)
        if friend is friends[0]:
            mark = friends[-1].page.locator("#region-seats .seat").first
            expect(mark).to_contain_text("done")


def test_the_host_sends_a_friend_out_for_good(chromium: Browser, service: Service) -> None:
    with (
        Friend(chromium, service.url, "Anna") as anna,
        Friend(chromium, service.url, "Ben") as ben,
    ):
        link = anna.open_room("rock-n-roll", 3)
        ben.join(link)
        ben.page.locator("body[data-connection=open]").wait_for()
        anna.page.get_by_role("button", name="Send Ben out").click()
        expect(anna.page.locator("#confirm-text")).to_contain_text("Send Ben out?")
        sits(anna, "Ben")
        began = time.monotonic()
        yes(anna.page)
        ben.page.locator("#connection").get_by_text("no longer have a place").wait_for()
        assert time.monotonic() - began < 2

        expect(anna.page.locator(".lineup__seat").get_by_text("Ben")).to_have_count(0)
        assert (ben.page.request.get(link)).status == 404
        # the host may think better of it
        anna.page.get_by_role("link", name="Who comes in").first.click()
        anna.page.get_by_role("button", name="Let in again").click()
        anna.page.wait_for_url("**/door")
        ben.page.goto(link)
        ben.page.get_by_role("button", name="Come in").click()
        ben.page.wait_for_url("**/rooms/*")


def test_who_leaves_a_room_gets_to_the_lobby(chromium: Browser, service: Service) -> None:
    """The room closes with its last person, which its page must not stay to hear."""
    with Friend(chromium, service.url, "Anna") as anna:
        anna.open_room("rock-n-roll", 2)
        anna.page.locator("body[data-connection=open]").wait_for()
        anna.page.get_by_role("button", name="Leave the room").click()
        yes(anna.page)
        anna.page.wait_for_url(f"{service.url}/")


def test_an_invite_link_is_renewed_and_a_password_asked(
    chromium: Browser, service: Service
) -> None:
    with (
        Friend(chromium, service.url, "Anna") as anna,
        Friend(chromium, service.url, "Ben") as ben,
    ):
        old = anna.open_room("rock-n-roll", 2)
        anna.page.get_by_role("link", name="Who comes in").first.click()
        anna.page.fill("#password", "sesame")
        anna.page.get_by_role("button", name="Set the password").click()
        anna.page.get_by_role("button", name="New link").click()
        yes(anna.page)
        anna.page.wait_for_url(re.compile(r"/rooms/\w+$"))
        new = anna.page.locator("#invite-link").input_value()
        assert new != old
        assert ben.page.request.get(old).status == 404

        ben.page.goto(new)
        ben.page.fill("#name", "Ben")
        ben.page.fill("#password", "simsalabim")
        ben.errors.clear()
        ben.page.get_by_role("button", name="Come in").click()
        expect(ben.page.get_by_role("alert")).to_contain_text("not the password")
        ben.errors.clear()  # the browser tells of the 403 as well
        ben.page.fill("#password", "sesame")
        ben.page.get_by_role("button", name="Come in").click()
        ben.page.wait_for_url("**/rooms/*")
        sits(anna, "Ben")


def test_a_person_moves_to_another_device(chromium: Browser, service: Service) -> None:
    with (
        Friend(chromium, service.url, "Anna") as anna,
        Friend(chromium, service.url, "Ben") as ben,
        Friend(chromium, service.url, "Ben's phone") as phone,
    ):
        both_at_the_table(anna, ben)
        table = ben.page.url
        desk = ben.context.new_page()
        desk.goto(f"{service.url}/profile")
        desk.get_by_role("button", name="Show the code").click()
        link = desk.locator("input[aria-label=Link]").input_value()
        phone.page.goto(link)
        phone.page.get_by_role("button", name="That is me").click()
        phone.page.goto(table)
        phone.at_table()

        # both devices are Ben, and see the same
        for friend in (ben, phone):
            assert friend.is_asked
        before = phone.version
        phone.page.locator("#tab-choices:visible").click()
        phone.page.locator("#region-choices button[value='declare:cash']").click()
        ben.wait_for_version(before + 1)


def test_an_absent_friend_is_replaced_and_comes_back(chromium: Browser, service: Service) -> None:
    with (
        Friend(chromium, service.url, "Anna") as anna,
        Friend(chromium, service.url, "Ben") as ben,
    ):
        both_at_the_table(anna, ben)
        table = ben.page.url
        ben.page.goto("about:blank")
        room_tab(anna)
        anna.page.get_by_role("button", name="Call in a computer player for Ben").click()
        expect(anna.page.locator("#region-company")).to_contain_text("a computer plays meanwhile")
        ben.page.goto(table)
        ben.at_table()
        expect(anna.page.locator("#region-company")).not_to_contain_text("computer")
        expect(anna.page.locator("#log-lines")).to_contain_text("Ben is back.")


def test_a_move_is_taken_back_and_a_throw_by_agreement(chromium: Browser, service: Service) -> None:
    with (
        Friend(chromium, service.url, "Anna") as anna,
        Friend(chromium, service.url, "Ben") as ben,
    ):
        both_at_the_table(anna, ben)
        anna.page.locator("#tab-choices:visible").click()
        anna.page.locator("#region-choices button[value='declare:cash']").click()
        anna.page.locator(".turn__undo").click()
        expect(anna.page.locator("#log-lines")).to_contain_text("Anna takes the last move back.")

        play_a_throw(anna, ben)
        expect(anna.page.locator(".turn__undo")).to_have_count(0)
        room_tab(anna)
        anna.page.get_by_role("button", name="Ask to go back before my last move").click()
        ben.page.locator("#plea-no").click()
        expect(anna.page.locator(".plea")).to_contain_text("Ben would rather not go back")
        before = anna.version

        anna.page.get_by_role("button", name="Ask to go back before my last move").click()
        expect(ben.page.locator(".plea")).to_contain_text("Anna asks to go back")
        ben.page.locator("#plea-yes").click()
        anna.wait_for_version(before + 1)
        expect(ben.page.locator("#log-lines")).to_contain_text("All agree: Anna goes back")
        expect(ben.page.locator(".plea")).to_have_count(0)


def test_the_table_takes_a_break(chromium: Browser, service: Service) -> None:
    with (
        Friend(chromium, service.url, "Anna") as anna,
        Friend(chromium, service.url, "Ben") as ben,
    ):
        both_at_the_table(anna, ben)
        room_tab(anna)
        anna.page.get_by_role("button", name="Ask for a break").click()
        ben.page.locator("#plea-yes").click()
        for friend in (anna, ben):
            expect(friend.page.locator("#turn")).to_contain_text("Paused")
        anna.page.get_by_role("button", name="Ask to go on").click()
        ben.page.locator("#plea-yes").click()
        for friend in (anna, ben):
            expect(friend.page.locator("#turn")).to_contain_text("Your turn")


def test_an_onlooker_watches_and_talks_apart(chromium: Browser, service: Service) -> None:
    with (
        Friend(chromium, service.url, "Anna") as anna,
        Friend(chromium, service.url, "Ben") as ben,
        Friend(chromium, service.url, "Zoe") as zoe,
    ):
        link = both_at_the_table(anna, ben)
        zoe.page.goto(link)
        zoe.page.fill("#name", "Zoe")
        zoe.page.get_by_role("button", name="Watch").click()
        zoe.at_table()
        expect(anna.page.locator("#region-seats")).to_contain_text("1 watching")
        assert zoe.page.locator("#region-choices button[name=move]").count() == 0
        zoe.page.locator("#tab-chat:visible").click()
        zoe.page.fill("#chat-text", "Anna will win this.")
        zoe.page.keyboard.press("Enter")
        expect(zoe.page.locator("#chat-lines")).to_contain_text("Anna will win this.")
        anna.page.locator("#tab-chat:visible").click()
        anna.page.fill("#chat-text", "Hello Zoe")
        anna.page.keyboard.press("Enter")
        expect(zoe.page.locator("#chat-lines")).to_contain_text("Hello Zoe")
        expect(anna.page.locator("#chat-lines")).not_to_contain_text("win this")


def test_talk_is_text_and_can_be_hidden_or_silenced(chromium: Browser, service: Service) -> None:
    with (
        Friend(chromium, service.url, "Anna") as anna,
        Friend(chromium, service.url, "Ben") as ben,
    ):
        both_at_the_table(anna, ben)
        for friend in (anna, ben):
            friend.page.locator("#tab-chat:visible").click()
        for text in (
            '<img src=x onerror="document.title=1">',
            '<p hx-get="/profile" hx-trigger="load">https://evil.example</p>',
        ):
            ben.page.fill("#chat-text", text)
            ben.page.keyboard.press("Enter")
            expect(anna.page.locator("#chat-lines li").last).to_contain_text(text)
        lines = anna.page.locator("#chat-lines")
        assert lines.locator("img, a, [hx-get]").count() == 0

        anna.page.locator(".chat__name").last.click()
        anna.page.get_by_role("button", name="Hide Ben on this screen").click()
        expect(lines.locator("li").last).to_be_hidden()
        anna.page.reload()
        anna.at_table()
        anna.page.locator("#tab-chat:visible").click()
        expect(lines.locator("li").last).to_be_hidden()
        anna.page.get_by_role("button", name="Show again: Ben").click()

        anna.page.locator(".chat__name").last.click()
        anna.page.get_by_role("button", name="Silence Ben for everybody").click()
        with anna.page.expect_response("**/silence"):
            yes(anna.page)
        ben.page.fill("#chat-text", "One more thing")
        ben.page.keyboard.press("Enter")
        expect(ben.page.locator("#toasts")).to_contain_text("silenced")
        ben.errors.clear()  # the browser tells of the 403 as well


def test_a_passkey_keeps_a_profile(chromium: Browser, service: Service) -> None:
    # a passkey belongs to a name, which an address of numbers is not
    url = service.url.replace("127.0.0.1", "localhost")
    with Friend(chromium, url, "Anna") as anna:
        devtools = anna.context.new_cdp_session(anna.page)
        devtools.send("WebAuthn.enable")
        devtools.send(
            "WebAuthn.addVirtualAuthenticator",
            {
                "options": {
                    "protocol": "ctap2",
                    "transport": "internal",
                    "hasResidentKey": True,
                    "hasUserVerification": True,
                    "isUserVerified": True,
                }
            },
        )
        page = anna.page
        page.goto(f"{url}/profile")
        page.fill("#name", "Anna")
        page.get_by_role("button", name="Keep it").click()
        page.get_by_role("button", name="Make a passkey").click()
        expect(page.locator("body")).to_contain_text("1 passkey keeps this profile")
        page.get_by_role("button", name="Sign out on this device").click()
        yes(page)
        page.wait_for_url(f"{url}/")
        page.goto(f"{url}/profile")
        expect(page.locator("#name")).to_have_value("")

        page.get_by_role("button", name="Sign in with a passkey").click()
        expect(page.locator("#name")).to_have_value("Anna")


@pytest.mark.long
def test_time_runs_out_but_not_while_the_service_is_down(
    chromium: Browser, database_url: str
) -> None:
    with (
        Service(database_url) as service,
        Friend(chromium, service.url, "Anna") as anna,
        Friend(chromium, service.url, "Ben") as ben,
    ):
        page = anna.page
        page.goto(f"{service.url}/games/rock-n-roll/new")
        page.fill("#name", "Anna")
        page.locator("input[name=seats][value='2']").check(force=True)
        page.select_option("#clock", "live-10")
        page.get_by_role("button", name="Open the room").click()
        page.wait_for_url("**/rooms/*")
        ben.join(page.locator("#invite-link").input_value())
        sits(anna, "Ben")
        anna.start()
        ben.at_table()
        assert 100 < seconds_left(page) <= 130

        # eight seconds before the time is over, the service dies for twelve
        execute(database_url, f"UPDATE room SET deadline = {HOUSE_NOW} + interval '8 seconds'")
        port = service.port
        service.kill()
        time.sleep(12)
        service.start(port)
        page.reload()
        anna.at_table()
        assert anna.version == 0
        assert 0 < seconds_left(page) <= 11  # a tick more or less
        began = time.monotonic()
        for friend in (anna, ben):
            friend.wait_for_version(1)
        assert time.monotonic() - began < 15
        for friend in (anna, ben):
            friend.errors.clear()  # the connection that was cut


def seconds_left(page: Page) -> int:
    page.wait_for_function(
        "() => document.querySelector('.turn__clock')?.textContent.includes(':')"
    )
    parts = [int(part) for part in page.locator(".turn__clock").inner_text().split(":")]
    return sum(part * 60**power for power, part in enumerate(reversed(parts)))


def execute(database_url: str, statement: str) -> None:
    """Run a statement beside the browser's own loop."""

    async def run() -> None:
        connection = await asyncpg.connect(database_url.replace("+asyncpg", "", 1))
        await connection.execute(statement)
        await connection.close()

    thread = threading.Thread(target=lambda: asyncio.run(run()))
    thread.start()
    thread.join()
