"""Letters in words: pure, one function a kind.

What people type (names) stands in bodies only. Headers are made of settings, of a confirmed or
checked address and of titles of games, by a policy that refuses line ends.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime

import msgspec


class Envelope(msgspec.Struct, frozen=True):
    """What every letter needs. ``number`` and ``at`` are those of its row: a letter that is sent
    again after a lost answer has the same Message-ID. ``site``: the public address, without a
    slash at the end."""

    number: int
    at: datetime
    sender: str
    to: str
    site: str


class Turn(msgspec.Struct, frozen=True):
    """A question that waits for the reader. ``code``: the room's; ``others``: who else sits
    there; ``deadline``: when the automatic choice is made; ``off``: the token that ends mail."""

    title: str
    code: str
    others: Sequence[str]
    task: str
    deadline: datetime | None
    off: str


def confirm_letter(envelope: Envelope, token: str, hours: int) -> EmailMessage:
    """May Greenroom write here? The only letter that goes to an address before it has agreed, so
    nothing in it comes from whoever typed the address."""
    letter = _letter(envelope, "Greenroom: is this your address?")
    letter.set_content(
        "Somebody wants to be told at this address when it is their turn in a game by mail.\n"
        "If that is you, open this link and say yes:\n\n"
        f"{envelope.site}/mail/confirm/{token}\n\n"
        f"It works for {hours} hours. If it is not you, do nothing: nothing more will come.\n"
    )
    return letter


def turn_letter(envelope: Envelope, turn: Turn) -> EmailMessage:
    """It is your turn."""
    letter = _letter(envelope, f"Your turn: {turn.title}")
    off = f"{envelope.site}/mail/off/{turn.off}"
    letter["List-Unsubscribe"] = f"<{off}>"
    if off.startswith("https://"):  # RFC 8058 wants nothing less
        letter["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    company = f" with {', '.join(turn.others)}" if turn.others else ""
    until = (
        f"Until {turn.deadline:%A, %d %B %Y, %H:%M} UTC; then the game chooses for you.\n"
        if turn.deadline is not None
        else ""
    )
    letter.set_content(
        f"It is your turn in {turn.title}{company}.\n\n"
        f"You have to {turn.task[:1].lower()}{turn.task[1:]}.\n{until}\n"
        f"The table: {envelope.site}/rooms/{turn.code}\n\n"
        "No more mail comes from this table until you have looked.\n"
        f"Never again any mail from Greenroom: {off}\n"
    )
    return letter


def _letter(envelope: Envelope, subject: str) -> EmailMessage:
    letter = EmailMessage(policy=SMTP)
    letter["From"] = envelope.sender
    letter["To"] = envelope.to
    letter["Subject"] = subject
    letter["Date"] = format_datetime(envelope.at)
    domain = envelope.site.partition("://")[2].partition(":")[0]
    stamp = int(envelope.at.timestamp() * 1000)
    letter["Message-ID"] = f"<{envelope.number}.{stamp}@{domain}>"
    letter["Auto-Submitted"] = "auto-generated"  # RFC 3834: no out-of-office answers
    return letter
