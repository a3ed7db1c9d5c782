"""How far annotators agree, as a table with a column for every two."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QHeaderView,
    QLabel,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from meantree.shown import shown

if TYPE_CHECKING:
    from meantree.evaluation.agreement import Agreement
    from meantree.evaluation.project_agreement import EndScores


class AgreementDialog(QDialog):
    """Shows what was found, scored by the metric of that spec; it does not stop the program."""

    def __init__(self, found: Sequence[tuple[Agreement, EndScores]], spec: str, parent: QWidget | None = None) -> None:
        from meantree.report.agreement import agreement_rows

        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle("Inter-annotator agreement")
        self.resize(720, 460)
        intro = QLabel(
            "F1 of every two annotators, layer by layer: 1 where they agree everywhere. A filler belongs to its "
            "predicate, so agreement falls from layer to layer."
        )
        intro.setWordWrap(True)
        rows = agreement_rows(found, spec)
        self.table = QTableWidget(len(rows), 1 + len(found))
        self.table.setHorizontalHeaderLabels(["", *(" – ".join(map(shown, one.names)) for one, _ in found)])
        self.table.setEditTriggers(QTableWidget.EditTrigger.NoEditTriggers)
        self.table.verticalHeader().hide()
        self.table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        for row, cells in enumerate(rows):
            for column, text in enumerate(cells):
                item = QTableWidgetItem(text)
                if column:
                    item.setTextAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
                self.table.setItem(row, column, item)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        column_layout = QVBoxLayout(self)
        for widget in (intro, self.table, buttons):
            column_layout.addWidget(widget)
