"""The crew looks after a running game; the friends at it see what that does."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.crew import Crew
from tests.browser.friends import PHONE, Friend
from tests.browser.test_rooms import both_at_the_table, sits
from tests.ledger import rule
from tests.service import Service

DECLARE = "#region-choices button[value='declare:cash']"


def code_of(page: Page) -> str:
    return page.url.rpartition("/")[2]


def choices(friend: Friend) -> None:
    friend.page.locator("#tab-choices:visible, [data-open=tab-choices]:visible").first.click()


def says(friend: Friend, text: str) -> None:
    friend.page.locator("#tab-chat:visible").click()
    friend.page.fill("#chat-text", text)
    friend.page.keyboard.press("Enter")


@pytest.mark.long
@rule("GR-030", "GR-031")
def test_the_crew_helps_at_a_running_game(chromium: Browser, service: Service) -> None:
    with (
        Crew(chromium, service.url, "Crew") as crew,
        Friend(chromium, service.url, "Anna") as anna,
        Friend(chromium, service.url, "Ben") as ben,
        Friend(chromium, service.url, "Zoe", **PHONE) as zoe,
    ):
        both_at_the_table(anna, ben)
        code = code_of(anna.page)
        crew.come_in(service.database_url)
        crew.page.get_by_role("link", name=code).click()

        # without a reason nothing is asked, and nothing happens
        crew.page.get_by_role("button", name="Pause", exact=True).click()
        expect(crew.page.locator("#confirm")).to_be_hidden()
        crew.does("Pause", "Pause the game?")
        for friend in (anna, ben):
            expect(friend.page.locator("#turn")).to_contain_text("The house lets the game rest")
        choices(anna)
        anna.page.locator(DECLARE).click()
        expect(anna.page.locator("#toasts")).to_contain_text("Nobody moves in this room now")
        assert anna.version == 0
        anna.errors.clear()  # the browser tells of the 409 as well
        crew.does("Resume", "Resume the game?")
        for friend in (anna, ben):
            expect(friend.page.locator("#turn")).to_contain_text("Your turn")

        crew.does("Say it", "Change the banner", text="Back at nine")
        for friend in (anna, ben):
            expect(friend.page.get_by_role("status").get_by_text("Back at nine")).to_be_visible()

        for friend in (anna, ben):
            choices(friend)
            friend.page.locator(DECLARE).click()
        anna.wait_for_version(2)
        crew.page.reload()
        crew.does("Take back", "Take the game back?", number=0)
        for friend in (anna, ben):
            friend.wait_for_version(3)
            expect(friend.page.locator("#log-lines")).to_contain_text("back to move 0")
            expect(friend.page.locator("#turn")).to_contain_text("Your turn")

        says(ben, "You are all rude")
        anna.page.locator("#tab-chat:visible").click()
        expect(anna.page.locator("#chat-lines")).to_contain_text("all rude")
        expect(crew.page.locator("#chat-lines")).to_contain_text("all rude")
        crew.does("Take away what Ben said", "Take this line away?")
        expect(anna.page.locator("#chat-lines")).not_to_contain_text("all rude")
        expect(anna.page.locator("#chat-lines")).to_contain_text("The house took this line away")
        _seat(crew, "Ben", "Mute", "Silence Ben")
        says(ben, "One more thing")
        expect(ben.page.locator("#toasts")).to_contain_text("silenced")
        ben.errors.clear()

        _seat(crew, "Ben", "Stand in", "Let a computer player move for Ben?")
        expect(anna.page.locator("#log-lines")).to_contain_text("A computer player moves for Ben")
        _seat(crew, "Ben", "Give back", "Give Ben the seat back?")
        expect(anna.page.locator("#log-lines")).to_contain_text("Ben is back")

        # Ben's seat goes to Zoe, who finds it on her phone
        zoe.page.goto(f"{service.url}/profile")
        zoe.page.fill("#name", "Zoe")
        zoe.page.get_by_role("button", name="Keep it").click()
        crew.page.goto(f"{service.url}/admin/people?words=Zoe")
        number = re.search(r"no\. (\d+)", crew.page.locator(".roster__code").first.inner_text())
        assert number
        crew.at_room(code)
        crew.does("Move the seat", "Move the seat", seat=1, to=number[1])
        ben.page.locator("#connection").get_by_text("no longer have a place").wait_for()
        zoe.page.goto(f"{service.url}/rooms/{code}")
        zoe.at_table()
        assert zoe.page.locator("#table").get_attribute("data-viewer") == "1"
        expect(anna.page.locator("#region-seats")).to_contain_text("Zoe")

        crew.page.goto(f"{service.url}/admin/people/{number[1]}")
        crew.does("Rename", "Rename Zoe?", name="Zora")
        expect(anna.page.locator("#region-seats")).to_contain_text("Zora")
        crew.at_room(code)
        _seat(crew, "Zora", "Kick", "Show Zora out")
        zoe.page.locator("#connection").get_by_text("no longer have a place").wait_for()
        expect(anna.page.locator("#log-lines")).to_contain_text("Zora leaves the game")
        _seat(crew, "Zora", "Ban", "Ban Zora from this room?")
        assert zoe.page.request.get(f"{service.url}/rooms/{code}").status == 404

        # a look at Anna's hand, which she reads of when computers have played to the end
        crew.page.get_by_role("link", name="Anna").click()
        expect(crew.page.locator(".notice").first).to_contain_text("You see what Anna sees")
        crew.at_room(code)
        _seat(crew, "Anna", "Stand in", "Let a computer player move for Anna?")
        anna.page.locator("a[href$='/result']").first.wait_for(state="attached")
        anna.page.goto(f"{service.url}/rooms/{code}/result")
        expect(anna.page.locator("body")).to_contain_text("The house looked in")
        expect(anna.page.locator("body")).to_contain_text("1 time, last on")

        for friend in (ben, zoe):
            friend.page.goto("about:blank")  # a page says on leaving what was seen on it
            friend.errors.clear()  # whoever is shown out may still have asked for something
        crew.page.goto(f"{service.url}/admin/book")
        acts = crew.page.locator(".grid--book tbody th").all_inner_texts()
        done = [
            "stand-in", "look", "ban", "kick", "rename", "hand-on", "give-back", "stand-in",
            "mute", "delete-line", "undo", "announce", "resume", "pause", "sign-in",
        ]  # fmt: skip
        assert acts[: len(done)] == done
        expect(crew.page.locator(".grid--book tbody tr").first).to_contain_text("they asked me to")


def _seat(crew: Crew, name: str, button: str, question: str) -> None:
    """Do something to somebody at a seat, with their row's own button."""
    row = crew.page.locator(".crew__seat").filter(has_text=name)
    crew.page.fill("#act [name=reason]", "they asked me to")
    row.get_by_role("button", name=button, exact=True).click()
    expect(crew.page.locator("#confirm-text")).to_contain_text(question)
    with crew.page.expect_navigation():
        crew.page.locator("#confirm[open] button[value=yes]").click()


def test_a_record_comes_in_and_a_room_is_ended(chromium: Browser, service: Service) -> None:
    with (
        Crew(chromium, service.url, "Crew") as crew,
        Friend(chromium, service.url, "Anna") as anna,
    ):
        anna.open_room("rock-n-roll", 1)
        sits(anna, "Anna")
        anna.start()
        code = code_of(anna.page)
        crew.come_in(service.database_url)
        record = crew.page.request.get(f"{service.url}/admin/rooms/{code}/record.json").body()
        crew.page.goto(f"{service.url}/admin/import")
        crew.page.set_input_files(
            "#record", {"name": "r.json", "mimeType": "application/json", "buffer": record}
        )
        crew.page.fill("#reason", "to look at it")
        crew.page.get_by_role("button", name="Take it in").click()
        crew.page.wait_for_url("**/admin/rooms/*")
        expect(crew.page.locator("#facts")).to_contain_text("paused")
        expect(crew.page.locator("#seats")).to_contain_text("Anna")

        crew.at_room(code)
        crew.does("End", "End this room for good?")
        expect(crew.page.locator("#facts")).to_contain_text("closed")
        # her page loads itself anew, and finds a closed door
        expect(anna.page.locator("body")).to_contain_text("This room has been closed")
        anna.errors.clear()


def test_the_crew_comes_in_by_passkey(chromium: Browser, service: Service) -> None:
    # a passkey belongs to a name, which an address of numbers is not
    with Crew(chromium, service.url.replace("127.0.0.1", "localhost"), "Crew") as crew:
        crew.has_a_lock()
        crew.come_in(service.database_url)
        page = crew.page
        page.get_by_role("link", name="Keys").click()
        page.get_by_role("button", name="Make a passkey").click()
        expect(page.locator(".roster")).to_contain_text("Passkey 1")
        crew.context.clear_cookies()
        assert page.request.get(f"{crew.url}/admin").status == 404

        page.goto(f"{crew.url}/admin/enter")
        page.get_by_role("button", name="Come in with a passkey").click()
        page.wait_for_url("**/admin")
        page.goto(f"{crew.url}/admin/book")
        expect(page.locator(".grid--book tbody tr").first).to_contain_text("by passkey")
