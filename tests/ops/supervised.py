"""Runs a supervised Postgres until it is told to stop, in a process that a test may kill."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from app.postgres import EmbeddedPostgres, PostgresFailed


async def supervise(directory: Path) -> None:
    postgres = EmbeddedPostgres(directory)
    try:
        url = await postgres.start()
    except PostgresFailed as failure:
        sys.exit(str(failure))
    print(postgres.pid, url, flush=True)
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)
    await postgres.stop()


if __name__ == "__main__":
    asyncio.run(supervise(Path(sys.argv[1])))
