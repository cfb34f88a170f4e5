"""Sends the letters: every node tries, beside the moves and never in their way."""

from __future__ import annotations

import asyncio
import contextlib
from email.message import EmailMessage

import structlog
from aiosmtplib import SMTP, SMTPException, SMTPRecipientsRefused, SMTPResponseException

from app.post.address_book import CONFIRM_HOURS, AddressBook
from app.post.letters import Envelope, Turn, confirm_letter, turn_letter
from app.post.outbox import Item, Outbox
from app.rooms.clock import due
from app.rooms.rooms import Rooms
from app.settings import Settings

log = structlog.get_logger()

ROUND_SECONDS = 5.0
SMTP_SECONDS = 20.0
"""Less than the first retry waits, so that no other node sends what this one is sending."""
_REFUSED_FOR_GOOD = 500


class Postman:
    """Goes round while the service runs. Not started where there is no mail server."""

    def __init__(self, rooms: Rooms, book: AddressBook, settings: Settings) -> None:
        self._rooms = rooms
        self._book = book
        self._settings = settings
        self._outbox = Outbox(rooms.engine)
        self._bell = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._at_home = False

    def start(self) -> None:
        if self._settings.mail_on:
            self._task = asyncio.create_task(self._go_round())

    async def stop(self) -> None:
        """Before Python 3.12 a library's `asyncio.wait_for` may lose a cancellation, so the round
        also looks for itself whether it is over."""
        self._at_home = True
        self._bell.set()
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def ring(self) -> None:
        """There is a letter that somebody waits for."""
        self._bell.set()

    async def _go_round(self) -> None:
        while not self._at_home:
            self._bell.clear()
            try:
                await self.once()
            except Exception as error:  # the database or the mail server is away: try again
                log.warning("mail.not_sent", error=type(error).__name__)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(ROUND_SECONDS):
                    await self._bell.wait()

    async def once(self) -> int:
        """Send what is due now; how many letters went out. Raises what the mail server's
        connection raises: the letters taken wait for their next attempt then."""
        await self._outbox.put_turns_in()
        sent = 0
        items = await self._outbox.take()
        letters = [(item, await self._write(item)) for item in items]
        wanted = [(item, letter) for item, letter in letters if letter is not None]
        if not wanted:
            return 0
        async with self._server() as server:
            for item, letter in wanted:
                sent += await self._send(server, item, letter)
        return sent

    def _server(self) -> SMTP:
        settings = self._settings
        return SMTP(
            hostname=settings.smtp_host,
            port=settings.smtp_port,
            username=settings.smtp_user,
            password=settings.smtp_password.get_secret_value() or None,
            use_tls=settings.smtp_security == "tls",
            start_tls=settings.smtp_security == "starttls",
            timeout=SMTP_SECONDS,
        )

    async def _send(self, server: SMTP, item: Item, letter: EmailMessage) -> bool:
        """Send one letter. One that the server will never take is given up."""
        try:
            await server.send_message(letter)
        except SMTPException as error:
            codes = [error.code] if isinstance(error, SMTPResponseException) else []
            if isinstance(error, SMTPRecipientsRefused):
                codes = [refused.code for refused in error.recipients]
            never = bool(codes) and min(codes) >= _REFUSED_FOR_GOOD
            if never:
                await self._outbox.done(item)
            # what the server says may hold the address
            log.warning("mail.refused", kind=item.kind, number=item.id, codes=codes, final=never)
            return False
        await self._outbox.done(item)
        log.info("mail.sent", kind=item.kind, number=item.id)
        return True

    async def _write(self, item: Item) -> EmailMessage | None:
        """The letter in words, ``None`` when there is nothing to be said any more."""
        settings = self._settings
        assert settings.smtp_from is not None
        assert settings.public_url is not None
        envelope = Envelope(item.id, item.at, settings.smtp_from, item.address, settings.public_url)
        letter: EmailMessage | None = None
        if item.kind == "confirm" and not item.moot:
            token = await self._book.confirmation(item.person_id, item.address)
            letter = None if token is None else confirm_letter(envelope, token, CONFIRM_HOURS)
        elif not item.moot:
            turn = await self._turn(item)
            letter = None if turn is None else turn_letter(envelope, turn)
        if letter is None:
            await self._outbox.drop(item)
        return letter

    async def _turn(self, item: Item) -> Turn | None:
        room = None if item.room_id is None else await self._rooms.by_id(item.room_id)
        if room is None or item.seat is None:
            return None
        await self._rooms.refresh(room)
        owed = room.waiting.get(item.seat)
        if owed is None:
            return None
        over = due(room.facts.clock, room.facts.deadline).get(item.seat)
        return Turn(
            room.rules.meta.title,
            room.code,
            [name for seat, name in enumerate(room.names) if seat != item.seat],
            room.rules.words.ask(owed, room.names),
            None if over is None else self._rooms.time.on_the_wall(over),
            self._book.sign_off_token(item.person_id, item.address),
        )
