"""Several programs on one project, ended in every way: no acknowledged edit is lost (see ``helpers.sharing``)."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[2]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_programs_on_one_project_lose_nothing(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "helpers.sharing", str(tmp_path / "x.meantree"), "50"]
    done = subprocess.run(command, cwd=TESTS, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    acknowledged, kept = map(int, done.stdout.split())
    assert 100 < acknowledged <= kept
