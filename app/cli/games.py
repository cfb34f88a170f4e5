"""Commands about games alone: no service, no database."""

from __future__ import annotations

import itertools
import json
from collections import defaultdict
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from app.games.catalog import CATALOG
from app.games.players import PLAYERS
from app.games.playouts import playout, seed_of
from app.games.record import Record, Unverified, verify

commands = typer.Typer()


def _seat_counts(text: str, least: int, most: int) -> range:
    first, _, last = text.partition("-")
    try:
        counts = range(int(first), int(last or first) + 1)
    except ValueError:
        raise typer.BadParameter("write 3 or 2-5") from None
    if not counts or counts[0] < least or counts[-1] > most:
        raise typer.BadParameter(f"this game has {least} to {most} seats")
    return counts


@commands.command()
def playouts(
    game: Annotated[str, typer.Argument(help="The game's slug, such as rock-n-roll.")],
    games: Annotated[int, typer.Option(min=1, help="How many games to play.")] = 100,
    seats: Annotated[str, typer.Option(help="Seats, such as 3 or 2-5.")] = "",
    seed: Annotated[int, typer.Option(help="Equal seeds play equal games.")] = 1,
    players: Annotated[
        str, typer.Option(help="Computer players by seat, dealt round and turned each game.")
    ] = "random",
) -> None:
    """Play whole games without people and print what came of them as one line of JSON.

    Faulty games leave their record in test-results/ and make the exit code 1.
    """
    rules = CATALOG.get(game)
    if rules is None:
        raise typer.BadParameter(f"no game “{game}”; there are: {', '.join(CATALOG)}")
    counts = _seat_counts(
        seats or f"{rules.meta.min_seats}-{rules.meta.max_seats}",
        rules.meta.min_seats,
        rules.meta.max_seats,
    )
    kinds = players.split(",")
    if unknown := set(kinds) - set(PLAYERS):
        raise typer.BadParameter(f"no computer player “{min(unknown)}”; there are: random, greedy")
    moves, seconds, faults = 0, 0.0, 0
    wins: defaultdict[str, float] = defaultdict(float)
    for number in range(games):
        at_table = counts[number % len(counts)]
        turned = itertools.islice(itertools.cycle(kinds), number, number + at_table)
        played = playout(rules, seed_of(game, seed, number), list(turned))
        moves += played.moves
        seconds += played.seconds
        if played.fault or played.result is None:
            faults += 1
            folder = Path("test-results")
            folder.mkdir(exist_ok=True)
            path = folder / f"{game}-{seed}-{number}.json"
            path.write_bytes(msgspec.json.encode(played.record))
            typer.echo(f"{path}: {played.fault}", err=True)
            continue
        winners = played.result.winners
        for winner in winners:
            wins[played.record.names[winner]] += 1 / len(winners)
    typer.echo(
        json.dumps(
            {
                "game": game,
                "games": games,
                "seats": f"{counts[0]}-{counts[-1]}",
                "players": players,
                "moves": moves,
                "moves_per_second": round(moves / seconds) if seconds else 0,
                "wins": {kind: round(won, 2) for kind, won in sorted(wins.items())},
                "faults": faults,
            }
        )
    )
    raise typer.Exit(1 if faults else 0)


@commands.command("verify")
def verify_record(
    path: Annotated[Path, typer.Argument(help="A record as a room offers it.", exists=True)],
) -> None:
    """Replay a record and check its seed, its moves and its result."""
    try:
        record = msgspec.json.decode(path.read_bytes(), type=Record)
        result = verify(record)
    except (msgspec.ValidationError, msgspec.DecodeError) as error:
        typer.echo(f"not a record: {error}", err=True)
        raise typer.Exit(2) from error
    except Unverified as error:
        typer.echo(f"NOT VERIFIED: {error}", err=True)
        raise typer.Exit(1) from error
    typer.echo(f"verified: {len(record.entries)} entries of {record.game} replay as recorded")
    for place in result.places if result else ():
        typer.echo(f"{place.rank}. {record.names[place.seat]}: {place.score}")
