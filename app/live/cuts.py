"""Parts of a part: what is sent when little of a drawn region has changed.

Templates put marks around elements that can go by themselves (an id in their first tag). Two
drawings of the same region are compared between these marks: as long as what stands around an
element is the same, the element alone has to be sent. JSON text can't hold the marks, so parts of
that dialect are never cut.
"""

from __future__ import annotations

import re
from functools import lru_cache

OPEN, CLOSE = "\x02", "\x03"
"""Stand around an element; they never leave the server. Names that people type hold no control
characters (`app.people.names`)."""

_MARK = re.compile("([\x02\x03])")

_ID = re.compile(r'\sid="([^"]*)"')

_Node = list["str | _Node"]


def bare(text: str) -> str:
    """The text without its marks."""
    return text.replace(OPEN, "").replace(CLOSE, "")


def marked(html: str) -> str:
    """An element with an id in its first tag, as one that can go by itself."""
    return f"{OPEN}{html}{CLOSE}"


def cuts(old: str, new: str) -> list[str] | None:
    """The elements that turn ``old`` into ``new``, the smallest there are, without marks.
    ``None``: elements alone can't do it."""
    if OPEN not in new:
        return None
    before, after = _parsed(old), _parsed(new)
    found: list[str] = []
    if before is None or after is None or not _compare(before, after, found):
        return None
    return found


@lru_cache(maxsize=1024)
def _parsed(text: str) -> _Node | None:
    """Text and elements in turn; ``None`` when marks are not paired."""
    first, *rest = text.split(OPEN)
    root: _Node = [first]
    for piece in rest:
        inside, closed, after = piece.partition(CLOSE)
        if not closed or CLOSE in after:
            return _nested(text)
        root.append([inside])
        root.append(after)
    return root


def _nested(text: str) -> _Node | None:
    """The same for elements in elements."""
    root: _Node = []
    path = [root]
    for token in _MARK.split(text):
        if token == OPEN:
            inner: _Node = []
            path[-1].append(inner)
            path.append(inner)
        elif token == CLOSE:
            path.pop()
            if not path:
                return None
        else:
            path[-1].append(token)
    return root if len(path) == 1 else None


def _compare(old: _Node, new: _Node, found: list[str]) -> bool:
    """Add what differs to ``found``. False: it is more than some elements inside."""
    if len(old) != len(new):
        return False
    inside: list[str] = []
    for before, after in zip(old, new, strict=True):
        if before == after:
            continue
        if isinstance(before, str) or isinstance(after, str):
            return False
        whole = len(before) == 1 or len(after) == 1
        if whole or not _compare(before, after, inside):
            if _id(before) != _id(after):
                return False
            inside.append(_joined(after))
    found += inside
    return True


def _id(node: _Node) -> str:
    """What an element is replaced by: another one's place is not its own."""
    first = node[0]
    found = (isinstance(first, str) and _ID.search(first)) or _ID.search(_joined(node))
    return "" if found is None else found[1]


def _joined(node: _Node) -> str:
    if len(node) == 1 and isinstance(node[0], str):
        return node[0]
    return "".join(item if isinstance(item, str) else _joined(item) for item in node)
