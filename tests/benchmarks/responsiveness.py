"""How fast the window answers: ``python tests/benchmarks/responsiveness.py``; each figure stands beside a rival.

- First paint: from the start of the program to the first picture of its window, beside a bare PySide6 window.
- First picture of one's own files, from Enter in the dialog that was open for :data:`CHOOSING` seconds.
- Segment switch: from the key to the whole new picture, beside one parse of the sentence; analyses are kept.
- Page change: back to Inspect from each other page.
- Longest stop of the main thread while each metric comes into focus for the first time.
- Longest stop of the main thread while 100,000 segments of five systems open, are sorted, filtered and scrolled through
  (``--many`` for this alone). Their statistics are drawn from those of the sample.
"""

from __future__ import annotations

import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PySide6.QtCore import Qt
    from PySide6.QtWidgets import QWidget

    from meantree.corpus.corpus import Corpus
    from meantree.scoring.table import ScoreTable

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


CHOOSING = 8.0
OWN_FILES = """
import sys, tempfile, time
from pathlib import Path
from PySide6.QtWidgets import QApplication, QFileDialog
from meantree_gui.__main__ import SWITCH_SECONDS, bare_window, furnish
from meantree_resources import resource
sys.setswitchinterval(SWITCH_SECONDS)
own = Path(tempfile.mkdtemp()) / "own.tsv"
own.write_bytes(resource("sample/sample.tsv").read_bytes())
app = QApplication([])
window = bare_window(app)
furnish(window, app)
window.show()

def choose(*_arguments):
    global began
    end = time.monotonic() + CHOOSING
    while time.monotonic() < end:
        app.processEvents()
        time.sleep(0.005)
    began = time.monotonic(), time.process_time()
    return [str(own)], ""

QFileDialog.getOpenFileNames = choose
window.opener.open_files()
while window.selection.comparison is None:
    app.processEvents()
    time.sleep(0.002)
app.processEvents()
print(time.monotonic() - began[0], time.process_time() - began[1], flush=True)
os._exit(0)
"""


def first_picture() -> tuple[float, float]:
    """Seconds from Enter to the first picture of one's own files, and the seconds of CPU."""
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "XDG_CONFIG_HOME": tempfile.mkdtemp()}
    script = f"import os\nCHOOSING = {CHOOSING}\n{OWN_FILES}"
    run = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, check=True, text=True)
    seconds, cpu = map(float, run.stdout.split()[-2:])
    return seconds, cpu


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
    from PySide6.QtCore import Qt, QTimer
    from PySide6.QtTest import QTest
    from PySide6.QtWidgets import QApplication

    from meantree.analysis.layers.required import WORDS
    from meantree.analysis.store import AnalysisStore
    from meantree_gui.__main__ import bare_window, furnish

    os.environ["XDG_CONFIG_HOME"] = tempfile.mkdtemp()  # settings of its own
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

    def timed(act: Callable[[], object]) -> tuple[float, float]:
        """Seconds until all is painted, and of CPU in this thread."""
        began = time.perf_counter(), time.thread_time()
        act()
        settle()
        return time.perf_counter() - began[0], time.thread_time() - began[1]

    def walk() -> tuple[float, float]:
        """The median of the steps down the segments and back to the first."""
        control = Qt.KeyboardModifier.ControlModifier
        keys = [key for key in (Qt.Key.Key_Down, Qt.Key.Key_Up) for _ in range(rows - 1)]
        steps = [timed(lambda key=key: QTest.keyClick(window, key, control)) for key in keys]  # type: ignore[misc]
        return statistics.median(wall for wall, _ in steps), statistics.median(cpu for _, cpu in steps)

    walk()
    switch, cpu = walk()
    store, parses = AnalysisStore(), []
    store.analyse({"This opens the pipeline.": WORDS})
    for number, line in enumerate(_sentences()):
        began = time.perf_counter()
        store.analyse({f"{line} {number}": WORDS})
        parses.append(time.perf_counter() - began)
    parse = statistics.median(parses)
    beside = f"{switch / parse:.2f} x one parse ({1000 * parse:.1f} ms)"
    print(f"segment switch: {1000 * switch:.1f} ms ({1000 * cpu:.1f} of CPU), {beside}")

    def back_to_inspect(title: str) -> float:
        window.pages.open_titled(title)
        wait(lambda: not window.background.busy)
        settle()
        return timed(lambda: window.pages.open_titled("Inspect"))[1]

    others = ("Annotate", "Report", "Systems", "What differs", "Figures")
    changes = {title: min(back_to_inspect(title) for _ in range(4)) for title in others}
    print("page change to Inspect, ms of CPU:", ", ".join(f"{1000 * one:.0f} ({of})" for of, one in changes.items()))

    beats: list[float] = []
    timer = QTimer()
    timer.timeout.connect(lambda: beats.append(time.perf_counter()))
    timer.start(5)
    longest = []
    for _ in window.selection.views:
        beats.clear()
        began = time.perf_counter()
        QTest.keyClick(window, Qt.Key.Key_M, Qt.KeyboardModifier.ControlModifier)
        wait(lambda: len(beats) > 3)
        stops = [two - one for one, two in zip([began, *beats], beats, strict=False)]
        longest.append((max(stops), window.centre.focus.currentText()))
    worst, name = max(longest)
    print(f"longest stop when a metric comes into focus: {1000 * worst:.0f} ms ({name})")
    window.close()


def with_many_segments() -> None:
    """Stops with 100,000 segments of five systems, in this process."""
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    from PySide6.QtCore import Qt, QTimer
    from PySide6.QtWidgets import QApplication

    from meantree_gui.__main__ import SWITCH_SECONDS, bare_window, furnish

    sys.setswitchinterval(SWITCH_SECONDS)
    os.environ["XDG_CONFIG_HOME"] = tempfile.mkdtemp()  # settings of its own
    app = QApplication.instance() or QApplication([])
    assert isinstance(app, QApplication)
    window = bare_window(app)
    furnish(window, app)
    window.resize(1400, 860)
    window.show()
    window.scoring.score = lambda system: None  # type: ignore[method-assign]  # noqa: ARG005
    corpus, word = _many()
    beats: list[tuple[float, float]] = []  # the time, and what of it this thread worked
    timer = QTimer()
    timer.timeout.connect(lambda: beats.append((time.perf_counter(), time.thread_time())))
    timer.start(2)

    def measure(name: str, act: Callable[[], object], done: Callable[[], bool]) -> None:
        app.processEvents()
        beats.clear()
        began, end = (time.perf_counter(), time.thread_time()), time.monotonic() + 120
        act()
        while not (done() and len(beats) > 3) and time.monotonic() < end:
            app.processEvents()
            time.sleep(0.001)
        pairs = list(zip([began, *beats], beats, strict=False))
        stop, worked = (1000 * max(two[place] - one[place] for one, two in pairs) for place in range(2))
        lasted = time.perf_counter() - began[0]
        print(f"{name}: longest stop {stop:.0f} ms (this thread worked at most {worked:.0f} ms), all {lasted:.2f} s")

    def idle() -> bool:
        return not window.background.busy

    panel, table = window.segments, window.segments.table
    measure(
        "open", lambda: window.workspace.open_corpus(corpus), lambda: panel.model.rowCount() == len(corpus.segments)
    )
    scores = window.scoring.table
    assert scores is not None
    _score_at_random(scores)
    measure("scores arrive", lambda: window.scoring.system_scored.emit(corpus.systems[0]), lambda: True)
    measure("first segment compared", lambda: None, idle)

    def sort(key: str) -> None:
        table.sortByColumn(panel.model.column_of(key), Qt.SortOrder.DescendingOrder)

    def filtered(line: str) -> None:
        panel.filter.setText(line)
        panel.apply_filter()

    def scroll() -> None:
        for _ in range(30):
            table.verticalScrollBar().setValue(table.verticalScrollBar().value() + 25)
            app.processEvents()

    table.setFocus()
    measure("PageDown held", lambda: _hold(table, Qt.Key.Key_PageDown), idle)
    measure("another system", lambda: window.selection.choose_system(corpus.systems[1]), idle)
    for key in ("hwcm", "hypothesis", "document", "Δbleu", "rating:da"):
        measure(f"sort by {key}", lambda key=key: sort(key), idle)  # type: ignore[misc]
    for line in (word, "hwcm < .2", "length > 12", f'src:"{word[:3]}" -{word[1:]}', ""):
        measure(f"filter {line!r}", lambda line=line: filtered(line), idle)  # type: ignore[misc]
    measure("30 pages", scroll, lambda: True)
    measure("to the end", table.scrollToBottom, lambda: True)
    window.background.cancel()
    window.close()


def _hold(widget: QWidget, key: Qt.Key, seconds: float = 3) -> None:
    """Press a key as often as one that is held down."""
    from PySide6.QtCore import QTimer
    from PySide6.QtTest import QTest
    from PySide6.QtWidgets import QApplication

    held = QTimer()
    held.timeout.connect(lambda: QTest.keyClick(widget, key))
    held.start(33)
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        QApplication.processEvents()
        time.sleep(0.001)
    held.stop()


def _many(count: int = 100_000) -> tuple[Corpus, str]:
    """Random segments, and one of their words."""
    from meantree.corpus.corpus import Corpus, Rating, Segment, Text

    draw = random.Random(1)
    words = ["".join(draw.choices("abcdefghijklmnopqrstuvw", k=draw.randint(3, 9))) for _ in range(20_000)]

    def text() -> str:
        return " ".join(draw.choices(words, k=draw.randint(5, 40)))

    systems = tuple(f"system{number}" for number in range(5))
    segments = tuple(
        Segment(
            str(place + 1),
            f"document {place // 50}",
            text(),
            {"A": Text(text())},
            {system: Text(text()) for system in systems},
            tuple(Rating(system, "da", draw.random()) for system in systems),
        )
        for place in range(count)
    )
    return Corpus("many", segments, systems, ("A",)), words[0]


def _score_at_random(table: ScoreTable) -> None:
    """Give each translation the statistics of one of the sample's, of which all scores and tests can be made."""
    import numpy as np

    from meantree.analysis.store import AnalysisStore
    from meantree.corpus.formats import InputFile, read_corpus
    from meantree.scoring.run import score_corpus
    from meantree.scoring.table import Column, Rows
    from meantree_resources import resource

    draw, count = np.random.default_rng(1), len(table.corpus.segments)
    sample = score_corpus(read_corpus([InputFile(resource("sample/sample.tsv"))]), table.metrics, AnalysisStore())
    for system in table.corpus.systems:
        for spec, metric in table.metrics.items():
            columns = [sample.columns[one, spec] for one in sample.corpus.systems]
            known = np.concatenate([column.statistics[column.scored] for column in columns])
            scored = draw.random(count) > 0.02
            column = Column(metric, Rows.spread(scored, known[draw.integers(len(known), size=scored.sum())]))
            column.score_segments()  # as a run does in the background
            table.columns[system, spec] = column


def _sentences() -> list[str]:
    from meantree_resources import resource

    lines = resource("sample/sample.tsv").read_text(encoding="utf-8").splitlines()[1:]
    return [line.split("\t")[-1] for line in lines]


if __name__ == "__main__":
    assert Path("tests/benchmarks").is_dir(), "run it in the project's folder"
    if "--many" in sys.argv:
        with_many_segments()
        sys.exit()
    bare, ours = first_paint(BARE), first_paint(OURS)
    print(f"first paint: {1000 * ours:.0f} ms, {ours / bare:.2f} x a bare window ({1000 * bare:.0f} ms)")
    seconds, cpu = first_picture()
    print(f"first picture of one's own files: {seconds:.2f} s after Enter, {cpu:.2f} of CPU")
    in_the_window()
    with_many_segments()
