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

    def wait():
        if window.centre.trees.hypothesis.view.arcs:
            loaded.extend(name for name in [*sys.modules] if name.split(".")[0] in OURS)
            finish()
        else:
            QTimer.singleShot(0, wait)

    def finish():
        if window.scoring.scored("north", "hwcm"):
            window.segments.table.selectRow(0)
            window.exporter.copy_picture()
            print(window.segments.model.rowCount(), len(window.centre.trees.hypothesis.view.arcs) > 2)
            window.close()
        else:
            QTimer.singleShot(200, finish)

    wait()

loaded, program.furnish = [], watched
code = program.main([])
print(*loaded, file=sys.stderr)
sys.exit(code)
"""


def _check(ceiling: int, script: str, *arguments: str | Path) -> str:
    """Run a program, compare the number of modules of Meantree that it tells of, and return what it wrote."""
    program = [sys.executable, "-c", script, *map(str, arguments)]
    environment = os.environ | {"QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run(program, capture_output=True, text=True, env=environment, timeout=600, check=False)
    assert done.returncode == 0, done.stderr
    loaded = done.stderr.splitlines()[-1].split()
    assert "meantree" in loaded
    assert len(loaded) <= ceiling, f"{len(loaded)} modules, expected at most {ceiling}: {' '.join(sorted(loaded))}"
    return done.stdout


@pytest.mark.parametrize(("spec", "ceiling"), [("bleu", 66), ("hwcm", 86)])
def test_scores_load_what_their_metric_needs(tmp_path: Path, spec: str, ceiling: int) -> None:
    for name in ("hyp.en", "ref.en"):
        (tmp_path / name).write_text("The cat sat on the mat.\n", encoding="utf-8")
    _check(ceiling, COMMAND, "score", "--hyp", tmp_path / "hyp.en", "--ref", tmp_path / "ref.en", "--metric", spec)


def test_a_report_loads_what_it_shows(tmp_path: Path) -> None:
    _check(232, COMMAND, "report", resource("sample/sample.tsv"), "--segments", "news/1", "-o", tmp_path / "r.html")


def test_the_window_opens_on_the_sample_and_ends_cleanly() -> None:
    """Having loaded what its first picture needs, and with a picture on the clipboard, which Python made."""
    assert _check(301, WINDOW).split() == ["31", "True"]
