"""Parts of a part: what is sent when little of a drawn region has changed.

Templates put marks around elements that can go by themselves (an id in their first tag). Two
drawings of the same region are compared between these marks: as long as what stands around an
element is the same, the element alone has to be sent. JSON text can't hold the marks, so parts of
that dialect are never cut.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import compress
from operator import ne

OPEN, CLOSE = "\x02", "\x02\x03"
"""Stand around an element; they never leave the server. Names that people type hold no control
characters (`app.people.names`). The second begins as the first does, so that one split finds
both."""

_CLOSED = CLOSE.removeprefix(OPEN)

_ID = re.compile(r'\sid="([^"]*)"')

_Node = list["str | _Node"]


def bare(text: str) -> str:
    """The text without its marks."""
    return text.replace(CLOSE, "").replace(OPEN, "")


def marked(html: str) -> str:
    """An element with an id in its first tag, as one that can go by itself."""
    return f"{OPEN}{html}{CLOSE}"


@lru_cache(maxsize=512)
def cuts(old: str, new: str) -> tuple[str, ...] | None:
    """The elements that turn ``old`` into ``new``, the smallest there are, without marks.
    ``None``: elements alone can't do it. Remembered: what changes back and forth with the turn
    does so at every table."""
    if OPEN not in new:
        return None
    before, after = _parsed(old), _parsed(new)
    found: list[str] = []
    if before is None or after is None or not _compare(before, after, found):
        return None
    return tuple(found)


@lru_cache(maxsize=512)
def _parsed(text: str) -> _Node | None:
    """Text and elements in turn; ``None`` when marks are not paired."""
    first, *rest = text.split(OPEN)
    node: _Node = [first]
    path: list[_Node] = []
    for piece in rest:
        if piece[:1] != _CLOSED:
            inner: _Node = [piece]
            node.append(inner)
            path.append(node)
            node = inner
        elif path:
            node = path.pop()
            node.append(piece[1:])
        else:
            return None
    return None if path else node


def _compare(old: _Node, new: _Node, found: list[str]) -> bool:
    """Add what differs to ``found``. False: it is more than some elements inside."""
    if len(old) != len(new):
        return False
    inside: list[str] = []
    for before, after in compress(zip(old, new, strict=True), map(ne, old, new)):
        if isinstance(before, str) or isinstance(after, str):
            return False
        whole = len(before) == 1 or len(after) == 1
        if whole or not _compare(before, after, inside):
            if not _same_id(before, after):
                return False
            inside.append(_joined(after))
    found += inside
    return True


def _same_id(before: _Node, after: _Node) -> bool:
    one, other = before[0], after[0]
    found = _ID.search(other) if isinstance(other, str) else None
    if found is not None and isinstance(one, str) and one.startswith(found[0], found.start()):
        return True
    return _id(before) == _id(after)


def _id(node: _Node) -> str:
    """What an element is replaced by: another one's place is not its own."""
    first = node[0]
    found = (isinstance(first, str) and _ID.search(first)) or _ID.search(_joined(node))
    return "" if found is None else found[1]


def _joined(node: _Node) -> str:
    if len(node) == 1 and isinstance(node[0], str):
        return node[0]
    return "".join(item if isinstance(item, str) else _joined(item) for item in node)
