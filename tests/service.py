"""The service as a process of its own, on a given database."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Self

ROOT = Path(__file__).parents[1]


LIMITS = ("ROOMS", "JOINS", "MOVES", "CHAT", "ADVICE", "FRAMES")
"""What tests do faster than people."""


class Service:
    """``greenroom serve`` on loopback, on a free port. Use as a context manager.

    ``url``: where it listens. Its log goes to ``log``.
    """

    def __init__(self, database_url: str, **environment: str) -> None:
        self.database_url = database_url
        self.environment = environment
        self.url = ""
        self.log = Path(tempfile.mkstemp(suffix=".log")[1])

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def start(self, port: int = 0) -> None:
        kept = {key: value for key, value in os.environ.items() if "GREENROOM" not in key}
        environment = {
            **kept,
            "DATABASE_URL": self.database_url,
            "GREENROOM_SECRET": "for tests only, for tests only, for tests only",
            "GREENROOM_COMPUTER_PAUSE": "0",
            **{f"GREENROOM_LIMIT_{what}": "10000/second" for what in LIMITS},
            "GREENROOM_HOST": "127.0.0.1",
            "GREENROOM_PORT": str(port),
            "PYTHONUNBUFFERED": "1",
            **self.environment,
        }
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "app.cli", "serve"],
                cwd=ROOT,
                env=environment,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
            )
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if found := re.search(r"Greenroom: (https?://\S+)", line):
                self.url = found[1]
                return
        raise AssertionError(f"the service did not start:\n{self.log.read_text()}")

    @property
    def port(self) -> int:
        return int(self.url.rpartition(":")[2])

    def kill(self) -> None:
        """As a power cut would: no farewell."""
        self.process.send_signal(signal.SIGKILL)
        self.process.communicate()

    def stop(self) -> None:
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.communicate(timeout=20)
            except subprocess.TimeoutExpired:
                self.kill()
