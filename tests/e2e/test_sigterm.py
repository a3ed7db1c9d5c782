"""SIGTERM ends the program promptly, whatever it computes, with its processes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = """
import sys, time
from dataclasses import replace
from multiprocessing import active_children
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QMessageBox
from meantree.work import in_batches
from meantree_gui import __main__ as program

running = []


def busy(_work):
    running.append(0)
    while True:
        pass



def parallel(work):
    list(in_batches(time.sleep, [600.0] * 4, replace(work, jobs=2)))


def asking(window):
    QTimer.singleShot(0, window, lambda: QMessageBox.question(window, "Meantree", "Is anybody there?"))


def scoring(window):
    window.scoring.segments_scored.connect(lambda *_scored: running.append(0))
    window.opener.open_sample()


START = {
    "busy": lambda window: window.background.run(busy, print),
    "parallel": lambda window: window.background.run(parallel, print),
    "asking": asking,
    "scoring": scoring,
}


def begin(window):
    START[sys.argv[1]](window)
    timer = QTimer(window)

    def tell():
        if running or active_children() or QApplication.activeModalWidget() is not None:
            timer.stop()
            print("running", *(process.pid for process in active_children()), flush=True)

    timer.timeout.connect(tell)
    timer.start(50)


from meantree_gui.window import MainWindow
MainWindow.begin = begin
raise SystemExit(program.main([]))
"""


def _is_running(pid: int) -> bool:
    """Whether there is a process that has not ended; one that nobody waited for has."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state not in "ZX"


@pytest.mark.skipif(sys.platform != "linux", reason="processes are read from /proc")
@pytest.mark.parametrize("work", ["busy", "parallel", "asking", "scoring"])
def test_sigterm_ends_the_program(work: str, tmp_path: Path) -> None:
    folders = {"XDG_CONFIG_HOME": str(tmp_path), "XDG_STATE_HOME": str(tmp_path), "QT_QPA_PLATFORM": "offscreen"}
    with subprocess.Popen(
        [sys.executable, "-c", PROGRAM, work], env=os.environ | folders, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        answer, *processes = process.stdout.readline().split()
        assert answer == b"running"
        assert bool(processes) == (work == "parallel")
        process.send_signal(signal.SIGTERM)
        try:
            _, told = process.communicate(timeout=60)  # it hangs for minutes otherwise
        except subprocess.TimeoutExpired:
            process.kill()
            raise
    assert process.returncode in (0, 128 + signal.SIGTERM), told.decode()
    assert b"Traceback" not in told
    assert not any(_is_running(int(pid)) for pid in processes)
