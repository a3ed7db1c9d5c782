"""SIGTERM ends the program promptly, whatever it computes, with its processes; these end when it is killed, too."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

STOPPED = """
import signal, sys
from meantree.cli import app, console


def load(**_settings):
    try:
        signal.raise_signal(signal.SIGTERM)
    except KeyboardInterrupt:
        raise ImportError("initialization failed") from None


where = {"class": lambda **_settings: exec("signal.raise_signal(signal.SIGTERM)"), "import": load}
console.prepare_streams()
app.app = where[sys.argv[1]]
sys.argv = ["meantree", "metrics"]
app.main()
"""
PROGRAM = """
import sys, time
from dataclasses import replace
from multiprocessing import active_children
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QMessageBox
from meantree.work import in_batches
from meantree_gui import __main__ as program

running = []


def parallel(work):
    list(in_batches(time.sleep, [600.0] * 4, replace(work, jobs=2)))


def asking(window):
    QTimer.singleShot(0, window, lambda: QMessageBox.question(window, "Meantree", "Is anybody there?"))


def scoring(window):
    window.scoring.segments_scored.connect(lambda *_scored: running.append(0))
    window.opener.open_sample()


class EndsLate:
    def __del__(self, sleep=time.sleep):
        sleep(600)


def ending(_window):
    sys.ends_late = EndsLate()  # cleared last, when no other thread runs any more
    running.append(0)


START = {
    "ending": ending,
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
@pytest.mark.parametrize("work", ["parallel", "asking", "scoring", "ending"])
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
    assert process.returncode in (0, -signal.SIGALRM), told.decode()
    assert b"Traceback" not in told
    assert not any(_is_running(int(pid)) for pid in processes)


def _wait(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.05)


@pytest.mark.parametrize("where", ["class", "import"])
def test_sigterm_has_its_exit_code_also_where_code_is_loaded(where: str, tmp_path: Path) -> None:
    """Python makes a class by ``exec``; it ends by SIGINT after a KeyboardInterrupt there, if nothing else is run so.

    A compiled module that is being imported fails with an error of its own.
    """
    (tmp_path / "stopped.py").write_text(STOPPED, encoding="utf-8")
    done = subprocess.run([sys.executable, "-m", "stopped", where], cwd=tmp_path, capture_output=True, check=False)
    assert (done.returncode, done.stderr.strip()) == (128 + signal.SIGTERM, b"meantree: stopped by SIGTERM")


@pytest.mark.skipif(sys.platform != "linux", reason="processes are read from /proc")
def test_sigterm_stops_a_command_in_one_line() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "meantree", "parse", "-"], stdin=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:

        def is_caught() -> bool:
            status = Path(f"/proc/{process.pid}/status").read_text(encoding="utf-8")
            return bool(int(status.partition("SigCgt:")[2].split()[0], 16) >> signal.SIGTERM - 1 & 1)

        _wait(is_caught)
        process.send_signal(signal.SIGTERM)
        _, told = process.communicate(timeout=60)
    assert (process.returncode, told.strip()) == (128 + signal.SIGTERM, b"meantree: stopped by SIGTERM")


@pytest.mark.skipif(sys.platform != "linux", reason="processes are read from /proc")
@pytest.mark.parametrize("seconds", [0.0, 0.3])
def test_that_ctrl_c_is_no_error_of_processes_also_while_they_begin(seconds: float, tmp_path: Path) -> None:
    script = tmp_path / "workers.py"
    script.write_text(WORKERS, encoding="utf-8")
    # Tests that run in the background may have been told to ignore Ctrl+C.
    heed, pipe = partial(signal.signal, signal.SIGINT, signal.SIG_DFL), subprocess.PIPE
    with subprocess.Popen(
        [sys.executable, script], stdout=pipe, stderr=pipe, start_new_session=True, preexec_fn=heed
    ) as process:
        _wait(lambda: len(_children(process.pid)) > 1)
        time.sleep(seconds)
        os.killpg(process.pid, signal.SIGINT)
        _, told = process.communicate(timeout=60)
    assert told.count(b"Traceback") <= 1, told.decode()  # the program's own


def _children(pid: int) -> list[int]:
    threads = Path(f"/proc/{pid}/task").glob("*/children")
    return [int(child) for thread in threads for child in thread.read_text(encoding="utf-8").split()]


WORKERS = """
import time
from meantree.work import Work, in_batches


def begin(_batch):
    print("begun", flush=True)
    time.sleep(600)


list(in_batches(begin, [1], Work(jobs=2)))
"""
"""One of the two processes has no batch."""


@pytest.mark.skipif(sys.platform != "linux", reason="processes are read from /proc")
def test_that_all_processes_of_a_killed_program_end(tmp_path: Path) -> None:
    script = tmp_path / "workers.py"
    script.write_text(WORKERS, encoding="utf-8")
    with subprocess.Popen([sys.executable, script], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
        assert process.stdout is not None
        process.stdout.readline()
        workers = _children(process.pid)
        process.kill()
    assert len(workers) >= 2
    _wait(lambda: not any(map(_is_running, workers)))
