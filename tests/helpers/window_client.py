"""A window as a program of its own (see ``helpers.window_program``), told what to do, and ended by exit or kill."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

TESTS = Path(__file__).parents[1]
ENVIRONMENT = {**os.environ, "PYTHONPATH": os.pathsep.join([str(TESTS), *filter(None, [os.environ.get("PYTHONPATH")])])}
ENVIRONMENT["QT_QPA_PLATFORM"] = "offscreen"


class Window:
    """A window program at work on a project."""

    def __init__(self, path: Path, annotator: str) -> None:
        command = [sys.executable, "-m", "helpers.window_program", str(path), annotator]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=ENVIRONMENT
        )

    def __enter__(self) -> Window:
        self._wait("ready")
        return self

    def __exit__(self, *_error: object) -> None:
        self.process.kill()
        self.process.communicate()

    def do(self, order: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(f"{order}\n")
        self.process.stdin.flush()
        self._wait("done")

    def _wait(self, answer: str) -> None:
        assert self.process.stdout is not None
        assert self.process.stderr is not None
        line = self.process.stdout.readline()
        assert line == f"{answer}\n", line + self.process.stderr.read()

    def end(self, how: str) -> None:
        if how == "kill":
            self.process.kill()
        _, told = self.process.communicate("quit\n" if how == "exit" else None, timeout=60)
        assert "Traceback" not in told
        assert self.process.returncode == (0 if how == "exit" else -signal.SIGKILL), told
