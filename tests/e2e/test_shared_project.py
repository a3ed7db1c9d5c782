"""Two windows and a command on one project, as real programs; one window is killed, the other exits.

The unit tests of sharing play every order of ends with programs that have no window.
"""

from __future__ import annotations

import signal
import sqlite3
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path

import pytest

from helpers.annotating import make_project
from helpers.window_client import ENVIRONMENT, Window
from meantree.project.file import Project


def _agreement(path: Path) -> None:
    command = [sys.executable, "-m", "meantree", "agreement", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, env=ENVIRONMENT, check=False)
    assert "no two annotators" in done.stderr, done.stderr  # nobody has finished anything


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system has no SIGKILL")
def test_no_edit_of_two_windows_is_lost(tmp_path: Path) -> None:
    path = tmp_path / "x.meantree"
    make_project(path)
    with ExitStack() as programs:
        _work(path, [programs.enter_context(Window(path, name)) for name in ("ann", "bob")])
    with Project(path) as project:
        assert not project.damage
    connection = sqlite3.connect(path)
    query = "SELECT n.name, count(DISTINCT h.step) FROM history h JOIN annotations a ON a.id = h.annotation"
    edits = connection.execute(
        f"{query} JOIN annotators n ON n.id = a.annotator WHERE h.state != 'imported' GROUP BY n.name"
    ).fetchall()
    connection.close()
    assert edits == [("ann", 2), ("bob", 2)]


def _work(path: Path, windows: list[Window]) -> None:
    first, second = windows
    first.do("edit")
    first.do("open again")
    _agreement(path)
    for window in (first, second):
        window.do("edit")
    first.end("kill")
    second.do("edit")
    _agreement(path)
    second.end("exit")
