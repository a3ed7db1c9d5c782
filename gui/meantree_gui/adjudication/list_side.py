"""The left side of the adjudication: which translations there are, whose work is compared, and how far it is."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QSignalBlocker, Qt
from PySide6.QtWidgets import QLabel, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from meantree.escaping import counted, escaped, listed
from meantree_gui.adjudication.adjudicating import Adjudicating
from meantree_gui.adjudication.tables import translation_columns
from meantree_gui.widgets.choosers import StillComboBox
from meantree_gui.widgets.tables import ListModel, RowTable


class ListSide(QWidget):
    """A list that follows what is looked at; the panel connects its buttons."""

    def __init__(self, adjudicating: Adjudicating) -> None:
        super().__init__()
        self.adjudicating = adjudicating
        self.translations = ListModel(translation_columns(adjudicating))
        self.list = RowTable(self.translations, "Translations to adjudicate")
        self.progress, self.wanted = QLabel(), StillComboBox()
        self.compared, self.ready = QPushButton(), QPushButton()
        self._arrange()
        adjudicating.listed.connect(self.refresh)
        adjudicating.changed.connect(self.follow)
        self.list.selectionModel().currentRowChanged.connect(self._look_at)
        self.wanted.activated.connect(lambda: adjudicating.list_only(self.wanted.currentData()))

    def refresh(self) -> None:
        """Show which translations there are, and how far they are."""
        state = self.adjudicating
        with QSignalBlocker(self.list.selectionModel()):
            rows, model = state.rows, self.translations
            model.show(rows, translation_columns(state), same=len(rows) == len(model.rows))
        self.follow()
        self.progress.setText(f"{state.settled} of {counted(len(state.items), 'translation')} settled")
        people, compared = state.found.people, state.found.compared
        all_of = "all" if len(compared) == len(people) else f"{len(compared)} of"
        self.compared.setText(f"Compare {all_of} {counted(len(people), 'annotator')} …")
        self.compared.setToolTip(f"Compared: {listed(map(escaped, compared)) or 'nobody'} (C changes it)")
        ready = state.ready
        self.ready.setText(f"Settle {ready} with nothing to decide")
        self.ready.setToolTip(
            f"Settle {counted(ready, 'translation')} not yet begun, in which all annotators agree"
            " but for what is decided beside another system (Shift+S)"
        )
        self.ready.setVisible(bool(ready))

    def follow(self) -> None:
        """Show which row is looked at."""
        rows = self.adjudicating.rows
        mark(self.list, rows.index(self.adjudicating.row) if self.adjudicating.row in rows else None)

    def _look_at(self, now: QModelIndex, _before: QModelIndex) -> None:
        rows = self.adjudicating.rows
        if 0 <= now.row() < len(rows):
            self.adjudicating.look_at(rows[now.row()])

    def _arrange(self) -> None:
        self.progress.setTextFormat(Qt.TextFormat.PlainText)
        self.progress.setWordWrap(True)
        for name, data in (("All translations", "all"), ("Open", "open"), ("Settled", "settled")):
            self.wanted.addItem(name, data)
        self.wanted.setAccessibleName("Translations that are listed")
        for button in (self.compared, self.ready):
            button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            button.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)  # no wider than the list
        self.wanted.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        column = QVBoxLayout(self)
        column.setContentsMargins(8, 6, 0, 0)
        column.setSpacing(4)
        for widget in (self.progress, self.compared, self.wanted):
            column.addWidget(widget)
        column.addWidget(self.list, 1)
        column.addWidget(self.ready)


def mark(table: RowTable, row: int | None) -> None:
    """Show which row of a table is the present one; nothing is told of it."""
    with QSignalBlocker(table.selectionModel()):
        if row is None:
            table.clearSelection()
        elif table.currentIndex().row() != row or not table.selectionModel().hasSelection():
            table.selectRow(row)
    if row is not None:  # the view, too, was not told
        table.scrollTo(table.model().index(row, 0))
    table.viewport().update()
