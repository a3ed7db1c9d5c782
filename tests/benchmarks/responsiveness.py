"""How fast the window answers: ``python tests/benchmarks/responsiveness.py``; each figure stands beside a rival.

- First paint: from the start of the program to the first picture of its window, beside a bare PySide6 window.
- Segment switch: from the key to the whole new picture, beside one parse of the sentence; analyses are kept.
- Longest stop of the main thread while each metric comes into focus for the first time.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

RUNS = 7
BARE = """
from PySide6.QtWidgets import QApplication, QMainWindow
app = QApplication([])
window = QMainWindow()
"""
OURS = """
from PySide6.QtWidgets import QApplication
app = QApplication([])
from meantree_gui.__main__ import bare_window
window = bare_window(app)
"""
PAINTED = """
from PySide6.QtCore import QEvent, QObject
class Watch(QObject):
    def eventFilter(self, watched, event):
        if event.type() == QEvent.Type.Paint and watched.isWidgetType() and watched.isWindow():
            print(time.perf_counter() - began, flush=True)
            os._exit(0)
        return False
watch = Watch()
app.installEventFilter(watch)
window.resize(1400, 860)
window.show()
app.exec()
"""


def first_paint(program: str) -> float:
    """Seconds from the first line of a program to the first paint of its window, the median of several runs."""
    script = "import os, time; began = time.perf_counter()\n" + program + PAINTED
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    command = [sys.executable, "-c", script]
    runs = [subprocess.run(command, env=environment, capture_output=True, check=True, text=True) for _ in range(RUNS)]
    return statistics.median(float(run.stdout.split()[-1]) for run in runs)


def in_the_window() -> None:
    """Switches and stops, in this process."""
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    from PySide6.QtCore import QSettings, Qt, QTimer
    from PySide6.QtTest import QTest
    from PySide6.QtWidgets import QApplication

    from meantree.analysis.depth import WORDS
    from meantree.analysis.store import AnalysisStore
    from meantree_gui.__main__ import bare_window, furnish

    QSettings.setPath(QSettings.Format.NativeFormat, QSettings.Scope.UserScope, tempfile.mkdtemp())
    app = QApplication([])
    window = bare_window(app)
    furnish(window, app)
    window.resize(1400, 860)
    window.show()
    window.opener.open_sample()

    def wait(done: Callable[[], bool]) -> None:
        end = time.monotonic() + 120
        while not done() and time.monotonic() < end:
            app.processEvents()
            time.sleep(0.002)

    def settle() -> None:
        for _ in range(3):
            app.processEvents()

    wait(lambda: window.background.busy)
    wait(lambda: not window.background.busy)
    settle()
    rows = window.segments.table.model().rowCount()

    def walk() -> list[float]:
        """Seconds of each step down the segments, and back to the first."""
        found = []
        for key in (Qt.Key.Key_Down, Qt.Key.Key_Up):
            for _ in range(rows - 1):
                began = time.perf_counter()
                QTest.keyClick(window, key, Qt.KeyboardModifier.ControlModifier)
                settle()
                found.append(time.perf_counter() - began)
        return found

    walk()
    switch = statistics.median(walk())
    store, parses = AnalysisStore(), []
    store.analyse({"This opens the pipeline.": WORDS})
    for number, line in enumerate(_sentences()):
        began = time.perf_counter()
        store.analyse({f"{line} {number}": WORDS})
        parses.append(time.perf_counter() - began)
    parse = statistics.median(parses)
    print(f"segment switch: {1000 * switch:.1f} ms, {switch / parse:.2f} x one parse ({1000 * parse:.1f} ms)")

    beats: list[float] = []
    timer = QTimer()
    timer.timeout.connect(lambda: beats.append(time.perf_counter()))
    timer.start(5)
    longest = []
    for _ in range(window.centre.focus.count()):
        beats.clear()
        began = time.perf_counter()
        QTest.keyClick(window, Qt.Key.Key_M, Qt.KeyboardModifier.ControlModifier)
        wait(lambda: len(beats) > 3)
        stops = [two - one for one, two in zip([began, *beats], beats, strict=False)]
        longest.append((max(stops), window.centre.focus.currentText()))
    worst, name = max(longest)
    print(f"longest stop when a metric comes into focus: {1000 * worst:.0f} ms ({name})")
    window.close()


def _sentences() -> list[str]:
    from meantree_resources import resource

    lines = resource("sample/sample.tsv").read_text(encoding="utf-8").splitlines()[1:]
    return [line.split("\t")[-1] for line in lines]


if __name__ == "__main__":
    assert Path("tests/benchmarks").is_dir(), "run it in the project's folder"
    bare, ours = first_paint(BARE), first_paint(OURS)
    print(f"first paint: {1000 * ours:.0f} ms, {ours / bare:.2f} x a bare window ({1000 * bare:.0f} ms)")
    in_the_window()
