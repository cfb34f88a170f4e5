"""What people should not write, and what a page looks like to which it did nothing."""

from __future__ import annotations

from html.parser import HTMLParser

HOSTILE = {
    "script": "<script src=/pwn></script>",
    "element": "<pwn-1 hx-get=/pwn hx-trigger=load>",
    "socket": '<i hx-ws:connect="/pwn">',
    "attribute": '"onpwn="1"onfocus="pwn()"x="',
    "quote": "'onpwn='1'x='",
    "image": "<img src=x onerror=pwn()>",
    "close": "</title></textarea><pwn-2>",
    "comment": "--><pwn-3><!--",
    "template": "{{7777*7}}{%pwn%}${7777*7}",
    "address": "javascript:pwn()",
    "oob": "<p hx-swap-oob=true id=turn>",
}
"""Short enough for a name. None holds a sign that is left out."""

UNSEEN = {
    "bidi": "pwn\u202eged\u2066x",
    "zero width": "p\u200bw\ufeffn\u200d\u00ad",
    "control": "p\x07w\x1bn\x85",
}
"""With signs that can't be seen: they are left out of whatever is kept."""

MALFORMED = {"nul": "p\0wn", "half": "p\ud800wn"}
"""No text at all: refused."""

HUGE = {"long": "x" * 60_000, "digits": "9" * 5_000, "blank": " " * 60_000}
"""Much more than any field takes: refused, or cut."""

RESULT = "54439"
"""What the templates' sum comes to."""

INVISIBLE = "".join(sorted({c for text in UNSEEN.values() for c in text if not c.isprintable()}))


class _Page(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag.startswith("pwn"):
            self.found.append(f"<{tag}>")
        for name, value in attrs:
            acts = name.startswith(("hx-", "on", "src", "action", "formaction")) or name == "href"
            text = (value or "").casefold()
            aims = acts and ("/pwn" in text or text.startswith("javascript:") or "pwn()" in text)
            if name.startswith("onpwn") or aims:
                self.found.append(f"<{tag} {name}={value}>")


def harm_in(html: str) -> list[str]:
    """What of the payloads has become more than text in a page; [] when none has."""
    page = _Page()
    page.feed(html)
    unseen = [repr(sign) for sign in (*INVISIBLE, "\0") if sign in html]
    worked = [RESULT] if RESULT in html else []
    return page.found + unseen + worked
