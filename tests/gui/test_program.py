"""The program as it is started: without Qt, and ended from the terminal."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

FAILING_AND_INTERRUPTED = """
import os, signal, threading
from PySide6.QtCore import QEvent, QTimer
from meantree_gui import __main__ as program

furnish = program.furnish


def furnish_and_fail(window, app):
    furnish(window, app)
    from PySide6.QtWidgets import QLabel

    class Failing(QLabel):
        def changeEvent(self, event):
            super().changeEvent(event)
            if event.type() == QEvent.Type.StyleChange:
                int("no number")

    failing = Failing(window)
    QTimer.singleShot(0, lambda: failing.setStyleSheet("color: red"))
    QTimer.singleShot(0, threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT)).start)


program.furnish = furnish_and_fail
raise SystemExit(program.main([]))
"""


def test_without_qt_one_line_says_what_to_install(tmp_path: Path) -> None:
    program = "import sys; sys.modules['PySide6'] = None; from meantree.__main__ import main; main()"
    environment = {**os.environ, "DISPLAY": ":0"}
    done = subprocess.run(
        [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=False, cwd=tmp_path
    )
    assert done.returncode == 2
    (line,) = done.stderr.splitlines()
    assert line.startswith("meantree: the window needs PySide6: pip install '.[gui]'")


def test_an_error_in_an_event_handler_does_not_end_the_app_and_ctrl_c_closes_the_window(tmp_path: Path) -> None:
    """PySide crashes with the error on Python 3.11, unless it is caught on the way."""
    folders = {"XDG_CONFIG_HOME": str(tmp_path), "XDG_STATE_HOME": str(tmp_path), "QT_QPA_PLATFORM": "offscreen"}
    command = [sys.executable, "-c", FAILING_AND_INTERRUPTED]
    done = subprocess.run(command, env=os.environ | folders, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "no number" in done.stderr
    assert "KeyboardInterrupt" not in done.stderr
    (kept,) = tmp_path.rglob("settings.json")
    assert "state" in json.loads(kept.read_text(encoding="utf-8")), "its layout was kept"
