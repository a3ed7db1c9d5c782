"""One line on the annotator's progress: translations done, done today and left, and keys and time a translation."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime
from typing import Final

from PySide6.QtCore import QTimer

from meantree.errors import MeantreeError
from meantree_gui.annotation_editor.work_clock import WorkClock
from meantree_gui.widgets.labels import ElidedLabel

SOON: Final = 150
"""Milliseconds after a translation was opened or finished, so that neither waits for the numbers."""


class ProgressLine(ElidedLabel):
    """Follows the clock, which saves the time of a translation before the next one is opened."""

    def __init__(self, clock: WorkClock) -> None:
        super().__init__()
        self.workspace = clock.editor.workspace
        self.setProperty("role", "muted")
        self.setAccessibleName("Progress")
        self._later = QTimer(self, singleShot=True, interval=SOON)
        self._later.timeout.connect(self.refresh)
        for changed in (clock.ticked, self.workspace.annotations.changed, self.workspace.annotator_changed):
            changed.connect(self._later.start)

    def refresh(self) -> None:
        """Show the present progress; nothing for the gold standard, which is not assigned."""
        from meantree.project.pace import pace_of

        project, corpus, name = self.workspace.project, self.workspace.corpus, self.workspace.annotator
        line = ""
        if project is not None and corpus is not None and name not in ("", project.rules.gold):
            with suppress(MeantreeError):  # the next edit reports it
                today, states = datetime.now().astimezone().date(), self.workspace.annotations.states
                line = pace_of(project, name, corpus, today, states).line
        self.setText(line)
