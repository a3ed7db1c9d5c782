"""The lead's view: who is how far, agreement so far, questions, and the assignment of segments with the rules."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt, Signal, SignalInstance
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QSpinBox,
    QTabWidget,
    QWidget,
)

from meantree.errors import MeantreeError
from meantree.escaping import counted, listed
from meantree.evaluation.value_table import ValueTable
from meantree.project.gold_standard import comparable_annotators
from meantree.reporting.progress import TeamStatus, team_status
from meantree_gui.annotating.comments import comment_entry
from meantree_gui.background import LatestResult
from meantree_gui.dialogs import dialog_buttons
from meantree_gui.rules_dialog import RuleBoxes
from meantree_gui.widgets.boxes import in_column, in_row
from meantree_gui.widgets.choosers import ParagraphList
from meantree_gui.widgets.labels import plain_label
from meantree_gui.widgets.sorted_table import Values, value_columns
from meantree_gui.widgets.tables import ROW_HEIGHT, ListModel, RowTable

if TYPE_CHECKING:
    from meantree.project.comments import ListedComment
    from meantree.project.file import Project
    from meantree.work import Work
    from meantree_gui.state.workspace import Workspace


NOTE: Final = (
    "Everybody gets about as many segments, in runs of a document. Started segments stay with their annotator; "
    "assigning again divides the others."
)
RULES_NOTE: Final = "The rules apply to annotations started from now on, and to files split from now on."
READING: Final = "Reading the annotations …"
NO_PEOPLE: Final = "Nobody annotates here yet. Name the annotators under Assignments and rules."
NO_QUESTIONS: Final = "A comment that ends with a question mark is listed here until it is answered or changed."
STATUS, ASSIGNING = range(2)
"""The tabs."""
MOST_ROWS: Final = 6
"""Rows of annotators that are shown without scrolling."""


class TeamDialog(QDialog):
    """Two tabs: the state of the work, from which Return leads to the thing itself; assignments and rules.

    Signals:
        assigned: the assignments changed.
        ruled: the rules changed.
        annotator_wanted: the name of an annotator whose work the user wants to see.
        comment_wanted: a comment that the user wants to see.
        agreement_wanted: the user wants to see all figures of agreement.
    """

    assigned = Signal()
    ruled = Signal()
    annotator_wanted = Signal(str)
    comment_wanted = Signal(object)
    agreement_wanted = Signal()

    def __init__(self, project: Project, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle("Team")
        self.resize(960, 620)
        self.project, self.workspace = project, workspace
        self.status: LatestResult[TeamStatus] = LatestResult(workspace.background)
        self.tabs, self.view, self.assigning = QTabWidget(), StatusView(), AssignmentForm(project)
        self.tabs.addTab(self.view, "Progress and questions")
        self.tabs.addTab(self.assigning, "Assignments and rules")
        close = dialog_buttons(self)
        close.button(QDialogButtonBox.StandardButton.Close).setAutoDefault(False)
        in_column(self, (self.tabs, 1), close)
        self._connect()
        self.refresh()
        has_people = bool(comparable_annotators(project))
        self.tabs.setCurrentIndex(STATUS if has_people else ASSIGNING)
        (self.view.progress if has_people else self.assigning.names).setFocus()

    def _connect(self) -> None:
        self.status.arrived.connect(self._show)
        for wanted, signal in (
            (self.view.annotator_wanted, self.annotator_wanted),
            (self.view.comment_wanted, self.comment_wanted),
        ):
            wanted.connect(partial(self._leave_for, signal))
        self.view.agreement_wanted.connect(lambda: self._leave_for(self.agreement_wanted))
        for changed, signal in ((self.assigning.assigned, self.assigned), (self.assigning.ruled, self.ruled)):
            changed.connect(signal)
            changed.connect(self.refresh)

    def refresh(self) -> None:
        """Read the state of the work again, in the background."""
        path, today = self.project.path, datetime.now().astimezone().date()
        viewer = self.workspace.annotator if self.workspace.visitor is None else self.workspace.visitor

        def read(work: Work) -> TeamStatus:
            return team_status(path, viewer, today, work)

        self.view.note.setText(READING)
        self.status.forget()
        self.status.request(path, read)

    def _show(self) -> None:
        if self.status.result is None:
            self.view.note.setText(self.status.why_not)
        else:
            self.view.show_status(self.status.result, self.workspace.naming.name)

    def _leave_for(self, signal: SignalInstance, *what: object) -> None:
        """Close, and then report what the user wants to see."""
        self.accept()
        signal.emit(*what)


class StatusView(QWidget):
    """Three lists below each other; Return or a double click in one wants the thing itself.

    Signals:
        annotator_wanted, comment_wanted, agreement_wanted: as in :class:`TeamDialog`.
    """

    annotator_wanted = Signal(str)
    comment_wanted = Signal(object)
    agreement_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.people, self.figures = ListModel[Values](), ListModel[Values]()
        self.progress, self.agreement = RowTable(self.people, "Progress"), RowTable(self.figures, "Agreement so far")
        self.questions, self.comments = ParagraphList("Questions"), tuple["ListedComment", ...]()
        self.note, self.agreement_note = plain_label(wrapped=True), plain_label(wrapped=True)
        self.asked = plain_label(role="title")
        self.details = QPushButton("All figures …")
        self._arrange()
        for table, enter in ((self.progress, self._enter_person), (self.agreement, self.agreement_wanted)):
            table.entered_row.connect(enter)
            table.doubleClicked.connect(enter)
        self.details.clicked.connect(self.agreement_wanted)
        self.questions.chosen.connect(lambda row: self.comment_wanted.emit(self.comments[row]))

    def show_status(self, status: TeamStatus, name_of: Callable[[str, str], str]) -> None:
        """Show the state of the work; ``name_of`` says how a system is called in a segment."""
        row = max(0, self.questions.currentRow())
        self._fill(self.progress, self.people, status.progress, MOST_ROWS)
        self.note.setText(status.progress.note if status.progress.rows else NO_PEOPLE)
        has_figures = status.agreement is not None
        if status.agreement is not None:
            self._fill(self.agreement, self.figures, status.agreement, len(status.agreement.rows))
        for widget in (self.agreement, self.details):
            widget.setVisible(has_figures)
        self.agreement_note.setText(status.hidden)
        self.agreement_note.setVisible(bool(status.hidden))
        self.comments = status.questions
        self.questions.clear()
        for one in self.comments:
            place = one.key.annotator, one.key.segment, name_of(one.key.system, one.key.segment)
            self.questions.addItem(comment_entry(one, *place))
        self.questions.setCurrentRow(min(row, len(self.comments) - 1))
        self.questions.setVisible(bool(self.comments))
        self.asked.setText(counted(len(self.comments), "question") if self.comments else "Questions")
        self.no_questions.setVisible(not self.comments)

    @staticmethod
    def _fill(table: RowTable, model: ListModel[Values], values: ValueTable, rows: int) -> None:
        first, *others = value_columns(values)
        model.show(values.rows, (first, *(replace(one, is_number=True, is_title_right=True) for one in others)))
        table.begin()
        table.resizeColumnsToContents()
        shown = min(rows, max(1, len(values.rows)))
        table.setFixedHeight(table.horizontalHeader().sizeHint().height() + shown * ROW_HEIGHT + 8)

    def _enter_person(self) -> None:
        row = self.progress.currentIndex().row()
        if 0 <= row < len(self.people.rows):
            self.annotator_wanted.emit(str(self.people.rows[row][0]))

    def _arrange(self) -> None:
        self.no_questions = plain_label(NO_QUESTIONS, wrapped=True)
        self.details.setAutoDefault(False)  # Return opens what is selected
        head = in_row(None, (plain_label("Agreement so far", role="title"), 1), self.details)
        in_column(
            self,
            plain_label("Progress", role="title"),
            self.progress,
            self.note,
            head,
            self.agreement,
            self.agreement_note,
            self.asked,
            self.no_questions,
            (self.questions, 1),
            0,
            plain_label("Return opens what is selected: the annotator's work, all figures, the comment."),
        )
        for hidden in (self.agreement, self.details, self.agreement_note, self.questions, self.no_questions):
            hidden.hide()


class AssignmentForm(QWidget):
    """Divides the segments among annotators, and has the rules.

    Signals:
        assigned, ruled: as in :class:`TeamDialog`.
    """

    assigned = Signal()
    ruled = Signal()

    def __init__(self, project: Project) -> None:
        super().__init__()
        self.project = project
        self.message = plain_label(role="", wrapped=True)
        self.names, self.overlap, self.together = QLineEdit(), QSpinBox(), QSpinBox()
        self.rules = RuleBoxes(project.rules, project.owner)
        self.share = QPushButton("Assign")
        self._prepare()
        self._arrange()
        self.share.clicked.connect(self.assign)
        self.names.textEdited.connect(self.preview)
        self.overlap.valueChanged.connect(self.preview)
        self.together.valueChanged.connect(self.preview)
        self.rules.changed.connect(self._set_rules)

    def _prepare(self) -> None:
        given = dict.fromkeys(part.annotator for part in self.project.assignments() if part.given)
        self.names.setText(", ".join(given or comparable_annotators(self.project)))
        self.names.setPlaceholderText("ana, ben, eva")
        self.overlap.setRange(0, 100)
        self.overlap.setSuffix(" %")
        self.overlap.setValue(20)
        self.together.setRange(2, 20)
        self.share.setDefault(True)  # Return presses it, also in the field

    def _arrange(self) -> None:
        form = QFormLayout()
        form.addRow("Annotators", self.names)
        shared = in_row(None, self.overlap, QLabel("of the segments by"), self.together, QLabel("annotators each"), 1)
        form.addRow("Overlap", shared)
        form.addRow("Rules", self.rules)
        row = in_row(None, (self.message, 1), self.share)
        in_column(self, form, plain_label(NOTE, wrapped=True), row, 1)

    @property
    def _chosen(self) -> tuple[list[str], float, int]:
        """The named annotators, the overlap, and how many share it."""
        names = [name.strip() for name in self.names.text().split(",") if name.strip()]
        return names, self.overlap.value() / 100, self.together.value()

    def preview(self) -> None:
        """Show who would get what."""
        self.message.setText(self._plan())

    def _plan(self) -> str:
        """Return who would get what, or why nobody would get anything."""
        from meantree.project.workload import planned

        try:
            return "\n".join(planned(self.project, *self._chosen).lines)
        except MeantreeError as error:
            return f"{error}."

    def assign(self) -> None:
        """Divide the segments among the named annotators."""
        from meantree.project.workload import planned

        try:
            plan = planned(self.project, *self._chosen)
            self.project.assign(plan.work)
        except MeantreeError as error:
            self.message.setText(f"Nothing was assigned: {error}.")
            return
        self.message.setText("\n".join((f"Assigned to {listed(self._chosen[0])}.", *plan.lines)))
        self.assigned.emit()

    def _set_rules(self) -> None:
        """Set the checked rules; if that fails, show the error and the present rules."""
        try:
            self.project.set_rules(self.rules.ruled(self.project.rules))
        except MeantreeError as error:
            self.message.setText(str(error))
            self.rules.show_rules(self.project.rules)
        else:
            self.message.setText(f"{RULES_NOTE}\n{self._plan()}" if self.names.text() else RULES_NOTE)
            self.ruled.emit()
