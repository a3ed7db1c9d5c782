"""What runs, how far it is, how long it takes, and a button that stops it or goes on."""

from __future__ import annotations

import time

from PySide6.QtCore import QEvent, Qt, QTimer
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QToolButton, QWidget

from meantree.escaping import duration, escaped
from meantree_gui.background import Background
from meantree_gui.state.scoring_run import Progress, ScoringRun
from meantree_gui.widgets.labels import ElidedLabel

FINE = 1000
"""Steps of the bar where it shows a share."""
CLOCK_MS = 5000
"""The time left is told so often, at least."""
NAME_EMS = 12
"""A longer name of a system loses its middle."""


class ProgressLine(QWidget):
    """For the status bar: scoring, or what was begun beside it as long as that lasts."""

    def __init__(self, background: Background, run: ScoringRun) -> None:
        super().__init__()
        self.background, self.run = background, run
        self._stage, self._since = "", 0.0
        self._is_telling = False
        self.text = ElidedLabel()
        self.bar = QProgressBar()
        self.bar.setMaximumWidth(160)
        self.bar.setTextVisible(False)
        self.button = QToolButton()
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        for widget in (self.text, self.bar, self.button):
            row.addWidget(widget)
        self._clock = QTimer(self)  # time goes by between two arrivals of scores, too
        self._clock.setInterval(CLOCK_MS)
        self._clock.timeout.connect(self._show)
        self.hide()
        self.button.clicked.connect(self.turn)
        background.progressed.connect(self._tell)
        background.told.connect(self._end_telling)
        background.idle.connect(self._show)
        run.progressed.connect(self._show)

    def turn(self) -> None:
        """Stop what runs; where nothing runs, go on with the scoring that was stopped."""
        if self.background.busy:
            self.background.cancel()
            if self.isVisible():
                self._say_stopping()
        elif self.run.is_stopped:
            self.run.resume()

    def _tell(self, stage: str, done: int, total: int) -> None:
        if stage != self._stage:
            self._stage, self._since = stage, time.monotonic()
        self._is_telling = True
        if self.background.is_stopping:
            return
        elapsed = time.monotonic() - self._since
        left = f" · {duration(elapsed / done * (total - done))} left" if done and elapsed > 1 else ""
        self.bar.setRange(0, max(total, 1))
        self.bar.setValue(done)
        self.text.setText(f"{escaped(stage)}: {done:,} of {total:,}{left}")
        self._offer(is_running=True)

    def _end_telling(self) -> None:
        self._is_telling = False
        self._stage = ""
        self._show()

    def _show(self) -> None:
        """The scoring, unless there is something else to tell."""
        self._clock.stop()
        progress = self.run.progress
        if self._is_telling or (self.background.is_stopping and self.isVisible()):
            return
        if progress is None:
            self.hide()
            return
        self.bar.setRange(0, FINE)
        self.bar.setValue(round(progress.share * FINE))
        self.text.setText(self._told(progress))
        if progress.seconds is not None:
            self._clock.start()
        self._offer(is_running=progress.is_running)

    def _told(self, progress: Progress) -> str:
        width = NAME_EMS * self.fontMetrics().horizontalAdvance("m")
        name = self.fontMetrics().elidedText(escaped(progress.system), Qt.TextElideMode.ElideMiddle, width)
        of = f" ({progress.number} of {progress.passes})" if progress.passes > 1 else ""
        begun = "Scoring" if progress.is_running else "Stopped scoring"
        left = f" · {duration(progress.seconds)} left" if progress.seconds is not None else ""
        return f"{begun} {name} · {progress.name}{of}: {progress.done:,} of {progress.total:,}{left}"

    def _say_stopping(self) -> None:
        """What was begun comes to its end first."""
        self.text.setText("Stopping …")
        self.button.setEnabled(False)

    def _offer(self, *, is_running: bool) -> None:
        self.button.setEnabled(True)
        self.button.setText("Cancel" if is_running else "Resume")
        does = "Stop; finished results are kept" if is_running else "Go on; what is scored is not scored again"
        self.button.setToolTip(f"{does} (Ctrl+.)")
        self.show()

    def changeEvent(self, event: QEvent) -> None:
        """Override QWidget.changeEvent: names have as much room as the font says."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._show()
