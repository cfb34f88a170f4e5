"""Somebody who looks after the house, at a browser of their own."""

from __future__ import annotations

import asyncio
import re
import threading
from typing import Any

from playwright.sync_api import expect
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.pool import NullPool

from app.people.people import People
from tests.browser.friends import Friend


def admin_link(database_url: str) -> str:
    """A token that lets one in once, made beside the browser's own loop."""
    made: list[str] = []

    async def run() -> None:
        engine = create_async_engine(database_url, poolclass=NullPool)
        made.append(await People(engine).admin_link())
        await engine.dispose()

    thread = threading.Thread(target=lambda: asyncio.run(run()))
    thread.start()
    thread.join()
    return made[0]


class Crew(Friend):
    """An admin, who gives a reason for everything."""

    def come_in(self, database_url: str) -> None:
        self.page.goto(f"{self.url}/admin/enter/{admin_link(database_url)}")
        self.page.get_by_role("button", name="Let me in").click()
        self.page.wait_for_url("**/admin")

    def has_a_lock(self) -> None:
        """The browser's device makes passkeys, and asks who holds it."""
        devtools = self.context.new_cdp_session(self.page)
        devtools.send("WebAuthn.enable")
        options = {
            "protocol": "ctap2",
            "transport": "internal",
            "hasResidentKey": True,
            "hasUserVerification": True,
            "isUserVerified": True,
        }
        devtools.send("WebAuthn.addVirtualAuthenticator", {"options": options})

    def at_room(self, code: str) -> None:
        self.page.goto(f"{self.url}/admin/rooms/{code}")

    def does(
        self, button: str, question: str, why: str = "they asked me to", **fields: Any
    ) -> None:
        """Fill in ``fields`` (by their name) and a reason, press the button that
        begins so, say yes, and wait for the page
        that comes back with the act in its book."""
        page = self.page
        for name, value in fields.items():
            field = page.locator(f"[form=act][name={name}]")
            if field.evaluate("e => e.tagName") == "SELECT":
                field.select_option(str(value))
            else:
                field.fill(str(value))
        page.fill("#act [name=reason]", why)
        page.get_by_role("button", name=re.compile(rf"^{button}\b")).first.click()
        expect(page.locator("#confirm-text")).to_contain_text(question)
        with page.expect_navigation():
            page.locator("#confirm[open] button[value=yes]").click()
