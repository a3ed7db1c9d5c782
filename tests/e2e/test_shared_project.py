"""Two windows and a command on one project, as real programs, ended by exit and by SIGKILL in every order."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path

import pytest

from helpers.annotating import make_project
from meantree.project.file import Project

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


def _agreement(path: Path) -> None:
    command = [sys.executable, "-m", "meantree", "agreement", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, env=ENVIRONMENT, check=False)
    assert "no two annotators" in done.stderr, done.stderr  # nobody has finished anything


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system has no SIGKILL")
@pytest.mark.parametrize("ends", [("exit", "exit"), ("exit", "kill"), ("kill", "exit"), ("kill", "kill")])
def test_no_edit_of_two_windows_is_lost(tmp_path: Path, ends: tuple[str, str]) -> None:
    path = tmp_path / "x.meantree"
    make_project(path)
    with ExitStack() as programs:
        _work(path, [programs.enter_context(Window(path, name)) for name in ("ann", "bob")], ends)
    with Project(path) as project:
        assert not project.damage
    connection = sqlite3.connect(path)
    query = "SELECT n.name, count(*) FROM history h JOIN annotations a ON a.id = h.annotation"
    edits = connection.execute(f"{query} JOIN annotators n ON n.id = a.annotator GROUP BY n.name").fetchall()
    connection.close()
    assert edits == [("ann", 2), ("bob", 2)]


def _work(path: Path, windows: list[Window], ends: tuple[str, str]) -> None:
    first, second = windows
    first.do("edit")
    first.do("open again")
    _agreement(path)
    for window in (first, second):
        window.do("edit")
    first.end(ends[0])
    second.do("edit")
    _agreement(path)
    second.end(ends[1])
