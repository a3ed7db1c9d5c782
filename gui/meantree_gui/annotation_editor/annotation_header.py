"""The lines above the texts: annotator, compared annotator, state, score and time; and the annotator's progress."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime
from typing import Final

from PySide6.QtCore import QSignalBlocker, Qt, QTimer, Signal
from PySide6.QtWidgets import QLabel, QSizePolicy, QToolButton, QWidget

from meantree.annotation.frame_annotation import AUTOMATIC, Annotation
from meantree.errors import MeantreeError
from meantree.escaping import duration, escaped
from meantree.project.workload import pace_of
from meantree_gui.annotation_editor.annotation_editor import AnnotationEditor
from meantree_gui.annotation_editor.work_clock import WorkClock
from meantree_gui.widgets.choosers import StillComboBox
from meantree_gui.widgets.labels import ElidedLabel, plain_label
from meantree_gui.widgets.layouts import FlowLayout, together

NOBODY, SOMEBODY_ELSE = "no one", "Another annotator …"
NOT_BEGUN = "automatic, not started"
"""The state of frames that are automatic until edited."""
WHICH_AUTOMATIC = (
    "The labeller's frames by the rules of the project, for instance without nouns. Inspect draws all that it "
    "found, as MEANT counts them, until you finish your own."
)
SHORTEST_TIME = 60
"""Seconds; a shorter time is not shown."""


class AnnotationHeader(QWidget):
    """Choosers and labels in a line that wraps.

    Attributes:
        shows_change: whether the change of the score by the last edit is shown, which invites to edit for the score.

    Signals:
        annotator_chosen: the name of another annotator.
        new_annotator_wanted: the user wants to enter a new name.
        adjudication_wanted: the user wants to see the annotators side by side.
    """

    annotator_chosen = Signal(str)
    new_annotator_wanted = Signal()
    adjudication_wanted = Signal()

    def __init__(self, editor: AnnotationEditor) -> None:
        super().__init__()
        self.editor, self.shows_change = editor, False
        self.annotator, self.compared = StillComboBox(), StillComboBox()
        self.state, self.distance, self.time = plain_label(role="title"), plain_label(), plain_label()
        self.score, self.change = plain_label(role=""), plain_label(role="")
        self.adjudicate = QToolButton()  # the panel places it below the frames
        row = FlowLayout(self, gap=8)
        row.setContentsMargins(8, 6, 8, 0)
        for name, chooser in (("Annotator", self.annotator), ("Compare with", self.compared)):
            chooser.setAccessibleName(name)
            chooser.setMinimumContentsLength(10)
            chooser.setMaximumWidth(220)
            pair = together(name, chooser)
            pair.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
            row.addWidget(pair)
            self._chosen_beside = pair
        for label in (self.state, self.score, self.change, self.distance, self.time):
            row.addWidget(label)
        self.adjudicate.setToolTip("Decide the gold standard, or annotate again (Ctrl+F9)")
        self.adjudicate.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.adjudicate.setAutoRaise(True)
        self.adjudicate.clicked.connect(self.adjudication_wanted)
        self.annotator.activated.connect(self._choose)
        self.compared.activated.connect(lambda: editor.compare_with(self.compared.currentData()))

    def fill(self) -> None:
        """Offer the annotators of the project; the gold standard is opened from the adjudication alone."""
        workspace = self.editor.workspace
        project, people, gold = workspace.project, tuple[str, ...](), ""
        if project is not None:
            tools = (project.tools | project.onlookers) - {AUTOMATIC}
            people, gold = tuple(name for name in project.annotators if name not in tools), project.rules.gold
        with QSignalBlocker(self.annotator), QSignalBlocker(self.compared):
            self.annotator.clear()
            for name in dict.fromkeys((*people, workspace.annotator)):
                if name == gold == workspace.annotator:
                    self.annotator.addItem(f"{escaped(name)} (adjudicated)", name)
                elif name and name not in (gold, AUTOMATIC):
                    self.annotator.addItem(escaped(name), name)
            self.annotator.addItem(SOMEBODY_ELSE)
            self.annotator.setCurrentIndex(self.annotator.findData(workspace.annotator))
            self.compared.clear()
            self.compared.addItem(NOBODY, "")
            for name in people:
                if name != workspace.edited_name:
                    self.compared.addItem(escaped(name), name)
            self.compared.setCurrentIndex(max(0, self.compared.findData(self.editor.compared_name)))
        is_whole = project is not None and not project.owner
        self.adjudicate.setText("Annotate" if workspace.is_adjudicating else "Adjudicate")
        self.adjudicate.setVisible(is_whole and sum(name not in (gold, AUTOMATIC) for name in people) > 1)

    def show_annotation(self) -> None:
        """Show the state and the scores of the open annotation."""
        frame_editor, scores = self.editor.frame_editor, self.editor.scores
        if frame_editor is None:
            return
        self._chosen_beside.show()
        state = NOT_BEGUN
        if self.editor.is_started:
            state = frame_editor.annotation.state.value
        elif self.editor.workspace.edited_name == self.editor.project.rules.gold:
            state = "not started"  # it starts from what all annotators share
        self.state.setToolTip(WHICH_AUTOMATIC if state == NOT_BEGUN else "")
        if frame_editor.annotation.own_reference:
            state += " · its own reference frames"
        finalizer = frame_editor.annotation.finalized_by
        if self.editor.workspace.is_adjudicating:
            state = f"gold standard: {state}"
        self.state.setText(f"locked · {state}, finalized by {escaped(finalizer)}" if finalizer else state)
        self._show(self.score, scores.now_text and f"{scores.now_text}{_lack(frame_editor.annotation)}")
        self._show(self.change, scores.change_text if self.shows_change else "")
        self._show(self.distance, scores.distance_text if self.editor.is_started else "")

    def show_spans(self, state: str) -> None:
        """Show the state of a translation whose error spans are annotated; they are not compared here."""
        self._chosen_beside.hide()
        self.state.setText(state)
        for label in (self.score, self.change, self.distance):
            label.hide()

    def show_time(self, seconds: float) -> None:
        """Show how long the annotator has worked on this translation."""
        self._show(self.time, f"{duration(seconds)} spent" if seconds >= SHORTEST_TIME else "")

    @staticmethod
    def _show(label: QLabel, text: str) -> None:
        label.setText(text)
        label.setVisible(bool(text))

    def _choose(self, place: int) -> None:
        if place == self.annotator.count() - 1:
            self.new_annotator_wanted.emit()
        else:
            self.annotator_chosen.emit(self.annotator.itemData(place))


def _lack(annotation: Annotation) -> str:
    """Return which text has no frame, to stand after the score; empty if both have some."""
    texts = {"reference": annotation.reference, "translation": annotation.hypothesis}
    return next((f": no frame in the {name}" for name, frames in texts.items() if not frames), "")


SOON: Final = 150
"""Milliseconds after a translation was opened or finished, so that neither waits for the numbers."""


class ProgressLine(ElidedLabel):
    """Follows the clock, which saves the time of a translation before the next one is opened."""

    def __init__(self, clock: WorkClock) -> None:
        super().__init__()
        self.workspace = clock.workspace
        self.setProperty("role", "muted")
        self.setAccessibleName("Progress")
        self._later = QTimer(self, singleShot=True, interval=SOON)
        self._later.timeout.connect(self.refresh)
        of_others = self.workspace.annotator_changed, self.workspace.adjudication_changed
        for changed in (clock.ticked, self.workspace.annotations.changed, *of_others):
            changed.connect(self._later.start)

    def refresh(self) -> None:
        """Show the present progress; nothing in adjudication, which has its own count."""
        project, corpus, name = self.workspace.project, self.workspace.corpus, self.workspace.edited_name
        line = ""
        if project is not None and corpus is not None and name not in ("", project.rules.gold):
            with suppress(MeantreeError):  # the next edit reports it
                today, states = datetime.now().astimezone().date(), self.workspace.annotations.states
                line = pace_of(project, name, corpus, today, states, checks=not self.workspace.naming.shows_checks).line
        self.setText(line)
