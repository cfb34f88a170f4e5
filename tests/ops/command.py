"""The ``greenroom`` command as a process of its own, to be looked at and to be ended."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from urllib.request import urlopen

ROOT = Path(__file__).parents[2]
STUBBED = (sys.executable, "-m", "tests.ops.serving")
"""The command with an app of its own that is easy to look at."""
WHOLE = (sys.executable, "-m", "app.cli")


class Service:
    """The command in a working directory of its own."""

    def __init__(
        self,
        directory: Path,
        *arguments: str,
        command: tuple[str, ...] = STUBBED,
        python_path: Path | None = ROOT,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        kept = {key: value for key, value in os.environ.items() if "GREENROOM" not in key}
        kept.pop("DATABASE_URL", None)
        if python_path:
            kept["PYTHONPATH"] = str(python_path)
        self._process = subprocess.Popen(
            [*command, *arguments],
            cwd=directory,
            env={**kept, "PYTHONUNBUFFERED": "1", **(environment or {})},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        self.pid = self._process.pid
        self.url = ""

    def listening(self, lines: int) -> list[str]:
        """Wait for the links: so many lines."""
        assert self._process.stdout
        printed = [self._process.stdout.readline().strip() for _ in range(lines)]
        found = re.search(r"Greenroom: (http\S+)", printed[0])
        assert found, self.ended()
        self.url = found[1]
        return printed

    def complaint(self, words: str) -> None:
        """Wait for a line with these words on standard error."""
        assert self._process.stderr
        assert any(words in line for line in self._process.stderr), f"it never said “{words}”"

    def get(self, path: str) -> str:
        with urlopen(self.url + path, timeout=10) as answer:
            return answer.read().decode()

    def signal(self, number: signal.Signals) -> None:
        """Tell the whole process group, as a terminal does for Ctrl-C."""
        os.killpg(self.pid, number)

    def ended(self) -> tuple[int, str, str]:
        """Its exit code, the rest of its output, and its complaints."""
        output, complaints = self._process.communicate(timeout=30)
        return self._process.returncode, output, complaints

    def kill(self) -> None:
        self._process.kill()
        self._process.communicate()
