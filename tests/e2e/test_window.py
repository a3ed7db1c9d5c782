"""The program with its window, from start to exit."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

SCRIPT = """
import sys
from PySide6.QtCore import QCoreApplication, QTimer
QCoreApplication.setOrganizationName("meantree-test")
import meantree_gui.__main__ as program

furnish = program.furnish

def watched(window, app):
    furnish(window, app)

    def finish():
        if window.scoring.scored("north", "hwcm"):
            window.segments.table.selectRow(0)
            window.exporter.copy_picture()
            print(window.segments.model.rowCount(), len(window.centre.trees.hypothesis.view.arcs) > 2)
            window.close()
        else:
            QTimer.singleShot(200, finish)

    finish()

program.furnish = watched
sys.exit(program.main([]))
"""


@pytest.mark.pipeline
def test_the_window_opens_on_the_sample_and_ends_cleanly() -> None:
    """With a picture on the clipboard, which Python made."""
    environment = os.environ | {"QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT], capture_output=True, text=True, env=environment, timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == ["30", "True"]
