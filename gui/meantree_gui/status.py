"""The status bar: what is open, what went wrong with it, and what runs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QStatusBar, QToolButton

from meantree.escaping import counted, escaped
from meantree_gui import dialogs
from meantree_gui.actions import Command
from meantree_gui.progress_line import ProgressLine
from meantree_gui.state.selection import Selection
from meantree_gui.widgets.labels import ElidedLabel

if TYPE_CHECKING:
    from meantree.errors import Problem

MENTION_MS = 8000


class StatusBar(QStatusBar):
    """Messages in passing hide what is open, never problems or progress."""

    def __init__(self, selection: Selection) -> None:
        super().__init__()
        self.workspace, self.scoring = selection.workspace, selection.scoring
        self.progress = ProgressLine(self.workspace.background, self.scoring.run)
        self.where = ElidedLabel()
        self.problems = QToolButton()
        self.problems.setAutoRaise(True)
        self.problems.hide()
        self.problems.clicked.connect(self.show_problems)
        self.addWidget(self.where)
        self.addPermanentWidget(self.problems)
        self.addPermanentWidget(self.progress)
        self.commands = (
            Command("stop_work", "Cancel background work, or resume scoring", "Go", self.progress.turn, ("Ctrl+.",)),
            Command("show_problems", "Show problems and undefined scores", "Help", self.show_problems),
        )
        # Qt hides what is open only if it is seen when the message comes, which it is not while the program starts.
        self.messageChanged.connect(lambda message: self.where.setVisible(not message))
        selection.started.connect(self._show_what_is_open)
        selection.started.connect(self._mention_notes)
        edited = self.workspace.segment_changed, self.workspace.states_changed
        for signal in (self.scoring.system_scored, self.scoring.table_chosen, *edited):
            signal.connect(self._show_what_is_open)
        self.scoring.segment_scored.connect(self._count_problems)

    def mention(self, message: str) -> None:
        """Say something in passing."""
        self.showMessage(message, MENTION_MS)

    def show_problems(self) -> None:
        """What was skipped, and what could not be scored."""
        dialogs.show_problems(self._problems(), self.window())

    def _show_what_is_open(self) -> None:
        corpus = self.workspace.corpus
        if corpus is not None:
            counts = f"{counted(len(corpus.segments), 'segment')} · {self._systems()}"
            pipeline = self.workspace.store.parsers.pipeline
            self.where.setText(f"{escaped(self.workspace.name)} · {counts} · pipeline {pipeline}")
            self._count_problems()

    def _mention_notes(self) -> None:
        """Before anything is scored, what stands in the table is of all texts."""
        for note in self.scoring.table.problems if self.scoring.table is not None else ():
            self.mention(str(note))

    def _systems(self) -> str:
        """How many there are, and how many of them every metric scored."""
        corpus = self.workspace.corpus
        systems = len(corpus.systems) if corpus is not None else 0
        if corpus is None or not corpus.references:
            return counted(systems, "system")
        whole = len(self.scoring.whole_systems)
        if whole == systems:
            return f"{counted(systems, 'system')} scored"
        return "1 system, not scored yet" if systems == 1 else f"{whole} of {systems} systems scored"

    def _problems(self) -> list[Problem]:
        table = self.scoring.table
        return [*table.corpus.problems, *table.problems] if table else []

    def _count_problems(self) -> None:
        from meantree.report.problems import split_undefined, tally, undefined_scores

        wrong, undefined = split_undefined(self._problems())
        self.problems.setText(" · ".join(filter(None, (tally(wrong), undefined_scores(undefined)))))
        self.problems.setVisible(bool(wrong or undefined))
