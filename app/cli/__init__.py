"""The ``greenroom`` command."""

from __future__ import annotations

import typer

from app.cli import games, service

main = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,  # a traceback as everywhere, short enough for a log
    help=__doc__,
)
main.add_typer(service.commands)
main.add_typer(games.commands)
