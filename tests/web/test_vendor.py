"""Files of others are what their packages ship, and nothing else lies beside them."""

from __future__ import annotations

import base64
import hashlib
import re

from app.web.templating import STATIC, fonts_of

VENDOR = STATIC / "vendor"
SUMS = dict(
    re.findall(r"^\| `([^`]+)` \| `sha384-([^`]+)` \|$", (VENDOR / "README.md").read_text(), re.M)
)


def test_every_file_has_its_sum():
    for name, expected in SUMS.items():
        digest = hashlib.sha384((VENDOR / name).read_bytes()).digest()
        assert base64.b64encode(digest).decode() == expected, name


def test_nothing_unlisted_lies_there():
    scripts = {str(path.relative_to(VENDOR)) for path in VENDOR.rglob("*.*")}
    texts = {"README.md", "LICENSE-htmx.txt", "lucide/LICENSE.txt"}
    fonts = {f"../fonts/{path.name}" for path in (STATIC / "fonts").glob("*.woff2")}
    assert scripts - texts | fonts == set(SUMS) - {"../../tests/vendor/axe.min.js"}


def test_every_theme_preloads_two_fonts():
    for theme in ("greenroom", *(path.parent.name for path in STATIC.glob("games/*/theme.css"))):
        fonts = fonts_of(theme)
        assert len(fonts) == 2
        assert all(f"../fonts/{name}" in SUMS for name in fonts)
