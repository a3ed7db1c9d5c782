"""How many modules a program loads to do its work, so that no import inside a function hides a long way.

A ceiling that is exceeded names the modules; look for the import that brings those that are not needed.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from meantree_resources import resource

pytestmark = pytest.mark.pipeline

COMMAND = """
import atexit, sys
OURS = "meantree", "meantree_gui"
from meantree.__main__ import main

def tell():
    print(*(name for name in [*sys.modules] if name.split(".")[0] in OURS), file=sys.stderr)

atexit.register(tell)
main()
"""
WINDOW = """
import sys
OURS = "meantree", "meantree_gui"
from PySide6.QtCore import QCoreApplication, QTimer
QCoreApplication.setOrganizationName("meantree-test")
import meantree_gui.__main__ as program

furnish = program.furnish

def watched(window, app):
    furnish(window, app)

    def finish():
        if window.centre.trees.hypothesis.view.arcs:
            print(*(name for name in [*sys.modules] if name.split(".")[0] in OURS), file=sys.stderr)
            window.close()
        else:
            QTimer.singleShot(0, finish)

    finish()

program.furnish = watched
sys.exit(program.main([]))
"""


def _loaded(script: str, *arguments: str | Path) -> list[str]:
    """Run a program, and return the modules of Meantree that it had loaded in the end."""
    program = [sys.executable, "-c", script, *map(str, arguments)]
    environment = os.environ | {"QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run(program, capture_output=True, text=True, env=environment, timeout=600, check=False)
    assert done.returncode == 0, done.stderr
    return done.stderr.splitlines()[-1].split()


def _check(loaded: list[str], ceiling: int) -> None:
    assert "meantree" in loaded
    assert len(loaded) <= ceiling, f"{len(loaded)} modules, expected at most {ceiling}: {' '.join(sorted(loaded))}"


@pytest.mark.parametrize(("spec", "ceiling"), [("bleu", 60), ("hwcm", 81)])
def test_scores_load_what_their_metric_needs(tmp_path: Path, spec: str, ceiling: int) -> None:
    for name in ("hyp.en", "ref.en"):
        (tmp_path / name).write_text("The cat sat on the mat.\n", encoding="utf-8")
    files = ("--hyp", tmp_path / "hyp.en", "--ref", tmp_path / "ref.en")
    _check(_loaded(COMMAND, "score", *files, "--metric", spec), ceiling)


def test_a_report_loads_what_it_shows(tmp_path: Path) -> None:
    sample = resource("sample/sample.tsv")
    _check(_loaded(COMMAND, "report", sample, "--segments", "news/1", "-o", tmp_path / "r.html"), 222)


def test_the_window_loads_what_its_first_picture_needs() -> None:
    _check(_loaded(WINDOW), 301)
