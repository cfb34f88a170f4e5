"""What a mail address is."""

from __future__ import annotations

import re

LONGEST = 254
"""RFC 5321 leaves no more for the address in a path of 256 characters."""

# the HTML standard's "valid email address", which is what browsers let through: no spaces, no
# line ends, no comments, so nothing of it can become a header of its own
_ADDRESS = re.compile(
    r"[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}"
    r"@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?"
    r"(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*"
)


def is_address(text: str) -> bool:
    """Is this one mail address and nothing else?"""
    return len(text) <= LONGEST and _ADDRESS.fullmatch(text) is not None
