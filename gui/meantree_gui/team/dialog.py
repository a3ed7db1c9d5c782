"""Who annotates which segments, and how far everybody is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from meantree.errors import MeantreeError
from meantree.escaping import listed
from meantree.project.annotation import AUTOMATIC
from meantree.report.annotators import progress_table
from meantree_gui.annotation_editor.rules_dialog import RuleBoxes
from meantree_gui.widgets.sorted_table import Values, value_columns
from meantree_gui.widgets.tables import ListModel, RowTable

if TYPE_CHECKING:
    from meantree.project.file import Project

NOTE: Final = (
    "Segments are divided evenly. What somebody has begun stays theirs; assigning again divides the rest anew."
)

RULES_HOLD: Final = (
    "The rules hold for annotations that are begun from now on, and for parts that are split from now on."
)


class TeamDialog(QDialog):
    """Shows the progress of all annotators, shares the segments among those who are named, and sets their rules.

    Signals:
        assigned: other people annotate a segment than before.
        ruled: other rules hold than before.
    """

    assigned = Signal()
    ruled = Signal()

    def __init__(self, project: Project, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle("Annotators and assignments")
        self.resize(860, 560)
        self.project = project
        self.model, self.note, self.message = ListModel[Values](), QLabel(), QLabel()
        self.table = RowTable(self.model, "Progress")
        self.names, self.overlap, self.together = QLineEdit(), QSpinBox(), QSpinBox()
        self.rules = RuleBoxes(project.rules, project.owner)
        self.share = QPushButton("Assign")
        self._prepare()
        self._arrange()
        self.share.clicked.connect(self.assign)
        self.rules.changed.connect(self._set_rules)
        self.refresh()

    def _prepare(self) -> None:
        given = dict.fromkeys(one.annotator for one in self.project.assignments() if one.given)
        gold = self.project.rules.gold
        known = [name for name in self.project.annotators if name not in (AUTOMATIC, gold)]
        self.names.setText(", ".join(given or known))
        self.names.setPlaceholderText("ana, ben, eva")
        self.overlap.setRange(0, 100)
        self.overlap.setSuffix(" %")
        self.overlap.setValue(20)
        self.together.setRange(2, 20)
        for label in (self.note, self.message):
            label.setWordWrap(True)
            label.setTextFormat(Qt.TextFormat.PlainText)
        self.note.setProperty("role", "muted")
        self.share.setDefault(True)  # Return presses it, in the field too

    def _arrange(self) -> None:
        form = QFormLayout()
        form.addRow("Annotators", self.names)
        shared = QHBoxLayout()
        shared.addWidget(self.overlap)
        shared.addWidget(QLabel("of the segments by"))
        shared.addWidget(self.together)
        shared.addWidget(QLabel("annotators each"))
        shared.addStretch(1)
        form.addRow("Overlap", shared)
        form.addRow("Rules", self.rules)
        told = QLabel(NOTE)
        told.setWordWrap(True)
        told.setProperty("role", "muted")
        row = QHBoxLayout()
        row.addWidget(self.message, 1)
        row.addWidget(self.share)
        close = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        close.button(QDialogButtonBox.StandardButton.Close).setAutoDefault(False)
        close.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.addWidget(self.table, 1)
        column.addWidget(self.note)
        column.addLayout(form)
        column.addWidget(told)
        column.addLayout(row)
        column.addWidget(close)

    def refresh(self) -> None:
        """Show how far everybody is now."""
        table = progress_table(self.project.path)
        self.model.show(table.rows, tuple(value_columns(table)))
        self.note.setText(table.note)
        self.table.resizeColumnsToContents()

    def assign(self) -> None:
        """Divide the segments among those who are named, and say who they are."""
        from meantree.project.assigning import assign_segments

        names = [name.strip() for name in self.names.text().split(",") if name.strip()]
        try:
            assign_segments(self.project, names, self.overlap.value() / 100, self.together.value())
        except MeantreeError as error:
            self.message.setText(f"Nothing was assigned: {error}.")
            return
        self.message.setText(f"Assigned to {listed(names)}.")
        self.refresh()
        self.assigned.emit()

    def _set_rules(self) -> None:
        """Let the rules hold that are ticked, or show those that still hold, and why."""
        try:
            self.project.set_rules(self.rules.ruled(self.project.rules))
        except MeantreeError as error:
            self.message.setText(str(error))
            self.rules.show_rules(self.project.rules)
        else:
            self.message.setText(RULES_HOLD)
            self.ruled.emit()
