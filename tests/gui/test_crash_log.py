"""The log of crashes: written by a program that crashes, and offered by the next one."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QFrame, QLabel, QPlainTextEdit, QPushButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from meantree_gui.runtime import log_path, offer_log

CRASHING = """
import faulthandler, sys
from meantree_gui import __main__ as program

program.furnish = lambda _window, _app: faulthandler._sigsegv()
program.main([])
"""


@pytest.fixture
def log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The log in a folder of the test, with a crash in it."""
    monkeypatch.setattr("meantree_gui.runtime.log_path", lambda: tmp_path / "crashes.log")
    (tmp_path / "crashes.log").write_text("Fatal Python error: Segmentation fault\n", encoding="utf-8")
    return tmp_path / "crashes.log"


def test_the_log_is_offered_until_it_was_shown(qtbot: QtBot, log: Path) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    column = QVBoxLayout(window)
    offer_log(column)
    window.show()
    (notice,) = window.findChildren(QFrame, options=Qt.FindChildOption.FindDirectChildrenOnly)
    (button,) = notice.findChildren(QPushButton)
    assert "crashed" in notice.findChildren(QLabel)[0].text()
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    (text,) = window.findChildren(QPlainTextEdit)
    assert "Segmentation fault" in text.toPlainText()
    window.findChildren(QDialog)[0].close()
    assert notice.isHidden()
    assert log.read_bytes() == b""


@pytest.mark.parametrize("is_there", [True, False])
def test_without_a_crash_nothing_is_offered(qtbot: QtBot, log: Path, is_there: bool) -> None:
    log.write_bytes(b"") if is_there else log.unlink()
    window = QWidget()
    qtbot.addWidget(window)
    offer_log(QVBoxLayout(window))
    assert not window.findChildren(QFrame)


@pytest.mark.skipif(sys.platform != "linux", reason="the folder of logs is given by the environment")
def test_a_crash_is_logged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run([sys.executable, "-c", CRASHING], env=environment, capture_output=True, text=True)
    assert done.returncode == -signal.SIGSEGV, done.stderr
    assert log_path().is_relative_to(tmp_path / "state")
    assert "Segmentation fault" in log_path().read_text(encoding="utf-8")
    assert "_sigsegv" not in done.stderr


@pytest.mark.skipif(sys.platform != "linux", reason="the folder of logs is given by the environment")
def test_without_a_platform_of_qt_nothing_has_crashed(tmp_path: Path) -> None:
    environment = {**os.environ, "QT_QPA_PLATFORM": "none", "XDG_STATE_HOME": str(tmp_path)}
    done = subprocess.run([sys.executable, "-m", "meantree_gui"], env=environment, capture_output=True, text=True)
    assert "platform" in done.stderr
    assert not any(path.is_file() for path in tmp_path.rglob("*"))
