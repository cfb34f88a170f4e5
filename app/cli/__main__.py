"""``python -m app.cli`` is ``greenroom``."""

from __future__ import annotations

from app.cli import main

main(prog_name="greenroom")
