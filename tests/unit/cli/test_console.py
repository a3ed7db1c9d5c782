"""What the command says of problems."""

from __future__ import annotations

from pathlib import Path

import pytest

from meantree.cli.console import SHOWN_PROBLEMS, list_problems
from meantree.errors import Problem


def test_many_alike_are_counted(capsys: pytest.CaptureFixture[str]) -> None:
    many = [Problem(None, None, f"segment {place}: has no reference text", str(place)) for place in range(100)]
    other = Problem(Path("a.mrg"), 7, "brackets are not closed", "8")
    list_problems([*many, other])
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == SHOWN_PROBLEMS + 2
    assert lines[0] == "meantree: segment 0: has no reference text"
    assert lines[-2] == "meantree: a.mrg:7: brackets are not closed"
    assert lines[-1] == f"meantree: {100 - SHOWN_PROBLEMS} more segments: has no reference text"
