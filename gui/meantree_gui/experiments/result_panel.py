"""What came of experiments: tables to choose from, the chosen one with its notes and figures, and the command."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QListWidget, QPushButton, QSplitter, QVBoxLayout, QWidget

from meantree.escaping import escaped
from meantree.evaluation.value_table import ValueTable
from meantree_gui.experiments.figure_panel import FigurePanel
from meantree_gui.experiments.whole_titles import fit_titles
from meantree_gui.settings import Settings
from meantree_gui.state.experimenting import Experimenting
from meantree_gui.widgets.layouts import FlowLayout, KeptSplitter
from meantree_gui.widgets.sorted_table import SortedTable

NO_COMMAND = (
    "No command makes these: it reads each corpus from one file, folder or project, and what is open stands in none. "
    "Save it as a project first."
)
MOST_OF_ROOM = 0.55
"""What a table of many rows has beside a high figure, until the user shares it otherwise."""


class ResultPanel(QWidget):
    """Tables at the left; beside them the chosen one, and below it its figures where it has some."""

    def __init__(self, experimenting: Experimenting, settings: Settings) -> None:
        super().__init__()
        self.experimenting = experimenting
        self.list, self.title, self.note = QListWidget(), QLabel(), QLabel()
        self.table, self.figure = SortedTable(), FigurePanel(experimenting.workspace.background)
        self.command, self.copy_command_button = QLineEdit(), QPushButton("Copy command")
        self.copy_button, self.save_button = QPushButton("Copy table"), QPushButton("Save tables …")
        self.save_figures_button = QPushButton("Save all figures …")
        self._spacing = 0
        self._parts = KeptSplitter(Qt.Orientation.Vertical, settings, "experiment-table")
        self._arrange(KeptSplitter(Qt.Orientation.Horizontal, settings, "experiment-tables"))
        self.list.currentRowChanged.connect(self._show)
        self.figure.drawn.connect(self._share)
        self.copy_button.clicked.connect(lambda: self.table.copy())
        self.copy_command_button.clicked.connect(self.copy_command)

    @property
    def tables(self) -> tuple[ValueTable, ...]:
        """All that were made."""
        result = self.experimenting.result
        return result.tables if result is not None else ()

    def fill(self) -> None:
        """Show what was made, in the table of the same name as before, if there is one."""
        item = self.list.currentItem()
        before = item.data(Qt.ItemDataRole.UserRole) if item is not None else ""
        self.list.blockSignals(True)
        self.list.clear()
        for row, table in enumerate(self.tables):
            self.list.addItem(escaped(table.title))
            self.list.item(row).setData(Qt.ItemDataRole.UserRole, table.name)
            self.list.item(row).setToolTip(escaped(table.title))
        self.list.blockSignals(False)
        fit_titles(self.list)
        names = [table.name for table in self.tables]
        self.list.setCurrentRow(names.index(before) if before in names else 0)
        self._show(self.list.currentRow())
        self.show_command()

    def show_command(self) -> None:
        """Show the command that makes the same, from where what is open stands now."""
        command = self.experimenting.command
        if command and command == self.command.text():
            return
        self.command.setText(command)
        self.command.setPlaceholderText(NO_COMMAND if self.tables and not command else "")
        self.command.setToolTip(self.command.text() or self.command.placeholderText())
        self.command.setCursorPosition(0)
        self.copy_command_button.setEnabled(bool(self.command.text()))

    def copy_command(self) -> None:
        """Put the command that makes the same on the clipboard."""
        if self.command.text():
            QGuiApplication.clipboard().setText(self.command.text())

    def step(self, by: int) -> None:
        """Show another table."""
        self.list.setCurrentRow(min(self.list.count() - 1, max(0, self.list.currentRow() + by)))

    def refresh(self) -> None:
        """Draw again, after the appearance changed."""
        self.figure.draw()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Override QWidget.resizeEvent."""
        super().resizeEvent(event)
        fit_titles(self.list)
        self._follow_rows()

    def _show(self, row: int) -> None:
        if not 0 <= row < len(self.tables):
            self.figure.show_table(None)
            return
        table = self.tables[row]
        self.title.setText(escaped(table.title))
        self.note.setText(escaped(table.note))
        self.note.setVisible(bool(table.note))
        self.table.show_table(table)
        self.figure.show()
        self.figure.show_table(table)
        self._follow_rows()

    def _share(self) -> None:
        """A table without a figure has all the room."""
        self.figure.setVisible(bool(self.figure.names))
        self._follow_rows()

    def _follow_rows(self) -> None:
        """Leave the figure what the table does not need; the table of many rows has most of the room."""
        room = self._parts.height()
        if self._parts.is_kept or self.figure.isHidden() or room <= 0:
            return
        note = self.note.heightForWidth(self.table.width()) if self.note.text() else 0
        wanted = self.title.sizeHint().height() + self.table.wanted_height + note + 3 * self._spacing
        above = min(wanted, max(round(room * MOST_OF_ROOM), room - self.figure.wanted_height))
        self._parts.setSizes([above, room - above])

    def _arrange(self, both: QSplitter) -> None:
        for label in (self.title, self.note):
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setWordWrap(True)
        self.title.setProperty("role", "title")
        self.note.setProperty("role", "muted")
        self.note.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.list.setAccessibleName("Tables")
        self.list.setWordWrap(True)
        self.list.setTextElideMode(Qt.TextElideMode.ElideNone)
        self.list.setSpacing(1)
        self.list.setMinimumWidth(110)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.command.setReadOnly(True)
        self.command.setAccessibleName("The command that makes the same tables")
        for button, tip in (
            (
                self.copy_button,
                "As TSV, in the order shown (Ctrl+C in the table; of several selected rows, these alone)",
            ),
            (self.save_button, "All tables as TSV, JSON or LaTeX, as the command writes them (Ctrl+Shift+T)"),
            (self.save_figures_button, "All figures as SVG, PDF and PNG, for print, light and dark (Ctrl+Shift+P)"),
            (self.copy_command_button, "The command that makes the same tables"),
        ):
            button.setToolTip(tip)
            button.setAutoDefault(True)
        above, below = QWidget(), QHBoxLayout()
        column = QVBoxLayout(above)
        column.setContentsMargins(0, 0, 0, 0)
        self._spacing = column.spacing()
        column.addWidget(self.title)
        column.addWidget(self.table, 1)
        column.addWidget(self.note)
        for widget in (above, self.figure):
            self._parts.addWidget(widget)
        self._parts.share(5000, 4000)
        both.addWidget(self.list)
        both.addWidget(self._parts)
        both.setStretchFactor(1, 1)
        both.setSizes([170, 800])
        below.addWidget(self.command, 1)
        below.addWidget(self.copy_command_button)
        buttons = FlowLayout()
        for button in (self.copy_button, self.save_button, self.save_figures_button):
            buttons.addWidget(button)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(8, 6, 8, 6)
        outer.addWidget(both, 1)
        outer.addLayout(buttons)
        outer.addLayout(below)
