"""The status bar with its progress, and the notice above the pages."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import (
    QFrame,
    QInputDialog,
    QMessageBox,
    QProgressBar,
    QPushButton,
    QStatusBar,
    QToolButton,
    QWidget,
)

from meantree.escaping import counted, duration, escaped
from meantree_gui import dialogs
from meantree_gui.actions import GO_SCORING, Command
from meantree_gui.background import Background
from meantree_gui.state.annotators_view import Naming
from meantree_gui.state.project_analyses import OtherAnalyser
from meantree_gui.state.scoring_run import Progress, ScoringRun
from meantree_gui.state.selection import Selection
from meantree_gui.widgets.boxes import in_row
from meantree_gui.widgets.labels import ElidedLabel, plain_label

if TYPE_CHECKING:
    from meantree.errors import Problem


STEPS = 1000
"""Steps of the bar."""
CLOCK_MS = 5000
"""The longest time between two updates of the time left."""
WAITS = "Scoring waits while Annotate is shown"
NAME_EMS = 12
"""Longer names of systems are elided in the middle."""


class ProgressLine(QWidget):
    """The progress of scoring, or of other work while that runs."""

    def __init__(self, background: Background, run: ScoringRun, naming: Naming) -> None:
        super().__init__()
        self.background, self.run, self.naming = background, run, naming
        self._stage, self._since = "", 0.0
        self._shows_work = False
        self.text = ElidedLabel()
        self.bar = QProgressBar()
        self.bar.setMaximumWidth(160)
        self.bar.setTextVisible(False)
        self.button = QToolButton()
        in_row(self, self.text, self.bar, self.button, margins=(0, 0, 0, 0))
        self._clock = QTimer(self, interval=CLOCK_MS)  # updates the time left between two arrivals of scores
        self._clock.timeout.connect(self._show)
        self.hide()
        self.button.clicked.connect(self.stop_or_resume)
        background.progressed.connect(self._show_work)
        background.progress_ended.connect(self._end_work)
        background.idle.connect(self._show)
        run.progressed.connect(self._show)
        naming.changed.connect(self._show)

    def stop_or_resume(self) -> None:
        """Stop all work; if nothing runs, resume the scoring that was stopped."""
        if self.background.busy:
            self.background.cancel()
            if self.isVisible():
                self.text.setText("Stopping …")
                self.button.setEnabled(False)
        elif self.run.is_stopped:
            self.run.resume()

    def _show_work(self, stage: str, done: int, total: int) -> None:
        if stage != self._stage:
            self._stage, self._since = stage, time.monotonic()
        self._shows_work = True
        if self.background.is_stopping:
            return
        elapsed = time.monotonic() - self._since
        left = f" · {duration(elapsed / done * (total - done))} left" if done and elapsed > 1 else ""
        self._advance(done, max(total, 1))
        self.text.setText(f"{escaped(stage)}: {done:,} of {total:,}{left}")
        self._offer(is_running=True)

    def _end_work(self) -> None:
        self._shows_work = False
        self._stage = ""
        self._show()

    def _show(self) -> None:
        """Show the progress of scoring unless other work is shown."""
        self._clock.stop()
        progress = self.run.progress
        if self._shows_work or (self.background.is_stopping and self.isVisible()):
            return
        if progress is None:
            self.hide()
            return
        self._advance(round(progress.share * STEPS), STEPS)
        self.text.setText(WAITS if progress.is_waiting else self._description(progress))
        if progress.seconds is not None:
            self._clock.start()
        self._offer(is_running=progress.is_running, stop="Pause", is_waiting=progress.is_waiting)

    def _advance(self, done: int, total: int) -> None:
        """Set the bar; by itself, Qt would paint all that has changed in the window at once, at every step."""
        self.bar.setUpdatesEnabled(False)
        self.bar.setRange(0, total)
        self.bar.setValue(done)
        self.bar.setUpdatesEnabled(True)

    def _description(self, progress: Progress) -> str:
        width = NAME_EMS * self.fontMetrics().horizontalAdvance("m")
        system = self.naming.name(progress.system) or "a system"
        name = self.fontMetrics().elidedText(escaped(system), Qt.TextElideMode.ElideMiddle, width)
        of = f" ({progress.number} of {progress.passes})" if progress.passes > 1 else ""
        begun = "Scoring" if progress.is_running else "Paused scoring"
        left = f" · {duration(progress.seconds)} left" if progress.seconds is not None else ""
        return f"{begun} {name} · {progress.name}{of}: {progress.done:,} of {progress.total:,}{left}"

    def _offer(self, *, is_running: bool, stop: str = "Cancel", is_waiting: bool = False) -> None:
        for part in (self.bar, self.button):
            part.setVisible(not is_waiting)
        self.button.setEnabled(True)
        self.button.setText(stop if is_running else "Resume")
        does = f"{stop}; finished results are kept" if is_running else "Resume; finished scores are kept"
        self.button.setToolTip(f"{does} (Ctrl+.)")
        self.show()

    def changeEvent(self, event: QEvent) -> None:
        """Override QWidget.changeEvent: elide names again in another font."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._show()


MENTION_MS = 8000
OPEN_ELSEWHERE = "also open in another window, edits of both are kept"


class StatusBar(QStatusBar):
    """Shows what is open, problems and progress; temporary messages hide only what is open.

    A label shows them, since Qt cuts a message that does not fit, without a sign or a tooltip.
    """

    def __init__(self, selection: Selection, analyser: OtherAnalyser) -> None:
        super().__init__()
        self.workspace, self.scoring, self.analyser = selection.workspace, selection.scoring, analyser
        self.progress = ProgressLine(self.workspace.background, self.scoring.run, self.workspace.naming)
        self.where, self.message = ElidedLabel(), ElidedLabel()
        self.message.hide()
        self.problems = QToolButton()
        self.problems.setAutoRaise(True)
        self.problems.hide()
        self.problems.clicked.connect(self.show_problems)
        self.language = QToolButton()
        self.language.setAutoRaise(True)
        self.language.hide()
        self.language.clicked.connect(self.choose_language)
        self.addWidget(self.where)
        self.addPermanentWidget(self.message, 1)
        self.addPermanentWidget(self.language)
        self.addPermanentWidget(self.problems)
        self.addPermanentWidget(self.progress)
        self.commands = (
            Command(
                "stop_work",
                "Pause or resume scoring, or cancel other work",
                GO_SCORING,
                self.progress.stop_or_resume,
                ("Ctrl+.",),
            ),
            Command("choose_language", "Language of the translations …", "Edit", self.choose_language),
            Command("show_problems", "Show problems and undefined scores", "Help", self.show_problems),
        )
        # Qt hides the label only if it is visible when a message comes, which it is not while the program starts.
        self.messageChanged.connect(self._show_message)
        selection.started.connect(self._start)
        selection.started.connect(self.show_what_is_open)
        selection.started.connect(self._mention_notes)
        self.workspace.naming.changed.connect(self.show_what_is_open)
        edited = self.workspace.segment_changed, self.workspace.annotations.changed
        for signal in (self.scoring.system_scored, self.scoring.table_chosen, *edited):
            signal.connect(self.show_what_is_open)
        analyser.changed.connect(self.show_what_is_open)
        self.scoring.segment_scored.connect(self._count_problems)

    def mention(self, message: str) -> None:
        """Show a temporary message."""
        self.showMessage(message, MENTION_MS)

    def _show_message(self, message: str) -> None:
        self.message.setText(message)
        self.message.setVisible(bool(message))
        self.where.setVisible(not message)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Override QStatusBar.paintEvent, which draws the message."""

    def _start(self, again: bool) -> None:
        """Clear the message, which is about another project."""
        if not again:
            self.clearMessage()

    def show_problems(self) -> None:
        """Show what was skipped or could not be scored."""
        dialogs.show_problems(self._problems(), self.window())

    def choose_language(self) -> None:
        """Let the user state the language of the translations, on which analyses and metrics depend."""
        from meantree.language.languages import NAMES, code_of

        corpus = self.workspace.corpus
        if corpus is None:
            return
        names = sorted(set(NAMES.values()))
        place = names.index(corpus.language.name) if corpus.language.name in names else 0
        title, label = "Language", "The translations and references are in"
        name, is_chosen = QInputDialog.getItem(self.window(), title, label, names, place, editable=False)
        if is_chosen:
            self.workspace.state_language(code_of(name))

    def show_what_is_open(self) -> None:
        """Show what is open, and whether another window has it open, too."""
        corpus, project = self.workspace.corpus, self.workspace.project
        if corpus is not None:
            segments = counted(len(corpus.segments), "segment")
            elsewhere = OPEN_ELSEWHERE if project is not None and project.others else ""
            parts = escaped(self.workspace.name), elsewhere, segments, self._systems(), self._analyser()
            self.where.setText(" · ".join(filter(None, parts)))
            self.language.setText(corpus.language.name if corpus.language.is_sure else "Which language is this?")
            basis = corpus.language.basis or f"are stated to be {corpus.language.name}"
            self.language.setToolTip(f"The translations {basis}; click to state another language")
            self.language.show()
            self._count_problems()

    def _mention_notes(self) -> None:
        """Show the notes on the texts: before scoring, the table has no other problems."""
        for note in self.scoring.table.problems if self.scoring.table is not None else ():
            self.mention(str(note))

    def _analyser(self) -> str:
        """Return what made the analyses: the pipeline that is used, or another analyser."""
        mismatch = self.analyser.mismatch
        if mismatch is None:
            parsers = self.workspace.store.parsers
            words_alone = "parsed files" if self.workspace.is_parsed else "no parser"
            return words_alone if parsers.finds_words_alone else parsers.name
        return f"analyses by {escaped(mismatch.differing[0])}"

    def _systems(self) -> str:
        """Return the number of systems, and how many of them every metric has scored; empty for blind annotators.

        Beside their progress in translations, it would tell that there are attention checks.
        """
        corpus = self.workspace.corpus
        systems = len(corpus.systems) if corpus is not None else 0
        if self.workspace.naming.why_not:
            return ""
        if corpus is None or not corpus.references:
            return counted(systems, "system")
        whole = len(self.scoring.complete_systems)
        if whole == systems:
            return f"{counted(systems, 'system')} scored"
        return "1 system, not scored yet" if systems == 1 else f"{whole} of {systems} systems scored"

    def _problems(self) -> list[Problem]:
        table = self.scoring.table
        return [*table.corpus.problems, *table.problems] if table else []

    def _count_problems(self) -> None:
        from meantree.reporting.problems import split_undefined, tally, undefined_scores

        wrong, undefined = split_undefined(self._problems())
        self.problems.setText(" · ".join(filter(None, (tally(wrong), undefined_scores(undefined)))))
        self.problems.setVisible(bool(wrong or undefined))


QUESTION = (
    "This analyses everything in the project again. Frames, heads and links that annotators made or corrected are "
    "kept; automatic frames, trees and scores change."
)


class AnalyserNotice(QFrame):
    """The notice that another analyser made the analyses, with a button that analyses the project again.

    Signals:
        reported: a short message for the user.
    """

    reported = Signal(str)

    def __init__(self, analyser: OtherAnalyser) -> None:
        super().__init__()
        self.analyser = analyser
        self.setProperty("role", "notice")
        self.setAccessibleName("Analyser of the project")
        self.text, self.button = plain_label(role="", wrapped=True), QPushButton("Analyse again …")
        in_row(self, (self.text, 1), self.button, margins=(10, 4, 10, 4))
        self.commands = (
            Command(
                "analyse_again",
                "Analyse the project again …",
                GO_SCORING,
                self.analyse_again,
                ("Ctrl+F5",),
                is_offered=lambda: analyser.mismatch is not None,
            ),
        )
        self.button.clicked.connect(self.analyse_again)
        analyser.changed.connect(self._show)
        self._show()

    def analyse_again(self) -> None:
        """Analyse the project again; if it has annotations, ask first."""
        project = self.analyser.workspace.project
        if project is None or self.analyser.mismatch is None:
            self.reported.emit("The open corpus was already analysed by the installed analyser")
        elif self.analyser.is_analysing:
            self.reported.emit("This project is being analysed again; Ctrl+. cancels it")
        elif not project.has_work or self._confirms():
            self.analyser.analyse_again()

    def mention_missing(self) -> None:
        """Report how many texts cannot be scored by every metric until the project is analysed again."""
        mismatch = self.analyser.mismatch
        if mismatch is not None and mismatch.missing and not self.analyser.is_analysing:
            have = "has" if mismatch.missing == 1 else "have"
            missing = f"{counted(mismatch.missing, 'text')} {have} no complete stored analysis"
            self.reported.emit(f"{missing}; analyse the project again (Ctrl+F5)")

    def _confirms(self) -> bool:
        button = QMessageBox.StandardButton
        answer = QMessageBox.question(self.window(), "Analyse again", QUESTION, button.Ok | button.Cancel, button.Ok)
        return answer == button.Ok

    def _show(self) -> None:
        mismatch = self.analyser.mismatch
        if mismatch is not None:
            self.text.setText(f"{escaped(mismatch.sentence)}.")
        self.button.setEnabled(not self.analyser.is_analysing)
        self.setVisible(mismatch is not None)
