"""Commands that run the service or look after its database.

What they do is imported when they do it: a second of loading that other commands needn't wait.
"""

from __future__ import annotations

from typing import Annotated

import typer

commands = typer.Typer()


@commands.command()
def serve(
    host: Annotated[str | None, typer.Option(help="The address to listen on.")] = None,
    port: Annotated[int | None, typer.Option(help="The port; 0 takes a free one.")] = None,
    migrate: Annotated[bool, typer.Option(help="Bring the tables up to date first.")] = True,
) -> None:
    """Run Greenroom, with a Postgres of its own unless DATABASE_URL names yours."""
    from app.cli import work
    from app.cli.server import run

    given = {"host": host, "port": port}
    changes = {name: value for name, value in given.items() if value is not None}
    work.carry_out(run(work.settings().model_copy(update=changes), migrate=migrate))


@commands.command("migrate")
def migrate_database() -> None:
    """Bring the database's tables up to date. Several at once do no harm."""
    from app.cli import work

    work.carry_out(work.migrate(work.settings()))
    typer.echo("the database is up to date")


@commands.command()
def check_live() -> None:
    """Load and check every running game of the database with this version of the code.

    Prints one line of JSON for each that would not go on, and makes the exit code 1 then.
    """
    from app.cli import work

    if work.carry_out(work.check_live(work.settings())):
        raise typer.Exit(1)


@commands.command()
def admin_link() -> None:
    """Print a link that makes whoever opens it first an admin."""
    from app.cli import work

    work.carry_out(work.print_admin_link(work.settings()))
