"""An hour of clicking in minutes: random pages, sizes, appearances, metrics and openings in a real window.

Run by hand, on a screen or under Xvfb: ``python tests/benchmarks/window_soak.py [FILES …] [--steps 500] [--seed 1]``,
with files to open beside the sample and a project. Analyses are made by hand, as parsing would take most of the time.
Every 25 steps it prints memory; it exits with 1 if Qt warned, anything raised, or memory grew by more than a tenth
from step 200, when all pages have been used, to the end. A crash ends it by its signal.
"""

from __future__ import annotations

import argparse
import faulthandler
import gc
import os
import random
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

FIRST, MOST_GROWTH = 200, 1.1
SIZES = ((1280, 720), (1000, 640), (1500, 950), (800, 600), (1920, 1080))
OFFERED = ("hwcm", "meant", "bleu", "chrf", "rte-r")
"""Metrics of each kind of evidence; all of them would take most of the time for scoring."""
IGNORED = ("propagateSizeHints",)
"""Messages about what the platform ``offscreen`` lacks."""


def memory() -> int:
    """Return the resident memory of this process in MB (Linux)."""
    return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE") // 2**20


class Soak:
    """A window, and what can be done with it."""

    def __init__(self, files: list[Path], seed: int) -> None:
        from PySide6.QtCore import qInstallMessageHandler
        from PySide6.QtWidgets import QApplication

        from helpers.stores import HandMadeStore
        from meantree.metrics import registry
        from meantree_gui.__main__ import bare_window
        from meantree_gui.background import Background
        from meantree_gui.state.scoring import Scoring
        from meantree_gui.state.selection import Selection
        from meantree_gui.state.workspace import Workspace

        registry.OFFERED = OFFERED
        self.messages: list[str] = []
        qInstallMessageHandler(lambda _kind, _context, text: self._note(text))
        self.chance, self.files = random.Random(seed), files
        self.app = QApplication([])
        self.window = bare_window(self.app)
        self.window.furnish(Selection(Scoring(Workspace(Background(), HandMadeStore()))))
        sys.excepthook = lambda kind, error, _trace: self._note(f"{kind.__name__}: {error}")
        self.window.show()
        self.window.activateWindow()  # the only one on its screen: without the focus, keys do nothing
        self.window.opener.open_sample()
        self.opened = 0
        self.window.pages.currentChanged.connect(self._count)

    def _count(self) -> None:
        self.opened += 1

    def _note(self, message: str) -> None:
        if not any(text in message for text in IGNORED):
            self.messages.append(message)
            print(message, file=sys.stderr)

    def step(self) -> str:
        """Do something at random, wait a moment, seldom until all work is done; return what was done."""
        from PySide6.QtTest import QTest

        acts: list[Callable[[], None]] = [self.page] * 6 + [self.size, self.appearance, self.metric, self.segment] * 2
        act = self.chance.choice([*acts, self.open])
        act()
        QTest.qWait(self.chance.choice((0, 0, 20, 100)))
        if self.chance.random() < 0.2:
            self.wait()
        return act.__name__

    def wait(self) -> None:
        """Wait until nothing is computed, for a minute at most."""
        from PySide6.QtTest import QTest

        for _ in range(3000):
            if not self.window.background.busy:
                return
            QTest.qWait(20)

    def _press(self, key: str) -> None:
        from PySide6.QtGui import QKeySequence
        from PySide6.QtTest import QTest
        from PySide6.QtWidgets import QApplication

        QTest.keySequence(QApplication.focusWidget() or self.window, QKeySequence(key))

    def page(self) -> None:
        """Open a page."""
        self._press(f"Ctrl+{self.chance.randint(1, len(self.window.pages.pages))}")

    def size(self) -> None:
        """Resize the window."""
        self.window.resize(*self.chance.choice(SIZES))

    def appearance(self) -> None:
        """Switch between light and dark."""
        self._press("Ctrl+D")

    def metric(self) -> None:
        """Put the next metric into focus."""
        self._press("Ctrl+M")

    def segment(self) -> None:
        """Select a segment."""
        self._press(self.chance.choice(("Ctrl+Down", "Ctrl+Up")))

    def open(self) -> None:
        """Open the sample, or some of the files."""
        chosen = self.chance.choice([None, *self.files])
        if chosen is None:
            self.window.opener.open_sample()
        else:
            self.window.opener.open_paths([chosen])


def main() -> int:
    """Run it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--steps", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    faulthandler.enable()
    folder = tempfile.mkdtemp()
    os.environ["XDG_CONFIG_HOME"] = folder  # settings of its own
    from helpers.annotating import make_project

    make_project(Path(folder) / "twenty.meantree")
    soak, first = Soak([*asked.files, Path(folder) / "twenty.meantree"], asked.seed), 0
    for number in range(1, asked.steps + 1):
        soak.step()
        if number % 25 == 0:
            soak.wait()
            gc.collect()
            print(f"step {number}: {memory()} MB", flush=True)
            first = memory() if number == FIRST else first
    last = memory()
    soak.window.close()
    grew = bool(first) and last > MOST_GROWTH * first
    print(f"{asked.steps} steps, {soak.opened} pages, {len(soak.messages)} messages")
    print(f"{first} MB at step {FIRST}, {last} MB at the end")
    return int(bool(soak.messages) or grew or not soak.opened)


if __name__ == "__main__":
    raise SystemExit(main())
